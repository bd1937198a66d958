"""What the OpenSpiel face refuses: errors of the lab that are pyspiel's too, so that either is caught."""

from collections.abc import Sequence

import pyspiel

from filon.games.contract import Malformed, Seat
from filon.lab import errors
from filon.lab.whole import whole


class NotLegal(errors.NotLegal, pyspiel.SpielError):
    """An action or a chance outcome that is not among those of this state."""


class NotWaitedFor(errors.NotWaitedFor, pyspiel.SpielError):
    """Asked of a seat, or of chance, that has nothing to decide now."""


class GameIsOver(errors.GameIsOver, pyspiel.SpielError):
    pass


class BadParameter(Malformed, pyspiel.SpielError):
    """A game parameter that the game does not know, or not with this value."""


class BadArgument(Malformed, pyspiel.SpielError):
    """A player that is none, or actions of more or fewer than there are."""


def require_player(player: object, players: int) -> Seat:
    number = whole(player)
    if number is None or not 0 <= number < players:
        raise BadArgument("player", f"{player!r} is none; they are from 0 to {players - 1}")
    return Seat(number)


def require_together(current: int, actions: Sequence[int], players: int, *, simultaneous: bool) -> None:
    """pyspiel hands on whatever `apply_actions` was given, at any node, and asks nothing.

    In a game that has simultaneous nodes it may stand for `apply_action` where one seat decides: so does
    OpenSpiel's rl_environment.
    """
    if current == pyspiel.PlayerId.TERMINAL:
        raise GameIsOver("the game is over; start from a new initial state")
    if current == pyspiel.PlayerId.CHANCE:
        raise NotWaitedFor("apply_action is for this node: chance decides here")
    if not simultaneous:
        raise NotWaitedFor(f"apply_action is for this game: seat {current} alone decides here")
    if len(actions) != players:
        raise BadArgument("actions", f"{len(actions)} of them for {players} players; give one for each")
