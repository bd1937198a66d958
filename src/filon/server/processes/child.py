"""One of several processes that serve: `python -m filon.server.processes.child`, started by their parent.

It listens nowhere. Connections come from the parent with nothing of them read, and uvicorn takes them as if
it had accepted them itself.
"""

import asyncio
import os
import socket
import sys
from itertools import count
from typing import Any, Final

import msgspec
import structlog

from filon.server import logs
from filon.server.app import UvicornServer, spare_collection, until_started, uvicorn_server
from filon.server.fanout.link import (
    Answer,
    Answers,
    Ask,
    Begin,
    Follow,
    Link,
    Message,
    Ready,
    Told,
    connect,
)
from filon.server.fanout.relay import RelayFanout
from filon.server.loop import run
from filon.server.processes.front import HANDED_OVER, part_of_viewers
from filon.server.server import Question, Server, open_sibling
from filon.server.settings import ServerSettings
from filon.store import Share

_CONNECTIONS_AT_ONCE: Final = 64
_ANSWERS_WITHIN_S: Final = 3.0
"""The parent bounds it too; this is for one that hangs."""

log = structlog.stdlib.get_logger(__name__)


class Child:
    """What came of the link to the parent, and what goes there."""

    def __init__(self, way: socket.socket) -> None:
        """Connections come by `way`."""
        self.way = way
        self.share: Share | None = None
        loop = asyncio.get_running_loop()
        self.link = Link(self._hear, self._orphaned)
        self.relay = RelayFanout(self.link)
        self.orphan = False
        self.begin: asyncio.Future[Begin | None] = loop.create_future()
        """None: the parent was gone first."""
        self.running: UvicornServer | None = None
        self.server: Server | None = None
        self._loop = loop
        self._tasks: set[asyncio.Future[Any]] = set()
        self._numbers = count()
        self._questions: dict[int, asyncio.Future[dict[str, str | None]]] = {}

    def _orphaned(self) -> None:
        """Whatever was accepted is answered or durable; nobody new can come in any more."""
        self.orphan = True
        self.relay.lost()
        if not self.begin.done():
            self.begin.set_result(None)
        if self.running is not None:
            self.running.should_exit = True

    def _hear(self, message: Message) -> None:
        match message:
            case Told():
                self.relay.hear(message)
            case Follow(table):
                self.relay.followed(table)
            case Ask(number, question):
                self._spawn(self._reply(number, question))
            case Answers(number, texts):
                asked = self._questions.pop(number, None)
                if asked is not None and not asked.done():
                    asked.set_result(texts)
            case Begin():
                self.begin.set_result(message)
            case _:
                raise AssertionError(f"a parent does not say {type(message).__name__}")

    def _spawn(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Siblings
    async def ask(self, question: Question) -> dict[str, str | None]:
        number = next(self._numbers)
        answer: asyncio.Future[dict[str, str | None]] = self._loop.create_future()
        self._questions[number] = answer
        self.link.send(Ask(number, question))
        try:
            async with asyncio.timeout(_ANSWERS_WITHIN_S):
                return await answer
        except TimeoutError:
            return {"front": None}
        finally:
            self._questions.pop(number, None)

    async def _reply(self, number: int, question: str) -> None:
        if self.server is None:
            return
        if question == "metrics":
            text = self.server.metrics.text().decode()
        else:
            trouble = await self.server.trouble()
            text = "" if trouble is None else trouble.reason
        self.link.send(Answer(number, text))

    # Connections
    def receive(self) -> None:
        """The parent has sent some; the end of it is noticed at the link."""
        for _ in range(_CONNECTIONS_AT_ONCE):
            try:
                said, descriptors, _, _ = socket.recv_fds(self.way, 1, HANDED_OVER)
            except (BlockingIOError, InterruptedError):
                return
            if not said:
                self._loop.remove_reader(self.way)
                return
            connection = socket.socket(fileno=descriptors[0])
            connection.settimeout(0)
            head = _read(descriptors[1]) if len(descriptors) == HANDED_OVER else b""
            if self.running is None or self.running.should_exit:
                connection.close()
            else:
                self._spawn(self._let_in(self.running, connection, head))

    async def _let_in(self, running: UvicornServer, connection: socket.socket, head: bytes) -> None:
        config = running.config

        def protocol() -> Any:
            kind: Any = config.http_protocol_class
            made = kind(config=config, server_state=running.server_state, app_state=running.lifespan.state)
            made.first_words = head
            return made

        try:
            await self._loop.connect_accepted_socket(protocol, connection)
        except OSError:  # it went while it was handed over
            connection.close()

    def take_over(self, head: bytes, connection: int) -> bool:
        assert self.share is not None
        part = part_of_viewers(head, self.share.of)
        if part is None or part == self.share.part:
            return False
        reading, writing = os.pipe()
        try:
            os.set_blocking(writing, False)
            if os.write(writing, head) != len(head):
                return False
            socket.send_fds(self.way, [bytes((part,))], [connection, reading])
        except OSError:
            return False
        finally:
            os.close(reading)
            os.close(writing)
        return True


def _read(pipe: int) -> bytes:
    """All that is in it: who wrote it has closed it before."""
    with os.fdopen(pipe, "rb") as whole:
        return whole.read()


async def serve(link: socket.socket, way: socket.socket) -> None:
    way.settimeout(0)
    child = Child(way)
    await connect(child.link, link)
    begin = await child.begin
    if begin is None:
        return
    child.share = begin.share
    settings = msgspec.msgpack.decode(begin.settings, type=ServerSettings)
    as_json = {"auto": None, "json": True, "text": False}[settings.log_format]
    logs.set_up(settings.log_level, as_json=as_json)
    structlog.contextvars.bind_contextvars(process=begin.share.part)
    child.server = server = await open_sibling(settings, child.relay, begin.share, child)
    try:
        if child.orphan:
            return
        await server.start(waking=settings.embedded_worker)
        child.running = running = uvicorn_server(server)
        running.should_exit = child.orphan
        spare_collection()
        serving = asyncio.create_task(running.serve([]))
        if await until_started(running, serving):
            asyncio.get_running_loop().add_reader(way, child.receive)
            child.link.send(Ready())
        await serving
        asyncio.get_running_loop().remove_reader(way)
    finally:
        await server.close()
        await child.link.close()


def main(_number: int, link: int, way: int) -> None:
    """The number is for whoever looks at a list of processes; the parent says more of it."""
    with socket.socket(fileno=way) as connections:
        run(serve(socket.socket(fileno=link), connections))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
