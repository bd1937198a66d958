"""What a seat may know: everything but the order of the piles, and so the cards before the signal."""

from collections.abc import Iterable
from typing import Final, assert_never

from msgspec.structs import replace

from filon.games.contract import Seat
from filon.games.outofmine.boards import GALLERIES
from filon.games.outofmine.cards import TREASURES
from filon.games.outofmine.model import (
    BoardView,
    Choosing,
    ChoosingView,
    Counted,
    CountedView,
    Event,
    Finished,
    FinishedView,
    MineView,
    PhaseView,
    Placing,
    PlacingView,
    Ready,
    ReadyView,
    Sheet,
    SheetView,
    State,
    View,
)
from filon.games.outofmine.pieces import Side

REVEALS: Final = {
    "CardsTurned": frozenset({"cards"}),
    "BoardsDealt": frozenset({"joined", "boards", "barred"}),
}


def view(state: State, seat: Seat | None) -> View:
    return View(
        seat=seat,
        options=state.options,
        round=state.round,
        scores=state.scores,
        boards=state.boards,
        phase=_phase_view(state),
        board_pile=len(state.board_pile),
        box=len(state.box),
        card_pile=len(state.card_pile),
        boards_left=state.boards_left,
        cards_used=state.cards_used,
        points=state.points,
        last=None if state.last is None else _sheet_view(state.last),
    )


def views(state: State, seats: Iterable[Seat | None]) -> list[View]:
    """All see the same, but for the number of their seat."""
    public = view(state, None)
    return [replace(public, seat=seat) for seat in seats]


reveal = view
"""All lies open but the piles, which nobody looks into."""


def redact(event: Event, seat: Seat | None) -> Event:  # noqa: ARG001 - the contract's signature
    """Whatever happens here happens in the open."""
    return event


def _phase_view(state: State) -> PhaseView:
    match state.phase:
        case Placing(mines, stock):
            return PlacingView(
                tuple(
                    MineView(mine, GALLERIES[mine.board][mine.side], TREASURES[mine.card]) for mine in mines
                ),
                stock,
            )
        case Choosing(barred, chosen):
            boards = tuple(
                BoardView(board, GALLERIES[board][Side.FRONT], GALLERIES[board][Side.BACK])
                for board in state.boards
            )
            return ChoosingView(boards, barred, chosen)
        case Ready(sides):
            galleries = tuple(GALLERIES[board][side] for board, side in zip(state.boards, sides, strict=True))
            return ReadyView(sides, galleries)
        case Counted(ready):
            return CountedView(ready)
        case Finished():
            return FinishedView()
        case _:
            assert_never(state.phase)


def _sheet_view(sheet: Sheet) -> SheetView:
    mines = [count.mine for count in sheet.counts]
    return SheetView(
        sheet,
        tuple(GALLERIES[mine.board][mine.side] for mine in mines),
        tuple(TREASURES[mine.card] for mine in mines),
    )
