"""A finished game played on from any moment of it, at a table of one's own."""

from collections import Counter
from pathlib import Path
from typing import Any

import httpx
import pytest

from filon.games.contract import CONTINUE, in_intermission
from filon.games.registry import GAMES
from filon.server.server import Server
from filon.tables import AnyTable, Guest, commands
from filon.tables.model import Bot, Held, Playing
from filon.tables.replays import Recording, Step, after
from tests.games_under_test import COACHED
from tests.server.playing import Filon, Person, play_on, table_of
from tests.server.test_reading import hosting
from tests.server.test_replays import NOBODY, as_guest, finished, refused
from tests.tables.desk import ANNA, CLEO, DAN, EVE, Desk, four_playing

pytestmark = pytest.mark.anyio

GO_ON = "/api/tables/t1/games/1/continue"


def wanted(step: int, seat: int = 1, level: str = "easy") -> dict[str, Any]:
    return {"step": step, "seat": seat, "level": level}


def positions(desk: Desk) -> list[tuple[Any, Step]]:
    """Each step with the position before it."""
    recording = Recording()
    for entry in desk.log:
        recording.take(entry)
    state, found = recording.dealt, []
    for step in recording.steps:
        found.append((state, step))
        state = after(GAMES[desk.table.settings.game], state, step)
    return found


async def opened(server: Server, answer: httpx.Response) -> AnyTable:
    assert answer.status_code == 201, answer.text
    room = await server.rooms.get(answer.json()["id"])
    assert room is not None
    return room.table


@pytest.mark.parametrize("game", COACHED)
async def test_any_moment_goes_on_at_a_new_table_against_bots(game: str, tmp_path: Path) -> None:
    desk = finished(game)
    law, found = GAMES[game], positions(desk)
    decided = [(before, step) for before, step in found if step.action != CONTINUE]
    before, step = decided[len(decided) // 2]
    async with hosting(desk, tmp_path) as (server, http):
        table = await opened(server, await http.post(GO_ON, json=wanted(step.step)))
        assert [type(chair) for chair in table.chairs] == [Bot, Held, Bot]
        assert table.host == ANNA
        assert not table.settings.public
        assert (table.settings.watch, table.settings.options) == ("nobody", desk.table.settings.options)
        assert isinstance(table.phase, Playing)
        state = table.phase.state
        assert law.pieces(state) == law.pieces(before)
        if game in ("saboteur", "labyrinth"):
            assert law.view(state, None) == law.view(before, None), "only what lies face down is drawn anew"
        other = await opened(server, await http.post(GO_ON, json=wanted(step.step)))
        assert other.id != table.id
        row = await server.store.row(table.id)
        assert row is not None
        assert row.status == "playing"


async def test_secret_choices_of_that_moment_are_taken_anew(tmp_path: Path) -> None:
    desk = four_playing().play_out(3)
    found = positions(desk)
    at = next(
        number for number, (before, _) in enumerate(found) if len(getattr(before.phase, "choices", ())) == 3
    )
    before, step = found[at]
    async with hosting(desk, tmp_path) as (server, http):
        table = await opened(server, await http.post(GO_ON, json=wanted(step.step, seat=step.seat or 0)))
        assert isinstance(table.phase, Playing)
        cave = table.phase.state.phase
        assert cave.choices == {}
        assert cave.gallery == before.phase.gallery
        assert Counter(map(str, cave.pile)) == Counter(map(str, before.phase.pile))
        assert cave.pile != before.phase.pile, "what comes next is not known from the game before"


async def test_from_a_pause_between_rounds_the_next_round_begins(tmp_path: Path) -> None:
    desk = four_playing().play_out()
    before, step = next(
        (before, step) for before, step in positions(desk) if in_intermission(GAMES["diamant"], before)
    )
    async with hosting(desk, tmp_path) as (server, http):
        table = await opened(server, await http.post(GO_ON, json=wanted(step.step)))
        assert isinstance(table.phase, Playing)
        assert table.phase.state.phase.cave == before.phase.cave + 1
        assert table.phase.state.chests == before.chests


async def test_what_is_wrong_is_named(tmp_path: Path) -> None:
    desk = four_playing()
    desk.act(ANNA, "leave")
    desk.say(ANNA, commands.AskUndo())
    for guest in (Guest("ben"), CLEO, DAN):
        desk.say(guest, commands.AnswerUndo(agree=True))
    desk.play_out()
    async with hosting(desk, tmp_path) as (_, http):
        for given, field in (
            (wanted(9_999), "step"),
            (wanted(0), "step"),
            (wanted(1), "step"),
            (wanted(2, seat=4), "seat"),
            (wanted(2, level="genius"), "level"),
        ):
            assert refused(await http.post(GO_ON, json=given)) == (400, "malformed", field), given
        assert (await http.post(GO_ON, json={**wanted(2), "more": 1})).status_code == 400
        last = positions(desk)[-1][1].step
        assert refused(await http.post(GO_ON, json=wanted(last))) == (400, "malformed", "step")
        later = await http.post("/api/tables/t1/games/2/continue", json=wanted(2))
        assert refused(later)[:2] == (409, "not_over")
        assert (await http.post(GO_ON, json=wanted(2))).status_code == 201


async def test_only_who_may_take_the_game_along_plays_on_from_it(tmp_path: Path) -> None:
    desk = four_playing(watch="nobody").join(EVE)
    desk.say(ANNA, commands.Remove(EVE))
    desk.play_out()
    async with hosting(desk, tmp_path) as (server, http):
        banned, stranger = await as_guest(server, EVE), await as_guest(server, Guest("stranger"))
        for headers, expected in (
            (banned, (403, "removed")),
            (stranger, (403, "no_watching")),
            (NOBODY, (401, "unauthorized")),
        ):
            assert refused(await http.post(GO_ON, json=wanted(0), headers=headers))[:2] == expected
        assert (await http.post(GO_ON, json=wanted(0))).status_code == 201


async def test_new_tables_are_limited_as_others_are(tmp_path: Path) -> None:
    async with hosting(four_playing().play_out(), tmp_path, tables_per_hour=2) as (_, http):
        answers = [(await http.post(GO_ON, json=wanted(0))).status_code for _ in range(3)]
        assert answers == [201, 201, 429]


async def test_the_bots_there_move_by_themselves(server: Filon) -> None:
    async with table_of(server) as everybody:
        anna, _, cleo = everybody
        while anna.status == "playing":
            await play_on(everybody, moves=50)
        path = f"/api/tables/{anna.table}/games/1/continue"
        async with httpx.AsyncClient(base_url=server.url, timeout=30) as http:
            headers = {"Authorization": f"Bearer {cleo.token}"}
            answer = await http.post(path, json=wanted(0, seat=2), headers=headers)
        table = answer.json()
        assert (table["status"], table["public"]) == ("playing", False)
        assert table["players"] == ["easy", "easy", "Player 2"]
        player = Person(server, cleo.guest, cleo.token)
        await player.come(table=table["id"])
        assert player.seat == 2
        assert await play_on([player], moves=1) == 1
        await player.until(lambda: any("ChoicesShown" in str(message) for message in player.messages))
        await player.go()
