"""Limits: clear answers when they are hit, and nothing that a stranger can make grow."""

import asyncio
import contextlib
import json
import socket
from collections.abc import Iterator

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from filon.server.limits import Quota, Rates, client_address, rate_limit_key
from tests.server.playing import Filon, new_guest, open_table, seated, serving

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def strict() -> Iterator[Filon]:
    with serving(
        messages_per_second=5,
        message_burst=10,
        guests_per_hour=12,
        tables_per_hour=3,
        connections_per_address=8,
        connections_per_guest=3,
        watchers_per_table=5,
        hello_seconds=0.5,
        send_buffer_bytes=65_536,
        trusted_proxies=1,
        body_bytes=2048,
    ) as server:
        yield server


def at(address: str) -> dict[str, str]:
    return {"X-Forwarded-For": f"10.9.9.9, {address}"}


async def test_new_guests_are_counted_by_address(strict: Filon) -> None:
    async with httpx.AsyncClient(base_url=strict.url) as http:
        answers = [
            await http.post("/api/guests", json={"name": "x", "keep": "token"}, headers=at("192.0.2.1"))
            for _ in range(14)
        ]
        assert [answer.status_code for answer in answers] == [201] * 12 + [429] * 2
        assert answers[-1].json()["code"] == "too_many"
        assert int(answers[-1].headers["retry-after"]) >= 1
        other = await http.post("/api/guests", json={"name": "x"}, headers=at("192.0.2.2"))
        assert other.status_code == 201


async def test_new_tables_are_counted_by_guest(strict: Filon) -> None:
    async with httpx.AsyncClient(base_url=strict.url) as http:
        guest = await http.post("/api/guests", json={"name": "x", "keep": "token"}, headers=at("192.0.2.3"))
        headers = {"Authorization": f"Bearer {guest.json()['token']}", **at("192.0.2.3")}
        body = {"game": "diamant", "seats": 3}
        answers = [await http.post("/api/tables", json=body, headers=headers) for _ in range(4)]
        assert [answer.status_code for answer in answers] == [201, 201, 201, 429]


async def test_long_bodies_are_refused(strict: Filon) -> None:
    async with httpx.AsyncClient(base_url=strict.url) as http:
        answer = await http.post("/api/guests", json={"name": "x" * 4000}, headers=at("192.0.2.4"))
        assert answer.status_code == 413


async def guest_with_table(server: Filon, address: str) -> tuple[str, str]:
    async with httpx.AsyncClient(base_url=server.url) as http:
        body = {"name": "x", "keep": "token"}
        token = (await http.post("/api/guests", json=body, headers=at(address))).json()["token"]
        headers = {"Authorization": f"Bearer {token}", **at(address)}
        opened = await http.post("/api/tables", json={"game": "diamant", "seats": 3}, headers=headers)
        return token, opened.json()["id"]


async def test_messages_too_fast_are_refused_and_then_the_connection_ends(strict: Filon) -> None:
    token, table = await guest_with_table(strict, "192.0.2.5")
    headers = {"Authorization": f"Bearer {token}", **at("192.0.2.5")}
    url = strict.url.replace("http", "ws") + f"/api/tables/{table}/live"
    wire = await connect(url, additional_headers=headers, compression=None)
    await wire.send(json.dumps({"type": "Hello"}))
    codes: list[str] = []

    async def flood(messages: int) -> None:
        for number in range(messages):
            await wire.send(json.dumps({"type": "Ping", "at": number}))

    await flood(30)
    while "too_fast" not in codes:
        heard = json.loads(await asyncio.wait_for(wire.recv(), 10))
        codes.extend(message["code"] for message in heard if message["type"] == "Refused")
    with pytest.raises(ConnectionClosed):
        await asyncio.wait_for(flood(10_000), 20)
    await wire.close()


async def test_connections_are_counted_by_address_and_by_guest(strict: Filon) -> None:
    url = strict.url.replace("http", "ws") + "/api/tables/nothing/live"
    held = [await connect(url, additional_headers=at("192.0.2.6")) for _ in range(8)]
    with pytest.raises(InvalidStatus) as refused:
        await connect(url, additional_headers=at("192.0.2.6"))
    assert refused.value.response.status_code == 429
    held.append(await connect(url, additional_headers=at("192.0.2.7")))
    for wire in held:
        await wire.close()


async def test_one_guest_has_so_many_devices(strict: Filon) -> None:
    token, table = await guest_with_table(strict, "192.0.2.8")
    url = strict.url.replace("http", "ws") + f"/api/tables/{table}/live"
    said = []
    wires = []
    for number in range(4):
        wire = await connect(url, additional_headers=at(f"192.0.2.{20 + number}"))
        await wire.send(json.dumps({"type": "Hello", "token": token}))
        said.append(json.loads(await wire.recv())[0])
        wires.append(wire)
    assert [message["type"] for message in said] == ["Welcome"] * 3 + ["Goodbye"]
    assert said[3]["code"] == "too_many"
    for wire in wires:
        await wire.close()


async def test_who_never_says_hello_is_let_go(strict: Filon) -> None:
    url = strict.url.replace("http", "ws") + "/api/tables/nothing/live"
    wire = await connect(url, additional_headers=at("192.0.2.9"))
    with pytest.raises(ConnectionClosed):
        await asyncio.wait_for(wire.recv(), 20)
    assert wire.close_code == 4408
    await wire.close()


async def test_who_never_reads_is_let_go_and_costs_no_memory(server: Filon) -> None:
    everybody = await seated(server, game="outofmine", people=2)
    url = server.url.replace("http", "ws") + f"/api/tables/{everybody[0].table}/live"
    small = socket.create_connection(("127.0.0.1", server.port))
    small.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    deaf = await connect(url, sock=small, max_queue=1, compression=None)
    await deaf.send(json.dumps({"type": "Hello"}))
    await deaf.recv()
    deaf.transport.pause_reading()
    before = server.resident()

    async def unread() -> bool:
        async with httpx.AsyncClient(base_url=server.url) as http:
            return 'filon_limited_total{limit="unread"}' in (await http.get("/metrics")).text

    async def ask() -> None:
        while not await unread():
            for _ in range(20):
                await deaf.send(json.dumps({"type": "Hello", "screen": True}))

    with contextlib.suppress(ConnectionClosed):
        await asyncio.wait_for(ask(), 30)
    assert await unread()
    assert server.resident() - before < 20_000_000
    for person in everybody:
        await person.order("Say", text="hello")
        await person.go()
    await deaf.close()


async def test_a_stranger_cannot_make_the_server_grow(server: Filon) -> None:
    """Endless messages, endless headers, many sockets that say nothing: memory stays where it was."""

    async def endless(beginning: bytes) -> None:
        _, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(beginning)
        try:
            for _ in range(400):
                writer.write(b"x" * 65_536)
                await asyncio.wait_for(writer.drain(), 5)
        except (OSError, TimeoutError):
            pass
        finally:
            writer.transport.abort()
            with contextlib.suppress(OSError):
                await writer.wait_closed()

    upgrade = (
        b"GET /api/tables/x/live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    post = b"POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    post += b"Content-Length: 99999999\r\n\r\n"
    beginnings = [b"GET / HTTP/1.1\r\nX-Endless: ", upgrade, upgrade + b"\x01\xfe\xff\xffmask", post]
    before = server.resident()
    await asyncio.gather(*(endless(beginning) for beginning in beginnings * 3))
    assert server.resident() - before < 40_000_000
    guest = await new_guest(server)
    assert await open_table(server, guest)


def test_what_is_remembered_of_strangers_is_bounded() -> None:
    now = 0.0
    rates = Rates(1, 2, keys=100, clock=lambda: now)
    for number in range(1000):
        rates.take(f"address {number}")
    assert len(rates) == 100
    assert rates.take("busy") == 0
    assert rates.take("busy") == 0
    assert rates.take("busy") == pytest.approx(1)
    now = 1.0
    assert rates.take("busy") == 0
    quota = Quota(2)
    assert [quota.take("a"), quota.take("a"), quota.take("a"), quota.take("b")] == [True, True, False, True]
    quota.give_back("a")
    assert quota.take("a")


def test_addresses_are_counted_as_their_owner_has_them() -> None:
    assert rate_limit_key("2001:db8::1:2") == rate_limit_key("2001:db8::ffff") == "2001:db8::"
    assert rate_limit_key("::ffff:192.0.2.1") == "192.0.2.1"
    assert client_address("10.0.0.1", "1.1.1.1, 2.2.2.2", 0) == "10.0.0.1"
    assert client_address("10.0.0.1", "1.1.1.1, 2.2.2.2", 1) == "2.2.2.2"
    assert client_address("10.0.0.1", "1.1.1.1, 2.2.2.2", 2) == "1.1.1.1"
    assert client_address("10.0.0.1", "", 1) == "10.0.0.1"
