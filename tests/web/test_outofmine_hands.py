"""Both hands in Out of Mine!: what lies on the board is moved past a tile in hand, and two change places.

By mouse, by finger and by keys; the tiles of the board are never in the stock meanwhile, where a rival could
take them.
"""

import re

from playwright.sync_api import Page, expect

from tests.web.conftest import Visit
from tests.web.outofmine import (
    Lay,
    dig,
    drag,
    expect_motions,
    expect_tiles,
    filling,
    middle,
    push,
    slide,
    touch,
)

BLUE, GREEN = Lay("I2", [63, 64]), Lay("I3", [72, 73, 74])
"""One above the other in a corner of the board that no gallery reaches; nobody minds before the count."""
EXCHANGED = (("I2", "72,73"), ("I3", "63,64,65"))
LAID = ("Taken", "Placed", "Taken", "Placed")
CHANGED_PLACES = ("PickedUp", "PickedUp", "Placed", "Placed")


def test_by_mouse_a_placed_tile_is_moved_past_the_one_in_hand_and_two_change_places(visit: Visit) -> None:
    ada, bruno = visit().named("Ada"), visit().named("Bruno")
    table = dig(ada, bruno)
    page = ada.page
    for lay in (BLUE, GREEN):
        drag(page, lay)
    expect_tiles(page, ("I2", "63,64"), ("I3", "72,73,74"))

    page.locator("[data-shape=V5]").click()
    expect(page.locator("[data-held=V5]")).to_be_visible()
    push(page, 63, 77)
    expect_tiles(page, ("I2", "77,78"), ("I3", "72,73,74"))
    expect(page.locator("[data-held=V5][data-hand=first]")).to_be_visible()
    push(page, 77, 63)
    page.keyboard.press("Escape")
    expect(page.locator("[data-held]")).to_have_count(0)

    push(page, 63, 72)
    expect(page.locator("[data-held=I2]")).to_be_visible()
    push(page, 74, 65)
    expect(page.locator("[data-held]")).to_have_count(1)
    page.get_by_role("button", name="Place", exact=True).click()
    expect_tiles(page, *EXCHANGED)
    expect(page.locator("[data-held]")).to_have_count(0)
    past = ("Taken", "PickedUp", "Placed", "PickedUp", "Placed", "PutBack")
    expect_motions(page, table, *LAID, *past, *CHANGED_PLACES)


def test_by_finger_a_placed_tile_is_moved_past_the_one_in_hand_and_two_change_places(visit: Visit) -> None:
    ada, bruno = visit(size="phone", locale="fr-FR").named("Ada"), visit().named("Bruno")
    table = dig(ada, bruno)
    page = ada.page
    for lay in (BLUE, GREEN):
        touch(page, lay)
    expect_tiles(page, ("I2", "63,64"), ("I3", "72,73,74"))

    page.locator("[data-shape=V5]").tap()
    expect(page.locator("[data-held=V5]")).to_be_visible()
    slide(page, 63, Lay("I2", [77, 78]))
    expect_tiles(page, ("I2", "77,78"), ("I3", "72,73,74"))
    expect(page.locator("[data-held=V5][data-hand=first]")).to_be_visible()
    page.get_by_role("button", name="Remettre dans la réserve").tap()
    expect(page.locator("[data-held]")).to_have_count(0)

    slide(page, 77, Lay("I2", [72, 73]))
    expect(page.locator("[data-held=I2]")).to_be_visible()
    slide(page, 74, Lay("I3", [63, 64, 65]))
    expect(page.locator("[data-held]")).to_have_count(1)
    page.get_by_role("button", name="Poser", exact=True).tap()
    expect_tiles(page, *EXCHANGED)
    past = ("Taken", "PickedUp", "Placed", "PutBack")
    expect_motions(page, table, *LAID, *past, *CHANGED_PLACES)


def test_by_keys_a_placed_tile_is_moved_past_the_one_in_hand_and_two_change_places(visit: Visit) -> None:
    ada, bruno = visit().named("Ada"), visit().named("Bruno")
    table = dig(ada, bruno)
    page = ada.page
    for lay in (BLUE, GREEN):
        drag(page, lay)
    expect_tiles(page, ("I2", "63,64"), ("I3", "72,73,74"))
    ada.watch_focus()

    page.locator("[data-shape=V5]").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".mover")).to_be_focused()
    _lift(page, "63,64")
    expect(page.locator("[data-held=I2][data-hand=second]")).to_be_visible()
    spoken = page.locator(".middle > [aria-live]")
    expect(spoken).to_have_text("blue I, a8 b8: it lies on rock (a8 b8). In the other hand: white V.")
    page.keyboard.press("ArrowRight")
    expect(spoken).to_have_text("b8 c8: it lies on rock (b8 c8)")
    page.keyboard.press("Enter")
    expect_tiles(page, ("I2", "64,65"), ("I3", "72,73,74"))
    expect(page.locator(".mover")).to_be_focused()
    expect(page.locator(".mover")).to_have_attribute("aria-label", re.compile("^white V in hand"))
    page.keyboard.press("Escape")
    expect(page.locator("[data-held]")).to_have_count(0)
    expect(page.locator("[data-shape=V5]")).to_be_focused()

    _lift(page, "64,65")
    _lift(page, "72,73,74")
    page.keyboard.press("x")
    expect(page.locator(".used")).to_have_attribute("data-held", "I2")
    page.keyboard.press("x")
    expect(page.locator(".used")).to_have_attribute("data-held", "I3")
    assert ada.axe() == []
    for key in ("ArrowUp", "Enter", "ArrowDown", "ArrowLeft", "Enter"):
        page.keyboard.press(key)
    expect_tiles(page, *EXCHANGED)
    expect(page.locator("[data-shape=I2]")).to_be_focused()
    past = ("Taken", "PickedUp", "Placed", "PutBack")
    expect_motions(page, table, *LAID, *past, *CHANGED_PLACES)
    assert ada.lost_focus() == []


def _lift(page: Page, squares: str) -> None:
    """By Tab, backwards from where one is, to this tile of the board; Enter lifts it."""
    wanted = f".lift[data-squares='{squares}']:focus"
    for _ in range(60):
        if page.locator(wanted).count():
            break
        page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".mover")).to_be_focused()


def test_a_third_tile_sends_the_first_home_or_is_refused(visit: Visit) -> None:
    ada, bruno = visit().named("Ada"), visit().named("Bruno")
    dig(ada, bruno)
    page = ada.page
    for lay in (Lay("I1", [0]), Lay("I2", [2, 3]), Lay("I3", [6, 7, 8])):
        drag(page, lay)
    for at in (0, 2, 6):
        page.mouse.click(*middle(page, at))
    expect(page.locator("[data-held=I3]")).to_be_visible()
    expect(page.locator("[data-held=I2]")).to_be_visible()
    expect_tiles(page, ("I1", "0"))
    page.mouse.click(*middle(page, 2))
    expect(page.locator(".used")).to_have_attribute("data-held", "I2")
    for _ in range(2):
        page.keyboard.press("Escape")
    expect_tiles(page, ("I1", "0"), ("I2", "2,3"), ("I3", "6,7,8"))

    page.locator("[data-shape=V5]").click()
    for at in (2, 6):
        page.mouse.click(*middle(page, at))
    expect(page.locator(".reason")).to_contain_text("Both hands are full")
    expect_tiles(page, ("I1", "0"), ("I3", "6,7,8"))


def test_at_one_touch_a_tile_takes_the_place_of_another_which_comes_to_hand(visit: Visit) -> None:
    ada, bruno = visit().named("Ada"), visit().named("Bruno")
    table = dig(ada, bruno)
    page = ada.page
    place = filling(page)[0].squares
    for lay in (Lay("I1", place[:1]), Lay("I1", [0])):
        drag(page, lay)
    push(page, 0, place[0])
    page.get_by_role("button", name="Place here and lift the yellow I").click()
    expect_tiles(page, ("I1", str(place[0])))
    expect(page.locator("[data-held=I1][data-hand=second]")).to_be_visible()
    page.get_by_role("button", name="Place", exact=True).click()
    expect_tiles(page, ("I1", str(place[0])), ("I1", "0"))
    expect_motions(page, table, *LAID, *CHANGED_PLACES)
