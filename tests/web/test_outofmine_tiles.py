"""Tiles of Out of Mine! under the hand: the server judges, and nothing jumps while it does."""

import re
from typing import Final

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.web.conftest import Visit
from tests.web.outofmine import Lay, as_drawn, dig, drag, expect_tiles, face, filling, pair, touch, turn_to

_STOCK: Final = """() => [...document.querySelectorAll('[data-shape]')].map((heap) => {
    const { x, y, width, height } = heap.getBoundingClientRect();
    const icon = heap.querySelector('.icon').getBoundingClientRect().bottom;
    return { x, y, width, height, icon, line: heap.querySelector('.line').getBoundingClientRect().top };
})"""


class _Slow:
    """A line whose news can be held back, as a bad network does. The pulse goes on: a page that hears nothing
    at all for nine seconds takes the line for dead, and a busy machine needs longer for a drag.
    """

    def __init__(self, page: Page) -> None:
        self.holding = False
        self._held: list[str | bytes] = []
        self._route: WebSocketRoute | None = None
        page.route_web_socket(re.compile("/live$"), self._connect)

    def _connect(self, route: WebSocketRoute) -> None:
        self._route = route
        route.connect_to_server().on_message(self._hear)

    def _hear(self, message: str | bytes) -> None:
        assert self._route is not None
        if self.holding and '"type":"Pong"' not in str(message):
            self._held.append(message)
        else:
            self._route.send(message)

    def let_go(self) -> None:
        assert self._route is not None
        self.holding = False
        for message in self._held:
            self._route.send(message)
        self._held.clear()


def test_a_tile_lies_where_it_was_dropped_before_the_server_answers(visit: Visit) -> None:
    ada, bruno = visit().named("Ada"), visit().named("Bruno")
    line = _Slow(ada.page)
    dig(ada, bruno)
    plan = filling(ada.page)
    line.holding = True
    drag(ada.page, plan[0])
    expect_tiles(ada.page, as_drawn(plan[0]))
    line.let_go()
    filled = bruno.page.locator(".others .filled")
    expect(filled).to_contain_text(f"{len(plan[0].squares)}/20")
    expect_tiles(ada.page, as_drawn(plan[0]))


def test_who_reaches_too_late_sees_the_tile_go_back_and_why(visit: Visit) -> None:
    """The last of a kind is taken by somebody else while the news is on its way."""
    ada, bruno = visit().named("Ada"), visit().named("Bruno")
    line = _Slow(ada.page)
    dig(ada, bruno)
    line.holding = True
    bruno.page.locator("[data-shape=I5]").click()
    expect(bruno.page.locator("[data-held=I5]")).to_be_visible()
    lay = Lay("I5", [19, 20, 21, 22, 23])
    drag(ada.page, lay)
    expect_tiles(ada.page, as_drawn(lay))
    line.let_go()
    expect(ada.page.locator(".missed")).to_have_text("Too late: Bruno has it.")
    expect(ada.page.locator(".toast, .reason")).to_have_count(0)
    expect(ada.page.locator(".bench [data-tile], [data-held]")).to_have_count(0)
    expect(ada.page.locator("[data-shape=I5] .left")).to_have_text("0")
    drag(ada.page, Lay("I2", [19, 20]))
    expect(ada.page.locator(".bench [data-tile]")).to_have_count(1)


def test_the_stock_lies_around_the_board_and_shows_how_each_tile_comes_to_hand(visit: Visit) -> None:
    """Above and below the face on this laptop; no number lies on a shape; a turned shape stays turned."""
    ada, bruno = visit().named("Ada"), visit().named("Bruno")
    dig(ada, bruno, finds="on")
    page = ada.page
    board = face(page)
    lying = page.evaluate(_STOCK)
    assert len(lying) == 19
    assert {heap["y"] < board["y"] for heap in lying} == {True, False}
    for heap in lying:
        assert heap["width"] >= 52, "large enough to be read"
        assert heap["line"] >= heap["icon"] - 1, "a badge hides the shape"
        across = heap["x"] < board["x"] + board["width"] and heap["x"] + heap["width"] > board["x"]
        down = heap["y"] < board["y"] + board["height"] and heap["y"] + heap["height"] > board["y"]
        assert not (across and down), "the stock lies on the board"
    heap = page.locator("[data-shape=L4]")
    before = heap.get_attribute("data-way")
    drag(page, Lay("L4", [0, 9, 18, 19]))
    expect(page.locator(".bench [data-tile=L4]")).to_have_count(1)
    expect(heap).not_to_have_attribute("data-way", before or "")
    way = heap.get_attribute("data-way") or ""
    heap.click()
    expect(page.locator("[data-held=L4]")).to_have_attribute("data-way", way)


def test_others_moves_never_disturb_a_drag(visit: Visit) -> None:
    ada, bruno = pair(visit)
    plan, theirs = filling(ada.page), filling(bruno.page)
    drag(ada.page, plan[0], release=False)
    before = ada.page.locator("[data-held]").bounding_box()
    mine = {lay.shape for lay in plan if lay.shape.endswith("5")}
    laid = [each for each in theirs if each.shape not in mine][:2]
    for lay in laid:
        touch(bruno.page, lay)
    covered = sum(len(lay.squares) for lay in laid)
    expect(ada.page.locator(".others .filled")).to_have_text(re.compile(rf"^\s*{covered}/20"))
    assert ada.page.locator("[data-held]").bounding_box() == before
    ada.page.mouse.up()
    expect(ada.page.locator(".bench [data-tile]")).to_have_count(1)
    expect_tiles(ada.page, as_drawn(plan[0]))


def test_a_placed_tile_is_moved_swapped_and_given_back(visit: Visit) -> None:
    ada, _ = pair(visit)
    page = ada.page
    board = face(page)
    unit = board["width"] / 9

    def middle(at: int) -> tuple[float, float]:
        return board["x"] + (at % 9 + 0.5) * unit, board["y"] + (at // 9 + 0.5) * unit

    drag(page, Lay("I1", [10]))
    page.mouse.move(*middle(10))
    page.mouse.down()
    page.mouse.move(*middle(12), steps=5)
    page.mouse.up()
    expect_tiles(page, ("I1", "12"))

    page.mouse.click(*middle(12))
    expect(page.locator("[data-held=I1]")).to_be_visible()
    page.locator("[data-shape=V3]").click()
    expect(page.locator("[data-held=V3]")).to_be_visible()
    expect_tiles(page, ("I1", "12"))  # who reaches for another tile puts the first one down again
    page.locator("[data-shape=L4]").click()
    expect(page.locator("[data-held=L4]")).to_be_visible()
    expect(page.locator("[data-shape=V3] .left")).to_have_text("8")
    way = page.locator("[data-held]").get_attribute("data-way")
    page.locator("[data-face]").hover(position={"x": 20, "y": 20})
    page.mouse.wheel(0, 100)
    expect(page.locator("[data-held]")).not_to_have_attribute("data-way", way or "")
    turn_to(page, Lay("L4", [0, 1, 2, 9]))
    page.mouse.click(*middle(55))
    expect(page.locator(".bench [data-tile=L4]")).to_have_count(1)

    tray = page.locator("[data-stock]").first.bounding_box()
    assert tray is not None
    page.mouse.move(*middle(12))
    page.mouse.down()
    page.mouse.move(tray["x"] + tray["width"] / 2, tray["y"] + 20, steps=5)
    page.mouse.up()
    expect(page.locator("[data-shape=I1] .left")).to_have_text("12")
    expect(page.locator(".bench [data-tile]")).to_have_count(1)
