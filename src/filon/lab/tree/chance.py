"""What lies between a decision and what follows of it: chance, node by node.

A decision that has drawn all that it needs is played; one that needs more tells what may be drawn next. A
number that the law asks for is a chance node of its own, each outcome as likely as any other, as long as
the decision asks for few of them. A decision that asks for many, a deal say, has a seed drawn instead, digit
by digit, and the law's stream runs from that: its deals are as many as the stream has seeds, 2**32.
"""

from collections.abc import Sequence
from typing import Any, Final, Protocol, TypeAlias

import msgspec

from filon.games.contract import Actor, AnyGame, play_one
from filon.kernels.stream import Stream

FEW: Final = 8
"""So many numbers a decision may ask for as nodes of their own."""
SEED_DIGITS: Final = 4
SEED_DIGIT: Final = 256


class Decision(msgspec.Struct, frozen=True, gc=False):
    """What is about to be played, in this state; a deal, if there is none yet."""

    state: Any = None
    actor: Actor | None = None
    action: Any = None


class Chance(msgspec.Struct, frozen=True, gc=False):
    """A chance node: its outcomes, ascending, their probabilities, and what each is called."""

    outcomes: tuple[tuple[int, float], ...]
    names: tuple[str, ...]


class Played(msgspec.Struct, frozen=True, gc=False):
    state: Any
    events: tuple[Any, ...]


Resolved: TypeAlias = Chance | Played


class Drawing(Protocol):
    """How the chance of one game is drawn."""

    most_outcomes: int
    """Of one node."""

    def resolve(self, decision: Decision, drawn: tuple[int, ...], past: Sequence[Any]) -> Resolved:
        """What is to be drawn next after the outcomes `drawn`, or what has happened.

        `past` is all that has happened before, as far as it is public at least.
        """
        ...


def evenly(names: Sequence[str]) -> Chance:
    return weighted([(outcome, name, 1) for outcome, name in enumerate(names)])


def weighted(outcomes: Sequence[tuple[int, str, int]]) -> Chance:
    """Outcomes with their names and how many of all the equally likely cases each stands for."""
    whole = sum(cases for _, _, cases in outcomes)
    return Chance(
        tuple((outcome, cases / whole) for outcome, _, cases in outcomes),
        tuple(name for _, name, _ in outcomes),
    )


class _Wanted(Exception):  # noqa: N818 - it is caught at once, and no error
    def __init__(self, limit: int) -> None:
        self.limit = limit


class _Drawn:
    """The law's `Random`: the outcomes drawn so far, and then a cry for more."""

    def __init__(self, outcomes: tuple[int, ...]) -> None:
        self._outcomes = outcomes
        self.used = 0

    def below(self, limit: int, /) -> int:
        if self.used == len(self._outcomes):
            raise _Wanted(limit)
        self.used += 1
        return self._outcomes[self.used - 1]


class _Counted:
    def __init__(self) -> None:
        self._stream = Stream(0)
        self.asked = 0

    def below(self, limit: int, /) -> int:
        self.asked += 1
        return self._stream.below(limit)


class LawDrawing:
    """Of any game: what the law asks for, when it asks."""

    most_outcomes = SEED_DIGIT

    def __init__(self, game: AnyGame, seats: int, options: Any) -> None:
        self.game = game
        self.seats = seats
        self.options = options

    def resolve(self, decision: Decision, drawn: tuple[int, ...], past: Sequence[Any]) -> Resolved:  # noqa: ARG002
        resolved, _ = self.by_law(decision, drawn)
        return resolved

    def by_law(self, decision: Decision, drawn: tuple[int, ...]) -> tuple[Resolved, int]:
        """And how many of the outcomes drawn the law has used."""
        counted = _Counted()
        played = self.play(decision, counted)
        if not counted.asked:
            return played, 0
        if counted.asked > FEW:
            if len(drawn) < SEED_DIGITS:
                return evenly([f"seed digit {digit}" for digit in range(SEED_DIGIT)]), 0
            return self.play(decision, Stream(seed_of(drawn))), SEED_DIGITS
        tape = _Drawn(drawn)
        try:
            return self.play(decision, tape), tape.used
        except _Wanted as wanted:
            return evenly([f"{one} of {wanted.limit}" for one in range(wanted.limit)]), 0

    def play(self, decision: Decision, random: Any) -> Played:
        if decision.state is None:
            return Played(self.game.deal(self.seats, self.options, random), ())
        state, events = play_one(self.game, decision.state, decision.actor, decision.action, random)  # type: ignore[arg-type]
        return Played(state, tuple(events))


def seed_of(digits: tuple[int, ...]) -> int:
    seed = 0
    for digit in digits[:SEED_DIGITS]:
        seed = seed * SEED_DIGIT + digit
    return seed
