"""Time enters the law as an action of the table itself: when it is due, and what an absence brings about."""

from typing import Any, assert_never

from filon.games.contract import Absence, AnyGame, Cause, Countdown, Elapsed, Intermission
from filon.tables.model import Settings, Timer


def delay_ms(settings: Settings, cause: Cause) -> int | None:
    """From when the action becomes legal; None: no clock brings it about."""
    match cause:
        case Countdown():
            return settings.countdown_ms
        case Elapsed(seconds):
            return seconds * 1000
        case Intermission():
            return settings.intermission_s * 1000
        case Absence():
            return None
        case _:
            assert_never(cause)


def rewound(
    game: AnyGame,
    settings: Settings,
    state: Any,
    running: tuple[Timer[Any], ...],
    at: int,
) -> tuple[Timer[Any], ...]:
    """The timers for this state: those of actions that stay legal run on, new ones begin."""
    causes = game.table_actions(state)
    if not causes:
        return ()
    ends = {timer.action: timer.at for timer in running}
    timers = []
    for action, cause in causes.items():
        delay = delay_ms(settings, cause)
        if delay is not None:
            timers.append(Timer(action, ends.get(action, at + delay)))
    return tuple(timers)


def absence_action(game: AnyGame, state: Any, seat: int) -> Any | None:
    """What the table does in the game when somebody is gone, if the game has anything for it."""
    for action, cause in game.table_actions(state).items():
        if isinstance(cause, Absence) and cause.seat == seat:
            return action
    return None
