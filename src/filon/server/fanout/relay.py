"""The fan-out of the processes of one machine: through their parent, who knows which of them follows what."""

import asyncio
import secrets
from collections import deque

import msgspec
import structlog

from filon.server.fanout.contract import Letter, Listener, News, NewsLost, table_of
from filon.server.fanout.link import Follow, Link, Told, Unfollow
from filon.server.supervise import Supervisor

log = structlog.stdlib.get_logger(__name__)


class RelayFanout:
    """Where the parent is gone this process ends too: the way is closed once, and not opened again."""

    shared = True

    def __init__(self, link: Link) -> None:
        self.origin = secrets.token_hex(6)
        self._link = link
        self._listener: Listener | None = None
        self._following: set[str] = set()
        self._asked: dict[str, deque[asyncio.Event]] = {}
        """By table: who waits until the parent has said that we hear of it, in the order asked."""
        self._dropped = False
        self._lost = False
        self._encoder = msgspec.msgpack.Encoder()
        self._decoder = msgspec.msgpack.Decoder(Letter)
        link.emptied = self._confess

    @property
    def connected(self) -> bool:
        return not self._lost

    async def start(self, supervisor: Supervisor, listener: Listener) -> None:  # noqa: ARG002 - nothing runs
        self._listener = listener
        listener.linked(up=True)

    async def follow(self, table: str) -> None:
        self._following.add(table)
        if self._lost:
            return
        heard = asyncio.Event()
        self._asked.setdefault(table, deque()).append(heard)
        self._link.send(Follow(table))
        await heard.wait()

    def unfollow(self, table: str) -> None:
        if table in self._following:
            self._following.discard(table)
            self._link.send(Unfollow(table))

    def tell(self, news: News) -> None:
        if self._link.full:
            self._dropped = True
        else:
            self._send(news)

    def _send(self, news: News) -> None:
        self._link.send(Told(table_of(news), self._encoder.encode(Letter(self.origin, news))))

    def _confess(self) -> None:
        if self._dropped:
            self._dropped = False
            self._send(NewsLost())

    async def close(self) -> None:
        """The link is not ours to close."""

    def lost(self) -> None:
        """The parent is gone: nobody waits for its answers any more."""
        self._lost = True
        for waiting in self._asked.values():
            for heard in waiting:
                heard.set()
        self._asked.clear()
        if self._listener is not None:
            self._listener.linked(up=False)

    # From the parent
    def followed(self, table: str) -> None:
        waiting = self._asked[table]
        waiting.popleft().set()
        if not waiting:
            del self._asked[table]

    def hear(self, told: Told) -> None:
        if self._listener is None:  # everything is read from the store later
            return
        letter = self._decoder.decode(told.letter)
        try:
            self._listener.hear(letter.origin, letter.news)
        except Exception as fault:
            log.error(
                "news that we fell over", table=told.table, news=type(letter.news).__name__, exc_info=fault
            )
            self._listener.undigested(told.table)
