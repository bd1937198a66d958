"""Le Labyrinthe Secret by clicking, by fingers and by keys, in a real browser against a real server."""

import contextlib
import random
import subprocess
from collections.abc import Callable
from math import cos, radians, sin

import pytest
from playwright.sync_api import Error, Page, expect

from tests.web.conftest import Visit
from tests.web.fingers import drawn, fingers, middle_of, pinched
from tests.web.hints import switch_on
from tests.web.house import ROOT, Visitor

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

    def __init__(self, page: Page, seed: int = 1, *, touch: bool = False) -> None:
        self.page = page
        self.chance = random.Random(seed)
        self.touch = touch

    def press(self, selector: str) -> bool:
        found = self.page.locator(selector)
        count = found.count()
        if not count:
            return False
        one = found.nth(self.chance.randrange(count))
        if self.touch:
            one.tap(timeout=900)
        else:
            one.click(timeout=900)
        return True

    def turn(self) -> bool:
        confirm = self.page.locator("[data-confirm]")
        if confirm.get_attribute("aria-disabled", timeout=900) == "true":
            self.press("[data-turn]:enabled")
        return self.press("[data-confirm][aria-disabled=false]")

    def walk(self) -> bool:
        beside = self.page.locator("[data-square][aria-label*='with ']")
        squares = beside if beside.count() else self.page.locator("[data-square]")
        count = squares.count()
        if not count:
            return self.press("[data-stay]")
        chosen = squares.nth(self.chance.randrange(count)).get_attribute("data-square", timeout=900)
        square = f"[data-square='{chosen}']"
        # Close squares overlap at the edges, where the nearest is meant; a key has no such doubt.
        self.page.locator(square).focus(timeout=900)
        self.page.keyboard.press("Enter")
        return True

    def act(self) -> bool:
        try:
            if self.page.locator("[data-confirm]").count():
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


def test_the_plan_of_the_castle_is_the_laws_own() -> None:
    subprocess.run([str(ROOT / "scripts" / "web-castle"), "--check"], check=True)


def test_a_zone_is_tried_on_put_back_and_turned_for_good(visit: Visit) -> None:
    """LAB-3.1: what it gives is drawn first; one gesture makes it stand."""
    page = opened(visit().named("Ada"), bot_pause_ms=60_000)
    confirm = page.locator("[data-confirm]")
    expect(confirm).to_have_attribute("aria-disabled", "true")
    before = page.locator(".shell").get_attribute("data-sequence")
    page.locator("[data-turn='outer+']").click()
    expect(confirm).to_have_attribute("aria-disabled", "false")
    page.get_by_role("button", name="Put back").click()
    expect(confirm).to_have_attribute("aria-disabled", "true")
    assert page.locator(".shell").get_attribute("data-sequence") == before
    page.locator("[data-turn='inner+']").click()
    confirm.click()
    expect(page.locator(".sentence")).to_contain_text("One more change")
    page.locator("[data-turn='centre-']").click()
    page.locator("[data-turn='centre-']").click()
    confirm.click()
    page.wait_for_selector("[data-phase=moving]")
    expect(page.locator("[data-stay]")).to_be_visible()


@pytest.mark.parametrize("size", ["phone", "laptop"])
def test_a_zone_follows_finger_or_mouse_into_its_next_notch(visit: Visit, size: str) -> None:
    """LAB-3.1: what the drag gives is drawn, and waits for the word."""
    page = opened(visit(size=size, motion="no-preference", pace="calm").named("Ada"), bot_pause_ms=60_000)
    box = page.locator("div.field").bounding_box()
    assert box
    reach = min(box["width"], box["height"]) / 2 * 392 / 566
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    way = [
        (middle[0] + reach * sin(radians(angle)), middle[1] - reach * cos(radians(angle)))
        for angle in (0, 9, 18, 27, 33)
    ]
    if size == "phone":
        drawn(page, *way)
    else:
        page.mouse.move(*way[0])
        page.mouse.down()
        for point in way[1:]:
            page.mouse.move(*point)
        page.mouse.up()
    expect(page.locator("[data-confirm]")).to_have_attribute("aria-disabled", "false")
    page.locator("[data-confirm]").click()
    expect(page.locator(".sentence")).to_contain_text("One more change")


def to_the_walk(page: Page, *, touch: bool) -> None:
    """Both changes, whatever they are: now it is time to walk."""
    hand = Hand(page, touch=touch)
    for _ in range(2):
        page.wait_for_selector("[data-confirm]")
        sequence = page.locator(".shell").get_attribute("data-sequence")
        assert hand.turn()
        page.wait_for_function(
            "was => document.querySelector('.shell').dataset.sequence !== was", arg=sequence
        )
    page.wait_for_selector("[data-phase=moving]")


def walked(page: Page) -> None:
    page.wait_for_function("() => document.querySelector('[data-phase]').dataset.phase !== 'moving'")


def test_a_finger_aims_through_a_lens_and_confirms_with_a_second_touch(visit: Visit) -> None:
    """The nearest square is meant, sliding changes it, and nothing goes by itself."""
    ada = visit(size="phone").named("Ada")
    page = opened(ada, bot_pause_ms=60_000)
    assert ada.sideways() == 0
    to_the_walk(page, touch=True)
    squares = page.locator("[data-square]")
    first, last = squares.first, squares.last
    with fingers(page) as hand:
        hand.down(middle_of(first))
        expect(page.locator(".lens")).to_be_visible()
        expect(first).to_have_attribute("aria-pressed", "true")
        hand.slide(middle_of(last))
        expect(last).to_have_attribute("aria-pressed", "true")
        expect(page.locator(".way")).not_to_have_count(0)
        hand.up()
    expect(page.locator(".lens")).to_have_count(0)
    expect(page.locator("[data-phase=moving]")).to_have_count(1)
    confirm = page.locator("[data-confirm-square]")
    box = confirm.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    assert ada.axe() == []
    confirm.tap()
    walked(page)


def test_a_second_tap_on_the_chosen_square_goes_there_too(visit: Visit) -> None:
    page = opened(visit(size="phone").named("Ada"), bot_pause_ms=60_000)
    to_the_walk(page, touch=True)
    square = page.locator("[data-square]").first
    page.touchscreen.tap(*middle_of(square))
    expect(square).to_have_attribute("aria-pressed", "true")
    expect(page.locator("[data-phase=moving]")).to_have_count(1)
    page.touchscreen.tap(*middle_of(square))
    walked(page)


def test_two_fingers_zoom_the_castle_and_give_up_aiming(visit: Visit) -> None:
    page = opened(visit(size="phone").named("Ada"), bot_pause_ms=60_000)
    to_the_walk(page, touch=True)
    world = page.locator(".labyrinth .field .world").first
    whole = world.get_attribute("style")
    pinched(page, middle_of(page.locator("div.field")), (60, 160))
    expect(world).not_to_have_attribute("style", whole or "")
    expect(page.locator("[data-square][aria-pressed=true], .lens")).to_have_count(0)
    page.get_by_role("button", name="The whole castle").tap()
    expect(world).to_have_attribute("style", whole or "")


def test_the_mouse_shows_the_way_and_one_click_goes(visit: Visit) -> None:
    page = opened(visit().named("Ada"), bot_pause_ms=60_000)
    to_the_walk(page, touch=False)
    square = page.locator("[data-square]").last
    page.mouse.move(*middle_of(square))
    expect(square).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".way")).not_to_have_count(0)
    page.mouse.click(*middle_of(square))
    walked(page)


def test_a_turn_by_hints_alone(visit: Visit) -> None:
    """Each ring, square and button glows in its turn, and a sentence says why."""
    page = opened(visit().named("Ada"), seats=2)
    switch_on(page)
    told: set[str] = set()
    for _ in range(2_000):
        if is_over(page) or len(told) >= 4:
            break
        if not page.locator(".shell.mine").count() or not page.locator(".told").count():
            page.wait_for_timeout(30)
            continue
        with contextlib.suppress(Error):  # the table went on under the pointer
            told.add(page.locator(".told").inner_text(timeout=900))
            _do_what_glows(page)
    assert len(told) >= 4


def test_on_one_device_a_hint_is_for_whoever_holds_it(visit: Visit) -> None:
    """Never for whom the browser's cookie knows: that would tell one player what another one sees."""
    page = visit().named("Ada").go("/open/labyrinth")
    page.get_by_label("All on this device").check()
    page.get_by_label("Player 2").fill("Bruno")
    page.locator("form .big").click()
    page.get_by_role("button", name="I am Ada").click()
    switch_on(page)
    while not page.get_by_role("button", name="I am Bruno").count():
        with contextlib.suppress(Error):
            _do_what_glows(page)
        page.wait_for_timeout(30)
    page.get_by_role("button", name="I am Bruno").click()
    expect(page.locator(".told")).to_be_visible(timeout=30_000)
    expect(page.locator("[data-turn].advised, [data-confirm].advised")).to_have_count(1)


def _do_what_glows(page: Page) -> None:
    glows = page.locator(".mine .advised:enabled")
    if page.locator("path.advice").count():
        page.mouse.click(*middle_of(page.locator("[data-square][tabindex='0']")))
        page.locator("path.advice").wait_for(state="detached", timeout=900)
    elif glows.count():
        glows.first.click(timeout=900)


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
    hands = (Hand(ada.page, 3), Hand(bruno.page, 5, touch=True))
    for _ in range(1_500):
        if phase(ada.page) == "duel" and phase(bruno.page) == "duel":
            break
        for hand in hands:
            if phase(hand.page) != "duel":
                hand.act()
        ada.page.wait_for_timeout(20)
    expect(ada.page.locator("section.duel")).to_be_visible()
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


def test_a_turn_by_keyboard_alone(visit: Visit) -> None:
    """Choose a ring, turn it, confirm; walk over the squares with arrows; the focus is never lost."""
    page = opened(visit().named("Ada"), bot_pause_ms=60_000)
    page.keyboard.press("3")
    expect(page.locator("[data-confirm]")).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(".sentence")).to_contain_text("One more change")
    page.keyboard.press("1")
    page.keyboard.press("Escape")
    expect(page.locator("[data-confirm]")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-phase=moving]")
    expect(page.locator(".mine button:focus")).to_have_count(1)
    page.locator("[data-go]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-square]:focus")).to_have_count(1)
    for key in ("ArrowLeft", "ArrowDown", "ArrowRight", "ArrowUp"):
        page.keyboard.press(key)
        expect(page.locator("[data-square]:focus[aria-pressed=true]")).to_have_count(1)
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('[data-phase]').dataset.phase !== 'moving'")


def test_a_whole_game_by_keyboard_alone(visit: Visit) -> None:
    page = opened(visit().named("Ada"), seats=2, turns=6)
    for turn in range(2_000):
        if is_over(page):
            break
        if page.locator("[data-confirm]").count():
            page.keyboard.press(str(turn % 3 + 1))
            page.keyboard.press("Enter")
        elif page.locator(".mine button:enabled").count():
            if not page.evaluate(
                "document.querySelector('.mine, .squares')?.contains(document.activeElement)"
            ):
                page.keyboard.press("Tab")
            else:
                page.keyboard.press("Enter")
        page.wait_for_timeout(60)
    expect(page.locator("#end-title")).to_be_focused()


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
    ada = visit(size="phone", locale="fr-FR").named("Ada")
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
    step(7)
    page.touchscreen.tap(*middle_of(page.locator("[data-square]").nth(50)))
    page.locator("[data-go]").tap()
    step(8)
    page.get_by_role("button", name="Jouer le dragon").tap()
    page.get_by_role("button", name="un gnome").tap()
    page.locator("[data-swap]").tap()
    step(9)
    assert ada.axe() == []
    assert ada.sideways() == 0


def test_the_rules_are_illustrated_in_both_languages(visit: Visit) -> None:
    for locale, word in (("fr-FR", "Couronne"), ("en-GB", "Crown")):
        visitor = visit(size="phone", locale=locale)
        page = visitor.go("/rules/labyrinth#LAB-5.3")
        expect(page.get_by_text(word, exact=True)).to_be_visible()
        expect(page.locator("figure")).to_have_count(5)
        assert visitor.axe() == []
        assert visitor.sideways() == 0
