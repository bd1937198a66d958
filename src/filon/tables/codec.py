"""Entries and tables into bytes and back.

MessagePack for the log and its snapshots: written by the fields' own types, read by the types of the game.

An entry of version 0 is the MessagePack of its events, which begins with an array's byte, 0x90 or above. From
version 1 on its number, below 0x80, stands before that. A snapshot begins with a mark of the types it was
written by: whoever has others folds the log instead.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final

import msgspec

from filon.games.contract import Changes, FilonError
from filon.games.registry import GAMES, game_named
from filon.tables import shapes, versions
from filon.tables.events import PlainEvent, Played, Started, TableEvent
from filon.tables.model import AnyTable, TableState

_ENCODER = msgspec.msgpack.Encoder()
_ABOVE_VERSIONS: Final = 0x80
_NO_MESSAGEPACK: Final = b"\xc1"
"""A byte that no MessagePack has: releases without marks fail on it, and do not read half a table."""


class NewerVersion(FilonError):  # noqa: N818 - it reads as what it says
    """Written by a newer release, which this one cannot read: the table is for newer servers."""


def encode_events(events: Sequence[TableEvent]) -> bytes:
    version = _version_of(events)
    data = _ENCODER.encode(events)
    return data if version == 0 else bytes((version,)) + data


def decode_events(game: str, data: bytes) -> tuple[TableEvent, ...]:
    """Raises NewerVersion."""
    reader = _reader(game)
    if data[0] < _ABOVE_VERSIONS or reader.names:
        return _versioned(reader, data)
    events: tuple[TableEvent, ...] = reader.decoder.decode(data)
    return events


def _versioned(reader: "_Reader", data: bytes) -> tuple[TableEvent, ...]:
    version = data[0]
    body: bytes | memoryview = data
    if version >= _ABOVE_VERSIONS:
        version = 0
    elif version > versions.VERSION:
        raise NewerVersion(f"an entry of version {version}; this release reads {versions.VERSION} and older")
    else:
        body = memoryview(data)[1:]
    if version < reader.whole_from and any(name in data for name in reader.names):
        body = _ENCODER.encode(versions.upcast_events(reader.changes, msgspec.msgpack.decode(body), version))
    events: tuple[TableEvent, ...] = reader.decoder.decode(body)
    return events


def encode_table(table: AnyTable) -> bytes:
    return _mark(table.settings.game) + _ENCODER.encode(table)


def decode_table(game: str, data: bytes) -> AnyTable | None:
    """None where other types wrote it: the log says the same."""
    mark = _mark(game)
    if not data.startswith(mark):
        return None
    try:
        table: AnyTable = _table_decoder(game).decode(memoryview(data)[len(mark) :])
    except msgspec.DecodeError:
        return None
    return table


_STARTED: Any = Started
_PLAYED: Any = Played
_EVENTS: Any = tuple
_TABLE: Any = TableState


class _Reader(msgspec.Struct, frozen=True):
    """`names` stand in the bytes of every entry that needs an upcast, if it is older than `whole_from`."""

    decoder: Any
    changes: Changes
    whole_from: int
    names: tuple[bytes, ...]


@cache
def _reader(name: str) -> _Reader:
    game = game_named(name)
    event: Any = PlainEvent | _STARTED[game.state_type] | _PLAYED[game.action_type, game.event_type]
    upcasts = versions.upcasts(versions.CHANGES) | versions.upcasts(game.changes)
    names = {"Started" if changed == game.state_type.__name__ else changed for changed in upcasts}
    return _Reader(
        decoder=msgspec.msgpack.Decoder(_EVENTS[event, ...]),
        changes=game.changes,
        whole_from=max(upcasts.values(), default=0),
        names=tuple(changed.encode() for changed in names),
    )


@cache
def _table_decoder(name: str) -> msgspec.msgpack.Decoder[Any]:
    game = game_named(name)
    return msgspec.msgpack.Decoder(_TABLE[game.state_type, game.action_type])


@cache
def _mark(game: str) -> bytes:
    return _NO_MESSAGEPACK + bytes((versions.VERSION, versions.FOLD)) + shapes.table_digest(game)


def _version_of(events: Sequence[TableEvent]) -> int:
    """The lowest that can say all of it."""
    plain, of_games = _since()
    version = 0
    for event in events:
        version = max(version, plain.get(type(event), 0))
        for one in _held(event) if of_games else ():
            version = max(version, of_games.get(type(one), 0))
    return version


def _held(event: TableEvent) -> Iterator[Any]:
    """What is in it of a game's own."""
    if isinstance(event, Started):
        yield event.state
    elif isinstance(event, Played):
        yield event.action
        yield from event.events


@cache
def _since() -> tuple[dict[type, int], dict[type, int]]:
    """By type, the version from which on it looks as it does now, of those that did not always: the table's
    own, and the games'.
    """
    of_games: dict[type, int] = {}
    for name, game in GAMES.items():
        of_games |= _changed(shapes.game_types(name), versions.since(game.changes))
    return _changed(shapes.plain_types(), versions.since(versions.CHANGES)), of_games


def _changed(kinds: Iterable[type], since: Mapping[str, int]) -> dict[type, int]:
    return {kind: since[kind.__name__] for kind in kinds if since.get(kind.__name__)}
