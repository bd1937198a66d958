"""Diamant with fewer cards, caves and players: small enough to be solved, and by the same rules.

Everything is DIA-2 and DIA-3 but for what `Rules` says, and one thing that cannot come up with the whole
deck: who is still inside when the last card of a pile lies there goes home at once. With the whole deck and
five caves this is the law (tests/lab/test_small_diamant.py walks both side by side). Only what matters is
kept: of stones left on the cards their sum, of the pile which cards are in it. So everything here is known to
all, but for choices that are still to be shown.
"""

from collections.abc import Collection, Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from filon.games.contract import Malformed, Outcome, Seat
from filon.games.diamant.pieces import Card, Danger, Gems, Hazard

SEATS: Final = range(2, 9)
MOST_CAVES: Final = 5
MOST_STONES: Final = 200
"""On a card, and in a chest at the start."""


class Rules(msgspec.Struct, frozen=True, kw_only=True):
    """`chests` is what everybody has before the first cave."""

    chests: tuple[int, ...] = (0, 0)
    gems: tuple[int, ...] = (1, 4, 7)
    hazards: int = 1
    """Kinds."""
    copies: int = 2
    """Of each hazard."""
    caves: int = 1

    @property
    def deck(self) -> tuple[Card, ...]:
        hazards = tuple(Hazard)[: self.hazards]
        return (
            *(Gems(stones) for stones in self.gems),
            *(Danger(each) for each in hazards for _ in range(self.copies)),
        )


class State(msgspec.Struct, frozen=True):
    """While `turning`, a card of the pile is to be turned up; else those inside choose, until all is over."""

    chests: tuple[int, ...]
    cave: int
    deck: tuple[Card, ...]
    """All cards still in the game."""
    pile: tuple[Card, ...]
    """Those not turned up in this cave, in the deck's order."""
    inside: tuple[Seat, ...]
    loot: int = 0
    left: int = 0
    """Stones that lie on the cards."""
    met: tuple[Hazard, ...] = ()
    turning: bool = True


def require_rules(rules: Rules) -> None:
    """Raises Malformed, which names the parameter."""
    if len(rules.chests) not in SEATS:
        raise Malformed("players", f"{len(rules.chests)} players; there may be {SEATS[0]} to {SEATS[-1]}")
    for name, stones in (("chests", rules.chests), ("gems", rules.gems)):
        if any(not 0 <= each <= MOST_STONES for each in stones):
            raise Malformed(name, f"a number of stones is from 0 to {MOST_STONES}")
    for name, number, most in (
        ("hazards", rules.hazards, len(Hazard)),
        ("copies", rules.copies, 3),
        ("caves", rules.caves, MOST_CAVES),
    ):
        if not 1 <= number <= most:
            raise Malformed(name, f"{number} is not from 1 to {most}")
    if len(rules.gems) > 15:
        raise Malformed("gems", f"{len(rules.gems)} cards; there are 15 at most")


def start(rules: Rules) -> State:
    return _entered(rules.chests, 1, rules.deck)


def cards_to_turn(state: State) -> Sequence[tuple[Card, int]]:
    """Different cards with how many of each may be next; none when nothing is to be turned up."""
    if not state.turning:
        return ()
    return [(card, state.pile.count(card)) for card in dict.fromkeys(state.pile)]


def turned(rules: Rules, state: State, card: Card) -> State:
    """DIA-2.1 to DIA-2.3."""
    at = state.pile.index(card)
    state = replace(state, pile=(*state.pile[:at], *state.pile[at + 1 :]), turning=False)
    match card:
        case Gems(stones):
            share, left = divmod(stones, len(state.inside))
            state = replace(state, loot=state.loot + share, left=state.left + left)
        case Danger(hazard) if hazard in state.met:
            return _cave_over(rules, state, without=card)
        case Danger(hazard):
            state = replace(state, met=(*state.met, hazard))
        case _:
            raise ValueError("there are no artifacts here")
    return state if state.pile else chosen(rules, state, state.inside)


def chosen(rules: Rules, state: State, leavers: Collection[Seat]) -> State:
    """All choices are in: DIA-2.5, DIA-2.6, DIA-3.1."""
    if leavers:
        share, left = divmod(state.left, len(leavers))
        banked = state.loot + share
        chests = tuple(chest + banked * (seat in leavers) for seat, chest in enumerate(state.chests))
        inside = tuple(seat for seat in state.inside if seat not in leavers)
        state = replace(state, chests=chests, inside=inside, left=left)
    return replace(state, turning=True) if state.inside else _cave_over(rules, state, without=None)


def is_over(state: State) -> bool:
    return not state.inside


def outcome(state: State) -> Outcome:
    """DIA-3.3."""
    best = max(state.chests)
    winners = tuple(Seat(seat) for seat, chest in enumerate(state.chests) if chest == best)
    return Outcome(winners, "the fullest chest after the last cave", state.chests)


def most_stones(rules: Rules) -> int:
    return max(rules.chests) + rules.caves * sum(rules.gems)


def _cave_over(rules: Rules, state: State, *, without: Card | None) -> State:
    """DIA-3.1, DIA-3.2: a hazard that came twice leaves the game once."""
    deck = list(state.deck)
    if without is not None:
        deck.remove(without)
    if state.cave == rules.caves:
        return replace(state, deck=tuple(deck), pile=(), inside=(), turning=False)
    return _entered(state.chests, state.cave + 1, tuple(deck))


def _entered(chests: tuple[int, ...], cave: int, deck: tuple[Card, ...]) -> State:
    everybody = tuple(Seat(seat) for seat in range(len(chests)))
    return State(chests, cave, deck, deck, everybody)
