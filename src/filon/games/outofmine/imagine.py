"""A state that the viewer cannot tell from the true one: only the piles are shuffled."""

from typing import assert_never

from filon.games.chance import shuffled
from filon.games.contract import Random
from filon.games.outofmine.boards import ALL_BOARDS
from filon.games.outofmine.cards import ALL_CARDS
from filon.games.outofmine.model import (
    Choosing,
    ChoosingView,
    Counted,
    CountedView,
    Finished,
    FinishedView,
    Phase,
    Placing,
    PlacingView,
    Ready,
    ReadyView,
    State,
    View,
)


def imagine(view: View, random: Random) -> State:
    seen_boards = {*view.boards, *view.boards_left}
    boards = shuffled((board for board in ALL_BOARDS if board not in seen_boards), random)
    seen_cards = set(view.cards_used)
    if isinstance(view.phase, PlacingView):
        seen_cards.update(shown.mine.card for shown in view.phase.mines)
    return State(
        options=view.options,
        round=view.round,
        scores=view.scores,
        boards=view.boards,
        phase=_phase(view),
        board_pile=boards[: view.board_pile],
        box=boards[view.board_pile :],
        card_pile=shuffled((card for card in ALL_CARDS if card not in seen_cards), random),
        boards_left=view.boards_left,
        cards_used=view.cards_used,
        points=view.points,
        last=None if view.last is None else view.last.sheet,
    )


def _phase(view: View) -> Phase:
    match view.phase:
        case PlacingView(mines, stock):
            return Placing(tuple(shown.mine for shown in mines), stock)
        case ChoosingView(barred=barred, chosen=chosen):
            return Choosing(barred, chosen)
        case ReadyView(sides=sides):
            return Ready(sides)
        case CountedView(ready):
            return Counted(ready)
        case FinishedView():
            return Finished()
        case _:
            assert_never(view.phase)
