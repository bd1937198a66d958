"""Out of Mine!: a packing puzzle, everybody at once. RULES.md beside this file is the law in words."""

from collections import Counter
from collections.abc import Mapping
from typing import Final

from filon.games.contract import NOTHING_FOLLOWED, AnyGame, Changes, Outcome, Seat, cannot_follow
from filon.games.outofmine import imagine as _imagine
from filon.games.outofmine import legal, notation, picture
from filon.games.outofmine import view as _view
from filon.games.outofmine.deal import deal
from filon.games.outofmine.decide import decide
from filon.games.outofmine.evolve import evolve
from filon.games.outofmine.model import Action, Event, Finished, Options, Placing, State, View
from filon.games.outofmine.pieces import SEATS, STOCKS, tile_name

CHANGES: Final[Changes] = {
    2: {"RoundCounted": None, "Continue": None, "Continued": None, "State": None},
}
"""Since version 2 a round ends in an intermission, and what comes next is not part of it."""


class OutOfMine:
    name = "outofmine"
    title = "Out of Mine!"
    prefix = "OOM"
    seats = SEATS
    options_type = Options
    state_type = State
    action_type = Action
    event_type = Event
    view_type = View
    simulation = Options()
    reveals: Mapping[str, frozenset[str]] = _view.REVEALS
    followed = NOTHING_FOLLOWED
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
    follow = staticmethod(cannot_follow)
    imagine = staticmethod(_imagine.imagine)
    write = staticmethod(notation.write)
    read = staticmethod(notation.read)
    tell = staticmethod(notation.tell)
    draw = staticmethod(picture.draw)

    @staticmethod
    def outcome(state: State) -> Outcome | None:
        """OOM-5.2: the highest total wins; a tie is a shared win."""
        if not isinstance(state.phase, Finished):
            return None
        best = max(state.scores)
        return Outcome(
            winners=tuple(Seat(seat) for seat, score in enumerate(state.scores) if score == best),
            reason="the most points after seven rounds",
            scores=state.scores,
            tally={"points": sum(state.scores)},
        )

    @staticmethod
    def pieces(state: State) -> Counter[str]:
        """OOM-1.1, OOM-1.3, OOM-1.4: tiles, boards and cards, wherever they lie."""
        boards = (*state.boards, *state.board_pile, *state.box, *state.boards_left)
        cards = [*state.card_pile, *state.cards_used]
        stock = STOCKS[state.options.finds]
        count = Counter[str]()
        if isinstance(state.phase, Placing):
            stock = state.phase.stock
            for mine in state.phase.mines:
                cards.append(mine.card)
                count.update(tile_name(placed.tile) for placed in mine.placed)
                count.update(tile_name(tile) for _, tile in legal.held(mine))
        for heap in stock:
            count[tile_name(heap.tile)] += heap.left
        count.update(f"board {board}" for board in boards)
        count.update(f"card {card}" for card in cards)
        return count


OUTOFMINE = OutOfMine()
GAME: Final[AnyGame] = OUTOFMINE
