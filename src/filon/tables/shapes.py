"""How structs look when they are written: a digest for each, the same in every process and Python.

Two releases with the same digest write and read the same bytes. Derived from the types, so that nobody has to
remember to count up when a field is added.
"""

import hashlib
from functools import cache
from typing import Any, Final, get_args

import msgspec
from msgspec import inspect

from filon.games.registry import OURS, game_named
from filon.tables.events import PlainEvent, Played, Started
from filon.tables.model import TableState

_SIZE: Final = 8
_TABLE: Any = TableState


def digest(kind: Any) -> bytes:
    """Of all that can be inside this type."""
    return hashlib.blake2b(_shape(inspect.type_info(kind), ()).encode(), digest_size=_SIZE).digest()


@cache
def table_digest(game: str) -> bytes:
    """Of a table at which this game is played."""
    kinds = game_named(game)
    return digest(_TABLE[kinds.state_type, kinds.action_type])


def plain_types() -> tuple[Any, ...]:
    """The table's own events."""
    return (*get_args(PlainEvent), Started, Played)


def game_types(game: str) -> tuple[Any, ...]:
    """All that the table's events hold of this game."""
    kinds = game_named(game)
    return (kinds.state_type, *_members(kinds.action_type), *_members(kinds.event_type))


def all_digests() -> dict[str, dict[str, str]]:
    """Of all that is in logs of this package's games, by game and name; under "" the table's own."""
    found = {"": plain_types(), **{game: game_types(game) for game in OURS}}
    return {game: {kind.__name__: digest(kind).hex() for kind in kinds} for game, kinds in found.items()}


def _members(union: Any) -> tuple[Any, ...]:
    return get_args(union) or (union,)


def _shape(kind: inspect.Type, within: tuple[Any, ...]) -> str:
    """The type as text. `within`: the structs it stands in, so that one that holds itself comes to an end."""
    match kind:
        case inspect.StructType(cls=cls):
            if cls in within:
                return f"^{within[::-1].index(cls)}"
            inner = sorted(_field(field, (*within, cls)) for field in kind.fields)
            return f"{kind.tag}{'[' if kind.array_like else '{'}{','.join(inner)}}}"
        case inspect.UnionType(types=types):
            return f"({'|'.join(sorted(_shape(one, within) for one in types))})"
        case inspect.EnumType(cls=cls):
            return f"one of {sorted(repr(member.value) for member in cls)}"
        case inspect.LiteralType(values=values):
            return f"one of {sorted(map(repr, values))}"
        case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
            return f"[{_shape(item, within)}]"
        case inspect.TupleType(item_types=items):
            return f"[{','.join(_shape(item, within) for item in items)}]"
        case inspect.DictType(key_type=key, value_type=value):
            return f"{{{_shape(key, within)}:{_shape(value, within)}}}"
        case _:
            return type(kind).__name__


def _field(field: inspect.Field, within: tuple[Any, ...]) -> str:
    shape = f"{field.encode_name}:{_shape(field.type, within)}"
    if field.required:
        return shape
    default = field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()
    return f"{shape}={msgspec.json.encode(default).decode()}"
