"""How a visitor plays Diamant by clicking."""

from playwright.sync_api import Error, Page, expect

from tests.web.house import Visitor


def start(visitor: Visitor) -> Page:
    """The host starts; bots take what is free."""
    page = visitor.page
    page.locator(".start .main").click()
    expect(page.locator("[data-phase=choosing]")).to_be_visible()
    return page


def is_over(page: Page) -> bool:
    return page.locator("#end-title").count() > 0


def choose_if_asked(page: Page, choice: str) -> bool:
    """Presses the torch or the camp if still to be done; the last choice may end the game under it."""
    button = page.locator(f".choice.{choice}:enabled[aria-pressed=false]")
    other = page.locator(".choice[aria-pressed=true]")
    if not button.count() or other.count():
        return False
    try:
        button.click(timeout=800)
    except Error:
        return False
    return True


def play_to_the_end(*pages: Page, leave_every: int = 4) -> None:
    """Everybody goes on, and leaves now and then, until the chests are counted."""
    turns = 0
    for _ in range(4_000):
        if all(is_over(page) for page in pages):
            return
        for page in pages:
            turns += choose_if_asked(page, "leave" if turns % leave_every == leave_every - 1 else "go_on")
        pages[0].wait_for_timeout(25)
    raise AssertionError("the game did not end")


def to_the_collapse(page: Page, *others: Page) -> None:
    """One goes on until the cave falls in, whom nobody follows for long: the others leave when they may."""
    for _ in range(2_000):
        if page.locator("[data-phase=over]").count():
            return
        choose_if_asked(page, "go_on")
        for other in others:
            choose_if_asked(other, "leave")
        page.wait_for_timeout(25)
    raise AssertionError("the cave did not fall in")


def expect_result(page: Page, players: int) -> None:
    expect(page.locator("#end-title")).to_be_visible()
    expect(page.locator(".scores li")).to_have_count(players)
