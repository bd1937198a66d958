"""The front of several processes: what it lets in, whom it hands to whom, and what it does not wait for."""

import asyncio
import contextlib
import socket
from collections.abc import Iterator
from typing import Any

import pytest

from filon.server.app import listen
from filon.server.metrics import FrontMetrics
from filon.server.processes.front import Front
from filon.server.settings import read_settings
from filon.store import part_of
from tests.server.inside import settled

pytestmark = pytest.mark.anyio

TABLES = ["abcA", "abcB", "x", "-_-_-_-_-_-_-_-_"]


class Hall:
    """A front whose connections are handed to us."""

    def __init__(self, *, patience_s: float = 20.0, **given: Any) -> None:
        listening = listen("127.0.0.1", 0)
        self.address = listening.getsockname()
        self.handed: list[tuple[socket.socket, int]] = []
        self.metrics = FrontMetrics()
        settings = read_settings({}, processes=2, **given)
        self.front = Front(listening, settings, self.metrics, self._take, patience_s=patience_s)
        self.front.open()

    def _take(self, connection: socket.socket, part: int) -> bool:
        self.handed.append((connection.dup(), part))
        return True

    def call(self, said: bytes = b"") -> socket.socket:
        calling = socket.create_connection(self.address)
        calling.settimeout(0)
        if said:
            calling.sendall(said)
        return calling

    def limited(self, limit: str) -> float:
        return float(self.metrics.limited.labels(limit)._value.get())

    def waiting(self) -> int:
        return len(self.front._waiting)


@contextlib.contextmanager
def hall(**given: Any) -> Iterator[Hall]:
    made = Hall(**given)
    try:
        yield made
    finally:
        made.front.close()
        for connection, _ in made.handed:
            connection.close()


async def closed(connection: socket.socket) -> None:
    with contextlib.suppress(ConnectionError), connection:
        async with asyncio.timeout(30):
            assert await asyncio.get_running_loop().sock_recv(connection, 1) == b""


async def test_the_viewers_of_a_table_go_to_its_process_with_all_that_they_said() -> None:
    with hall() as made:
        for table in TABLES * 2:
            said = f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: x\r\n\r\n".encode()
            with made.call(said):
                await settled(lambda: len(made.handed) == 1)
                connection, part = made.handed.pop()
                with connection:
                    assert part == part_of(table, 2)
                    assert connection.recv(1000) == said, "nothing was taken"
        assert {part_of(table, 2) for table in TABLES} == {0, 1}


async def test_everything_else_from_one_address_goes_to_one_process() -> None:
    with hall() as made, contextlib.ExitStack() as stack:
        for said in (
            b"GET / HTTP/1.1\r\n",
            b"G",
            b"\x00\xff",
            b"GET /api/tables/a/li",
            b"POST /api/tables/a/live",
        ):
            stack.enter_context(made.call(said))
        await settled(lambda: len(made.handed) == 5)
        assert len({part for _, part in made.handed}) == 1


async def test_behind_a_proxy_they_take_turns() -> None:
    with hall(trusted_proxies=1) as made, contextlib.ExitStack() as stack:
        for _ in range(4):
            stack.enter_context(made.call(b"GET / HTTP/1.1\r\n"))
        await settled(lambda: len(made.handed) == 4)
        assert sorted(part for _, part in made.handed) == [0, 0, 1, 1]


async def test_who_says_nothing_is_let_go_after_a_while() -> None:
    with hall(patience_s=0.05) as made:
        await closed(made.call())
        assert made.limited("slow") == 1
        assert made.waiting() == 0


async def test_who_goes_without_a_word_is_forgotten() -> None:
    with hall() as made:
        calling = made.call()
        await settled(lambda: made.waiting() == 1)
        calling.close()
        await settled(lambda: made.waiting() == 0)
        assert made.handed == []


async def test_those_who_say_nothing_are_bounded_and_keep_nobody_else_out_for_longer() -> None:
    with hall(connections_per_address=3) as made, contextlib.ExitStack() as stack:
        silent = [stack.enter_context(made.call()) for _ in range(3)]
        await settled(lambda: made.waiting() == 3)
        await closed(made.call())
        assert made.limited("connections") == 1
        silent[0].sendall(b"GET / HTTP/1.1\r\n")
        await settled(lambda: len(made.handed) == 1)
        stack.enter_context(made.call(b"GET / HTTP/1.1\r\n"))
        await settled(lambda: len(made.handed) == 2)


async def test_all_who_wait_are_bounded_wherever_they_come_from() -> None:
    with hall(connections=2, trusted_proxies=1) as made, contextlib.ExitStack() as stack:
        for _ in range(2):
            stack.enter_context(made.call())
        await settled(lambda: made.waiting() == 2)
        await closed(made.call())


async def test_an_address_that_comes_too_often_has_to_wait() -> None:
    with hall(handshakes_per_second=0.001, handshake_burst=2) as made, contextlib.ExitStack() as stack:
        for _ in range(2):
            stack.enter_context(made.call(b"GET / HTTP/1.1\r\n"))
        await settled(lambda: len(made.handed) == 2)
        await closed(made.call(b"GET / HTTP/1.1\r\n"))
        assert made.limited("handshakes") == 1


async def test_when_it_closes_nobody_is_left_waiting() -> None:
    with hall() as made:
        calling = made.call()
        await settled(lambda: made.waiting() == 1)
        made.front.close()
        await closed(calling)
        with pytest.raises(ConnectionRefusedError):
            made.call()
