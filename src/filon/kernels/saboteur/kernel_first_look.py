"""What seems good to one seat before any playout; a card nearer to the treasure is 600."""

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr, u8

from filon.kernels.saboteur.kernel import SaboteurKernel
from filon.kernels.saboteur.kernel_cards import GOAL_COUNT, WAY_SHAPE, bits
from filon.kernels.saboteur.kernel_codes import BREAK, DISCARD, LOOK, MEND, PLACE, ROCKS
from filon.kernels.saboteur.kernel_hands import NOTHING, hopes_of, worth_of
from filon.kernels.saboteur.kernel_narrows import narrows
from filon.kernels.saboteur.kernel_ways import FAR, Ways


@mypyc_attr(allow_interpreted_subclasses=False)
class FirstLook:
    def __init__(self, seat: i64, *, saboteur: bool) -> None:
        self._seat: i64 = seat
        self._saboteur = saboteur
        self._ways = Ways()
        self.doubt: vec[i64] = vec[i64]([0] * 10)
        """By seat: how likely it is a saboteur, in hundredths."""

    def score(self, kernel: SaboteurKernel, code: i64) -> i64:
        kind: i64 = code & 7
        if kind == DISCARD:
            return 150 - 10 * worth_of(code >> 3, saboteur=self._saboteur)
        if kind == MEND:
            return self._mend(code >> 5 & 15)
        if kind == BREAK:
            return self._break(kernel, code >> 5)
        hopes: i64 = hopes_of(kernel, self._seat)
        if kind == LOOK:
            if hopes & (hopes - 1) and hopes >> (code >> 3) & 1:
                return 300 if self._saboteur else 700
            return 20
        if kind == PLACE:
            cell: i64 = code >> 8
            shape: i64 = WAY_SHAPE[code >> 3 & 31]
        elif kind == ROCKS:
            cell = code >> 3
            shape = 0
        else:
            return 0
        if self._saboteur:
            return self._hindrance(kernel, hopes, cell, shape)
        return self._help(kernel, hopes, cell, shape)

    def _mend(self, target: i64) -> i64:
        if target == self._seat:
            return 780
        return -300 if self._saboteur else 300 - 8 * self.doubt[target]

    def _break(self, kernel: SaboteurKernel, target: i64) -> i64:
        fresh: i64 = 0 if kernel.broken_order[target] else 1
        if self._saboteur:
            return 200 + 700 * fresh - 8 * self.doubt[target]
        return 12 * self.doubt[target] + 200 * fresh - 500

    def _help(self, kernel: SaboteurKernel, hopes: i64, cell: i64, shape: i64) -> i64:
        """How much nearer the treasure is with this shape here; rocks leave nothing."""
        grid = kernel.maze.grid
        self._ways.forget()
        now: i64 = self._outlook(kernel, hopes)
        before: i64 = i64(grid[cell])
        grid[cell] = u8(shape)
        self._ways.forget()
        nearer: i64 = now - self._outlook(kernel, hopes)
        grid[cell] = u8(before)
        if not shape:
            return 100 * nearer - 200
        return 100 * nearer + (10 * bits(shape) if shape & 16 else -300)

    def _hindrance(self, kernel: SaboteurKernel, hopes: i64, cell: i64, shape: i64) -> i64:
        """How much harder the way gets with this shape here; to lay the last card is out of the question."""
        twin = kernel.copy(kernel.stream)
        self._ways.forget()
        now: i64 = self._difficulty(twin, hopes)
        if shape:
            twin.maze.lay(cell, shape)
            if twin.maze.may_reach(cell) and twin.maze.reaches_goal():
                return -5000
        else:
            twin.maze.take_away(cell)
        harder: i64 = min(self._difficulty(twin, hopes) - now, 300)
        if not shape:
            return 10 * harder - 200
        return 10 * harder + (10 if shape & 16 else 0)

    def _outlook(self, kernel: SaboteurKernel, hopes: i64) -> i64:
        """Cards missing to the treasure, in sixths: half the nearest hope, half the mean of all."""
        nearest: i64 = FAR
        total: i64 = 0
        which: i64 = 0
        while which < GOAL_COUNT:
            if hopes >> which & 1:
                left: i64 = self._ways.missing(kernel.maze, which)
                nearest = min(nearest, left)
                total += left
            which += 1
        return 3 * nearest + 3 * total // bits(hopes)

    def _difficulty(self, kernel: SaboteurKernel, hopes: i64) -> i64:
        """As the outlook, 60 for each card missing, and more where the way is narrow."""
        maze = kernel.maze
        if not maze.fresh:
            maze.survey()
        nearest: i64 = 1 << 20
        total: i64 = 0
        which: i64 = 0
        while which < GOAL_COUNT:
            if hopes >> which & 1:
                hard: i64 = 10 * self._ways.missing(maze, which) + narrows(maze, self._ways, which, NOTHING)
                nearest = min(nearest, hard)
                total += hard
            which += 1
        return 3 * nearest + 3 * total // bits(hopes)
