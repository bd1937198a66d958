"""Sights of rounds as they are played: at random, or by a level; everybody remembers."""

from collections.abc import Iterator
from typing import Any

from filon.bots import Sight, level
from filon.bots.arena.match import decisions
from filon.games.contract import Random, Seat
from filon.games.saboteur import SABOTEUR
from filon.games.saboteur.model import TakeGold

RANDOM = "random"


class Remembering:
    remembers = True

    def __init__(self, name: str) -> None:
        self._name = name

    def choose(self, sight: Sight, random: Random, /) -> Any:
        if self._name == RANDOM:
            return sight.legal[random.below(len(sight.legal))]
        return level(self._name).choose(sight, random)


def sights(seats: int, by: str, seed: int, *, every: int = 1) -> Iterator[Sight]:
    """Of every so-manieth choice of a game while it is dug."""

    def player(_state: Any, _seat: Seat) -> Remembering:
        return Remembering(by)

    for number, step in enumerate(decisions(SABOTEUR, seats, SABOTEUR.simulation, player, seed)):
        if number % every == 0 and not isinstance(step.sight.legal[0], TakeGold):
            yield step.sight
