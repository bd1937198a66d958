"""Each lesson as a learner goes through it: what every step asks for is done, in any language."""

import re
from collections.abc import Callable, Iterator

from playwright.sync_api import Locator, Page, expect

from tests.web.fingers import middle_of
from tests.web.outofmine import Lay, drag, middle, push


def go_on(page: Page) -> None:
    page.locator(".teacher .button.main").click()


def saboteur(page: Page) -> Iterator[None]:
    hand = page.locator(".hand button[data-card]")

    def lay(card: str, place: str) -> None:
        page.locator(f".hand button[data-card={card}]").first.click()
        at(place)

    def at(place: str) -> None:
        for _ in range(2):  # the first press shows how it would lie
            page.locator(f"[data-place='{place}']").click()

    yield
    page.locator(".scene button").click()
    go_on(page)
    lay("EW", "1,0")
    yield
    go_on(page)
    hand.last.click()
    page.keyboard.press("r")
    yield
    at("2,0")
    go_on(page)
    lay("map", "8,0")
    yield
    page.locator(".scene button").click()
    go_on(page)
    page.locator(".hand button[data-card^=repair]").click()
    yield
    page.locator(".tray button").first.click()
    go_on(page)
    lay("rockfall", "3,-1")
    yield
    go_on(page)
    page.locator(".hand button[data-card=broken_lamp]").click()
    yield
    page.locator(".tray button").filter(has_text="Bruno").click()
    go_on(page)
    page.locator(".hand button[data-card=xNS]").click()
    page.get_by_role("button", name=re.compile("^(Discard|Jeter)")).click()
    go_on(page)
    lay("EW", "7,0")
    expect(page.locator(".result")).to_be_visible()
    yield
    go_on(page)
    yield
    page.locator("button[data-nuggets='3']").click()
    go_on(page)
    yield
    go_on(page)
    yield


def diamant(page: Page) -> Iterator[None]:
    yield
    go_on(page)
    for choice in ("go_on", "go_on", "leave"):
        page.locator(f".choice.{choice}:enabled").click()
        page.locator(".teacher .main").wait_for()
        yield
        go_on(page)
    yield


def labyrinth(page: Page) -> Iterator[None]:
    def stand_on(square: Locator) -> None:
        page.mouse.click(*middle_of(square))

    yield
    go_on(page)
    for ring in ("outer", "inner"):
        page.locator(f"[data-turn='{ring}+']").click()
        yield
        page.locator("[data-confirm]").click()
        go_on(page)
    stand_on(page.locator("[data-square]:is([aria-label*='Flûtiste'], [aria-label*='Piper'])"))
    yield
    go_on(page)
    page.locator("[data-fetch]").click()
    go_on(page)
    page.get_by_role("button", name=re.compile("Le dé|The die")).click()
    yield
    page.locator("[data-challenge]").click()
    go_on(page)
    yield
    page.locator("[data-throw=stone]").click()
    yield
    go_on(page)
    stand_on(page.locator("[data-square]").nth(50))
    go_on(page)
    page.get_by_role("button", name=re.compile("dragon")).first.click()
    page.get_by_role("button", name=re.compile("^(un gnome|a gnome)$")).click()
    yield
    page.locator("[data-swap]").click()
    go_on(page)
    mirror = page.locator("[data-square]:is([aria-label*='Miroir'], [aria-label*='Mirror'])")
    page.mouse.move(*middle_of(mirror))
    yield
    stand_on(mirror)
    go_on(page)
    yield
    page.locator("[data-throw=paper]").click()
    yield
    go_on(page)
    yield


def outofmine(page: Page) -> Iterator[None]:
    yield
    page.locator("[data-side=back]").click()
    go_on(page)
    go_on(page)
    yield
    drag(page, Lay("I2", [47, 48]))
    go_on(page)
    yield
    push(page, 56, 38)
    page.locator("[data-held=I3]").wait_for()
    page.mouse.click(*middle(page, 41))
    page.locator("[data-held=I4]").wait_for()
    yield
    push(page, 41, 59)
    page.locator("[data-held]").wait_for(state="detached")
    go_on(page)
    for lay in (Lay("F5", [41, 49, 50, 51, 60]), Lay("L4", [21, 22, 23, 32])):
        drag(page, lay)
        yield
        go_on(page)
    push(page, 31, 30)
    go_on(page)
    page.mouse.click(*middle(page, 63))
    page.get_by_role("button", name=re.compile("Put back into the stock|Remettre")).click()
    go_on(page)
    page.locator("[data-shape=I1]").click()
    page.locator("[data-held=I1]").wait_for()
    yield
    page.get_by_role("button", name=re.compile("^(Place|Poser)$")).click()
    go_on(page)
    page.locator(".call").click()
    page.wait_for_selector("section.sheet")
    yield
    go_on(page)
    go_on(page)
    yield


LESSONS: dict[str, Callable[[Page], Iterator[None]]] = {
    "saboteur": saboteur,
    "diamant": diamant,
    "labyrinth": labyrinth,
    "outofmine": outofmine,
}
