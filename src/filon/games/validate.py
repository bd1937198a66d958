"""Whether what somebody's package calls a game is one, as far as can be seen before it is played."""

import re
from collections.abc import Mapping
from inspect import isfunction
from typing import Any, Final, cast

import msgspec

from filon.games.codec import describe, read_options, rules_text
from filon.games.contract import AnyGame, Game, Malformed

_NAME: Final = re.compile(r"[a-z]{1,20}")
"""As it stands in addresses and commands."""
_PREFIX: Final = re.compile(r"[A-Z]{2,5}")
_LONGEST_TITLE: Final = 30
"""On a phone it stands between the way back and the menu."""
MOST_SEATS: Final = 16
"""At a table."""


def game_of(package: str, found: Any) -> AnyGame:
    """What was found, if it is a game. Raises Malformed otherwise: a sentence that names the package."""
    try:
        _require_words(found)
        _require_types(found)
        _require_options(found)
        _require_rules(found)
    except _Fault as fault:
        raise Malformed("FILON_GAMES", f"{package} {fault}") from None
    except Exception as error:  # whatever a stranger's object does when it is asked
        said = " ".join(f"{type(error).__name__}: {error}".split())
        raise Malformed(
            "FILON_GAMES", f"{package} has a GAME that cannot be asked what it is: {said}"
        ) from error
    return cast("AnyGame", found)


class _Fault(Exception):  # noqa: N818
    """What is said of the package, after its name."""


def _require_words(found: Any) -> None:
    name = getattr(found, "name", None)
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise _Fault(f"calls its game {name!r}: a name is 1 to 20 letters from a to z")
    if isinstance(found, type):
        raise _Fault(f"has a class for a GAME: one instance of {found.__name__} is wanted")
    missing = sorted(members_of(Game) - {*dir(found)})
    if missing:
        raise _Fault(f"has a GAME without {', '.join(missing)}: games/contract.py says what they are")
    silent = sorted(
        name
        for name in members_of(Game)
        if isfunction(getattr(Game, name, None)) and not callable(getattr(found, name))
    )
    if silent:
        raise _Fault(f"has a GAME whose {', '.join(silent)} cannot be called")
    title = found.title
    if not isinstance(title, str) or not title.isprintable() or not 1 <= len(title.strip()) <= _LONGEST_TITLE:
        raise _Fault(
            f"has a game whose title is {title!r}: one line of at most {_LONGEST_TITLE} letters is wanted"
        )
    if not isinstance(found.prefix, str) or not _PREFIX.fullmatch(found.prefix):
        raise _Fault(f"has the prefix {found.prefix!r}: rules are numbered after 2 to 5 letters from A to Z")
    seats = found.seats
    if not isinstance(seats, range) or not seats or seats.step != 1 or seats[0] < 1 or seats[-1] > MOST_SEATS:
        raise _Fault(f"seats {seats!r} players: a range within 1 to {MOST_SEATS} is wanted")


def _require_types(found: Any) -> None:
    for name in ("state_type", "action_type", "event_type", "view_type", "options_type"):
        try:
            msgspec.json.Decoder(getattr(found, name))
        except (TypeError, NameError) as error:
            raise _Fault(
                f"has a GAME whose {name} cannot be read from JSON: {' '.join(str(error).split())}"
            ) from None
    if "seat" not in getattr(found.view_type, "__struct_fields__", ()):
        raise _Fault("has a GAME whose view_type does not say whose view it is: its field `seat` is missing")
    for name, kind in (("reveals", Mapping), ("changes", Mapping), ("followed", frozenset)):
        if not isinstance(getattr(found, name), kind):
            raise _Fault(f"has a GAME whose {name} is no {kind.__name__.lower()}")


def _require_options(found: Any) -> None:
    kind = found.options_type
    if not (isinstance(kind, type) and issubclass(kind, msgspec.Struct)):
        raise _Fault("has a GAME whose options_type is no msgspec.Struct")
    if not kind.__struct_config__.frozen or not kind.__struct_config__.forbid_unknown_fields:
        raise _Fault("has options that are not frozen=True and forbid_unknown_fields=True")
    try:
        standard = {option.name: option.default for option in describe(found).options}
        read_options(found, standard)
    except Malformed as fault:
        raise _Fault(f"has an option {fault.field!r} that cannot be offered: {fault.reason}") from None
    if not isinstance(found.simulation, kind):
        raise _Fault(f"has a GAME whose simulation is no {kind.__name__}")


def _require_rules(found: Any) -> None:
    try:
        rules_text(found)
    except OSError:
        raise _Fault("has no RULES.md beside its law") from None
    except UnicodeError:
        raise _Fault("has a RULES.md that is not written in UTF-8") from None


def require_part(game: str, what: str, found: Any, contract: type) -> None:
    """Raises Malformed, which names the game, unless the part is what its contract says."""
    missing = sorted(members_of(contract) - {*dir(found)})
    if missing:
        raise Malformed("game", f"the {what} of {game} is without {', '.join(missing)}")


def members_of(contract: type) -> set[str]:
    return {name for name in (*contract.__annotations__, *vars(contract)) if not name.startswith("_")}
