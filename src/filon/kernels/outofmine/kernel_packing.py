"""Filling a region with tiles, in machine code: the questions of the law's solver, and which filling is best.

A search state is three numbers: the free cells as bits; how many tiles of each group, and how many empty
cells, are still allowed; how many tiles of each shape are at hand. The counters of the last two stand under
guard bits that are lost when one would fall below zero, so that laying a tile is three subtractions. Which
states cannot be finished does not depend on how they were reached: a table remembers them from one question
to the next, and forgets the older one where two fall on the same place.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from filon.games.outofmine.geometry import Cell, Figure
from filon.kernels.outofmine.kernel_region import MOST_BITS, Region

_WORD: Final[i64] = 0xFFFFFFFF
_FEW_PLACES: Final = 14
"""Bits of the number of places for failed states: enough for a gallery, small enough to keep for each."""
_MANY_PLACES: Final = 18
_LARGE: Final = 32
"""Cells of a region that needs many."""


@mypyc_attr(allow_interpreted_subclasses=False)
class Worth:
    """What makes one filling better than another."""

    def __init__(
        self, tiles: Sequence[Sequence[int]], groups: Sequence[int], marks: Sequence[int], mark: int
    ) -> None:
        """`tiles[shape]` says what the first, second, ... tile of the shape is worth: an entry for each one
        at hand, never rising. `marks[group]` are cells where a tile of the group is worth `mark` more.
        """
        self.mark: i64 = mark
        self.marks: vec[i64] = vec[i64](marks)
        self.marked: i64 = 0
        for cells in marks:
            self.marked |= cells
        self.stride: i64 = max(len(row) for row in tiles)
        self.tiles: vec[i64] = vec[i64]()
        for row in tiles:
            for at in range(self.stride):
                self.tiles = append(self.tiles, i64(row[at] if at < len(row) else 0))
        self.most: list[vec[i64]] = []
        """By group: the most that none, one, two, ... of its tiles can be worth."""
        for group in range(len(marks)):
            worths: list[int] = []
            for shape, row in enumerate(tiles):
                if groups[shape] == group:
                    worths += row
            worths.sort(reverse=True)
            self.most.append(vec[i64]([sum(worths[:count]) for count in range(len(worths) + 1)]))


_NOTHING_SPECIAL: Final = Worth([[0]], [0], [0], 0)


@mypyc_attr(allow_interpreted_subclasses=False)
class Packer(Region):
    """What can be asked of a region.

    An allowance says how many tiles of each group may be used, a stock how many of each shape are at hand,
    `covered` which cells are taken already, as bits. A filling is given as the numbers of its lays.
    """

    def __init__(
        self, region: Iterable[Cell], shapes: Sequence[Figure], groups: Sequence[int], most: Sequence[int]
    ) -> None:
        super().__init__(region, shapes, groups, most)
        size = len(self.cells)
        self._place_shift: i64 = 32 - (_FEW_PLACES if size <= _LARGE else _MANY_PLACES)
        places = 1 << (32 - self._place_shift)
        self._failed_free: vec[i64] = vec[i64]([0] * places)
        self._failed_groups: vec[i64] = vec[i64]([0] * places)
        self._failed_shapes: vec[i64] = vec[i64]([0] * places)
        self._path: vec[i64] = vec[i64]([0] * (size + 1))
        self._used: vec[i64] = vec[i64]([0] * len(self.sizes))
        self._ask(0, _NOTHING_SPECIAL)

    def fill_one(self, allowance: Sequence[int], stock: Sequence[int], covered: int = 0) -> list[int] | None:
        """A filling that leaves no cell empty, if there is one."""
        self._ask(1, _NOTHING_SPECIAL)
        self._search(self.full & ~covered, self._allowed(allowance, stock), self._at_hand(stock), 0, 0, 0)
        return self._found[0] if self._found else None

    def fill_all(
        self, allowance: Sequence[int], stock: Sequence[int], covered: int = 0, limit: int = 1 << 30
    ) -> list[list[int]]:
        """Every filling once, or the first `limit`; tiles of the same shape are not told apart."""
        self._ask(limit, _NOTHING_SPECIAL)
        self._search(self.full & ~covered, self._allowed(allowance, stock), self._at_hand(stock), 0, 0, 0)
        return self._found

    def fill_best(
        self, allowance: Sequence[int], stock: Sequence[int], covered: int, worth: Worth, steps: int
    ) -> list[int] | None:
        """A filling that no other is worth more than; after so many steps the best seen by then.

        There is one here whenever there is one at all.
        """
        self._ask(0, worth, steps)
        self._search(self.full & ~covered, self._allowed(allowance, stock), self._at_hand(stock), 0, 0, 0)
        return self._found[0] if self._found else None

    def best_partial(self, allowance: Sequence[int], stock: Sequence[int], covered: int = 0) -> list[int]:
        """A filling that leaves as few cells empty as any can."""
        free: i64 = self.full & ~covered
        allowed = self._allowed(allowance, stock)
        empty = max(0, int(free).bit_count() - self._most_covered(allowance, stock))
        while True:
            self._ask(1, _NOTHING_SPECIAL)
            self._search(free, allowed + empty * self._one_empty, self._at_hand(stock), 0, 0, 0)
            if self._found:
                return self._found[0]
            empty += 1

    def best_worth(self) -> int:
        """What the filling that `fill_best` found is worth."""
        return self._best

    def _ask(self, limit: i64, worth: Worth, steps: i64 = 0) -> None:
        self._found: list[list[int]] = []
        self._limit: i64 = limit
        self._weighs: bool = limit == 0
        self._worth: Worth = worth
        self._best: i64 = 0
        self._steps_left: i64 = steps
        for shape in range(len(self.sizes)):
            self._used[shape] = 0

    def _allowed(self, allowance: Sequence[int], stock: Sequence[int]) -> i64:
        purse: int = self._group_guards
        smallest = MOST_BITS
        for group, members in enumerate(self._members):
            at_hand = 0
            for shape in members:
                at_hand += stock[shape]
            allowed = min(allowance[group], at_hand, self._group_most[group])
            purse |= allowed << self._group_at[group]
            if allowed:
                for shape in members:
                    if stock[shape] and self.sizes[shape] < smallest:
                        smallest = self.sizes[shape]
        self._smallest: i64 = smallest
        """Into a hole of fewer cells no tile fits."""
        return purse

    def _at_hand(self, stock: Sequence[int]) -> i64:
        purse: int = self._shape_guards
        for members in self._members:
            if len(members) > 1:
                for shape in members:
                    purse |= min(stock[shape], self._shape_most[shape]) << self._shape_at[shape]
        return purse

    def _most_covered(self, allowance: Sequence[int], stock: Sequence[int]) -> int:
        """No more cells than this can be covered: each group's largest tiles, wherever they fit."""
        left = list(allowance)
        most = 0
        for shape in sorted(range(len(stock)), key=lambda number: -self.sizes[number]):
            used = min(left[self.groups[shape]], stock[shape])
            left[self.groups[shape]] -= used
            most += used * self.sizes[shape]
        return most

    def _search(  # noqa: PLR0917 - keywords would cost as much as the search
        self, free: i64, groups: i64, shapes: i64, cell: i64, depth: i64, worth: i64
    ) -> bool:
        """Cover the first free cell in every way, or leave it empty where that is allowed.

        Whether there was a filling, or may be one that was not worth looking for.
        """
        if free == 0:
            self._arrive(depth, worth)
            return True
        place: i64 = self._place_of(free, groups, shapes)
        if (
            self._failed_free[place] == free
            and self._failed_groups[place] == groups
            and self._failed_shapes[place] == shapes
        ):
            return False
        if self._weighs and self._is_hopeless(free, groups, worth):
            return True
        while not free >> cell & 1:
            cell += 1
        fertile = False
        group_guards: i64 = self._group_guards
        shape_guards: i64 = self._shape_guards
        without: i64 = groups - self._one_empty
        whole: bool = without & group_guards != group_guards
        masks = self._lay_mask
        at: i64 = self._first[cell]
        end: i64 = self._first[cell + 1]
        while at < end:
            mask: i64 = masks[at]
            if free & mask == mask:
                groups_after: i64 = groups - self._lay_group[at]
                shapes_after: i64 = shapes - self._lay_shape[at]
                if (
                    groups_after & group_guards == group_guards
                    and shapes_after & shape_guards == shape_guards
                    and not (whole and self._leaves_a_hole(free - mask, self._lay_border[at]))
                ):
                    self._path[depth] = self._lay_number[at]
                    more: i64 = worth
                    kind: i64 = self._lay_kind[at]
                    if self._weighs:
                        more += self._worth_of(kind, mask)
                    self._used[kind] += 1
                    if self._search(free - mask, groups_after, shapes_after, cell + 1, depth + 1, more):
                        fertile = True
                    self._used[kind] -= 1
                    if self._limit and len(self._found) == self._limit:
                        return True
            at += 1
        if not whole and self._search(free & (free - 1), without, shapes, cell + 1, depth, worth):
            return True
        if not fertile:
            self._failed_free[place] = free
            self._failed_groups[place] = groups
            self._failed_shapes[place] = shapes
        return fertile

    def _place_of(self, free: i64, groups: i64, shapes: i64) -> i64:
        mixed: i64 = free ^ groups << 3 ^ shapes << 1
        mixed = (mixed ^ mixed >> 32) & _WORD
        return (mixed * 0x45D9F3B & _WORD) >> self._place_shift

    def _arrive(self, depth: i64, worth: i64) -> None:
        if self._weighs and self._found:
            if worth <= self._best:
                return
            self._found.clear()
        self._best = worth
        self._found.append([int(self._path[at]) for at in range(depth)])

    def _leaves_a_hole(self, free: i64, border: i64) -> bool:
        """Whether a free cell beside the tile just laid is in a hole that no tile fits into."""
        smallest: i64 = self._smallest
        if smallest == 1:
            return False
        near = self._near
        index = self._index
        left: i64 = free & border
        while left:
            hole: i64 = left & -left
            edge: i64 = hole
            size: i64 = 1
            while edge and size < smallest:
                lowest: i64 = edge & -edge
                new: i64 = near[index[lowest % 67]] & free & ~hole
                hole |= new
                edge = (edge ^ lowest) | new
                while new:
                    size += 1
                    new &= new - 1
            if size < smallest:
                return True
            left &= ~hole
        return False

    def _is_hopeless(self, free: i64, groups: i64, worth: i64) -> bool:
        """Whether nothing better than what was found can follow, or the time for looking is over."""
        if not self._found:
            return False
        self._steps_left -= 1
        if self._steps_left <= 0:
            return True
        marked: i64 = free & self._worth.marked
        while marked:
            worth += self._worth.mark
            marked &= marked - 1
        for group in range(len(self._group_at)):
            count: i64 = groups >> self._group_at[group] & ((1 << self._group_most[group].bit_length()) - 1)
            worth += self._worth.most[group][count]
        return worth <= self._best

    def _worth_of(self, shape: i64, mask: i64) -> i64:
        """What a tile is worth, laid so after those laid before."""
        known = self._worth
        worth: i64 = known.tiles[shape * known.stride + self._used[shape]]
        marked: i64 = mask & known.marks[self.groups[shape]]
        while marked:
            worth += known.mark
            marked &= marked - 1
        return worth
