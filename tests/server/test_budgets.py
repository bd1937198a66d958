"""Budgets apart: what one sends does not keep another from a table, from a page or from coming back."""

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from filon.server.settings import ServerSettings
from tests.server.playing import PATIENCE_S, Filon, Person, new_guest, open_table, serving, table_of
from tests.server.test_fuzz import frame, raw_socket

pytestmark = pytest.mark.anyio

LIMITS = (
    "messages_per_second", "message_burst", "requests_per_second", "request_burst",
    "stranger_requests_per_second", "stranger_request_burst", "page_files_per_second", "page_file_burst",
    "handshakes_per_second", "handshake_burst", "connections_per_address", "guests_per_hour",
)  # fmt: skip
AS_SHIPPED = {name: getattr(ServerSettings(), name) for name in LIMITS}
CLASS = 120


async def get(server: Filon, path: str, person: Person | None = None) -> int:
    async with httpx.AsyncClient(base_url=server.url, timeout=30) as http:
        headers = {} if person is None else {"Authorization": f"Bearer {person.token}"}
        return (await http.get(path, headers=headers)).status_code


async def test_a_noisy_neighbour_keeps_nobody_at_its_address_from_hello() -> None:
    with serving(messages_per_second=0.1, message_burst=20) as server:
        anna = await new_guest(server, "Anna")
        table = await open_table(server, anna)
        async with raw_socket(server, table) as (reader, writer):
            for number in range(40):
                writer.write(frame(json.dumps({"type": "Ping", "at": number}).encode()))
            said = b""
            while b"too_fast" not in said:
                said += await asyncio.wait_for(reader.read(65_536), 30)
            await anna.come(table=table)
            stranger = Person(server, "", "")
            await stranger.come(table=table)
            for person in (anna, stranger):
                assert person.messages[0]["type"] == "Welcome"
                await person.go()


async def test_a_class_behind_one_address_comes_back_at_once_after_a_restart(tmp_path: Path) -> None:
    server = Filon(f"sqlite:///{tmp_path}/filon.db", **AS_SHIPPED).start()
    try:
        everybody = await asyncio.gather(*(new_guest(server, f"Pupil {at}") for at in range(CLASS)))
        table = await open_table(server, everybody[0])
        await asyncio.gather(*(person.come(table=table) for person in everybody))
        server.kill()
        await asyncio.gather(*(person.gone() for person in everybody))
        server.start()

        async def come_back(person: Person) -> tuple[int, int, str]:
            """As a page does that is loaded again."""
            statuses = [await get(server, path, person) for path in ("/api/me", "/api/games")]
            before = len(person.messages)
            await person.come()
            return statuses[0], statuses[1], person.messages[before]["type"]

        came = await asyncio.gather(*map(come_back, everybody))
        assert set(came) == {(200, 200, "Welcome")}
        await asyncio.gather(*(person.go() for person in everybody))
    finally:
        assert server.stop() == 0


async def test_a_class_behind_one_address_comes_in_at_once() -> None:
    with serving(**AS_SHIPPED) as server:
        async with httpx.AsyncClient(base_url=server.url, timeout=60) as http:

            async def become(number: int) -> list[int]:
                asked = [(await http.get(path)).status_code for path in ("/api/games", "/api/me")]
                body = {"name": f"Pupil {number}", "keep": "token"}
                return [*asked, (await http.post("/api/guests", json=body)).status_code]

            came = await asyncio.gather(*map(become, range(CLASS)))
        assert {tuple(statuses) for statuses in came} == {(200, 401, 201)}


async def test_strangers_who_ask_too_much_keep_no_guest_from_asking() -> None:
    with serving(stranger_request_burst=20, stranger_requests_per_second=0.001) as server:
        anna = await new_guest(server, "Anna")
        while await get(server, "/api/games") != 429:
            pass
        assert await get(server, "/api/me", anna) == 200
        invented = Person(server, "", anna.token[:-4] + "AAAA")
        assert await get(server, "/api/me", invented) == 429, "a token that nobody knows makes nobody known"


async def test_a_guest_who_asks_too_much_keeps_nobody_else_from_asking() -> None:
    with serving(request_burst=20, requests_per_second=0.001) as server:
        anna, ben = await new_guest(server, "Anna"), await new_guest(server, "Ben")
        while await get(server, "/api/me", anna) != 429:
            pass
        assert await get(server, "/api/me", ben) == 200
        assert await get(server, "/api/games") == 200


async def test_fresh_pages_never_run_into_the_limit_of_the_api(tmp_path: Path) -> None:
    files = [f"/assets/part-{number}.js" for number in range(100)]
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html>")
    for file in files:
        (tmp_path / file[1:]).write_text("1")
    shipped: dict[str, Any] = {**AS_SHIPPED, "web_root": tmp_path}
    with serving(**shipped) as server:
        async with httpx.AsyncClient(base_url=server.url, timeout=60) as http:
            for _ in range(15):
                answers = await asyncio.gather(*(http.get(file) for file in ("/", *files)))
                assert {answer.status_code for answer in answers} == {200}
            assert (await http.get("/api/games")).status_code == 200


async def test_a_household_that_opens_many_pages_at_once_waits_and_is_not_refused(tmp_path: Path) -> None:
    """Each browser asks over six connections, as browsers do, and all of them have the same address."""
    files = [f"/assets/part-{number}.js" for number in range(20)]
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html>")
    for file in files:
        (tmp_path / file[1:]).write_text("1")

    async def fresh_page(server: Filon) -> set[int]:
        limits = httpx.Limits(max_connections=6)
        async with httpx.AsyncClient(base_url=server.url, limits=limits, timeout=PATIENCE_S * 4) as browser:
            first = await browser.get("/")
            answers = await asyncio.gather(*(browser.get(file) for file in files))
            return {answer.status_code for answer in (first, *answers)}

    with serving(web_root=tmp_path, page_file_burst=20, page_files_per_second=20) as server:
        pages = await asyncio.gather(*(fresh_page(server) for _ in range(6)))
        assert pages == [{200}] * 6


async def test_page_files_have_a_limit_too(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<!doctype html>")
    with serving(web_root=tmp_path, page_file_burst=20, page_files_per_second=0.001) as server:
        statuses = [await get(server, "/") for _ in range(25)]
        assert (statuses[0], statuses[-1]) == (200, 429)
        assert await get(server, "/api/games") == 200


async def test_a_flood_of_page_files_that_waits_for_nothing_is_refused(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<!doctype html>")
    with serving(web_root=tmp_path, page_file_burst=10, page_files_per_second=2) as server:
        async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE_S) as http:
            answers = await asyncio.gather(*(http.get("/") for _ in range(90)))
        statuses = [answer.status_code for answer in answers]
        assert statuses.count(200) >= 10
        assert 429 in statuses


async def test_one_connection_cannot_ask_for_the_whole_table_without_end() -> None:
    with serving(messages_per_second=1, message_burst=60) as server:
        async with table_of(server, start=False) as (anna, *_):
            for _ in range(30):
                await anna.send(json.dumps({"type": "Hello", "token": anna.token}))
            await anna.until(lambda: any(said.get("code") == "too_fast" for said in anna.messages))
            assert sum(said["type"] == "Welcome" for said in anna.messages) < 12
