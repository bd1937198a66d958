"""Who sits where: everybody meets everybody, and sits everywhere as often."""

from collections.abc import Sequence
from itertools import combinations

from filon.games.chance import FastRandom, shuffled


def line_up(bots: Sequence[str], seats: int, seed: int, number: int) -> tuple[str, ...]:
    """The bots of game `number`, seat by seat.

    Games come in blocks of as many as there are seats. A block has one company in an order of its own, which
    moves on one seat from game to game. More bots than seats: the companies take turns; fewer: some sit more
    than once, and who does changes from block to block.
    """
    block, turn = divmod(number, seats)
    if len(bots) >= seats:
        companies = list(combinations(range(len(bots)), seats))
        company = companies[block % len(companies)]
    else:
        company = tuple((block + place) % len(bots) for place in range(seats))
    order = shuffled(company, FastRandom((seed << 32) + block))
    return tuple(bots[order[(seat + turn) % seats]] for seat in range(seats))
