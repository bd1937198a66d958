"""What is kept of a guest's finished games, and what it comes to, as it is stored, sent and exported."""

from collections import Counter
from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from filon.coach.model import Analysis

Verdict = Literal["best", "close", "mistake", "ungraded"]


class Judged(msgspec.Struct, frozen=True, array_like=True):
    """A decision of the guest's, in short."""

    step: int
    kind: str
    verdict: Verdict
    cost: float


class RoundPlayed(msgspec.Struct, frozen=True, array_like=True):
    """A round of a game with sides: on which one the guest was, and whether it won."""

    side: str
    won: bool


class Digest(msgspec.Struct, frozen=True):
    """What the record keeps of an analysis, for one seat."""

    format: str
    seat: int
    decisions: tuple[Judged, ...]
    rounds: tuple[RoundPlayed, ...] = ()

    @property
    def accuracy(self) -> float | None:
        """The share of graded decisions that were best, or as good within the error."""
        verdicts = Counter(one.verdict for one in self.decisions)
        graded = len(self.decisions) - verdicts["ungraded"]
        return (graded - verdicts["mistake"]) / graded if graded else None


class RecordedGame(msgspec.Struct, frozen=True, kw_only=True):
    """A finished game at which the guest sat to its end."""

    table: str
    code: str
    game: str
    number: int
    ended_at: int
    seat: int
    opponents: tuple[str, ...]
    """By seat: a level for a bot, and else what is the same for the same person, within this record alone;
    empty for the guest.
    """
    bots: tuple[bool, ...]
    """By seat."""
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    kept: bool
    """Whether the table is there still, so that links lead somewhere."""
    digest: Digest | None = None


class RatingAt(msgspec.Struct, frozen=True):
    """OpenSkill (Plackett-Luce, begun at 25) after a game, and its 95 per cent interval."""

    at: int
    skill: float
    low: float
    high: float


class Standing(msgspec.Struct, frozen=True):
    """Games against people, or against bots; in one with both each counts for itself."""

    against: Literal["people", "bots"]
    games: int
    wins: float
    """Who shares a win has a part of it."""
    course: tuple[RatingAt, ...]
    """After each game; the last is the rating now."""


class Tally(msgspec.Struct, frozen=True):
    """So many of those that are called `name`, and so many won."""

    name: str
    played: int
    wins: float


class AccuracyAt(msgspec.Struct, frozen=True):
    at: int
    table: str
    code: str
    number: int
    accuracy: float
    decisions: int
    """That were graded."""


class MistakeMade(msgspec.Struct, frozen=True):
    """The moment before `step` of a game's file; `kept` while its table is there to show it."""

    table: str
    code: str
    number: int
    step: int
    at: int
    cost: float
    kept: bool


class Mistakes(msgspec.Struct, frozen=True):
    """All mistakes of a kind; `cost` is a share of the win, added up."""

    kind: str
    count: int
    cost: float
    dearest: tuple[MistakeMade, ...]


class GameRecord(msgspec.Struct, frozen=True, kw_only=True):
    game: str
    games: int
    wins: float
    analysed: int
    standings: tuple[Standing, ...]
    roles: tuple[Tally, ...]
    """Rounds by side, of the games that were analysed; empty for a game without sides."""
    levels: tuple[Tally, ...]
    """Games by level of the opponents, `people` among them; one with several counts for each."""
    accuracy: tuple[AccuracyAt, ...]
    """In order of time."""
    mistakes: tuple[Mistakes, ...]
    """By kind, the dearest first."""


class MyRecord(msgspec.Struct, frozen=True):
    games: tuple[GameRecord, ...]
    """Only those that were played."""


class RecordExport(msgspec.Struct, frozen=True):
    """Everything that is kept of a guest's games, and what it comes to."""

    format: str
    record: MyRecord
    played: tuple[RecordedGame, ...]


EXPORT_FORMAT: Final = "filon-record-1"


def digest_of(analysis: Analysis, seat: int, rounds: Sequence[RoundPlayed] = ()) -> Digest:
    decisions = tuple(
        Judged(one.step, one.kind, one.verdict, one.cost) for one in analysis.decisions if one.seat == seat
    )
    return Digest(analysis.format, seat, decisions, tuple(rounds))
