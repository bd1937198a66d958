"""A saboteur who plays as the normal level does, choice for choice: what `bots/saboteur/weighing.py` weighs.

Scores as in `kernel_digger.py`. With both, rounds among normal players run by the thousand in a second.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from filon.kernels.saboteur.kernel import SaboteurKernel
from filon.kernels.saboteur.kernel_cards import (
    BROKEN,
    DECK_SIZE,
    FIRST_WAY,
    GOAL_COUNT,
    HAND_SIZE,
    MAP,
    MENDS,
    REPAIR,
    ROCKFALL,
    START,
    WAY_SHAPE,
    bits,
)
from filon.kernels.saboteur.kernel_codes import BREAK, DISCARD, LOOK, MEND, PLACE, ROCKS
from filon.kernels.saboteur.kernel_digger import Digger
from filon.kernels.saboteur.kernel_doubts import weigh_doubts
from filon.kernels.saboteur.kernel_hands import hopes_of, kinds_held, ways_held
from filon.kernels.saboteur.kernel_maze import is_goal
from filon.kernels.saboteur.kernel_ways import FAR

_HAMMER_AT: Final = vec[i64]([0, 0, 0, 2, 16, 3, 5, 2, 3, 5, 3])
_DEAD_END_AT: Final = vec[i64]([0, 0, 0, 1, 2, 1, 2, 1, 1, 2, 1])
_DIGS_BEYOND: Final = vec[i64]([0, 0, 0, 4, 16, 5, 16, 4, 5, 16, 5])
"""By the number of players."""
_BLOCKED: Final[i64] = 36
_GIVEN_AWAY: Final[i64] = 4800
_LATER: Final[i64] = 300
_THROWN: Final[i64] = 1800
_NO_SCORE: Final[i64] = -1000000


@mypyc_attr(allow_interpreted_subclasses=False)
class Hider:
    """`digger` tells how near the treasure is; it saw this maze grow, or forgot the last one."""

    def __init__(self, digger: Digger) -> None:
        self._digger = digger
        self._doubt: vec[i64] = vec[i64]([0] * 10)
        self._best: i64 = 0
        self._code: i64 = 0
        self._equals: i64 = 0
        self._now: i64 = 0
        self._nearest: i64 = 0
        self._late = False

    def choose(self, kernel: SaboteurKernel) -> i64:
        """What the seat that has the turn does; it holds a card."""
        seat: i64 = kernel.turn
        held: i64 = kinds_held(kernel.hand[seat])
        hopes: i64 = hopes_of(kernel, seat)
        self._best = _NO_SCORE
        self._equals = 0
        self._look_around(kernel, hopes)
        ways: i64 = ways_held(held)
        if ways and not kernel.broken_order[seat]:
            self._paths(kernel, ways, hopes)
        if held >> ROCKFALL & 1:
            self._rocks(kernel, hopes)
        if held >> MAP & 1:
            self._read_map(kernel, hopes)
        if held >> BROKEN & 7:
            self._hammers(kernel, held)
        if held >> REPAIR:
            self._repairs(kernel, held)
        self._discards(kernel, hopes)
        return self._code

    def _offer(self, kernel: SaboteurKernel, score: i64, code: i64) -> None:
        if score > self._best:
            self._best = score
            self._code = code
            self._equals = 1
        elif score == self._best:
            self._equals += 1
            if not kernel.stream.below(self._equals):
                self._code = code

    def _look_around(self, kernel: SaboteurKernel, hopes: i64) -> None:
        digger = self._digger
        self._now = digger.outlook(kernel, hopes)
        self._nearest = FAR
        which: i64 = 0
        while which < GOAL_COUNT:
            if hopes >> which & 1:
                self._nearest = min(self._nearest, digger.ways.missing(kernel.maze, which))
            which += 1
        pile: i64 = DECK_SIZE - kernel.seats * HAND_SIZE[kernel.seats]
        self._late = 10 * kernel.pile_count < 3 * pile

    def _open_war(self) -> bool:
        return self._nearest <= 3 or self._late

    def _paths(self, kernel: SaboteurKernel, ways: i64, hopes: i64) -> None:
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
                    farther: i64 = self._digger.with_card(kernel, hopes, cell, shape) - self._now
                    score: i64 = self._path(kernel, farther, passage=shape & 16 != 0)
                    self._offer(kernel, score, PLACE | way << 3 | cell << 8)
                way += 1
            site += 1

    def _path(self, kernel: SaboteurKernel, farther: i64, *, passage: bool) -> i64:
        """What a card is worth that puts the treasure so many twelfths of a card farther."""
        if farther < 0:
            if self._nearest > _DIGS_BEYOND[kernel.seats] and not self._late:
                return 7200
            return 1000 * farther
        if not farther:
            return 1440 if passage else -1200
        if self._open_war() and (passage or self._nearest <= _DEAD_END_AT[kernel.seats]):
            return 1000 * min(farther, _BLOCKED) + 2400 - (0 if passage else _GIVEN_AWAY)
        return 500 * min(farther, 12) if passage else 0

    def _rocks(self, kernel: SaboteurKernel, hopes: i64) -> None:
        maze = kernel.maze
        at: i64 = 0
        while at < maze.laid_count:
            cell: i64 = maze.laid[at]
            if cell != START and not is_goal(cell):
                farther: i64 = self._digger.cleared(kernel, hopes, cell) - self._now
                score: i64 = 200 * farther - 3600
                if self._open_war():
                    score = 1000 * min(farther, _BLOCKED) - 1200
                self._offer(kernel, score, ROCKS | cell << 3)
            at += 1

    def _read_map(self, kernel: SaboteurKernel, hopes: i64) -> None:
        which: i64 = 0
        while which < GOAL_COUNT:
            if not kernel.face_up >> which & 1:
                unknown: bool = hopes & (hopes - 1) != 0 and hopes >> which & 1 != 0
                self._offer(kernel, 4800 if unknown else 600, LOOK | which << 3)
            which += 1

    def _hammers(self, kernel: SaboteurKernel, held: i64) -> None:
        weigh_doubts(kernel, 0, self._doubt)
        swings: bool = self._nearest <= _HAMMER_AT[kernel.seats] or self._late
        tool: i64 = 0
        while tool < 3:
            if held >> (BROKEN + tool) & 1:
                step: i64 = 1
                while step < kernel.seats:
                    target: i64 = (kernel.turn + step) % kernel.seats
                    if not kernel.broken[tool] >> target & 1:
                        score: i64 = 16800 if swings else 960
                        if kernel.broken_order[target]:
                            score = 2400
                        score -= self._doubt[target] // 4 + _LATER * step
                        self._offer(kernel, score, BREAK | tool << 3 | target << 5)
                    step += 1
            tool += 1

    def _repairs(self, kernel: SaboteurKernel, held: i64) -> None:
        """The own tools; those of others are never worth a card."""
        target: i64 = kernel.turn
        card: i64 = REPAIR
        while held >> card:
            if held >> card & 1:
                score: i64 = 2400 + (1800 if kernel.broken_order[target] <= 3 else 0)
                score -= 600 if card > REPAIR + 2 else 0
                tool: i64 = 0
                while tool < 3:
                    if MENDS[card] >> tool & 1 and kernel.broken[tool] >> target & 1:
                        self._offer(kernel, score, MEND | tool << 3 | target << 5 | card << 9)
                    tool += 1
            card += 1

    def _discards(self, kernel: SaboteurKernel, hopes: i64) -> None:
        hand: i64 = kernel.hand[kernel.turn]
        size: i64 = hand >> 32
        broken: bool = kernel.broken_order[kernel.turn] != 0
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
                score: i64 = _THROWN - _kept(card, hopes, broken=broken) + 240 * (copies - 1)
                self._offer(kernel, score, DISCARD | card << 3)
            at += 1


def _kept(card: i64, hopes: i64, *, broken: bool) -> i64:
    """What a card is worth to keep."""
    if card < MAP:
        shape: i64 = WAY_SHAPE[FIRST_WAY[card]]
        return 1680 - 360 * bits(shape) if shape & 16 else 3600
    if card == MAP:
        return 1800 if hopes & (hopes - 1) else 480
    if card == ROCKFALL:
        return 4800
    if card < REPAIR:
        return 3600
    return 1080 if broken else 600
