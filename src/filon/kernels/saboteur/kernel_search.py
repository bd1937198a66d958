"""A choice weighed in imagined worlds: every candidate in the same worlds, the worse half dropped again and
again.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr, u8

from filon.kernels.saboteur.kernel import (
    BREAK,
    DIGGERS,
    DISCARD,
    LOOK,
    MEND,
    PLACE,
    ROCKS,
    SaboteurKernel,
)
from filon.kernels.saboteur.kernel_cards import SABOTEURS, WAY_SHAPE, bits
from filon.kernels.saboteur.kernel_hands import worth_of
from filon.kernels.saboteur.kernel_imagine import SaboteurImaginer
from filon.kernels.saboteur.kernel_policy import Policy
from filon.kernels.stream import Stream

WON: Final[i64] = 1000
_EARLY: Final[i64] = 5
"""What a card not yet played when the treasure is found is worth beside a win."""


@mypyc_attr(allow_interpreted_subclasses=False)
class Search:
    """What one seat weighs. Chances are whole numbers; those of roles and goals are the seat's belief."""

    def __init__(self, imaginer: SaboteurImaginer, seat: i64, suspects: i64, *, saboteur: bool) -> None:
        self._imaginer = imaginer
        self._seat: i64 = seat
        self._suspects: i64 = suspects
        self._saboteur = saboteur
        self._policy = Policy()
        self._roles: vec[i64] = vec[i64]()
        self._roles_upto: vec[i64] = vec[i64]()
        self._goal_chance: vec[i64] = vec[i64]([0] * 3)
        self.doubt: vec[i64] = vec[i64]([0] * 10)
        """By seat: how likely it is a saboteur, in hundredths."""

    def add_roles(self, roles: i64, chance: i64) -> None:
        """A bit for each saboteur, and how likely it is so."""
        before: i64 = 0
        if len(self._roles_upto):
            before = self._roles_upto[i64(len(self._roles_upto)) - 1]
        self._roles = append(self._roles, roles)
        self._roles_upto = append(self._roles_upto, before + chance)

    def expect_treasure(self, which: i64, chance: i64) -> None:
        self._goal_chance[which] = chance

    def world(self, stream: Stream) -> SaboteurKernel:
        """A position drawn by belief."""
        kernel = self._imaginer.imagine(stream)
        last: i64 = i64(len(self._roles_upto)) - 1
        if last >= 0:
            drawn: i64 = stream.below(self._roles_upto[last])
            at: i64 = 0
            while self._roles_upto[at] <= drawn:
                at += 1
            kernel.roles = self._roles[at]
            kernel.set_aside = SABOTEURS[kernel.seats] - bits(kernel.roles)
        total: i64 = self._goal_chance[0] + self._goal_chance[1] + self._goal_chance[2]
        if total:
            drawn = stream.below(total)
            chosen: i64 = 0
            while drawn >= self._goal_chance[chosen]:
                drawn -= self._goal_chance[chosen]
                chosen += 1
            which: i64 = 0
            while kernel.goal[which]:
                which += 1
            kernel.goal[which] = kernel.goal[chosen]
            kernel.goal[chosen] = 0
        return kernel

    def best(self, codes: list[int], stream: Stream, worlds: int, keep: int) -> int:
        """The best of these codes: the likeliest `keep` by a first look, then halved by playouts."""
        kernel = self.world(stream)
        count: i64 = i64(len(codes))
        code: vec[i64] = vec[i64]()
        score: vec[i64] = vec[i64]()
        for each in codes:
            code = append(code, i64(each))
            score = append(score, self.first_look(kernel, i64(each)))
        _sort(code, score, count)
        count = min(count, keep)
        at: i64 = 0
        while at < count:
            score[at] = max(score[at], -2000)
            at += 1
        part: i64 = worlds
        while count > 1:
            number: i64 = 0
            while number < part:
                kernel = self.world(stream)
                seed: i64 = stream.word()
                at = 0
                while at < count:
                    score[at] += self._tried(kernel, code[at], seed)
                    at += 1
                number += 1
            _sort(code, score, count)
            count = (count + 1) // 2
            part = part * 2
        return int(code[0])

    def _tried(self, world: SaboteurKernel, code: i64, seed: i64) -> i64:
        """How it goes on for this seat's side from there."""
        kernel = world.copy(Stream(seed))
        number: i64 = kernel.number
        kernel.do(code)
        won: i64 = self._policy.finish(kernel, self._suspects)
        score: i64 = 0
        if won and kernel.result[number - 1] & 3 == DIGGERS:
            score = WON
            if kernel.number == number:
                score += _EARLY * kernel.pile_count
        return -score if self._saboteur else score

    def first_look(self, kernel: SaboteurKernel, code: i64) -> i64:
        """What seems good before any playout; a card nearer to the treasure is 600."""
        kind: i64 = code & 7
        policy = self._policy
        if kind == DISCARD:
            return 150 - 10 * worth_of(code >> 3, saboteur=self._saboteur)
        if kind == MEND:
            target: i64 = code >> 5 & 15
            if target == self._seat:
                return 780
            if self._saboteur:
                return -300
            return 300 - 8 * self.doubt[target]
        if kind == BREAK:
            target = code >> 5
            fresh: i64 = 0 if kernel.broken_order[target] else 1
            if self._saboteur:
                return 200 + 700 * fresh - 8 * self.doubt[target]
            return 12 * self.doubt[target] + 200 * fresh - 500
        policy.ways.forget()
        hopes: i64 = policy.hopes(kernel, self._seat)
        if kind == LOOK:
            if hopes & (hopes - 1) and hopes >> (code >> 3) & 1:
                return 300 if self._saboteur else 700
            return 20
        now: i64 = policy.outlook(kernel, hopes)
        maze = kernel.maze
        cell: i64 = code >> 8
        shape: i64 = 0
        if kind == PLACE:
            shape = WAY_SHAPE[code >> 3 & 31]
        elif kind == ROCKS:
            cell = code >> 3
        else:
            return 0
        if self._saboteur:
            return self._hindrance(kernel, hopes, kind, cell, shape)
        before: i64 = i64(maze.grid[cell])
        maze.grid[cell] = u8(shape)
        policy.ways.forget()
        farther: i64 = policy.outlook(kernel, hopes) - now
        maze.grid[cell] = u8(before)
        policy.ways.forget()
        if kind == ROCKS:
            return -100 * farther - 200
        return -100 * farther + (10 * bits(shape) if shape & 16 else -300)

    def _hindrance(self, kernel: SaboteurKernel, hopes: i64, kind: i64, cell: i64, shape: i64) -> i64:
        """How much harder the way gets with a card laid here, or taken away."""
        policy = self._policy
        now: i64 = policy.difficulty(kernel, hopes)
        twin = kernel.copy(kernel.stream)
        if kind == PLACE:
            twin.maze.lay(cell, shape)
            if twin.maze.may_reach(cell) and twin.maze.reaches_goal():
                return -5000
        else:
            twin.maze.take_away(cell)
        policy.ways.forget()
        harder: i64 = policy.difficulty(twin, hopes) - now
        policy.ways.forget()
        if kind == ROCKS:
            return 10 * min(harder, 300) - 200
        return 10 * min(harder, 300) + (10 if shape & 16 else 0)


def _sort(code: vec[i64], score: vec[i64], count: i64) -> None:
    """Best first; equals keep their order."""
    at: i64 = 1
    while at < count:
        held: i64 = code[at]
        value: i64 = score[at]
        other: i64 = at - 1
        while other >= 0 and score[other] < value:
            code[other + 1] = code[other]
            score[other + 1] = score[other]
            other -= 1
        code[other + 1] = held
        score[other + 1] = value
        at += 1
