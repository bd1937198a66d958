"""Diamant by clicking, in a real browser against a real server."""

import json
import re
from collections import Counter

from playwright.sync_api import Page, Route, WebSocketRoute, expect

from tests.web.conftest import Visit
from tests.web.diamant import choose_if_asked, expect_result, play_to_the_end, start, to_the_collapse
from tests.web.house import Visitor, words_of

_ASKED = ".shell.mine[data-settled=true]:not(:has(.choice[aria-pressed=true])) .choice:enabled"
"""It is this player's turn, they have been told, and have chosen nothing yet."""


def test_one_click_from_the_door_to_the_first_card(visit: Visit) -> None:
    page = visit(size="phone", locale="fr-FR").go("/")
    page.locator(".game").filter(has_text="Diamant").get_by_role("button", name="Jouer").click()
    page.wait_for_selector("[data-phase=choosing]")
    expect(page.locator(".sentence")).to_contain_text("À toi")
    expect(page.locator(".choice:enabled")).to_have_count(2)


def test_two_people_a_bot_and_a_spectator_at_one_table(visit: Visit) -> None:
    """Choices are secret until all are in; a spectator sees what is public; everybody sees the same end."""
    ada, bruno = visit().named("Ada"), visit(size="phone", locale="fr-FR").named("Bruno")
    table = ada.open_table("diamant", 3)
    bruno.go(f"/t/{table['code']}")
    expect(ada.page.get_by_text("Bruno", exact=True)).to_be_visible()
    page = start(ada)
    bruno.page.wait_for_selector("[data-phase=choosing]")
    watcher = visit().named("Wanda")
    watcher.go(f"/t/{table['code']}").wait_for_selector("[data-phase=choosing]")
    assert watcher.page.locator(".choice").count() == 0
    expect(watcher.page.get_by_text("Watching", exact=True)).to_be_visible()

    page.get_by_role("tab", name="Chat").click()
    page.get_by_role("button", name="Good luck!").click()
    bruno.page.locator(".said button", has_text="Bonne chance").tap()
    expect(bruno.page.get_by_role("dialog").locator(".bubble")).to_contain_text("Bonne chance")
    bruno.page.keyboard.press("Escape")

    page.locator(".choice.leave").click()
    seat = bruno.page.locator(".others li").filter(has_text="Ada")
    expect(seat.get_by_text("A choisi")).to_have_count(1)
    page.locator(".choice.go_on").click()
    expect(page.locator(".choice.go_on")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".choice.leave")).to_have_attribute("aria-pressed", "false")

    play_to_the_end(page, bruno.page, leave_every=2)
    expect_result(page, 3)
    expect_result(bruno.page, 3)
    expect_result(watcher.page, 3)
    expect(bruno.page.get_by_text(words_of("fr-FR")["rematch_host"])).to_be_visible()
    scores = ".scores li > b"
    assert [one.split()[0] for one in page.locator(scores).all_inner_texts()] == [
        one.split()[0] for one in bruno.page.locator(scores).all_inner_texts()
    ]


def test_a_collapse_takes_the_stage_on_every_screen_until_all_go_on(visit: Visit) -> None:
    """Who lost what and who was out in time, by name; after a reload and on the television too."""
    ada, bruno = visit().named("Ada"), visit(size="phone", locale="fr-FR").named("Bruno")
    table = ada.open_table("diamant", 3, intermission_s=600)
    bruno.go(f"/t/{table['code']}")
    expect(ada.page.get_by_text("Bruno", exact=True)).to_be_visible()
    page = start(ada)
    bruno.page.wait_for_selector("[data-phase=choosing]")
    screen = visit(size="screen")
    screen.go(f"/t/{table['code']}/screen").wait_for_selector("[data-phase=choosing]")
    ada.listen()
    to_the_collapse(page, bruno.page)

    for each in (page, screen.page):
        expect(each.locator(".aftermath li")).to_have_count(3)
        expect(each.locator(".aftermath li").filter(has_text="Ada")).to_have_class(re.compile(r"\blate\b"))
        expect(each.locator(".aftermath li").filter(has_text="Bruno")).not_to_have_class(
            re.compile(r"\blate\b")
        )
    expect(page.locator(".aftermath .mine")).to_have_text(re.compile("^You (drop|had nothing)"))
    expect(bruno.page.locator(".aftermath .mine")).to_be_visible()
    expect(screen.page.locator(".aftermath .mine")).to_have_count(0)
    expect(page.locator(".sentence")).to_contain_text("Cave 1 is over.")
    expect(page.locator(".choice.go_on, .choice.leave")).to_have_count(0)
    assert any("again! You " in line for line in ada.heard())
    assert ada.axe() == []
    page.reload()
    expect(page.locator(".aftermath .mine")).to_have_text(re.compile("^You (drop|had nothing)"))

    page.locator(".choice.onward").click()
    expect(page.locator(".sentence")).to_contain_text("Waiting for Bruno.")
    expect(
        bruno.page.locator(".others li").filter(has_text="Ada").get_by_text("Veut continuer")
    ).to_have_count(1)
    bruno.page.locator(".choice.onward").tap()
    for each in (page, bruno.page, screen.page):
        expect(each.locator("[data-phase=choosing]")).to_be_visible()
        expect(each.locator(".aftermath")).to_have_count(0)
        expect(each.get_by_text(re.compile("^(Cave|Grotte) 2/5$"))).to_be_visible()


def test_a_card_of_the_gallery_says_what_it_brought_and_who_left(visit: Visit) -> None:
    """By touch, by pointer and by keys; a line of the log lights its card."""
    ada = visit().named("Ada")
    page = _three_cards_deep(ada)
    page.locator("[data-spot]").nth(1).hover()
    expect(page.locator(".field time")).to_be_visible()
    expect(page.locator("[data-spot='1'] .card")).to_have_class(re.compile(r"\blit\b"))
    page.mouse.move(2, 2)
    expect(page.locator(".field time")).to_have_count(0)
    # Two lines for a card: the choice that led to it, and what it brought.
    line = page.locator(".side [data-line]").filter(has=page.locator(".trace .card")).first
    line.hover()
    expect(page.locator("[data-spot='1'] .card")).to_have_class(re.compile(r"\blit\b"))


def _three_cards_deep(ada: Visitor) -> Page:
    """In a cave that has not fallen in so early; if one has, there are others."""
    while True:
        ada.open_table("diamant", 3, intermission_s=600)
        page = start(ada)
        for card in (1, 2):
            page.locator(".choice.go_on:enabled[aria-pressed=false]").click()
            expect(page.locator("[data-spot]").nth(card)).to_be_visible()
            expect(page.locator(".shell[data-settled=true]")).to_be_visible()
            if page.locator(".shell[data-phase=choosing]").count() == 0:
                break
        else:
            return page


def test_a_lost_connection_comes_back_by_itself_and_sends_what_was_chosen(visit: Visit) -> None:
    ada = visit().named("Ada")
    network = Network(ada.page)
    ada.open_table("diamant", 3, bot_pause_ms=60_000)
    page = start(ada)
    network.fail()
    expect(page.locator(".connection-status p")).to_be_visible()
    page.locator(".choice.leave").click()
    network.mend()
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(page.locator(".connection-status p")).to_have_count(0)
    expect(page.locator(".choice.leave")).to_have_attribute("aria-pressed", "true")
    page.reload()
    expect(page.locator(".choice.leave")).to_have_attribute("aria-pressed", "true")


class Network:
    """The way between one page and the server, which can be cut and mended."""

    def __init__(self, page: Page) -> None:
        self._up = True
        self._open: list[WebSocketRoute] = []
        page.route_web_socket("**/live", self._connect)

    def _connect(self, socket: WebSocketRoute) -> None:
        if self._up:
            socket.connect_to_server()
            self._open.append(socket)
        else:
            socket.close()

    def fail(self) -> None:
        self._up = False
        for socket in self._open:
            socket.close()
        self._open.clear()

    def mend(self) -> None:
        self._up = True


def test_the_position_is_there_again_after_a_reload(visit: Visit) -> None:
    ada = visit().named("Ada")
    ada.open_table("diamant", 3, bot_pause_ms=60_000)
    page = start(ada)
    page.locator(".choice.go_on").click()
    expect(page.locator(".choice.go_on")).to_have_attribute("aria-pressed", "true")
    page.reload()
    expect(page.locator(".choice.go_on")).to_have_attribute("aria-pressed", "true")


def test_a_bot_stands_in_and_the_player_takes_over_again(visit: Visit) -> None:
    ada = visit().named("Ada")
    ada.open_table("diamant", 3, bot_pause_ms=2_000)
    page = start(ada)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Let a bot play for me").click()
    expect(page.get_by_text("A bot plays for you at the moment.")).to_be_visible()
    page.get_by_role("button", name="Play again").click()
    expect(page.get_by_text("A bot plays for you at the moment.")).to_have_count(0)


def test_a_whole_game_by_keyboard_alone(visit: Visit) -> None:
    """From the waiting room to the result without a pointer; the focus can be seen, all events are heard."""
    ada = visit().named("Ada")
    ada.open_table("diamant", 3, intermission_s=600)
    page = ada.page
    page.locator(".start .main").focus()
    ada.watch_focus()
    ada.listen()
    page.keyboard.press("Enter")
    expect(page.locator(".choice.go_on")).to_be_focused()
    onward = page.locator(".choice.onward")
    for turn in range(2_000):
        page.wait_for_selector(f"#end-title, .choice.onward, {_ASKED}")
        if page.locator("#end-title").count():
            break
        if onward.count():
            page.keyboard.press(("Enter", "g")[turn % 2])
            expect(onward).to_have_count(0)
        else:
            page.keyboard.press(("Enter", "g", "l")[turn % 3])
    expect(page.locator("#end-title")).to_be_focused()
    assert ada.lost_focus() == []
    while page.locator(".side .earlier").count():
        page.locator(".side ol").evaluate("list => { list.scrollTop = 0 }")
        page.wait_for_timeout(25)
    told = Counter(page.locator(".side li .words").all_inner_texts())
    assert told.pop("Game 1 begins.") == 1
    heard = ada.heard()
    assert heard[0].startswith("Cave 1/5.")
    assert Counter(line for line in heard if line in told) == told
    assert sum("Go on when you are ready." in line for line in heard) == 5
    assert sum(line.endswith("Your turn: go on, or leave with your loot.") for line in heard) > 4
    expect(page.locator(".end p[role=status]")).to_contain_text("1. ")
    page.locator("#end-title").focus()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.matches(':focus-visible')")


def test_odds_are_told_on_demand_and_by_keyboard(visit: Visit) -> None:
    ada = visit().named("Ada")
    ada.open_table("diamant", 3, bot_pause_ms=60_000)
    page = start(ada)
    ask = page.get_by_role("button", name="Odds")
    ask.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_contain_text("29 cards in the pile")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(ask).to_be_focused()


def test_several_players_on_one_device_with_a_cover_between_them(visit: Visit) -> None:
    page = visit(size="phone").named("Ada").go("/open/diamant")
    page.get_by_label("All on this device").check()
    page.get_by_label("Player 2").fill("Bruno")
    page.locator("form .big").click()
    for name in ("Ada", "Bruno"):
        expect(page.get_by_role("heading", name=f"Pass the device to {name}")).to_be_visible()
        assert page.locator(".choice").count() == 0
        page.get_by_role("button", name=f"I am {name}").click()
        expect(page.locator(".choice:enabled")).to_have_count(2)
        page.locator(".choice.go_on").click()
    # Everybody has chosen: the next card lies, and whoever holds the device decides first.
    go_on, onward = page.locator(".choice.go_on:enabled[aria-pressed=false]"), page.locator(".choice.onward")
    expect(go_on.or_(onward)).to_be_visible()
    if onward.count():  # that card has brought the cave down: the same in the next one
        onward.click()
    go_on.click()
    expect(page.get_by_role("heading", name="Pass the device to Ada")).to_be_visible()


def test_one_goes_on_from_a_pause_for_all_who_share_the_device(visit: Visit) -> None:
    page = visit(size="phone").named("Ada").go("/open/diamant")
    page.route("**/api/tables", long_pauses)
    page.get_by_label("All on this device").check()
    page.get_by_label("Player 2").fill("Bruno")
    page.locator("form .big").click()
    passed = page.get_by_role("button", name=re.compile("^I am "))
    for _ in range(2_000):
        if page.locator(".choice.onward").count():
            break
        if passed.count():
            passed.click()
        choose_if_asked(page, "go_on")
        page.wait_for_timeout(25)
    page.locator(".choice.onward").click()
    expect(page.locator(".aftermath")).to_have_count(0)
    expect(page.locator("[data-phase=choosing]").or_(passed)).to_be_visible()


def long_pauses(route: Route) -> None:
    """The table is opened as it was asked for, with pauses that only people end."""
    route.continue_(post_data=json.dumps({**(route.request.post_data_json or {}), "intermission_s": 600}))


def test_a_hint_says_what_a_fair_player_would_do_and_why(visit: Visit) -> None:
    ada = visit().named("Ada")
    ada.open_table("diamant", 3, bot_pause_ms=60_000)
    page = start(ada)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".told")).to_be_visible()
    expect(page.locator(".choice.hinted")).to_have_count(1)
    page.locator(".choice.hinted").click()
    expect(page.locator(".told")).to_have_count(0)
