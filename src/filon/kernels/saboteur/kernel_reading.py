"""A round watched again: what diggers would have done tells which cards they do not hold."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from filon.kernels.saboteur.kernel import SaboteurKernel
from filon.kernels.saboteur.kernel_cards import BROKEN, GOAL_COUNT, KINDS, MAP, ROCKFALL, WAY_CARD, WAY_SHAPE
from filon.kernels.saboteur.kernel_codes import BREAK, DISCARD, LOOK, MEND, PASS, PLACE
from filon.kernels.saboteur.kernel_digger import Digger
from filon.kernels.saboteur.kernel_ways import Ways

_USELESS: Final[i64] = 2040
"""What a digger throws away may be worth this much to be rid of; whatever scores more is played."""
_EQUAL: Final[i64] = 12
"""Scores this near are told apart by lot."""
REMEMBERED: Final[i64] = 5
"""Cards of a hand that were held when a digger chose last; one fewer for each choice before that."""


@mypyc_attr(allow_interpreted_subclasses=False)
class Watcher:
    """Watches the round of `known` from its deal, as if the treasure lay at this goal."""

    def __init__(self, known: SaboteurKernel, treasure: i64) -> None:
        self._kernel = _dealt(known, treasure)
        self._digger = Digger(Ways(), Ways())
        self.against: i64 = 0
        """How many choices make no sense with the treasure there."""
        self._lacks: vec[i64] = vec[i64]([0] * 60)

    def lacks(self, seat: i64, place: i64) -> i64:
        """A bit for each kind of card that the one so old in this hand is not; 0 is the oldest."""
        return self._lacks[6 * seat + place]

    def watch(self, seat: i64, code: i64, *, judged: bool) -> None:
        """A choice made; one that is `judged` was a digger's, and not long ago."""
        kernel = self._kernel
        kernel.turn = seat
        if code == PASS:
            return
        card: i64 = _card_of(code)
        if judged:
            self._judge(seat, code, card)
        # Nobody's hand is known: the card, and another that keeps the round from ending.
        kernel.hand[seat] = card | card << 5 | 2 << 32
        kernel.do(code)

    def _judge(self, seat: i64, code: i64, card: i64) -> None:
        lacked: i64 = self._lacked(code, card)
        lacks = self._lacks
        # One card was played since: what was so old is as old now, or one older.
        place: i64 = 6 * seat
        last: i64 = place + REMEMBERED - 1
        while place < last:
            lacks[place] = lacks[place + 1] | lacked
            place += 1
        lacks[last] = lacked

    def _lacked(self, code: i64, card: i64) -> i64:
        """Kinds of cards that would rather have been played than this one."""
        kernel = self._kernel
        digger = self._digger
        digger.ways.forget()
        bar: i64 = _USELESS
        if code & 7 != DISCARD:
            bar = digger.best_with(kernel, card)
        if code & 7 == PLACE:
            shape: i64 = WAY_SHAPE[code >> 3 & 31]
            if shape & 16 and digger.score_of_passage(kernel, code >> 8, shape) + _EQUAL < bar:
                self.against += 1
                return 0
        lacked: i64 = 0
        kind: i64 = 0
        while kind < KINDS:
            if digger.best_with(kernel, kind) > bar + _EQUAL:
                lacked |= 1 << kind
            kind += 1
        return lacked


def _dealt(known: SaboteurKernel, treasure: i64) -> SaboteurKernel:
    kernel = SaboteurKernel(
        known.seats, known.stream, adjacent=known.maze.adjacent, random_starter=known.random_starter
    )
    kernel.make_room()
    kernel.number = known.number
    which: i64 = 0
    while which < GOAL_COUNT:
        kernel.goal[which] = known.goal[which]
        if not known.goal[which]:
            kernel.goal[which] = known.goal[treasure]
        which += 1
    kernel.goal[treasure] = 0
    seat: i64 = 0
    while seat < known.seats:
        kernel.hand[seat] = 1 << 32
        seat += 1
    return kernel


def _card_of(code: i64) -> i64:
    kind: i64 = code & 7
    if kind == PLACE:
        return WAY_CARD[code >> 3 & 31]
    if kind == BREAK:
        return BROKEN + (code >> 3 & 3)
    if kind == MEND:
        return code >> 9
    if kind == DISCARD:
        return code >> 3
    return MAP if kind == LOOK else ROCKFALL
