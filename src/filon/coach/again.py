"""Playing on from a moment of a finished game: the position that a new table begins with."""

from collections.abc import Sequence
from typing import Any

from filon.coach.contract import Coach
from filon.games.chance import FastRandom
from filon.games.contract import CONTINUE, TABLE, AnyGame, Random, in_intermission, play_one
from filon.tables.replays import Step


def without_secret_choices(game: AnyGame, led: Sequence[tuple[Any, Step]], state: Any) -> Any:
    """The position before the choices that lie there unseen while others still choose: at the new table
    everybody takes theirs anew. `led`: the latest steps, each with the position before it.
    """
    for before, step in reversed(led):
        if not _waits_unseen(game, before, step, state):
            break
        state = before
    return state


def _waits_unseen(game: AnyGame, before: Any, step: Step, after: Any) -> bool:
    """All of it is hidden from who only watches, and nobody came to act by it."""
    if step.seat is None or any(game.redact(event, None) == event for event in step.events):
        return False
    waiting, left = game.to_act(before), game.to_act(after)
    changed_their_mind = left == waiting and step.seat not in waiting
    return left < waiting or changed_their_mind


def nothing_is_left(game: AnyGame, state: Any) -> bool:
    """Whether the game is over after this pause, in which all look at its last round."""
    if not in_intermission(game, state):
        return False
    end, _ = play_one(game, state, TABLE, CONTINUE, FastRandom(0))
    return game.outcome(end) is not None


def drawn_anew(coach: Coach, game: AnyGame, state: Any, random: Random) -> Any:
    """What chance has still to decide is drawn anew, and an intermission passed through."""
    state = coach.redraw(state, random)
    if in_intermission(game, state):
        state, _ = play_one(game, state, TABLE, CONTINUE, random)
    return state
