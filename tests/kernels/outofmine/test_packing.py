"""The compiled solver: known answers, and the law's solver as the other opinion."""

from collections.abc import Sequence

import pytest

from filon.games.chance import FastRandom, pick
from filon.games.outofmine.boards import ALL_BOARDS
from filon.games.outofmine.cards import TREASURES
from filon.games.outofmine.geometry import Cell, drawn
from filon.games.outofmine.packing import allowance
from filon.games.outofmine.packing import packer as law_packer
from filon.games.outofmine.pieces import COLOURS, FIGURES, Colour, Shape, Side
from filon.games.outofmine.solver import Filling
from filon.games.outofmine.solver import Packer as LawPacker
from filon.kernels import COMPILED
from filon.kernels.outofmine.kernel_packing import Packer, Worth
from filon.kernels.outofmine.packing import ALL_TILES, GROUPS, packer

PENTOMINOES = (
    *(FIGURES[shape] for shape in Shape if COLOURS[shape] is Colour.WHITE),
    drawn("#.. ##. .##"),
    drawn(".#. ### .#."),
)

_SOME = 400
"""Fillings: where there are more the law takes its time."""


def rectangle(height: int, width: int) -> tuple[Cell, ...]:
    return tuple((row, column) for row in range(height) for column in range(width))


def alike(fillings: Sequence[Filling]) -> set[frozenset[tuple[int, frozenset[Cell]]]]:
    """Fillings, whatever the order of their tiles and cells."""
    return {frozenset((shape, frozenset(cells)) for shape, cells in filling) for filling in fillings}


def covered_cells(filling: Filling) -> int:
    return sum(len(cells) for _, cells in filling)


def test_domino_tilings_of_rectangles_are_counted() -> None:
    """The known numbers: Fibonacci for two rows, 36 for 4 by 4, 6728 for 6 by 6."""
    for height, width, known in ((2, 6, 13), (2, 7, 21), (3, 3, 0), (4, 4, 36), (6, 6, 6728)):
        solver = Packer(rectangle(height, width), [drawn("##")], [0], [99])
        assert len(solver.fill_all([99], [99])) == known


def test_twelve_pentominoes_fill_three_by_twenty_in_eight_ways() -> None:
    solver = Packer(rectangle(3, 20), PENTOMINOES, [0] * 12, [1] * 12)
    assert len(alike([solver.filling(found) for found in solver.fill_all([12], [1] * 12)])) == 8


@pytest.mark.parametrize("size", [pytest.param((6, 10), marks=() if COMPILED else (pytest.mark.slow,))])
def test_twelve_pentominoes_fill_six_by_ten_in_9356_ways(size: tuple[int, int]) -> None:
    """The known number: 2339 up to symmetry."""
    solver = Packer(rectangle(*size), PENTOMINOES, [0] * 12, [1] * 12)
    found = solver.fill_all([12], [1] * 12)
    assert len(found) == len({frozenset(one) for one in found}) == 9356


def test_it_gives_the_answers_of_the_laws_solver() -> None:
    """On random faces with random cards and what a busy table has left in the stock, some tiles laid."""
    random = FastRandom(3)
    filled = partial = 0
    for _ in range(50):
        board, side = pick(ALL_BOARDS, random), pick(tuple(Side), random)
        granted = list(allowance(TREASURES[pick(tuple(TREASURES), random)]))
        stock = [random.below(2 if count < 4 else 6) for count in ALL_TILES]
        solver, law = packer(board, side), law_packer(board, side)
        shape, cells = pick(solver.lays, random)
        if granted[GROUPS[shape]] and random.below(3) == 0:
            granted[GROUPS[shape]] -= 1
        else:
            cells = ()
        covered = solver.mask(cells)
        every = [solver.filling(found) for found in solver.fill_all(granted, stock, covered, _SOME)]
        assert len(alike(every)) == len(every)
        if len(every) < _SOME:
            assert alike(every) == alike(list(law.fill_all(granted, stock, cells)))
        one = solver.fill_one(granted, stock, covered)
        assert one is None if not every else one is not None
        assert one is None or solver.filling(one) == every[0]
        best = solver.filling(solver.best_partial(granted, stock, covered))
        assert covered_cells(best) == covered_cells(law.best_partial(granted, stock, cells))
        assert len(set(cells).union(*(laid for _, laid in best))) == len(cells) + covered_cells(best)
        filled += bool(every)
        partial += not every
    assert filled > 5
    assert partial > 5


def test_a_region_of_more_than_32_cells_may_stay_partly_empty() -> None:
    """Machine words are longer than that, a careless shift is not."""
    region = rectangle(5, 8)
    stock = [0, 1, 1, 0, 1, 0, 0, 2, 0, 0]
    shapes = PENTOMINOES[:10]
    solver, law = Packer(region, shapes, [0] * 10, [2] * 10), LawPacker(region, shapes, [0] * 10)
    best = solver.filling(solver.best_partial([5], stock))
    assert covered_cells(best) == covered_cells(law.best_partial([5], stock)) == 25
    assert [sum(its == shape for its, _ in best) for shape in range(10)] == stock


def test_the_best_filling_is_worth_more_than_all_others() -> None:
    """Weighed by hand: every filling, every tile, every marked cell."""
    random = FastRandom(8)
    weighed = 0
    for _ in range(60):
        solver = packer(pick(ALL_BOARDS, random), pick(tuple(Side), random))
        granted = allowance(TREASURES[pick(tuple(TREASURES), random)])
        stock = [min(count, 1) + random.below(min(count, 2)) for count in ALL_TILES]
        tiles = [sorted((random.below(9) - 3 for _ in range(left)), reverse=True) for left in stock]
        marks = [1 << random.below(20) | 1 << random.below(20) for _ in Colour]
        worth = Worth(tiles, GROUPS, marks, 4)
        worths: list[int] = []
        for numbers in solver.fill_all(granted, stock):
            shapes = [solver.lays[number][0] for number in numbers]
            total = sum(sum(tiles[shape][: shapes.count(shape)]) for shape in set(shapes))
            for number, shape in zip(numbers, shapes, strict=True):
                total += 4 * (solver.masks[number] & marks[GROUPS[shape]]).bit_count()
            worths.append(total)
        best = solver.fill_best(granted, stock, 0, worth, 1 << 30)
        assert (best is not None) == bool(worths)
        if best is not None:
            assert solver.best_worth() == max(worths)
            weighed += max(worths) > min(worths)
            hasty = solver.fill_best(granted, stock, 0, worth, 1)
            assert hasty is not None
            assert solver.best_worth() in worths
    assert weighed > 10


def test_what_was_asked_before_changes_no_answer() -> None:
    """The table of failures is kept between questions; a new solver has none."""
    board, side = ALL_BOARDS[3], Side.BACK
    questions = []
    random = FastRandom(5)
    for card in TREASURES.values():
        stock = tuple(random.below(min(count, 3) + 1) for count in ALL_TILES)
        questions.append((allowance(card), stock))
    used = packer(board, side)
    for granted, stock in questions:
        used.best_partial(granted, stock)
    for granted, stock in reversed(questions):
        packer.cache_clear()
        fresh = packer(board, side)
        assert fresh is not used
        assert used.fill_one(granted, stock) == fresh.fill_one(granted, stock)
        assert used.best_partial(granted, stock) == fresh.best_partial(granted, stock)


def test_a_failure_is_not_taken_for_another_that_falls_on_its_place() -> None:
    """Two stocks whose questions fall on the same place of the table, one hopeless and one not."""
    solver = packer(ALL_BOARDS[6], Side.BACK)
    granted = allowance(next(card for card in TREASURES.values() if card.tiles.get(Colour.WHITE) == 2))
    white = [shape for shape, group in enumerate(GROUPS) if group == 4]
    hopeless: dict[int, tuple[int, ...]] = {}
    hopeful: dict[int, tuple[int, ...]] = {}
    for chosen in range(1 << len(white)):
        if chosen.bit_count() >= 2:
            few = [chosen >> at & 1 for at in range(len(white))]
            stock = tuple(few[white.index(shape)] if shape in white else 3 for shape in range(len(GROUPS)))
            place = solver._place_of(solver.full, solver._allowed(granted, stock), solver._at_hand(stock))
            filled = solver.fill_one(granted, stock) is not None
            (hopeful if filled else hopeless)[place] = stock
    both = hopeless.keys() & hopeful.keys()
    assert both
    for place in both:
        assert solver.fill_one(granted, hopeless[place]) is None
        assert solver.fill_one(granted, hopeful[place]) is not None
