"""The same deal as a friend had: shared by a code that nobody can make up, played unspoilt, and compared."""

import base64
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from filon.bots.advice import Why
from filon.coach.model import FORMAT, Analysis, Decision, Option
from filon.games.contract import CONTINUE, Seat
from filon.games.diamant.model import Choice, Choose
from filon.games.registry import GAMES
from filon.server.http.deal_codes import Deal, code_of, deal_of, is_sealed
from filon.server.jobs.kinds import ANALYSIS, analysis_of
from filon.server.server import Server
from filon.tables import THE_TABLE, AnyTable, Guest, commands, patched, verify
from filon.tables.events import Started
from filon.tables.model import Held, Over, Playing
from tests.server.test_reading import hosting
from tests.server.test_replays import NOBODY, as_guest, refused
from tests.tables.desk import ANNA, BEN, EVE, Desk, act, four_playing

pytestmark = pytest.mark.anyio

FRIEND = Guest("friend")
LINKS = "/api/tables/t1/games/1/deal-links"


async def shared(http: httpx.AsyncClient, seat: int = 0, **given: Any) -> str:
    answer = await http.post(LINKS, json={"seat": seat}, **given)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["code"])


async def play(http: httpx.AsyncClient, code: str, headers: dict[str, str] | None = None) -> dict[str, Any]:
    answer = await http.post(f"/api/deals/{code}/play", json={"level": "random"}, headers=headers)
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def now(server: Server, table: str) -> AnyTable:
    room = await server.rooms.get(table)
    assert room is not None
    return room.table


async def play_out(server: Server, table: str, guest: Guest) -> None:
    """The guest takes what is first, and so do the bots; nobody waits for anything."""
    while isinstance(phase := (await now(server, table)).phase, Playing):
        law = GAMES["diamant"]
        if not phase.turns:
            answer = await server.rooms.ask(table, guest, "", act(CONTINUE))
            assert answer is not None
        for seat in sorted(phase.turns):
            present = await now(server, table)
            if not isinstance(present.phase, Playing) or seat not in present.phase.turns:
                continue
            action = law.legal_actions(present.phase.state, Seat(seat))[-1]
            if isinstance(present.chairs[seat], Held):
                await server.rooms.ask(table, guest, "", act(action))
            else:
                choice = commands.PlayFor(seat, action, present.sequence)
                await server.rooms.ask(table, THE_TABLE, "", choice)


async def analysed(server: Server, step: int) -> None:
    """As if the first game of t1 had been: of one decision it says that it was a mistake."""
    choices = [
        Option(Choose(choice), share, 0.0) for choice, share in ((Choice.LEAVE, 0.5), (Choice.GO_ON, 0.25))
    ]
    decision = Decision(
        step, 1, 0, 1, tuple(choices), "mistake", 0.25, Why("coach.why", {}), "diamant.late_1"
    )
    found = Analysis(
        format=FORMAT,
        game="diamant",
        depth="standard",
        players=("player 1",),
        decisions=(decision,),
        curve=(),
        turning_points=(),
        parts=(),
        insight=None,
    )
    job, store = analysis_of("t1", 1), server.store
    await store.request_job(job, now=1, form=ANALYSIS.form, table="t1", guest=ANNA)
    assert await store.claim_job("test", 2, 60_000, [ANALYSIS.form]) is not None
    assert await store.finish_job("test", job, 3, msgspec.json.encode(found))


async def test_a_friend_plays_the_same_deal_in_the_same_seat(tmp_path: Path) -> None:
    desk = four_playing().play_out()
    (dealt,) = [event.state for entry in desk.log for event in entry.events if isinstance(event, Started)]
    async with hosting(desk, tmp_path) as (server, http):
        code = await shared(http)
        friend = await as_guest(server, FRIEND)
        told = {"game": "diamant", "seats": 4, "name": None, "seat": 0, "played": False}
        assert (await http.get(f"/api/deals/{code}", headers=friend)).json() == told
        assert (await http.get(f"/api/deals/{code}", headers=NOBODY)).json() == told
        assert (await http.get(f"/api/deals/{code}")).json() == {**told, "name": "Anna"}
        info = await play(http, code, friend)
        assert (info["public"], info["watch"], info["players"][1:]) == (False, "nobody", ["random"] * 3)
        table = await now(server, info["id"])
        assert isinstance(table.phase, Playing)
        assert table.phase.state == dealt
        assert table.host == FRIEND
        assert (await play(http, code, friend))["id"] == info["id"], "it is played once"
        assert (await http.get(f"/api/deals/{code}", headers=friend)).json() == told
        early = await http.get(f"/api/deals/{code}/comparison", headers=friend)
        assert refused(early)[:2] == (403, "not_over")
        assert refused(await http.get(f"/api/deals/{code}/comparison"))[:2] == (404, "not_found")
        await play_out(server, info["id"], FRIEND)
        ended = (await http.get(f"/api/deals/{code}", headers=friend)).json()
        assert ended == {**told, "name": "Anna", "played": True}
        exported = await http.get(f"/api/tables/{info['id']}/export", headers=friend)
        verdict = verify(exported.content)
        assert verdict.ok, verdict.problems


async def test_both_games_are_compared_decision_by_decision(tmp_path: Path) -> None:
    desk = four_playing().play_out()
    async with hosting(desk, tmp_path) as (server, http):
        code = await shared(http)
        friend, other = await as_guest(server, FRIEND), await as_guest(server, EVE)
        tables = []
        for guest, headers in ((FRIEND, friend), (EVE, other)):
            info = await play(http, code, headers)
            tables.append(info["id"])
            await play_out(server, info["id"], guest)
        path = f"/api/deals/{code}/comparison"
        mine = (await http.get(path)).json()
        theirs = (await http.get(path, headers=friend)).json()
        assert (mine["shared"]["mine"], mine["again"]["mine"]) == (True, False)
        assert (theirs["shared"]["mine"], theirs["again"]["mine"]) == (False, True)
        assert [one["table"] for one in mine["others"]] == tables[::-1]
        assert theirs["others"] == []
        assert mine["again"]["table"] == tables[1]
        named = (await http.get(path, params={"table": tables[0]})).json()
        assert named["again"]["table"] == tables[0]
        nowhere = await http.get(path, params={"table": tables[1]}, headers=friend)
        assert refused(nowhere)[:2] == (404, "not_found"), "one friend's game is not for another"
        assert refused(await http.get(path, headers=NOBODY))[:2] == (401, "unauthorized")
        assert {one["verdict"] for one in theirs["shared"]["decisions"]} == {None}
        await analysed(server, theirs["shared"]["decisions"][1]["step"])
        judged = (await http.get(path, headers=friend)).json()["shared"]["decisions"]
        assert [(one["verdict"], one["cost"]) for one in judged[:3]] == [
            (None, None),
            ("mistake", 0.25),
            (None, None),
        ]
        assert judged[1]["best"] == {"type": "Choose", "choice": "leave"}
        stranger = await as_guest(server, BEN)
        assert refused(await http.get(path, headers=stranger))[:2] == (403, "not_over")
        first = theirs["rows"][0]
        assert (first["round"], first["shared"], first["again"], first["same"]) == (1, 0, 0, True)
        assert {row["round"] for row in theirs["rows"]} == {1, 2, 3, 4, 5}
        law = GAMES["diamant"]
        for game in ("shared", "again"):
            sent, seen = theirs[game], theirs[game]["view"]
            steps = await http.get(
                f"/api/tables/{sent['table']}/games/1/replay?eyes=seat&seat=0",
                headers=friend if game == "again" else None,
            )
            played = {one["step"]: one for one in steps.json()["steps"]}
            for number, one in enumerate(sent["decisions"]):
                seen = seen if number == 0 or one["patch"] is None else patched(seen, one["patch"])
                view = msgspec.convert(seen, law.view_type, strict=False)
                assert view.seat == 0
                assert one["action"] == played[one["step"]]["action"]
            assert b'"hidden"' not in msgspec.json.encode([one["action"] for one in sent["decisions"]])


async def test_everybody_shares_their_own_seat_only(tmp_path: Path) -> None:
    desk = four_playing().play_out()
    async with hosting(desk, tmp_path) as (server, http):
        assert refused(await http.post(LINKS, json={"seat": 1}))[:2] == (403, "not_yours")
        assert refused(await http.post(LINKS, json={"seat": 4})) == (400, "malformed", "seat")
        assert refused(await http.post(LINKS, json={"seat": 0}, headers=NOBODY))[:2] == (401, "unauthorized")
        later = await http.post("/api/tables/t1/games/2/deal-links", json={"seat": 0})
        assert refused(later)[:2] == (409, "not_over")
        watcher = await as_guest(server, EVE)
        assert await shared(http, 3, headers=watcher)


async def test_who_may_not_take_a_game_along_shares_nothing_of_it(tmp_path: Path) -> None:
    desk = four_playing(watch="nobody").join(EVE)
    desk.say(ANNA, commands.Remove(EVE))
    desk.play_out()
    async with hosting(desk, tmp_path) as (server, http):
        banned, stranger = await as_guest(server, EVE), await as_guest(server, FRIEND)
        assert refused(await http.post(LINKS, json={"seat": 0}, headers=banned))[:2] == (403, "removed")
        no = await http.post(LINKS, json={"seat": 0}, headers=stranger)
        assert refused(no)[:2] == (403, "no_watching")
        code = await shared(http)
        sent_away = await http.post(f"/api/deals/{code}/play", json={"level": "easy"}, headers=banned)
        assert refused(sent_away)[:2] == (403, "removed")
        level = await http.post(f"/api/deals/{code}/play", json={"level": "genius"}, headers=stranger)
        assert refused(level) == (400, "malformed", "level")
        await play(http, code, stranger)


async def test_a_code_survives_a_restart_and_is_the_same_on_every_server(tmp_path: Path) -> None:
    desk = four_playing().play_out()
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    there.mkdir()
    async with hosting(desk, here) as (_, http):
        code = await shared(http)
    async with hosting(desk, there) as (_, http):
        assert (await http.get(f"/api/deals/{code}")).json()["name"] == "Anna"


async def test_nobody_makes_up_a_code(tmp_path: Path) -> None:
    desk = four_playing().play_out()
    async with hosting(desk, tmp_path) as (_, http):
        code = await shared(http)
        raw = bytearray(base64.urlsafe_b64decode(code + "=" * (-len(code) % 4)))
        for place in range(len(raw)):
            forged = raw.copy()
            forged[place] ^= 1
            text = base64.urlsafe_b64encode(forged).rstrip(b"=").decode()
            assert refused(await http.get(f"/api/deals/{text}"))[:2] == (404, "not_found")
        answer = await http.get(f"/api/deals/{'A' * 40}")
        assert refused(answer)[:2] == (404, "not_found")
        assert (await http.get("/api/deals/short")).status_code == 400


def test_a_code_says_what_it_was_made_for() -> None:
    desk: Desk = four_playing()
    deal = Deal("t1", 3, 2, ANNA)
    code = code_of(deal, desk.table)
    assert deal_of(code) == deal
    assert is_sealed(code, desk.table)
    other = msgspec.structs.replace(desk.table, root=bytes(32))
    assert not is_sealed(code, other)
    assert code_of(deal._replace(seat=1), desk.table)[:20] != code[:20]


async def test_those_at_the_table_are_told_nothing_of_who_plays_their_deal(tmp_path: Path) -> None:
    desk = four_playing().play_out()
    async with hosting(desk, tmp_path) as (server, http):
        before = (await http.get("/api/tables/t1/log?limit=100")).json()
        code = await shared(http)
        await play(http, code, await as_guest(server, FRIEND))
        table = await now(server, "t1")
        assert isinstance(table.phase, Over)
        assert [one.guest for one in table.deals] == [FRIEND]
        after = (await http.get("/api/tables/t1/log?limit=100")).json()
        assert after["entries"] == before["entries"]
        assert b"friend" not in (await http.get("/api/tables/t1/view")).content
