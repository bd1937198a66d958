"""Cells on a grid: drawings, turning, turning over."""

from collections.abc import Iterable
from typing import TypeAlias

Cell: TypeAlias = tuple[int, int]
"""Row and column, counted from 0 at the top left."""
Figure: TypeAlias = tuple[Cell, ...]
"""Cells in reading order; as an outline of a tile it touches the top row and the left column."""


def drawn(drawing: str, *, rock: str = ".") -> Figure:
    """The cells of a text drawing that are not rock."""
    return tuple(
        (row, column)
        for row, line in enumerate(drawing.split())
        for column, mark in enumerate(line)
        if mark != rock
    )


def settled(cells: Iterable[Cell]) -> Figure:
    """The same figure pushed into the top left corner."""
    listed = sorted(cells)
    top = min(row for row, _ in listed)
    left = min(column for _, column in listed)
    return tuple((row - top, column - left) for row, column in listed)


def turned(cells: Iterable[Cell]) -> Figure:
    """A quarter turn clockwise."""
    return settled((column, -row) for row, column in cells)


def turned_over(cells: Iterable[Cell]) -> Figure:
    return settled((row, -column) for row, column in cells)


def orientations(cells: Iterable[Cell]) -> tuple[Figure, ...]:
    """All different ways the figure can lie (OOM-1.1): quarter turns first, then the other side's."""
    figure = settled(cells)
    ways: list[Figure] = []
    for side in (figure, turned_over(figure)):
        way = side
        for _ in range(4):
            if way not in ways:
                ways.append(way)
            way = turned(way)
    return tuple(ways)


def neighbours(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    row, column = cell
    return (row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1)


def connected(cells: Iterable[Cell]) -> bool:
    left = set(cells)
    edge = [left.pop()]
    while edge:
        for cell in neighbours(edge.pop()):
            if cell in left:
                left.remove(cell)
                edge.append(cell)
    return not left
