"""A finished game on its way into a file, wherever it was played."""

from collections.abc import Sequence
from typing import Any, Final, Literal, TypeAlias, get_args

import msgspec

from filon.games.contract import AnyGame, Outcome, Seat

Source: TypeAlias = Literal["arena", "export"]
Kind: TypeAlias = Literal["deal", "decision", "ready", "table"]
By: TypeAlias = Literal["bot", "player", "table"]
BY: Final[tuple[By, ...]] = get_args(By)


class Step(msgspec.Struct, frozen=True):
    """An action and all that followed from it."""

    seat: Seat | None
    """None: the table itself."""
    by: By
    action: Any
    events: Sequence[Any]
    after_ms: int | None = None
    """Since the deal, where somebody took the time."""


class Record(msgspec.Struct, frozen=True):
    game: AnyGame
    source: Source
    number: int
    options: Any
    players: tuple[str, ...]
    """By seat."""
    seed: str
    state: Any
    """As it was dealt."""
    steps: Sequence[Step]
    outcome: Outcome
