"""A choice weighed in imagined worlds: every candidate in the same worlds, the worse half dropped again and
again.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from filon.kernels.saboteur.kernel import SaboteurKernel
from filon.kernels.saboteur.kernel_cards import SABOTEURS, bits
from filon.kernels.saboteur.kernel_endgame import Endgame
from filon.kernels.saboteur.kernel_first_look import FirstLook
from filon.kernels.saboteur.kernel_imagine import SaboteurImaginer
from filon.kernels.saboteur.kernel_policy import Policy
from filon.kernels.saboteur.kernel_solver import UNSOLVED, Solver
from filon.kernels.saboteur.kernel_trust import Trust
from filon.kernels.stream import Stream

WON: Final[i64] = 1000
_PLANNED: Final[i64] = 90
"""Choices that the end of the round may take for each world."""
_SURE: Final[i64] = 250
"""What a win that nobody can prevent is worth beside one against players as they are."""
_LOOKS: Final[i64] = 60
"""Positions that a solution may take; what takes more is no surer than a playout."""
_USUAL: Final[i64] = 40
"""Cards in the pile and all hands, halfway through a round."""
_LEFT: Final[i64] = 4
"""What a twelfth of a card still missing is worth where the treasure is not found."""
_MOST_LEFT: Final[i64] = 96
_EARLY: Final[i64] = 10
"""What a card not yet played when the treasure is found is worth beside a win."""


@mypyc_attr(allow_interpreted_subclasses=False)
class Search:
    """What one seat weighs. Chances are whole numbers; those of roles and goals are the seat's belief.

    The more `worlds`, the longer it weighs; where few cards are left playouts are short, and there are more.
    """

    def __init__(self, imaginer: SaboteurImaginer, seat: i64, worlds: i64, *, saboteur: bool) -> None:
        self._imaginer = imaginer
        self._worlds: i64 = worlds
        self._saboteur = saboteur
        self._policy = Policy()
        self._trust = Trust()
        self._policy.go_by(self._trust, hiding=not saboteur)
        self._endgame = Endgame(self._policy, seat, _PLANNED * worlds, saboteur=saboteur)
        self._solver = Solver(self._policy)
        self._first_look = FirstLook(seat, saboteur=saboteur)
        self._roles: vec[i64] = vec[i64]()
        self._roles_upto: vec[i64] = vec[i64]()
        self._goal_chance: vec[i64] = vec[i64]([0] * 3)

    def add_roles(self, roles: i64, chance: i64) -> None:
        """A bit for each saboteur, and how likely it is so."""
        before: i64 = 0
        if len(self._roles_upto):
            before = self._roles_upto[i64(len(self._roles_upto)) - 1]
        self._roles = append(self._roles, roles)
        self._roles_upto = append(self._roles_upto, before + chance)

    def suspect(self, seat: i64, doubt: i64, motive: i64) -> None:
        """How likely this seat is a saboteur, in hundredths, and what its deeds say to everybody."""
        self._first_look.doubt[seat] = doubt
        self._trust.known[seat] = motive

    def expect_treasure(self, which: i64, chance: i64) -> None:
        self._goal_chance[which] = chance

    def world(self, stream: Stream) -> SaboteurKernel:
        """A position drawn by belief."""
        kernel = self._imaginer.sketch(stream)
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
        self._imaginer.deal_cards(kernel, stream)
        return kernel

    def best(self, codes: list[int], stream: Stream, keep: int) -> int:
        """The best of these codes: the likeliest `keep` by a first look, then halved by playouts."""
        kernel = self.world(stream)
        count: i64 = i64(len(codes))
        code: vec[i64] = vec[i64]()
        score: vec[i64] = vec[i64]()
        for each in codes:
            code = append(code, i64(each))
            score = append(score, self._first_look.score(kernel, i64(each)))
        _sort(code, score, count)
        count = min(count, keep)
        at: i64 = 0
        while at < count:
            score[at] = max(score[at], -2000)
            at += 1
        part: i64 = max(1, self._worlds * _USUAL // (_USUAL // 2 + _cards_left(kernel)))
        while count > 1:
            number: i64 = 0
            while number < part:
                kernel = self.world(stream)
                seed: i64 = stream.word()
                if self._saboteur:
                    # Nobody knows how well the diggers judge: in every other world not at all.
                    self._policy.let_diggers_judge(judging=number & 1 == 1)
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
        self._policy.ways.forget()
        self._trust.reset(kernel, self._policy.ways)
        self._trust.do(kernel, code, self._policy.ways)
        score: i64 = 0
        if self._solver.begins(kernel):
            sure: i64 = self._solver.solve(kernel, number, _LOOKS)
            if sure != UNSOLVED:
                score = _SURE if sure else -_SURE
        if self._endgame.begins(kernel):
            won: i64 = self._endgame.diggers_win(kernel, number)
        else:
            won = self._policy.finish(kernel, number)
        if won:
            score += WON
            if kernel.number == number:
                score += _EARLY * kernel.pile_count
        else:
            score -= _LEFT * min(self._trust.left, _MOST_LEFT)
        return -score if self._saboteur else score


def _cards_left(kernel: SaboteurKernel) -> i64:
    left: i64 = kernel.pile_count
    seat: i64 = 0
    while seat < kernel.seats:
        left += kernel.hand[seat] >> 32
        seat += 1
    return left


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
