"""Candles in arrays: a flag for each candle, and gems as what they are worth."""

from collections.abc import Sequence
from typing import Any, Final

from filon.games.contract import AnyGame, Hidden, Seat
from filon.lab.encoding import Field, Layout, Observation, clockwise
from tests.fifth.games import GAME
from tests.fifth.games.model import CANDLES, GEMS, HAND, Action, DarkView, Light, Options, View

UNDECIDED, DECIDED, DARK, LIT = range(4)
_ACTIONS: Final = Layout(
    Field("light", (len(CANDLES),), 0, 1, "the candle of this number, counted from 1 (CAN-2.1)"),
    Field("dark", (1,), 0, 1, "stays in the dark (CAN-2.1)"),
)


def layout_of(seats: int) -> Layout:
    return Layout(
        Field("gem", (1,), 0, max(GEMS), "what the gem is worth that lies there; 0 when the game is over"),
        Field("pile", (1,), 0, len(GEMS), "gems still face down"),
        Field("seen", (len(GEMS),), 0, 1, "the gems that have been turned up, by worth from 1"),
        Field("choices", (seats,), UNDECIDED, LIT, "0 none yet, 1 hidden, 2 own: dark, 3 own: a candle"),
        Field("lit", (len(CANDLES),), 0, 1, "the candle that the seat itself has decided to light"),
        Field("hand", (len(CANDLES),), 0, 1, "own candles"),
        Field("hands", (seats,), 0, HAND, "how many candles each has left"),
        Field("burnt", (len(CANDLES),), 0, 1, "candles that are burnt"),
        Field("won", (seats,), 0, sum(GEMS), "what each one's gems are worth"),
        Field("lost", (1,), 0, sum(GEMS), "what the lost gems are worth"),
    )


class CandlesEncoding:
    game: AnyGame = GAME

    def __init__(self, seats: int, options: Options) -> None:
        self.seats = seats
        self.options: Any = options
        self.layout = layout_of(seats)
        self.actions = _ACTIONS

    def observe(self, view: View, out: Observation) -> None:
        out[:] = 0
        part = self.layout.split(out)
        seen_as = clockwise(self.seats, view.seat)
        gems = [*view.lost, *(gem for won in view.won for gem in won)]
        if isinstance(view.phase, DarkView):
            part["gem"][:] = view.phase.gem
            gems.append(view.phase.gem)
            for place, seat in enumerate(seen_as):
                part["choices"][place] = _choice(view.phase.choices.get(seat))
            own = None if view.seat is None else view.phase.choices.get(view.seat)
            if isinstance(own, Light):
                part["lit"][own.candle - 1] = 1
        part["pile"][:] = view.pile
        part["seen"][[gem - 1 for gem in gems]] = 1
        part["burnt"][[candle - 1 for candle in view.burnt]] = 1
        part["lost"][:] = sum(view.lost)
        for place, seat in enumerate(seen_as):
            part["hands"][place] = len(view.hands[seat])
            part["won"][place] = sum(view.won[seat])
        if view.seat is not None:
            for candle in view.hands[view.seat]:
                if not isinstance(candle, Hidden):
                    part["hand"][candle - 1] = 1

    def indices(self, seat: Seat, legal: Sequence[Action]) -> list[int]:  # noqa: ARG002 - the same for all
        return [action.candle - 1 if isinstance(action, Light) else len(CANDLES) for action in legal]


ENCODING: Final = CandlesEncoding


def _choice(choice: Action | Hidden | None) -> int:
    if choice is None:
        return UNDECIDED
    if isinstance(choice, Hidden):
        return DECIDED
    return LIT if isinstance(choice, Light) else DARK
