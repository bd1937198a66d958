"""My tables and my games: each finished game stays on the list of who sat at it, and on no other."""

from typing import Any

import httpx
import pytest

from tests.server.playing import Filon, Person, new_guest, play_on, seated, table_of

pytestmark = pytest.mark.anyio


async def ask(server: Filon, person: Person | None, path: str, method: str = "GET") -> httpx.Response:
    async with httpx.AsyncClient(base_url=server.url, timeout=30) as http:
        headers = {} if person is None else {"Authorization": f"Bearer {person.token}"}
        return await http.request(method, f"/api{path}", headers=headers)


async def games(server: Filon, person: Person) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await ask(server, person, "/me/games")).json()["games"]
    return found


async def mine(server: Filon, person: Person, table: str) -> dict[str, Any]:
    tables: list[dict[str, Any]] = (await ask(server, person, "/me/tables")).json()["tables"]
    return next(one for one in tables if one["id"] == table)


async def play_out(everybody: list[Person]) -> None:
    while everybody[0].status == "playing":
        await play_on(everybody, moves=50)


async def test_each_game_of_a_table_stays_on_the_lists_after_a_rematch(server: Filon) -> None:
    anna, ben, cleo = everybody = await seated(server)
    table = anna.table
    await play_out(everybody)
    assert (await mine(server, anna, table))["listed"] is True
    await anna.order("Rematch")
    await cleo.order("Leave")
    assert [game["number"] for game in await games(server, cleo)] == [1], "who left keeps the game"
    await anna.order("Start", fill="random")
    await anna.until(lambda: anna.status == "playing")
    await ben.until(lambda: ben.status == "playing")
    await play_out([anna, ben])
    first, second = reversed(await games(server, ben))
    assert (first["number"], second["number"]) == (1, 2)
    assert first["game"] == "diamant"
    assert first["names"] == ["Player 0", "Player 1", "Player 2"]
    assert first["seat"] == 1
    assert len(first["scores"]) == 3
    assert max(first["scores"]) == first["scores"][first["winners"][0]]
    assert second["names"][:2] == ["Player 0", "Player 1"]
    assert second["bots"] == ["", "", "random"]
    ended = (await ask(server, cleo, f"/tables/{table}/games/1")).json()
    assert ended["table"]["status"] == "over"
    assert ended["table"]["game_number"] == 1
    assert (ended["seat"], ended["playing"]) == (2, True)
    assert ended["game"]["outcome"]["scores"] == first["scores"]
    log = (await ask(server, cleo, f"/tables/{table}/log?before={ended['sequence'] + 1}")).json()
    assert log["entries"][-1]["sequence"] == ended["sequence"]
    for person in everybody:
        await person.go()


async def test_nobody_else_learns_of_a_finished_game(server: Filon) -> None:
    async with table_of(server) as everybody:
        anna = everybody[0]
        stranger = await new_guest(server)
        early = await ask(server, anna, f"/tables/{anna.table}/games/1")
        assert early.status_code == 409
        await play_out(everybody)
        assert await games(server, stranger) == []
        answer = await ask(server, stranger, f"/tables/{anna.table}/games/1")
        assert (answer.status_code, answer.json()["code"]) == (403, "not_seated")
        assert (await ask(server, None, f"/tables/{anna.table}/games/1")).status_code == 401
        assert (await ask(server, None, "/me/games")).status_code == 401
        assert (await ask(server, stranger, "/me/games?before=nonsense")).status_code == 400
        hidden = await ask(server, stranger, f"/me/games/{anna.table}/1", "DELETE")
        assert hidden.status_code == 404
        assert len(await games(server, anna)) == 1


async def test_a_game_leaves_one_list_and_comes_back(server: Filon) -> None:
    async with table_of(server) as everybody:
        anna, ben, *_ = everybody
        await play_out(everybody)
        assert (await ask(server, anna, f"/me/games/{anna.table}/1", "DELETE")).status_code == 204
        assert await games(server, anna) == []
        assert (await mine(server, anna, anna.table))["listed"] is True, "nor does it come back as a table"
        assert len(await games(server, ben)) == 1
        assert (await ask(server, anna, f"/me/games/{anna.table}/1", "PUT")).status_code == 204
        assert len(await games(server, anna)) == 1


async def test_my_tables_say_whose_turn_it_is_to_those_who_sit_there(server: Filon) -> None:
    async with table_of(server, game="saboteur", people=3, seats=3) as everybody:
        anna = everybody[0]
        turn = [person.guest for person in everybody if person.legal]
        for seat, person in enumerate(everybody):
            info = await mine(server, person, anna.table)
            assert info["seat"] == seat
            assert [everybody[at].guest for at in info["to_act"]] == turn
        watcher = await new_guest(server)
        await watcher.come(table=anna.table)
        await watcher.order("Join", name="Watcher")
        info = await mine(server, watcher, anna.table)
        assert "to_act" not in info
        assert "seat" not in info
        await watcher.go()


async def test_a_seat_that_moves_takes_its_finished_games_along(server: Filon) -> None:
    async with table_of(server) as everybody:
        anna = everybody[0]
        await play_out(everybody)
        await anna.order("Rematch")
        phone = await new_guest(server, "Phone")
        secret = (await ask(server, anna, f"/tables/{anna.table}/seat-links", "POST")).json()["secret"]
        async with httpx.AsyncClient(base_url=server.url, timeout=30) as http:
            headers = {"Authorization": f"Bearer {phone.token}"}
            taken = await http.post("/api/seat-links/take", json={"secret": secret}, headers=headers)
        assert taken.status_code == 200
        assert [game["seat"] for game in await games(server, phone)] == [0]
        assert await games(server, anna) == []
