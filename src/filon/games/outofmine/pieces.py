"""Tiles, colours, finds and the numbers of Out of Mine!"""

from collections import Counter
from collections.abc import Mapping
from enum import Enum
from typing import Final, Literal, NewType, TypeAlias

import msgspec

from filon.games.outofmine.geometry import Figure, drawn

BoardId = NewType("BoardId", int)
CardId = NewType("CardId", int)
Square = NewType("Square", int)
"""A square of a board, rock or gallery: row by row from the top left, 0 to 80."""

SEATS: Final = range(2, 5)  # OOM-1.0
GALLERY_SPAN: Final = 7  # OOM-1.3: no gallery is wider or higher
BOARD_SPAN: Final = GALLERY_SPAN + 2  # OOM-1.3: rock all round
PILE: Final = 6  # OOM-2.1
ROUNDS: Final = 7  # OOM-5.2
FULL_POINTS: Final = 10  # OOM-4.2
MOST_EMPTY: Final = 10  # OOM-4.2
CALL_POINTS: Final = 2  # OOM-4.3
ELF_POINTS: Final = 1  # OOM-4.4


class Colour(Enum):
    YELLOW = "yellow"
    BLUE = "blue"
    GREEN = "green"
    RED = "red"
    WHITE = "white"


class Find(Enum):
    """What is printed on a tile, OOM-1.5."""

    PLAIN = "plain"
    GOLD = "gold"
    SILVER = "silver"
    WORM = "worm"
    RAT = "rat"


class Side(Enum):
    """Which face of a gallery board lies up."""

    FRONT = "front"
    BACK = "back"


class Shape(Enum):
    """Named by the letter it looks like and its number of squares, OOM-1.1, OOM-1.2."""

    I1 = "I1"
    I2 = "I2"
    I3 = "I3"
    V3 = "V3"
    I4 = "I4"
    L4 = "L4"
    O4 = "O4"
    S4 = "S4"
    T4 = "T4"
    F5 = "F5"
    I5 = "I5"
    L5 = "L5"
    N5 = "N5"
    P5 = "P5"
    T5 = "T5"
    U5 = "U5"
    V5 = "V5"
    Y5 = "Y5"
    Z5 = "Z5"


class Tile(msgspec.Struct, frozen=True, gc=False):
    """A kind of tile: those with the same shape and print are as good as each other."""

    shape: Shape
    find: Find = Find.PLAIN


class Heap(msgspec.Struct, frozen=True, gc=False):
    """The tiles of one kind that lie in the stock."""

    tile: Tile
    left: int


FIGURES: Final[Mapping[Shape, Figure]] = {
    Shape.I1: drawn("#"),
    Shape.I2: drawn("##"),
    Shape.I3: drawn("###"),
    Shape.V3: drawn("## #."),
    Shape.I4: drawn("####"),
    Shape.L4: drawn("### #.."),
    Shape.O4: drawn("## ##"),
    Shape.S4: drawn(".## ##."),
    Shape.T4: drawn("### .#."),
    Shape.F5: drawn(".## ##. .#."),
    Shape.I5: drawn("#####"),
    Shape.L5: drawn("#### #..."),
    Shape.N5: drawn("##.. .###"),
    Shape.P5: drawn("### ##."),
    Shape.T5: drawn("### .#. .#."),
    Shape.U5: drawn("#.# ###"),
    Shape.V5: drawn("### #.. #.."),
    Shape.Y5: drawn("#### .#.."),
    Shape.Z5: drawn("##. .#. .##"),
}
COLOURS: Final[Mapping[Shape, Colour]] = {
    shape: tuple(Colour)[len(figure) - 1] for shape, figure in FIGURES.items()
}
"""OOM-1.1: a tile's colour tells its number of squares."""
COPIES: Final[Mapping[Colour, int]] = {
    Colour.YELLOW: 12,
    Colour.BLUE: 16,
    Colour.GREEN: 8,
    Colour.RED: 3,
    Colour.WHITE: 1,
}
"""OOM-1.1: tiles of each shape of the colour."""

_PRINTED: Final[Mapping[Shape, str]] = {
    Shape.I1: "gold silver worm rat",
    Shape.I2: "gold gold silver silver worm worm rat rat",
    Shape.I3: "gold silver worm rat",
    Shape.V3: "gold silver worm rat",
    Shape.I4: "gold worm",
    Shape.L4: "gold silver",
    Shape.O4: "silver rat",
    Shape.S4: "silver worm",
    Shape.T4: "gold rat",
    Shape.F5: "gold",
    Shape.I5: "rat",
    Shape.L5: "silver",
    Shape.N5: "worm",
    Shape.U5: "worm",
    Shape.Z5: "rat",
}
"""OOM-1.5, our design: nine tiles with each find; the others are plain."""


def _heaps() -> tuple[Heap, ...]:
    heaps: list[Heap] = []
    for shape in Shape:
        count = Counter(Find(word) for word in _PRINTED.get(shape, "").split())
        count[Find.PLAIN] = COPIES[COLOURS[shape]] - count.total()
        heaps += [Heap(Tile(shape, find), count[find]) for find in Find if count[find]]
    return tuple(heaps)


FindsOption: TypeAlias = Literal["off", "on"]
STOCKS: Final[Mapping[FindsOption, tuple[Heap, ...]]] = {
    "off": tuple(Heap(Tile(shape), COPIES[COLOURS[shape]]) for shape in Shape),
    "on": _heaps(),
}
"""All 69 tiles; without finds the game takes no notice of what is printed on them (OOM-4.4)."""
HEAP_PLACES: Final[Mapping[FindsOption, Mapping[Tile, int]]] = {
    finds: {heap.tile: at for at, heap in enumerate(stock)} for finds, stock in STOCKS.items()
}


def tile_name(tile: Tile) -> str:
    return tile.shape.value if tile.find is Find.PLAIN else f"{tile.shape.value} {tile.find.value}"
