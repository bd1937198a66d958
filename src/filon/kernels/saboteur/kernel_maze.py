"""The maze on a fixed frame of cells: what lies where, how far the start leads, where cards may be laid."""

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr, u8

from filon.kernels.saboteur.kernel_cards import (
    FITTING,
    FRAME,
    GOAL_CELLS,
    GOAL_COUNT,
    GOAL_MIDDLE,
    GOAL_NORTH,
    GOAL_SOUTH,
    START,
    STEPS,
    STRIDE,
)

_MOST_LAID = 44
_MOST_SITES = 4 * _MOST_LAID


def is_goal(cell: i64) -> bool:
    return cell in (GOAL_MIDDLE, GOAL_NORTH, GOAL_SOUTH)


@mypyc_attr(allow_interpreted_subclasses=False)
class Maze:
    """A cell's byte is the law's shape of the card there (16: its openings meet), nought where there is none.

    To it come 32 for a card that the start leads to, and 64 for an empty cell listed as a site. `laid` has
    the cells of the cards in the order in which they came, as the law's dict has. `site` and `demand` say
    where path cards may lie and what is asked there, in the law's order; they hold while `fresh`. `version`
    counts changes.
    """

    def __init__(self, *, adjacent: bool) -> None:
        self.adjacent = adjacent
        self.grid: vec[u8] = vec[u8]()
        self.laid: vec[i64] = vec[i64]()
        self.laid_count: i64 = 0
        self.site: vec[i64] = vec[i64]()
        self.demand: vec[i64] = vec[i64]()
        self.site_count: i64 = 0
        self.fresh = False
        self.version: i64 = 0
        self._todo: vec[i64] = vec[i64]()

    def copy(self) -> "Maze":
        twin = Maze(adjacent=self.adjacent)
        twin.grid = self.grid[:]
        twin.laid = self.laid[:]
        twin.laid_count = self.laid_count
        twin.site = self.site[:]
        twin.demand = self.demand[:]
        twin.site_count = self.site_count
        twin.fresh = self.fresh
        twin._todo = self._todo[:]
        return twin

    def clear(self) -> None:
        """Nothing but the start."""
        if len(self.grid) == 0:
            self.grid = vec[u8]([0] * FRAME)
            self.laid = vec[i64]([0] * _MOST_LAID)
            self.site = vec[i64]([0] * _MOST_SITES)
            self.demand = vec[i64]([0] * _MOST_SITES)
            self._todo = vec[i64]([0] * _MOST_LAID)
        grid = self.grid
        laid = self.laid
        at: i64 = 0
        while at < self.laid_count:
            grid[laid[at]] = 0
            at += 1
        self._forget_sites()
        self.laid_count = 0
        self.lay(START, 63)

    def lay(self, cell: i64, shape: i64) -> None:
        self.grid[cell] = u8(shape)
        self.laid[self.laid_count] = cell
        self.laid_count += 1
        self.fresh = False
        self.version += 1

    def take_away(self, cell: i64) -> None:
        """The others keep their order; what is cut off is no longer marked as reached."""
        laid = self.laid
        at: i64 = 0
        while laid[at] != cell:
            at += 1
        last: i64 = self.laid_count - 1
        while at < last:
            laid[at] = laid[at + 1]
            at += 1
        self.laid_count = last
        self.grid[cell] = 0
        self.follow()
        self.fresh = False
        self.version += 1

    def may_reach(self, cell: i64) -> bool:
        """Whether the card just laid here may have opened a way to a goal or to cards cut off.

        If not, it is marked as reached where it is, and the goals stay as they are.
        """
        grid = self.grid
        steps = STEPS
        shape: i64 = i64(grid[cell])
        if not shape & 16:
            return False
        joins = False
        farther = False
        side: i64 = 0
        while side < 4:
            if shape >> side & 1:
                there: i64 = cell + steps[side]
                other: i64 = i64(grid[there])
                if not other & 31:
                    if is_goal(there):
                        farther = True
                elif other & 16 and other >> (side ^ 2) & 1:
                    if other & 32:
                        joins = True
                    else:
                        farther = True
            side += 1
        if joins:
            grid[cell] = u8(shape | 32)
        return joins and farther

    def arrivals_at(self, cell: i64) -> i64:
        """The sides of an empty cell at which passages from the start arrive, once they were followed."""
        grid = self.grid
        steps = STEPS
        sides: i64 = 0
        side: i64 = 0
        while side < 4:
            other: i64 = i64(grid[cell + steps[side]])
            if other & 32 and other >> (side ^ 2) & 1:
                sides |= 1 << side
            side += 1
        return sides

    def survey(self) -> None:
        """Follows the passages from the start anew and lists the sites."""
        self.follow()
        if self.adjacent:
            self._list_rim()
        self._note_demands()
        self.fresh = True

    def follow(self) -> None:
        """Marks all that the start leads to; lists the empty cells it leads out to, in the law's order."""
        self._forget_sites()
        grid = self.grid
        laid = self.laid
        todo = self._todo
        site = self.site
        steps = STEPS
        at: i64 = 0
        while at < self.laid_count:
            grid[laid[at]] = grid[laid[at]] & 31
            at += 1
        found: i64 = 0
        waiting: i64 = 1
        todo[0] = START
        grid[START] = 63
        while waiting:
            waiting -= 1
            cell: i64 = todo[waiting]
            shape: i64 = i64(grid[cell])
            side: i64 = 0
            while side < 4:
                if shape >> side & 1:
                    there: i64 = cell + steps[side]
                    other: i64 = i64(grid[there])
                    if other == 0:
                        if not is_goal(there):
                            grid[there] = 64
                            site[found] = there
                            found += 1
                    elif other & 48 == 16 and other >> (side ^ 2) & 1:
                        grid[there] = u8(other | 32)
                        todo[waiting] = there
                        waiting += 1
                side += 1
        self.site_count = found

    def _list_rim(self) -> None:
        """SAB-4.3, `adjacent`: all empty cells beside a card, but for the goals."""
        self._forget_sites()
        grid = self.grid
        laid = self.laid
        site = self.site
        steps = STEPS
        found: i64 = 0
        at: i64 = 0
        while at < self.laid_count:
            side: i64 = 0
            while side < 4:
                there: i64 = laid[at] + steps[side]
                if grid[there] == 0 and not is_goal(there):
                    grid[there] = 64
                    site[found] = there
                    found += 1
                side += 1
            at += 1
        self.site_count = found

    def _forget_sites(self) -> None:
        """A site that was built on is no site any more."""
        grid = self.grid
        site = self.site
        at: i64 = 0
        while at < self.site_count:
            if grid[site[at]] == 64:
                grid[site[at]] = 0
            at += 1
        self.site_count = 0

    def _note_demands(self) -> None:
        at: i64 = 0
        while at < self.site_count:
            self.demand[at] = self.demand_at(self.site[at])
            at += 1

    def demand_at(self, cell: i64) -> i64:
        grid = self.grid
        north: i64 = i64(grid[cell - STRIDE])
        east: i64 = i64(grid[cell + 1])
        south: i64 = i64(grid[cell + STRIDE])
        west: i64 = i64(grid[cell - 1])
        asked: i64 = 0
        if north & 31:
            asked |= 1 | (north & 4) << 2
        if east & 31:
            asked |= 2 | (east & 8) << 2
        if south & 31:
            asked |= 4 | (south & 1) << 6
        if west & 31:
            asked |= 8 | (west & 2) << 6
        return asked

    def fitting(self, at: i64) -> i64:
        """A bit for each way to lay a path card at the site so numbered."""
        return FITTING[self.demand[at]]

    def arrivals_at_goals(self) -> i64:
        """Four bits a goal: the sides at which passages from the start arrive, if it lies face down."""
        reached: i64 = 0
        which: i64 = 0
        while which < GOAL_COUNT:
            cell: i64 = GOAL_CELLS[which]
            if not self.grid[cell]:
                reached |= self.arrivals_at(cell) << 4 * which
            which += 1
        return reached

    def reaches_goal(self) -> bool:
        self.follow()
        return self.arrivals_at_goals() != 0
