"""Out of Mine! from the deal, from what a seat knows, and in bulk."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from filon.games.outofmine.boards import ALL_BOARDS
from filon.games.outofmine.cards import ALL_CARDS
from filon.games.outofmine.pieces import PILE
from filon.kernels.outofmine.kernel import OutOfMineKernel, Rules, shuffle
from filon.kernels.stream import Stream
from filon.kernels.totals import Totals

_PILE: Final[i64] = PILE


@mypyc_attr(allow_interpreted_subclasses=False)
class _Box:
    """All boards and all cards, in the law's order."""

    def __init__(self) -> None:
        self.boards: vec[i64] = vec[i64]([int(board) for board in ALL_BOARDS])
        self.cards: vec[i64] = vec[i64]([int(card) for card in ALL_CARDS])


_ALL: Final = _Box()


@mypyc_attr(allow_interpreted_subclasses=False)
class OutOfMineImaginer:
    """What everybody sees, and the boards and cards that nobody has seen."""

    def __init__(self, seen: OutOfMineKernel, boards: list[int], pile: i64, cards: list[int]) -> None:
        self._seen: OutOfMineKernel = seen
        self._boards: vec[i64] = vec[i64](boards)
        self._pile: i64 = pile
        self._cards: vec[i64] = vec[i64](cards)

    def imagine(self, stream: Stream) -> OutOfMineKernel:
        kernel = self._seen.copy(stream)
        boards = self._boards[:]
        shuffle(boards, stream)
        kernel.board_pile = boards[: self._pile]
        kernel.box = boards[self._pile :]
        kernel.card_pile = self._cards[:]
        shuffle(kernel.card_pile, stream)
        return kernel


def deal(seats: i64, rules: Rules, stream: Stream) -> OutOfMineKernel:
    kernel = OutOfMineKernel(stream, rules, seats)
    boards = _ALL.boards[:]
    shuffle(boards, stream)
    for seat in range(seats):
        kernel.boards[seat] = boards[seat]
    kernel.board_pile = boards[seats : seats + _PILE]
    kernel.box = boards[seats + _PILE :]
    kernel.card_pile = _ALL.cards[:]
    shuffle(kernel.card_pile, stream)
    return kernel


def series(seats: i64, rules: Rules, seed: i64, games: range) -> Totals:
    totals = Totals(seats, 1)
    for number in games:
        kernel = deal(seats, rules, Stream(seed, number))
        decisions = kernel.playout()
        totals.count(kernel.winners(), decisions)
        for seat in range(seats):
            totals.scores[seat] += kernel.scores[seat]
            totals.tally[0] += kernel.scores[seat]
    return totals
