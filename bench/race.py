"""How much anybody could win against a digger who never slips in Out of Mine!, squares alone counting.

The stock is so large that nobody is in anybody's way, and a card says how many tiles a gallery takes: a round
is a race of motions, each a take or a placing by whoever's turn it is by lot. Hints lay white, red, green,
yellow and blue tiles in that order, hard the largest first. For two players, exactly, by dynamic programming
over the standings of a whole game: largest first against hints; the same with false calls where they pay for
the win of the game, any five squares taken to be covered by one wrong tile; and that against largest first,
so against hard. For more players whole games by lot: largest first against hints.

python bench/race.py [--pairs 60] [--games 20000]
"""

import argparse
from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import Final

from filon.games.outofmine.cards import TREASURES
from filon.games.outofmine.pieces import CALL_POINTS, FULL_POINTS, MOST_EMPTY, ROUNDS, SEATS, Colour

SQUARES: Final = 20
LARGEST: Final = 5
FURTHEST: Final = 60
"""Points between two players: with more, the game is won."""

Standings = tuple[float, ...]
"""By points of the lead, from the largest deficit on: what part of the win follows."""
Sizes = Sequence[int]

CARDS: Final = [[card.tiles.get(colour, 0) for colour in Colour] for card in TREASURES.values()]


def largest_first(card: Sizes) -> list[int]:
    return [size for size in (5, 4, 3, 2, 1) for _ in range(card[size - 1])]


def rarest_first(card: Sizes) -> list[int]:
    return [size for size in (5, 4, 3, 1, 2) for _ in range(card[size - 1])]


def points(covered: int, call: int = 0) -> int:
    empty = SQUARES - covered
    return max(0, FULL_POINTS - empty + call) if empty <= MOST_EMPTY else 0


def moved(after: Standings, lead: int) -> Standings:
    """What follows, by the lead before the round."""
    last = len(after) - 1
    return tuple(after[min(max(at + lead, 0), last)] for at in range(len(after)))


def mixed(one: Standings, other: Standings) -> Standings:
    return tuple((a + b) / 2 for a, b in zip(one, other, strict=True))


def round_of(own: Sizes, other: Sizes, after: Standings, *, false_calls: bool) -> Standings:
    """What a round among two is worth, by the lead before it."""
    ours = [sum(own[:count]) for count in range(len(own) + 1)]
    theirs = [sum(other[:count]) for count in range(len(other) + 1)]
    full = FULL_POINTS + CALL_POINTS

    @cache
    def worth(right: int, wrong: int, hand: str, motions: int) -> Standings:
        """`right` and `wrong` tiles lie on the own board, and the other has made so many motions."""
        if motions == 2 * len(other):
            theirs_next = moved(after, points(ours[right]) - full)
        else:
            theirs_next = worth(right, wrong, hand, motions + 1)
        return mixed(own_next(right, wrong, hand, motions), theirs_next)

    def own_next(right: int, wrong: int, hand: str, motions: int) -> Standings:
        if hand == "right":
            return worth(right + 1, wrong, "", motions)
        if hand == "wrong":
            return worth(right, wrong + 1, "", motions)
        their_points = points(theirs[motions // 2])
        if right == len(own):
            return moved(after, full - their_points)
        if ours[right] + LARGEST * wrong >= SQUARES:
            return moved(after, points(ours[right], -CALL_POINTS) - their_points)
        ways = [worth(right, wrong, "right", motions)] if not wrong else []
        if wrong or (false_calls and ours[right] > SQUARES - MOST_EMPTY):
            ways.append(worth(right, wrong, "wrong", motions))
        return tuple(map(max, zip(*ways, strict=True)))

    return worth(0, 0, "", 0)


def best_share(against: Callable[[Sizes], list[int]], pairs: int, *, false_calls: bool) -> float:
    """What largest first wins among two, cards drawn in so many pairs, each dealt both ways."""
    random = Random(1)
    deals = [random.sample(CARDS, 2) for _ in range(pairs)]
    after: Standings = tuple((lead > 0) + (lead == 0) / 2 for lead in range(-FURTHEST, FURTHEST + 1))
    for _ in range(ROUNDS):
        rounds = [
            round_of(largest_first(own), against(other), after, false_calls=false_calls)
            for one, two in deals
            for own, other in ((one, two), (two, one))
        ]
        after = tuple(sum(column) / len(rounds) for column in zip(*rounds, strict=True))
    return after[FURTHEST]


def one_game(seats: int, random: Random) -> float:
    """The part of the win that goes to the one who lays the largest tiles first."""
    totals = [0] * seats
    for _ in range(ROUNDS):
        cards = random.sample(CARDS, seats)
        orders = [largest_first(cards[0]), *map(rarest_first, cards[1:])]
        motions = [0] * seats
        while motions[seat := random.randrange(seats)] < 2 * len(orders[seat]):
            motions[seat] += 1
        for at, order in enumerate(orders):
            totals[at] += points(sum(order[: motions[at] // 2])) + CALL_POINTS * (at == seat)
    best = max(totals)
    return (totals[0] == best) / totals.count(best)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--pairs", type=int, default=60, help="pairs of cards in the exact figures")
    parser.add_argument("--games", type=int, default=20_000, help="games by lot")
    arguments = parser.parse_args()
    for words, against, false_calls in (
        ("largest first wins", rarest_first, False),
        ("with false calls at their best it wins", rarest_first, True),
        ("and against largest first", largest_first, True),
    ):
        share = best_share(against, arguments.pairs, false_calls=false_calls)
        print(f"2 players, exactly: {words} {share:.1%}", flush=True)
    for seats in SEATS:
        random = Random(seats)
        share = sum(one_game(seats, random) for _ in range(arguments.games)) / arguments.games
        print(f"{seats} players, {arguments.games} games: largest first wins {share:.1%}", flush=True)


if __name__ == "__main__":
    main()
