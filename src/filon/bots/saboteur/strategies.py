"""Saboteur: a simple habit that people have, to measure others by. It plays in the arena only."""

from collections.abc import Mapping
from typing import Any, Final

from filon.bots.advice import PARTS
from filon.bots.saboteur.belief import this_round
from filon.bots.saboteur.suspicion import above_the_others
from filon.bots.saboteur.weighing import weigh
from filon.bots.sight import Sight
from filon.games.contract import Random
from filon.games.saboteur.maze import JOINED, SHAPES
from filon.games.saboteur.model import PathPlaced

_SURE: Final = 2.0
"""How suspect somebody is who has laid a dead end: the hammer comes before any digging."""


class Accuser:
    """Plays as normal does, but for one idea: who lays a dead end is a saboteur, and nobody else."""

    remembers = True

    def choose(self, sight: Sight, random: Random, /) -> Any:
        view = sight.view
        doubts = [0.0] * len(view.round.hand_sizes)
        for event in this_round(sight.past):
            if isinstance(event, PathPlaced) and not SHAPES[event.card][0] & JOINED:
                doubts[event.seat] = _SURE
        weighed = weigh(view, sight.legal, above_the_others(doubts, view.seat))
        return max(weighed, key=lambda each: each.score + 0.01 * random.below(PARTS) / PARTS).action


STRATEGIES: Final[Mapping[str, Accuser]] = {"accuser": Accuser()}
