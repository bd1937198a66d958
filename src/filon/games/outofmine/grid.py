"""The 81 squares of a board, and every way in which a shape can lie on them."""

from collections.abc import Iterable, Mapping
from typing import Final

from filon.games.outofmine.geometry import Cell, orientations
from filon.games.outofmine.pieces import BOARD_SPAN, FIGURES, Shape, Square

_COLUMNS: Final = "abcdefghi"


def square(cell: Cell) -> Square:
    row, column = cell
    return Square(row * BOARD_SPAN + column)


def cell(at: Square) -> Cell:
    return divmod(at, BOARD_SPAN)


def mask(squares: Iterable[Square]) -> int:
    """The squares as bits of one number."""
    return sum(1 << at for at in squares)


def square_name(at: Square) -> str:
    """`c4`: a letter for the column from the left, a number for the row from the top."""
    row, column = cell(at)
    return f"{_COLUMNS[column]}{row + 1}"


SQUARES: Final[Mapping[str, Square]] = {
    square_name(Square(at)): Square(at) for at in range(BOARD_SPAN * BOARD_SPAN)
}


def _lays(shape: Shape) -> dict[tuple[Square, ...], int]:
    lays: dict[tuple[Square, ...], int] = {}
    for figure in orientations(FIGURES[shape]):
        height = max(row for row, _ in figure)
        width = max(column for _, column in figure)
        for top in range(BOARD_SPAN - height):
            for left in range(BOARD_SPAN - width):
                squares = tuple(square((top + row, left + column)) for row, column in figure)
                lays[squares] = mask(squares)
    return dict(sorted(lays.items()))


LAYS: Final[Mapping[Shape, Mapping[tuple[Square, ...], int]]] = {shape: _lays(shape) for shape in Shape}
"""By shape: the squares it can cover, in reading order, with their mask (OOM-1.1: turned, or turned over)."""
