"""What who has listened all along knows of the hands: more than a view shows when `memory` is `on` (LAB-3.6).

Each secret is taken in the sight of all. After that it changes hands in the open, or face down between two
players: by a swap, or to the winner of a duel, which takes cards of a kind in a known order.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import Any, TypeAlias

from msgspec.structs import replace

from filon.games.chance import pick, shuffled
from filon.games.contract import Hidden, Random, Seat
from filon.games.labyrinth.model import (
    CardsHandedOver,
    Challenged,
    Finished,
    SecretBuried,
    SecretTaken,
    State,
    Swapped,
    View,
)
from filon.games.labyrinth.pieces import (
    DRAWN_BY_SWAP,
    SET_KINDS,
    Kind,
    Secret,
    in_order,
    largest_set,
    of_kind,
)

_Cards: TypeAlias = tuple[Secret, ...]
_Hands: TypeAlias = dict[Seat, _Cards]


def recalled(state: State, view: View, told: tuple[Any, ...], random: Random) -> State:
    """The imagined state with hands and a pile that agree with all the seat was told.

    What happened face down is tried at random until it does, each choice as likely as any other.
    """
    if isinstance(state.phase, Finished):
        return state
    hands = _tried(view, told, random)
    while hands is None:
        hands = _tried(view, told, random)
    return replace(state, hands=hands, pile=_pile(state, hands, told, random))


def buried(pile: Sequence[Secret], told: Sequence[Any]) -> list[Secret]:
    """The cards known to lie at the bottom of the pile, in its order: the first is the lowest, LAB-5.6."""
    under = {event.secret for event in told if isinstance(event, SecretBuried)}
    return [card for card in pile if card in under]


def _pile(state: State, hands: tuple[_Cards, ...], told: tuple[Any, ...], random: Random) -> _Cards:
    """What is in no hand, shuffled, but for the cards that went under it."""
    held = {card for hand in hands for card in hand}
    spread = [card for hand in state.hands for card in hand]
    loose = [card for card in (*state.pile, *spread) if card not in held]
    order = [event.secret for event in reversed(told) if isinstance(event, SecretBuried)]
    under = [card for card in dict.fromkeys(order) if card in loose]
    return (*under, *shuffled([card for card in loose if card not in under], random))


def _tried(view: View, told: tuple[Any, ...], random: Random) -> tuple[_Cards, ...] | None:
    """Hands after all that was told, or None where a guess does not fit."""
    hands: _Hands = {Seat(seat): () for seat in range(len(view.hands))}
    stake = 0
    for event in told:
        match event:
            case SecretTaken(seat, secret):
                hands[seat] = in_order((*hands[seat], secret))
            case Challenged(cards=cards):
                stake = cards
            case CardsHandedOver() if not _handed_over(hands, event, stake):
                return None
            case Swapped() if not _swapped(hands, event, random):
                return None
            case _:
                continue
        if any(largest_set(hand) >= view.options.goal for hand in hands.values()):
            return None
    for seat, hand in hands.items():
        seen = view.hands[seat]
        if not isinstance(seen, Hidden) and seen != hand:
            return None
    return tuple(hands.values())


def _handed_over(hands: _Hands, event: CardsHandedOver, stake: int) -> bool:
    cards = of_kind(hands[event.loser], event.kind)[:stake]
    hands[event.loser] = _without(hands[event.loser], cards)
    hands[event.winner] = in_order((*hands[event.winner], *cards))
    return len(cards) == event.count and (isinstance(event.cards, Hidden) or event.cards == cards)


def _swapped(hands: _Hands, event: Swapped, random: Random) -> bool:
    """LAB-4.2."""
    hand, theirs = hands[event.seat], hands[event.opponent]
    may_give = [of_kind(hand, kind)[0] for kind in SET_KINDS if of_kind(hand, kind)]
    if of_kind(hand, Kind.ANIMAL)[:1] != (event.animal,) or not may_give:
        return False
    given = pick(may_give, random) if isinstance(event.given, Hidden) else event.given
    drawn = event.drawn
    if isinstance(drawn, Hidden):
        drawn = pick(list(combinations(theirs, min(DRAWN_BY_SWAP, len(theirs)))), random)
    if given not in may_give or not set(drawn) <= set(theirs):
        return False
    hands[event.seat] = in_order((*_without(hand, (event.animal, given)), *drawn))
    hands[event.opponent] = in_order((*_without(theirs, drawn), given))
    return True


def _without(hand: _Cards, cards: _Cards) -> _Cards:
    return tuple(card for card in hand if card not in cards)
