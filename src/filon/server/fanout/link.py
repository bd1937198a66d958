"""The way between the processes of one machine and their parent: messages over a pair of sockets.

Both ends are of one release, since the parent starts the others from its own files.
"""

import asyncio
import socket
from collections.abc import Callable
from typing import Final, TypeAlias, cast

import msgspec

from filon.store import Share

_LENGTH: Final = 4
_WAITING_BYTES: Final = 8 << 20
"""What may wait for the other end before news are dropped: it reads everything else sooner or later."""

_CLOSE_WITHIN_S: Final = 1.0


class Begin(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """The parent's first word: what this process is."""

    settings: bytes
    share: Share


class Ready(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """People can be let in."""


class Follow(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """From a process: it wants to hear of a table. From the parent: it does from now on."""

    table: str


class Unfollow(msgspec.Struct, frozen=True, array_like=True, tag=True):
    table: str


class Told(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """News for those who follow the table, or for everybody. The letter is for processes to read."""

    table: str | None
    letter: bytes


class Ask(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """A question to all other processes, and to the parent; from the parent, to this one."""

    number: int
    question: str


class Answer(msgspec.Struct, frozen=True, array_like=True, tag=True):
    number: int
    text: str


class Answers(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """By process; None of one that is not there, or did not answer in time."""

    number: int
    texts: dict[str, str | None]


Message: TypeAlias = Begin | Ready | Follow | Unfollow | Told | Ask | Answer | Answers

_encode: Final = msgspec.msgpack.Encoder().encode
_decode: Final = msgspec.msgpack.Decoder(Message).decode


class Link(asyncio.Protocol):
    """One end. Messages of one turn of the loop leave together, and in order.

    What `hear` raises is a mistake of ours, and the end of the link.
    """

    def __init__(self, hear: Callable[[Message], None], lost: Callable[[], None]) -> None:
        self._hear = hear
        self._lost = lost
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport | None = None
        self._closed = asyncio.Event()
        self._unread = b""
        self._unsent: list[bytes] = []
        self.full = False
        """The other end does not keep up: what may be lost is better not sent."""
        self.emptied: Callable[[], None] = lambda: None
        """Called when that is over."""

    def send(self, message: Message) -> None:
        if not self._unsent:
            self._loop.call_soon(self.flush)
        data = _encode(message)
        self._unsent += (len(data).to_bytes(_LENGTH, "big"), data)

    def flush(self) -> None:
        unsent, self._unsent = self._unsent, []
        if unsent and self._transport is not None and not self._transport.is_closing():
            self._transport.write(b"".join(unsent))

    async def close(self) -> None:
        """What was sent leaves, if the other end takes it."""
        self.flush()
        if self._transport is not None:
            self._transport.close()
            try:
                async with asyncio.timeout(_CLOSE_WITHIN_S):
                    await self._closed.wait()
            except TimeoutError:
                self._transport.abort()
                await self._closed.wait()

    # From the transport
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self._transport.set_write_buffer_limits(high=_WAITING_BYTES)

    def data_received(self, data: bytes) -> None:
        unread = self._unread + data if self._unread else data
        at = 0
        while len(unread) - at >= _LENGTH:
            end = at + _LENGTH + int.from_bytes(unread[at : at + _LENGTH], "big")
            if len(unread) < end:
                break
            self._hear(_decode(memoryview(unread)[at + _LENGTH : end]))
            at = end
        self._unread = unread[at:]

    def pause_writing(self) -> None:
        self.full = True

    def resume_writing(self) -> None:
        self.full = False
        self.emptied()

    def connection_lost(self, _error: Exception | None) -> None:
        self._closed.set()
        self._lost()


async def connect(link: Link, sock: socket.socket) -> Link:
    """From now on it hears the other end."""
    await asyncio.get_running_loop().create_connection(lambda: link, sock=sock)
    return link
