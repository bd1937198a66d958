"""What the OpenSpiel face refuses: errors of the lab that are pyspiel's too, so that either is caught."""

import pyspiel

from filon.games.contract import Malformed
from filon.lab import errors


class NotLegal(errors.NotLegal, pyspiel.SpielError):
    """An action or a chance outcome that is not among those of this state."""


class NotWaitedFor(errors.NotWaitedFor, pyspiel.SpielError):
    """Asked of a seat, or of chance, that has nothing to decide now."""


class GameIsOver(errors.GameIsOver, pyspiel.SpielError):
    pass


class BadParameter(Malformed, pyspiel.SpielError):
    """A game parameter that the game does not know, or not with this value."""
