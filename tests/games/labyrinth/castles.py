"""Positions to start from. Ways that stay open in every rotation, and so serve as stages:

A1-A2-A3-A4, A8-A9 (crown on A8), A10-A11-A12 (miller on A11), A22-A23-A24 (mirror on A24), B1-B2-B3 (baker
on B2), B6-B7 (phoenix on B7), C12-C13 (griffin on C13).
"""

from collections.abc import Sequence
from typing import Final, TypeVar

import pytest

from filon.games.chance import FastRandom
from filon.games.contract import IllegalAction, Random, Seat
from filon.games.labyrinth import LABYRINTH
from filon.games.labyrinth.castle import NAMES, SQUARES, Rotation, Square
from filon.games.labyrinth.model import (
    Action,
    Challenge,
    Event,
    Moving,
    Options,
    Phase,
    State,
    Throw,
    Turn,
)
from filon.games.labyrinth.pieces import KIND, SECRETS, Kind, Ring, Secret, Stake, Thing, in_order

OUTER: Final = Turn(Ring.OUTER, 1)
INNER: Final = Turn(Ring.INNER, 1)
STONE, SCISSORS, PAPER = (Throw(thing) for thing in Thing)
TREASURES: Final = " ".join(secret.value for secret in SECRETS if KIND[secret] is Kind.TREASURE)
GNOMES: Final = " ".join(secret.value for secret in SECRETS if KIND[secret] is Kind.GNOME)

E = TypeVar("E", bound=Event)


def secrets(names: str) -> tuple[Secret, ...]:
    return tuple(Secret(name) for name in names.split())


def at(name: str) -> Square:
    return SQUARES[name]


def scene(
    pawns: str,
    *,
    hands: Sequence[str] = (),
    sought: str | None = "lamp",
    pile: str = "",
    on_turn: int = 0,
    phase: Phase | None = None,
    options: Options | None = None,
    rotation: tuple[int, int, int] = (0, 0, 0),
    turn: int = 1,
    all_cards: bool = True,
) -> State:
    """The pile turns up the named cards first; all cards not named lie under them (animals last)."""
    squares = tuple(at(name) for name in pawns.split())
    held = [in_order(secrets(names)) for names in hands]
    held += [()] * (len(squares) - len(held))
    lying = None if sought is None else Secret(sought)
    next_up = secrets(pile)
    named = {lying, *next_up, *(card for hand in held for card in hand)}
    rest = [card for card in reversed(SECRETS) if card not in named] if all_cards else []
    return State(
        options=options or Options(),
        rotation=Rotation(*rotation),
        pawns=squares,
        hands=tuple(held),
        pile=(*rest, *reversed(next_up)),
        sought=lying,
        on_turn=Seat(on_turn),
        phase=phase or Moving(),
        turn=turn,
    )


def played(
    state: State, *steps: tuple[int, Action], random: Random | None = None
) -> tuple[State, list[Event]]:
    """The seats act one after the other: the state at the end and everything that happened."""
    happened: list[Event] = []
    random = random or FastRandom(0)
    for seat, action in steps:
        for event in LABYRINTH.decide(state, Seat(seat), action, random):
            state = LABYRINTH.evolve(state, event)
            happened.append(event)
    return state, happened


def refused(state: State, seat: int, action: Action) -> IllegalAction:
    """The refusal; the action is not listed as legal either."""
    assert action not in LABYRINTH.legal_actions(state, Seat(seat))
    with pytest.raises(IllegalAction) as refusal:
        LABYRINTH.decide(state, Seat(seat), action, FastRandom(0))
    return refusal.value


def only(happened: Sequence[Event], kind: type[E]) -> E:
    """The one event of this kind."""
    (event,) = (event for event in happened if isinstance(event, kind))
    return event


def none(happened: Sequence[Event], kind: type[Event]) -> bool:
    return not any(isinstance(event, kind) for event in happened)


def where(state: State) -> str:
    return " ".join(NAMES[square] for square in state.pawns)


def held(state: State, seat: int) -> str:
    return " ".join(card.value for card in state.hands[seat])


def for_treasures(opponent: int, stake: Stake = Stake.ONE) -> Challenge:
    return Challenge(Seat(opponent), Kind.TREASURE, stake)


def for_gnomes(opponent: int, stake: Stake = Stake.ONE) -> Challenge:
    return Challenge(Seat(opponent), Kind.GNOME, stake)


class Loaded:
    """Chance that gives these numbers, and then zeros."""

    def __init__(self, *numbers: int) -> None:
        self._numbers = list(numbers)

    def below(self, limit: int, /) -> int:
        number = self._numbers.pop(0) if self._numbers else 0
        assert number < limit
        return number
