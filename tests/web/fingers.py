"""Fingers on glass: touches as the browser itself gets them from a screen."""

import contextlib
from collections.abc import Iterator, Sequence

from playwright.sync_api import Locator, Page

Point = tuple[float, float]


class Fingers:
    """Up to a few fingers at once; each is where it was last told to be."""

    def __init__(self, page: Page) -> None:
        self._line = page.context.new_cdp_session(page)
        self._points: list[Point] = []

    def down(self, *points: Point) -> None:
        self._points = list(points)
        self._send("touchStart")

    def slide(self, *points: Point, steps: int = 6) -> None:
        """All of them at once, on straight lines."""
        start = self._points
        for step in range(1, steps + 1):
            share = step / steps
            self._points = [_between(old, new, share) for old, new in zip(start, points, strict=True)]
            self._send("touchMove")

    def up(self) -> None:
        self._points = []
        self._send("touchEnd")

    def leave(self) -> None:
        self._line.detach()

    def _send(self, kind: str) -> None:
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(self._points)]
        self._line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


@contextlib.contextmanager
def fingers(page: Page) -> Iterator[Fingers]:
    hand = Fingers(page)
    yield hand
    hand.leave()


def drawn(page: Page, *way: Point) -> None:
    """One finger goes down, along the way, and up."""
    with fingers(page) as hand:
        hand.down(way[0])
        for point in way[1:]:
            hand.slide(point)
        hand.up()


def middle_of(thing: Locator) -> Point:
    box = thing.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def _between(old: Point, new: Point, share: float) -> Point:
    return old[0] + (new[0] - old[0]) * share, old[1] + (new[1] - old[1]) * share


def pinched(page: Page, middle: Point, spans: Sequence[float]) -> None:
    """Two fingers, so many pixels apart, one after the other."""
    x, y = middle
    with fingers(page) as hand:
        hand.down((x - spans[0] / 2, y), (x + spans[0] / 2, y))
        for span in spans[1:]:
            hand.slide((x - span / 2, y), (x + span / 2, y))
        hand.up()
