"""A turn in Le Labyrinthe Secret, zones and squares, by mouse, fingers and keys."""

import contextlib
import re
from math import cos, radians, sin

import pytest
from playwright.sync_api import Error, Page, expect

from tests.web.conftest import Visit
from tests.web.fingers import drawn, fingers, middle_of, pinched
from tests.web.hints import switch_on
from tests.web.labyrinth import do_what_glows, is_over, opened, to_the_walk, walked

CHAMBERS = (2, 8, 14, 20)


def on_the_rim(page: Page, square: int) -> tuple[float, float]:
    """The middle of a square of the rim, which never turns."""
    box = page.locator("div.field").bounding_box()
    assert box
    side = min(box["width"], box["height"])
    angle, reach = radians((square + 0.5) * 15), side / 2 * 472 / 566
    return box["x"] + box["width"] / 2 + reach * sin(angle), box["y"] + side / 2 - reach * cos(angle)


def test_a_zone_is_tried_on_put_back_and_turned_for_good(visit: Visit) -> None:
    """LAB-3.1: what it gives is drawn first; one gesture makes it stand."""
    page = opened(visit().named("Ada"), bot_pause_ms=60_000)
    confirm, sentence = page.locator("[data-confirm]"), page.locator(".sentence p")
    expect(confirm).to_have_count(0)
    before = page.locator(".shell").get_attribute("data-sequence")
    page.locator("[data-turn='outer+']").click()
    expect(confirm).to_be_visible()
    expect(sentence).to_have_text(re.compile("^You could (not )?reach the |^You stand at"))
    expect(page.locator(".ways.faint")).to_have_count(0)
    expect(page.locator(".ways .shut")).to_have_count(1)
    page.get_by_role("button", name="Put back").click()
    expect(confirm).to_have_count(0)
    expect(sentence).to_have_text("Your turn: turn a zone (1 of 2).")
    assert page.locator(".shell").get_attribute("data-sequence") == before
    page.locator("[data-turn='centre-']").click()
    page.locator("[data-turn='centre-']").click()
    confirm.click()
    expect(sentence).to_contain_text("One more change")
    expect(page.locator(".turning .already")).to_be_visible()
    page.mouse.click(*middle_of(page.locator(".well")))
    expect(page.locator(".toast")).to_contain_text("Your second change: a corridor")
    page.locator("[data-turn='inner+']").click()
    confirm.click()
    page.wait_for_selector("[data-phase=moving]")
    expect(page.locator("[data-stay]")).to_be_visible()


def test_a_square_that_no_way_leads_to_says_so(visit: Visit) -> None:
    """LAB-3.4: and a pawn or a ring that is pointed at says what was last done with it."""
    page = opened(visit().named("Ada"), bot_pause_ms=60_000)
    to_the_walk(page, touch=False)
    open_ones = page.locator("[data-square]").evaluate_all(
        "all => all.map((one) => Number(one.dataset.square))"
    )
    shut = next(square for square in range(24) if square not in open_ones and square not in CHAMBERS)
    page.mouse.click(*on_the_rim(page, shut))
    expect(page.locator(".toast")).to_contain_text("No way leads there now")
    expect(page.locator("[data-phase=moving]")).to_have_count(1)
    page.mouse.move(*middle_of(page.locator("[data-pawn='1'] svg")))
    expect(page.locator(".answer")).to_contain_text("has not moved yet")


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
    page.locator("[data-confirm]").click()
    expect(page.locator(".sentence")).to_contain_text("One more change")


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
    sentence = page.locator(".hint .told")  # a pawn under the pointer is told of too, elsewhere
    told: set[str] = set()
    for _ in range(2_000):
        if is_over(page) or len(told) >= 4:
            break
        if not page.locator(".shell.mine").count() or not sentence.count():
            page.wait_for_timeout(30)
            continue
        with contextlib.suppress(Error):  # the table went on under the pointer
            told.add(sentence.inner_text(timeout=900))
            do_what_glows(page)
    assert len(told) >= 4


def test_on_one_device_a_hint_is_for_whoever_holds_it(visit: Visit) -> None:
    """Never for whom the browser's cookie knows: that would tell one player what another one sees."""
    page = visit().named("Ada").go("/open/labyrinth")
    page.get_by_label("All on this device").check()
    page.get_by_label("Player 2").fill("Bruno")
    page.locator("form .big").click()
    expect(page.locator(".cover .labyrinth")).to_be_visible()
    expect(page.locator(".cover .collection, .cover button:visible")).to_have_count(1)
    page.get_by_role("button", name="I am Ada").click()
    switch_on(page)
    bruno = page.get_by_role("button", name="I am Bruno")
    for _ in range(2_000):
        if bruno.count():
            break
        with contextlib.suppress(Error):
            do_what_glows(page)
        page.wait_for_timeout(30)
    bruno.click()
    expect(page.locator(".told")).to_be_visible(timeout=30_000)
    expect(page.locator("[data-turn].advised, [data-confirm].advised")).to_have_count(1)


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
    expect(page.locator("[data-confirm]")).to_have_count(0)
    page.keyboard.press("3")
    expect(page.locator(".toast")).to_contain_text("The centre has been turned already")
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-phase=moving]")
    expect(page.locator("[data-square]:focus")).to_have_count(1)
    for key in ("ArrowLeft", "ArrowDown", "ArrowRight", "ArrowUp"):
        page.keyboard.press(key)
        expect(page.locator("[data-square]:focus[aria-pressed=true]")).to_have_count(1)
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('[data-phase]').dataset.phase !== 'moving'")


def test_tab_leaves_every_line_of_the_log_though_it_shows_itself_on_the_board(visit: Visit) -> None:
    ada = visit().named("Ada")
    table = ada.open_table("labyrinth", 2)
    page = ada.page
    page.locator(".start .main").click()
    page.wait_for_selector("[data-phase=turning]")
    lines = page.locator(".log button.line")
    walks = lines.filter(has_text=re.compile("You stop|stops"))  # drawn as a way; whoever has none stays
    for _ in range(400):
        if walks.count():
            break
        ada.take_advice(table)
    expect(page.locator(".shell.mine")).to_be_visible()  # nobody else moves now
    assert walks.count()
    for number in range(lines.count()):
        lines.nth(number).focus()
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowUp")  # by keys, so that the line shows itself
        page.keyboard.press("Tab")
        assert not page.locator(".log button.line:focus").count()
        page.keyboard.press("Shift+Tab")
        assert page.locator(".log button.line:focus").count() == 1
