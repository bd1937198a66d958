"""Tiles, boards and cards of Out of Mine! as numbers that the kernel counts with.

Colours, finds, shapes and sides are numbered as in their enumerations, boards and cards as in the law. The
81 squares of a board are the bits of two numbers, for five rows and for four. A lay is a way in
which a shape can lie on a board; all of them are numbered, shape by shape, in the law's order.
"""

from collections.abc import Sequence
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from filon.games.outofmine.boards import GALLERIES
from filon.games.outofmine.cards import TREASURES
from filon.games.outofmine.grid import LAYS
from filon.games.outofmine.pieces import COLOURS, STOCKS, Colour, Find, FindsOption, Shape, Side

COLOUR_COUNT: Final = 5
FIND_COUNT: Final = 5
COLOUR_BITS: Final = 8
"""Of the counter of one colour's tiles, where those of all colours are one number."""
LOW_SQUARES: Final = 45
_LOW: Final = (1 << LOW_SQUARES) - 1


@mypyc_attr(allow_interpreted_subclasses=False)
class Tables:
    """What lies in the box, for a game with or without finds."""

    def __init__(self, finds: FindsOption) -> None:
        self._enter_lays()
        self._enter_galleries()
        self._enter_cards()
        shapes = tuple(Shape)
        finds_of_tiles = tuple(Find)
        stock = STOCKS[finds]
        self.stock: vec[i64] = vec[i64]([heap.left for heap in stock])
        self.heap_shape: vec[i64] = vec[i64]([shapes.index(heap.tile.shape) for heap in stock])
        self.heap_find: vec[i64] = vec[i64]([finds_of_tiles.index(heap.tile.find) for heap in stock])
        colours: list[int] = [tuple(Colour).index(COLOURS[heap.tile.shape]) for heap in stock]
        self.heap_colour: vec[i64] = vec[i64](colours)
        self.heap_step: vec[i64] = vec[i64]([1 << COLOUR_BITS * colour for colour in colours])
        """One in the counter of the tile's colour. In the kernel a shifted one would have but 32 bits."""

    def _enter_lays(self) -> None:
        self.lay_low: vec[i64] = vec[i64]()
        self.lay_high: vec[i64] = vec[i64]()
        self.lay_square: vec[i64] = vec[i64]()
        """The first of its squares, which names a tile on a board."""
        self.first_lay: vec[i64] = vec[i64]()
        """By shape, and one more."""
        for shape in Shape:
            self.first_lay = append(self.first_lay, i64(len(self.lay_low)))
            for squares, mask in LAYS[shape].items():
                self.lay_low = append(self.lay_low, i64(mask & _LOW))
                self.lay_high = append(self.lay_high, i64(mask >> LOW_SQUARES))
                self.lay_square = append(self.lay_square, i64(squares[0]))
        self.first_lay = append(self.first_lay, i64(len(self.lay_low)))

    def _enter_galleries(self) -> None:
        """By face: twice the board's number, and one more for its back. By elf: five to a face, by colour."""
        self.gallery_low: vec[i64] = vec[i64]([0, 0])
        self.gallery_high: vec[i64] = vec[i64]([0, 0])
        self.elf_low: vec[i64] = vec[i64]([0] * (2 * COLOUR_COUNT))
        self.elf_high: vec[i64] = vec[i64]([0] * (2 * COLOUR_COUNT))
        for faces in GALLERIES.values():
            for side in Side:
                gallery = faces[side]
                low, high = _halves(gallery.squares)
                self.gallery_low = append(self.gallery_low, low)
                self.gallery_high = append(self.gallery_high, high)
                for colour in Colour:
                    low, high = _halves([elf.square for elf in gallery.elves if elf.colour is colour])
                    self.elf_low = append(self.elf_low, low)
                    self.elf_high = append(self.elf_high, high)

    def _enter_cards(self) -> None:
        """By card: five entries each, by colour or find."""
        self.card_tiles: vec[i64] = vec[i64]([0] * COLOUR_COUNT)
        self.card_finds: vec[i64] = vec[i64]([0] * FIND_COUNT)
        for card in TREASURES.values():
            for colour in Colour:
                self.card_tiles = append(self.card_tiles, i64(card.tiles.get(colour, 0)))
            for find in Find:
                self.card_finds = append(self.card_finds, i64(card.finds.get(find, 0)))


def _halves(squares: Sequence[int]) -> tuple[i64, i64]:
    low = high = 0
    for at in squares:
        if at < LOW_SQUARES:
            low |= 1 << at
        else:
            high |= 1 << (at - LOW_SQUARES)
    return low, high


TABLES: Final = [Tables("off"), Tables("on")]
"""Without and with finds."""
