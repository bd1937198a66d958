"""Cards tried in worlds that a seat believes in, all of them in the same ones.

The worse half is dropped again and again. What is left is compared with what was played in worlds that
nothing was chosen by: otherwise the best would seem better than it is.
"""

from collections.abc import Sequence
from math import sqrt
from typing import Final, NamedTuple

from filon.bots.saboteur.hard import Prepared
from filon.coach.model import Depth
from filon.coach.saboteur.standing import won_round
from filon.games.saboteur.model import View
from filon.games.saboteur.pieces import Role
from filon.kernels import COMPILED
from filon.kernels.saboteur.kernel import SaboteurKernel
from filon.kernels.saboteur.kernel_endgame import Endgame
from filon.kernels.saboteur.kernel_first_look import FirstLook
from filon.kernels.saboteur.kernel_policy import Policy
from filon.kernels.saboteur.kernel_solver import UNSOLVED, Solver
from filon.kernels.saboteur.states import unpacked
from filon.kernels.stream import Stream

_UNPREVENTABLE: Final = 0.2
"""How much of a result is what both sides at their best would reach with all cards open, where that is known;
the rest is what players as they are come to.
"""
_LOOKS: Final = 60
_PLANNED: Final = 200
"""Choices that the end of the round may take for each world, and positions that a solution may."""
_FIRST_LOOK: Final = 1000.0
"""A card that leads nearer counts as six won worlds of ten, until there are worlds that say otherwise."""
_LOOKED_AT: Final = 2
"""So many of the best are tried again in the last worlds, and what was played."""


class Effort(NamedTuple):
    first: int
    """Worlds in which everything is tried; twice as many each time half of it is dropped."""
    last: int
    """Worlds in which those that are left are compared."""


EFFORT: Final[dict[Depth, Effort]] = (
    {"quick": Effort(4, 40), "standard": Effort(20, 240)}
    if COMPILED
    else {"quick": Effort(1, 4), "standard": Effort(2, 8)}
)


class Worth(NamedTuple):
    """Expected shares of the win, and the standard error of the difference to the best in the same worlds."""

    code: int
    game: float
    round: float
    error: float


class _Shares(NamedTuple):
    """Of one seat, world by world."""

    game: list[float]
    round: list[float]


class Trials:
    def __init__(self, view: View, prepared: Prepared, stream: Stream, effort: Effort) -> None:
        assert view.seat is not None, "spectators hold no cards"
        self._seat = int(view.seat)
        self._view = view
        self._saboteur = view.round.roles[self._seat] is Role.SABOTEUR
        self._prepared = prepared
        self._stream = stream
        self._effort = effort
        self._policy = Policy(prepared.suspects)
        most = _PLANNED * (effort.first + effort.last)
        self._endgame = Endgame(self._policy, self._seat, most, saboteur=self._saboteur)
        self._solver = Solver(self._policy)

    def compare(self, played: int) -> list[Worth]:
        """What everything is worth, the best first; equals as a first look ranks them."""
        codes = self._at_first_look()
        tried = {code: _Shares([], []) for code in codes}
        left = list(codes)
        part = self._effort.first
        while len(left) > _LOOKED_AT:
            self._try({code: tried[code] for code in {*left, played}}, part)
            left.sort(key=lambda code: -sum(tried[code].game) - codes[code] / _FIRST_LOOK)
            left = left[: max(_LOOKED_AT, len(left) // 2)]
            part *= 2
        last = {code: _Shares([], []) for code in dict.fromkeys((*left, played))}
        self._try(last, self._effort.last)
        ranked = sorted(last, key=lambda code: -sum(last[code].game))
        best = ranked[0]
        found = [_worth(code, last[code], last[best]) for code in ranked]
        others = [_beside(code, tried[code], tried[best], found[0]) for code in codes if code not in last]
        return sorted((*found, *others), key=lambda worth: -worth.game)

    def _at_first_look(self) -> dict[int, int]:
        look = FirstLook(self._seat, saboteur=self._saboteur)
        for seat, doubt in enumerate(self._prepared.belief.doubts):
            look.doubt[seat] = round(100 * doubt)
        world = self._prepared.search.world(self._stream)
        scores = {code: max(-2000, look.score(world, code)) for code in self._prepared.codes}
        return dict(sorted(scores.items(), key=lambda each: -each[1]))

    def _try(self, tried: dict[int, _Shares], worlds: int) -> None:
        for _ in range(worlds):
            world = self._prepared.search.world(self._stream)
            seed = self._stream.word()
            won = self._share_of_the_game(world, diggers=True)
            lost = self._share_of_the_game(world, diggers=False)
            for code, shares in tried.items():
                diggers = self._diggers_win(world, code, seed)
                shares.game.append(diggers * won + (1 - diggers) * lost)
                shares.round.append(1 - diggers if self._saboteur else diggers)

    def _share_of_the_game(self, world: SaboteurKernel, *, diggers: bool) -> float:
        seats = range(world.seats)
        roles = [Role.SABOTEUR if world.roles >> seat & 1 else Role.DIGGER for seat in seats]
        scores = [float(world.score(seat)) for seat in seats]
        return won_round(roles, unpacked(world.gold, 2), scores, world.number, diggers=diggers)[self._seat]

    def _diggers_win(self, world: SaboteurKernel, code: int, seed: int) -> float:
        kernel = world.copy(Stream(seed))
        number = kernel.number
        kernel.do(code)
        solved = UNSOLVED
        if self._solver.begins(kernel):
            solved = self._solver.solve(kernel, number, _LOOKS)
        if self._endgame.begins(kernel):
            won = float(self._endgame.diggers_win(kernel, number))
        else:
            won = float(self._policy.finish(kernel, number))
        if solved == UNSOLVED:
            return won
        return (1 - _UNPREVENTABLE) * won + _UNPREVENTABLE * float(solved)


def _worth(code: int, shares: _Shares, best: _Shares) -> Worth:
    worlds = len(shares.game)
    return Worth(code, sum(shares.game) / worlds, sum(shares.round) / worlds, _error(shares.game, best.game))


def _beside(code: int, shares: _Shares, best: _Shares, worth: Worth) -> Worth:
    """What was dropped, by its distance to the best in those worlds in which it was tried."""
    worlds = len(shares.game)

    def behind(own: Sequence[float], ahead: Sequence[float]) -> float:
        return max(0.0, sum(ahead[:worlds]) - sum(own)) / worlds

    return Worth(
        code,
        max(0.0, worth.game - behind(shares.game, best.game)),
        max(0.0, worth.round - behind(shares.round, best.round)),
        _error(shares.game, best.game[:worlds]),
    )


def _error(these: Sequence[float], those: Sequence[float]) -> float:
    differences = [this - that for this, that in zip(these, those, strict=True)]
    number = len(differences)
    mean = sum(differences) / number
    spread = sum((difference - mean) ** 2 for difference in differences)
    return sqrt(spread / max(1, number - 1) / number)
