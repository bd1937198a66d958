"""Random play, step by step: what simulations count and what the contract suite checks."""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from filon.games.chance import pick
from filon.games.contract import TABLE, Actor, AnyGame, Random, Seat, in_intermission, play, play_one

PATIENCE: Final = 200
"""Decisions of the seats after which the table's own clock runs out, where a game has one."""


class Step(NamedTuple):
    before: Any
    actor: Actor
    action: Any
    events: tuple[Any, ...]
    after: Any


def walk(
    game: AnyGame, state: Any, random: Random, *, patience: int = PATIENCE, intermissions: bool = False
) -> Iterator[Step]:
    """Even choices to the end of the game: first among the seats waited for, then among their actions.

    The table acts when no seat has to, and whenever it can once `patience` decisions went by without it.
    With `intermissions` some seats say that they are ready before the table goes on; else it does at once.
    """
    one = play_one if intermissions else play
    since_table = 0
    while True:
        actor = _next_actor(game, state, random, late=since_table >= patience)
        if actor is None:
            return
        since_table = 0 if actor is TABLE else since_table + 1
        action = pick(game.legal_actions(state, actor), random)
        after, events = one(game, state, actor, action, random)
        yield Step(state, actor, action, tuple(events), after)
        state = after


def _next_actor(game: AnyGame, state: Any, random: Random, *, late: bool) -> Actor | None:
    waiting = sorted(game.to_act(state))
    if (not waiting or late) and game.legal_actions(state, TABLE):
        if not in_intermission(game, state):
            return TABLE
        ready = (Seat(seat) for seat in range(game.seats[-1]) if game.legal_actions(state, Seat(seat)))
        actors: tuple[Actor, ...] = (TABLE, *ready)
        return pick(actors, random)
    return pick(waiting, random) if waiting else None
