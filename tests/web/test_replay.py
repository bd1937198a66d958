"""Finished games watched again in the browser: step by step, with other eyes, by a link, played on."""

import json
import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.web.conftest import Visit
from tests.web.house import ROOT, Visitor, words_of

_TABLES: Final[dict[str, dict[str, Any]]] = {
    "saboteur": {"seats": 3},
    "diamant": {"seats": 3},
    "labyrinth": {"seats": 2, "options": {"turn_limit": 4}},
    "outofmine": {"seats": 2, "options": {"round_limit": 10}, "countdown_ms": 100},
    "kept": {"game": "diamant", "seats": 3, "watch": "nobody"},
}
_PLAY: Final = """async ([tables, seconds]) => {
    const headers = { 'Content-Type': 'application/json' };
    const until = performance.now() + seconds * 1000;
    const act = (table, id, action, on) => {
        const body = JSON.stringify({ id, command: { type: 'Act', action, on } });
        return fetch(`/api/tables/${table}/commands`, { method: 'POST', headers, body });
    };
    const play = async ({ id, game }) => {
        for (let turn = 0; performance.now() < until; turn++) {
            const asked = await fetch(`/api/tables/${id}/hint`);
            if (asked.status === 200) {
                const { action, sequence } = await asked.json();
                const digs = game === 'outofmine' && !['ChooseFace', 'Continue'].includes(action.type);
                await act(id, `out${turn}`, digs ? { type: 'GiveUp' } : action, sequence);
            } else {
                const { status } = await (await fetch(`/api/tables/${id}`)).json();
                if (status === 'over') return true;
                await new Promise((go) => setTimeout(go, 40));
            }
        }
        return false;
    };
    return (await Promise.all(tables.map(play))).every(Boolean);
}"""
"""Until they are over, by hints; whoever gives up digging has no tiles to lay."""


class Evening(NamedTuple):
    """Ada's games, one of each kind, all over; her cookies make anybody her."""

    tables: dict[str, dict[str, Any]]
    cookies: list[Any]


def _played_out(ada: Visitor, tables: list[dict[str, Any]], level: str = "easy") -> None:
    for table in tables:
        for number, command in enumerate(({"type": "TakeSeat", "seat": 0}, {"type": "Start", "fill": level})):
            ada.fetch(
                "POST", f"/api/tables/{table['id']}/commands", {"id": f"go{number}", "command": command}
            )
    assert ada.page.evaluate(_PLAY, [[{"id": one["id"], "game": one["game"]} for one in tables], 90])


@pytest.fixture(scope="module")
def evening(browser: Browser, address: str) -> Iterator[Evening]:
    """Played by the server's own bots, all at once; whoever likes may look at them."""
    ada = Visitor(browser, address).named("Ada")
    usual = {"bot_pause_ms": 0, "intermission_s": 0, "watch": "public"}
    tables = {
        name: ada.fetch("POST", "/api/tables", {"game": name, **usual, **settings})
        for name, settings in _TABLES.items()
    }
    _played_out(ada, [*tables.values()])
    yield Evening(tables, ada.context.cookies())
    ada.close()


@pytest.fixture
def as_ada(visit: Visit, evening: Evening) -> Visit:
    def arrive(**wishes: Any) -> Visitor:
        ada = visit(**wishes)
        ada.context.add_cookies(evening.cookies)
        ada.context.add_init_script(
            """localStorage.setItem('filon.been', 'true'); localStorage.setItem('filon.name', '"Ada"')"""
        )
        return ada

    return arrive


def _words(locale: str) -> dict[str, str]:
    own = json.loads((ROOT / "web" / "messages" / locale[:2] / "replay.json").read_text())
    return {**words_of(locale), **own}


def _at(page: Page) -> int:
    return int(page.locator(".viewer").get_attribute("data-at") or -1)


def _be_at(page: Page, position: int) -> None:
    expect(page.locator(f".viewer[data-at='{position}'][data-settled=true]")).to_be_attached()


def _open(visitor: Visitor, table: dict[str, Any], rest: str = "") -> Page:
    page = visitor.go(f"/t/{table['code']}/games/1/replay{rest}")
    page.wait_for_selector(".viewer")
    return page


def _scrubber(page: Page) -> Locator:
    return page.locator(".viewer input[type=range]")


def _steps(page: Page) -> int:
    return int(_scrubber(page).get_attribute("max") or 0)


@pytest.mark.parametrize(
    ("game", "size", "locale"),
    [
        ("saboteur", "phone", "fr-FR"),
        ("diamant", "laptop", "fr-FR"),
        ("labyrinth", "laptop", "en-GB"),
        ("outofmine", "phone", "en-GB"),
    ],
)
def test_a_game_is_watched_again_from_its_end(
    as_ada: Visit, evening: Evening, game: str, size: str, locale: str
) -> None:
    words = _words(locale)
    ada = as_ada(size=size, locale=locale, theme="dark" if size == "phone" else "light")
    page = ada.go(f"/t/{evening.tables[game]['code']}")
    page.locator(".below").get_by_role("link", name=words["replay_watch"]).click()
    page.wait_for_selector(".viewer")
    assert ada.axe() == []
    steps = _steps(page)
    assert steps > 5
    said = page.locator(".viewer .said")
    expect(said).to_have_text(words["replay_dealt"])
    page.get_by_role("button", name=words["replay_on"], exact=True).click()
    expect(page.locator(".viewer[data-at='0']")).to_have_count(0)
    _be_at(page, _at(page))
    page.get_by_role("button", name=words["replay_back"], exact=True).click()
    _be_at(page, 0)
    _scrubber(page).fill(str(steps // 2))
    _be_at(page, steps // 2)
    assert ada.cut() == []
    assert ada.sideways() == 0
    page.get_by_role("button", name=words["replay_last"], exact=True).click()
    _be_at(page, steps)
    names = "Ada|Basile|Cléo" if locale == "en-GB" else "Ada|Basile|Cléo|Tu as|Victoire"
    expect(said).to_have_text(re.compile(f"{names}|You|Shared"))
    expect(page.get_by_role("button", name=words["replay_on"], exact=True)).to_be_disabled()
    assert ada.axe() == []
    assert ada.cut() == []
    if size == "phone":
        page.get_by_role("button", name=words["replay_more"], exact=True).click()
    lines = page.locator("[data-line]:visible")
    lines.first.click()
    expect(page.locator(f".viewer[data-at='{steps}']")).to_have_count(0)
    assert page.locator("dialog[open]").count() == 0


def test_the_way_through_a_game_is_gone_by_keys_and_told_to_the_ear(as_ada: Visit, evening: Evening) -> None:
    words = _words("en")
    ada = as_ada()
    page = _open(ada, evening.tables["diamant"])
    steps = _steps(page)
    page.keyboard.press("ArrowRight")
    _be_at(page, 1)
    page.keyboard.press(".")
    second_cave = _at(page)
    assert 1 < second_cave <= steps
    _be_at(page, second_cave)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    _be_at(page, second_cave)
    page.keyboard.press("End")
    _be_at(page, steps)
    page.keyboard.press(",")
    assert _at(page) < steps
    page.keyboard.press("Home")
    _be_at(page, 0)
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name=words["replay_pause"], exact=True)).to_be_visible()
    expect(page.locator(".viewer[data-at='0']")).to_have_count(0)
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name=words["replay_play"], exact=True)).to_be_visible()
    page.keyboard.press("s")
    expect(page.locator(".viewer [role=log] p").last).to_contain_text("Cave")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name=words["replay_keys"])).to_be_visible()
    assert ada.axe() == []
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    _scrubber(page).focus()
    before = _at(page)
    page.keyboard.press("ArrowRight")
    _be_at(page, before + 1)


def test_what_another_player_knew_holds_no_secret_of_the_others(as_ada: Visit, evening: Evening) -> None:
    """Neither on the page nor in any byte that came for it: only one role is known while everybody digs."""
    words = _words("en")
    ada = as_ada()
    page = _open(ada, evening.tables["saboteur"], "#s2")
    shown = page.locator(".people .role")
    expect(shown).to_have_count(3)
    page.locator("header").get_by_role("button", name=words["replay_eyes_truth"]).click()
    dialog = page.get_by_role("dialog", name=words["replay_eyes"])
    assert ada.axe() == []
    with page.expect_response("**/replay?eyes=seat*") as came:
        dialog.get_by_role("radio", name=words["replay_eyes_seat"].replace("{name}", "Basile")).check()
    expect(shown).to_have_count(1)
    page.keyboard.press("Escape")
    _be_at(page, 2)
    told = came.value.json()
    assert told["seat"] == 1
    roles = told["view"]["round"]["roles"]
    assert [seat for seat, role in enumerate(roles) if role in ("digger", "saboteur")] == [1]
    drawn = [event for step in told["steps"] for event in step["events"] if event["type"] == "CardDrawn"]
    assert drawn
    assert {event["seat"] for event in drawn if isinstance(event["card"], str)} == {1}
    page.locator("header").get_by_role("button", name="Basile").click()
    with page.expect_response("**/replay?eyes=public*"):
        dialog.get_by_role("radio", name=words["replay_eyes_public"]).check()
    expect(shown).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page).to_have_url(re.compile(r"eyes=public#s2$"))
    page.reload()
    _be_at(page, 2)
    expect(shown).to_have_count(0)


def test_a_link_leads_a_stranger_to_the_moment_and_gives_nothing_away(
    as_ada: Visit, visit: Visit, evening: Evening
) -> None:
    words = _words("fr")
    ada = as_ada(locale="fr-FR")
    ada.context.grant_permissions(["clipboard-read", "clipboard-write"])
    table = evening.tables["diamant"]
    page = _open(ada, table, "#s6")
    _be_at(page, 6)
    steps = _steps(page)
    ada.pardon("status of 503")
    page.route("**/api/tables/*/qr", lambda route: route.fulfill(status=503, body="{}"))
    page.get_by_role("switch", name=words["replay_link_veiled"]).check()
    page.get_by_role("button", name=words["replay_link"], exact=True).click()
    expect(page.get_by_text(words["copied"])).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link.endswith("spoil=no#s6")

    bea = visit(size="phone", locale="fr-FR").named("Bea")
    there = bea.go(link.removeprefix(bea.address))
    there.wait_for_selector(".viewer")
    _be_at(there, 6)
    assert _steps(there) == 6
    expect(there.locator(".transport .count")).to_have_text("6")
    expect(there.get_by_role("button", name=words["replay_last_reached"], exact=True)).to_be_disabled()
    assert bea.axe() == []
    assert bea.cut() == []
    there.get_by_role("button", name=words["replay_on"], exact=True).click()
    expect(there.locator(".transport .count")).to_have_text("7")
    there.get_by_role("button", name=words["replay_unveil"]).click()
    assert _steps(there) == steps
    expect(there.locator(".transport .count")).to_have_text(f"7/{steps}")


def test_a_game_that_nobody_may_watch_is_kept_for_those_who_sat_there(
    as_ada: Visit, visit: Visit, evening: Evening
) -> None:
    words = _words("en")
    table = evening.tables["kept"]
    expect(_open(as_ada(), table).locator(".said")).to_have_text(words["replay_dealt"])
    stranger = visit().named("Bea")
    stranger.pardon("status of 403")
    page = stranger.go(f"/t/{table['code']}/games/1/replay")
    expect(page.get_by_role("heading", name=words["finished_not_yours"])).to_be_visible()


def test_a_round_is_watched_again_until_the_game_goes_on(visit: Visit) -> None:
    words = _words("fr")
    ada = visit(size="phone", locale="fr-FR").named("Ada")
    table = ada.open_table("diamant", 3, intermission_s=300)
    page = ada.page
    page.locator(".start .main").click()
    page.wait_for_selector("[data-phase=choosing]")
    while not page.locator("[data-phase=over][data-settled=true]").count():
        ada.take_advice(table)
        page.wait_for_timeout(30)
    page.get_by_role("button", name=words["replay_round"]).click()
    dialog = page.get_by_role("dialog", name=words["replay_round"])
    expect(dialog.locator(".viewer")).to_be_visible()
    expect(dialog.locator(".viewer[data-at='0']")).to_have_count(0)
    assert ada.axe() == []
    on = int(page.locator(".shell").get_attribute("data-sequence") or 0)
    onward = {"type": "Act", "action": {"type": "Continue"}, "on": on}
    ada.fetch("POST", f"/api/tables/{table['id']}/commands", {"id": "onward", "command": onward})
    expect(page.locator("dialog[open]")).to_have_count(0)
    page.wait_for_selector("[data-phase=choosing]")
    page = ada.go(f"/t/{table['code']}/round")
    page.wait_for_selector(".viewer")
    assert ada.axe() == []
    assert ada.cut() == []
    page.get_by_role("link", name=words["replay_round_back"]).click()
    page.wait_for_selector("[data-phase]")


@pytest.mark.parametrize("game", ["saboteur", "outofmine"])
def test_a_game_is_played_on_from_a_moment_of_it(as_ada: Visit, evening: Evening, game: str) -> None:
    words = _words("en")
    ada = as_ada()
    page = _open(ada, evening.tables[game], "#s5")
    page.get_by_role("button", name=words["replay_continue"]).click()
    dialog = page.get_by_role("dialog", name=words["replay_continue"])
    expect(dialog.get_by_role("radio", name="Ada")).to_be_checked()
    assert ada.axe() == []
    dialog.get_by_role("radio", name="Basile").check()
    with page.expect_response("**/continue") as came:
        dialog.get_by_role("button", name=words["replay_continue_go"]).click()
    page.wait_for_selector(".shell[data-phase]")
    opened = came.value.json()
    assert opened["code"] != evening.tables[game]["code"]
    before = int(page.locator(".shell").get_attribute("data-sequence") or 0)
    ada.play_on(opened, 1)
    expect(page.locator(f".shell[data-sequence='{before}']")).to_have_count(0)


def test_a_friend_plays_the_same_deal_and_both_compare(as_ada: Visit, visit: Visit, evening: Evening) -> None:
    words = _words("fr")
    ada = as_ada(locale="fr-FR")
    page = _open(ada, evening.tables["labyrinth"])
    page.get_by_role("button", name=words["replay_deal"]).click()
    dialog = page.get_by_role("dialog", name=words["replay_deal"])
    dialog.get_by_role("button", name=words["replay_deal_make"]).click()
    link = dialog.get_by_role("link").get_attribute("href") or ""
    assert ada.axe() == []
    path = "/deal/" + link.partition("/deal/")[2]

    bea = visit(size="phone", locale="fr-FR").named("Bea")
    there = bea.go(path)
    expect(there.get_by_role("button", name=words["replay_same_play"])).to_be_visible()
    expect(there.get_by_text("Ada")).to_have_count(0)
    assert bea.axe() == []
    assert bea.cut() == []
    with there.expect_response("**/play") as came:
        there.get_by_role("button", name=words["replay_same_play"]).click()
    table = came.value.json()
    there.wait_for_selector(".shell")
    bea.play_out(table, 60)
    there.locator(".below").get_by_role("link", name=words["replay_same_compare"]).click()
    expect(there.get_by_role("heading", name=words["replay_same_compare_title"])).to_be_visible()
    decisions = there.locator("td button")
    expect(decisions.first).to_be_visible()
    decisions.last.click()
    expect(decisions.last).to_have_attribute("aria-pressed", "true")
    assert bea.axe() == []
    assert bea.cut() == []
    assert bea.sideways() == 0
    there = bea.go(path)
    expect(there.get_by_text(words["replay_same_played"])).to_be_visible()
    expect(there.get_by_text("Ada")).to_be_visible()
    there = ada.go(f"{path}/compare")
    expect(there.get_by_role("columnheader", name="Bea")).to_be_visible()
    assert ada.axe() == []
