"""A region of cells, and all the ways in which each of some shapes can lie in it: its lays, by number.

Counters of several things are kept in one number, each under a guard bit that is lost when it would fall
below zero: `kernel_packing.py` searches with them.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from filon.games.outofmine.geometry import Cell, Figure, neighbours, orientations
from filon.games.outofmine.solver import Filling, Lay

MOST_BITS: Final = 60


class Region:
    """`groups[i]` is the group of `shapes[i]`, and `most[i]` how many tiles of it there are at all."""

    def __init__(
        self, region: Iterable[Cell], shapes: Sequence[Figure], groups: Sequence[int], most: Sequence[int]
    ) -> None:
        self.cells: tuple[Cell, ...] = _along_the_longer_side(region)
        size = len(self.cells)
        assert size <= MOST_BITS, "the free cells of a region are the bits of one number"
        self.bits: dict[Cell, int] = {cell: 1 << at for at, cell in enumerate(self.cells)}
        self.groups: list[int] = list(groups)
        self.sizes: list[int] = [len(shape) for shape in shapes]
        self.full: i64 = (1 << size) - 1
        self._set_counters(size, list(most))
        self.lays: list[Lay] = []
        self.masks: list[int] = []
        self._near: vec[i64] = vec[i64]()
        self._index: vec[i64] = vec[i64]([0] * 67)
        """Where a single bit stands, by its remainder: those of the powers of two differ modulo 67."""
        for at, cell in enumerate(self.cells):
            self._near = append(self._near, i64(self._around([cell])))
            self._index[i64((1 << at) % 67)] = at
        self._enter_all(shapes)

    def _set_counters(self, size: int, most: list[int]) -> None:
        """Where each counter stands. Of a group with one shape the group's counter is enough."""
        self._group_at: list[int] = []
        self._group_most: list[int] = []
        at = guards = 0
        self._members: list[list[int]] = []
        for group in range(max(self.groups) + 1):
            members = [shape for shape, its in enumerate(self.groups) if its == group]
            self._members.append(members)
            smallest = min(self.sizes[shape] for shape in members)
            self._group_most.append(min(size // smallest, sum(most[shape] for shape in members)))
            self._group_at.append(at)
            at += self._group_most[group].bit_length()
            guards |= 1 << at
            at += 1
        self._one_empty: i64 = 1 << at
        at += size.bit_length()
        guards |= 1 << at
        assert at < MOST_BITS, "the allowances of all groups are one number"
        self._group_guards: i64 = guards
        self._shape_at: list[int] = []
        self._shape_most: list[int] = []
        at = guards = 0
        for shape, group in enumerate(self.groups):
            self._shape_most.append(min(size // self.sizes[shape], most[shape]))
            self._shape_at.append(at)
            if len(self._members[group]) > 1:
                at += self._shape_most[shape].bit_length()
                guards |= 1 << at
                at += 1
        assert at <= MOST_BITS, "the stock of all shapes is one number"
        self._shape_guards: i64 = guards

    def _enter_all(self, shapes: Sequence[Figure]) -> None:
        """All places of all shapes, larger ones first, under the first cell that they cover."""
        table: list[list[int]] = [[] for _ in self.cells]
        for shape in sorted(range(len(shapes)), key=lambda number: -self.sizes[number]):
            for way in orientations(shapes[shape]):
                # Some cell of the region lies under the way's first cell.
                for row, column in self.cells:
                    down, right = row - way[0][0], column - way[0][1]
                    cells = tuple((down + r, right + c) for r, c in way)
                    if all(cell in self.bits for cell in cells):
                        mask = self.mask(cells)
                        table[(mask & -mask).bit_length() - 1].append(len(self.lays))
                        self.lays.append((shape, cells))
                        self.masks.append(mask)
        self._first: vec[i64] = vec[i64]()
        self._lay_number: vec[i64] = vec[i64]()
        self._lay_mask: vec[i64] = vec[i64]()
        self._lay_border: vec[i64] = vec[i64]()
        self._lay_kind: vec[i64] = vec[i64]()
        self._lay_group: vec[i64] = vec[i64]()
        self._lay_shape: vec[i64] = vec[i64]()
        for numbers in table:
            self._first = append(self._first, i64(len(self._lay_number)))
            for number in numbers:
                shape, covers = self.lays[number]
                group = self.groups[shape]
                alone = len(self._members[group]) == 1
                self._lay_number = append(self._lay_number, i64(number))
                self._lay_mask = append(self._lay_mask, i64(self.masks[number]))
                self._lay_border = append(self._lay_border, i64(self._around(covers)))
                self._lay_kind = append(self._lay_kind, i64(shape))
                self._lay_group = append(self._lay_group, i64(1 << self._group_at[group]))
                self._lay_shape = append(self._lay_shape, i64(0 if alone else 1 << self._shape_at[shape]))
        self._first = append(self._first, i64(len(self._lay_number)))

    def mask(self, cells: Iterable[Cell]) -> int:
        """Cells of the region as bits."""
        bits = 0
        for cell in cells:
            bits |= self.bits[cell]
        return bits

    def _around(self, cells: Iterable[Cell]) -> int:
        """The cells of the region beside these; some of these may be among them."""
        bits = 0
        for cell in cells:
            for near in neighbours(cell):
                bits |= self.bits.get(near, 0)
        return bits

    def filling(self, numbers: Iterable[int]) -> Filling:
        """The same in shapes and cells."""
        return tuple([self.lays[number] for number in numbers])


def _along_the_longer_side(region: Iterable[Cell]) -> tuple[Cell, ...]:
    """The cells in an order of search that keeps a narrow front between the filled and the free."""
    cells = sorted(set(region))
    rows = [row for row, _ in cells]
    columns = [column for _, column in cells]
    if max(rows) - min(rows) < max(columns) - min(columns):
        cells.sort(key=lambda cell: (cell[1], cell[0]))
    return tuple(cells)
