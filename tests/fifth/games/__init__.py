"""Candles: the fifth game, made up for the tests. RULES.md beside this file is the law in words."""

from collections import Counter
from collections.abc import Mapping
from typing import Final

from filon.games.contract import NO_CHANGES, AnyGame, no_table_actions
from tests.fifth.games import law, notation
from tests.fifth.games import view as _view
from tests.fifth.games.model import SEATS, Action, Dark, Event, Options, State, View


class Candles:
    name = "candles"
    title = "Candles"
    prefix = "CAN"
    seats = SEATS
    options_type = Options
    state_type = State
    action_type = Action
    event_type = Event
    view_type = View
    simulation = Options()
    reveals: Mapping[str, frozenset[str]] = _view.REVEALS
    followed = _view.FOLLOWED
    changes = NO_CHANGES

    deal = staticmethod(law.deal)
    to_act = staticmethod(law.to_act)
    legal_actions = staticmethod(law.legal_actions)
    table_actions = staticmethod(no_table_actions)
    decide = staticmethod(law.decide)
    evolve = staticmethod(law.evolve)
    view = staticmethod(_view.view)
    views = staticmethod(_view.views)
    reveal = staticmethod(_view.reveal)
    redact = staticmethod(_view.redact)
    follow = staticmethod(_view.follow)
    imagine = staticmethod(_view.imagine)
    outcome = staticmethod(law.outcome)
    write = staticmethod(notation.write)
    read = staticmethod(notation.read)
    tell = staticmethod(notation.tell)
    draw = staticmethod(notation.draw)

    @staticmethod
    def pieces(state: State) -> Counter[str]:
        """CAN-1.1."""
        candles = (*state.box, *state.burnt, *(candle for hand in state.hands for candle in hand))
        there = (state.phase.gem,) if isinstance(state.phase, Dark) else ()
        gems = (*state.pile, *there, *state.lost, *(gem for won in state.won for gem in won))
        return Counter([*(f"candle {candle}" for candle in candles), *(f"gem {gem}" for gem in gems)])


GAME: Final[AnyGame] = Candles()
