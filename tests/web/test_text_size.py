"""Text at twice its size, on every page and in the middle of every game: nothing cut, nothing sideways."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Visit
from tests.web.house import Visitor
from tests.web.outofmine import COUNTDOWN_MS
from tests.web.test_pages import (
    ended,
    learning,
    lobby,
    nowhere,
    opening,
    playing,
    rules_with_tables,
    settings,
)

LONG = "Maximiliane-Bérénice XIV"
"""As long as a name may be."""


def door(ada: Visitor) -> None:
    ada.go("/").wait_for_selector(".scene")


def panels(ada: Visitor) -> None:
    playing(ada)
    menu = ada.page.get_by_role("button", name=re.compile("^(Chat|Messages)$"))
    if menu.count():
        menu.click()
    ada.page.get_by_role("tab").last.click()


def middle(game: str, seats: int, decisions: int, **wishes: object) -> Callable[[Visitor], None]:
    def reach(ada: Visitor) -> None:
        table = ada.open_table(game, seats, **wishes)
        ada.page.locator(".start .main").click()
        ada.page.wait_for_selector(".shell")
        ada.play_on(table, decisions)
        ada.page.wait_for_selector(".shell[data-settled=true]")

    reach.__name__ = game
    return reach


def galleries(ada: Visitor) -> None:
    ada.open_table("outofmine", 3, bot_pause_ms=60_000)
    ada.page.locator(".start .main").click()
    ada.page.wait_for_selector("[data-phase=choosing]")


PAGES = (door, settings, opening, lobby, playing, panels, ended, rules_with_tables, learning, nowhere)
# Bots without a pause would fill their galleries, round after round, before anybody else has laid a tile.
DIGGING = middle("outofmine", 3, 5, bot_pause_ms=300, countdown_ms=COUNTDOWN_MS)
GAMES = (middle("saboteur", 5, 4), middle("labyrinth", 3, 5), DIGGING, galleries)
_LAID_OUT = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
LOOKS = pytest.mark.parametrize(("size", "locale"), [("phone", "fr-FR"), ("laptop", "en-GB")])


def faults(ada: Visitor) -> list[str]:
    ada.page.evaluate("document.documentElement.style.fontSize = '200%'")
    ada.page.evaluate(_LAID_OUT)
    return ada.cut() + ([f"{ada.sideways()} px sideways"] if ada.sideways() else [])


@LOOKS
def test_no_page_cuts_text_at_twice_its_size(visit: Visit, size: str, locale: str) -> None:
    ada = visit(size=size, locale=locale).named(LONG)
    found: dict[str, list[str]] = {}
    for reach in PAGES:
        reach(ada)
        found[reach.__name__] = faults(ada)
    assert {page: some for page, some in found.items() if some} == {}


@pytest.mark.parametrize("reach", GAMES, ids=lambda state: state.__name__)
@pytest.mark.parametrize(
    ("size", "locale"), [("phone", "fr-FR"), pytest.param("laptop", "en-GB", marks=pytest.mark.slow)]
)
def test_no_game_cuts_text_at_twice_its_size(
    visit: Visit, reach: Callable[[Visitor], None], size: str, locale: str
) -> None:
    ada = visit(size=size, locale=locale).named(LONG)
    reach(ada)
    assert faults(ada) == []


def test_the_choices_stay_within_reach_and_the_board_in_sight(visit: Visit) -> None:
    ada = visit(size="phone").named("Ada")
    playing(ada)
    ada.page.evaluate("document.documentElement.style.fontSize = '200%'")
    for choice in ("go_on", "leave"):
        button = ada.page.locator(f".choice.{choice}")
        button.scroll_into_view_if_needed()
        expect(button).to_be_in_viewport(ratio=0.95)
    assert ada.page.locator(".board").evaluate("board => board.clientHeight") >= 230


def test_cut_words_would_be_found(visit: Visit) -> None:
    ada = visit().named("Ada")
    door(ada)
    assert ada.cut() == []
    ada.page.locator(".game h3").first.evaluate(
        "title => Object.assign(title.style, { marginLeft: '92%', whiteSpace: 'nowrap' })"
    )
    assert ada.cut() == ["Saboteur"]


@pytest.mark.parametrize(
    ("game", "seats"), [("saboteur", 10), ("diamant", 8), ("labyrinth", 4), ("outofmine", 4)]
)
def test_everybody_has_a_place_on_the_television(visit: Visit, game: str, seats: int) -> None:
    ada = visit().named(LONG)
    table = ada.open_table(game, seats, bot_pause_ms=60_000)
    ada.page.locator(".start .main").click()
    ada.page.wait_for_selector(".shell")
    screen = visit(size="screen", locale="fr-FR")
    screen.go(f"/t/{table['code']}/screen").wait_for_selector("[data-phase]")
    rows = screen.page.locator(".others li")
    expect(rows).to_have_count(seats)
    for width, height in ((1920, 1080), (1280, 720)):
        screen.page.set_viewport_size({"width": width, "height": height})
        for row in rows.all():
            expect(row).to_be_in_viewport(ratio=0.99)
        assert screen.cut() == []
        sizes = screen.page.locator(".others .name").evaluate_all(
            "names => names.map((name) => name.getBoundingClientRect().height)"
        )
        assert min(sizes) >= height / 1080 * 28, "read from three metres"
