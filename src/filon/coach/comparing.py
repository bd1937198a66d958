"""The same deal played twice: what the same seat decided in both games, side by side.

Each decision stands there as that seat knew it, and nothing else of either game does.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec

from filon.coach.again import without_secret_choices
from filon.games.contract import CONTINUE, AnyGame, Outcome, Seat
from filon.tables import game_types
from filon.tables.patches import Differ
from filon.tables.replays import SeatName, Step, after

Verdict: TypeAlias = Literal["best", "close", "mistake", "ungraded"]


class ComparedDecision(msgspec.Struct, frozen=True):
    """`patch` is of the view of the decision before it; of the first, None."""

    step: int
    action: game_types.ActionFields
    patch: game_types.Patch | None
    verdict: Verdict | None
    """None where no analysis is stored, or it did not count this decision."""
    cost: float | None
    best: game_types.ActionFields | None
    """What the coach would rather have done; None where that is what was done."""


class ComparedGame(msgspec.Struct, frozen=True):
    table: str
    number: int
    mine: bool
    """Whether it was the caller who decided."""
    players: tuple[SeatName, ...]
    view: game_types.View | None
    """As the seat saw it at its first decision."""
    decisions: tuple[ComparedDecision, ...]
    outcome: Outcome


class ComparedRow(msgspec.Struct, frozen=True):
    """The decisions, by index, that come after as many others in the same round."""

    round: int
    shared: int | None
    again: int | None
    same: bool
    """Whether both saw the very same before them."""


class PlayedAgain(msgspec.Struct, frozen=True):
    """Somebody who has played the deal to its end."""

    table: str
    name: str


class Comparison(msgspec.Struct, frozen=True):
    game: str
    seat: int
    shared: ComparedGame
    again: ComparedGame
    rows: tuple[ComparedRow, ...]
    others: tuple[PlayedAgain, ...]
    """For who shares the deal: all who have played it, the latest first."""


class Judged(NamedTuple):
    """What a stored analysis says of a decision."""

    verdict: Verdict
    cost: float
    best: Any


class Faced(NamedTuple):
    """A decision of the seat, and what it saw when it took it."""

    round: int
    step: int
    action: Any
    view: Any
    situation: Any
    """What it saw before others, who chose at the same time, had been the first to."""


def faced(game: AnyGame, dealt: Any, steps: Sequence[Step], seat: Seat) -> Iterator[Faced | None]:
    """For each step what the seat decided in it, or None; where there was no choice, nothing was decided."""
    state, number = dealt, 1
    led: list[tuple[Any, Step]] = []
    for step in steps:
        decided = step.seat == seat and step.action != CONTINUE
        if decided and len(game.legal_actions(state, seat)) > 1:
            alike = game.view(without_secret_choices(game, led, state), seat)
            yield Faced(number, step.step, step.action, game.view(state, seat), alike)
        else:
            yield None
        number += step.seat is None and step.action == CONTINUE
        led.append((state, step))
        state = after(game, state, step)


def decisions(taken: Sequence[Faced], judged: Mapping[int, Judged]) -> tuple[ComparedDecision, ...]:
    told: list[ComparedDecision] = []
    before: Any = None
    for one in taken:
        patch = None if before is None else Differ().difference(before, one.view)
        said = judged.get(one.step)
        told.append(
            ComparedDecision(
                one.step,
                one.action,
                patch,
                None if said is None else said.verdict,
                None if said is None else said.cost,
                said.best if said is not None and said.verdict == "mistake" else None,
            )
        )
        before = one.view
    return tuple(told)


def rows(shared: Sequence[Faced], again: Sequence[Faced]) -> tuple[ComparedRow, ...]:
    """Round by round: later ones are dealt alike too, however the one before it went."""
    found: list[ComparedRow] = []
    for number in sorted({one.round for one in (*shared, *again)}):
        ours = [at for at, one in enumerate(shared) if one.round == number]
        theirs = [at for at, one in enumerate(again) if one.round == number]
        for place in range(max(len(ours), len(theirs))):
            here = ours[place] if place < len(ours) else None
            there = theirs[place] if place < len(theirs) else None
            same = here is not None and there is not None and shared[here].situation == again[there].situation
            found.append(ComparedRow(number, here, there, same))
    return tuple(found)
