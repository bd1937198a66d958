"""What may be done in Out of Mine!"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from filon.games.contract import TABLE, Actor, Seat
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

_FACES: Final = {side: ChooseFace(side) for side in Side}
_TAKES: Final = {heap.tile: Take(heap.tile) for stock in STOCKS.values() for heap in stock}
_SWAPS: Final = {tile: Swap(tile) for tile in _TAKES}
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
        return tuple(_of_the_table(state))
    if not 0 <= actor < len(state.scores):
        return ()
    match state.phase:
        case Choosing() as choosing:
            return tuple(_FACES[side] for side in Side if choosable(choosing, actor, side))
        case Placing(mines, stock) if not mines[actor].given_up:
            return tuple(_in_the_mine(state.options, mines[actor], stock))
        case _:
            return ()


def _of_the_table(state: State) -> Iterator[Action]:
    match state.phase:
        case Ready():
            yield Signal()
        case Placing(mines):
            if state.options.round_limit is not None:
                yield TimeUp()
            for seat, mine in enumerate(mines):
                if held(mine):
                    yield Away(Seat(seat))
        case _:
            return


def _in_the_mine(options: Options, mine: Mine, stock: tuple[Heap, ...]) -> Iterator[Action]:
    takeable = (heap.tile for heap in stock if heap.left and grants(options, mine, COLOURS[heap.tile.shape]))
    if mine.hand is None:
        for tile in takeable:
            yield _TAKES[tile]
    else:
        for tile in takeable:
            if tile != mine.hand:
                yield _SWAPS[tile]
    for hand, tile in held(mine):
        yield from _from_the_hand(options, mine, hand, tile)
    if free_hand(mine) is not None:
        for placed in mine.placed:
            yield PickUp(placed.squares[0])
    for placed in mine.placed:
        yield TakeOff(placed.squares[0])
    if not uncovered(mine):
        yield Call()
    yield GiveUp()


def _from_the_hand(options: Options, mine: Mine, hand: Hand, tile: Tile) -> Iterator[Action]:
    barred = barred_squares(options, mine)
    for mask, place in _PLACES[hand][tile.shape]:
        if not mask & barred:
            yield place
    yield _PUT_BACKS[hand]


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


def barred_squares(options: Options, mine: Mine) -> int:
    """Where no tile may lie: under another, and on rock if the referee looks (OOM-3.3)."""
    barred = covered_squares(mine)
    if options.referee == "live":
        barred |= ~GALLERY_MASKS[mine.board][mine.side]
    return barred


def covered_squares(mine: Mine) -> int:
    covered = 0
    for placed in mine.placed:
        covered |= LAYS[placed.tile.shape][placed.squares]
    return covered


def uncovered(mine: Mine) -> int:
    """OOM-3.5: gallery squares on which no tile lies, right or wrong."""
    return (GALLERY_MASKS[mine.board][mine.side] & ~covered_squares(mine)).bit_count()


def placed_from(mine: Mine, square: Square) -> Placed | None:
    """The tile of the board that is named by the square, its first."""
    for placed in mine.placed:
        if placed.squares[0] == square:
            return placed
    return None


def heap_place(options: Options, tile: Tile) -> int | None:
    """Where the tile's heap lies in the stock; None if there is no such tile in this game."""
    return HEAP_PLACES[options.finds].get(tile)
