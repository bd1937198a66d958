"""Malformed, huge, slow and interleaved frames: the server answers or closes cleanly, and nobody else
notices.
"""

import asyncio
import base64
import contextlib
import json
import os
import random
import struct
from collections.abc import AsyncIterator

import httpx
import pytest
from websockets.asyncio.client import connect

from tests.server.playing import Filon, Person, play_on, seated

pytestmark = pytest.mark.anyio

MESSAGE_BYTES = 16_384


@contextlib.asynccontextmanager
async def raw_socket(
    server: Filon, table: str
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A WebSocket after its handshake, without a library that would keep us from misbehaving."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    key = base64.b64encode(os.urandom(16)).decode()
    writer.write(
        f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 10)
    assert head.startswith(b"HTTP/1.1 101"), head
    try:
        yield reader, writer
    finally:
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()


def frame(
    payload: bytes,
    opcode: int = 1,
    *,
    final: bool = True,
    masked: bool = True,
    reserved: int = 0,
    mask: bytes = b"",
) -> bytes:
    first = (0x80 if final else 0) | (reserved << 4) | opcode
    mask = mask or os.urandom(4)
    if len(payload) <= 125:
        head = bytes((first, (0x80 if masked else 0) | len(payload)))
    elif len(payload) < 1 << 16:
        head = bytes((first, (0x80 if masked else 0) | 126)) + struct.pack("!H", len(payload))
    else:
        head = bytes((first, (0x80 if masked else 0) | 127)) + struct.pack("!Q", len(payload))
    if not masked:
        return head + payload
    return head + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(payload))


async def closing_code(reader: asyncio.StreamReader) -> int:
    """Of the close frame the server sends; what it sends before is let pass."""
    async with asyncio.timeout(10):
        while True:
            first, second = await reader.readexactly(2)
            length = second & 127
            if length == 126:
                (length,) = struct.unpack("!H", await reader.readexactly(2))
            elif length == 127:
                (length,) = struct.unpack("!Q", await reader.readexactly(8))
            payload = await reader.readexactly(length)
            if first & 15 == 8:
                return int.from_bytes(payload[:2], "big")


HELLO = json.dumps({"type": "Hello"}).encode()


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (frame(b"x", masked=False), 1002),
        (frame(b"x", 3), 1002),
        (frame(b"x", 11), 1002),
        (frame(b"x", reserved=4), 1002),
        (frame(b"x" * 126, 9), 1002),
        (frame(b"x", 9, final=False), 1002),
        (frame(b"x", 0), 1002),
        (frame(b"x", final=False) + frame(b"y", 1), 1002),
        (frame(b"\x03\xe7", 8), 1002),
        (frame(b"x", 2), 1003),
        (frame(b"\xff\xfe"), 1007),
        (frame(b"x" * (MESSAGE_BYTES + 1)), 1009),
        (bytes((0x81, 0xFF)) + struct.pack("!Q", 1 << 40) + b"mask", 1009),
        (frame(b"x" * MESSAGE_BYTES, final=False) + frame(b"y", 0), 1009),
        (frame(b"\x03\xe8bye", 8), 1000),
    ],
    ids=[
        "unmasked", "unknown opcode", "unknown control", "reserved bits", "long ping", "ping in parts",
        "no beginning", "two beginnings", "bad close code", "binary", "no utf-8", "huge", "endless",
        "huge in parts", "goodbye",
    ],
)  # fmt: skip
async def test_who_leaves_the_protocol_is_told_why_and_let_go(server: Filon, data: bytes, code: int) -> None:
    async with raw_socket(server, "nowhere") as (reader, writer):
        writer.write(data)
        assert await closing_code(reader) == code
        assert await asyncio.wait_for(reader.read(), 10) == b"", "and the connection ends"


async def test_a_message_may_come_in_parts_with_pings_in_between(server: Filon) -> None:
    anna, ben, cleo = await seated(server)
    async with raw_socket(server, anna.table) as (reader, writer):
        for byte in frame(HELLO[:5], final=False) + frame(b"are you there", 9) + frame(HELLO[5:], 0):
            writer.write(bytes((byte,)))
            await writer.drain()
        assert await asyncio.wait_for(reader.readexactly(15), 10) == b"\x8a\x0dare you there"
        head = await asyncio.wait_for(reader.readexactly(4), 10)
        body = await asyncio.wait_for(reader.readexactly(struct.unpack("!H", head[2:])[0]), 10)
        welcome, sync = json.loads(body)
        assert (welcome["type"], sync["type"]) == ("Welcome", "Sync")
    for person in (anna, ben, cleo):
        await person.go()


async def test_however_a_stream_is_cut_the_same_is_read(server: Filon) -> None:
    """Whole frames take a shorter way than parts and several at once; both ways end at the same place."""
    anna, ben, cleo = await seated(server)
    pings = [json.dumps({"type": "Ping", "at": number}).encode() for number in range(60)]
    stream = b"".join(frame(ping) for ping in pings)
    rng = random.Random(5)
    async with raw_socket(server, anna.table) as (reader, writer):
        at = 0
        sizes = [len(frame(ping)) for ping in pings]
        for number, size in enumerate(sizes):
            ways = (size, size, 1, rng.randrange(1, 3 * size))
            end = sum(sizes[: number + 1])
            while at < end:
                cut = rng.choice(ways)
                writer.write(stream[at : at + cut])
                await writer.drain()
                at += cut
        answered: list[dict[str, int]] = []
        while len(answered) < len(pings):
            head = await asyncio.wait_for(reader.readexactly(2), 10)
            answered += json.loads(await reader.readexactly(head[1]))
        assert [pong["at"] for pong in answered] == list(range(60))
    for person in (anna, ben, cleo):
        await person.go()


async def test_the_rest_of_a_frame_that_looks_like_a_whole_one_is_still_the_rest(server: Filon) -> None:
    payload = json.dumps({"type": "Ping", "at": 7}).encode()
    cut = 8
    rest = len(payload) - cut
    mask = bytes((payload[cut] ^ 0x81, payload[cut + 1] ^ (0x80 | rest - 6), 0, 0))
    data = frame(payload, mask=mask)
    async with raw_socket(server, "nowhere") as (reader, writer):
        writer.write(data[:-rest])
        async with httpx.AsyncClient() as http:
            # Whoever answers this has read what came before it.
            await http.get(server.url + "/healthz")
        writer.write(data[-rest:])
        head = await asyncio.wait_for(reader.readexactly(2), 10)
        (pong,) = json.loads(await reader.readexactly(head[1]))
        assert (pong["type"], pong["at"]) == ("Pong", 7)


async def test_compression_is_not_offered(server: Filon) -> None:
    socket = await connect(server.url.replace("http", "ws") + "/api/tables/x/live", compression="deflate")
    assert not socket.protocol.extensions
    await socket.close()


async def test_other_tables_do_not_notice_a_storm_of_nonsense(server: Filon) -> None:
    everybody = await seated(server)
    rng = random.Random(5)
    storm = [
        asyncio.create_task(_rage(server, everybody[0], random.Random(rng.getrandbits(32))))
        for _ in range(12)
    ]
    assert await play_on(everybody, moves=12) == 12
    await asyncio.wait_for(asyncio.gather(*storm), 60)
    assert await play_on(everybody, moves=3) == 3
    for person in everybody:
        await person.go()
    assert not server.faults(), server.faults()


async def _rage(server: Filon, victim: Person, rng: random.Random) -> None:
    """Well-formed frames of ill-formed messages, and bytes of any kind, over several connections."""
    for _ in range(6):
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            async with raw_socket(server, rng.choice([victim.table, "nowhere"])) as (_reader, writer):
                if rng.random() < 0.7:
                    writer.write(frame(HELLO))
                for _ in range(rng.randrange(1, 12)):
                    writer.write(_nonsense(rng))
                    await asyncio.wait_for(writer.drain(), 10)
                    await asyncio.sleep(0)


def _nonsense(rng: random.Random) -> bytes:
    texts = [
        b"",
        b"{}",
        b"[]",
        b"null",
        b'{"type":"Command"}',
        b'{"type":"Command","id":"a","command":{"type":"Act","action":{"type":"Choose","choice":{}}}}',
        b'{"type":"Command","id":"a","command":{"type":"TakeSeat","seat":1e999}}',
        b'{"type":"Command","id":"\\ud800","command":{"type":"Say","text":"\\ud800"}}',
        b'{"type":"Hello","after":99999999999999999999999}',
        b'{"type":"Hello","token":"' + b"x" * 300 + b'"}',
        b'{"type":"Hello","watch":15,"screen":true}',
        b"[" * 8000,
        b'{"a":' * 2000,
        b'{"type":"Ping","at":9223372036854775807}',
    ]
    kind = rng.random()
    if kind < 0.6:
        return frame(rng.choice(texts))
    if kind < 0.8:
        text = bytearray(rng.choice(texts) or b"x")
        text[rng.randrange(len(text))] = rng.randrange(256)
        return frame(bytes(text))
    if kind < 0.9:
        return frame(rng.randbytes(rng.randrange(60)), rng.randrange(16), final=rng.random() < 0.5)
    return rng.randbytes(rng.randrange(1, 200))
