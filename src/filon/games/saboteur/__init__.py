"""Saboteur: hidden roles, turns, tile laying. RULES.md beside this file is the law in words."""

from collections import Counter
from collections.abc import Mapping
from typing import Final

from filon.games.contract import AnyGame, Changes, Outcome, Seat, whole
from filon.games.saboteur import drawing, gold, legal, notation
from filon.games.saboteur import imagine as _imagine
from filon.games.saboteur import view as _view
from filon.games.saboteur.deal import deal
from filon.games.saboteur.decide import decide
from filon.games.saboteur.evolve import evolve
from filon.games.saboteur.follow import FOLLOWED, follow
from filon.games.saboteur.maze import GOAL_CELLS, LAID, START_CELL
from filon.games.saboteur.model import Action, Event, Finished, Options, SharingGold, State, View, Winner
from filon.games.saboteur.pieces import BROKEN, SEATS, Card

CHANGES: Final[Changes] = {
    2: {"RoundEnded": None, "Continue": None, "Continued": None, "State": None},
}
"""Since version 2 a round ends in an intermission, and what comes next is not part of it."""


class Saboteur:
    name = "saboteur"
    title = "Saboteur"
    prefix = "SAB"
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
    draw = staticmethod(drawing.draw)

    @staticmethod
    def outcome(state: State) -> Outcome | None:
        """SAB-8.3: most nuggets win; a tie is a shared win."""
        if not isinstance(state.phase, Finished):
            return None
        scores = gold.scores(state)
        best = max(scores)
        wins = Counter(result.winner for result in state.results)
        return Outcome(
            winners=tuple(Seat(seat) for seat, score in enumerate(scores) if score == best),
            reason="the most nuggets after three rounds",
            scores=scores,
            tally={f"rounds won by {winner.value}": wins[winner] for winner in Winner},
        )

    @staticmethod
    def pieces(state: State) -> Counter[str]:
        """SAB-1.1 to SAB-1.4, and the dwarves of this number of players."""
        table = state.round
        count = Counter(card.value for hand in (*table.hands, table.pile) for card in hand)
        count.update(whole(discarded.card).value for discarded in table.discards)
        count.update(BROKEN[tool].value for tools in table.broken for tool in tools)
        count.update(goal.card.value for goal in table.goals)
        for cell, shape in table.maze.items():
            if cell == START_CELL:
                count[Card.START.value] += 1
            elif cell not in GOAL_CELLS:
                count[LAID[shape][0].value] += 1
        count.update(role.value for role in (*table.roles, table.set_aside))
        held = gold.gold_cards(state.ledger, len(table.hands))
        shared = state.phase.cards if isinstance(state.phase, SharingGold) else ()
        count.update(f"gold {nuggets}" for cards in (*held, shared, state.gold_deck) for nuggets in cards)
        return count


SABOTEUR = Saboteur()
GAME: Final[AnyGame] = SABOTEUR
