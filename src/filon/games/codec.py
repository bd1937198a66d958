"""Bytes and words into a game's types, and back; whatever cannot be read is Malformed and says where."""

import re
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec

from filon.games.contract import AnyGame, Malformed

_AT = re.compile(r" - at `(?:key in )?\$?\.?(?P<path>.*?)`$")
_NAMED = re.compile(r"field `(?P<name>.*?)`")


class OptionInfo(msgspec.Struct, frozen=True):
    """One table option in words that a person or a form can use.

    Of a number, `least` and `most` are the bounds; it may be left out where None is among the `values`.
    """

    name: str
    default: str | int | None
    description: str
    rule: str
    values: tuple[str | int | None, ...] = ()
    least: int | None = None
    most: int | None = None


class GameInfo(msgspec.Struct, frozen=True):
    name: str
    title: str
    least_players: int
    most_players: int
    options: tuple[OptionInfo, ...]


def read_action(game: AnyGame, data: bytes | str) -> Any:
    """An action from JSON that may come from anybody."""
    return _decoded(_action_decoder(game.action_type), data)


def read_options(game: AnyGame, given: Mapping[str, object]) -> Any:
    """Options by name; values may be text (`none` is None). What is not named keeps its default."""
    unlimited = {option.name for option in describe(game).options if None in option.values}
    plain = {name: None if value == "none" and name in unlimited else value for name, value in given.items()}
    try:
        return msgspec.convert(plain, game.options_type, strict=False)
    except msgspec.ValidationError as error:
        raise _explained(error) from None


def describe(game: AnyGame) -> GameInfo:
    return GameInfo(
        name=game.name,
        title=game.title,
        least_players=game.seats[0],
        most_players=game.seats[-1],
        options=tuple(_described(field) for field in msgspec.structs.fields(game.options_type)),
    )


def rules_text(game: AnyGame) -> str:
    """The numbered rules in English: RULES.md beside the game's law."""
    module = sys.modules[type(game).__module__]
    return files(module.__package__ or "").joinpath("RULES.md").read_text(encoding="utf-8")


def _described(field: msgspec.structs.FieldInfo) -> OptionInfo:
    """A choice of words or numbers, or a number with bounds, always with a Meta that explains it."""
    kind, metas = _bare(field.type)
    description = next((meta.description for meta in metas if meta.description), None)
    rule = next((meta.extra["rule"] for meta in metas if meta.extra and "rule" in meta.extra), None)
    if description is None or not isinstance(rule, str):
        raise Malformed(field.name, "an option has a Meta with a description and, in `extra`, its rule")
    if field.required or not isinstance(field.default, str | int | None):
        raise Malformed(field.name, "an option has a default")
    values: list[str | int | None] = []
    least: int | None = None
    most: int | None = None
    for member in get_args(kind) if get_origin(kind) in {Union, UnionType} else (kind,):
        one, bounds = _bare(member)
        if get_origin(one) is Literal:
            values += get_args(one)
        elif one is NoneType:
            values.append(None)
        else:
            least, most = (_bound([*metas, *bounds], name) for name in ("ge", "le"))
            if one is not int or least is None or most is None:
                raise Malformed(field.name, "an option is a Literal, or an int with `ge` and `le`")
    if least is not None and any(value is not None for value in values):
        raise Malformed(field.name, "an option is a choice of words or a number, not both")
    return OptionInfo(
        name=field.name,
        default=field.default,
        description=description,
        rule=rule,
        values=tuple(values),
        least=least,
        most=most,
    )


def _bare(kind: Any) -> tuple[Any, tuple[msgspec.Meta, ...]]:
    """A type apart from what is said of it."""
    if get_origin(kind) is not Annotated:
        return kind, ()
    bare, *metas = get_args(kind)
    return bare, tuple(metas)


def _bound(metas: Iterable[msgspec.Meta], name: Literal["ge", "le"]) -> int | None:
    return next((bound for meta in metas if isinstance(bound := getattr(meta, name), int)), None)


@cache
def _action_decoder(action_type: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(action_type)


def _decoded(decoder: msgspec.json.Decoder[Any], data: bytes | str) -> Any:
    try:
        return decoder.decode(data)
    except msgspec.ValidationError as error:
        raise _explained(error) from None
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Malformed("json", str(error)) from None


def _explained(error: msgspec.ValidationError) -> Malformed:
    text = str(error)
    at = _AT.search(text)
    named = _NAMED.search(text)
    path = at["path"] if at else ""
    field = ".".join(part for part in (path, named["name"] if named else "") if part)
    return Malformed(field or "type", text[: at.start()] if at else text)
