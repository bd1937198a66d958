"""A game watched again: each step as the same eyes see it, from the deal on.

Of the game only `view`, `redact` and, once it is over, `reveal` are asked: a replay through a seat's eyes
holds what that seat knew at each moment and nothing more. Steps that were taken back are left out.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Literal, NamedTuple

import msgspec

from filon.games.contract import AnyGame, Outcome, Seat
from filon.tables import game_types
from filon.tables.events import Entry, Played, PositionGiven, Started, Undone
from filon.tables.model import FinishedGame, Given
from filon.tables.patches import Differ

EyesName = Literal["truth", "public", "seat"]


class Eyes(NamedTuple):
    """`truth`: nothing is hidden, and the seat's hand lies at hand. `public`: there is no seat."""

    name: EyesName
    seat: Seat | None = None


class Step(NamedTuple):
    """Something played that was not taken back."""

    step: int
    """The index among the steps of the game's file, in which what was taken back counts too."""
    sequence: int
    after_ms: int
    seat: int | None
    by: Literal["player", "bot", "table"]
    action: Any
    events: Sequence[Any]


class SeatName(msgspec.Struct, frozen=True):
    """Who held a seat: a person's name, or the level of a bot."""

    name: str
    bot: str | None


class ReplayStep(msgspec.Struct, frozen=True):
    """`patch` is of the view before it; None where these eyes saw no difference."""

    step: int
    sequence: int
    after_ms: int
    """Since the deal."""
    seat: int | None
    by: Literal["player", "bot", "table"]
    action: game_types.ActionFields | None
    """None where these eyes did not see it: a choice that was shown later is in the events from then on."""
    events: tuple[game_types.Event, ...]
    patch: game_types.Patch | None


class Replay(msgspec.Struct, frozen=True):
    table: str
    code: str
    number: int
    """Of the games at that table."""
    game: str
    ended_at: int | None
    """None: the game goes on, and this is a round of it."""
    eyes: EyesName
    seat: int | None
    """Whose eyes, or whose hand lies at hand."""
    mine: int | None
    """The caller's own seat in this game."""
    players: tuple[SeatName, ...]
    view: game_types.View
    """Before the first step."""
    steps: tuple[ReplayStep, ...]
    outcome: Outcome | None


class Position(msgspec.Struct, frozen=True):
    """A decision as it lay before the seat that took it."""

    game: str
    step: int
    seat: int
    players: tuple[SeatName, ...]
    view: game_types.View
    legal: Sequence[game_types.Action]


class Recording:
    """Takes the entries of a game in order, from the one with the deal on."""

    def __init__(self) -> None:
        self.started: Started[Any] | None = None
        self.given: Given | None = None
        """What it began with instead of a deal."""
        self.steps: list[Step] = []
        """Without those that have been taken back so far."""
        self._dealt_at = 0
        self._counted = 0

    @property
    def dealt(self) -> Any:
        assert self.started is not None, "the first entry is the deal"
        return self.started.state

    def take(self, entry: Entry) -> None:
        for event in entry.events:
            match event:
                case PositionGiven(given):
                    self.given = given
                case Started():
                    self.started, self._dealt_at = event, entry.at
                case Played(seat, by, action, events):
                    after = entry.at - self._dealt_at
                    self.steps.append(Step(self._counted, entry.sequence, after, seat, by, action, events))
                    self._counted += 1
                case Undone(to):
                    while self.steps and self.steps[-1].sequence >= to:
                        self.steps.pop()
                    self._counted += 1
                case _:
                    pass


def after(game: AnyGame, state: Any, step: Step) -> Any:
    for event in step.events:
        state = game.evolve(state, event)
    return state


def looked_at(game: AnyGame, state: Any, eyes: Eyes) -> Any:
    return game.reveal(state, eyes.seat) if eyes.name == "truth" else game.view(state, eyes.seat)


def shown(game: AnyGame, state: Any, steps: Sequence[Step], eyes: Eyes) -> Iterator[ReplayStep]:
    """Steps that follow upon each other from this state; whoever has many can pause in between."""
    view = looked_at(game, state, eyes)
    for step in steps:
        state = after(game, state, step)
        seen = looked_at(game, state, eyes)
        yield ReplayStep(
            step.step,
            step.sequence,
            step.after_ms,
            step.seat,
            step.by,
            _action(game, step, eyes),
            tuple(step.events) if eyes.name == "truth" else _told(game, step.events, eyes.seat),
            Differ().difference(view, seen),
        )
        view = seen


def _told(game: AnyGame, events: Sequence[Any], seat: Seat | None) -> tuple[Any, ...]:
    return tuple(game.redact(event, seat) for event in events)


def _action(game: AnyGame, step: Step, eyes: Eyes) -> Any:
    """What was done is the first of the events: who is told it whole knows the action too."""
    if eyes.name == "truth" or step.seat in (None, eyes.seat):
        return step.action
    did = step.events[:1]
    return step.action if _told(game, did, eyes.seat) == tuple(did) else None


def seat_names(finished: FinishedGame) -> tuple[SeatName, ...]:
    return tuple(
        SeatName("" if bot else name, bot or None)
        for name, bot in zip(finished.names, finished.bots, strict=True)
    )
