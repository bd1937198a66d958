"""Out of Mine! in arrays: boards as grids, tiles as the grids that they cover, cards spelt out."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, assert_never

from filon.games.contract import AnyGame, Continue, Seat
from filon.games.outofmine import OUTOFMINE
from filon.games.outofmine.boards import ALL_BOARDS, Gallery
from filon.games.outofmine.cards import ALL_CARDS, TREASURES
from filon.games.outofmine.grid import LAYS
from filon.games.outofmine.model import (
    HANDS,
    Action,
    Away,
    Call,
    ChooseFace,
    ChoosingView,
    CountedView,
    FinishedView,
    GiveUp,
    MineView,
    Options,
    PickUp,
    Place,
    PlacingView,
    PutBack,
    ReadyView,
    Signal,
    Swap,
    Take,
    TakeOff,
    TimeUp,
    View,
)
from filon.games.outofmine.pieces import (
    BOARD_SPAN,
    CALL_POINTS,
    COLOURS,
    ELF_POINTS,
    FULL_POINTS,
    HEAP_PLACES,
    ROUNDS,
    STOCKS,
    Colour,
    Find,
    Shape,
    Side,
)
from filon.lab.encoding import Field, Layout, Observation, clockwise

PHASES: Final = (ChoosingView, ReadyView, PlacingView, CountedView, FinishedView)
SIDES: Final = tuple(Side)
PLACES: Final = tuple((shape, squares) for shape in Shape for squares in LAYS[shape])
"""By place in the fields `place` and `place_second`: a shape, and the squares it covers."""
SQUARES: Final = BOARD_SPAN * BOARD_SPAN
GRID: Final = (BOARD_SPAN, BOARD_SPAN)
ROCK: Final = 0
GALLERY: Final = 1
"""An elf's square is this and the number of its colour, from 1."""
MOST_PLACED: Final = 40
"""12 yellow tiles, 16 blue and 12 green cover 80 of the 81 squares."""
FINDS: Final = tuple(Find)[1:]
"""By place in the field `card_finds`."""
_MOST_TILES: Final = max(sum(card.tiles.values()) for card in TREASURES.values())
MOST_POINTS: Final = FULL_POINTS + CALL_POINTS + 4 * ELF_POINTS + 2 * _MOST_TILES
"""Of a round: four elves, and two points for each tile of the card (OOM-1.5)."""
_COLOURS: Final = {colour: 1 + number for number, colour in enumerate(Colour)}
_FINDS: Final = {find: number for number, find in enumerate(Find)}
_SQUARES: Final = {squares: number for number, (_, squares) in enumerate(PLACES)}


def layout_of(seats: int, options: Options) -> Layout:
    heaps = STOCKS[options.finds]
    elves, finds = options.elves == "on", options.finds == "on"
    ground = GALLERY + len(Colour) if elves else GALLERY
    fields = [
        Field("phase", (1,), 0, len(PHASES) - 1, "0 choosing, 1 ready, 2 placing, 3 counted, 4 finished"),
        Field("round", (1,), 1, ROUNDS, "the round, from 1"),
        Field("scores", (seats,), 0, ROUNDS * MOST_POINTS, "points so far"),
        Field("points", (ROUNDS, seats), 0, MOST_POINTS, "by round, what it came to; 0 until it is counted"),
        Field("boards", (seats,), 1, len(ALL_BOARDS), "the boards' numbers"),
        Field("boards_left", (len(ALL_BOARDS),), 0, 1, "by number less 1: has left the game (OOM-5.1)"),
        Field("cards_used", (len(ALL_CARDS),), 0, 1, "by number less 1: was played in an earlier round"),
        Field("barred", (seats,), 0, 2, "the face that may not be chosen: 1 front, 2 back; 0 none (OOM-5.1)"),
        Field("sides", (seats,), 0, 2, "the face that was chosen: 1 front, 2 back; 0 none yet"),
        Field(
            "faces",
            (seats, 2, *GRID),
            0,
            ground,
            "front and back of the board while faces are chosen, then the chosen one alone: 0 rock, 1 gallery"
            + (", 2 to 6 gallery beside a yellow, blue, green, red or white elf" if elves else ""),
        ),
        Field("cards", (seats, len(Colour)), 0, 4, "tiles of each colour that the card grants; 0 before"),
        Field("colours", (seats, *GRID), 0, len(Colour), "of the tile there: 1 yellow to 5 white; 0 none"),
        Field("order", (seats, *GRID), 0, MOST_PLACED, "the tile there is the board's so-many-th; 0 none"),
        Field(
            "hands", (seats, 2), 0, len(heaps), "the tiles in first and second hand: heaps, from 1; 0 none"
        ),
        Field("given_up", (seats,), 0, 1, "works no more in this round"),
        Field("stock", (len(heaps),), 0, max(heap.left for heap in heaps), "tiles left, heap by heap"),
    ]
    if finds:
        fields += [
            Field("card_finds", (seats, len(FINDS)), -2, 2, "points for each gold, silver, worm and rat"),
            Field("finds", (seats, *GRID), 0, len(FINDS), "on the tile there: 1 gold to 4 a rat; 0 none"),
        ]
    return Layout(*fields)


def actions_of(options: Options) -> Layout:
    heaps = len(STOCKS[options.finds])
    return Layout(
        Field("choose_face", (2,), 0, 1, "front, back (OOM-2.1)"),
        Field("take", (heaps,), 0, 1, "a tile from a heap (OOM-3.2)"),
        Field("swap", (heaps,), 0, 1, "the tile in the first hand for one from a heap"),
        Field("place", (len(PLACES),), 0, 1, "the tile in the first hand where a shape can lie (PLACES)"),
        Field("place_second", (len(PLACES),), 0, 1, "the same with the second hand"),
        Field("put_back", (len(HANDS),), 0, 1, "the tile in the first or second hand"),
        Field("pick_up", (SQUARES,), 0, 1, "the tile of the board whose first square this is"),
        Field("take_off", (SQUARES,), 0, 1, "the same, into the stock"),
        Field("call", (1,), 0, 1, "Out of Mine! (OOM-3.5)"),
        Field("give_up", (1,), 0, 1, "for the rest of the round (OOM-3.6)"),
    )


class OutOfMineEncoding:
    game: AnyGame = OUTOFMINE

    def __init__(self, seats: int, options: Options) -> None:
        self.seats = seats
        self.options: Any = options
        self.layout = layout_of(seats, options)
        self.actions = actions_of(options)
        self.heaps: Final = STOCKS[options.finds]
        """By place in the fields `take`, `swap` and `stock`."""
        self._heaps = HEAP_PLACES[options.finds]
        self._elves = options.elves == "on"
        self._finds = options.finds == "on"

    def observe(self, view: View, out: Observation) -> None:
        out[:] = 0
        part = self.layout.split(out)
        seen_as = clockwise(self.seats, view.seat)
        part["phase"][:] = PHASES.index(type(view.phase))
        part["round"][:] = view.round
        part["scores"][:] = [view.scores[seat] for seat in seen_as]
        for number, row in enumerate(view.points):
            part["points"][number] = [row[seat] for seat in seen_as]
        part["boards"][:] = [view.boards[seat] for seat in seen_as]
        part["boards_left"][[board - 1 for board in view.boards_left]] = 1
        part["cards_used"][[card - 1 for card in view.cards_used]] = 1
        part["stock"][:] = [heap.left for heap in self.heaps]
        self._observe_phase(view, seen_as, part)

    def _observe_phase(self, view: View, seen_as: Sequence[Seat], part: dict[str, Observation]) -> None:
        match view.phase:
            case ChoosingView(boards, barred, chosen):
                for place, seat in enumerate(seen_as):
                    part["barred"][place] = _side(barred, seat)
                    part["sides"][place] = _side(chosen, seat)
                    self._draw(boards[seat].front, part["faces"][place, 0])
                    self._draw(boards[seat].back, part["faces"][place, 1])
            case ReadyView(sides, galleries):
                for place, seat in enumerate(seen_as):
                    self._draw_chosen(sides[seat], galleries[seat], place, part)
            case PlacingView(mines, stock):
                for place, seat in enumerate(seen_as):
                    self._observe_mine(mines[seat], place, part)
                part["stock"][:] = [heap.left for heap in stock]
            case CountedView() | FinishedView():
                pass
            case _:
                assert_never(view.phase)

    def _observe_mine(self, shown: MineView, place: int, part: dict[str, Observation]) -> None:
        mine = shown.mine
        self._draw_chosen(mine.side, shown.gallery, place, part)
        part["cards"][place] = [shown.card.tiles.get(colour, 0) for colour in Colour]
        part["given_up"][place] = mine.given_up
        for hand, tile in enumerate((mine.hand, mine.second)):
            part["hands"][place, hand] = 0 if tile is None else 1 + self._heaps[tile]
        colours, order = part["colours"][place].reshape(SQUARES), part["order"][place].reshape(SQUARES)
        for number, placed in enumerate(mine.placed, start=1):
            squares = list(placed.squares)
            colours[squares] = _COLOURS[COLOURS[placed.tile.shape]]
            order[squares] = number
            if self._finds:
                part["finds"][place].reshape(SQUARES)[squares] = _FINDS[placed.tile.find]
        if self._finds:
            part["card_finds"][place] = [shown.card.finds.get(find, 0) for find in FINDS]

    def _draw_chosen(self, side: Side, gallery: Gallery, place: int, part: dict[str, Observation]) -> None:
        part["sides"][place] = 1 + SIDES.index(side)
        self._draw(gallery, part["faces"][place, SIDES.index(side)])

    def _draw(self, gallery: Gallery, face: Observation) -> None:
        ground = face.reshape(SQUARES)
        ground[list(gallery.squares)] = GALLERY
        if self._elves:
            for elf in gallery.elves:
                ground[elf.square] = GALLERY + _COLOURS[elf.colour]

    def indices(self, seat: Seat, legal: Sequence[Action]) -> list[int]:  # noqa: ARG002 - the same for all
        return [self._index(action) for action in legal]

    def _index(self, action: Action) -> int:
        at = self.actions.offsets
        match action:
            case ChooseFace(side):
                return at["choose_face"] + SIDES.index(side)
            case Take(tile):
                return at["take"] + self._heaps[tile]
            case Swap(tile):
                return at["swap"] + self._heaps[tile]
            case Place(squares, hand):
                return at["place" if hand == "first" else "place_second"] + _SQUARES[squares]
            case PutBack(hand):
                return at["put_back"] + HANDS.index(hand)
            case PickUp(square):
                return at["pick_up"] + square
            case TakeOff(square):
                return at["take_off"] + square
            case Call():
                return at["call"]
            case GiveUp():
                return at["give_up"]
            case Signal() | TimeUp() | Away() | Continue():
                raise ValueError("the table's own actions have no index, and the lab passes intermissions")
            case _:
                assert_never(action)


def _side(sides: Mapping[Seat, Side], seat: Seat) -> int:
    side = sides.get(seat)
    return 0 if side is None else 1 + SIDES.index(side)
