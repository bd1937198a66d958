"""A digger who plays as the normal level does, choice for choice: what `bots/saboteur/weighing.py` weighs.

Equals are told apart by lot, as there. What the normal level would never choose is not weighed here: dead
ends, and cards that lead away. A score of 1200 is one point there; a card nearer to the treasure is 12000.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr, u8

from filon.kernels.saboteur.kernel import SaboteurKernel
from filon.kernels.saboteur.kernel_cards import (
    BROKEN,
    FIRST_WAY,
    FRAME,
    GOAL_COUNT,
    MAP,
    MENDS,
    PASSAGE_WAYS,
    REPAIR,
    ROCKFALL,
    STRIDE,
    WAY_SHAPE,
    bits,
)
from filon.kernels.saboteur.kernel_codes import BREAK, DISCARD, LOOK, MEND, PLACE, ROCKS
from filon.kernels.saboteur.kernel_doubts import weigh_doubts
from filon.kernels.saboteur.kernel_hands import hopes_of, kinds_held, ways_held
from filon.kernels.saboteur.kernel_ways import FAR, Ways

_NO_SCORE: Final[i64] = -1000000
_SUSPECT: Final[i64] = 4800
_STRANGER: Final[i64] = -6000
_ANOTHER_WAY: Final[i64] = 960
_BETWEEN: Final = vec[u8](
    [1 if 1 <= cell % STRIDE - 45 <= 8 and -2 <= cell // STRIDE - 45 <= 2 else 0 for cell in range(FRAME)]
)
"""From the start to the goals."""
_NEVER: Final[i64] = -6000
_THROWN: Final[i64] = 1800
"""What throwing a card away is worth that is not worth keeping."""


@mypyc_attr(allow_interpreted_subclasses=False)
class Digger:
    """`suspects`: a bit for each seat that the diggers take for a saboteur, whatever lies on the table."""

    def __init__(self, ways: Ways, trial: Ways) -> None:
        self.ways = ways
        self._trial = trial
        self.suspects: i64 = 0
        self._left: vec[i64] = vec[i64]([0] * 3)
        self._doubt: vec[i64] = vec[i64]([0] * 10)
        self._best: i64 = 0
        self._code: i64 = 0
        self._equals: i64 = 0

    def choose(self, kernel: SaboteurKernel) -> i64:
        """What the seat that has the turn does; it holds a card."""
        seat: i64 = kernel.turn
        held: i64 = kinds_held(kernel.hand[seat])
        hopes: i64 = hopes_of(kernel, seat)
        self._best = _NO_SCORE
        self._equals = 0
        if held >> MAP & 1 and hopes & (hopes - 1):
            self._read_map(kernel, hopes)
        if held >> BROKEN:
            self._tools(kernel, held)
        able: bool = not kernel.broken_order[seat]
        ways: i64 = ways_held(held) & PASSAGE_WAYS
        now: i64 = self.outlook(kernel, hopes)
        if able and ways:
            self._dig(kernel, ways, hopes, now)
        self._discards(kernel, hopes)
        if held >> ROCKFALL & 1:
            self._rocks(kernel, hopes, now)
        if able and ways and self._best <= _THROWN + _ANOTHER_WAY - _kept_passage(3):
            self._another_way(kernel, ways, hopes, now)
        return self._code

    def best_with(self, kernel: SaboteurKernel, card: i64) -> i64:
        """The score of the best that the seat that has the turn could do with one such card."""
        hand: i64 = kernel.hand[kernel.turn]
        kernel.hand[kernel.turn] = card | 1 << 32
        self.choose(kernel)
        kernel.hand[kernel.turn] = hand
        return self._best

    def score_of_passage(self, kernel: SaboteurKernel, cell: i64, shape: i64) -> i64:
        """What laying it here is worth to the seat that has the turn."""
        hopes: i64 = hopes_of(kernel, kernel.turn)
        nearer: i64 = self.outlook(kernel, hopes) - self.with_card(kernel, hopes, cell, shape)
        if nearer > 0:
            return 1000 * nearer + 240 * bits(shape)
        if not nearer and not _BETWEEN[cell]:
            return _NEVER
        return 1000 * nearer if nearer else _THROWN + _ANOTHER_WAY - _kept_passage(bits(shape))

    def outlook(self, kernel: SaboteurKernel, hopes: i64) -> i64:
        """Cards missing to the treasure, in twelfths: half the nearest hope, half the mean of all."""
        left = self._left
        which: i64 = 0
        while which < GOAL_COUNT:
            if hopes >> which & 1:
                left[which] = self.ways.missing(kernel.maze, which)
            which += 1
        return _mean(left[0], left[1], left[2], hopes)

    def _offer(self, kernel: SaboteurKernel, score: i64, code: i64) -> None:
        if score > self._best:
            self._best = score
            self._code = code
            self._equals = 1
        elif score == self._best:
            self._equals += 1
            if not kernel.stream.below(self._equals):
                self._code = code

    def _read_map(self, kernel: SaboteurKernel, hopes: i64) -> None:
        score: i64 = 8400 + 16800 // bits(hopes)
        which: i64 = 0
        while which < GOAL_COUNT:
            if hopes >> which & 1:
                self._offer(kernel, score, LOOK | which << 3)
            which += 1

    def _dig(self, kernel: SaboteurKernel, ways: i64, hopes: i64, now: i64) -> None:
        """Passages that lead nearer; more openings are better."""
        maze = kernel.maze
        if not maze.fresh:
            maze.survey()
        site: i64 = 0
        while site < maze.site_count:
            fitting: i64 = maze.fitting(site) & ways
            cell: i64 = maze.site[site]
            way: i64 = 0
            while fitting >> way:
                if fitting >> way & 1:
                    shape: i64 = WAY_SHAPE[way]
                    hoped: i64 = now - self._at_best(kernel, hopes, cell, shape)
                    if hoped > 0 and 1000 * hoped + 240 * bits(shape) >= self._best:
                        nearer: i64 = now - self.with_card(kernel, hopes, cell, shape)
                        if nearer > 0:
                            self._offer(
                                kernel, 1000 * nearer + 240 * bits(shape), PLACE | way << 3 | cell << 8
                            )
                way += 1
            site += 1

    def _another_way(self, kernel: SaboteurKernel, ways: i64, hopes: i64, now: i64) -> None:
        """Passages that do no harm."""
        maze = kernel.maze
        site: i64 = 0
        while site < maze.site_count:
            cell: i64 = maze.site[site]
            fitting: i64 = maze.fitting(site) & ways if _BETWEEN[cell] else 0
            way: i64 = 0
            while fitting >> way:
                if fitting >> way & 1:
                    shape: i64 = WAY_SHAPE[way]
                    score: i64 = _THROWN + _ANOTHER_WAY - _kept_passage(bits(shape))
                    if score >= self._best and self.with_card(kernel, hopes, cell, shape) == now:
                        self._offer(kernel, score, PLACE | way << 3 | cell << 8)
                way += 1
            site += 1

    def _at_best(self, kernel: SaboteurKernel, hopes: i64, cell: i64, shape: i64) -> i64:
        """The outlook with a passage laid here, if it is in nobody's way."""
        left = self._left
        ways = self.ways
        maze = kernel.maze
        north: i64 = left[0]
        middle: i64 = left[1]
        south: i64 = left[2]
        if hopes & 1:
            north = min(north, ways.from_card(maze, 0, cell, shape))
        if hopes & 2:
            middle = min(middle, ways.from_card(maze, 1, cell, shape))
        if hopes & 4:
            south = min(south, ways.from_card(maze, 2, cell, shape))
        return _mean(north, middle, south, hopes)

    def with_card(self, kernel: SaboteurKernel, hopes: i64, cell: i64, shape: i64) -> i64:
        north: i64 = self._missing_with(kernel, 0, cell, shape) if hopes & 1 else FAR
        middle: i64 = self._missing_with(kernel, 1, cell, shape) if hopes & 2 else FAR
        south: i64 = self._missing_with(kernel, 2, cell, shape) if hopes & 4 else FAR
        return _mean(north, middle, south, hopes)

    def _missing_with(self, kernel: SaboteurKernel, which: i64, cell: i64, shape: i64) -> i64:
        maze = kernel.maze
        left: i64 = self._left[which]
        if not maze.adjacent:
            beyond: i64 = self.ways.from_card(maze, which, cell, shape)
            if beyond < left:
                return beyond
            if self.ways.at(which, cell) > left:
                return left
        before: i64 = i64(maze.grid[cell])
        maze.grid[cell] = u8(shape)
        found: i64 = self._trial.after(maze, which)
        maze.grid[cell] = u8(before)
        return found

    def _rocks(self, kernel: SaboteurKernel, hopes: i64, now: i64) -> None:
        """On a dead end that is in the way."""
        maze = kernel.maze
        at: i64 = 0
        while at < maze.laid_count:
            cell: i64 = maze.laid[at]
            if not i64(maze.grid[cell]) & 16:
                hoped: i64 = now - self._cleared_at_best(kernel, hopes, cell)
                if 1000 * hoped - 3600 >= self._best:
                    nearer: i64 = now - self.cleared(kernel, hopes, cell)
                    self._offer(kernel, 1000 * nearer - 3600, ROCKS | cell << 3)
            at += 1

    def _cleared_at_best(self, kernel: SaboteurKernel, hopes: i64, cell: i64) -> i64:
        """The outlook with nothing here: a way through is one card more than from the best neighbour."""
        left = self._left
        maze = kernel.maze
        north: i64 = left[0]
        middle: i64 = left[1]
        south: i64 = left[2]
        if hopes & 1:
            north = min(north, 1 + self.ways.from_card(maze, 0, cell, 31))
        if hopes & 2:
            middle = min(middle, 1 + self.ways.from_card(maze, 1, cell, 31))
        if hopes & 4:
            south = min(south, 1 + self.ways.from_card(maze, 2, cell, 31))
        return _mean(north, middle, south, hopes)

    def cleared(self, kernel: SaboteurKernel, hopes: i64, cell: i64) -> i64:
        maze = kernel.maze
        before: i64 = i64(maze.grid[cell])
        maze.grid[cell] = 0
        north: i64 = self._trial.after(maze, 0) if hopes & 1 else FAR
        middle: i64 = self._trial.after(maze, 1) if hopes & 2 else FAR
        south: i64 = self._trial.after(maze, 2) if hopes & 4 else FAR
        maze.grid[cell] = u8(before)
        return _mean(north, middle, south, hopes)

    def _tools(self, kernel: SaboteurKernel, held: i64) -> None:
        """Own tools mended first; then suspects stopped, and others mended who have earned it."""
        doubted = False
        card: i64 = BROKEN
        while held >> card:
            if held >> card & 1:
                target: i64 = 0
                while target < kernel.seats:
                    tools: i64 = kernel.broken_order[target]
                    if card < REPAIR:
                        if target != kernel.turn and not kernel.broken[card - BROKEN] >> target & 1:
                            if not doubted:
                                weigh_doubts(kernel, self.suspects, self._doubt)
                                doubted = True
                            score: i64 = self._doubt[target] + (0 if tools else 2400)
                            if self._doubt[target] > _SUSPECT:
                                self._offer(kernel, score, BREAK | (card - BROKEN) << 3 | target << 5)
                    elif tools:
                        if target == kernel.turn:
                            score = 13200
                        else:
                            if not doubted:
                                weigh_doubts(kernel, self.suspects, self._doubt)
                                doubted = True
                            score = _STRANGER - self._doubt[target]
                        score += (1800 if tools <= 3 else 0) - (600 if card > REPAIR + 2 else 0)
                        tool: i64 = 0
                        while tool < 3:
                            if MENDS[card] >> tool & 1 and kernel.broken[tool] >> target & 1:
                                self._offer(kernel, score, MEND | tool << 3 | target << 5 | card << 9)
                            tool += 1
                    target += 1
            card += 1

    def _discards(self, kernel: SaboteurKernel, hopes: i64) -> None:
        hand: i64 = kernel.hand[kernel.turn]
        size: i64 = hand >> 32
        own: i64 = 0
        tool: i64 = 0
        while tool < 3:
            own |= (kernel.broken[tool] >> kernel.turn & 1) << tool
            tool += 1
        at: i64 = 0
        while at < size:
            card: i64 = hand >> 5 * at & 31
            copies: i64 = 0
            earlier: i64 = 0
            other: i64 = 0
            while other < size:
                if hand >> 5 * other & 31 == card:
                    copies += 1
                    if other < at:
                        earlier += 1
                other += 1
            if not earlier:
                score: i64 = _THROWN - _kept(card, own, hopes) + 240 * (copies - 1)
                self._offer(kernel, score, DISCARD | card << 3)
            at += 1


def _mean(north: i64, middle: i64, south: i64, hopes: i64) -> i64:
    """Half the nearest, half the mean of those hoped for, in twelfths of a card."""
    nearest: i64 = FAR
    total: i64 = 0
    number: i64 = 0
    if hopes & 1:
        nearest = north
        total = north
        number = 1
    if hopes & 2:
        nearest = min(nearest, middle)
        total += middle
        number += 1
    if hopes & 4:
        nearest = min(nearest, south)
        total += south
        number += 1
    return 6 * nearest + 6 * total // number if number else 0


def _kept(card: i64, own: i64, hopes: i64) -> i64:
    """What a card is worth to keep; `own` are the digger's broken tools."""
    if card < MAP:
        shape: i64 = WAY_SHAPE[FIRST_WAY[card]]
        return _kept_passage(bits(shape)) if shape & 16 else 0
    if card == MAP:
        return 3000 if hopes & (hopes - 1) else 0
    if card >= REPAIR:
        return 4800 if MENDS[card] & own else 1920
    return 2400 if card >= BROKEN else 1800


def _kept_passage(sides: i64) -> i64:
    """By the openings of a passage and one."""
    return 1200 + 360 * sides
