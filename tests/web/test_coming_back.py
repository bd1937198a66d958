"""Coming back: the log after a reload, a seat that a bot kept, a page without its server, a call."""

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from tests.web.conftest import Visit
from tests.web.diamant import choose_if_asked, play_to_the_end, start
from tests.web.house import Visitor, free_port, serving, words_of

_IN_THE_BACKGROUND = """
    Object.defineProperty(document, 'hidden', { get: () => true });
    window.told = [];
    const Real = window.Notification;
    window.Notification = class extends Real {
        constructor(title, options) { super(title, options); window.told.push([title, options.body]); }
    };
"""
"""A headless browser has no tabs to put in front: the page is told that it cannot be seen."""


_TAP_ON = """async () => {
    for (let taps = 0; taps < 8 && document.querySelector('.go-on'); taps++) {
        document.querySelector('main.board').click();
        await Promise.resolve();
    }
    if (document.querySelector('.go-on')) throw new Error('still there');
}"""
"""At once, one tap after the other: what is gone then has not gone by itself."""


def log_of(page: Page) -> list[str]:
    return page.locator(".side ol li .words").all_inner_texts()


def read_to_the_beginning(page: Page) -> list[str]:
    """Scrolls up until there is no more."""
    log = page.locator(".side ol")
    expect(log).to_have_attribute("aria-busy", "false")
    earlier = log.locator(".earlier")
    expect(log.locator("li").first).to_be_visible()
    for _ in range(40):
        if earlier.count() == 0:
            break
        known = log.locator("li:not(.earlier)").count()
        log.evaluate("list => { list.scrollTop = 0 }")
        page.wait_for_function(
            "known => document.querySelectorAll('.side ol li:not(.earlier)').length !== known", arg=known
        )
    return log_of(page)


def test_the_log_is_there_again_after_a_reload(visit: Visit) -> None:
    ada = visit().named("Ada")
    ada.open_table("diamant", 8)
    page = start(ada)
    play_to_the_end(page, leave_every=3)
    page.get_by_role("button", name="See the table").click()
    told = read_to_the_beginning(page)
    assert told[0] == "Game 1 begins."
    page.reload()
    page.wait_for_selector("#end-title")
    assert read_to_the_beginning(page) == told


def test_somebody_who_reads_further_up_is_left_there(visit: Visit) -> None:
    ada = visit().named("Ada")
    ada.open_table("diamant", 3)
    page = start(ada)
    log = page.locator(".side ol")
    for _ in range(200):
        if log.evaluate("list => list.scrollHeight - list.clientHeight") > 200:
            break
        choose_if_asked(page, "go_on")
        page.wait_for_timeout(25)
    go_on = page.locator(".choice.go_on:enabled[aria-pressed=false]")
    go_on.wait_for()
    log.evaluate("list => { list.scrollTop = 60 }")
    lines = log.locator("li").count()
    go_on.click()
    expect(log.locator("li").nth(lines)).to_be_attached()
    assert abs(log.evaluate("list => list.scrollTop") - 60) < 30


def test_a_spectator_reads_the_log_of_before_they_came(visit: Visit) -> None:
    ada = visit().named("Ada")
    table = ada.open_table("diamant", 3)
    page = start(ada)
    go_on = page.locator(".choice.go_on:enabled[aria-pressed=false]")
    for _ in range(3):
        go_on.click()
    go_on.wait_for()
    watcher = visit(locale="fr-FR").named("Wanda")
    watcher.go(f"/t/{table['code']}").wait_for_selector("[data-phase]")
    expect(watcher.page.locator(".side ol li").first).to_contain_text("La partie 1 commence.")
    assert len(log_of(watcher.page)) == len(log_of(page))


def test_a_bot_keeps_the_seat_of_somebody_who_is_gone_until_they_are_back(visit: Visit) -> None:
    ada, bruno = visit().named("Ada"), visit(size="phone", locale="fr-FR").named("Bruno")
    table = ada.open_table("diamant", 3, absence_s=5)
    bruno.go(f"/t/{table['code']}").wait_for_selector(".start")
    expect(ada.page.get_by_text("Bruno", exact=True)).to_be_visible()
    start(ada)
    bruno.page.wait_for_selector("[data-phase=choosing]")
    bruno.go("/rules/diamant")
    seat = ada.page.locator(".others li").filter(has_text="Bruno")
    expect(seat.get_by_text("Away")).to_have_count(1)
    expect(ada.page.locator(".below")).to_contain_text("Bruno is away: a bot takes over in 0:0")
    expect(ada.page.locator(".side ol")).to_contain_text("A bot plays on for Bruno.", timeout=30_000)
    bruno.go(f"/t/{table['code']}").wait_for_selector("[data-phase]")
    expect(ada.page.locator(".side ol")).to_contain_text("Bruno plays again.")
    expect(bruno.page.get_by_role("button", name="Reprendre la main")).to_have_count(0)
    expect(bruno.page.locator(".choice:enabled")).to_have_count(2)


def test_the_title_and_a_notification_say_whose_turn_it_is(
    visit: Visit, browser_with_windows: Browser
) -> None:
    ada = visit(browser=browser_with_windows, service_workers="allow").named("Ada")
    ada.context.grant_permissions(["notifications"])
    ada.page.add_init_script(_IN_THE_BACKGROUND)
    table = ada.open_table("saboteur", 3)
    page = ada.page
    page.locator(".start .main").click()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("switch", name="Tell me when it is my turn").click()
    page.keyboard.press("Escape")
    ada.play_on(table, 1)
    page.wait_for_function("() => window.told.length > 0")
    expect(page).to_have_title("● Your turn · Saboteur")
    title, sentence = page.evaluate("window.told[0]")
    assert title == "Filon · Saboteur"
    assert sentence.startswith("Your turn")


def test_a_browser_that_forbids_notifications_says_so_and_the_switch_stays_off(
    visit: Visit,
) -> None:
    words = words_of("fr-FR")
    page = visit(locale="fr-FR").named("Ada").go("/")
    page.get_by_role("button", name=words["settings"]).click()
    switch = page.get_by_role("switch", name=words["notify"])
    switch.click()
    expect(page.get_by_text(words["notify_refused"])).to_be_visible()
    expect(switch).not_to_be_checked()


def test_the_house_opens_without_its_server_and_says_what_is_missing(
    browser: Browser, tmp_path: Path
) -> None:
    port = free_port()
    with serving(port, tmp_path) as address:
        ada = Visitor(browser, address, locale="fr-FR", service_workers="allow")
        ada.go("/").wait_for_selector(".game")
        ada.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        ada.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        assert ada.complaints == []
    ada.context.set_offline(True)
    ada.page.reload()
    expect(ada.page.get_by_role("alert")).to_contain_text("Tu es hors ligne")
    expect(ada.page.locator(".game")).to_have_count(4)
    ada.go("/rules/saboteur").wait_for_selector(".rule")
    ada.go("/learn/diamant").wait_for_selector(".teacher")
    ada.go("/").wait_for_selector("[role=alert]")
    assert [line for line in ada.complaints if "ERR_INTERNET_DISCONNECTED" not in line] == []
    with serving(port, tmp_path):
        words = words_of("fr-FR")
        ada.go("/t/NOSUCH")
        expect(ada.page.get_by_text(words["trying_again"])).to_be_visible()
        ada.context.set_offline(False)
        expect(ada.page.get_by_role("heading", name="NOSUCH")).to_be_visible()
        ada.context.set_offline(True)
        ada.go("/").wait_for_selector("[role=alert]")
        ada.context.set_offline(False)
        ada.page.get_by_role("button", name="Réessayer").click()
        expect(ada.page.get_by_role("alert")).to_have_count(0)
        expect(ada.page.locator(".facts").first).to_contain_text("joueurs")
        ada.close()


class Meddler:
    """Sits between a page and its server, and damages one patch when told to."""

    def __init__(self, page: Page) -> None:
        self.hellos: list[dict[str, Any]] = []
        self.damaging = False
        page.route_web_socket("**/live", self._between)

    def _between(self, page: WebSocketRoute) -> None:
        server = page.connect_to_server()

        def from_page(message: str | bytes) -> None:
            said = json.loads(message)
            if said["type"] == "Hello":
                self.hellos.append(said)
            server.send(message)

        def from_server(message: str | bytes) -> None:
            if self.damaging and isinstance(message, str) and '"patch":' in message:
                self.damaging = False
                told = json.loads(message)
                for one in told:
                    if "patch" in one:
                        one["patch"]["~"] = {**one["patch"].get("~", {}), "nowhere": [0, 1]}
                message = json.dumps(told)
            page.send(message)

        page.on_message(from_page)
        server.on_message(from_server)


def test_news_that_do_not_fit_are_not_shown_and_the_table_is_asked_for_anew(visit: Visit) -> None:
    ada = visit().named("Ada")
    meddler = Meddler(ada.page)
    ada.open_table("diamant", 3)
    page = start(ada)
    assert [hello["protocol"] for hello in meddler.hellos] == [3]
    meddler.damaging = True
    page.locator(".choice.go_on:enabled").click()
    page.wait_for_function("() => document.querySelector('.choice.go_on:enabled[aria-pressed=false]')")
    play_to_the_end(page, leave_every=3)
    assert [hello["after"] for hello in meddler.hellos] == [None, None]
    assert len(ada.complaints) == 1
    assert "no name nowhere to patch" in ada.complaints.pop()


def test_what_was_done_meanwhile_is_walked_through_line_by_line(visit: Visit) -> None:
    ada = visit().named("Ada")
    table = ada.open_table("saboteur", 4)
    page = ada.page
    page.locator(".start .main").click()
    page.wait_for_selector(".shell")
    ada.play_on(table, 2)
    page.wait_for_selector(".shell.mine[data-settled=true]")
    page.get_by_role("button", name="Why not take it back?").click()
    expect(page.get_by_text("This move cannot be taken back")).to_be_visible()
    since = page.locator(".sentence").get_by_role("button", name="Since your last turn")
    expect(since, "it was all seen as it happened").to_have_count(0)

    page.reload()
    page.wait_for_selector(".shell.mine")
    since.click()
    walk = page.locator(".recall")
    walk.get_by_role("button", name="Go on by itself").click()
    before = walk.get_by_role("button", name="The line before")
    while before.is_enabled():
        before.click()
    told = []
    while walk.count():
        told.append(walk.get_by_role("status").inner_text())
        walk.get_by_role("button", name="Next").click()
    assert told[0].startswith("Basile ")
    # The last line need not be Dimitri's: a tunnel may have reached a goal by then, which is told as well.
    log = log_of(page)
    mine = max(at for at, line in enumerate(log) if line.startswith("You "))
    assert told == log[mine + 1 :], "only what others did since"
    expect(walk).to_have_count(0)
    expect(since, "what was looked at is not missed").to_have_count(0)

    line = page.locator(".side ol button.line").filter(has_text="Cléo").last
    line.click()
    expect(walk.get_by_role("status")).to_have_text(line.locator(".words").inner_text())
    page.keyboard.press("Escape")
    expect(walk).to_have_count(0)

    fold = page.get_by_role("button", name="Beside the game")
    fold.click()
    expect(page.locator("aside")).to_have_count(0)
    page.reload()
    page.wait_for_selector(".shell")
    expect(page.locator("aside"), "it stays folded").to_have_count(0)
    fold.click()
    expect(page.locator("aside ol")).to_be_visible()
    assert ada.axe() == []


def test_a_phone_opens_the_log_at_the_newest_line_and_shows_the_board_for_it(visit: Visit) -> None:
    ada = visit(size="phone", locale="fr-FR").named("Ada")
    table = ada.open_table("saboteur", 4)
    page = ada.page
    page.locator(".start .main").click()
    page.wait_for_selector(".shell")
    ada.play_on(table, 4)
    page.wait_for_selector(".shell.mine[data-settled=true]")
    page.get_by_role("button", name="Menu").click()
    newest = page.locator("dialog ol li").last
    expect(newest).to_be_in_viewport(ratio=0.9)
    expect(page.locator("dialog ol li").first).not_to_be_in_viewport()
    newest.locator("button").click()
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(page.locator(".recall").get_by_role("status")).to_be_in_viewport()
    assert ada.cut() == []
    assert ada.sideways() == 0


def test_a_great_moment_waits_for_a_tap_and_goes_on_by_it(visit: Visit) -> None:
    ada = visit(size="phone", locale="fr-FR", motion="no-preference", pace="calm").named("Ada")
    ada.open_table("diamant", 3, intermission_s=600)
    page = ada.page
    page.locator(".start .main").click()
    page.wait_for_selector("[data-phase=choosing]")
    go_on = page.locator(".go-on")
    for _ in range(1_200):
        if go_on.count():
            break
        if not choose_if_asked(page, "go_on"):
            page.wait_for_timeout(50)
    expect(go_on).to_have_text(words_of("fr-FR")["tap_to_go_on"])
    page.evaluate(_TAP_ON)
    expect(go_on).to_have_count(0)
    expect(page.locator(".shell")).to_have_attribute("data-phase", "over")


def test_a_television_says_that_its_server_is_away_and_when_it_is_back(
    browser: Browser, tmp_path: Path
) -> None:
    port = free_port()
    with serving(port, tmp_path) as address:
        ada = Visitor(browser, address).named("Ada")
        table = ada.open_table("saboteur", 3, bot_pause_ms=60_000)
        ada.page.locator(".start .main").click()
        screen = Visitor(browser, address, size="screen", locale="fr-FR")
        screen.go(f"/t/{table['code']}/screen").wait_for_selector("[data-phase]")
        away = screen.page.get_by_role("status").filter(has_text=words_of("fr-FR")["reconnecting"])
        expect(away).to_have_count(0)
    expect(away).to_be_visible()
    box = away.locator("p").bounding_box()
    assert box is not None
    assert box["height"] > 48, "it is read from the far side of the room"
    with serving(port, tmp_path):
        expect(away).to_have_count(0)
    ada.close()
    screen.close()
