"""How a person plays Le Labyrinthe Secret in the browser: turns, walks, challenges and throws."""

import random
from collections.abc import Callable

from playwright.sync_api import Error, Page

from tests.web.fingers import middle_of
from tests.web.house import PATIENCE_MS, Visitor

TURNS = 9
"""Three rounds of three players: each phase of a turn, and soon over."""


def opened(visitor: Visitor, seats: int = 3, turns: int | None = TURNS, **settings: object) -> Page:
    """A table of quick bots that has begun."""
    visitor.open_table("labyrinth", seats, options={"turn_limit": turns, "goal": 6}, **settings)
    page = visitor.page
    page.locator(".start .main").click()
    page.wait_for_selector("[data-phase=turning]")
    return page


def is_over(page: Page) -> bool:
    return page.locator("#end-title").count() > 0


def phase(page: Page) -> str:
    return page.locator("[data-phase]").first.get_attribute("data-phase") or ""


class Hand:
    """Plays whatever is offered, by clicking. Prefers walks that end beside others, for the sake of duels."""

    def __init__(self, page: Page, seed: int = 1, *, touch: bool = False, patience_ms: int = 900) -> None:
        """Where the table may go on under the finger, it pays to be impatient."""
        self.page = page
        self.chance = random.Random(seed)
        self.touch = touch
        self.patience_ms = patience_ms

    def press(self, selector: str) -> bool:
        found = self.page.locator(selector)
        count = found.count()
        if not count:
            return False
        one = found.nth(self.chance.randrange(count))
        if self.touch:
            one.tap(timeout=self.patience_ms)
        else:
            one.click(timeout=self.patience_ms)
        return True

    def turn(self) -> bool:
        if not self.page.locator("[data-confirm]").count():
            self.press("[data-turn]:not([aria-disabled=true])")
            self.page.wait_for_selector("[data-confirm]", timeout=self.patience_ms)
        return self.press("[data-confirm]")

    def walk(self) -> bool:
        beside = self.page.locator("[data-square][aria-label*='with ']")
        squares = beside if beside.count() else self.page.locator("[data-square]")
        count = squares.count()
        if not count:
            return self.press("[data-stay]")
        chosen = squares.nth(self.chance.randrange(count)).get_attribute(
            "data-square", timeout=self.patience_ms
        )
        square = f"[data-square='{chosen}']"
        # Close squares overlap at the edges, where the nearest is meant; a key has no such doubt.
        self.page.locator(square).focus(timeout=self.patience_ms)
        self.page.keyboard.press("Enter")
        return True

    def act(self) -> bool:
        try:
            if self.page.locator("[data-turn]").count():
                return self.turn()
            if self.page.locator("[data-square]").count() or self.page.locator("[data-stay]").count():
                return self.walk()
            return (
                self.press("[data-throw]:enabled")
                or self.press("[data-fetch]")
                or self.press("[data-challenge]")
                or self.press("[data-end]")
            )
        except Error:  # the table went on under the finger
            return False


def play_to_the_end(*hands: Hand, on: Callable[[str], None] = lambda _: None) -> set[str]:
    """Everybody plays until the sets are counted; the phases that were met."""
    met: set[str] = set()
    for _ in range(3_000):
        if all(is_over(hand.page) for hand in hands):
            return met
        for hand in hands:
            now = phase(hand.page)
            if now not in met:
                on(now)
            met.add(now)
            hand.act()
        hands[0].page.wait_for_timeout(30)
    raise AssertionError("the game did not end")


def to_the_walk(page: Page, *, touch: bool) -> None:
    """Both changes, whatever they are: now it is time to walk."""
    hand = Hand(page, touch=touch, patience_ms=PATIENCE_MS)
    for _ in range(2):
        page.wait_for_selector("[data-turn]")
        sequence = page.locator(".shell").get_attribute("data-sequence")
        assert hand.turn()
        page.wait_for_function(
            "was => document.querySelector('.shell').dataset.sequence !== was", arg=sequence
        )
    page.wait_for_selector("[data-phase=moving]")


def walked(page: Page) -> None:
    page.wait_for_function("() => document.querySelector('[data-phase]').dataset.phase !== 'moving'")


def do_what_glows(page: Page) -> None:
    glows = page.locator(".mine .advised:enabled")
    if page.locator("path.advice").count():
        page.mouse.click(*middle_of(page.locator("[data-square][tabindex='0']")))
        page.locator("path.advice").wait_for(state="detached", timeout=900)
    elif glows.count():
        glows.first.click(timeout=900)
