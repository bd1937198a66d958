"""Alone in a cave nothing is left but the cards: what going on and leaving are worth, exactly.

Once the next card may cost more than it may bring it stays so, whatever is turned: gems make the loot larger
and the pile poorer, hazards only add to the danger. There the search ends; nothing else is left out of it.
"""

from collections import Counter
from functools import cache
from typing import NamedTuple

from filon.bots.diamant.cave import Cave
from filon.games.diamant.pieces import Hazard


class Alone(NamedTuple):
    going: float
    """Gems carried home by going on, and then leaving at the best moment."""
    leaving: int


def alone(cave: Cave, loot: int, fresh: tuple[int, ...]) -> Alone:
    """`fresh` has, for each hazard not yet met in this cave, how many cards of it are in the pile."""
    stones = tuple(sorted(set(cave.gems)))
    counts = Counter(cave.gems)

    def on(home: int, left: tuple[int, ...], unmet: tuple[int, ...], deadly: int, relic: int) -> float:
        cards = sum(left) + sum(unmet) + deadly + bool(relic)
        if not cards:
            return float(home)
        total = 0.0
        for at, count in enumerate(left):
            if count:
                fewer = (*left[:at], count - 1, *left[at + 1 :])
                total += count * best(home + stones[at], fewer, unmet, deadly, relic)
        for at, copies in enumerate(unmet):
            if copies:
                rest = (*unmet[:at], *unmet[at + 1 :])
                total += copies * best(home, left, rest, deadly + copies - 1, relic)
        if relic:
            total += best(home + relic, left, unmet, deadly, 0)
        return total / cards

    @cache
    def best(home: int, left: tuple[int, ...], unmet: tuple[int, ...], deadly: int, relic: int) -> float:
        gain = relic + sum(value * count for value, count in zip(stones, left, strict=True))
        if deadly * home >= gain:
            return float(home)
        return max(float(home), on(home, left, unmet, deadly, relic))

    home = loot + cave.share(1)
    left = tuple(counts[value] for value in stones)
    return Alone(on(home, left, tuple(sorted(fresh)), cave.deadly, cave.artifact), home)


def unmet_hazards(met: set[Hazard], removed: tuple[Hazard, ...], copies: int) -> tuple[int, ...]:
    return tuple(copies - removed.count(hazard) for hazard in Hazard if hazard not in met)
