"""From an action to what happens, in the order of the rules."""

from collections.abc import Sequence
from typing import assert_never

from filon.games import intermission
from filon.games.chance import shuffled
from filon.games.contract import Actor, Continue, Random, Seat
from filon.games.outofmine import scoring
from filon.games.outofmine.legal import held, seats_of
from filon.games.outofmine.model import (
    Action,
    AllReady,
    Away,
    BoardsDealt,
    Call,
    Called,
    CardsTurned,
    ChooseFace,
    Counted,
    Event,
    FaceChosen,
    GameEnded,
    GaveUp,
    GiveUp,
    Mine,
    PickUp,
    Place,
    Placing,
    PutBack,
    RoundCounted,
    Sheet,
    Signal,
    State,
    Swap,
    Take,
    TakeOff,
    TilePickedUp,
    TilePlaced,
    TilePutBack,
    TileTaken,
    TileTakenOff,
    TimeRanOut,
    TimeUp,
    WentAway,
)
from filon.games.outofmine.pieces import ROUNDS, Side
from filon.games.outofmine.refuse import (
    require_absent,
    require_action,
    require_choosing,
    require_clock,
    require_covered,
    require_empty_hand,
    require_free_hand,
    require_in_hand,
    require_mine,
    require_place,
    require_placed,
    require_ready,
    require_seat,
    require_swappable,
    require_table,
    require_takeable,
)


def decide(state: State, actor: Actor, action: Action, random: Random) -> Sequence[Event]:
    require_action(action)
    match action:
        case Signal():
            require_table(state, actor, "OOM-2.3")
            require_ready(state)
            return (_turn_cards(state),)
        case TimeUp():
            require_table(state, actor, "OOM-3.6")
            return TimeRanOut(), _close(state, require_clock(state), None)
        case Away(seat):
            require_table(state, actor, "OOM-3.7")
            return WentAway(seat), *_let_go(seat, require_absent(state, seat))
        case ChooseFace(side):
            return _choose(state, require_seat(state, actor), side)
        case Continue():
            return _continue(state, actor, random)
        case _:
            return _work(state, require_seat(state, actor), action)


def _choose(state: State, seat: Seat, side: Side) -> Sequence[Event]:
    """OOM-2.1: the last choice makes everybody ready."""
    choosing = require_choosing(state, seat, side)
    chosen = {**choosing.chosen, seat: side}
    if len(chosen) < len(state.scores):
        return (FaceChosen(seat, side),)
    return FaceChosen(seat, side), AllReady(tuple(chosen[seat] for seat in seats_of(state)))


def _turn_cards(state: State) -> CardsTurned:
    """OOM-3.1: one card each from the top of the pile."""
    return CardsTurned(tuple(reversed(state.card_pile[-len(state.scores) :])))


def _work(
    state: State,
    seat: Seat,
    action: Take | Place | PutBack | Swap | PickUp | TakeOff | Call | GiveUp,
) -> Sequence[Event]:
    """What a player does in the mine: tiles (OOM-3.2 to 3.4), or the end of the work (OOM-3.5, OOM-3.6)."""
    placing, mine = require_mine(state, seat)
    match action:
        case Take(tile):
            require_empty_hand(mine)
            require_takeable(state, placing, mine, tile)
            return (TileTaken(seat, tile),)
        case Swap(tile):
            old = require_swappable(state, placing, mine, tile)
            return TilePutBack(seat, old), TileTaken(seat, tile)
        case PutBack(hand):
            return (TilePutBack(seat, require_in_hand(mine, hand), hand),)
        case Place(squares, hand):
            return (TilePlaced(seat, require_place(state, mine, squares, hand), hand),)
        case PickUp(square):
            hand = require_free_hand(mine)
            return (TilePickedUp(seat, require_placed(mine, square), hand),)
        case TakeOff(square):
            return (TileTakenOff(seat, require_placed(mine, square)),)
        case Call():
            require_covered(mine)
            return Called(seat), _close(state, placing, seat)
        case GiveUp():
            gone: Sequence[Event] = (*_let_go(seat, mine), GaveUp(seat))
            if any(not other.given_up for at, other in enumerate(placing.mines) if at != seat):
                return gone
            return (*gone, _close(state, placing, None))
        case _:
            assert_never(action)


def _let_go(seat: Seat, mine: Mine) -> Sequence[TilePutBack]:
    """What is held goes back to the stock, OOM-3.6 and OOM-3.7."""
    return tuple(TilePutBack(seat, tile, hand) for hand, tile in held(mine))


def _close(state: State, placing: Placing, caller: Seat | None) -> RoundCounted:
    """The round stops for everybody and is counted."""
    return RoundCounted(state.round, scoring.sheet(state.options, placing, caller))


def _continue(state: State, actor: Actor, random: Random) -> Sequence[Event]:
    """OOM-5.3: the next boards are dealt, or the game is over."""
    ready = state.phase.ready if isinstance(state.phase, Counted) else None
    said = intermission.continued(ready, len(state.scores), actor, "OOM-5.3")
    if said is not None:
        return (said,)
    if state.round == ROUNDS:  # OOM-5.2
        return (GameEnded(state.scores),)
    assert state.last is not None
    return (_deal_boards(state, state.last, random),)


def _deal_boards(state: State, sheet: Sheet, random: Random) -> BoardsDealt:
    """OOM-5.1."""
    leaving = scoring.board_to_leave(sheet)
    joined = state.board_pile[-1]
    others = (*state.boards[:leaving], *state.boards[leaving + 1 :])
    boards = shuffled((*others, joined), random)
    barred = {
        Seat(seat): count.mine.side
        for seat, (count, board) in enumerate(zip(sheet.counts, boards, strict=True))
        if count.mine.board == board
    }
    return BoardsDealt(state.round + 1, state.boards[leaving], joined, boards, barred)
