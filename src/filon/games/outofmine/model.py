"""Options, State, Action, Event and View of Out of Mine!"""

from typing import Annotated, Final, Literal, TypeAlias

import msgspec

from filon.games.contract import Continue, Continued, Seat
from filon.games.outofmine.boards import Gallery
from filon.games.outofmine.cards import Card
from filon.games.outofmine.pieces import BoardId, CardId, Heap, Side, Square, Tile


class Options(msgspec.Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True):
    referee: Annotated[
        Literal["end", "live"],
        msgspec.Meta(
            description="Whether mistakes are found at the end of the round, or refused on the spot",
            extra={"rule": "OOM-3.3"},
        ),
    ] = "end"
    round_limit: Annotated[
        Annotated[int, msgspec.Meta(ge=10, le=86_400)] | None,
        msgspec.Meta(
            description="Seconds after which a round ends without a call", extra={"rule": "OOM-3.6"}
        ),
    ] = 300
    elves: Annotated[
        Literal["off", "on"],
        msgspec.Meta(
            description="Elves reward a tile of their colour beside them", extra={"rule": "OOM-4.4"}
        ),
    ] = "off"
    finds: Annotated[
        Literal["off", "on"],
        msgspec.Meta(
            description="Gold, silver, worms and rats on the tiles count as the card says",
            extra={"rule": "OOM-4.4"},
        ),
    ] = "off"


Hand: TypeAlias = Literal["first", "second"]
"""The first takes from the stock or picks up from the board; the second only picks up, OOM-3.2."""
HANDS: Final[tuple[Hand, ...]] = ("first", "second")


class Placed(msgspec.Struct, frozen=True, gc=False):
    """A tile on a board, and the squares it covers in reading order."""

    tile: Tile
    squares: tuple[Square, ...]


class Mine(msgspec.Struct, frozen=True, gc=False):
    """What one player works on in a round; the tile placed last is the last of `placed`."""

    board: BoardId
    side: Side
    card: CardId
    placed: tuple[Placed, ...] = ()
    hand: Tile | None = None
    """In the first hand: taken out of the stock, or lifted from the board."""
    second: Tile | None = None
    """In the second hand: lifted from the board while the first was full."""
    given_up: bool = False


class Choosing(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Everybody chooses a face, except the one that OOM-5.1 bars; all tiles are in the stock."""

    barred: dict[Seat, Side]
    chosen: dict[Seat, Side]


class Ready(msgspec.Struct, frozen=True, gc=False, tag=True):
    """All faces are chosen; the signal is to come."""

    sides: tuple[Side, ...]


class Placing(msgspec.Struct, frozen=True, gc=False, tag=True):
    mines: tuple[Mine, ...]
    stock: tuple[Heap, ...]


class Counted(msgspec.Struct, frozen=True, gc=False, tag=True):
    """The round is counted (`State.last`) and cleared away; nothing of the next one exists, OOM-5.3."""

    ready: tuple[Seat, ...] = ()


class Finished(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Seven rounds are counted; all tiles are back in the stock."""


Phase: TypeAlias = Choosing | Ready | Placing | Counted | Finished

Fault: TypeAlias = Literal["over the edge", "wrong colour", "one too many"]


class Removed(msgspec.Struct, frozen=True, gc=False):
    """A tile that was taken off before counting, OOM-4.1."""

    placed: Placed
    fault: Fault


class Count(msgspec.Struct, frozen=True, gc=False):
    """How one player's round was counted, OOM-4: `points` is what it came to."""

    mine: Mine
    removed: tuple[Removed, ...]
    empty: int
    call: int
    elves: int
    finds: int
    points: int


class Sheet(msgspec.Struct, frozen=True, gc=False):
    """The count of a round; `caller` is None when nobody called."""

    caller: Seat | None
    counts: tuple[Count, ...]


class State(msgspec.Struct, frozen=True, gc=False):
    """The next board and the next cards are the last of their piles."""

    options: Options
    round: int
    scores: tuple[int, ...]
    boards: tuple[BoardId, ...]
    phase: Phase
    board_pile: tuple[BoardId, ...]
    box: tuple[BoardId, ...]
    """Boards that never came into the game, OOM-2.1."""
    card_pile: tuple[CardId, ...]
    boards_left: tuple[BoardId, ...] = ()
    """Boards that have left the game, OOM-5.1."""
    cards_used: tuple[CardId, ...] = ()
    points: tuple[tuple[int, ...], ...] = ()
    """By round, what each seat got."""
    last: Sheet | None = None
    """The count of the latest round, once there is one."""


class ChooseFace(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """And be ready; it may be changed until the last player is."""

    side: Side


class Take(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """A tile out of the stock, into the empty first hand."""

    tile: Tile


class Place(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True, omit_defaults=True):
    """The tile in this hand on these squares, named in reading order."""

    squares: tuple[Square, ...]
    hand: Hand = "first"


class PutBack(
    msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True, omit_defaults=True
):
    """The tile in this hand, into the stock."""

    hand: Hand = "first"


class Swap(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """The tile in the first hand for this one of the stock, in one motion: who is late keeps the old one."""

    tile: Tile


class PickUp(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """A tile of the own board, named by its first square, to move or turn it: into the first hand if that is
    empty, else into the second.
    """

    square: Square


class TakeOff(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """A tile of the own board, named by its first square, straight into the stock."""

    square: Square


class Call(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """\"Out of Mine!\""""


class GiveUp(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """Nothing more in this round; what lies on the board counts."""


class Signal(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """By the table: the round starts for everybody at once."""


class TimeUp(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """By the table: the round has lasted as long as it may."""


class Away(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """By the table: this player is gone with one or two tiles in hand."""

    seat: Seat


Action: TypeAlias = (
    ChooseFace
    | Take
    | Place
    | PutBack
    | Swap
    | PickUp
    | TakeOff
    | Call
    | GiveUp
    | Continue
    | Signal
    | TimeUp
    | Away
)


class FaceChosen(msgspec.Struct, frozen=True, gc=False, tag=True):
    seat: Seat
    side: Side


class AllReady(msgspec.Struct, frozen=True, gc=False, tag=True):
    sides: tuple[Side, ...]


class CardsTurned(msgspec.Struct, frozen=True, gc=False, tag=True):
    """The signal was given, and everybody's treasure card is face up."""

    cards: tuple[CardId, ...]


class TileTaken(msgspec.Struct, frozen=True, gc=False, tag=True):
    seat: Seat
    tile: Tile


class TilePlaced(msgspec.Struct, frozen=True, gc=False, tag=True, omit_defaults=True):
    seat: Seat
    placed: Placed
    hand: Hand = "first"


class TilePutBack(msgspec.Struct, frozen=True, gc=False, tag=True, omit_defaults=True):
    seat: Seat
    tile: Tile
    hand: Hand = "first"


class TilePickedUp(msgspec.Struct, frozen=True, gc=False, tag=True, omit_defaults=True):
    seat: Seat
    placed: Placed
    hand: Hand = "first"


class TileTakenOff(msgspec.Struct, frozen=True, gc=False, tag=True):
    seat: Seat
    placed: Placed


class WentAway(msgspec.Struct, frozen=True, gc=False, tag=True):
    seat: Seat


class GaveUp(msgspec.Struct, frozen=True, gc=False, tag=True):
    seat: Seat


class Called(msgspec.Struct, frozen=True, gc=False, tag=True):
    seat: Seat


class TimeRanOut(msgspec.Struct, frozen=True, gc=False, tag=True):
    pass


class RoundCounted(msgspec.Struct, frozen=True, gc=False, tag=True):
    round: int
    sheet: Sheet


class BoardsDealt(msgspec.Struct, frozen=True, gc=False, tag=True):
    """`left` has left the game, `joined` has come from the pile; `barred` faces may not be chosen."""

    round: int
    left: BoardId
    joined: BoardId
    boards: tuple[BoardId, ...]
    barred: dict[Seat, Side]


class GameEnded(msgspec.Struct, frozen=True, gc=False, tag=True):
    scores: tuple[int, ...]


Event: TypeAlias = (
    FaceChosen
    | AllReady
    | CardsTurned
    | TileTaken
    | TilePlaced
    | TilePutBack
    | TilePickedUp
    | TileTakenOff
    | WentAway
    | GaveUp
    | Called
    | TimeRanOut
    | RoundCounted
    | Continued
    | BoardsDealt
    | GameEnded
)


class BoardView(msgspec.Struct, frozen=True, gc=False):
    """A board with both its faces, to choose from."""

    board: BoardId
    front: Gallery
    back: Gallery


class ChoosingView(msgspec.Struct, frozen=True, gc=False, tag="Choosing"):
    boards: tuple[BoardView, ...]
    barred: dict[Seat, Side]
    chosen: dict[Seat, Side]


class ReadyView(msgspec.Struct, frozen=True, gc=False, tag="Ready"):
    sides: tuple[Side, ...]
    galleries: tuple[Gallery, ...]


class MineView(msgspec.Struct, frozen=True, gc=False):
    """A mine with its gallery and card spelt out."""

    mine: Mine
    gallery: Gallery
    card: Card


class PlacingView(msgspec.Struct, frozen=True, gc=False, tag="Placing"):
    mines: tuple[MineView, ...]
    stock: tuple[Heap, ...]


class CountedView(msgspec.Struct, frozen=True, gc=False, tag="Counted"):
    ready: tuple[Seat, ...]


class FinishedView(msgspec.Struct, frozen=True, gc=False, tag="Finished"):
    pass


class SheetView(msgspec.Struct, frozen=True, gc=False):
    """A count with the galleries and cards of its round spelt out."""

    sheet: Sheet
    galleries: tuple[Gallery, ...]
    cards: tuple[Card, ...]


PhaseView: TypeAlias = ChoosingView | ReadyView | PlacingView | CountedView | FinishedView


class View(msgspec.Struct, frozen=True, gc=False):
    """What one seat, or a spectator, may know: the piles are only counted."""

    seat: Seat | None
    options: Options
    round: int
    scores: tuple[int, ...]
    boards: tuple[BoardId, ...]
    phase: PhaseView
    board_pile: int
    box: int
    card_pile: int
    boards_left: tuple[BoardId, ...]
    cards_used: tuple[CardId, ...]
    points: tuple[tuple[int, ...], ...]
    last: SheetView | None
