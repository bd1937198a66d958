"""Diamant: simultaneous secret choices, push your luck. RULES.md beside this file is the law in words."""

from collections import Counter
from collections.abc import Mapping
from typing import assert_never

from filon.games.contract import NO_CHANGES, Outcome, Seat, no_table_actions
from filon.games.diamant import imagine as _imagine
from filon.games.diamant import legal, notation
from filon.games.diamant import view as _view
from filon.games.diamant.deal import deal
from filon.games.diamant.decide import decide
from filon.games.diamant.evolve import evolve
from filon.games.diamant.model import Action, Event, Expedition, Finished, Options, State, View
from filon.games.diamant.pieces import CAVES, SEATS, card_name


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
    changes = NO_CHANGES

    deal = staticmethod(deal)
    to_act = staticmethod(legal.to_act)
    legal_actions = staticmethod(legal.legal_actions)
    table_actions = staticmethod(no_table_actions)
    decide = staticmethod(decide)
    evolve = staticmethod(evolve)
    view = staticmethod(_view.view)
    views = staticmethod(_view.views)
    redact = staticmethod(_view.redact)
    imagine = staticmethod(_imagine.imagine)
    write = staticmethod(notation.write)
    read = staticmethod(notation.read)
    tell = staticmethod(notation.tell)
    draw = staticmethod(notation.draw)

    @staticmethod
    def outcome(state: State) -> Outcome | None:
        """DIA-3.3: the fullest chest wins; a tie is a shared win."""
        if isinstance(state.phase, Expedition):
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
            case Expedition(pile=pile, gallery=gallery, inside=inside):
                cards = (*pile, *(turned.card for turned in gallery))
                elsewhere = CAVES - 1 if inside else CAVES
            case Finished(cards):
                elsewhere = CAVES
            case _:
                assert_never(state.phase)
        count = Counter(card_name(card) for card in cards)
        count.update(hazard.value for hazard in state.removed)
        if state.options.artifacts == "one_per_cave":
            count["artifact"] += elsewhere
        return count


DIAMANT = Diamant()
