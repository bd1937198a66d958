"""The puzzle of the day over HTTP: the same for everybody, and nothing of its answer before an attempt."""

import asyncio
import contextlib
import sqlite3
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

import httpx
import msgspec
import pytest

from filon.bots.advice import Why
from filon.coach.model import Decision, Option
from filon.coach.puzzle_model import FoundPuzzle
from tests.server.playing import PATIENCE_S, Filon, serving

pytestmark = pytest.mark.anyio

LEAVE: Final = {"action": {"type": "Choose", "choice": "leave"}}


@pytest.fixture
async def http(server: Filon) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=f"{server.url}/api", timeout=PATIENCE_S) as client:
        yield client


async def ready(http: httpx.AsyncClient) -> httpx.Response:
    async with asyncio.timeout(3 * PATIENCE_S):
        while True:
            answer = await http.get("/daily/diamant")
            assert answer.status_code == 200, answer.text
            if answer.json()["state"] == "ready":
                return answer
            assert answer.json()["puzzle"] is None
            await asyncio.sleep(0.05)


async def test_everybody_has_the_same_puzzle_and_learns_its_answer_from_an_attempt(
    http: httpx.AsyncClient,
) -> None:
    answer = await ready(http)
    puzzle = answer.json()["puzzle"]
    day = answer.json()["day"]
    known = (await http.post("/guests", json={"name": "Anna", "keep": "token"})).json()
    as_guest = await http.get("/daily/diamant", headers={"Authorization": f"Bearer {known['token']}"})
    assert as_guest.content == answer.content
    assert set(puzzle) == {"seat", "players", "view", "legal"}
    assert puzzle["view"]["seat"] == puzzle["seat"]
    for player in puzzle["players"]:  # who they are is the day's chance
        assert player["name"] == ""
        assert player["bot"] in {"normal", "easy"}
    said = []
    for action in puzzle["legal"]:
        tried = await http.post(f"/daily/diamant/{day}", json={"action": action})
        assert tried.status_code == 200, tried.text
        said.append(tried.json())
    assert [one["right"] for one in said].count(True) == 1
    decision = said[0]["decision"]
    for one, action in zip(said, puzzle["legal"], strict=True):
        assert one["decision"] == decision
        assert decision["options"][one["option"]]["action"] == action
        assert one["right"] == (one["option"] == 0)
    assert decision["played"] != 0, "who is fair falls for something else"
    for secret in (decision["why"]["key"], decision["kind"], str(decision["options"][0]["game"])):
        assert secret not in answer.text


async def test_what_is_no_puzzle_and_no_action_of_it_is_refused(http: httpx.AsyncClient) -> None:
    day = (await ready(http)).json()["day"]
    for action in ({"type": "Choose", "choice": "dance"}, {"type": "Continue"}, {}):
        refused = await http.post(f"/daily/diamant/{day}", json={"action": action})
        assert (refused.status_code, refused.json()["code"]) == (400, "malformed")
    later = datetime.now(UTC).date() + timedelta(days=2)
    for path in (f"/daily/diamant/{later}", "/daily/diamant/1999-01-01", f"/daily/chess/{day}"):
        refused = await http.post(path, json=LEAVE)
        assert (refused.status_code, refused.json()["code"]) == (404, "not_found")
    assert (await http.get("/daily/chess")).status_code == 404
    assert (await http.post("/daily/diamant/yesterday", json=LEAVE)).status_code == 400


async def test_a_puzzle_that_is_made_ahead_is_not_answered_ahead(tmp_path: Path) -> None:
    """Nobody works here. Puzzles are in the store already, and only those of days that have come count."""
    file = tmp_path / "filon.db"
    today = datetime.now(UTC).date()
    with serving(f"sqlite:///{file}", embedded_worker=False) as server:
        keep(file, *(f"{today + timedelta(days=later)} diamant" for later in range(-1, 4)))
        async with httpx.AsyncClient(base_url=f"{server.url}/api", timeout=PATIENCE_S) as client:
            codes = [
                (await client.post(f"/daily/diamant/{today + timedelta(days=later)}", json=LEAVE)).status_code
                for later in (-1, 0, 2, 3)
            ]
    assert codes == [200, 200, 404, 404]


async def test_a_puzzle_that_nobody_has_made_is_asked_for_once(tmp_path: Path) -> None:
    file = tmp_path / "filon.db"
    with serving(f"sqlite:///{file}", embedded_worker=False) as server:
        async with httpx.AsyncClient(base_url=f"{server.url}/api", timeout=PATIENCE_S) as client:
            days = {(await client.get("/daily/diamant")).json()["day"] for _ in range(3)}
        with contextlib.closing(sqlite3.connect(file, timeout=PATIENCE_S)) as connection:
            jobs = connection.execute("SELECT key, state FROM jobs").fetchall()
    assert sorted(jobs) == sorted((f"{day} diamant", "waiting") for day in days)


def keep(file: Path, *keys: str) -> None:
    """Puts a puzzle there, as somebody who works would have."""
    leave = {"type": "Choose", "choice": "leave"}
    decision = Decision(0, 0, 0, 0, (Option(leave, 1.0, 0.0),), "best", 0.0, Why("coach.diamant.leave"), "x")
    stored = FoundPuzzle(
        game="diamant",
        players=("bot: normal",),
        view={},
        legal=(leave,),
        options=(0,),
        right=(0,),
        decision=decision,
        clear=True,
    )
    done = ("daily", None, "", "filon-puzzle-1", "done", 1, 1, "", msgspec.json.encode(stored), 1)
    with contextlib.closing(sqlite3.connect(file, isolation_level=None, timeout=PATIENCE_S)) as connection:
        connection.executemany(
            "INSERT INTO jobs (key, kind, table_id, guest, format, state, progress, attempts, reason, result,"
            " changed_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [(key, *done) for key in keys],
        )
