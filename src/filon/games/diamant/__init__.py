"""Diamant: simultaneous secret choices, push your luck. RULES.md beside this file is the law in words."""

from collections import Counter
from collections.abc import Mapping
from typing import Final, assert_never

from filon.games.contract import AnyGame, Changes, Outcome, Seat
from filon.games.diamant import imagine as _imagine
from filon.games.diamant import legal, notation
from filon.games.diamant import view as _view
from filon.games.diamant.deal import deal
from filon.games.diamant.decide import decide
from filon.games.diamant.evolve import evolve
from filon.games.diamant.follow import FOLLOWED, follow
from filon.games.diamant.model import Action, CaveOver, Event, Expedition, Finished, Options, State, View
from filon.games.diamant.pieces import CAVES, SEATS, Hazard, card_name

CHANGES: Final[Changes] = {
    2: {"CaveLeft": None, "CaveFled": None, "Continue": None, "Continued": None, "State": None},
}
"""Since version 2 a round ends in an intermission, and what comes next is not part of it."""


class Diamant:
    name = "diamant"
    title = "Diamant"
    prefix = "DIA"
    seats = SEATS
    options_type = Options
    state_type = State
    action_type = Action
    event_type = Event
    view_type = View
    simulation = Options()
    reveals: Mapping[str, frozenset[str]] = _view.REVEALS
    followed = FOLLOWED
    changes = CHANGES

    deal = staticmethod(deal)
    to_act = staticmethod(legal.to_act)
    legal_actions = staticmethod(legal.legal_actions)
    table_actions = staticmethod(legal.table_actions)
    decide = staticmethod(decide)
    evolve = staticmethod(evolve)
    view = staticmethod(_view.view)
    views = staticmethod(_view.views)
    reveal = staticmethod(_view.reveal)
    redact = staticmethod(_view.redact)
    follow = staticmethod(follow)
    imagine = staticmethod(_imagine.imagine)
    write = staticmethod(notation.write)
    read = staticmethod(notation.read)
    tell = staticmethod(notation.tell)
    draw = staticmethod(notation.draw)

    @staticmethod
    def outcome(state: State) -> Outcome | None:
        """DIA-3.3: the fullest chest wins; a tie is a shared win."""
        if not isinstance(state.phase, Finished):
            return None
        best = max(state.chests)
        return Outcome(
            winners=tuple(Seat(seat) for seat, chest in enumerate(state.chests) if chest == best),
            reason="the fullest chest after five caves",
            scores=state.chests,
            tally={"caves fled": len(state.removed), "caves left": CAVES - len(state.removed)},
        )

    @staticmethod
    def pieces(state: State) -> Counter[str]:
        """DIA-1.1, and an artifact for each cave if there are any."""
        match state.phase:
            case Expedition(pile=pile, gallery=gallery) | CaveOver(pile=pile, gallery=gallery):
                cards = (*pile, *(turned.card for turned in gallery))
                elsewhere = CAVES - 1
            case Finished(cards):
                elsewhere = CAVES
            case _:
                assert_never(state.phase)
        count = Counter(card_name(card) for card in cards)
        count.update(hazard.value for hazard in _taken_out(state))
        if state.options.artifacts == "one_per_cave":
            count["artifact"] += elsewhere
        return count


def _taken_out(state: State) -> tuple[Hazard, ...]:
    """The hazard that ended a cave lies in its gallery until the cards are gathered in."""
    fled = isinstance(state.phase, CaveOver) and state.phase.hazard is not None
    return state.removed[:-1] if fled else state.removed


DIAMANT = Diamant()
GAME: Final[AnyGame] = DIAMANT
