"""TypeScript types of everything that crosses the wire, from the very structs that are sent.

`scripts/web-types` writes them, with `--check` it only says whether they are up to date. A change
of a struct thus breaks the web client's type check instead of a player's evening.
"""

import sys
from collections.abc import Iterable, Mapping
from enum import Enum
from functools import reduce
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import inspect

from filon.games.contract import AnyGame
from filon.games.registry import GAMES
from filon.server.http.guests import Known, Me, NewGuest, NewSeatLink
from filon.server.http.hints import HintGiven
from filon.server.http.problems import Problem
from filon.server.http.tables import Catalogue, Page
from filon.tables import Past
from filon.tables.events import PlainEvent
from filon.tables.protocol import FromClient, FromServer, GamePlayed, GameStarted, MessageHidden

_BODIES: Final = (Catalogue, HintGiven, Known, Me, NewGuest, NewSeatLink, Page, Past, Problem)
_HEAD: Final = "// Written by scripts/web-types from the Python structs. Change those, not this.\n"


class _Writer:
    """Declarations of the structs and enums that the roots reach, each once, under its own name."""

    def __init__(self, *, received: frozenset[type]) -> None:
        self._received = received
        self._names: dict[type, str] = {}
        self._declared: dict[str, str] = {}

    def add(self, name: str, root: Any) -> None:
        spelled = self._spell(inspect.type_info(root))
        if spelled != name:
            self._declare(name, f"export type {name} = {spelled};")

    def text(self) -> str:
        return _HEAD + "\n" + "\n\n".join(self._declared.values()) + "\n"

    def _declare(self, name: str, text: str) -> None:
        if self._declared.setdefault(name, text) != text:
            raise ValueError(f"two types would both be called {name}")

    def _spell(self, kind: inspect.Type) -> str:
        match kind:
            case inspect.Metadata(type=inner):
                return self._spell(inner)
            case inspect.StructType(cls=cls):
                return self._struct(kind, cls)
            case inspect.EnumType(cls=cls):
                return self._enum(cls)
            case inspect.UnionType(types=members):
                spelled = (self._spell(member) for member in members)
                return " | ".join(dict.fromkeys(spelled))
            case inspect.LiteralType(values=values):
                return " | ".join(msgspec.json.encode(value).decode() for value in values)
            case inspect.DictType(key_type=key, value_type=value):
                return f"Record<{self._key(key)}, {self._spell(value)}>"
            case inspect.TupleType(item_types=items):
                return f"readonly [{', '.join(self._spell(item) for item in items)}]"
            case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
                return f"readonly {self._bracketed(item)}[]"
            case inspect.CollectionType(item_type=item):
                return f"readonly {self._bracketed(item)}[]"
            case _:
                return _PLAIN[type(kind)]

    def _key(self, kind: inspect.Type) -> str:
        return "number" if isinstance(kind, inspect.IntType) else "string"

    def _bracketed(self, kind: inspect.Type) -> str:
        spelled = self._spell(kind)
        return f"({spelled})" if " " in spelled else spelled

    def _enum(self, cls: type[Enum]) -> str:
        values = " | ".join(msgspec.json.encode(member.value).decode() for member in cls)
        self._declare(cls.__name__, f"export type {cls.__name__} = {values};")
        return cls.__name__

    def _struct(self, kind: inspect.StructType, cls: type) -> str:
        if cls in self._names:
            return self._names[cls]
        name = self._names[cls] = cls.__name__.rstrip("_")
        lines = [] if kind.tag is None else [f"  {kind.tag_field}: {msgspec.json.encode(kind.tag).decode()};"]
        partial = cls in self._received or kind.cls.__struct_config__.omit_defaults
        lines += [self._field(field, partial=partial) for field in kind.fields]
        body = "\n".join(lines)
        self._declare(name, f"export interface {name} {{\n{body}\n}}" if lines else _empty(name))
        return name

    def _field(self, field: inspect.Field, *, partial: bool) -> str:
        """`partial`: defaults are left out, as a client may do. Otherwise only what is unset is."""
        unset = field.default is msgspec.NODEFAULT and field.default_factory is msgspec.NODEFAULT
        optional = not field.required and (partial or unset)
        return f"  {field.encode_name}{'?' if optional else ''}: {self._spell(field.type)};"


_PLAIN: Final[Mapping[type[inspect.Type], str]] = {
    inspect.AnyType: "unknown",
    inspect.RawType: "unknown",
    inspect.NoneType: "null",
    inspect.BoolType: "boolean",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.StrType: "string",
    inspect.BytesType: "string",
}


def _empty(name: str) -> str:
    return f"export type {name} = Record<string, never>;"


def _structs(root: Any) -> frozenset[type]:
    """Every struct that values of this type may hold."""
    found: set[type] = set()

    def look(kind: inspect.Type) -> None:
        if isinstance(kind, inspect.StructType):
            if kind.cls in found:
                return
            found.add(kind.cls)
            for field in kind.fields:
                look(field.type)
            return
        for inner in _inside(kind):
            look(inner)

    look(inspect.type_info(root))
    return frozenset(found)


def _inside(kind: inspect.Type) -> Iterable[inspect.Type]:
    for value in (getattr(kind, name) for name in kind.__struct_fields__):
        if isinstance(value, inspect.Type):
            yield value
        elif isinstance(value, tuple):
            yield from (item for item in value if isinstance(item, inspect.Type))


def _union(members: Iterable[Any]) -> Any:
    return reduce(lambda left, right: left | right, members)


def table_types() -> str:
    writer = _Writer(received=_structs(FromClient) - _structs(FromServer))
    writer.add("FromClient", FromClient)
    writer.add("FromServer", FromServer)
    writer.add("TableEvent", _union((PlainEvent, GamePlayed, GameStarted, MessageHidden)))
    for body in _BODIES:
        writer.add(body.__name__.rstrip("_"), body)
    return writer.text()


def game_types(game: AnyGame) -> str:
    writer = _Writer(received=frozenset())
    writer.add("Options", game.options_type)
    writer.add("View", game.view_type)
    writer.add("Action", game.action_type)
    writer.add("Event", game.event_type)
    return writer.text() + "".join(_constants(game))


def _constants(game: AnyGame) -> Iterable[str]:
    """The numbers of the box, so that a board which counts what is left does not write them a second time."""
    pieces = import_module(f"{type(game).__module__}.pieces")
    for name, value in vars(pieces).items():
        if name.isupper() and not name.startswith("_") and _is_plain(value):
            yield f"\nexport const {name} = {msgspec.json.encode(value).decode()} as const;\n"


def _is_plain(value: object) -> bool:
    match value:
        case str() | int():
            return True
        case tuple():
            return all(map(_is_plain, value))
        case dict():
            return all(_is_plain(part) for part in (*value, *value.values()))
        case _:
            return False


def files() -> dict[str, str]:
    return {"table.ts": table_types()} | {f"{name}.ts": game_types(game) for name, game in GAMES.items()}


def main(arguments: list[str]) -> int:
    folder = Path(next(argument for argument in arguments if not argument.startswith("-")))
    stale = [
        name
        for name, text in files().items()
        if not (folder / name).exists() or (folder / name).read_text() != text
    ]
    if "--check" in arguments:
        sys.stdout.write("".join(f"{name} is out of date: run scripts/web-types\n" for name in stale))
        return 1 if stale else 0
    folder.mkdir(parents=True, exist_ok=True)
    for name in stale:
        (folder / name).write_text(files()[name])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
