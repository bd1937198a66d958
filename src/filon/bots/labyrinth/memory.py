"""What is remembered of the cards: who holds how many of which kind, and what can still be turned up.

Everybody sees what is taken and how many of which kind are handed over; only a swap between two others leaves
something to guess. Who has no past to remember judges by what is nowhere to be seen.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from filon.games.contract import Hidden
from filon.games.labyrinth.model import (
    CardsHandedOver,
    Event,
    SecretTaken,
    Swapped,
    TurnBegan,
    View,
)
from filon.games.labyrinth.pieces import KIND, SECRETS, Kind, Secret

KINDS: Final = tuple(Kind)


class Held(NamedTuple):
    """How many of each kind a seat has, for certain or on average."""

    treasures: float
    gnomes: float
    animals: float


class Memory(NamedTuple):
    held: tuple[Held, ...]
    """By seat."""
    pile: tuple[Secret, ...]
    """What may be turned up next, each as likely."""
    idle: int
    """For how many turns no card has changed its place."""


def remember(view: View, past: Sequence[Event]) -> Memory:
    held = _told(view, past)
    certain = held is not None
    if held is None:
        held = _guessed(view)
    for seat, hand in enumerate(view.hands):
        if not isinstance(hand, Hidden):
            held[seat] = _counted(hand)
    return Memory(
        tuple(Held(*kinds) for kinds in held),
        _left(view, past if certain else ()),
        _idle(view, past),
    )


def _counted(cards: Sequence[Secret]) -> list[float]:
    kinds = [KIND[card] for card in cards]
    return [float(kinds.count(kind)) for kind in KINDS]


def _told(view: View, past: Sequence[Event]) -> list[list[float]] | None:
    """Hands as the events made them; none if those do not tell of all the cards there are."""
    held = [[0.0, 0.0, 0.0] for _ in view.pawns]
    for event in past:
        match event:
            case SecretTaken(seat, secret):
                held[seat][KINDS.index(KIND[secret])] += 1
            case CardsHandedOver(loser, winner, kind, _, count):
                held[loser][KINDS.index(kind)] -= count
                held[winner][KINDS.index(kind)] += count
            case Swapped():
                _swap(held, event)
            case _:
                pass  # nothing else moves a card from hand to hand
    told = all(abs(sum(kinds) - count) < 0.01 for kinds, count in zip(held, view.counts, strict=True))
    return held if told else None


def _swap(held: list[list[float]], event: Swapped) -> None:
    """Cards that were not shown are drawn evenly from the hand, and given from what there is more of."""
    mine, theirs = held[event.seat], held[event.opponent]
    mine[KINDS.index(Kind.ANIMAL)] -= 1
    given = [0.0, 0.0, 0.0]
    if isinstance(event.given, Hidden):
        choice = max(mine[0] + mine[1], 1.0)
        given = [mine[0] / choice, mine[1] / choice, 0.0]
    else:
        given[KINDS.index(KIND[event.given])] = 1.0
    if isinstance(event.drawn, Hidden):
        count = max(sum(theirs), 1.0)
        drawn = [event.count * kind / count for kind in theirs]
    else:
        drawn = _counted(event.drawn)
    for kind in range(len(KINDS)):
        mine[kind] += drawn[kind] - given[kind]
        theirs[kind] += given[kind] - drawn[kind]


def _unseen(view: View) -> list[Secret]:
    seen = {view.sought, *view.discarded}
    for hand in view.hands:
        if not isinstance(hand, Hidden):
            seen.update(hand)
    return [card for card in SECRETS if card not in seen]


def _guessed(view: View) -> list[list[float]]:
    unseen = _unseen(view)
    share = [kind / max(len(unseen), 1) for kind in _counted(unseen)]
    return [[count * kind for kind in share] for count in view.counts]


def _left(view: View, past: Sequence[Event]) -> tuple[Secret, ...]:
    if not view.pile:
        return ()
    taken = {event.secret for event in past if isinstance(event, SecretTaken)}
    return tuple(card for card in _unseen(view) if card not in taken)


def _idle(view: View, past: Sequence[Event]) -> int:
    turn = idle = 0
    for event in past:
        match event:
            case TurnBegan():
                turn += 1
            case SecretTaken() | CardsHandedOver() | Swapped():
                idle = turn
            case _:
                pass  # the others stay where they are
    return turn - idle if past else view.turn // 2
