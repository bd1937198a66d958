"""Why a table says no: always with a code, the reason in words, and what would be legal where that helps."""

from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

from msgspec import UNSET, UnsetType

from filon.games.contract import FilonError

Code: TypeAlias = Literal[
    "illegal",  # the game's law forbids it: `rule` says which
    "malformed",  # no action, option or value of its kind: `field` says where
    "stale",  # meant for a decision that is over
    "out_of_time",  # a bot takes this decision, whoever is back
    "not_joined",
    "not_seated",
    "not_host",
    "removed",  # the host sent this guest away
    "not_in_lobby",  # only before the start
    "not_playing",
    "not_over",
    "seat_taken",
    "no_such_seat",
    "no_such_person",
    "no_such_message",
    "name_taken",
    "seats_open",  # empty chairs
    "table_full",
    "nothing_to_undo",
    "undo_asked",
    "no_undo",  # the table's rule
    "chat_closed",
    "silenced",
    "too_fast",
    "no_watching",
    "not_a_bot",
    "not_yours",
    "late",  # of a finished game: those who watch have not seen its end yet
    "too_old",  # of a finished game: the table has played many since
]


class Refused(FilonError):  # noqa: N818 - it reads as what it says of the command
    """Nothing has changed. The server makes it the Answer to the command."""

    def __init__(
        self,
        code: Code,
        reason: str,
        *,
        rule: str | None = None,
        field: str | None = None,
        legal: Sequence[Any] | UnsetType = UNSET,
    ) -> None:
        super().__init__(f"{code}: {reason}")
        self.code: Code = code
        self.reason = reason
        self.rule = rule
        self.field = field
        self.legal = legal
