"""A saboteur quick enough for playouts: every card weighed by what it costs the diggers, on one scale.

A card more to lay is 100. What else a choice is worth changes with how near the diggers are, and with whether
anybody suspects it: `kernel_habits.py` has the numbers.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr, u8

from filon.kernels.saboteur.kernel import SaboteurKernel
from filon.kernels.saboteur.kernel_cards import (
    BROKEN,
    FIRST_WAY,
    GOAL_COUNT,
    MAP,
    MENDS,
    REPAIR,
    ROCKFALL,
    START,
    WAY_SHAPE,
    bits,
)
from filon.kernels.saboteur.kernel_codes import BREAK, DISCARD, LOOK, PLACE, ROCKS
from filon.kernels.saboteur.kernel_habits import (
    BAR,
    BLAMED,
    BROKEN_WORTH,
    DEAD_END_SPENT,
    DEAD_END_WORTH,
    DIG_ALONG,
    HIDE,
    LATER,
    LOOKING,
    MAP_WORTH,
    MENDER,
    MENDING,
    NARROWER,
    NEAR,
    PASSAGE_SPENT,
    PASSAGE_WORTH,
    PLAIN,
    READ_MAP_WORTH,
    REPAIR_WORTH,
    ROCKS_SPENT,
    ROCKS_WORTH,
    STOP,
    STOP_AGAIN,
    THROW_AWAY,
)
from filon.kernels.saboteur.kernel_hands import NOTHING, hopes_of, kinds_held, mend, one_of, ways_held
from filon.kernels.saboteur.kernel_maze import is_goal
from filon.kernels.saboteur.kernel_narrows import narrows, near_the_way
from filon.kernels.saboteur.kernel_trust import Trust
from filon.kernels.saboteur.kernel_ways import FAR, Ways

_MOST: Final[i64] = 6
"""More cards than this are as good as out of reach."""
_NO_SCORE: Final[i64] = -1000000


@mypyc_attr(allow_interpreted_subclasses=False)
class Thwarter:
    def __init__(self, ways: Ways, trial: Ways) -> None:
        self._ways = ways
        self._trial = trial
        self.trust: Trust | None = None
        self.habits: vec[i64] = PLAIN
        self._hides: i64 = 0
        self._stage: i64 = 0
        self._best: i64 = 0
        self._code: i64 = 0

    def choose(self, kernel: SaboteurKernel) -> i64:
        """What the seat that has the turn does; it holds a card."""
        seat: i64 = kernel.turn
        held: i64 = kinds_held(kernel.hand[seat])
        hopes: i64 = hopes_of(kernel, seat)
        which: i64 = self._nearest(kernel, hopes)
        self._best = _NO_SCORE
        self._stage = 0
        if which >= 0:
            left: i64 = self._ways.missing(kernel.maze, which)
            self._stage = 0 if left >= 5 else 1 if left >= 3 else 2
            self._hides = 0
            trust = self.trust
            if trust is not None and trust.motive[seat] < self.habits[BAR]:
                self._hides = self.habits[HIDE + self._stage]
            ways: i64 = ways_held(held)
            if ways and not kernel.broken_order[seat]:
                self._spoil(kernel, ways, which, left)
            if held >> ROCKFALL & 1 and left <= self.habits[NEAR]:
                self._cut(kernel, which, left)
            if held >> BROKEN & 7:
                self._stop(kernel, held)
        stage: i64 = self._stage
        if kernel.broken_order[seat]:
            code: i64 = mend(kernel, held, seat)
            if code != NOTHING:
                self._offer(self.habits[MENDING + stage], code)
        if held >> MAP & 1 and hopes & (hopes - 1) and self.habits[LOOKING + stage] > self._best:
            self._offer(self.habits[LOOKING + stage], LOOK | one_of(hopes, kernel.stream) << 3)
        card: i64 = 0
        while held >> card:
            if held >> card & 1:
                self._offer(self.habits[THROW_AWAY + stage] - self._worth(card, hopes), DISCARD | card << 3)
            card += 1
        return self._code

    def _offer(self, score: i64, code: i64) -> None:
        if score > self._best:
            self._best = score
            self._code = code

    def _nearest(self, kernel: SaboteurKernel, hopes: i64) -> i64:
        nearest: i64 = NOTHING
        least: i64 = FAR
        which: i64 = 0
        while which < GOAL_COUNT:
            if hopes >> which & 1:
                left: i64 = self._ways.missing(kernel.maze, which)
                if left < least:
                    least = left
                    nearest = which
            which += 1
        return nearest

    def _spoil(self, kernel: SaboteurKernel, ways: i64, which: i64, left: i64) -> None:
        """Cards that make the way to the nearest hope longer or narrower, laid on it or beside it."""
        maze = kernel.maze
        if not maze.fresh:
            maze.survey()
        trial = self._trial
        narrower: i64 = self.habits[NARROWER + self._stage]
        now: i64 = 100 * left + narrower * narrows(maze, self._ways, which, NOTHING)
        site: i64 = 0
        while site < maze.site_count:
            cell: i64 = maze.site[site]
            fitting: i64 = maze.fitting(site) & ways
            if fitting and near_the_way(maze, self._ways, which, cell):
                way: i64 = 0
                while fitting >> way:
                    shape: i64 = WAY_SHAPE[way]
                    if fitting >> way & 1 and self._ways.from_card(maze, which, cell, shape) >= left:
                        maze.grid[cell] = u8(shape)
                        after: i64 = min(left + _MOST, trial.after(maze, which))
                        gain: i64 = 100 * after + narrower * narrows(maze, trial, which, cell) - now
                        maze.grid[cell] = 64
                        if shape & 16:
                            gain -= self.habits[PASSAGE_SPENT + self._stage]
                        else:
                            gain -= self.habits[DEAD_END_SPENT + self._stage] + self._hides
                        self._offer(gain, PLACE | way << 3 | cell << 8)
                    elif fitting >> way & 1 and self._hides and shape & 16:
                        self._offer(self.habits[DIG_ALONG + self._stage], PLACE | way << 3 | cell << 8)
                    way += 1
            site += 1

    def _cut(self, kernel: SaboteurKernel, which: i64, left: i64) -> None:
        """Rocks on one of the cards that were laid last."""
        maze = kernel.maze
        at: i64 = maze.laid_count - 1
        first: i64 = max(0, at - 8)
        while at >= first:
            cell: i64 = maze.laid[at]
            shape: i64 = i64(maze.grid[cell])
            if shape & 32 and cell != START and not is_goal(cell):
                maze.grid[cell] = 0
                after: i64 = min(left + _MOST, self._trial.after(maze, which))
                maze.grid[cell] = u8(shape)
                if after > left:
                    self._offer(
                        100 * (after - left) - self.habits[ROCKS_SPENT + self._stage] - self._hides,
                        ROCKS | cell << 3,
                    )
            at -= 1

    def _stop(self, kernel: SaboteurKernel, held: i64) -> None:
        """A digger's tool, best the next one's, and one that few cards can mend."""
        tool: i64 = 0
        while tool < 3:
            if held >> (BROKEN + tool) & 1:
                menders: i64 = _menders(kernel, tool)
                step: i64 = 1
                while step < kernel.seats:
                    target: i64 = (kernel.turn + step) % kernel.seats
                    if not (kernel.roles | kernel.broken[tool]) >> target & 1:
                        score: i64 = (
                            self.habits[STOP_AGAIN + self._stage]
                            if kernel.broken_order[target]
                            else self.habits[STOP + self._stage]
                        )
                        score -= self.habits[LATER] * step + self.habits[MENDER] * menders
                        if self.trust is not None:
                            score += self.habits[BLAMED] * self.trust.motive[target] // 100
                        self._offer(score, BREAK | tool << 3 | target << 5)
                    step += 1
            tool += 1

    def _worth(self, card: i64, hopes: i64) -> i64:
        habits = self.habits
        if card < MAP:
            shape: i64 = WAY_SHAPE[FIRST_WAY[card]]
            return habits[PASSAGE_WORTH + bits(shape) - 3] if shape & 16 else habits[DEAD_END_WORTH]
        if card == MAP:
            return habits[MAP_WORTH] if hopes & (hopes - 1) else habits[READ_MAP_WORTH]
        if card == ROCKFALL:
            return habits[ROCKS_WORTH]
        return habits[BROKEN_WORTH] if card < REPAIR else habits[REPAIR_WORTH]


def _menders(kernel: SaboteurKernel, tool: i64) -> i64:
    """Cards that mend this tool, but for those on the discards and in the own hand."""
    left: i64 = 4
    at: i64 = 0
    while at < kernel.discard_count:
        each: i64 = kernel.discard[at]
        if not each & 512 and MENDS[each & 31] >> tool & 1:
            left -= 1
        at += 1
    hand: i64 = kernel.hand[kernel.turn]
    size: i64 = hand >> 32
    while size:
        if MENDS[hand & 31] >> tool & 1:
            left -= 1
        hand >>= 5
        size -= 1
    return left
