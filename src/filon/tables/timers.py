"""Time enters the law as an action of the table itself: which ones, and how long after they become legal.

A game lists the table's actions among its legal ones; here they are known by name: no game knows a clock.
"""

from collections.abc import Mapping
from typing import Any, Final

from filon.games.contract import TABLE, AnyGame
from filon.tables.model import Timer

COUNTDOWN_MS: Final = 5_000
"""OOM-2.3: a visible count-down before the signal."""


def delay_ms(options: Mapping[str, str | int | None], action: Any) -> int | None:
    """None: no clock brings it about (an absence does)."""
    match type(action).__name__:
        case "Signal":
            return COUNTDOWN_MS
        case "TimeUp":
            limit = options.get("round_limit")
            return limit * 1000 if isinstance(limit, int) else None
        case _:
            return None


def rewound(
    game: AnyGame,
    options: Mapping[str, str | int | None],
    state: Any,
    running: tuple[Timer[Any], ...],
    at: int,
) -> tuple[Timer[Any], ...]:
    """The timers for this state: those of actions that stay legal run on, new ones begin."""
    actions = game.legal_actions(state, TABLE)
    if not actions:
        return ()
    ends = {timer.action: timer.at for timer in running}
    timers = []
    for action in actions:
        delay = delay_ms(options, action)
        if delay is not None:
            timers.append(Timer(action, ends.get(action, at + delay)))
    return tuple(timers)


def absence_action(game: AnyGame, state: Any, seat: int) -> Any | None:
    """What the table does in the game when somebody is gone, if the game has anything for it (OOM-3.7)."""
    for action in game.legal_actions(state, TABLE):
        if type(action).__name__ == "Away" and action.seat == seat:
            return action
    return None
