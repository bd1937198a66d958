"""Boards and tiles in characters."""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Final

from filon.games.outofmine.geometry import Cell
from filon.games.outofmine.grid import cell, square
from filon.games.outofmine.pieces import BOARD_SPAN, FIGURES, Shape, Square

_ROCK: Final = -1
_FREE: Final = 0
_LINES: Final = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
"""By the arms that meet: 1 up, 2 right, 4 down, 8 left."""
_HALVES: Final = " ▀▄█"
"""1 for the upper cell, 2 for the lower one."""


def large(
    gallery: Sequence[Square],
    tiles: Mapping[Square, int],
    letters: Mapping[Square, str],
    elves: Mapping[Square, str],
    finds: Mapping[Square, str],
) -> Sequence[str]:
    """A board with coordinates and a line around each tile (a number in `tiles`).

    In a square: the letter of its elf, then the tile's colour, then the tile's find.
    """
    areas: dict[Cell, int] = {cell(at): _FREE for at in gallery}
    areas.update((cell(at), number) for at, number in tiles.items())
    rows = ["    " + "".join(f" {column}  " for column in "abcdefghi")]
    for row in range(BOARD_SPAN + 1):
        rows.append("   " + _border(areas, row))
        if row < BOARD_SPAN:
            line = f"{row + 1:2} "
            for column in range(BOARD_SPAN):
                at = square((row, column))
                line += _wall(areas, (row, column - 1), (row, column))
                if areas.get((row, column), _ROCK) == _ROCK:
                    line += "░░░"
                else:
                    line += f"{elves.get(at, ' ')}{letters.get(at, '·')}{finds.get(at, ' ')}"
            rows.append(line + _wall(areas, (row, BOARD_SPAN - 1), (row, BOARD_SPAN)))
    return rows


def _border(areas: Mapping[Cell, int], row: int) -> str:
    """The line above a row: where four squares meet, and between two that lie above each other."""
    line = ""
    for column in range(BOARD_SPAN + 1):
        above_left, above = (row - 1, column - 1), (row - 1, column)
        below_left, below = (row, column - 1), (row, column)
        corner = [areas.get(at, _ROCK) for at in (above_left, above, below, below_left)]
        arms = sum(1 << arm for arm in range(4) if corner[arm] != corner[(arm + 1) % 4])
        line += _LINES[arms] if arms else "░" if corner[0] == _ROCK else " "
        if column < BOARD_SPAN:
            upper, lower = areas.get(above, _ROCK), areas.get(below, _ROCK)
            line += "───" if upper != lower else "░░░" if upper == _ROCK else "   "
    return line


def _wall(areas: Mapping[Cell, int], left: Cell, right: Cell) -> str:
    here, there = areas.get(left, _ROCK), areas.get(right, _ROCK)
    return "│" if here != there else "░" if here == _ROCK else " "


def small(
    gallery: Sequence[Square], letters: Mapping[Square, str], elves: Mapping[Square, str]
) -> Sequence[str]:
    """A board with a letter for each square: a tile's colour, or the elf's beside an empty one."""
    rows: list[str] = []
    inside = set(gallery)
    for row in range(BOARD_SPAN):
        marks: list[str] = []
        for column in range(BOARD_SPAN):
            at = square((row, column))
            free = elves.get(at, "·") if at in inside else "░"
            marks.append(letters.get(at, free))
        rows.append(" ".join(marks))
    return rows


def shape_rows(shape: Shape) -> Sequence[str]:
    """The shape in half blocks, two rows of squares in a line of text."""
    figure = set(FIGURES[shape])
    height = 1 + max(row for row, _ in figure)
    width = 1 + max(column for _, column in figure)
    return [
        "".join(
            _HALVES[((row, column) in figure) + 2 * ((row + 1, column) in figure)] for column in range(width)
        )
        for row in range(0, height, 2)
    ]


def beside(blocks: Sequence[Sequence[str]], *, gap: str = "   ") -> Sequence[str]:
    """Blocks of lines next to each other."""
    widths = [max((len(line) for line in block), default=0) for block in blocks]
    return [
        gap.join(line.ljust(width) for line, width in zip(lines, widths, strict=True)).rstrip()
        for lines in zip_longest(*blocks, fillvalue="")
    ]
