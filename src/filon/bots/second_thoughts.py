"""How a bot plays at a table where people watch: as its level does, with a change of mind now and then.

Like the pauses (pace.py) this is manner and not skill, so that neither hints nor the arena know of it.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from filon.bots import level
from filon.bots.outofmine.second_thoughts import doubt
from filon.bots.sight import Sight
from filon.games.contract import Random

_DOUBTS: Final[Mapping[tuple[str, str], Callable[[Any, Sequence[Any], Any, Random], Any]]] = {
    ("normal", "outofmine"): doubt,
}


def choose_at_table(name: str, sight: Sight, random: Random) -> Any:
    """One of `sight.legal` for the bot of this level."""
    action = level(name).choose(sight, random)
    doubts = _DOUBTS.get((name, sight.game.name))
    return action if doubts is None else doubts(sight.view, sight.legal, action, random)
