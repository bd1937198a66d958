"""What the analysis of a finished game says, in a form that is stored, sent and read by programs.

All shares are parts of the win, from 0 to 1, for the seat that decided. Errors are standard errors.
"""

from typing import Final, Literal

import msgspec

from filon.bots.advice import Why
from filon.tables import game_types

FORMAT: Final = "filon-analysis-1"
"""Stored with each analysis; one of another format is made anew."""

Depth = Literal["quick", "standard"]


class Option(msgspec.Struct, frozen=True):
    """One thing that could have been done, and what it was worth by what the seat knew."""

    action: game_types.Action
    game: float
    """The expected share of the win of the game."""
    error: float
    """Of the difference to the best option; 0 where the value is exact."""
    round: float | None = None
    """The expected share of the win of the round, where the game has rounds that are won."""


class Decision(msgspec.Struct, frozen=True):
    """A real decision: there was more than one thing to do, and it was a person's or a bot's to choose."""

    step: int
    """The index, among the file's steps, of what was played."""
    sequence: int
    seat: int
    played: int
    """The index of what was played, among the options."""
    options: tuple[Option, ...]
    """The best first. Alike actions may stand for each other; what was played always stands itself."""
    verdict: Literal["best", "close", "mistake", "ungraded"]
    """`close`: within the error of the best, and counts nothing. `ungraded`: a single throw, for instance."""
    cost: float
    """What was lost beside the best option; 0 unless it is a mistake."""
    why: Why
    """What speaks for the best option beside what was played: the term that differs, with its figures."""
    kind: str
    """What kind of decision it was, for mistakes pooled over games: the game's name, a dot, a word."""


class TurningPoint(msgspec.Struct, frozen=True):
    """A step after which somebody's share was much another one."""

    step: int
    seat: int
    """Whose share changed most."""
    change: float
    why: Why


class Parts(msgspec.Struct, frozen=True):
    """A seat's result as a sum: `result == fair + luck + own + others`, to the last bit that floats have."""

    result: float
    fair: float
    luck: float
    own: float
    others: float


class Analysis(msgspec.Struct, frozen=True, kw_only=True):
    format: str
    game: str
    depth: Depth
    players: tuple[str, ...]
    decisions: tuple[Decision, ...]
    curve: tuple[tuple[float, ...], ...]
    """By step, the position before it first and the end last: each seat's share."""
    turning_points: tuple[TurningPoint, ...]
    parts: tuple[Parts, ...]
    """By seat."""
    insight: game_types.Insight
    """What this game alone has to tell; a struct of its own for each game (coach/<game>/insight.py)."""
