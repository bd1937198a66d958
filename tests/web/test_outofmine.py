"""Out of Mine! by dragging, touching and typing, in a real browser against a real server."""

import re
import subprocess
import sys
from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Visit
from tests.web.fingers import middle_of
from tests.web.hints import advised, switch_on
from tests.web.house import ROOT, Visitor
from tests.web.outofmine import (
    Lay,
    as_drawn,
    by_keys,
    choose,
    dig,
    drag,
    expect_tiles,
    filling,
    give_up,
    go_on,
    lay_down,
    middle,
    open_mine,
    pair,
    pointed_out,
    push,
    start,
    touch,
    wait_for_signal,
)

_FOLDER = ROOT / "web" / "src" / "lib" / "games" / "outofmine"


def test_what_the_client_draws_of_the_box_is_what_the_law_says() -> None:
    written = subprocess.run(
        [sys.executable, _FOLDER / "generate.py", "--check"], capture_output=True, text=True, check=False
    )
    assert written.returncode == 0, written.stderr


def test_one_click_from_the_door_to_the_first_face(visit: Visit) -> None:
    page = visit(size="phone", locale="fr-FR").go("/")
    page.locator(".game").filter(has_text="Out of Mine!").get_by_role("button", name="Jouer").click()
    page.wait_for_selector("[data-phase=choosing]")
    expect(page.locator("[data-side]")).to_have_count(2)
    expect(page.locator(".sentence")).to_contain_text("À toi")


def test_who_all_dig_at_once_share_no_device_and_think_as_long_as_the_round_lasts(visit: Visit) -> None:
    page = visit().go("/open/outofmine")
    expect(page.get_by_label("Found at the end")).to_be_checked()
    expect(page.get_by_text("All on this device")).to_have_count(0)
    expect(page.get_by_text("Time to think")).to_have_count(0)


def test_a_whole_game_with_mouse_and_finger_and_a_spectator(visit: Visit) -> None:
    """Seven rounds; both galleries are filled in turn, and axe finds nothing on the way."""
    ada, bruno = visit().named("Ada"), visit(size="phone", locale="fr-FR", theme="light").named("Bruno")
    table = open_mine(ada)
    bruno.go(f"/t/{table['code']}")
    expect(ada.page.get_by_text("Bruno", exact=True)).to_be_visible()
    start(ada)
    bruno.page.wait_for_selector("[data-phase=choosing]")
    watcher, screen = visit().named("Wanda"), visit(size="screen")
    watcher.go(f"/t/{table['code']}").wait_for_selector("[data-phase=choosing]")
    screen.go(f"/t/{table['code']}/screen").wait_for_selector("[data-phase=choosing]")
    for number in range(1, 8):
        workers: list[tuple[Visitor, Callable[[Page, Lay], None]]] = [(ada, drag), (bruno, touch)]
        if number == 1:
            assert [ada.axe(), bruno.axe(), watcher.axe()] == [[], [], []]
        for page in (ada.page, bruno.page):
            choose(page)
        wait_for_signal(ada.page, bruno.page)
        if number == 1:
            _boards_are_whole_and_alike(screen.page)
        if number <= 2:
            worker, lay_tile = workers[number - 1]
            _fill_and_call(worker, lay_tile)
        else:
            for page in (ada.page, bruno.page):
                give_up(page)
        if number == 1:
            for visitor in (ada, bruno, watcher, screen):
                visitor.page.wait_for_selector("[data-stage=total]")
            _every_number_is_in_sight(ada.page, (1280, 800), (1280, 640))
            assert [ada.axe(), bruno.axe(), watcher.axe()] == [[], [], []]
            expect(watcher.page.locator(".total dd").first).to_have_text("12")
            assert screen.sideways() == 0
            go_on(ada.page)
            for visitor in (ada, screen):
                expect(visitor.page.locator(".waits")).to_have_text("Waiting for Bruno.")
            ada.page.reload()
            expect(ada.page.locator(".waits")).to_have_text("Waiting for Bruno.")
            go_on(bruno.page)
        else:
            go_on(ada.page, bruno.page)
    for page in (ada.page, bruno.page, watcher.page):
        expect(page.locator(".scores li")).to_have_count(2)
    winner = screen.page.locator(".end h2")
    expect(winner).to_be_visible(timeout=15_000)
    seen = "([x, y]) => document.elementFromPoint(x, y).closest('.end') !== null"
    assert screen.page.evaluate(seen, middle_of(winner)), "the last count lies over the winner"
    assert ada.axe() == []
    assert bruno.axe() == []
    assert [ada.sideways(), bruno.sideways()] == [0, 0]
    numbers = [
        re.findall(r"\d+", " ".join(page.locator(".scores b").all_inner_texts()))
        for page in (ada.page, bruno.page)
    ]
    assert numbers[0] == numbers[1]


_BOXES: Final = "(path) => [...document.querySelectorAll(path)].map((each) => each.getBoundingClientRect())"


def _boards_are_whole_and_alike(page: Page) -> None:
    """On the television: of one size, in a row or a column, none of them cut; and so is the stock."""
    page.wait_for_selector("[data-phase=placing] .mines figure")
    boxes = page.evaluate(
        "[...document.querySelectorAll('.mines figure')].map(f => f.getBoundingClientRect())"
    )
    assert len({(round(box["width"]), round(box["height"])) for box in boxes}) == 1
    assert min(len({round(box[side]) for box in boxes}) for side in ("x", "y")) == 1
    heaps = page.evaluate(
        "[...document.querySelectorAll('[data-shape]')].map(f => f.getBoundingClientRect())"
    )
    assert min(box["width"] for box in heaps) >= 80
    for box in (*boxes, *heaps):
        assert box["x"] >= 0
        assert box["y"] >= 0
        assert box["x"] + box["width"] <= 1920
        assert box["y"] + box["height"] <= 1080


def _every_number_is_in_sight(page: Page, *sizes: tuple[int, int]) -> None:
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        for number in page.locator(".counts dd, .ledger .sum, .way button").all():
            expect(number).to_be_in_viewport(ratio=0.99)


def _fill_and_call(worker: Visitor, lay_tile: Callable[[Page, Lay], None]) -> None:
    page = worker.page
    plan = filling(page)
    for count, lay in enumerate(plan, start=1):
        lay_tile(page, lay)
        expect(page.locator(".bench [data-tile]")).to_have_count(count)
        if count == 2:
            assert worker.axe() == []
    expect_tiles(page, *map(as_drawn, plan))
    assert worker.sideways() == 0
    expect(page.locator(".call.complete")).to_be_visible()
    page.locator(".call").click()
    page.wait_for_selector("section.sheet")


@pytest.mark.parametrize(
    ("size", "locale", "left", "why"),
    [
        ("laptop", "en-GB", "squares still empty", "once every square is covered"),
        ("phone", "fr-FR", "cases vides", "toutes les cases sont couvertes"),
    ],
)
def test_nobody_calls_before_every_square_is_covered(
    visit: Visit, size: str, locale: str, left: str, why: str
) -> None:
    """The lantern says how many are left, a touch by which rule; covered, one touch calls, even wrongly."""
    ada, bruno = visit(size=size, locale=locale).named("Ada"), visit().named("Bruno")
    dig(ada, bruno)
    page = ada.page
    plan = filling(page)
    last = next(lay for lay in plan if len(lay.squares) > 1)
    for lay in plan:
        if lay is not last:
            drag(page, lay)
            expect(page.locator(f".bench [data-squares='{as_drawn(lay)[1]}'][data-tile]")).to_have_count(1)
    call = page.locator(".call")
    expect(call).to_have_attribute("aria-disabled", "true")
    expect(call).to_contain_text(re.compile(rf"{len(last.squares)} {left}"))
    call.click(force=True)
    said = page.locator(".toast")
    expect(said).to_contain_text(why)
    expect(said.get_by_role("link")).to_have_attribute("href", re.compile("/rules/outofmine#OOM-3.5$"))
    assert ada.axe() == []
    assert page.locator("[data-phase=placing]").count() == 1
    for at in last.squares:  # yellow ones in its stead, more than the card grants
        drag(page, Lay("I1", [at]))
        expect(page.locator(f".bench [data-tile=I1][data-squares='{at}']")).to_have_count(1)
    expect(call).to_have_attribute("aria-disabled", "false")
    expect(call).not_to_contain_text(left)
    call.click()
    expect(page.locator(".total dd").first).to_have_text(str(10 - len(last.squares) - 2))


_FOLLOW_THE_COUNT: Final = """() => {
    window.told = [];
    const all = (path) => [...document.querySelectorAll(path)];
    new MutationObserver(() => {
        const stage = document.querySelector('section.sheet')?.dataset.stage;
        if (!stage || told.at(-1)?.[0] === stage) return;
        const words = document.querySelector('.sheet .who').textContent.trim();
        const totals = all('.total dd').map((each) => each.textContent).join('');
        const scores = all('.others .score').map((each) => each.textContent.match(/\\d+/)[0]);
        told.push([stage, words, totals, scores, all('.log li').map((line) => line.textContent).join(' ')]);
    }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
}"""


def test_a_round_by_keyboard_alone(visit: Visit) -> None:
    """Arrows and Enter choose a face, take, move and place; Escape puts back; the focus is never lost."""
    ada = visit(motion="no-preference", pace="calm").named("Ada")
    bruno = visit().named("Bruno")
    table = open_mine(ada, countdown_ms=1_500)
    bruno.go(f"/t/{table['code']}")
    expect(ada.page.get_by_text("Bruno", exact=True)).to_be_visible()
    page = start(ada)
    _tab_to(page, "[data-side=back]")
    page.keyboard.press("Enter")
    expect(page.locator("[data-side=back]")).to_have_attribute("aria-pressed", "true")
    choose(bruno.page)
    page.wait_for_selector("[data-phase=ready]")
    wait_for_signal(page)
    plan = filling(page)
    expect(page.locator("[data-shape]:focus")).to_have_count(1)

    page.keyboard.press("Enter")
    expect(page.locator(".mover")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("[data-held]")).to_have_count(0)
    expect(page.locator("[data-shape]:focus")).to_have_count(1)

    for lay in plan:
        by_keys(page, lay)
    expect_tiles(page, *map(as_drawn, plan))

    _tab_to(page, ".lift", back=True)
    moved = page.evaluate("document.activeElement.dataset.squares")
    page.keyboard.press("Delete")
    expect(page.locator(f".bench [data-tile][data-squares='{moved}']")).to_have_count(0)
    expect(page.locator("[data-shape]:focus")).to_have_count(1)
    by_keys(page, next(lay for lay in plan if as_drawn(lay)[1] == moved))

    page.evaluate(_FOLLOW_THE_COUNT)
    _tab_to(page, ".call")
    page.keyboard.press("Enter")
    expect(page.locator(".total.shown")).to_have_count(2)
    told = page.evaluate("told")
    assert [stage for stage, *_ in told] == ["shout", "empty", "call", "total"]
    for _, words, totals, scores, log in told[:-1]:
        assert words
        assert not totals, "the total comes last"
        assert set(scores) == {"0"}
        assert "Ada 12" not in log
    assert told[0][1] == "You called first!"
    assert told[-1][1].startswith("12 points for you")
    _tab_to(page, ".way .button")
    page.keyboard.press("Enter")
    go_on(bruno.page)
    expect(page.locator("[data-side]:focus")).to_have_count(1)


def _tab_to(page: Page, wanted: str, *, back: bool = False) -> None:
    for _ in range(60):
        if page.locator(f"{wanted}:focus").count():
            return
        page.keyboard.press("Shift+Tab" if back else "Tab")
    raise AssertionError(f"no way to {wanted} by Tab")


def test_a_gallery_is_filled_and_called_by_hints_alone(visit: Visit) -> None:
    """Which face, which tile, onto which squares, and when to call: each glows in its turn."""
    ada, bruno = visit().named("Ada"), visit(size="phone", locale="fr-FR").named("Bruno")
    table = open_mine(ada)
    bruno.go(f"/t/{table['code']}")
    expect(ada.page.get_by_text("Bruno", exact=True)).to_be_visible()
    page = start(ada)
    choose(bruno.page)
    switch_on(page)
    expect(page.locator(".told")).to_contain_text(re.compile("two by two|as much room"))
    advised(page, ".choose").click()
    wait_for_signal(page)
    for _ in range(12):
        if page.locator(".call.complete").count():
            break
        heap = advised(page, "[data-stock]")
        heap.click()
        lay = pointed_out(page)
        lay_down(page, lay)
        expect(page.locator(f".bench [data-tile={lay.shape}]").last).to_be_visible()
        expect(page.locator(".hint[data-square]")).to_have_count(0)
    expect(page.locator(".call.advised")).to_be_visible()
    page.locator(".call").click()
    expect(page.locator(".total dd").first).to_have_text("12")


_HEAPS: Final = """() => [...document.querySelectorAll('[data-shape]')].map((heap) => {
    const { x, y, width, height } = heap.getBoundingClientRect();
    return [x, y, width, height].map(Math.round).join();
})"""


def test_giving_up_is_asked_twice_and_ends_the_work(visit: Visit) -> None:
    ada, bruno = pair(visit)
    drag(ada.page, Lay("I2", [19, 20]))
    give = ada.page.locator(".give")
    lying = ada.page.evaluate(_HEAPS)
    give.click()
    expect(give).to_have_text("Really?")
    assert ada.page.evaluate(_HEAPS) == lying, "the stock slides"
    give.click()
    expect(ada.page.locator(".sentence")).to_contain_text("put down the pick")
    ada.page.locator("[data-shape=I1]").click(force=True)
    assert ada.page.locator("[data-held]").count() == 0
    for _ in range(2):
        bruno.page.locator(".give").tap()
    bruno.page.wait_for_selector("[data-stage=total]")
    expect(bruno.page.locator(".who")).to_contain_text("La meilleure manche" if False else "pour toi")


@pytest.mark.parametrize("size", ["phone", pytest.param("laptop", marks=pytest.mark.slow)])
def test_experts_see_elves_and_choose_prints(visit: Visit, size: str) -> None:
    ada, bruno = visit(size=size).named("Ada"), visit().named("Bruno")
    dig(ada, bruno, elves="on", finds="on", referee="live")
    page = ada.page
    assert ada.sideways() == 0
    expect(page.locator(".prints button")).to_have_count(6)
    page.get_by_role("button", name="rat", exact=True).click()
    blue = page.locator("[data-shape=I2]")
    if page.locator(".bench [data-colour=blue]").count():
        blue.click()
        expect(page.locator(".mover")).to_have_attribute("aria-label", re.compile("blue I with rat"))
        assert ada.axe() == []
        page.keyboard.press("Escape")
    missing = page.locator(".group:not(.wanted) [data-shape]").first
    if missing.count():
        missing.click()
        expect(
            page.locator(".toast, [role=status], [role=alert]").filter(has_text="referee").first
        ).to_be_visible()
        expect(page.locator("[data-held]")).to_have_count(0)
    assert page.get_by_text(re.compile("Elves: ")).count() == 1


@pytest.mark.parametrize(("size", "theme"), [("phone", "dark"), ("laptop", "light")])
def test_the_lesson_makes_one_do_each_kind_of_move_and_axe_finds_nothing_on_the_way(
    visit: Visit, size: str, theme: str
) -> None:
    visitor = visit(size=size, theme=theme)
    page = visitor.go("/learn/outofmine")
    page.wait_for_selector(".lesson")
    assert visitor.axe() == []
    expect(page.locator(".teacher .say")).to_contain_text("The goal")
    _next(page)
    page.locator("[data-side=front]").click(force=True)
    expect(page.locator("[aria-pressed=true]")).to_have_count(0)
    page.locator("[data-side=back]").click()
    _next(page)
    _next(page)
    page.locator("[data-shape=I5]").click()
    expect(page.locator(".reason")).to_contain_text("Not yet")
    drag(page, Lay("I2", [47, 48]))
    _next(page)
    push(page, 56, 38)
    expect(page.locator("[data-held=I3]")).to_be_visible()
    push(page, 41, 59)
    expect_tiles(
        page, ("I4", "56,57,58,59"), ("I3", "38,39,40"), ("I2", "47,48"), ("I1", "31"), ("V3", "63,64,72")
    )
    _next(page)
    for lay in (Lay("F5", [41, 49, 50, 51, 60]), Lay("L4", [21, 22, 23, 32])):
        drag(page, lay)
        _next(page)
    assert visitor.axe() == []
    push(page, 31, 30)
    _next(page)
    page.mouse.click(*middle(page, 63))
    page.get_by_role("button", name="Put back into the stock").click()
    _next(page)
    page.locator("[data-shape=I1]").click()
    page.locator("[data-held=I1]").wait_for()
    page.get_by_role("button", name="Place", exact=True).click()
    _next(page)
    page.locator(".call").click()
    page.wait_for_selector("[data-stage=total]")
    expect(page.locator(".lesson .button.main")).to_have_count(1)
    _next(page)
    _next(page)
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    assert visitor.axe() == []
    assert visitor.sideways() == 0


def _next(page: Page) -> None:
    page.locator(".teacher .button.main").click()


def test_the_rules_are_illustrated_in_french(visit: Visit) -> None:
    visitor = visit(size="phone", locale="fr-FR")
    page = visitor.go("/rules/outofmine#OOM-4.1")
    expect(page.locator("figure")).to_have_count(8)
    expect(page.get_by_text("Ôtées avant le décompte")).to_be_visible()
    assert visitor.sideways() == 0
    assert visitor.axe() == []
