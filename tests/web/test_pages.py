"""Every page and phase: nothing for axe-core to find, nothing sideways, words in both languages."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Visit
from tests.web.diamant import play_to_the_end, start
from tests.web.house import Visitor


def door(ada: Visitor) -> None:
    ada.fetch("POST", "/api/tables", {"game": "diamant", "seats": 4, "public": True})
    ada.go("/").wait_for_selector(".game")


def settings(ada: Visitor) -> None:
    ada.go("/").locator("header button").last.click()
    ada.page.wait_for_selector("dialog[open]")


def finished_game(ada: Visitor) -> None:
    table = ada.open_table("diamant", 3, intermission_s=0)
    start(ada)
    ada.play_out(table, 60)
    ada.go("/").locator("a[href$='/games/1']").click()
    expect(ada.page.locator(".log li").first).to_be_visible()


def opening(ada: Visitor) -> None:
    ada.go("/open/diamant").wait_for_selector("form .big")


def lobby(ada: Visitor) -> None:
    ada.open_table("diamant", 4)
    ada.page.wait_for_selector(".start .main")


def playing(ada: Visitor) -> None:
    ada.open_table("diamant", 5, bot_pause_ms=60_000)
    start(ada)


def odds(ada: Visitor) -> None:
    playing(ada)
    ada.page.locator(".ask").click()


def ended(ada: Visitor) -> None:
    ada.open_table("diamant", 3)
    play_to_the_end(start(ada), leave_every=1)
    ada.page.locator("summary").click()


def rules(ada: Visitor) -> None:
    ada.go("/rules/diamant").wait_for_selector(".rule")


def rules_with_tables(ada: Visitor) -> None:
    ada.go("/rules/saboteur").wait_for_selector(".rules table")


def rules_of_the_castle(ada: Visitor) -> None:
    ada.go("/rules/labyrinth").wait_for_selector(".rule")


def rules_of_the_mine(ada: Visitor) -> None:
    ada.go("/rules/outofmine").wait_for_selector(".rule")


def learning(ada: Visitor) -> None:
    ada.go("/learn/diamant").wait_for_selector(".teacher")


def nowhere(ada: Visitor) -> None:
    ada.go("/nowhere").wait_for_selector(".lost")


def television(ada: Visitor) -> None:
    table = ada.open_table("diamant", 4, bot_pause_ms=60_000)
    start(ada)
    ada.go(f"/t/{table['code']}/screen").wait_for_selector("[data-phase=choosing]")


STATES = (
    door,
    settings,
    finished_game,
    opening,
    lobby,
    playing,
    odds,
    ended,
    rules,
    rules_with_tables,
    rules_of_the_castle,
    rules_of_the_mine,
    learning,
    nowhere,
    television,
)


@pytest.mark.parametrize("reach", STATES, ids=lambda state: state.__name__)
@pytest.mark.parametrize(
    ("size", "theme", "locale"), [("phone", "dark", "fr-FR"), ("laptop", "light", "en-GB")]
)
def test_axe_finds_nothing_and_nothing_scrolls_sideways(
    visit: Visit, reach: Callable[[Visitor], None], size: str, theme: str, locale: str
) -> None:
    ada = visit(size=size, theme=theme, locale=locale).named("Ada")
    reach(ada)
    assert ada.axe() == []
    if reach is not television:
        assert ada.sideways() == 0


@pytest.mark.parametrize("tab", range(4))
def test_axe_finds_nothing_in_the_sheets_of_a_phone(visit: Visit, tab: int) -> None:
    ada = visit(size="phone").named("Ada")
    playing(ada)
    ada.page.get_by_role("button", name="Menu").click()
    ada.page.get_by_role("tab").nth(tab).click()
    assert ada.axe() == []


def test_the_language_is_the_browsers_and_can_be_changed(visit: Visit) -> None:
    page = visit(locale="fr-CA").go("/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Quatre trésors sous la montagne")
    page.get_by_role("button", name="English").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Four treasures under the mountain")
    assert page.locator("html").get_attribute("lang") == "en"
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Four treasures under the mountain")


def test_whoever_gives_no_name_after_all_is_back_where_they_were(visit: Visit) -> None:
    page = visit().go("/open/diamant")
    opens = page.get_by_role("button", name="Open a table")
    opens.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_label("Your name")).to_be_focused()
    page.keyboard.press("Escape")
    expect(opens).to_be_focused()


def test_a_link_shows_whose_table_it_is_and_asks_for_a_name_once(visit: Visit) -> None:
    ada = visit().named("Ada")
    table = ada.open_table("diamant", 4)
    bruno = visit(size="phone")
    page = bruno.go(f"/t/{table['code']}")
    expect(page.get_by_role("heading", level=1)).to_have_text("Diamant")
    expect(page.get_by_text("Ada invites you to this table.")).to_be_visible()
    expect(page.get_by_text("At the table: Ada. 3 seats are free.")).to_be_visible()
    expect(page.locator("dialog[open]")).to_have_count(0)
    assert bruno.axe() == []
    page.get_by_label("Your name").fill("Bruno")
    page.get_by_role("button", name="Sit down").click()
    expect(page.get_by_text("Bruno (you)")).to_be_visible()
    expect(ada.page.get_by_text("Bruno", exact=True)).to_be_visible()
    page.reload()
    expect(page.get_by_text("Bruno (you)")).to_be_visible()
    expect(page.get_by_label("Your name")).to_have_count(0)


def test_who_played_alone_under_no_name_is_asked_for_one_before_joining_others(visit: Visit) -> None:
    table = visit().named("Ada").open_table("diamant", 4)
    page = visit().go("/")
    page.get_by_role("button", name=re.compile("Play now ?: Diamant")).click()
    expect(page.locator("[data-phase]")).to_be_visible()
    page.reload()
    expect(page.locator("[data-phase]")).to_be_visible()
    page.goto(page.url.rpartition("/")[0] + f"/{table['code']}")
    page.get_by_label("Your name").fill("Bruno")
    page.get_by_role("button", name="Sit down").click()
    expect(page.get_by_text("Bruno (you)")).to_be_visible()


def test_a_seat_moves_to_another_device_and_the_secret_stays_in_no_address(visit: Visit) -> None:
    ada = visit().named("Ada")
    table = ada.open_table("diamant", 3, bot_pause_ms=60_000)
    start(ada)
    link = ada.fetch("POST", f"/api/tables/{table['id']}/seat-links", {})
    other = visit(size="phone").named("Ada too")
    other.go(link["path"])
    expect(other.page.locator(".choice:enabled")).to_have_count(2)
    assert "#" not in other.page.url
    expect(ada.page.locator(".choice")).to_have_count(0)


def test_people_talk_and_phrases_are_read_in_ones_own_language(visit: Visit) -> None:
    ada, bruno = visit().named("Ada"), visit(locale="fr-FR").named("Bruno")
    table = ada.open_table("diamant", 3)
    bruno.go(f"/t/{table['code']}")
    ada.page.get_by_role("button", name="Good luck!").click()
    expect(bruno.page.locator(".bubble")).to_contain_text("Bonne chance")
    bruno.page.get_by_label("Dis quelque chose").fill("<b>salut</b>")
    bruno.page.keyboard.press("Enter")
    expect(ada.page.locator(".bubble").last).to_contain_text("<b>salut</b>")


def test_the_first_load_is_small(visit: Visit) -> None:
    """Script and style of the door with its four pictures, as a browser without a cache gets them."""
    ada = visit()
    page = ada.go("/")
    expect(page.locator(".game .scene")).to_have_count(4)
    page.wait_for_load_state("networkidle")
    sizes = page.evaluate(
        "performance.getEntriesByType('resource')"
        ".filter(({ name }) => /\\.(js|css)$/.test(name)).map(({ encodedBodySize }) => encodedBodySize)"
    )
    assert 0 < sum(sizes) < 200_000
