"""Hints: what a fair player would do from a view, and why. Nothing but that view is asked."""

from collections.abc import Sequence
from typing import Any

from filon.bots.advice import Hint, Why
from filon.bots.played_out import NORMAL, play_out
from filon.bots.registry import bots_of
from filon.bots.sight import Sight
from filon.games.contract import AnyGame, Random

__all__ = ["Hint", "Why", "hint"]


def hint(game: AnyGame, view: Any, legal: Sequence[Any], random: Random) -> Hint:
    """One of `legal`, which is never empty, as the normal level would choose it."""
    advise = bots_of(game.name).advise
    if advise is None:
        return play_out(Sight(game, view, legal), random, decisions=NORMAL)
    return advise(view, legal, random)
