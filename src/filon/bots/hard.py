"""The hard level: as strong as about a second of one core allows."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from filon.bots.diamant.hard import choose_hard as dare
from filon.bots.labyrinth.hard import choose_hard as seek
from filon.bots.outofmine.hard import choose_hard as dig
from filon.bots.saboteur.hard import choose_hard as burrow
from filon.bots.sight import Sight
from filon.games.contract import Random

_CHOICES: Final[Mapping[str, Callable[[Sight, Random], Any]]] = {
    "saboteur": burrow,
    "diamant": dare,
    "labyrinth": seek,
    "outofmine": dig,
}


class HardBot:
    remembers = True

    def choose(self, sight: Sight, random: Random, /) -> Any:
        return _CHOICES[sight.game.name](sight, random)
