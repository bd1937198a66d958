"""Bytes without end, in every shape that is no message: their connection ends, and nobody else waits."""

import asyncio
import contextlib
import http.client
import json
import re
import socket
from collections.abc import Iterator

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from filon.server.settings import ServerSettings
from filon.server.websocket.budget import Budget
from tests.server.playing import PATIENCE_S, Filon, Person, new_guest, open_table, serving
from tests.server.test_fuzz import frame, raw_socket

pytestmark = pytest.mark.anyio

BURST = 60
MOST_FRAMES = 2_500
"""Eight times the burst, what a slice of a read holds, a victim's own, and what half a minute gives back."""


@pytest.fixture(scope="module")
def filon() -> Iterator[Filon]:
    with serving(
        messages_per_second=1, message_burst=BURST, stranger_request_burst=200, stranger_requests_per_second=1
    ) as server:
        yield server


def counted(server: Filon, name: str) -> float:
    found = re.search(rf"^{re.escape(name)} (\S+)$", httpx.get(f"{server.url}/metrics").text, re.MULTILINE)
    return 0.0 if found is None else float(found[1])


async def answers(person: Person, number: int) -> None:
    await person.send(json.dumps({"type": "Ping", "at": number}))
    await person.until(
        lambda: any(said["type"] == "Pong" and said["at"] == number for said in person.messages)
    )


@pytest.mark.parametrize(
    ("opening", "flood"),
    [
        (b"", frame(b"", 10)),
        (b"", frame(b"", 9)),
        (b"", frame(b"", 9) + frame(b"", 10)),
        (frame(b"x", 1, final=False), frame(b"", 0, final=False)),
        (frame(b"x", 1, final=False), frame(b"", 0, final=False) + frame(b"", 10)),
        (b"", frame(b"", 1)),
    ],
    ids=["pongs", "pings", "both", "empty parts", "parts and pongs", "empty messages"],
)
async def test_a_flood_of_frames_ends_itself_while_others_are_answered(
    filon: Filon, opening: bytes, flood: bytes
) -> None:
    victim = await new_guest(filon)
    await victim.come(table=await open_table(filon, victim))
    before = counted(filon, "filon_frames_total")
    ended = asyncio.Event()

    async def rage() -> None:
        many = flood * (60_000 // len(flood))
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            async with raw_socket(filon, victim.table) as (reader, writer):
                writer.write(opening)
                for _ in range(400):  # four million frames and more
                    writer.write(many)
                    await writer.drain()
                    await asyncio.sleep(0)
                assert await reader.read() != b"", "it was read to the end"
        ended.set()

    raging = asyncio.create_task(rage())
    answered = 0
    while not ended.is_set() and answered < BURST // 2:
        await answers(victim, answered)
        answered += 1
    await asyncio.wait_for(raging, PATIENCE_S)
    assert counted(filon, "filon_frames_total") - before < MOST_FRAMES
    await answers(victim, answered)
    await victim.go()


reads = st.tuples(st.integers(0, 700), st.integers(1, 4096))


@given(st.lists(reads, min_size=1, max_size=400))
def test_what_a_connection_can_make_us_read_at_once_is_bounded(stream: list[tuple[int, int]]) -> None:
    settings = ServerSettings()
    budget = Budget(settings, 0.0)
    frames = size = number = 0
    for more, length in stream:
        if not budget.covers(0.0, more, length):
            break
        frames, size, number = frames + more, size + length, number + 1
    most = 8 * settings.message_burst
    assert frames <= most
    assert number <= most
    assert size <= most * 1024


@given(st.lists(st.floats(0.05, 30), min_size=1, max_size=200), st.integers(0, 700))
def test_who_keeps_to_the_rate_of_messages_is_never_ended(pauses: list[float], size: int) -> None:
    settings = ServerSettings()
    budget = Budget(settings, 0.0)
    now = 0.0
    for pause in pauses:
        now += pause
        assert budget.covers(now, 1, size)
        # With a ping and a pong between any two, as browsers and proxies send them.
        assert budget.covers(now, 2, 12)


def http_socket(server: Filon) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_S)


def heard(wire: socket.socket) -> bytes:
    """Until the connection ends, however it does."""
    got = b""
    with contextlib.suppress(ConnectionError):
        while more := wire.recv(65_536):
            got += more
    return got


def pour(wire: socket.socket, megabytes: int) -> None:
    piece = b"x" * 1_000_000
    for _ in range(megabytes):
        wire.sendall(piece)


HEAD = b"POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"


def test_a_body_in_chunks_of_one_byte_is_not_read_to_its_end(filon: Filon) -> None:
    body = b'{"name": "' + b" " * 60_000 + b'Anna"}'
    with http_socket(filon) as wire, contextlib.suppress(ConnectionError):
        wire.sendall(HEAD + b"Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n")
        wire.sendall(b"".join(b"1\r\n%c\r\n" % byte for byte in body) + b"0\r\n\r\n")
        assert heard(wire) == b""


def test_a_body_in_a_few_chunks_is_as_good_as_any(filon: Filon) -> None:
    with http_socket(filon) as wire:
        wire.sendall(HEAD + b"Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n")
        wire.sendall(b'8\r\n{"name":\r\n8\r\n "Anna"}\r\n0\r\n\r\n')
        assert heard(wire).startswith(b"HTTP/1.1 201")


def test_a_body_that_goes_on_after_the_answer_is_not_read_for_ever(filon: Filon) -> None:
    with http_socket(filon) as wire:
        wire.sendall(HEAD.replace(b"guests", b"nothing") + b"Content-Length: 1000000000\r\n\r\n")
        with pytest.raises(ConnectionError):
            pour(wire, 400)


def test_a_head_in_single_bytes_ends_before_its_time() -> None:
    """A limit on time ends it too, much later; here it is the number of pieces."""
    with serving(stranger_request_burst=100_000) as server:
        _send_single_bytes(server)
        assert counted(server, 'filon_limited_total{limit="pieces"}') > 0


def _send_single_bytes(filon: Filon) -> None:
    witness = http.client.HTTPConnection("127.0.0.1", filon.port)
    sent = 0
    with http_socket(filon) as wire, contextlib.suppress(ConnectionError):
        wire.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        wire.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n")
        while sent < 15_000:
            wire.sendall(b"x")
            sent += 1
            # Who has answered this has read what came before.
            witness.request("GET", "/healthz")
            witness.getresponse().read()
    witness.close()
    assert sent < 15_000, "every byte was read"


def test_requests_one_after_the_other_in_one_breath_end_with_the_first_refusal() -> None:
    with serving(stranger_request_burst=30, stranger_requests_per_second=0.01) as server:
        with http_socket(server) as wire, contextlib.suppress(ConnectionError):
            wire.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n" * 3_000)
            said = heard(wire)
        assert said.count(b"HTTP/1.1 200") <= 30
        assert said.count(b"HTTP/1.1 429") <= 1
