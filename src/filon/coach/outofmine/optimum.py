"""The most that a face can bring with a card: exactly, by a search through all its fillings."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from filon.games.outofmine.boards import GALLERIES
from filon.games.outofmine.cards import TREASURES
from filon.games.outofmine.grid import cell
from filon.games.outofmine.model import Options
from filon.games.outofmine.packing import allowance
from filon.games.outofmine.pieces import (
    CALL_POINTS,
    ELF_POINTS,
    FULL_POINTS,
    STOCKS,
    BoardId,
    CardId,
    Colour,
    Shape,
    Side,
)
from filon.kernels.outofmine.kernel_packing import Packer, Worth
from filon.kernels.outofmine.packing import GROUPS, SHAPE_NUMBERS, packer

_WITHOUT_END: Final = 1 << 60
"""Steps of the solver: it stops when nothing better can follow."""


@lru_cache(maxsize=256)
def most_points(options: Options, board: BoardId, side: Side, card: CardId) -> int:
    """Of a right call on a full gallery, with the whole stock to choose from."""
    solver = packer(board, side)
    worths: list[list[int]] = [[] for _ in Shape]
    for heap in STOCKS[options.finds]:
        points = TREASURES[card].finds.get(heap.tile.find, 0)
        worths[SHAPE_NUMBERS[heap.tile.shape]] += [points] * heap.left
    elves = [0] * len(Colour)
    if options.elves == "on":
        for elf in GALLERIES[board][side].elves:
            elves[tuple(Colour).index(elf.colour)] |= solver.mask((cell(elf.square),))
    extra = best_extra(solver, allowance(TREASURES[card]), worths, elves)
    assert extra is not None, "OOM-1.6: every face can be filled with every card"
    return FULL_POINTS + CALL_POINTS + extra


def best_extra(
    solver: Packer,
    granted: Sequence[int],
    worths: Sequence[Sequence[int]],
    elves: Sequence[int],
) -> int | None:
    """The most that the tiles of a filling can be worth, with what they lie on; None: there is no filling.

    As everywhere in the game, as many squares are granted as there are. `worths` has, by shape, what each
    tile at hand is worth; `elves`, by group, the cells where one of its tiles is worth a point more.
    """
    falling = [sorted(row, reverse=True) for row in worths]
    worth = Worth(falling, GROUPS, elves, ELF_POINTS)
    stock = [len(row) for row in worths]
    found = solver.fill_best(granted, stock, 0, worth, _WITHOUT_END)
    return None if found is None else solver.best_worth()
