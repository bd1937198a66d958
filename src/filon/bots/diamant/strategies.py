"""Diamant: simple habits that people have, as opponents to measure others by. They play in the arena only."""

from collections.abc import Mapping
from typing import Any, Final, Protocol

from filon.bots.advice import chance
from filon.bots.diamant.cave import GO_ON, LEAVE
from filon.bots.sight import Sight
from filon.games.contract import Random
from filon.games.diamant.model import ExpeditionView
from filon.games.diamant.pieces import Danger


class _Habit(Protocol):
    def __call__(self, cave: ExpeditionView, random: Random, /) -> bool:
        """Whether it leaves now."""
        ...


class Strategy:
    remembers = False

    def __init__(self, habit: _Habit) -> None:
        self._leaves = habit

    def choose(self, sight: Sight, random: Random, /) -> Any:
        return LEAVE if self._leaves(sight.view.phase, random) else GO_ON


def _ten_gems(cave: ExpeditionView, random: Random, /) -> bool:  # noqa: ARG001
    return cave.loot >= 10


def _second_hazard(cave: ExpeditionView, random: Random, /) -> bool:  # noqa: ARG001
    return sum(isinstance(turned.card, Danger) for turned in cave.gallery) >= 2


def _six_cards(cave: ExpeditionView, random: Random, /) -> bool:  # noqa: ARG001
    return len(cave.gallery) >= 6


def _one_in_ten(cave: ExpeditionView, random: Random, /) -> bool:  # noqa: ARG001
    return chance(random, 0.1)


STRATEGIES: Final[Mapping[str, Strategy]] = {
    "ten_gems": Strategy(_ten_gems),
    "second_hazard": Strategy(_second_hazard),
    "six_cards": Strategy(_six_cards),
    "one_in_ten": Strategy(_one_in_ten),
}
