"""Bytes and words into a game's types, and back; whatever cannot be read is Malformed and says where."""

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Literal, get_args, get_origin

import msgspec

from filon.games.contract import AnyGame, Malformed

_AT = re.compile(r" - at `(?:key in )?\$?\.?(?P<path>.*?)`$")
_NAMED = re.compile(r"field `(?P<name>.*?)`")


class OptionInfo(msgspec.Struct, frozen=True):
    """One table option in words that a person or a form can use. Numbers have `least` instead of `values`."""

    name: str
    default: str | int | None
    description: str
    rule: str
    values: tuple[str | int | None, ...] = ()
    least: int | None = None


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
    return files(type(game).__module__).joinpath("RULES.md").read_text(encoding="utf-8")


def _described(field: msgspec.structs.FieldInfo) -> OptionInfo:
    """A choice of words or numbers, or a number that may be left out, always with a Meta that explains it."""
    kind, meta = get_args(field.type)
    values = get_args(kind) if get_origin(kind) is Literal else (None,)
    bounds = [bound for member in get_args(kind) for bound in getattr(member, "__metadata__", ())]
    return OptionInfo(
        name=field.name,
        default=field.default,
        description=meta.description,
        rule=meta.extra["rule"],
        values=values,
        least=bounds[0].ge if bounds else None,
    )


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
