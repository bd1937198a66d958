"""From an event to the next state: bookkeeping, no rules."""

from typing import assert_never

from msgspec.structs import replace

from filon.games.contract import Continued, Seat
from filon.games.intermission import with_ready
from filon.games.outofmine.model import (
    AllReady,
    BoardsDealt,
    Called,
    CardsTurned,
    Choosing,
    Counted,
    Event,
    FaceChosen,
    Finished,
    GameEnded,
    GaveUp,
    Hand,
    Mine,
    Placed,
    Placing,
    Ready,
    RoundCounted,
    Sheet,
    State,
    TilePickedUp,
    TilePlaced,
    TilePutBack,
    TileTaken,
    TileTakenOff,
    TimeRanOut,
    WentAway,
)
from filon.games.outofmine.pieces import HEAP_PLACES, STOCKS, CardId, Heap, Tile


def evolve(state: State, event: Event) -> State:
    match event:
        case TileTaken(seat, tile):
            mine = _mine(state, seat)
            return _with_mine(
                state, seat, _holding(mine, "first", tile, mine.placed), _moved(state, tile, -1)
            )
        case TilePlaced(seat, placed, hand):
            mine = _mine(state, seat)
            return _with_mine(state, seat, _holding(mine, hand, None, (*mine.placed, placed)))
        case TilePutBack(seat, tile, hand):
            mine = _mine(state, seat)
            return _with_mine(state, seat, _holding(mine, hand, None, mine.placed), _moved(state, tile, +1))
        case TilePickedUp(seat, placed, hand):
            mine = _mine(state, seat)
            return _with_mine(state, seat, _holding(mine, hand, placed.tile, _without(mine, placed)))
        case TileTakenOff(seat, placed):
            mine = _mine(state, seat)
            rest = replace(mine, placed=_without(mine, placed))
            return _with_mine(state, seat, rest, _moved(state, placed.tile, +1))
        case GaveUp(seat):
            return _with_mine(state, seat, replace(_mine(state, seat), given_up=True))
        case Called() | TimeRanOut() | WentAway():
            return state
        case FaceChosen(seat, side):
            assert isinstance(state.phase, Choosing)
            chosen = dict(sorted({**state.phase.chosen, seat: side}.items()))
            return replace(state, phase=Choosing(state.phase.barred, chosen))
        case AllReady(sides):
            return replace(state, phase=Ready(sides))
        case CardsTurned(cards):
            return _started(state, cards)
        case RoundCounted(sheet=sheet):
            return _counted(state, sheet)
        case Continued(seat):
            assert isinstance(state.phase, Counted)
            return replace(state, phase=Counted(with_ready(state.phase.ready, seat)))
        case BoardsDealt():
            return _dealt(state, event)
        case GameEnded():
            return replace(state, phase=Finished())
        case _:
            assert_never(event)


def _placing(state: State) -> Placing:
    assert isinstance(state.phase, Placing), "tiles move only in a round"
    return state.phase


def _mine(state: State, seat: Seat) -> Mine:
    return _placing(state).mines[seat]


def _with_mine(state: State, seat: Seat, mine: Mine, stock: tuple[Heap, ...] | None = None) -> State:
    old = _placing(state)
    mines = (*old.mines[:seat], mine, *old.mines[seat + 1 :])
    return replace(state, phase=Placing(mines, old.stock if stock is None else stock))


def _holding(mine: Mine, hand: Hand, tile: Tile | None, placed: tuple[Placed, ...]) -> Mine:
    """The mine with this in that hand, and these tiles on the board."""
    first, second = (tile, mine.second) if hand == "first" else (mine.hand, tile)
    return Mine(mine.board, mine.side, mine.card, placed, first, second, mine.given_up)


def _without(mine: Mine, gone: Placed) -> tuple[Placed, ...]:
    return tuple(placed for placed in mine.placed if placed != gone)


def _moved(state: State, tile: Tile, change: int) -> tuple[Heap, ...]:
    """The stock with one tile of a kind more or less."""
    stock = _placing(state).stock
    at = HEAP_PLACES[state.options.finds][tile]
    return (*stock[:at], Heap(tile, stock[at].left + change), *stock[at + 1 :])


def _started(state: State, cards: tuple[CardId, ...]) -> State:
    assert isinstance(state.phase, Ready)
    mines = tuple(
        Mine(board, side, card)
        for board, side, card in zip(state.boards, state.phase.sides, cards, strict=True)
    )
    return replace(
        state,
        phase=Placing(mines, STOCKS[state.options.finds]),
        card_pile=state.card_pile[: -len(cards)],
    )


def _counted(state: State, sheet: Sheet) -> State:
    """The points are written down; tiles and cards are cleared away, and the sheet shows how they lay."""
    points = tuple(count.points for count in sheet.counts)
    return replace(
        state,
        phase=Counted(),
        scores=tuple(score + more for score, more in zip(state.scores, points, strict=True)),
        points=(*state.points, points),
        last=sheet,
        cards_used=(*state.cards_used, *(count.mine.card for count in sheet.counts)),
    )


def _dealt(state: State, event: BoardsDealt) -> State:
    return replace(
        state,
        round=event.round,
        boards=event.boards,
        phase=Choosing(event.barred, {}),
        board_pile=state.board_pile[:-1],
        boards_left=(*state.boards_left, event.left),
    )
