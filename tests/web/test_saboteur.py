"""Saboteur by clicking, tapping, dragging and typing, in a real browser against a real server."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Visit
from tests.web.fingers import drawn, fingers, middle_of, pinched
from tests.web.hints import advised, switch_off, switch_on
from tests.web.house import Visitor
from tests.web.saboteur import (
    Press,
    asked,
    click,
    expect_result,
    go_on,
    hand,
    has_a_choice_of_gold,
    lay_at,
    move,
    phase,
    play_to_the_end,
    sequence,
    start,
    tap,
    understood,
    wait_beyond,
)

PATH = re.compile("x?[NESW]+")


def test_one_click_from_the_door_to_the_first_card(visit: Visit) -> None:
    page = visit(size="phone", locale="fr-FR").go("/")
    page.locator(".game").filter(has_text="Saboteur").get_by_role("button", name="Jouer").click()
    page.wait_for_selector("[data-phase=digging]")
    expect(page.locator(".scene.role")).to_contain_text("Tu es")
    expect(hand(page)).to_have_count(6)
    expect(page.locator(".sentence")).to_contain_text("À toi")
    cards = [box.bounding_box() for box in page.locator(".world .tile").all()]
    assert len(cards) == 4
    assert all(box is not None and box["width"] > 36 and 0 <= box["x"] < 390 - box["width"] for box in cards)


@pytest.mark.parametrize(
    ("size", "press"), [("phone", tap), pytest.param("laptop", click, marks=pytest.mark.slow)]
)
def test_a_whole_game_with_bots(visit: Visit, size: str, press: Press) -> None:
    ada = visit(size=size, theme="light").named("Ada")
    ada.open_table("saboteur", 8)
    page = start(ada)
    assert ada.sideways() == 0
    play_to_the_end(page, press)
    assert ada.sideways() == 0
    expect_result(page, 8)
    assert ada.axe() == []


def test_two_people_see_their_own_cards_and_a_spectator_none(visit: Visit) -> None:
    ada, bruno = visit().named("Ada"), visit(size="phone").named("Bruno")
    table = ada.open_table("saboteur", 3)
    bruno.go(f"/t/{table['code']}")
    expect(ada.page.get_by_text("Bruno", exact=True)).to_be_visible()
    page = start(ada)
    bruno.page.wait_for_selector("[data-phase=digging]")
    watcher = visit().named("Wanda")
    watcher.go(f"/t/{table['code']}").wait_for_selector("[data-phase=digging]")
    for _ in range(3):
        for one, press in ((page, click), (bruno.page, tap)):
            assert asked(one)
            move(one, press)
    assert watcher.page.locator(".hand, .controls").count() == 0
    assert watcher.page.get_by_text("Your role").count() == 0
    for one in (page, bruno.page):
        expect(one.locator(".controls .side button")).to_have_accessible_name(re.compile("Your role"))
    tiles = ".world .tile[data-tile]"
    assert asked(page)  # the bot has played too, and now nobody moves before Ada does
    expect(watcher.page.locator(tiles)).to_have_count(page.locator(tiles).count())


def test_the_end_of_a_round_holds_the_stage_until_all_go_on(visit: Visit) -> None:
    """On phones, laptops and the television, and after a reload; nothing of the next round lies behind it."""
    ada, bruno, screen = visit().named("Ada"), visit(size="phone").named("Bruno"), visit(size="screen")
    table = ada.open_table("saboteur", 3, intermission_s=600)
    bruno.go(f"/t/{table['code']}")
    expect(ada.page.get_by_text("Bruno", exact=True)).to_be_visible()
    page = start(ada)
    screen.go(f"/t/{table['code']}/screen").wait_for_selector("[data-phase=digging]")
    bruno.page.wait_for_selector("[data-phase=digging]")
    for _ in range(400):
        if all(go_on(one.page).count() for one in (ada, bruno)):
            break
        for one in (ada, bruno):
            one.take_advice(table)
    for one in (ada, bruno):
        expect(go_on(one.page)).to_be_visible()
        expect(one.page.locator(".result .said")).to_have_text(VERDICT)
        expect(one.page.locator(".result .role")).to_have_text([re.compile("Digger|Saboteur")] * 4)
        expect(one.page.locator(".scene")).to_have_count(0)
        expect(one.page.locator(".top")).to_contain_text("Round 1/3")
        expect(one.page.locator(".world .tile.treasure")).to_have_count(1)
        assert one.axe() == []
        assert one.sideways() == 0
    expect(screen.page.locator(".result")).to_contain_text("Waiting for Ada and Bruno.")
    go_on(page).click()
    expect(page.locator(".result .on")).to_contain_text("Waiting for Bruno.")
    page.reload()
    expect(page.locator(".result .said")).to_have_text(VERDICT)
    expect(page.locator(".result .on")).to_contain_text("Waiting for Bruno.")
    go_on(bruno.page).tap()
    for one in (ada, bruno):
        expect(one.page.locator(".top")).to_contain_text("Round 2/3")
        expect(one.page.locator(".result")).to_have_count(0)
    expect(bruno.page.locator(".scene.role")).to_contain_text(HOW_MANY)


HOW_MANY = re.compile("there is one saboteur, or none|There is no other one")
"""To a digger, and to the saboteur, of three players."""
VERDICT = re.compile("You got away|fooled you all|You found it|They got through|not one saboteur")


def test_a_whole_game_by_keyboard_alone(visit: Visit) -> None:
    """A number takes a card in hand, arrows go from place to place, Enter plays; focus is never lost."""
    ada = visit().named("Ada")
    ada.open_table("saboteur", 10)
    page = start(ada)
    hand(page).first.focus()
    ada.watch_focus()
    for _ in range(60):
        if not asked(page):
            break
        before = sequence(page)
        _by_keys(page)
        wait_beyond(page, before)
    expect_result(page, 10)
    assert ada.lost_focus() == []


def _by_keys(page: Page) -> None:
    if phase(page) == "sharing":
        if has_a_choice_of_gold(page):
            page.locator("button[data-nuggets]").first.focus()
            page.keyboard.press("Enter")
        return
    count = hand(page).count()
    if count == 0:
        page.locator(".buttons").get_by_role("button", name="Pass").focus()
        page.keyboard.press("Enter")
        return
    for index in range(count):
        page.keyboard.press(str(index + 1))
        if page.locator("[data-place]:focus").count():
            page.keyboard.press("ArrowRight")
            expect(page.locator("[data-place]:focus")).to_have_count(1)
            page.keyboard.press("Enter")
            return
        if page.locator(".tray button:focus").count():
            page.keyboard.press("Enter")
            return
    page.locator(".buttons").get_by_role("button", name="Discard").focus()
    page.keyboard.press("Enter")


def test_a_card_is_dragged_to_its_place_and_another_to_the_discards(visit: Visit) -> None:
    ada = visit().named("Ada")
    table = with_a_path(ada)
    page = ada.page
    understood(page)
    before = sequence(page)
    for index in range(hand(page).count()):
        hand(page).nth(index).click()
        places = page.locator("[data-place]")
        if places.count() and PATH.fullmatch(hand(page).nth(index).get_attribute("data-card") or ""):
            where = places.first.get_attribute("data-place")
            box = places.first.bounding_box()
            page.keyboard.press("Escape")
            card = hand(page).nth(index).bounding_box()
            assert box is not None
            assert card is not None
            page.mouse.move(card["x"] + 20, card["y"] + 40)
            page.mouse.down()
            page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=8)
            expect(page.locator(".tile.ghost")).to_have_count(1)
            page.mouse.up()
            _lay_if_both_ways_fit(page)
            expect(page.locator(f"[data-place='{where}']")).to_have_count(0)
            wait_beyond(page, before)
            break
        page.keyboard.press("Escape")
    assert "PathPlaced" in told(ada, table, seat=0)
    assert asked(page)
    before = sequence(page)
    card, heap = hand(page).first.bounding_box(), page.locator(".heap").bounding_box()
    assert card is not None
    assert heap is not None
    page.mouse.move(card["x"] + 20, card["y"] + 40)
    page.mouse.down()
    page.mouse.move(heap["x"] + 18, heap["y"] + 24, steps=8)
    page.mouse.up()
    wait_beyond(page, before)


def _lay_if_both_ways_fit(page: Page) -> None:
    """A card let go where it may lie both ways waits there for a turn or a yes; any other lies already."""
    lies = "!document.querySelector('.picked') || document.querySelector('.place.chosen, .shell:not(.mine)')"
    page.wait_for_function(f"() => {lies}")
    if page.locator(".place.chosen").count():
        page.locator(".buttons .main").click()


def test_a_click_shows_the_card_first_and_a_second_one_lays_it(visit: Visit) -> None:
    ada = visit().named("Ada")
    table = with_a_path(ada, bot_pause_ms=60_000)  # a bot's rocks may fall on what Ada lays
    page = ada.page
    understood(page)
    before = sequence(page)
    for index in range(hand(page).count()):
        hand(page).nth(index).click()
        if page.locator("[data-place]").count() and PATH.fullmatch(
            hand(page).nth(index).get_attribute("data-card") or ""
        ):
            break
    place = page.locator("[data-place]").first
    where = place.get_attribute("data-place") or ""
    place.click()
    expect(page.locator(".place.chosen")).to_have_count(1)
    expect(page.locator(".tile.ghost")).to_have_count(1)
    expect(page.locator(".controls .hint")).to_contain_text("cannot be taken back")
    page.mouse.move(5, 5)
    expect(page.locator(".tile.ghost")).to_have_count(1)
    assert sequence(page) == before
    assert told(ada, table, seat=0) == []
    place.click()
    wait_beyond(page, before)
    assert "PathPlaced" in told(ada, table, seat=0)
    _expect_laid_by_ada(page, where)


def _expect_laid_by_ada(page: Page, where: str) -> None:
    """By mouse and by keys, and from the line of the log, which needs no words for the place."""
    tile, label = page.locator(f".tile[data-tile='{where}']"), page.locator("[data-inspected]")
    tile.hover()
    expect(label).to_contain_text("Ada")
    expect(label).to_contain_text("turn 1")
    page.mouse.move(5, 5)
    expect(label).to_have_count(0)
    page.keyboard.press("Tab")
    tile.focus()
    expect(label).to_contain_text("Ada")
    expect(tile).to_have_accessible_name(re.compile("Laid by you, turn 1"))
    line = page.locator(".log .line").filter(has_text="You lay").first
    line.hover()
    expect(tile).to_have_class(re.compile(r"\bpointed\b"))
    expect(line.locator(".trace svg").first).to_be_visible()
    expect(line.locator(".words")).not_to_contain_text("column")


FINGER_LIFT = 64
"""So far above a finger the card floats, that it can be seen."""


def with_a_path(visitor: Visitor, **settings: object) -> dict[str, Any]:
    """A table that has begun; one hand in three hundred holds no path, and then another is opened."""
    while True:
        table = visitor.open_table("saboteur", 3, **settings)
        cards = hand(start(visitor)).evaluate_all("cards => cards.map((card) => card.dataset.card)")
        if any(PATH.fullmatch(card) for card in cards):
            return table


def told(visitor: Visitor, table: dict[str, Any], *, seat: int) -> list[str]:
    """What this seat has done, by the server's own log."""
    log = visitor.page.evaluate(
        "id => fetch(`/api/tables/${id}/log`).then((found) => found.json())", table["id"]
    )
    played = [event for entry in log["entries"] for event in entry["events"] if event["type"] == "Played"]
    return [event["type"] for one in played for event in one["events"] if event.get("seat") == seat]


def test_a_finger_draws_a_card_to_its_place_and_another_to_the_discards(visit: Visit) -> None:
    ada = visit(size="phone").named("Ada")
    table = with_a_path(ada)
    page = ada.page
    understood(page)
    for index in range(hand(page).count()):
        card = hand(page).nth(index)
        card.tap()
        places = page.locator("[data-place]")
        if places.count() and PATH.fullmatch(card.get_attribute("data-card") or ""):
            x, y = middle_of(places.first)
            page.keyboard.press("Escape")
            before = sequence(page)
            with fingers(page) as finger:
                finger.down(middle_of(card))
                finger.slide((x, y + FINGER_LIFT))
                expect(page.locator(".tile.ghost")).to_have_count(1)
                finger.up()
            _lay_if_both_ways_fit(page)
            wait_beyond(page, before)
            break
        page.keyboard.press("Escape")
    assert "PathPlaced" in told(ada, table, seat=0)
    assert asked(page)
    before = sequence(page)
    x, y = middle_of(page.locator(".heap"))
    drawn(page, middle_of(hand(page).first), (x, y + FINGER_LIFT))
    wait_beyond(page, before)


def test_two_fingers_zoom_the_maze_and_one_moves_it(visit: Visit) -> None:
    """What ends a pinch or a pan lays no card, even over a free place."""
    ada = visit(size="phone").named("Ada")
    ada.open_table("saboteur", 3, bot_pause_ms=60_000)
    page = start(ada)
    understood(page)
    before = sequence(page)
    world, field = page.locator(".world"), page.locator(".saboteur > .field")
    scale = "world => new DOMMatrix(getComputedStyle(world).transform).a"
    shift = "world => new DOMMatrix(getComputedStyle(world).transform).e"
    whole = world.evaluate(scale)
    middle = middle_of(field)
    pinched(page, middle, (60, 180))
    nearer = world.evaluate(scale)
    assert nearer > whole * 1.8
    left = world.evaluate(shift)
    drawn(page, middle, (middle[0] + 60, middle[1]))
    assert world.evaluate(shift) > left + 30
    _tapped_at_once(page)
    pinched(page, middle, (200, 40))
    assert world.evaluate(scale) == pytest.approx(whole)
    assert sequence(page) == before


def _tapped_at_once(page: Page) -> None:
    """A finger that lifted at speed has thrown nothing: the next tap counts."""
    card = hand(page).last
    with fingers(page) as finger:
        finger.down(middle_of(card))
        finger.up()
    expect(card).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")


def test_a_few_moves_by_hints_alone(visit: Visit) -> None:
    """The card glows, then where it goes; switched off again, nothing does."""
    ada = visit(size="phone", locale="fr-FR").named("Ada")
    ada.open_table("saboteur", 5)
    page = start(ada)
    understood(page)
    switch_on(page)
    for _ in range(4):
        _to_a_card(page)
        before = sequence(page)
        advised(page, ".cards").tap()
        page.locator(".place.advised, .tray .advised, .buttons .advised").tap()
        if page.locator(".place.advised").count():  # the first tap shows how it would lie
            page.locator(".place.advised").tap()
        wait_beyond(page, before)
    _to_a_card(page)
    expect(page.locator(".told")).to_be_visible()
    assert ada.axe() == []
    assert ada.sideways() == 0
    switch_off(page)


def _to_a_card(page: Page) -> None:
    """Until a card is to be played: five players may well find the treasure first, and then it is shared."""
    while asked(page) and phase(page) != "digging":
        move(page, tap)
    assert phase(page) == "digging"


def test_the_maze_is_zoomed_by_buttons_keys_and_wheel_and_fits_itself_again(visit: Visit) -> None:
    ada = visit().named("Ada")
    ada.open_table("saboteur", 3, bot_pause_ms=60_000)
    page = start(ada)
    understood(page)
    world = page.locator(".world")
    whole = world.get_attribute("style")
    page.get_by_role("button", name="Zoom in").click()
    nearer = world.get_attribute("style")
    assert nearer != whole
    page.keyboard.press("0")
    expect(world).to_have_attribute("style", whole or "")
    page.keyboard.press("+")
    expect(world).not_to_have_attribute("style", whole or "")
    page.get_by_role("button", name="See everything").click()
    expect(world).to_have_attribute("style", whole or "")
    expect(page.get_by_role("button", name="Zoom in")).to_be_focused()
    page.locator(".saboteur > .field").hover()
    page.mouse.wheel(0, -400)
    expect(world).not_to_have_attribute("style", whole or "")


@pytest.mark.parametrize(("size", "theme"), [("phone", "dark"), ("laptop", "light")])
def test_the_lesson_makes_one_do_each_kind_of_move_and_axe_finds_nothing_on_the_way(
    visit: Visit, size: str, theme: str
) -> None:
    visitor = visit(size=size, theme=theme)
    page = visitor.go("/learn/saboteur")
    page.wait_for_selector(".lesson")
    assert visitor.axe() == []
    for name in ("Ada", "Bruno", "Chloé"):
        expect(page.get_by_role("list", name="Players").get_by_text(name)).to_be_visible()
    _got_it(page)
    _next(page)

    _play(page, "EW", "1,0")
    expect(page.locator(".hand button[data-card=ES]")).to_be_visible()
    _next(page)
    hand(page).last.click()
    page.keyboard.press("r")
    expect(page.locator(".hand .turned")).to_have_count(1)
    assert visitor.axe() == []
    lay_at(page.locator("[data-place='2,0']"))
    _next(page)
    _play(page, "map", "8,0")
    expect(page.locator(".scene.peek")).to_contain_text("The treasure!")
    assert visitor.axe() == []
    _got_it(page)
    _next(page)
    expect(page.locator(".goal.known")).to_have_count(1)

    expect(page.locator(".hint")).to_contain_text("You cannot lay a path")
    _expect_a_readable_card(page)
    hand(page).first.click()
    assert page.locator("[data-place]").count() == 0
    page.locator(".hand button[data-card^=repair]").click()
    assert visitor.axe() == []
    page.get_by_role("button", name=re.compile("Repair the pick")).click()
    _next(page)
    _play(page, "rockfall", "3,-1")
    _next(page)
    page.locator(".hand button[data-card=broken_lamp]").click()
    page.get_by_role("button", name=re.compile("Break the lamp: Bruno")).click()
    _next(page)
    page.locator(".hand button[data-card=xNS]").click()
    page.get_by_role("button", name="Discard").click()
    _next(page)
    _play(page, "EW", "7,0")
    expect(page.locator(".result")).to_contain_text("The diggers found the treasure!")
    _next(page)
    assert visitor.axe() == []
    page.locator("button[data-nuggets='3']").click()
    expect(page.locator(".result .said")).to_have_text("You found it together: three nuggets for you.")
    _next(page)
    expect(page.locator(".below")).not_to_contain_text("no gold")
    expect(page.locator(".below")).to_contain_text("3 nuggets")
    _next(page)
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    assert visitor.sideways() == 0


def _play(page: Page, card: str, place: str) -> None:
    page.locator(f".hand button[data-card={card}]").first.click()
    lay_at(page.locator(f"[data-place='{place}']"))


def _got_it(page: Page) -> None:
    """What lies over the maze is sent away first; only then is there a way on."""
    expect(page.locator(".button.main:visible")).to_have_count(1)
    page.get_by_role("button", name="Got it").click()


def _expect_a_readable_card(page: Page) -> None:
    """A broken tool is told in a corner: the middle of the card is nothing but the card."""
    lock, card = page.locator(".lock").first, page.locator(".hand button:has(.lock)").first
    x, y = middle_of(card)
    box = lock.bounding_box()
    assert box is not None
    assert not (box["x"] <= x <= box["x"] + box["width"] and box["y"] <= y <= box["y"] + box["height"])
    assert card.locator(".turns").evaluate("art => getComputedStyle(art).filter") == "none"


def _next(page: Page) -> None:
    page.locator(".teacher .button.main").click()


@pytest.mark.parametrize(("size", "theme"), [("phone", "light"), ("laptop", "dark")])
def test_axe_finds_nothing_whatever_card_is_in_hand(visit: Visit, size: str, theme: str) -> None:
    ada = visit(size=size, theme=theme).named("Ada")
    ada.open_table("saboteur", 5)
    page = start(ada)
    assert ada.axe() == []
    understood(page)
    for index in range(hand(page).count()):
        hand(page).nth(index).click()
        assert ada.axe() == []


def test_the_rules_are_illustrated_in_french(visit: Visit) -> None:
    visitor = visit(size="phone", locale="fr-FR")
    page = visitor.go("/rules/saboteur#SAB-4.2")
    expect(page.get_by_role("img", name=re.compile("Les ouvertures se rejoignent"))).to_be_visible()
    assert visitor.sideways() == 0
