"""Watching again over HTTP: for whom the law lets, with the eyes that are asked for, not before its time."""

import time
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from filon.games.contract import Seat
from filon.games.registry import GAMES
from filon.server.auth import new_token
from filon.server.http.replays import AT_ONCE
from filon.server.server import Server
from filon.store import fingerprint
from filon.tables import Guest, commands, patched
from tests.server.playing import Filon, Person, play_on, serving, table_of
from tests.server.test_reading import hosting, turns_counted
from tests.tables.desk import ANNA, BEN, CLEO, DAN, EVE, Desk, four_playing, settings

pytestmark = pytest.mark.anyio

NOBODY = {"Authorization": f"Bearer filon_{'x' * 43}"}


async def as_guest(server: Server, guest: Guest) -> dict[str, str]:
    token = new_token()
    await server.store.add_guest(guest, fingerprint(token), guest.title(), 1)
    return {"Authorization": f"Bearer {token}"}


def refused(answer: httpx.Response) -> tuple[int, str, str | None]:
    told = answer.json()
    return answer.status_code, told["code"], told.get("field")


def finished(game: str, seats: int = 3, **given: Any) -> Desk:
    """Anna and Ben against bots, each move as quick as the other."""
    options = msgspec.to_builtins(GAMES[game].simulation)
    desk = Desk(settings(game=game, seats=seats, options=options, **given)).sit(ANNA, BEN)
    desk.say(ANNA, commands.Start("random"))
    return desk.play_out()


def views(found: dict[str, Any]) -> list[Any]:
    """The first, and the one after each step."""
    seen = [found["view"]]
    for step in found["steps"]:
        seen.append(seen[-1] if step["patch"] is None else patched(seen[-1], step["patch"]))
    return seen


@pytest.mark.parametrize("game", GAMES)
async def test_a_finished_game_is_watched_again_with_any_eyes(game: str, tmp_path: Path) -> None:
    desk = finished(game)
    law, end = GAMES[game], desk.over.state
    async with hosting(desk, tmp_path) as (server, http):
        path = "/api/tables/t1/games/1/replay"
        truth = (await http.get(path)).json()
        assert (truth["eyes"], truth["seat"], truth["mine"], truth["game"]) == ("truth", None, 0, game)
        assert [player["name"] for player in truth["players"]] == ["Anna", "Ben", ""]
        assert [player["bot"] for player in truth["players"]] == [None, None, "random"]
        assert truth["outcome"] == as_json(desk.over.result.outcome)
        own = (await http.get(path, params={"eyes": "seat"})).json()
        assert own == (await http.get(path, params={"eyes": "seat", "seat": 0})).json()
        public = (await http.get(path, params={"eyes": "public", "seat": 1}, headers=NOBODY)).json()
        assert (public["seat"], public["mine"]) == (None, None)
        hand = (await http.get(path, params={"eyes": "truth", "seat": 2})).json()
        for found, last in (
            (truth, law.reveal(end, None)),
            (hand, law.reveal(end, Seat(2))),
            (own, law.view(end, Seat(0))),
            (public, law.view(end, None)),
        ):
            assert views(found)[-1] == as_json(last)
            assert [step["step"] for step in found["steps"]] == list(range(len(truth["steps"])))
        assert b'"hidden"' not in msgspec.json.encode((truth, hand))
        assert not server.metrics.faults._value.get()


def as_json(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


async def test_the_end_may_be_watched_by_whom_the_rule_of_that_game_let_watch(tmp_path: Path) -> None:
    rules: list[tuple[dict[str, Any], str | None]] = [
        ({"watch": "nobody"}, "no_watching"),
        ({"watch": "delayed", "delay_s": 3600}, "late"),
        ({}, None),
    ]
    for number, (rule, code) in enumerate(rules):
        desk = four_playing(**rule)
        desk.now = int(time.time() * 1000)
        desk.join(EVE)
        desk.say(ANNA, commands.Remove(EVE))
        desk.play_out()
        folder = tmp_path / str(number)
        folder.mkdir()
        async with hosting(desk, folder) as (server, http):
            banned = await as_guest(server, EVE)
            stranger = await as_guest(server, Guest("stranger"))
            for path in ("replay", "replay?eyes=public", "replay?eyes=seat&seat=1", "positions/0"):
                asked = f"/api/tables/t1/games/1/{path}"
                assert (await http.get(asked)).status_code == 200
                assert refused(await http.get(asked, headers=banned))[:2] == (403, "removed")
                for nosy in (stranger, NOBODY):
                    answer = await http.get(asked, headers=nosy)
                    assert answer.status_code == (200 if code is None else 403)
                    assert answer.json().get("code") == (code if "positions" in path or code else "QUARTZ")


async def test_what_is_wrong_with_a_question_is_named(tmp_path: Path) -> None:
    desk = finished("diamant")
    async with hosting(desk, tmp_path) as (_, http):
        games = "/api/tables/t1/games"
        assert refused(await http.get(f"{games}/1/replay?eyes=seat&seat=3")) == (400, "malformed", "seat")
        assert refused(await http.get(f"{games}/1/replay?seat=9")) == (400, "malformed", "seat")
        blind = await http.get(f"{games}/1/replay?eyes=seat", headers=NOBODY)
        assert refused(blind) == (400, "malformed", "seat")
        assert refused(await http.get(f"{games}/1/replay?eyes=third"))[:2] == (400, "malformed")
        assert refused(await http.get(f"{games}/2/replay"))[:2] == (409, "not_over")
        assert refused(await http.get(f"{games}/2/positions/0"))[:2] == (409, "not_over")
        assert refused(await http.get("/api/tables/t2/games/1/replay"))[:2] == (404, "not_found")
        assert refused(await http.get(f"{games}/1/positions/9999"))[:2] == (404, "not_found")


async def test_a_position_is_the_decision_as_its_seat_saw_it(tmp_path: Path) -> None:
    desk = four_playing()
    desk.act(ANNA, "leave")
    desk.act(BEN, "go")
    desk.say(BEN, commands.AskUndo())
    for guest in (ANNA, CLEO, DAN):
        desk.say(guest, commands.AnswerUndo(agree=True))
    before = desk.playing.state
    desk.act(BEN, "leave")
    desk.play_out()
    law = GAMES["diamant"]
    async with hosting(desk, tmp_path) as (_, http):
        asked = "/api/tables/t1/games/1/positions"
        found = (await http.get(f"{asked}/3", headers=NOBODY)).json()
        assert (found["game"], found["step"], found["seat"]) == ("diamant", 3, 1)
        assert found["view"] == as_json(law.view(before, Seat(1)))
        assert found["legal"] == as_json(law.legal_actions(before, Seat(1)))
        assert found["view"]["phase"]["choices"] == {"0": {"type": "hidden"}}
        for nothing in (1, 2):
            answer = await http.get(f"{asked}/{nothing}")
            assert refused(answer)[:2] == (404, "not_found"), "taken back, and the taking back"
        steps = (await http.get("/api/tables/t1/games/1/replay")).json()["steps"]
        table = next(step["step"] for step in steps if step["seat"] is None)
        assert (await http.get(f"{asked}/{table}")).status_code == 404


async def test_everybody_gets_a_turn_while_a_long_replay_is_made(tmp_path: Path) -> None:
    desk = finished("labyrinth", 3)
    async with hosting(desk, tmp_path) as (_, http):
        await http.get("/api/tables/t1/view")
        async with turns_counted() as turns:
            found = (await http.get("/api/tables/t1/games/1/replay")).json()
        assert len(found["steps"]) > 50 * AT_ONCE
        assert turns[0] > len(found["steps"]) / AT_ONCE


async def test_watching_again_uses_up_an_allowance(tmp_path: Path) -> None:
    limits = {"read_entries_burst": 200, "read_entries_per_second": 0.01}
    async with hosting(finished("diamant"), tmp_path, **limits) as (_, http):
        answers = [(await http.get("/api/tables/t1/games/1/replay")).status_code for _ in range(12)]
        assert answers[0] == 200
        assert answers[-1] == 429


async def test_the_round_that_has_just_ended_is_watched_while_all_look(server: Filon) -> None:
    async with table_of(server, intermission_s=600) as everybody:
        anna, ben, cleo = everybody
        assert refused(await round_of(server, anna))[:2] == (404, "not_found")
        while anna.phase == "Expedition":
            await play_on(everybody, moves=1)
        found = (await round_of(server, ben)).json()
        assert (found["eyes"], found["seat"], found["mine"], found["ended_at"]) == ("seat", 1, 1, None)
        assert found["outcome"] is None
        assert [player["name"] for player in found["players"]] == ["Player 0", "Player 1", "Player 2"]
        assert views(found)[0]["phase"]["cave"] == 1
        shown = views(found)[-1]
        assert shown["phase"]["type"] == "CaveOver"
        assert cleo.game is not None
        assert {**shown, "seat": 2} == cleo.game["view"], "nobody has said that they are ready"
        public = (await round_of(server, None, anna.table)).json()
        assert (public["eyes"], public["seat"], public["mine"]) == ("public", None, None)
        assert refused(await ask(server, anna, f"{anna.table}/games/1/replay"))[:2] == (409, "not_over")


async def test_a_restart_changes_nothing_of_what_is_watched_again(tmp_path: Path) -> None:
    with serving(database_url=f"sqlite:///{tmp_path}/filon.db") as server:
        async with table_of(server) as everybody:
            while everybody[0].status == "playing":
                await play_on(everybody, moves=50)
            table = everybody[0].table
            before = await ask(server, everybody[0], f"{table}/games/1/replay?eyes=seat")
        server.kill()
        server.start()
        assert (await ask(server, everybody[0], f"{table}/games/1/replay?eyes=seat")).json() == before.json()


async def round_of(server: Filon, person: Person | None, table: str = "") -> httpx.Response:
    return await ask(server, person, f"{table or (person and person.table)}/replay/round")


async def ask(server: Filon, person: Person | None, path: str) -> httpx.Response:
    async with httpx.AsyncClient(base_url=server.url, timeout=30) as http:
        headers = {} if person is None else {"Authorization": f"Bearer {person.token}"}
        return await http.get(f"/api/tables/{path}", headers=headers)
