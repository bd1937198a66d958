"""What hands are worth: my chance to win with them, and what duels, cards taken and swaps make of it."""

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import product
from math import comb
from typing import Final

from filon.bots.labyrinth.memory import Held
from filon.games.labyrinth.pieces import DIE, DRAWN_BY_SWAP, SET_KINDS, Kind, Stake
from filon.kernels.labyrinth.kernel_stakes import Stakes, holding

Hands = tuple[Held, ...]

_ANIMAL: Final = 0.04
"""What an animal adds to the chance to win: some day it swaps a card for two."""
_TRAPPED: Final = 0.75
"""How often a duel's loser, put into a corner, loses a turn by it."""
_SIZE_MATTERS: Final = 2.5
_STAKES: Final = {Stake.ONE: (1,), Stake.DIE: DIE}


@cache
def stakes_of(goal: int) -> Stakes:
    return Stakes(goal)


@lru_cache(maxsize=1 << 14)
def chance(hands: Hands, seat: int, on_turn: int, goal: int) -> float:
    """The seat's chance to win, where nothing is known of the castle but who is on turn."""
    if len(hands) == 2:
        mine, theirs = (_rounded(hands[each]) for each in (seat, 1 - seat))
        stakes = stakes_of(goal)
        bare = stakes.on_turn(mine, theirs) if on_turn == seat else stakes.waiting(mine, theirs)
        if bare in {0.0, 1.0}:
            return bare
        ahead = hands[seat].animals - hands[1 - seat].animals
        return min(0.99, max(0.01, bare + _ANIMAL * ahead))
    strengths = [_strength(hand, goal) for hand in hands]
    return strengths[seat] / sum(strengths)


def _rounded(hand: Held) -> int:
    return holding(min(7, round(hand.treasures)), min(7, round(hand.gnomes)))


def _strength(hand: Held, goal: int) -> float:
    if max(hand.treasures, hand.gnomes) > goal - 0.5:
        return 1e9
    sets: float = sum((0.7 + cards) ** _SIZE_MATTERS for cards in (hand.treasures, hand.gnomes))
    return sets * (1 + _ANIMAL * 4 * hand.animals)


def with_card(hands: Hands, seat: int, kind: Kind, count: float = 1.0) -> Hands:
    hand = hands[seat]
    match kind:
        case Kind.TREASURE:
            hand = hand._replace(treasures=hand.treasures + count)
        case Kind.GNOME:
            hand = hand._replace(gnomes=hand.gnomes + count)
        case _:
            hand = hand._replace(animals=hand.animals + count)
    return (*hands[:seat], hand, *hands[seat + 1 :])


def of_kind(hand: Held, kind: Kind) -> float:
    return hand.treasures if kind is Kind.TREASURE else hand.gnomes


class Worth:
    """Looked at from one seat; who comes after whom is all that it knows of the castle."""

    def __init__(self, seat: int, goal: int) -> None:
        self.seat = seat
        self.goal = goal

    def chance(self, hands: Hands, on_turn: int, *, of: int | None = None) -> float:
        return chance(hands, self.seat if of is None else of, on_turn, self.goal)

    def fought(self, hands: Hands, duel: tuple[int, int], kind: Kind, stake: Stake, *, of: int) -> float:
        """What a challenge makes of the chance of the seat `of`; the duel is even."""
        challenger, other = duel
        after = (challenger + 1) % len(hands)
        total = 0.0
        for cards in _STAKES[stake]:
            won = min(cards, of_kind(hands[other], kind))
            lost = min(cards, of_kind(hands[challenger], kind))
            better = with_card(with_card(hands, challenger, kind, won), other, kind, -won)
            worse = with_card(with_card(hands, challenger, kind, -lost), other, kind, lost)
            again = challenger if after == other else after
            total += _TRAPPED * self.chance(better, again, of=of)
            total += (1 - _TRAPPED) * self.chance(better, after, of=of)
            total += self.chance(worse, after, of=of)
        return total / 2 / len(_STAKES[stake])

    def challenged(self, hands: Hands, duel: tuple[int, int]) -> float:
        """My chance when one meets the other and does what is best for himself, which may be nothing."""
        challenger, _ = duel
        after = (challenger + 1) % len(hands)
        best = self.chance(hands, after, of=challenger)
        mine = self.chance(hands, after)
        for kind, stake in product(SET_KINDS, Stake):
            gained = self.fought(hands, duel, kind, stake, of=challenger)
            if gained > best:
                best = gained
                mine = self.fought(hands, duel, kind, stake, of=self.seat)
        return mine

    def swapped(self, hands: Hands, opponent: int, given: Kind) -> float:
        """My chance after the swap of LAB-4.2, over all that may be drawn."""
        mine = with_card(with_card(hands, self.seat, Kind.ANIMAL, -1), self.seat, given, -1)
        after = (self.seat + 1) % len(hands)
        total = 0.0
        for likely, drawn in draws(hands[opponent]):
            swapped = mine
            for kind, count in zip(Kind, drawn, strict=True):
                swapped = with_card(with_card(swapped, self.seat, kind, count), opponent, kind, -count)
            if self.chance(swapped, after) < 1.0:
                swapped = with_card(swapped, opponent, given)
            total += likely * self.chance(swapped, after)
        return total


def draws(hand: Held) -> Iterator[tuple[float, tuple[int, int, int]]]:
    """How likely the cards drawn blind are so many treasures, gnomes and animals."""
    have = tuple(max(0, round(count)) for count in hand)
    drawn = min(DRAWN_BY_SWAP, sum(have))
    ways = comb(sum(have), drawn)
    for treasures, gnomes in product(range(drawn + 1), repeat=2):
        animals = drawn - treasures - gnomes
        if animals >= 0:
            found = comb(have[0], treasures) * comb(have[1], gnomes) * comb(have[2], animals)
            if found:
                yield found / ways, (treasures, gnomes, animals)
