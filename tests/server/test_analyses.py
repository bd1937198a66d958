"""Analyses: asked for with one request, and done once for everybody who may know of it."""

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.playing import PATIENCE_S, Filon, Person, new_guest, play_on, seated, serving

pytestmark = pytest.mark.anyio


async def ask(
    server: Filon, person: Person | None, method: str, path: str, body: Any = None
) -> httpx.Response:
    async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE_S) as http:
        headers = {} if person is None else {"Authorization": f"Bearer {person.token}"}
        return await http.request(method, f"/api{path}", headers=headers, json=body)


def path_of(table: str, number: int = 1) -> str:
    return f"/tables/{table}/games/{number}/analysis"


async def play_out(everybody: list[Person]) -> None:
    while everybody[0].status == "playing":
        await play_on(everybody, moves=50)


async def played_out(server: Filon, **settings: Any) -> list[Person]:
    everybody = await seated(server, **settings)
    await play_out(everybody)
    return everybody


async def done(server: Filon, person: Person | None, table: str, state: str = "done") -> dict[str, Any]:
    async with asyncio.timeout(2 * PATIENCE_S):
        while True:
            answer = await ask(server, person, "GET", path_of(table))
            assert answer.status_code == 200, answer.text
            found: dict[str, Any] = answer.json()
            if found["state"] == state:
                return found
            await asyncio.sleep(0.05)


async def test_a_finished_game_is_analysed_once_for_everybody(server: Filon) -> None:
    anna, ben, cleo = await played_out(server)
    table = anna.table
    stranger = await new_guest(server)
    nothing = {"state": "none", "progress": 0.0, "mine": 1, "analysis": None}
    assert (await ask(server, ben, "GET", path_of(table))).json() == nothing
    assert (await ask(server, None, "POST", path_of(table), {})).status_code == 401
    asked = await ask(server, anna, "POST", path_of(table), {})
    assert asked.status_code == 202
    assert asked.json()["state"] in {"waiting", "working"}
    seen_by_nobody = (await ask(server, None, "GET", path_of(table))).json()
    assert seen_by_nobody["state"] in {"none", "done"}, "strangers hear only of what is done"
    found = await done(server, anna, table)
    analysis = found["analysis"]
    assert found["progress"] == 1.0
    assert found["mine"] == 0
    assert analysis["game"] == "diamant"
    assert analysis["players"] == ["player 1", "player 2", "player 3"]
    for parts in analysis["parts"]:
        assert parts["result"] == parts["fair"] + parts["luck"] + parts["own"] + parts["others"]
    again = await ask(server, ben, "POST", path_of(table), {"depth": "standard"})
    assert again.json() == {**found, "mine": 1}, "it is there already"
    for watcher in (stranger, None):
        assert (await ask(server, watcher, "GET", path_of(table))).json() == {**found, "mine": None}
    refused = await ask(server, stranger, "DELETE", path_of(table))
    assert (refused.status_code, refused.json()["code"]) == (403, "not_seated")
    assert (await ask(server, cleo, "DELETE", path_of(table))).status_code == 204
    assert (await done(server, cleo, table))["mine"] == 2, "what is done stays"
    for person in (anna, ben, cleo):
        await person.go()


async def test_nobody_hears_of_a_game_that_goes_on_or_of_one_played_unwatched(server: Filon) -> None:
    everybody = await seated(server, watch="nobody")
    anna = everybody[0]
    early = await ask(server, anna, "POST", path_of(anna.table), {})
    assert (early.status_code, early.json()["code"]) == (409, "not_over")
    await play_out(everybody)
    stranger = await new_guest(server)
    for method, body in (("POST", {}), ("GET", None), ("DELETE", None)):
        answer = await ask(server, stranger, method, path_of(anna.table), body)
        assert (answer.status_code, answer.json()["code"]) == (403, "no_watching")
    assert (await ask(server, None, "GET", path_of(anna.table))).status_code == 403
    assert (await ask(server, anna, "POST", path_of(anna.table, 2), {})).status_code == 409
    assert (await ask(server, anna, "POST", path_of("nowhere"), {})).status_code == 404
    assert (await ask(server, anna, "POST", path_of(anna.table), {"depth": "endless"})).status_code == 400
    for person in everybody:
        await person.go()


async def test_a_guest_has_few_analyses_waiting_and_may_take_one_back(tmp_path: Path) -> None:
    """Nobody works here: what is asked for waits."""
    database = f"sqlite:///{tmp_path}/filon.db"
    with serving(database) as server:
        anna, ben, cleo = everybody = await played_out(server)
        table = anna.table
        await anna.order("Rematch")
        await anna.order("Start")
        for person in everybody:
            await person.until(lambda who=person: who.status == "playing")  # type: ignore[misc]
        await play_out(everybody)
        for person in everybody:
            await person.go()
    with serving(database, analyses_waiting=1, embedded_worker=False) as server:
        first, second = path_of(table), path_of(table, 2)
        assert (await ask(server, anna, "POST", first, {})).json()["state"] == "waiting"
        assert (await ask(server, anna, "POST", first, {})).status_code == 202, "the same one"
        assert (await ask(server, None, "GET", first)).json()["state"] == "none"
        refused = await ask(server, anna, "POST", second, {})
        assert (refused.status_code, refused.json()["code"]) == (429, "too_many")
        assert (await ask(server, ben, "POST", second, {})).status_code == 202
        assert (await ask(server, cleo, "DELETE", first)).status_code == 204, "for all who sat there"
        assert (await ask(server, anna, "GET", first)).json()["state"] == "cancelled"
        assert (await ask(server, anna, "POST", first, {})).json()["state"] == "waiting"
