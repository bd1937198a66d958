"""The solver in the words of the game: a face, a card and the stock."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

from filon.games.outofmine.boards import GALLERIES
from filon.games.outofmine.cards import Card
from filon.games.outofmine.grid import cell
from filon.games.outofmine.pieces import COLOURS, FIGURES, BoardId, Colour, Heap, Shape, Side
from filon.games.outofmine.solver import Packer

_COLOUR_NUMBERS: Final = {colour: number for number, colour in enumerate(Colour)}
_FIGURES: Final = tuple(FIGURES[shape] for shape in Shape)
_GROUPS: Final = tuple(_COLOUR_NUMBERS[COLOURS[shape]] for shape in Shape)
_SHAPE_NUMBERS: Final = {shape: number for number, shape in enumerate(Shape)}


@cache
def packer(board: BoardId, side: Side) -> Packer:
    """The face with all shapes; they are numbered as in `Shape`, and their groups as in `Colour`."""
    return Packer((cell(at) for at in GALLERIES[board][side].squares), _FIGURES, _GROUPS)


def allowance(card: Card) -> Sequence[int]:
    """How many tiles of each colour the card grants."""
    return tuple(card.tiles.get(colour, 0) for colour in Colour)


def at_hand(stock: Iterable[Heap]) -> Sequence[int]:
    """How many tiles of each shape lie in the stock, whatever is printed on them."""
    count = [0] * len(_SHAPE_NUMBERS)
    for heap in stock:
        count[_SHAPE_NUMBERS[heap.tile.shape]] += heap.left
    return tuple(count)
