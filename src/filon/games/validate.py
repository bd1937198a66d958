"""Whether what somebody's package calls a game is one, as far as can be seen before it is played."""

import re
from typing import Any, Final, cast

from filon.games.codec import describe, rules_text
from filon.games.contract import AnyGame, Game, Malformed

_NAME: Final = re.compile(r"[a-z]{1,20}")
"""As it stands in addresses and commands."""
_PREFIX: Final = re.compile(r"[A-Z]{2,5}")
MOST_SEATS: Final = 16
"""At a table."""


def game_of(package: str, found: Any) -> AnyGame:
    """What was found, if it is a game. Raises Malformed otherwise: a sentence that names the package."""
    name = getattr(found, "name", None)
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise _fault(package, f"calls its game {name!r}: a name is 1 to 20 letters from a to z")
    missing = sorted(_members() - {*dir(found)})
    if missing:
        raise _fault(
            package, f"has a GAME without {', '.join(missing)}: games/contract.py says what they are"
        )
    if not isinstance(found.title, str) or not found.title:
        raise _fault(package, f"has a game whose title is {found.title!r}")
    if not isinstance(found.prefix, str) or not _PREFIX.fullmatch(found.prefix):
        raise _fault(
            package, f"has the prefix {found.prefix!r}: rules are numbered after 2 to 5 letters from A to Z"
        )
    seats = found.seats
    if not isinstance(seats, range) or not seats or seats.step != 1 or seats[0] < 1 or seats[-1] > MOST_SEATS:
        raise _fault(package, f"seats {seats!r} players: a range within 1 to {MOST_SEATS} is wanted")
    try:
        describe(found)
        found.options_type()
        rules_text(found)
    except Malformed as fault:
        raise _fault(
            package, f"has an option {fault.field!r} that cannot be offered: {fault.reason}"
        ) from None
    except (OSError, ValueError):
        raise _fault(package, "has no RULES.md beside its law") from None
    return cast("AnyGame", found)


def _members() -> set[str]:
    return {name for name in (*Game.__annotations__, *vars(Game)) if not name.startswith("_")}


def _fault(package: str, what: str) -> Malformed:
    return Malformed("FILON_GAMES", f"{package} {what}")
