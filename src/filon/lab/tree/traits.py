"""What a tree of a game wants to know beyond its law: each game's `lab` part has a `tree` that tells."""

from collections.abc import Callable
from typing import Any

import msgspec

from filon.lab.tree.chance import Drawing, LawDrawing


def never(state: Any) -> bool:  # noqa: ARG001 - whatever the state
    return False


class Traits(msgspec.Struct, frozen=True, kw_only=True):
    """`longest`: the most decisions in one game, and `chances` the most chance nodes, by seats and options.

    `simultaneous` says whether those waited for choose at the same time, none knowing of the others.
    """

    longest: Callable[[int, Any], int]
    chances: Callable[[int, Any], int]
    scores: Callable[[int, Any], tuple[float, float]]
    """The least and the greatest score there can be."""
    simultaneous: Callable[[Any], bool] = never
    drawing: Callable[[Any, int, Any], Drawing] = LawDrawing
    """By the game, the seats and the options."""
    recalled: Callable[[Any, Any, tuple[Any, ...], Any], Any] | None = None
    """From an imagined state, the view it was imagined from, all that this seat was told, and a random
    stream: a state that agrees with what was told as well, in a game whose views show less than was told.
    """
