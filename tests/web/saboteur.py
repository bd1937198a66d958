"""How a person plays Saboteur in the browser: takes a card, looks where it may go, and plays it."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.web.house import Visitor

Press = Callable[[Locator], None]
_MINE_OR_OVER = """() => {
  const shell = document.querySelector('.shell');
  return Boolean(document.querySelector('.end') || document.querySelector('.shell.mine[data-settled=true]'))
    && Boolean(shell);
}"""


def start(visitor: Visitor) -> Page:
    page = visitor.page
    page.locator(".start .main").click()
    page.wait_for_selector("[data-phase=digging]")
    return page


def understood(page: Page) -> None:
    """Sends the card of one's role away, if it has not gone by itself."""
    page.keyboard.press("Escape")
    expect(page.locator(".scene")).to_have_count(0)


def click(target: Locator) -> None:
    target.click()


def tap(target: Locator) -> None:
    target.tap()


def asked(page: Page) -> bool:
    """Waits until it is this player's move; False when the game is over instead."""
    page.wait_for_function(_MINE_OR_OVER, timeout=60_000)
    return page.locator(".end").count() == 0


def phase(page: Page) -> str:
    return page.locator(".shell").get_attribute("data-phase") or ""


def go_on(page: Page) -> Locator:
    """The way on from a round that is over."""
    return page.locator(".result .on button")


def hand(page: Page) -> Locator:
    return page.locator(".hand button[data-card]")


def has_a_choice_of_gold(page: Page) -> bool:
    """Gold that is all alike, or the last card, goes to its owner by itself, under any finger."""
    offered = page.locator("button[data-nuggets]").evaluate_all(
        "cards => cards.map((card) => card.dataset.nuggets)"
    )
    return len(set(offered)) > 1


def play_once(page: Page, press: Press = click) -> None:
    """One move: gold if it is shared, else the first card that leads on, else a discard."""
    if phase(page) == "over":
        press(go_on(page))
        return
    if phase(page) == "sharing":
        if has_a_choice_of_gold(page):
            press(page.locator("button[data-nuggets]").last)
        return
    count = hand(page).count()
    if count == 0:
        press(page.locator(".buttons").get_by_role("button", name=re.compile("Pass")))
        return
    for index in range(count):
        press(hand(page).nth(index))
        places = page.locator("[data-place]")
        if places.count():
            _towards_the_goals(places, press)
            return
        targets = page.locator(".tray button")
        if targets.count():
            press(targets.first)
            return
    press(page.locator(".buttons").get_by_role("button", name=re.compile("Discard|Jeter")))


def _towards_the_goals(places: Locator, press: Press) -> None:
    columns = [
        int((places.nth(at).get_attribute("data-place") or "0").split(",")[0]) for at in range(places.count())
    ]
    lay_at(places.nth(columns.index(max(columns))), press)


def lay_at(place: Locator, press: Press = click) -> None:
    """The first press shows how the card would lie, the second one lays it."""
    press(place)
    press(place)


def sequence(page: Page) -> str:
    return page.locator(".shell").get_attribute("data-sequence") or ""


def wait_beyond(page: Page, before: str) -> None:
    page.wait_for_function(
        "before => document.querySelector('.shell').dataset.sequence !== before", arg=before
    )


def move(page: Page, press: Press = click) -> None:
    before = sequence(page)
    play_once(page, press)
    wait_beyond(page, before)


def play_to_the_end(page: Page, press: Press = click, *, most: int = 200) -> None:
    for _ in range(most):
        if not asked(page):
            return
        move(page, press)
    raise AssertionError(f"no end after {most} moves")


def expect_result(page: Page, seats: int) -> None:
    expect(page.locator(".scores li")).to_have_count(seats)
    expect(page.locator(".hoards li")).to_have_count(seats)
    expect(page.locator(".rounds li")).to_have_count(3)
