"""Candles, which no file outside this folder knows by name: on the command line, over a server, in arrays."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import numpy as np
import pytest

from filon.bots import LEVELS, Sight, level
from filon.bots.hints import hint
from filon.games.chance import FastRandom
from filon.games.contract import Seat
from filon.lab.episode import Episode
from filon.lab.registry import encoding_for
from tests.bots.matches import decisions, seated, share_of_wins
from tests.fifth.games import GAME
from tests.server.playing import PATIENCE_S, Filon, new_guest, play_on, serving, table_of
from tests.server.playing import seated as seats_taken


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
def server() -> Iterator[Filon]:
    with serving(gone_seconds=0.2) as running:
        yield running


def filon(*words: str, typed: str = "") -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "filon", *words],
        input=typed, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip


# By whom it is played


def test_every_level_chooses_the_same_for_the_same_sight_and_chance() -> None:
    for step in list(decisions(GAME, 3, seated("random", "random", "random"), 1))[:6]:
        for name in LEVELS:
            chosen = [level(name).choose(step.sight, FastRandom(5)) for _ in range(2)]
            assert chosen[0] == chosen[1]
            assert chosen[0] in step.sight.legal


def test_playing_worlds_out_beats_chance() -> None:
    assert share_of_wins(GAME, "normal", "random", seats=2, games=30) > 0.6


def test_a_hint_says_how_often_chance_won_from_there() -> None:
    state = GAME.deal(2, GAME.simulation, FastRandom(4))
    given = hint(GAME, GAME.view(state, Seat(0)), GAME.legal_actions(state, Seat(0)), FastRandom(1))
    assert given.why.key == "any.played_out"
    assert 0 < int(given.why.values["share"]) <= 100


def test_a_choice_of_one_is_no_choice() -> None:
    state = GAME.deal(2, GAME.simulation, FastRandom(4))
    only = GAME.legal_actions(state, Seat(0))[:1]
    for name in LEVELS:
        assert level(name).choose(Sight(GAME, GAME.view(state, Seat(0)), only), FastRandom(1)) == only[0]


# Commands


def test_it_is_played_in_the_terminal_with_its_rules_at_hand() -> None:
    done = filon("play", "candles", "--seed", "3", "--level", "easy", typed="rules CAN-2.1\n" + "1\n" * 5)
    assert done.returncode == 0, done.stderr
    assert "Everybody decides in secret" in done.stdout
    assert "The end" in done.stdout


def test_arena_and_simulation_are_the_same_on_all_cores() -> None:
    words = ("arena", "candles", "--bots", "normal,easy,random", "--games", "8", "--seed", "2", "--json")
    alone, together = (json.loads(filon(*words, "--processes", many).stdout) for many in "12")
    for report in (alone, together):
        del report["pace"]
    assert alone == together
    report = json.loads(filon("simulate", "candles", "--games", "20", "-o", "light=soft", "--json").stdout)
    assert report["decisions"] == 20 * 5 * 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ("luck", "candles", "--games", "2"),
            "Candles has no coach: its games can be replayed, not analysed",
        ),
        (("lockstep", "candles"), "game: no kernel plays 'candles'"),
        (("simulate", "candles", "--engine", "kernel"), "game: no kernel plays 'candles'"),
        (("simulate", "candles", "-o", "light=dim"), "light: "),
        (("arena", "candles", "--cast", "red=hard"), "cast: say a bot for each side; the sides are none"),
    ],
)
def test_what_it_does_not_have_is_said_in_one_sentence(words: tuple[str, ...], said: str) -> None:
    done = filon(*words)
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_saved_games_are_verified_replayed_and_not_analysed(tmp_path: Path) -> None:
    done = filon("arena", "candles", "--bots", "random,easy", "--games", "1", "--save", str(tmp_path))
    assert done.returncode == 0, done.stderr
    (file,) = tmp_path.iterdir()
    assert filon("verify", str(file)).returncode == 0
    assert "takes the gem" in filon("replay", str(file)).stdout
    refused = filon("analyse", str(file))
    assert (refused.returncode, "has no coach" in refused.stderr) == (2, True)


# A server


@pytest.mark.anyio
async def test_it_is_played_with_a_bot_replayed_taken_along_and_verified(
    server: Filon, tmp_path: Path
) -> None:
    async with table_of(server, game="candles", people=2, seats=3, start=False, bot_pause_ms=0) as everybody:
        anna, _ben = everybody
        await anna.order("Start", fill="normal")
        while anna.status == "playing":
            await play_on(everybody, moves=50)
        headers = {"Authorization": f"Bearer {anna.token}"}
        async with httpx.AsyncClient(
            base_url=f"{server.url}/api", headers=headers, timeout=PATIENCE_S
        ) as http:
            game = f"/tables/{anna.table}/games/1"
            replay = (await http.get(f"{game}/replay")).json()
            assert replay["game"] == "candles"
            assert len(replay["steps"]) == 15
            export = await http.get(f"/tables/{anna.table}/export")
            (tmp_path / "game.json").write_bytes(export.content)
            assert filon("verify", str(tmp_path / "game.json")).returncode == 0

            asked = await http.post(f"{game}/analysis", json={})
            assert (asked.status_code, asked.json()["code"]) == (409, "no_coach")
            assert asked.json()["reason"] == "Candles has no coach: its games can be replayed, not analysed"
            assert (await http.get(f"{game}/analysis")).json()["state"] == "none"
            on = await http.post(f"{game}/continue", json={"step": 3, "seat": 0, "level": "easy"})
            assert (on.status_code, on.json()["code"]) == (409, "no_coach")
            again = await http.post(f"{game}/deal-links", json={"seat": 0})
            assert again.status_code == 201
            played = await http.get("/me/record")
            assert [one["game"] for one in played.json()["games"]] == ["candles"]


@pytest.mark.anyio
async def test_the_catalogue_tells_of_it_and_puzzles_do_not(server: Filon) -> None:
    async with httpx.AsyncClient(base_url=f"{server.url}/api") as http:
        catalogue = (await http.get("/games")).json()
        (told,) = [one for one in catalogue["games"] if one["name"] == "candles"]
        assert [option["values"] for option in told["options"]] == [["bright", "soft"]]
        assert "candles" not in catalogue["coached"]
        assert "diamant" in catalogue["coached"]
        daily = await http.get("/daily/candles")
        assert (daily.status_code, daily.json()["reason"]) == (404, "Candles has no coach, and so no puzzles")


@pytest.mark.anyio
async def test_its_options_are_checked_by_name(server: Filon) -> None:
    anna = await new_guest(server, "Anna")
    headers = {"Authorization": f"Bearer {anna.token}"}
    async with httpx.AsyncClient(base_url=server.url, headers=headers) as http:
        for settings, field in (
            ({"options": {"light": "dim"}}, "options.light"),
            ({"options": {"wax": "red"}}, "options.wax"),
            ({"seats": 5}, "seats"),
        ):
            wanted = {"game": "candles", "seats": 2, **settings}
            refused = await http.post("/api/tables", json=wanted)
            assert (refused.status_code, refused.json()["field"]) == (400, field)


@pytest.mark.anyio
async def test_a_table_of_a_game_that_was_taken_away_waits_for_it(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'filon.db'}"
    with serving(database) as with_it:
        (anna,) = await seats_taken(with_it, game="candles", people=1, seats=2, start=False, bot_pause_ms=0)
        await anna.order("Start", fill="easy")
        await anna.go()
    headers = {"Authorization": f"Bearer {anna.token}"}
    with serving(database, games="") as without:
        async with httpx.AsyncClient(base_url=f"{without.url}/api", headers=headers) as http:
            looked = await http.get(f"/tables/{anna.table}/view")
            assert (looked.status_code, looked.json()["reason"]) == (
                503,
                "this server has no game called 'candles': the table waits for one that has",
            )
            listed = (await http.get("/me/tables")).json()
            assert [table["id"] for table in listed["tables"]] == [anna.table]
        async with table_of(without) as others:
            assert await play_on(others, moves=3) == 3, "other tables go on"
    with serving(database) as with_it:
        await anna.come(with_it)
        while anna.status == "playing":
            await play_on([anna], moves=50)
        await anna.go()


# Arrays


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("light", ["bright", "soft"])
def test_arrays_tell_what_the_view_does_and_hide_what_it_hides(seats: int, light: str) -> None:
    encoding = encoding_for("candles", seats, light=light)
    low, high = encoding.layout.low, encoding.layout.high
    for seed in range(5):
        episode, random = Episode(encoding, seed), FastRandom(seed)
        while episode.waiting:
            for viewer in (None, *map(Seat, range(seats))):
                seen = episode.observe(viewer)
                assert np.all((low <= seen) & (seen <= high))
                twin = GAME.imagine(episode.view(viewer), random)
                other = np.empty_like(seen)
                encoding.observe(GAME.view(twin, viewer), other)
                assert np.array_equal(seen, other)
            seat = episode.waiting[random.below(len(episode.waiting))]
            (indices,) = np.nonzero(episode.mask(seat))
            assert [encoding.indices(seat, [episode.choices(seat)[int(index)]]) for index in indices] == [
                [index] for index in indices
            ]
            episode.step(seat, int(indices[random.below(len(indices))]))
        assert episode.outcome is not None
