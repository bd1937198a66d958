"""What happens around a game among people: setting a table, a wrong code, somebody sent away, a house that
restarts, and what is left of an evening.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from tests.web.conftest import Visit
from tests.web.diamant import start
from tests.web.house import words_of
from tests.web.lessons import LESSONS


def test_a_wrong_code_is_corrected_where_it_was_refused(visit: Visit) -> None:
    table = visit().named("Ada").open_table("diamant", 3)
    bruno = visit(size="phone").named("Bruno")
    bruno.pardon("status of 404")
    bruno.go("/").get_by_label("Code or link").fill("222222")
    bruno.page.keyboard.press("Enter")
    expect(bruno.page.get_by_role("heading", level=1)).to_contain_text("222222")
    field = bruno.page.get_by_label("Code or link")
    expect(field).to_have_value("222222")
    field.fill(table["code"].lower())
    bruno.page.keyboard.press("Enter")
    expect(bruno.page.get_by_text("Bruno (you)")).to_be_visible()


def test_nobody_is_sent_away_by_a_slip_and_who_was_may_be_let_back(visit: Visit) -> None:
    ada, bruno = visit().named("Ada"), visit(size="phone", locale="fr-FR").named("Bruno")
    gone = words_of("fr")["refused_removed"]
    table = ada.open_table("diamant", 3)
    bruno.go(f"/t/{table['code']}")
    send = ada.page.get_by_role("button", name=re.compile("Send away ?: Bruno"))
    send.click()
    ada.page.get_by_role("button", name="Do nothing").click()
    expect(bruno.page.get_by_text("Bruno (toi)")).to_be_visible()
    send.click()
    ada.page.get_by_role("button", name="Send away", exact=True).click()
    expect(bruno.page.get_by_role("heading", level=1)).to_have_text(gone)
    expect(bruno.page.locator(".room")).to_have_count(0)
    bruno.page.get_by_role("button", name="Réessayer").click()
    expect(bruno.page.get_by_role("heading", level=1)).to_have_text(gone)
    ada.page.reload()
    ada.page.get_by_role("button", name=re.compile("Let them back ?: Bruno")).click()
    expect(ada.page.get_by_text("You sent Bruno away.")).to_have_count(0)
    bruno.page.get_by_role("button", name="Réessayer").click()
    expect(bruno.page.get_by_text("Bruno (toi)")).to_be_visible()


def test_a_seat_moves_with_its_players_name_to_a_device_that_nobody_has_named(visit: Visit) -> None:
    ada = visit().named("Ada")
    table = ada.open_table("diamant", 3, bot_pause_ms=60_000)
    start(ada)
    link = ada.fetch("POST", f"/api/tables/{table['id']}/seat-links", {})
    other = visit(size="phone")
    other.go(f"{link['path']}/Ada%20L.")
    expect(other.page.locator(".choice:enabled")).to_have_count(2)
    assert other.page.evaluate("localStorage.getItem('filon.name')") == '"Ada L."'


def test_the_form_for_a_table_waits_for_a_house_that_restarts(visit: Visit) -> None:
    ada = visit().named("Ada")
    ada.pardon("status of 503")
    ada.page.route("**/api/games", lambda route: route.fulfill(status=503))
    ada.go("/open/diamant")
    expect(ada.page.get_by_role("status").filter(has_text="does not answer")).to_be_visible()
    ada.page.unroute("**/api/games")
    expect(ada.page.locator("form .big")).to_be_visible()


def test_an_evening_is_remembered_game_by_game(visit: Visit) -> None:
    ada, bruno = visit().named("Ada"), visit(size="phone", locale="fr-FR").named("Bruno")
    table = ada.open_table("diamant", 3, intermission_s=0, absence_s=5)
    bruno.go(f"/t/{table['code']}")
    expect(ada.page.get_by_text("Bruno", exact=True)).to_be_visible()
    start(ada)
    running = bruno.go("/").locator(f"a[href='/t/{table['code']}']")
    expect(running).to_contain_text(re.compile("À toi de jouer|est à (Ada|Bruno|Cléo)|On attend"))
    bruno.go(f"/t/{table['code']}")
    expect(bruno.page.locator(".choice:enabled")).to_have_count(2)
    commands = f"/api/tables/{table['id']}/commands"
    bruno.fetch("POST", commands, {"id": "away", "command": {"type": "LeaveSeat"}})
    ada.play_out(table, 90)
    ada.fetch("POST", commands, {"id": "again", "command": {"type": "Rematch"}})
    # The table waits for another game; this one stays on everybody's list, with its result.
    page = bruno.go("/")
    line = page.locator("a[href$='/games/1']")
    expect(line).to_contain_text(re.compile("(a|as|ont|avez) gagné avec \\d+"))
    expect(line).to_contain_text(re.compile("Toi : place [123] sur 3, \\d+"))
    box = line.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] < 844, "above the fold"
    page.get_by_role("button", name="Retirer de ma liste: Diamant").last.click()
    expect(line).to_have_count(0)
    page.get_by_role("button", name="La remettre").click()
    line.click()
    expect(page.locator(".scores li")).to_have_count(3)
    winners = page.locator(".scores .winner .name").all_inner_texts()
    expect(page.get_by_role("heading", level=1)).to_have_text(_told_to_bruno(winners))
    expect(page.locator(".log li").first).to_be_visible()
    assert bruno.axe() == []
    assert bruno.sideways() == 0
    ada.go("/").locator("a[href$='/games/1']").wait_for()
    ada.page.get_by_role("button", name=re.compile("Take off my list")).last.click()
    expect(ada.page.get_by_role("button", name="Put it back")).to_be_visible()
    ada.page.reload()
    ada.page.locator("#my-games").wait_for()
    expect(ada.page.locator("a[href$='/games/1']")).to_have_count(0)


def _told_to_bruno(winners: list[str]) -> str:
    """Who won, in the words of a heading: equal chests share the win."""
    words = words_of("fr-FR")
    match winners:
        case ["Bruno (toi)"]:
            return words["end_won"]
        case [name]:
            return f"{name} gagne"
        case _ if "Bruno (toi)" in winners:
            return words["end_shared"]
        case _:
            return f"Victoire partagée : {' et '.join(winners)}"


def test_who_starts_before_having_a_chair_plays_all_the_same(visit: Visit) -> None:
    """A host's own way to a chair takes a moment on a slow line: no bot is to sit there instead."""
    ada = visit().named("Ada")
    held: list[str | bytes] = []
    slow: list[WebSocketRoute] = []

    def connect(route: WebSocketRoute) -> None:
        slow.append(route)
        route.connect_to_server().on_message(
            lambda news: held.append(news) if slow and (held or "Accepted" in str(news)) else route.send(news)
        )

    ada.page.route_web_socket(re.compile("/live$"), connect)
    ada.open_table("diamant", 3)
    button = ada.page.locator(".start .main")
    button.dblclick()
    expect(button).to_have_attribute("aria-busy", "true")
    line = slow.pop()
    for news in held:
        line.send(news)
    expect(ada.page.locator(".choice:enabled")).to_have_count(2)


@contextmanager
def held_back(page: Page, what: str) -> Iterator[None]:
    """It is asked for within, and answered afterwards, when all that does not wait for it is drawn."""
    late: list[Route] = []

    def hold(asked: Route) -> None:
        late.append(asked)

    page.route(what, hold)
    with page.expect_request(what):
        yield
    page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    page.unroute(what)
    assert late
    for asked in late:
        asked.continue_()


def test_the_waiting_room_comes_whole_so_that_nothing_moves_under_a_finger(visit: Visit) -> None:
    """A press on a button that moves before the finger is up is none, or is one on another button."""
    ada = visit(size="phone").named("Ada")
    page = ada.page
    ada.watch_place(".start .main")
    with held_back(page, "**/api/games"), page.expect_response("**/WaitingRoom-*.js"):
        ada.open_table("diamant", 3)
    expect(page.locator(".start .main")).to_have_text("Start with 2 bots")
    assert ada.moved() == 0


@pytest.mark.parametrize("pressed", [".game button.main", ".join button"])
def test_what_can_be_pressed_at_the_door_stays_where_it_was_first_seen(visit: Visit, pressed: str) -> None:
    ada = visit(size="phone").named("Ada")
    page = ada.page
    ada.open_table("diamant", 3)
    expect(page.locator(".start .main")).to_have_text("Start with 2 bots")  # Ada sits
    ada.watch_place(pressed)
    with held_back(page, "**/api/me/tables*"), page.expect_response("**/api/games"):
        ada.go("/")
    expect(page.locator("a[href^='/t/']").first).to_be_visible()
    expect(page.locator(".game button.main").first).to_be_visible()
    assert ada.moved() == 0


def test_where_a_browser_keeps_nothing_people_play_all_the_same(visit: Visit) -> None:
    """Its storage is closed, or full: what would be kept then lasts as long as the page."""
    visitor = visit(size="phone")
    visitor.page.add_init_script(
        "for (const area of ['localStorage', 'sessionStorage'])"
        " Object.defineProperty(window, area,"
        " { get: () => { throw new DOMException('closed', 'SecurityError') } })"
    )
    page = visitor.go("/open/diamant")
    page.get_by_label("All on this device").check()
    page.get_by_label("Player 1").fill("Ada")
    page.get_by_label("Player 2").fill("Bruno")
    page.locator("form .big").click()
    for name in ("Ada", "Bruno"):
        page.get_by_role("button", name=f"I am {name}").click()
        page.locator(".choice.go_on:enabled").click()


def test_one_choice_seats_hard_bots_and_is_kept(visit: Visit) -> None:
    ada = visit().named("Ada")
    page = ada.go("/open/saboteur")
    page.get_by_label("hard").check()
    page.get_by_role("button", name="Open a table").click()
    # Everything that can be said at a touch is in sight, beside the seats.
    phrases = page.locator(".phrases button")
    expect(phrases).not_to_have_count(0)
    for phrase in phrases.all():
        box = phrase.bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= 1280
        assert box["y"] + box["height"] <= 800
    expect(page.get_by_text("The deal is already sealed")).to_be_visible()
    expect(page.get_by_text(re.compile("Only this device can open 127.0.0.1"))).to_be_visible()
    page.get_by_label("Between two rounds, wait for").select_option("1 minute")
    page.get_by_role("button", name=re.compile("^Bot")).first.click()
    chairs = page.locator(".seats .who")
    expect(chairs.filter(has_text="Bot, hard")).to_have_count(1)
    page.get_by_label("easy", exact=True).check()
    expect(chairs.filter(has_text="Bot, easy")).to_have_count(1)
    page.get_by_label("hard", exact=True).check()
    page.get_by_role("button", name="Start with 4 bots").click()
    page.wait_for_selector("[data-phase]")
    code = page.url.rpartition("/")[2]
    info = ada.fetch("GET", f"/api/codes/{code}", None)
    assert info["players"] == ["Ada", "hard", "hard", "hard", "hard"]
    seen = ada.fetch("GET", f"/api/tables/{info['id']}/view", None)
    assert seen["table"]["settings"]["intermission_s"] == 60
    expect(ada.go("/").get_by_label("hard")).to_be_checked()


def test_a_lesson_leads_to_a_game_of_it(visit: Visit) -> None:
    ada = visit(locale="fr-FR").named("Ada")
    page = ada.go("/learn/diamant")
    for _ in LESSONS["diamant"](page):
        pass
    page.get_by_role("button", name="Terminer").click()
    page.get_by_role("button", name="Jouer").click()
    page.wait_for_url("**/t/*")
    page.wait_for_selector("[data-phase=choosing]")
    table = ada.fetch("GET", f"/api/codes/{page.url.rpartition('/')[2]}", None)
    assert table["game"] == "diamant"
