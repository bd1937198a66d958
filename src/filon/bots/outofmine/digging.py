"""One player's gallery as everybody sees it, put to the compiled solver."""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from filon.games.outofmine.cards import Card
from filon.games.outofmine.grid import cell
from filon.games.outofmine.legal import held
from filon.games.outofmine.model import Mine, MineView, Placed
from filon.games.outofmine.packing import allowance, at_hand
from filon.games.outofmine.pieces import Heap, Square
from filon.games.outofmine.scoring import checked
from filon.games.outofmine.solver import Filling
from filon.kernels.outofmine.kernel_packing import Packer, Worth
from filon.kernels.outofmine.packing import GROUPS, SHAPE_NUMBERS, packer


class Digging(NamedTuple):
    """`wrong` tiles would be taken off in the count, `right` ones stay."""

    mine: Mine
    card: Card
    squares: tuple[Square, ...]
    wrong: tuple[Placed, ...]
    right: tuple[Placed, ...]
    solver: Packer
    stock: tuple[int, ...]
    """By shape: the tiles that the player could have, those in hand and the wrong ones included."""

    def empty(self) -> int:
        return len(self.squares) - sum(len(placed.squares) for placed in self.right)

    def question(self, lifted: Collection[Placed] = ()) -> tuple[list[int], list[int], int]:
        """What the card still grants, what is at hand, and what is covered, with these tiles taken off."""
        granted = list(allowance(self.card))
        covered = 0
        for placed in self.right:
            if placed not in lifted:
                granted[GROUPS[SHAPE_NUMBERS[placed.tile.shape]]] -= 1
                covered |= self.bits(placed.squares)
        stock = list(self.stock)
        for placed in lifted:
            stock[SHAPE_NUMBERS[placed.tile.shape]] += 1
        return granted, stock, covered

    def filling(self, worth: Worth, steps: int, lifted: Collection[Placed] = ()) -> Filling | None:
        """The best way to finish once these tiles are off."""
        granted, stock, covered = self.question(lifted)
        found = self.solver.fill_best(granted, stock, covered, worth, steps)
        return None if found is None else self.solver.filling(found)

    def can_be_filled(self, lifted: Collection[Placed] = ()) -> bool:
        return self.solver.fill_one(*self.question(lifted)) is not None

    def best_partial(self, lifted: Collection[Placed] = ()) -> Filling:
        return self.solver.filling(self.solver.best_partial(*self.question(lifted)))

    def can_use(self, shape: int) -> bool:
        """Whether some way to finish takes a tile of this shape out of the stock."""
        granted, stock, covered = self.question()
        if not granted[GROUPS[shape]] or not stock[shape]:
            return False
        granted[GROUPS[shape]] -= 1
        stock[shape] -= 1
        return any(
            self.solver.fill_one(granted, stock, covered | mask) is not None
            for (its, _), mask in zip(self.solver.lays, self.solver.masks, strict=True)
            if its == shape and not mask & covered
        )

    def bits(self, squares: Iterable[Square]) -> int:
        return self.solver.mask(cell(at) for at in squares)


def digging(shown: MineView, stock: Sequence[Heap]) -> Digging:
    mine = shown.mine
    removed, right = checked(mine, shown.card)
    wrong = tuple(fault.placed for fault in removed)
    at_hands = list(at_hand(stock))
    for shape in (*(placed.tile.shape for placed in wrong), *(tile.shape for _, tile in held(mine))):
        at_hands[SHAPE_NUMBERS[shape]] += 1
    return Digging(
        mine=mine,
        card=shown.card,
        squares=shown.gallery.squares,
        wrong=wrong,
        right=right,
        solver=packer(mine.board, mine.side),
        stock=tuple(at_hands),
    )
