"""What may be done in Out of Mine!"""

from collections.abc import Mapping, Sequence
from typing import Final

from filon.games import intermission
from filon.games.contract import TABLE, Absence, Actor, Cause, Countdown, Elapsed, Seat
from filon.games.outofmine.boards import GALLERY_MASKS
from filon.games.outofmine.cards import TREASURES
from filon.games.outofmine.grid import LAYS
from filon.games.outofmine.model import (
    HANDS,
    Action,
    Away,
    Call,
    ChooseFace,
    Choosing,
    Counted,
    GiveUp,
    Hand,
    Mine,
    Options,
    PickUp,
    Place,
    Placed,
    Placing,
    PutBack,
    Ready,
    Signal,
    State,
    Swap,
    Take,
    TakeOff,
    TimeUp,
)
from filon.games.outofmine.pieces import (
    COLOURS,
    HEAP_PLACES,
    STOCKS,
    Colour,
    Heap,
    Shape,
    Side,
    Square,
    Tile,
)

_CALL: Final = Call()
_GIVE_UP: Final = GiveUp()
_FACES: Final = {side: ChooseFace(side) for side in Side}
_FROM_HEAPS: Final = {
    finds: tuple((COLOURS[heap.tile.shape], Take(heap.tile), Swap(heap.tile)) for heap in stock)
    for finds, stock in STOCKS.items()
}
_PUT_BACKS: Final[Mapping[Hand, PutBack]] = {hand: PutBack(hand) for hand in HANDS}
_PLACES: Final[Mapping[Hand, Mapping[Shape, Sequence[tuple[int, Place]]]]] = {
    hand: {
        shape: tuple((mask, Place(squares, hand)) for squares, mask in lays.items())
        for shape, lays in LAYS.items()
    }
    for hand in HANDS
}


def to_act(state: State) -> frozenset[Seat]:
    match state.phase:
        case Choosing(chosen=chosen):
            return frozenset(seat for seat in seats_of(state) if seat not in chosen)
        case Placing(mines):
            return frozenset(Seat(seat) for seat, mine in enumerate(mines) if not mine.given_up)
        case _:
            return frozenset()


def seats_of(state: State) -> Sequence[Seat]:
    return tuple(Seat(seat) for seat in range(len(state.scores)))


def legal_actions(state: State, actor: Actor) -> Sequence[Action]:
    if actor is TABLE:
        return tuple(table_actions(state))
    if not 0 <= actor < len(state.scores):
        return ()
    match state.phase:
        case Choosing() as choosing:
            return tuple(_FACES[side] for side in Side if choosable(choosing, actor, side))
        case Placing(mines, stock) if not mines[actor].given_up:
            return _in_the_mine(state.options, mines[actor], stock)
        case Counted(ready):
            return intermission.may_continue(ready, len(state.scores), actor)
        case _:
            return ()


def table_actions(state: State) -> Mapping[Action, Cause]:
    """The signal (OOM-2.3), the end of a round's time (OOM-3.6), the hands of who is away (OOM-3.7), and
    the end of the intermission after a count (OOM-5.3).
    """
    match state.phase:
        case Ready():
            return {Signal(): Countdown()}
        case Placing(mines):
            actions: dict[Action, Cause] = {}
            if state.options.round_limit is not None:
                actions[TimeUp()] = Elapsed(state.options.round_limit)
            for seat, mine in enumerate(mines):
                if held(mine):
                    actions[Away(Seat(seat))] = Absence(Seat(seat))
            return actions
        case Counted(ready):
            return intermission.ends(ready)
        case _:
            return {}


def _in_the_mine(options: Options, mine: Mine, stock: tuple[Heap, ...]) -> list[Action]:
    """Asked for every seat at every motion of anybody: what can be made beforehand is."""
    actions: list[Action] = []
    for heap, (colour, take, swap) in zip(stock, _FROM_HEAPS[options.finds], strict=True):
        if heap.left and heap.tile != mine.hand and grants(options, mine, colour):
            actions.append(take if mine.hand is None else swap)
    covered = covered_squares(mine)
    barred = covered | barred_rock(options, mine)
    for hand, tile in held(mine):
        actions += [place for mask, place in _PLACES[hand][tile.shape] if not mask & barred]
        actions.append(_PUT_BACKS[hand])
    if free_hand(mine) is not None:
        actions += [PickUp(placed.squares[0]) for placed in mine.placed]
    actions += [TakeOff(placed.squares[0]) for placed in mine.placed]
    if not uncovered(mine, covered):
        actions.append(_CALL)
    actions.append(_GIVE_UP)
    return actions


def choosable(choosing: Choosing, seat: Seat, side: Side) -> bool:
    """OOM-5.1; and who has chosen may still change, OOM-2.1."""
    return side != choosing.barred.get(seat) and side != choosing.chosen.get(seat)


def free_hand(mine: Mine) -> Hand | None:
    """OOM-3.2: the hand that picks up from the board; the first also takes, so that it goes first."""
    if mine.hand is None:
        return "first"
    return "second" if mine.second is None else None


def held(mine: Mine) -> Sequence[tuple[Hand, Tile]]:
    """The tiles in the player's hands, the first hand's first."""
    both: Sequence[tuple[Hand, Tile | None]] = (("first", mine.hand), ("second", mine.second))
    return tuple((hand, tile) for hand, tile in both if tile is not None)


def grants(options: Options, mine: Mine, colour: Colour) -> bool:
    """OOM-3.3: whether the referee lets the first hand have one more tile of the colour out of the stock.

    What the second hand has lifted is still the board's: else one could lift a tile and take one too many.
    """
    if options.referee == "end":
        return True
    used = sum(COLOURS[placed.tile.shape] is colour for placed in mine.placed)
    if mine.second is not None:
        used += COLOURS[mine.second.shape] is colour
    return used < TREASURES[mine.card].tiles.get(colour, 0)


def barred_rock(options: Options, mine: Mine) -> int:
    """Where no tile may lie, besides under another, if the referee looks: off the gallery, OOM-3.3."""
    return ~GALLERY_MASKS[mine.board][mine.side] if options.referee == "live" else 0


def covered_squares(mine: Mine) -> int:
    covered = 0
    for placed in mine.placed:
        covered |= LAYS[placed.tile.shape][placed.squares]
    return covered


def uncovered(mine: Mine, covered: int) -> int:
    """OOM-3.5: gallery squares on which no tile lies, right or wrong."""
    return (GALLERY_MASKS[mine.board][mine.side] & ~covered).bit_count()


def placed_from(mine: Mine, square: Square) -> Placed | None:
    """The tile of the board that is named by the square, its first."""
    for placed in mine.placed:
        if placed.squares[0] == square:
            return placed
    return None


def heap_place(options: Options, tile: Tile) -> int | None:
    """Where the tile's heap lies in the stock; None if there is no such tile in this game."""
    return HEAP_PLACES[options.finds].get(tile)
