"""Whole games of Le Labyrinthe Secret, its duels, onlookers, lesson and rules, in a real browser."""

import subprocess

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Visit
from tests.web.contests import Seated, to_a_challenge
from tests.web.fingers import middle_of
from tests.web.house import ROOT
from tests.web.labyrinth import TURNS, Hand, is_over, opened, play_to_the_end


def test_the_plan_of_the_castle_is_the_laws_own() -> None:
    subprocess.run([str(ROOT / "scripts" / "web-castle"), "--check"], check=True)


@pytest.mark.parametrize("size", ["phone", pytest.param("laptop", marks=pytest.mark.slow)])
def test_a_whole_game_with_bots_and_nothing_for_axe_in_any_phase(visit: Visit, size: str) -> None:
    ada = visit(size=size, theme="light" if size == "phone" else "dark").named("Ada")
    page = opened(ada)
    found: dict[str, list[str]] = {}

    def look(phase: str) -> None:
        found[phase] = ada.axe()

    met = play_to_the_end(Hand(page, touch=size == "phone"), on=look)
    assert {"turning", "moving"} <= met
    assert {phase: lines for phase, lines in found.items() if lines} == {}
    expect(page.locator("#end-title")).to_be_visible()
    expect(page.locator(".scores li")).to_have_count(3)
    assert ada.axe() == []
    assert ada.sideways() == 0


def test_a_duel_takes_the_stage_and_hides_what_is_chosen(visit: Visit) -> None:
    """LAB-5.3: two people; the one who has chosen may change, the other sees only that it is done."""
    ada, bruno = visit().named("Ada"), visit(size="phone").named("Bruno")
    table = ada.open_table("labyrinth", 2, options={"turn_limit": 200})
    bruno.go(f"/t/{table['code']}")
    expect(ada.page.get_by_text("Bruno", exact=True)).to_be_visible()
    ada.page.locator(".start .main").click()
    for page in (ada.page, bruno.page):
        page.wait_for_selector("[data-phase=turning]")
    challenger, _ = to_a_challenge(Seated(ada, table), Seated(bruno, table))
    challenger.visitor.page.locator("[data-challenge]").click()
    for page in (ada.page, bruno.page):
        expect(page.locator("section.duel")).to_be_visible()
    assert ada.axe() == []
    assert bruno.axe() == []
    ada.page.locator("[data-throw=stone]").click()
    expect(ada.page.locator("[data-throw=stone]")).to_have_attribute("aria-pressed", "true")
    expect(bruno.page.locator("section.duel")).to_contain_text("has chosen")
    assert "Stone" not in bruno.page.locator("section.duel").inner_text()
    ada.page.locator("[data-throw=paper]").click()
    expect(ada.page.locator("[data-throw=paper]")).to_have_attribute("aria-pressed", "true")
    bruno.page.locator("[data-throw=stone]").tap()
    ada.page.wait_for_selector("[data-phase=placing]")
    expect(ada.page.locator("[data-square]")).to_have_count(101)
    ada.page.locator("[data-square]").first.focus()
    ada.page.keyboard.press("Enter")
    ada.page.wait_for_function("() => document.querySelector('[data-phase]').dataset.phase !== 'placing'")


FARTHER_ON = """() => {
    const at = document.activeElement
    const offered = document.querySelector('.mine .offer')
    const elsewhere = !document.querySelector('.mine, .squares')?.contains(at)
    return elsewhere || (!!offered && !at.matches('.offer .main'))
}"""
"""Whether the focus has to go on: to the buttons, or in a swap or a challenge to the one that makes it. Enter
on the animal would close the swap and open it again for ever, on a stake it would choose that for ever."""


def test_a_whole_game_by_keyboard_alone(visit: Visit) -> None:
    ada = visit().named("Ada")
    page = opened(ada, seats=2, turns=6)
    ada.watch_focus()
    for turn in range(2_000):
        if is_over(page):
            break
        if page.locator("[data-turn]").count():
            page.keyboard.press(str(turn % 3 + 1))
            page.keyboard.press("Enter")
        elif page.locator(".mine button:enabled").count():
            page.keyboard.press("Tab" if page.evaluate(FARTHER_ON) else "Enter")
        page.wait_for_timeout(60)
    expect(page.locator("#end-title")).to_be_focused()
    assert ada.lost_focus() == []


def test_a_spectator_and_the_television_see_counts_and_no_cards(visit: Visit) -> None:
    ada = visit().named("Ada")
    table = ada.open_table("labyrinth", 3, options={"turn_limit": TURNS}, bot_pause_ms=60_000)
    ada.page.locator(".start .main").click()
    ada.page.wait_for_selector("[data-phase=turning]")
    wanda = visit().named("Wanda")
    page = wanda.go(f"/t/{table['code']}")
    page.wait_for_selector("[data-phase=turning]")
    assert page.locator("[data-confirm], [data-square]").count() == 0
    screen = visit(size="screen")
    screen.go(f"/t/{table['code']}/screen").wait_for_selector("[data-phase=turning]")
    expect(screen.page.locator(".sought b")).to_be_visible()
    assert screen.sideways() == 0


def test_the_lesson_asks_for_each_kind_of_move(visit: Visit) -> None:
    ada = visit(size="phone", locale="fr-FR", pace="calm").named("Ada")
    page = ada.go("/learn/labyrinth")
    page.wait_for_selector("[data-step='0']")
    forward = page.locator(".teacher .main")

    def step(number: int) -> None:
        forward.click()
        page.wait_for_selector(f"[data-step='{number}']")

    step(1)
    page.locator("[data-turn='centre+']").tap()
    page.locator("[data-confirm]").tap()
    expect(page.locator(".wrong")).to_be_visible()
    for number, ring in ((2, "outer"), (3, "inner")):
        page.locator(f"[data-turn='{ring}+']").tap()
        page.locator("[data-confirm]").tap()
        step(number)
    page.touchscreen.tap(*middle_of(page.locator("[data-square][aria-label*='Flûtiste']")))
    page.locator("[data-go]").tap()
    step(4)
    page.locator("[data-fetch]").tap()
    step(5)
    page.get_by_role("button", name="Le dé").tap()
    page.locator("[data-challenge]").tap()
    step(6)
    page.locator("[data-throw=stone]").tap()
    expect(page.locator("section.duel")).to_contain_text("Pierre contre ciseaux")
    expect(page.locator("section.duel")).to_contain_text("Tu gagnes le duel")
    expect(page.locator("section.duel")).to_contain_text("Bruno te donne 2 trésors (la couronne et la harpe)")
    step(7)
    page.touchscreen.tap(*middle_of(page.locator("[data-square]").nth(50)))
    page.locator("[data-go]").tap()
    step(8)
    page.get_by_role("button", name="Jouer le dragon").tap()
    page.get_by_role("button", name="un gnome").tap()
    page.locator("[data-swap]").tap()
    expect(page.locator("section.duel")).to_contain_text("tu prends le gobelet et la lampe à Ada")
    step(9)
    page.touchscreen.tap(*middle_of(page.locator("[data-square][aria-label*='Miroir']")))
    expect(page.locator("[data-go]")).to_have_text(
        "Y aller\N{NO-BREAK SPACE}: duel avec Bruno pour le miroir"
    )
    page.locator("[data-go]").tap()
    step(10)
    page.locator("[data-throw=paper]").tap()
    step(11)
    assert ada.axe() == []
    assert ada.sideways() == 0


def test_the_rules_are_illustrated_in_both_languages(visit: Visit) -> None:
    for locale, word in (("fr-FR", "Couronne"), ("en-GB", "Crown")):
        visitor = visit(size="phone", locale=locale)
        page = visitor.go("/rules/labyrinth#LAB-5.3")
        expect(page.get_by_text(word, exact=True)).to_be_visible()
        expect(page.locator("figure")).to_have_count(8)
        assert visitor.axe() == []
        assert visitor.sideways() == 0
