"""Random play, step by step: what simulations count and what the contract suite checks."""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from filon.games.chance import pick
from filon.games.contract import TABLE, Actor, AnyGame, Random, play

PATIENCE: Final = 200
"""Decisions of the seats after which the table's own clock runs out, where a game has one."""


class Step(NamedTuple):
    before: Any
    actor: Actor
    action: Any
    events: tuple[Any, ...]
    after: Any


def walk(game: AnyGame, state: Any, random: Random, *, patience: int = PATIENCE) -> Iterator[Step]:
    """Even choices to the end of the game: first among the seats waited for, then among their actions.

    The table acts when no seat has to, and whenever it can once `patience` decisions went by without it.
    """
    since_table = 0
    while True:
        waiting = sorted(game.to_act(state))
        if not waiting or since_table >= patience:
            actions = game.legal_actions(state, TABLE)
            if actions:
                since_table = 0
                step = _step(game, state, TABLE, pick(actions, random), random)
                yield step
                state = step.after
                continue
            if not waiting:
                return
        seat = pick(waiting, random)
        since_table += 1
        step = _step(game, state, seat, pick(game.legal_actions(state, seat), random), random)
        yield step
        state = step.after


def _step(game: AnyGame, state: Any, actor: Actor, action: Any, random: Random) -> Step:
    after, events = play(game, state, actor, action, random)
    return Step(state, actor, action, tuple(events), after)
