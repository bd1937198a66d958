"""How a bot plays at a table where people watch: as its level does, with a change of mind now and then.

Like the pauses (pace.py) this is manner and not skill, so that neither hints nor the arena know of it.
"""

from typing import Any

from filon.bots import level
from filon.bots.registry import bots_of
from filon.bots.sight import Sight
from filon.games.contract import Random


def choose_at_table(name: str, sight: Sight, random: Random) -> Any:
    """One of `sight.legal` for the bot of this level."""
    action = level(name).choose(sight, random)
    doubt = bots_of(sight.game.name).doubts.get(name)
    return action if doubt is None else doubt(sight.view, sight.legal, action, random)
