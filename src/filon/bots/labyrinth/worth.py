"""What hands are worth: my chance to win with them, and what duels, cards taken and swaps make of it."""

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import product
from math import comb
from typing import Final

from filon.bots.labyrinth.cards import odds
from filon.bots.labyrinth.memory import Held
from filon.bots.labyrinth.parameters import USUAL, Parameters
from filon.games.labyrinth.pieces import ANIMALS, DIE, DRAWN_BY_SWAP, SECRETS, SET_KINDS, Kind, Stake
from filon.kernels.labyrinth.company import shares_of
from filon.kernels.labyrinth.kernel_stakes import TRAPPED, Stakes, holding

Hands = tuple[Held, ...]

_OF_A_KIND: Final = 7
"""LAB-1.2."""
_STAKES: Final = {Stake.ONE: (1,), Stake.DIE: DIE}


@cache
def stakes_of(goal: int, *, by: Parameters = USUAL) -> Stakes:
    return Stakes(goal, i_take=by.i_take, they_take=by.they_take, i_meet=by.i_meet, they_meet=by.they_meet)


@lru_cache(maxsize=1 << 14)
def chance(hands: Hands, seat: int, on_turn: int, goal: int, *, by: Parameters = USUAL) -> float:
    """The seat's chance to win, where nothing is known of the castle but who is on turn."""
    if len(hands) == 2:
        mine, theirs = (_rounded(hands[each]) for each in (seat, 1 - seat))
        stakes = stakes_of(goal, by=by)
        bare = stakes.on_turn(mine, theirs) if on_turn == seat else stakes.waiting(mine, theirs)
        if bare in {0.0, 1.0}:
            return bare
        ahead = hands[seat].animals - hands[1 - seat].animals
        return min(0.99, max(0.01, bare + _animals(hands, ahead, by)))
    order = [hands[(on_turn + place) % len(hands)] for place in range(len(hands))]
    treasures = _spread([hand.treasures for hand in order])
    gnomes = _spread([hand.gnomes for hand in order])
    bare = shares_of(len(hands), goal).at_start(treasures, gnomes, (seat - on_turn) % len(hands))
    if bare in {0.0, 1.0}:
        return bare
    ahead = hands[seat].animals - sum(hand.animals for hand in hands) / len(hands)
    return min(0.99, max(0.01, bare + _animals(hands, ahead, by)))


def _animals(hands: Hands, ahead: float, by: Parameters) -> float:
    """What so many more animals than the others have are worth: nothing once all is found, LAB-3.7."""
    return 0.0 if all_found(hands) else by.animal * ahead


def _rounded(hand: Held) -> int:
    return holding(min(7, round(hand.treasures)), min(7, round(hand.gnomes)))


def _spread(cards: list[float]) -> int:
    """Who has how many of a kind, in whole cards, of which there are seven."""
    whole = [min(len(SECRETS), max(0, round(count))) for count in cards]
    while sum(whole) > _OF_A_KIND:
        most = max(range(len(cards)), key=lambda place: (whole[place] > 0, whole[place] - cards[place]))
        whole[most] -= 1
    return sum(count << 3 * place for place, count in enumerate(whole))


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


def all_found(hands: Hands) -> bool:
    return sum(hand.treasures + hand.gnomes for hand in hands) > len(SECRETS) - ANIMALS - 0.5


@lru_cache(maxsize=1 << 14)
def fought(
    hands: Hands,
    duel: tuple[int, int],
    terms: tuple[Kind, Stake],
    seat: int,
    goal: int,
    *,
    by: Parameters = USUAL,
) -> float:
    """What a challenge makes of the seat's chance to win; the duel is even."""
    challenger, other = duel
    kind, stake = terms
    after = (challenger + 1) % len(hands)
    again = challenger if after == other else after
    total = 0.0
    for cards in _STAKES[stake]:
        won = min(cards, of_kind(hands[other], kind))
        lost = min(cards, of_kind(hands[challenger], kind))
        better = with_card(with_card(hands, challenger, kind, won), other, kind, -won)
        worse = with_card(with_card(hands, challenger, kind, -lost), other, kind, lost)
        total += TRAPPED * chance(better, seat, again, goal, by=by) + (1 - TRAPPED) * chance(
            better, seat, after, goal, by=by
        )
        total += chance(worse, seat, after, goal, by=by)
    return total / 2 / len(_STAKES[stake])


@lru_cache(maxsize=1 << 14)
def challenged(hands: Hands, duel: tuple[int, int], seat: int, goal: int, *, by: Parameters = USUAL) -> float:
    """The seat's chance when one meets the other and does what is best for himself.

    That may be nothing, as long as there are cards to find; then somebody has to dare, LAB-3.7.
    """
    challenger, _ = duel
    after = (challenger + 1) % len(hands)
    best = -1.0 if all_found(hands) else chance(hands, challenger, after, goal, by=by)
    own = chance(hands, seat, after, goal, by=by)
    for terms in product(SET_KINDS, Stake):
        gained = fought(hands, duel, terms, challenger, goal, by=by)
        if gained > best:
            best = gained
            own = fought(hands, duel, terms, seat, goal, by=by)
    return own


@lru_cache(maxsize=1 << 14)
def contested(
    hands: Hands,
    duellists: tuple[int, ...],
    kind: Kind,
    seat: int,
    *,
    after: int,
    goal: int,
    by: Parameters = USUAL,
) -> float:
    """The seat's chance when these two or three duel for a card, in this order, LAB-5.6.

    `after` is on turn next; if it is a loser, the turn leads nowhere as after any duel.
    """
    total = 0.0
    for winner, likely in zip(duellists, odds(duellists), strict=True):
        found = with_card(hands, winner, kind)
        share = chance(found, seat, after, goal, by=by)
        if after in duellists and after != winner:
            again = (after + 1) % len(hands)
            share += TRAPPED * (chance(found, seat, again, goal, by=by) - share)
        total += likely * share
    return total


@lru_cache(maxsize=1 << 12)
def swapped(hands: Hands, swap: tuple[int, int], given: Kind, goal: int, *, by: Parameters = USUAL) -> float:
    """The chance of who plays an animal after the swap of LAB-4.2, over all that may be drawn."""
    seat, opponent = swap
    mine = with_card(with_card(hands, seat, Kind.ANIMAL, -1), seat, given, -1)
    after = (seat + 1) % len(hands)
    total = 0.0
    for likely, drawn in draws(hands[opponent]):
        holding_both = mine
        for kind, count in zip(Kind, drawn, strict=True):
            holding_both = with_card(with_card(holding_both, seat, kind, count), opponent, kind, -count)
        if chance(holding_both, seat, after, goal, by=by) < 1.0:
            holding_both = with_card(holding_both, opponent, given)
        total += likely * chance(holding_both, seat, after, goal, by=by)
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
