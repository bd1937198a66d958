"""Time enters the law as an action of the table itself: which ones, and how long after they become legal.

A game lists the table's actions among its legal ones; here they are known by name: no game knows a clock.
"""

from typing import Any

from filon.games.contract import TABLE, AnyGame
from filon.tables.model import Settings, Timer


def delay_ms(settings: Settings, action: Any) -> int | None:
    """None: no clock brings it about (an absence does)."""
    match type(action).__name__:
        case "Signal":
            return settings.countdown_ms
        case "TimeUp":
            limit = settings.options.get("round_limit")
            return limit * 1000 if isinstance(limit, int) else None
        case _:
            return None


def rewound(
    game: AnyGame,
    settings: Settings,
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
        delay = delay_ms(settings, action)
        if delay is not None:
            timers.append(Timer(action, ends.get(action, at + delay)))
    return tuple(timers)


def absence_action(game: AnyGame, state: Any, seat: int) -> Any | None:
    """What the table does in the game when somebody is gone, if the game has anything for it (OOM-3.7)."""
    for action in game.legal_actions(state, TABLE):
        if type(action).__name__ == "Away" and action.seat == seat:
            return action
    return None
