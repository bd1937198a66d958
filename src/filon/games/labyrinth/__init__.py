"""Le Labyrinthe Secret: a turning castle, pursuit, secret duels. The law in words is RULES.md beside it."""

from collections import Counter
from collections.abc import Mapping
from typing import Final

from filon.games.contract import (
    NO_CHANGES,
    NOTHING_FOLLOWED,
    AnyGame,
    Outcome,
    cannot_follow,
    no_table_actions,
)
from filon.games.labyrinth import drawing, legal, notation
from filon.games.labyrinth import imagine as _imagine
from filon.games.labyrinth import view as _view
from filon.games.labyrinth.deal import deal
from filon.games.labyrinth.decide import decide
from filon.games.labyrinth.evolve import evolve
from filon.games.labyrinth.model import Action, Ending, Event, Finished, Options, State, View
from filon.games.labyrinth.pieces import SEATS, largest_set


class Labyrinth:
    name = "labyrinth"
    title = "Le Labyrinthe Secret"
    prefix = "LAB"
    seats = SEATS
    options_type = Options
    state_type = State
    action_type = Action
    event_type = Event
    view_type = View
    simulation = Options(turn_limit=200)
    reveals: Mapping[str, frozenset[str]] = _view.REVEALS
    followed = NOTHING_FOLLOWED
    changes = NO_CHANGES

    deal = staticmethod(deal)
    to_act = staticmethod(legal.to_act)
    legal_actions = staticmethod(legal.legal_actions)
    table_actions = staticmethod(no_table_actions)
    decide = staticmethod(decide)
    evolve = staticmethod(evolve)
    view = staticmethod(_view.view)
    views = staticmethod(_view.views)
    reveal = staticmethod(_view.reveal)
    redact = staticmethod(_view.redact)
    follow = staticmethod(cannot_follow)
    imagine = staticmethod(_imagine.imagine)
    write = staticmethod(notation.write)
    read = staticmethod(notation.read)
    tell = staticmethod(notation.tell)
    draw = staticmethod(drawing.draw)

    @staticmethod
    def outcome(state: State) -> Outcome | None:
        """LAB-6: a full set wins; at the turn limit, the largest."""
        if not isinstance(state.phase, Finished):
            return None
        full = state.phase.ending is Ending.FULL_SET
        return Outcome(
            winners=state.phase.winners,
            reason="all the cards of one kind" if full else "the largest set when the turns were used up",
            scores=tuple(largest_set(hand) for hand in state.hands),
            tally={"turns": state.turn, "animals played": len(state.discarded)},
        )

    @staticmethod
    def pieces(state: State) -> Counter[str]:
        """LAB-1.2, and a pawn for each player."""
        cards = [*state.pile, *state.discarded, *(card for hand in state.hands for card in hand)]
        if state.sought is not None:
            cards.append(state.sought)
        return Counter([*(card.value for card in cards), *("pawn" for _ in state.pawns)])


LABYRINTH = Labyrinth()
GAME: Final[AnyGame] = LABYRINTH
