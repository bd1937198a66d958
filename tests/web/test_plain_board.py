"""A game that the page was built without: shown as its server tells it, and played to the end by clicking."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, Page, expect

from tests.games_under_test import FIFTH
from tests.web.house import Visitor, free_port, serving, words_of


@pytest.fixture(scope="module")
def house_of_five() -> Iterator[str]:
    with serving(games=FIFTH) as address:
        yield address


@pytest.fixture(params=[("phone", "fr-FR", "dark"), ("laptop", "en-GB", "light")], ids=["phone", "laptop"])
def visitor(request: pytest.FixtureRequest, browser: Browser, house_of_five: str) -> Iterator[Visitor]:
    size, locale, theme = request.param
    visitor = Visitor(browser, house_of_five, size=size, locale=locale, theme=theme).named("Ada")
    yield visitor
    complaints = visitor.complaints
    visitor.close()
    assert complaints == []


def play_to_the_end(page: Page) -> None:
    """Whatever the first button says, until there is a result."""
    for _ in range(2_000):
        if page.locator("#end-title").count():
            return
        button = page.locator(".choices .button:enabled").first
        if button.count():
            try:
                button.click(timeout=800)
            except Error:  # the last choice of the others may take the buttons away under the finger
                continue
        page.wait_for_timeout(25)
    raise AssertionError("the game did not end")


def test_a_fifth_game_is_played_from_the_door_to_its_replay(visitor: Visitor) -> None:
    page = visitor.go("/")
    card = page.locator(".game").filter(has_text="Candles")
    card.locator("button.main").click()
    page.wait_for_selector(".plain")
    expect(page.locator("h1")).to_contain_text("Candles")
    expect(page.locator(".plain .back").first).to_be_visible()  # the others' candles
    expect(page.locator(".choices .button:enabled").first).to_be_visible()
    expect(page.locator(".plain h2").first).to_be_in_viewport()
    expect(page.locator(".plain h2").first).to_have_text("Phase")  # what is being decided, before all else
    expect(page.locator(".plain dt").filter(has_text=re.compile(r"Ada \((you|toi)\)")).first).to_be_visible()
    assert (visitor.cut(), visitor.axe(), visitor.sideways()) == ([], [], 0)
    play_to_the_end(page)
    expect(page.locator(".scores li")).to_have_count(4)
    analysis = page.get_by_role("link", name=re.compile("Analys"))
    expect(analysis).to_have_count(0)  # nobody coaches it
    page.get_by_role("link", name=re.compile("Watch again|Revoir")).click()
    page.wait_for_selector(".plain")
    expect(page.locator("h1")).to_contain_text("Candles")
    expect(page.locator(".plain .back")).to_have_count(0)  # the game is over: all lies open
    more = page.get_by_role("button", name=re.compile("^(More|Plus)$"))
    if more.count():  # on a phone they are behind a button
        more.click()
    others = page.get_by_role("button", name=re.compile("Same deal|Même donne"))
    going_on = page.get_by_role("button", name=re.compile("Continue from here|Reprendre d.ici"))
    expect(others).to_have_count(1)
    expect(going_on).to_have_count(0)  # nobody can draw anew what chance has still to decide
    page = visitor.go("/record")
    expect(page.locator("section h2").first).to_have_text("Candles")
    expect(page.locator("h3").first).to_be_visible()
    expect(page.get_by_text(re.compile("coach", re.IGNORECASE))).to_have_count(0)
    assert (visitor.cut(), visitor.axe(), visitor.sideways()) == ([], [], 0)


def test_its_table_is_opened_by_its_own_options_and_its_rules_are_the_servers(visitor: Visitor) -> None:
    page = visitor.go("/open/candles")
    expect(page.get_by_text("Which light takes a gem")).to_be_visible()
    assert (visitor.cut(), visitor.axe(), visitor.sideways()) == ([], [], 0)
    page = visitor.go("/rules/candles")
    expect(page.locator("#CAN-2\\.1")).to_be_visible()


def test_whoever_is_invited_reads_its_title_and_sees_its_stone_whole(
    visitor: Visitor, browser: Browser, house_of_five: str
) -> None:
    table = visitor.open_table("candles", 3)
    guest = Visitor(browser, house_of_five, size="phone")
    page = guest.go(f"/t/{table['code']}")
    expect(page.locator("form h1")).to_have_text("Candles")
    frame, stone = (page.locator(where).bounding_box() for where in (".cover .scene", ".cover svg"))
    assert frame
    assert stone
    assert frame["y"] <= stone["y"]
    assert stone["y"] + stone["height"] <= frame["y"] + frame["height"]
    assert guest.complaints == []
    guest.close()


def test_the_television_shows_it_large_and_nothing_that_is_hidden(
    visitor: Visitor, browser: Browser, house_of_five: str
) -> None:
    table = visitor.open_table("candles", 3)
    visitor.page.locator(".start .main").click()
    visitor.page.locator(".choices .button:enabled").first.wait_for()
    screen = Visitor(browser, house_of_five, size="screen")
    page = screen.go(f"/t/{table['code']}/screen")
    expect(page.locator(".plain .back").first).to_be_visible()
    expect(page.locator(".plain .card:not(.back)")).to_have_count(0)  # no hand is anybody else's business
    large = page.locator(".plain dd").first.bounding_box()
    small = visitor.page.locator(".plain dd").first.bounding_box()
    assert large
    assert small
    assert large["height"] > 1.3 * small["height"]
    assert (screen.cut(), screen.axe(), screen.complaints) == ([], [], [])
    screen.close()


def test_a_table_whose_game_was_taken_away_says_so_in_the_readers_words(
    browser: Browser, tmp_path: Path
) -> None:
    port = free_port()
    with serving(port, tmp_path, games=FIFTH) as address:
        visitor = Visitor(browser, address, locale="fr-FR").named("Ada")
        table = visitor.open_table("candles", 2)
        visitor.page.locator(".start .main").click()
        visitor.play_out(table, 60)
        visitor.go("/")  # where no connection waits
    with serving(port, tmp_path):
        for page in (
            f"/t/{table['code']}",
            f"/t/{table['code']}/games/1",
            f"/t/{table['code']}/games/1/replay",
        ):
            visitor.go(page)
            expect(visitor.page.locator("h1")).to_have_text(words_of("fr")["table_unavailable"])
    visitor.close()


@pytest.mark.parametrize("path", ["/rules/nothing", "/open/nothing", "/daily/candles", "/learn/candles"])
def test_what_nobody_has_is_nowhere(visitor: Visitor, path: str) -> None:
    lost = [words_of(locale)["lost_title"] for locale in ("fr-FR", "en-GB")]
    visitor.pardon("status of 404")
    page = visitor.go(path)
    expect(page.get_by_text(re.compile("|".join(lost)))).to_be_visible()
