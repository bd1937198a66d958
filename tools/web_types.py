"""TypeScript types of everything that crosses the wire, from the very structs that are sent.

`scripts/web-types` writes them, with `--check` it only says whether they are up to date. A change of a struct
thus breaks the web client's type check instead of a player's evening.

A struct with a field that is marked as a game's own (`filon.tables.game_types`) becomes generic, and so does
what holds one: `Update<View, Action, Event>`.
"""

import sys
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, get_args, get_type_hints

import msgspec
from msgspec import inspect

from filon.coach.comparing import Comparison
from filon.coach.record_model import MyRecord
from filon.coach.registry import coach_of
from filon.games.contract import AnyGame
from filon.games.registry import GAMES, OURS, has_part
from filon.server.http.again import ContinueFrom
from filon.server.http.analyses import AnalysisState
from filon.server.http.daily import Attempt, Daily, DailyAnswer
from filon.server.http.deals import DealLink, DealShared, PlayDealAgainst, ShareDeal
from filon.server.http.guests import Known, Me, NewGuest, NewSeatLink
from filon.server.http.hints import HintGiven
from filon.server.http.mine import MyGames, MyTables
from filon.server.http.problems import Problem
from filon.server.http.tables import Catalogue, Page
from filon.tables import Past
from filon.tables.commands import Command
from filon.tables.game_types import MARK, PATCH
from filon.tables.protocol import Answer, FromClient, FromServer, SeenEvent
from filon.tables.replays import Position, Replay

_BODIES: Final = (
    AnalysisState, Attempt, Catalogue, Comparison, ContinueFrom, Daily, DailyAnswer, DealLink, DealShared,
    HintGiven, Known, Me, MyGames, MyRecord, MyTables, NewGuest, NewSeatLink, Page, Past, PlayDealAgainst,
    Position, Problem, Replay, ShareDeal,
)  # fmt: skip
_HEAD: Final = "// Written by scripts/web-types from the Python structs. Change those, not this.\n"
_OF_GAME: Final = ("View", "Action", "Event", "Insight")
"""What a game puts into messages, in the order of the type parameters."""
_PATCHES: Final = """
/** What is set or inserted: as JSON says it. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** What became of names of an object or indexes of an array: `=` set, `~` patched in their turn, `-` gone. */
export interface ObjectPatch {
  readonly "="?: { readonly [name: string]: Json };
  readonly "~"?: { readonly [name: string]: Patch };
  readonly "-"?: readonly string[];
}

/** Of an array that has grown or shrunk. */
export type Splice = readonly [start: number, deleted: number, ...inserted: Json[]];

export type Patch = ObjectPatch | Splice;
"""
"""`filon.tables.patches` says it in words: no struct holds the shape of a patch."""


class Writer:
    """Declarations of the structs and enums that the roots reach, each once, under its own name.

    `received`: structs that clients send, who may leave out what has a default.
    """

    def __init__(self, *, received: frozenset[type] = frozenset()) -> None:
        self._received = received
        self._names: dict[type, str] = {}
        self._unions: dict[frozenset[type], str] = {}
        self._declared: dict[str, str] = {}

    def add(self, name: str, root: Any) -> None:
        """Declares `root`; a union is called by this name from then on, wherever it stands."""
        kind = inspect.type_info(root)
        generic = name + _parameters(kind)
        spelled = self._spell(kind)
        if spelled != generic:
            self._declare(name, f"export type {generic} = {spelled};")
            if (members := _members(kind)) is not None:
                self._unions[members] = generic

    def text(self) -> str:
        return _HEAD + "\n" + "\n\n".join(self._declared.values()) + "\n"

    def _declare(self, name: str, text: str) -> None:
        if self._declared.setdefault(name, text) != text:
            raise ValueError(f"two types would both be called {name}")

    def _spell(self, kind: inspect.Type) -> str:
        match kind:
            case inspect.Metadata(type=inner, extra=extra):
                marks = extra or {}
                return marks.get(MARK) or marks.get(PATCH) or self._spell(inner)
            case inspect.StructType(cls=cls):
                return self._struct(kind, cls)
            case inspect.EnumType(cls=cls):
                return self._enum(cls)
            case inspect.UnionType(types=members):
                known = self._unions.get(_members(kind) or frozenset())
                return known or " | ".join(dict.fromkeys(map(self._spell, members)))
            case inspect.LiteralType(values=values):
                return " | ".join(msgspec.json.encode(value).decode() for value in values)
            case inspect.DictType(key_type=key, value_type=value):
                record = f"Record<{self._key(key)}, {self._spell(value)}>"
                return f"Partial<{record}>" if isinstance(key, inspect.EnumType) else record
            case inspect.TupleType(item_types=items):
                return f"readonly [{', '.join(self._spell(item) for item in items)}]"
            case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
                return f"readonly {self._bracketed(item)}[]"
            case inspect.CollectionType(item_type=item):
                return f"readonly {self._bracketed(item)}[]"
            case inspect.AnyType() | inspect.RawType():
                raise TypeError("a client cannot know what this is: mark it, see filon.tables.game_types")
            case _:
                return _PLAIN[type(kind)]

    def _key(self, kind: inspect.Type) -> str:
        if isinstance(kind, inspect.EnumType):
            return self._spell(kind)
        return "number" if isinstance(kind, inspect.IntType) else "string"

    def _bracketed(self, kind: inspect.Type) -> str:
        spelled = self._spell(kind)
        return f"({spelled})" if " " in spelled else spelled

    def _enum(self, cls: type[Enum]) -> str:
        """The values too, under the same name: a client can tell whether a text is one of them."""
        name = cls.__name__
        values = ", ".join(msgspec.json.encode(member.value).decode() for member in cls)
        self._declare(
            name, f"export const {name} = [{values}] as const;\nexport type {name} = (typeof {name})[number];"
        )
        return name

    def _struct(self, kind: inspect.StructType, cls: type) -> str:
        if cls in self._names:
            return self._names[cls]
        name = cls.__name__
        generic = self._names[cls] = name + _parameters(kind)
        lines = [] if kind.tag is None else [f"  {kind.tag_field}: {msgspec.json.encode(kind.tag).decode()};"]
        # What a client may leave out, or the server does: defaults, and what may be unset.
        partial = cls in self._received or kind.cls.__struct_config__.omit_defaults
        hints = get_type_hints(cls)
        for field in kind.fields:
            unset = msgspec.UnsetType in get_args(hints[field.name])
            optional = unset or (partial and not field.required)
            lines.append(f"  {field.encode_name}{'?' if optional else ''}: {self._spell(field.type)};")
        body = "\n".join(lines)
        self._declare(name, f"export interface {generic} {{\n{body}\n}}" if lines else _empty(name))
        return generic


_PLAIN: Final[Mapping[type[inspect.Type], str]] = {
    inspect.NoneType: "null",
    inspect.BoolType: "boolean",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.StrType: "string",
    inspect.BytesType: "string",
}


def _empty(name: str) -> str:
    return f"export type {name} = Record<string, never>;"


def _members(kind: inspect.Type) -> frozenset[type] | None:
    """The structs of a union of nothing else."""
    if not isinstance(kind, inspect.UnionType):
        return None
    structs = [member.cls for member in kind.types if isinstance(member, inspect.StructType)]
    return frozenset(structs) if len(structs) == len(kind.types) else None


def _parameters(kind: inspect.Type) -> str:
    """`<View, Action>` for a type that holds views and actions of some game."""
    extras = [held.extra or {} for held in _held(kind) if isinstance(held, inspect.Metadata)]
    marks = {extra.get(MARK) for extra in extras}
    return f"<{', '.join(found)}>" if (found := [name for name in _OF_GAME if name in marks]) else ""


def _structs(root: Any) -> frozenset[type]:
    """Every struct that values of this type may hold."""
    kinds = _held(inspect.type_info(root))
    return frozenset(kind.cls for kind in kinds if isinstance(kind, inspect.StructType))


def _held(root: inspect.Type) -> Iterator[inspect.Type]:
    """This type and all that it holds, each struct once."""
    met: set[type] = set()
    waiting = [root]
    while waiting:
        kind = waiting.pop()
        if isinstance(kind, inspect.StructType):
            if kind.cls in met:
                continue
            met.add(kind.cls)
            waiting += [field.type for field in kind.fields]
        else:
            waiting += _inside(kind)
        yield kind


def _inside(kind: inspect.Type) -> Iterable[inspect.Type]:
    for value in (getattr(kind, name) for name in kind.__struct_fields__):
        if isinstance(value, inspect.Type):
            yield value
        elif isinstance(value, tuple):
            yield from (item for item in value if isinstance(item, inspect.Type))


def table_types() -> str:
    writer = Writer(received=_structs(FromClient) - _structs(FromServer))
    writer.add("Command", Command)
    writer.add("SeenEvent", SeenEvent)
    writer.add("Answer", Answer)
    writer.add("FromClient", FromClient)
    writer.add("FromServer", FromServer)
    for body in _BODIES:
        writer.add(body.__name__, body)
    return writer.text() + _PATCHES


def index_of_games() -> str:
    """Which game means which types."""
    imports = "".join(f'import type * as {name} from "./{name}";\n' for name in sorted(OURS))
    rows = "".join(
        f"  {name}: {{ {' '.join(f'{part}: {name}.{part};' for part in _OF_GAME)} }};\n"
        for name in sorted(OURS)
    )
    named = "".join(f'export type Any{part} = Games[GameName]["{part}"];\n' for part in _OF_GAME)
    games = f"export interface Games {{\n{rows}}}\n\nexport type GameName = keyof Games;\n"
    return f"{_HEAD}{imports}\n{games}{named}"


def types_of(game: AnyGame) -> str:
    writer = Writer()
    writer.add("Options", game.options_type)
    writer.add("View", game.view_type)
    writer.add("Action", game.action_type)
    writer.add("Event", game.event_type)
    if has_part(game.name, "coach"):
        writer.add("Insight", coach_of(game.name).insight_type)
        return writer.text() + "".join(_constants(game))
    return writer.text() + "\nexport type Insight = never;\n" + "".join(_constants(game))


def _constants(game: AnyGame) -> Iterable[str]:
    """The numbers of the box, so that a board which counts what is left does not write them a second time."""
    where = f"{type(game).__module__}.pieces"
    if find_spec(where) is None:
        return
    pieces = import_module(where)
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
    games = {f"{name}.ts": types_of(GAMES[name]) for name in OURS}
    return {"table.ts": table_types(), "games.ts": index_of_games()} | games


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
