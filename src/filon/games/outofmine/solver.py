"""Exact cover of a region by tiles: one filling, all of them, or the best that can be had.

A search state is one integer. Its low bits are the free cells; above them stands a counter for each
group of tiles (how many may still be used), one for the cells that may stay empty, and one for each shape
(how many are at hand), each under a guard bit that is lost when the counter would fall below zero. Laying a
tile is then one subtraction, and two states are the same exactly when their integers are: what failed once is
never searched again.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from filon.games.outofmine.geometry import Cell, Figure, neighbours, orientations

Lay: TypeAlias = tuple[int, Figure]
"""A tile in a filling: the number of its shape and the cells it covers."""
Filling: TypeAlias = tuple[Lay, ...]

_Table: TypeAlias = list[list[tuple[int, int]]]
"""By cell: the tiles of which it is the first, as a mask of cells and what laying them subtracts."""


class Packer:
    """A region, and all the ways in which each of some shapes can lie in it.

    `groups[i]` is the group of `shapes[i]`. In what follows an allowance says how many tiles of each group
    may be used, a stock how many of each shape are at hand, `covered` which cells are taken already.
    """

    def __init__(self, region: Iterable[Cell], shapes: Sequence[Figure], groups: Sequence[int]) -> None:
        self._cells = _from_an_end(region)
        self._bits = {cell: 1 << at for at, cell in enumerate(self._cells)}
        self._groups = tuple(groups)
        self._sizes = tuple(len(shape) for shape in shapes)
        size = len(self._cells)
        width = size.bit_length() + 1
        group_count = max(groups) + 1
        self._full = (1 << size) - 1
        self._group_at = [size + width * group for group in range(group_count)]
        self._empty_at = size + width * group_count
        self._shape_at = [self._empty_at + width * (1 + shape) for shape in range(len(shapes))]
        self._guards = sum(1 << (at + width - 1) for at in (*self._group_at, self._empty_at, *self._shape_at))
        self._lays: dict[int, Lay] = {}
        self._steps: list[list[tuple[int, int, int]]] = [[] for _ in self._cells]
        for shape in sorted(range(len(shapes)), key=lambda number: -self._sizes[number]):
            self._enter(shape, shapes[shape])
        self._tables: dict[int, _Table] = {}

    def fill_one(
        self, allowance: Sequence[int], stock: Sequence[int], covered: Iterable[Cell] = ()
    ) -> Filling | None:
        """A filling that leaves no cell empty, if there is one."""
        steps: list[int] = []
        start = self._start(allowance, stock, covered)
        if self._search(start, self._table(allowance), set(), steps):
            return self._filling(steps)
        return None

    def best_partial(
        self, allowance: Sequence[int], stock: Sequence[int], covered: Iterable[Cell] = ()
    ) -> Filling:
        """A filling that leaves as few cells empty as any can."""
        start = self._start(allowance, stock, covered)
        free = (start & self._full).bit_count()
        table = self._table(allowance)
        failed: set[int] = set()
        steps: list[int] = []
        empty = max(0, free - self._most_covered(allowance, stock))
        while not self._search(start + (empty << self._empty_at), table, failed, steps):
            empty += 1
        return self._filling(steps)

    def fill_all(
        self, allowance: Sequence[int], stock: Sequence[int], covered: Iterable[Cell] = ()
    ) -> Iterator[Filling]:
        """Every filling once; tiles of the same shape are not told apart."""
        steps: list[int] = []
        start = self._start(allowance, stock, covered)
        for _ in self._search_all(start, self._table(allowance), set(), steps):
            yield self._filling(steps)

    def _enter(self, shape: int, figure: Figure) -> None:
        """All places of a shape in the region, under the first cell it covers in the order of search."""
        counters = (1 << self._group_at[self._groups[shape]]) | (1 << self._shape_at[shape])
        for way in orientations(figure):
            # Some cell of the region lies under the way's first cell.
            for row, column in self._cells:
                down, right = row - way[0][0], column - way[0][1]
                cells = tuple((down + row, right + column) for row, column in way)
                if all(cell in self._bits for cell in cells):
                    mask = sum(self._bits[cell] for cell in cells)
                    step = mask | counters
                    self._lays[step] = (shape, cells)
                    self._steps[_lowest(mask)].append((mask, step, shape))

    def _table(self, allowance: Sequence[int]) -> _Table:
        """The steps that the allowance leaves possible, larger tiles first."""
        allowed = sum(1 << group for group, count in enumerate(allowance) if count)
        table = self._tables.get(allowed)
        if table is None:
            table = [
                [(mask, step) for mask, step, shape in steps if allowance[self._groups[shape]]]
                for steps in self._steps
            ]
            self._tables[allowed] = table
        return table

    def _start(self, allowance: Sequence[int], stock: Sequence[int], covered: Iterable[Cell]) -> int:
        size = len(self._cells)
        state = self._full | self._guards
        for cell in covered:
            state &= ~self._bits[cell]
        for at, count in zip(self._group_at, allowance, strict=True):
            state |= min(count, size) << at
        for at, count in zip(self._shape_at, stock, strict=True):
            state |= min(count, size) << at
        return state

    def _most_covered(self, allowance: Sequence[int], stock: Sequence[int]) -> int:
        """No more cells than this can be covered: each group's largest tiles, wherever they fit."""
        left = list(allowance)
        most = 0
        for shape in sorted(range(len(stock)), key=lambda number: -self._sizes[number]):
            used = min(left[self._groups[shape]], stock[shape])
            left[self._groups[shape]] -= used
            most += used * self._sizes[shape]
        return most

    def _search(self, state: int, table: _Table, failed: set[int], steps: list[int]) -> bool:
        """Cover the first free cell in every way, or leave it empty where that is allowed."""
        free = state & self._full
        if not free:
            return True
        guards = self._guards
        lowest = free & -free
        for mask, step in table[lowest.bit_length() - 1]:
            if free & mask == mask:
                after = state - step
                if after & guards == guards and after not in failed:
                    steps.append(step)
                    if self._search(after, table, failed, steps):
                        return True
                    steps.pop()
        after = state - lowest - (1 << self._empty_at)
        if after & guards == guards and after not in failed and self._search(after, table, failed, steps):
            return True
        failed.add(state)
        return False

    def _search_all(self, state: int, table: _Table, barren: set[int], steps: list[int]) -> Iterator[None]:
        """Yields whenever `steps` is a filling."""
        free = state & self._full
        if not free:
            yield
            return
        guards = self._guards
        fertile = False
        for mask, step in table[_lowest(free)]:
            if free & mask == mask:
                after = state - step
                if after & guards == guards and after not in barren:
                    steps.append(step)
                    for _ in self._search_all(after, table, barren, steps):
                        fertile = True
                        yield
                    steps.pop()
        if not fertile:
            barren.add(state)

    def _filling(self, steps: Iterable[int]) -> Filling:
        return tuple(self._lays[step] for step in steps)


def _lowest(mask: int) -> int:
    return (mask & -mask).bit_length() - 1


def _from_an_end(region: Iterable[Cell]) -> tuple[Cell, ...]:
    """The cells by their distance from one that lies as far as any from some other.

    A search in this order closes a narrow front behind it, and finds out early when a corner is lost.
    """
    cells = sorted(set(region))
    first = max(cells, key=lambda cell: (max(_distances(cell, cells).values()), cell))
    far = _distances(first, cells)
    return tuple(sorted(cells, key=lambda cell: (far.get(cell, len(cells)), cell)))


def _distances(start: Cell, cells: Iterable[Cell]) -> dict[Cell, int]:
    distances = {start: 0}
    left = set(cells) - {start}
    edge = [start]
    for cell in edge:
        for near in neighbours(cell):
            if near in left:
                left.remove(near)
                distances[near] = distances[cell] + 1
                edge.append(near)
    return distances
