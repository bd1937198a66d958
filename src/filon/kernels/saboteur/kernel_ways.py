"""How many cards are missing from anywhere to a goal: one look from the goal outwards, over empty places."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr, u8

from filon.kernels.saboteur.kernel_cards import FRAME, GOAL_CELLS, GOAL_COUNT, START, STEPS, STRIDE
from filon.kernels.saboteur.kernel_maze import Maze, is_goal

FAR: Final[i64] = 16
"""More cards than anybody would still lay: as good as out of reach."""

_INSIDE: Final = vec[u8](
    [1 if -2 <= cell % STRIDE - 45 <= 10 and -4 <= cell // STRIDE - 45 <= 4 else 0 for cell in range(FRAME)]
)
"""Where ways are looked for; one that leads farther out is no way that people would dig."""


_ROOM: Final[i64] = 512
"""More than every cell inside, twice."""


@mypyc_attr(allow_interpreted_subclasses=False)
class Ways:
    """By goal and cell: the cards missing from there to the goal, one for the cell itself if it is empty."""

    def __init__(self) -> None:
        self._missing: vec[u8] = vec[u8]([16] * (3 * FRAME))
        self._version: vec[i64] = vec[i64]([-1] * 3)
        self._touched: vec[i64] = vec[i64]([0] * (3 * _ROOM))
        self._touched_count: vec[i64] = vec[i64]([0, _ROOM, 2 * _ROOM])
        self._now: vec[i64] = vec[i64]([0] * _ROOM)
        self._later: vec[i64] = vec[i64]([0] * _ROOM)

    def forget(self) -> None:
        """Another maze comes."""
        which: i64 = 0
        while which < GOAL_COUNT:
            self._version[which] = -1
            which += 1

    def missing(self, maze: Maze, which: i64) -> i64:
        """From the start to this goal; what was laid since the last time is looked at anew."""
        if self._version[which] != maze.version:
            self._look(maze, which)
            self._version[which] = maze.version
        return i64(self._missing[which * FRAME + START])

    def after(self, maze: Maze, which: i64) -> i64:
        """As `missing`, for a maze changed on trial; the next look is a new one."""
        self._look(maze, which)
        self._version[which] = -1
        return i64(self._missing[which * FRAME + START])

    def at(self, which: i64, cell: i64) -> i64:
        """From this cell on, as of the last look."""
        return i64(self._missing[which * FRAME + cell])

    def from_card(self, maze: Maze, which: i64, cell: i64, shape: i64) -> i64:
        """From a passage card laid here, through its best opening, as of the last look."""
        if not shape & 16:
            return FAR
        grid = maze.grid
        missing = self._missing
        best: i64 = FAR
        side: i64 = 0
        while side < 4:
            if shape >> side & 1:
                there: i64 = cell + STEPS[side]
                other: i64 = i64(grid[there])
                if not other & 31 or (other & 16 and other >> (side ^ 2) & 1):
                    found: i64 = i64(missing[which * FRAME + there])
                    best = min(best, found)
            side += 1
        return best

    def _begin(self, which: i64) -> i64:
        """Wipes out the last look and puts the goal on the list; where the list goes on."""
        first: i64 = which * _ROOM
        last: i64 = self._touched_count[which]
        while last > first:
            last -= 1
            self._missing[self._touched[last]] = 16
        goal: i64 = GOAL_CELLS[which]
        self._now[0] = goal
        self._missing[which * FRAME + goal] = 0
        self._touched[first] = which * FRAME + goal
        return first + 1

    def _look(self, maze: Maze, which: i64) -> None:
        """Level by level from the goal, until the start is found: nothing farther is ever asked for."""
        grid = maze.grid
        missing = self._missing
        steps = STEPS
        inside = _INSIDE
        base: i64 = which * FRAME
        touched = self._touched
        now = self._now
        later = self._later
        last: i64 = self._begin(which)
        now_count: i64 = 1
        cost: i64 = 0
        start: i64 = base + START
        while now_count and cost < FAR and missing[start] == 16:
            later_count: i64 = 0
            while now_count:
                now_count -= 1
                cell: i64 = now[now_count]
                if i64(missing[base + cell]) < cost:
                    continue
                shape: i64 = i64(grid[cell]) & 31
                if not shape:
                    shape = 31
                side: i64 = 0
                while side < 4:
                    if shape >> side & 1:
                        there: i64 = cell + steps[side]
                        if inside[there]:
                            other: i64 = i64(grid[there])
                            if not other & 31:
                                if i64(missing[base + there]) > cost + 1 and not is_goal(there):
                                    missing[base + there] = u8(cost + 1)
                                    touched[last] = base + there
                                    last += 1
                                    later[later_count] = there
                                    later_count += 1
                            elif other & 16 and other >> (side ^ 2) & 1 and i64(missing[base + there]) > cost:
                                missing[base + there] = u8(cost)
                                touched[last] = base + there
                                last += 1
                                now[now_count] = there
                                now_count += 1
                    side += 1
            swap = now
            now = later
            later = swap
            now_count = later_count
            cost += 1
        self._touched_count[which] = last
