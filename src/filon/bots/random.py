"""The bot that plays anything legal: the floor that every other level is measured from."""

from collections.abc import Sequence
from typing import Any

from filon.games.chance import pick
from filon.games.contract import AnyGame, Random


class RandomBot:
    def choose(self, game: AnyGame, view: Any, legal: Sequence[Any], random: Random) -> Any:  # noqa: ARG002
        return pick(legal, random)
