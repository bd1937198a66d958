"""Entries and tables into bytes and back.

MessagePack for the log and its snapshots: written by the fields' own types, read by the types of the game.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec

from filon.games.registry import game_named
from filon.tables.events import PlainEvent, Played, Started, TableEvent
from filon.tables.model import AnyTable, TableState

_ENCODER = msgspec.msgpack.Encoder()


def encode_events(events: Sequence[TableEvent]) -> bytes:
    return _ENCODER.encode(events)


def decode_events(game: str, data: bytes) -> tuple[TableEvent, ...]:
    events: tuple[TableEvent, ...] = _events_decoder(game).decode(data)
    return events


def encode_table(table: AnyTable) -> bytes:
    return _ENCODER.encode(table)


def decode_table(game: str, data: bytes) -> AnyTable:
    table: AnyTable = _table_decoder(game).decode(data)
    return table


_STARTED: Any = Started
_PLAYED: Any = Played
_EVENTS: Any = tuple
_TABLE: Any = TableState


@cache
def _events_decoder(name: str) -> msgspec.msgpack.Decoder[Any]:
    game = game_named(name)
    event: Any = PlainEvent | _STARTED[game.state_type] | _PLAYED[game.action_type, game.event_type]
    return msgspec.msgpack.Decoder(_EVENTS[event, ...])


@cache
def _table_decoder(name: str) -> msgspec.msgpack.Decoder[Any]:
    game = game_named(name)
    return msgspec.msgpack.Decoder(_TABLE[game.state_type, game.action_type])
