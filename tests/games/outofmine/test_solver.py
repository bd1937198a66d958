"""The solver, against answers that are known or counted another way."""

from collections.abc import Iterable

import pytest

from filon.games.chance import FastRandom, pick
from filon.games.outofmine.boards import ALL_BOARDS
from filon.games.outofmine.cards import TREASURES
from filon.games.outofmine.geometry import Cell, Figure, drawn, orientations
from filon.games.outofmine.packing import allowance, at_hand, packer
from filon.games.outofmine.pieces import COLOURS, FIGURES, STOCKS, Colour, Shape, Side
from filon.games.outofmine.solver import Filling, Packer

FULL = at_hand(STOCKS["off"])
PENTOMINOES = (
    *(FIGURES[shape] for shape in Shape if COLOURS[shape] is Colour.WHITE),
    drawn("#.. ##. .##"),
    drawn(".#. ### .#."),
)


def rectangle(height: int, width: int) -> tuple[Cell, ...]:
    return tuple((row, column) for row in range(height) for column in range(width))


def cells_of(filling: Filling) -> list[Cell]:
    return sorted(cell for _, cells in filling for cell in cells)


def dominoes(height: int, width: int) -> int:
    packer = Packer(rectangle(height, width), [drawn("##")], [0])
    return sum(1 for _ in packer.fill_all([99], [99]))


def test_domino_tilings_of_rectangles_are_counted() -> None:
    """The known numbers: Fibonacci for two rows, 11 for 3 by 4, 36 for 4 by 4, 6728 for 6 by 6."""
    assert [dominoes(2, width) for width in range(1, 8)] == [1, 2, 3, 5, 8, 13, 21]
    assert dominoes(3, 3) == 0
    assert dominoes(3, 4) == 11
    assert dominoes(4, 4) == 36
    assert dominoes(6, 6) == 6728


def test_twelve_pentominoes_fill_three_by_twenty_in_eight_ways() -> None:
    """The known number: 2 up to symmetry."""
    packer = Packer(rectangle(3, 20), PENTOMINOES, [0] * 12)
    assert sum(1 for _ in packer.fill_all([12], [1] * 12)) == 8


@pytest.mark.slow
def test_twelve_pentominoes_fill_six_by_ten_in_9356_ways() -> None:
    """The known number: 2339 up to symmetry."""
    packer = Packer(rectangle(6, 10), PENTOMINOES, [0] * 12)
    fillings = {frozenset(filling) for filling in packer.fill_all([12], [1] * 12)}
    assert len(fillings) == 9356


def naive_best(free: frozenset[Cell], tiles: tuple[Figure, ...]) -> int:
    """The most cells that some of these tiles can cover, by trying everything."""
    if not tiles:
        return 0
    first, *others = tiles
    rest = tuple(others)
    best = naive_best(free, rest)
    for way in orientations(first):
        for down, right in {(r - way[0][0], c - way[0][1]) for r, c in free}:
            cells = frozenset((down + row, right + column) for row, column in way)
            if cells <= free:
                best = max(best, len(first) + naive_best(free - cells, rest))
    return best


@pytest.mark.parametrize(
    ("region", "tiles"),
    [
        ("#### ####", "O4 O4"),
        ("#### ####", "T4 T4"),
        ("#### ####", "S4 S4"),
        ("##.## .###.", "V3 V3 I2"),
        ("##.## .###.", "L4 I2"),
        ("### #.# ###", "O4 I2"),
        ("### #.# ###", "V3 V3 I2"),
        ("##### #####", "I5 U5"),
        ("##### #####", "P5 P5"),
        ("#.# .#.", "I1 I2"),
        ("####", "I3 I2 I2"),
        ("######", "I4 I3 I3"),
    ],
)
def test_the_best_partial_filling_is_the_best(region: str, tiles: str) -> None:
    shapes = [Shape(name) for name in dict.fromkeys(tiles.split())]
    stock = [tiles.split().count(shape.value) for shape in shapes]
    cells = drawn(region)
    solver = Packer(cells, [FIGURES[shape] for shape in shapes], list(range(len(shapes))))
    filling = solver.best_partial(stock, stock)
    figures = tuple(FIGURES[Shape(name)] for name in tiles.split())
    assert len(cells_of(filling)) == naive_best(frozenset(cells), figures)
    assert set(cells_of(filling)) <= set(cells)
    assert all(sum(number == shape for number, _ in filling) <= count for shape, count in enumerate(stock))


def test_one_filling_is_among_all_and_all_are_different() -> None:
    """On random faces with random cards and what a busy table has left in the stock."""
    random = FastRandom(3)
    filled = 0
    for _ in range(60):
        board, side = pick(ALL_BOARDS, random), pick(tuple(Side), random)
        card = TREASURES[pick(tuple(TREASURES), random)]
        stock = [random.below(min(count, 3) + 1) for count in FULL]
        solver = packer(board, side)
        every = [frozenset(filling) for filling in solver.fill_all(allowance(card), stock)]
        one = solver.fill_one(allowance(card), stock)
        best = solver.best_partial(allowance(card), stock)
        assert len(set(every)) == len(every)
        assert (one is not None) == bool(every)
        assert (len(cells_of(best)) == 20) == bool(every)
        if one is not None:
            filled += 1
            assert frozenset(one) in every
            for filling in (one, best):
                assert all(
                    [number for number, _ in filling].count(shape) <= count
                    for shape, count in enumerate(stock)
                )
    assert 10 <= filled <= 50


def test_a_filling_goes_on_from_tiles_that_lie_already() -> None:
    solver = packer(ALL_BOARDS[0], Side.FRONT)
    card = next(iter(TREASURES.values()))
    whole = solver.fill_one(allowance(card), FULL)
    assert whole is not None
    (first, covered), rest = whole[0], list(allowance(card))
    rest[list(Colour).index(COLOURS[list(Shape)[first]])] -= 1
    again = solver.fill_one(rest, FULL, covered)
    assert again is not None
    assert cells_of((*again, (first, covered))) == cells_of(whole)
    assert not solver.fill_one([0, 0, 0, 0, 0], FULL, covered)
    assert solver.fill_one([0, 0, 0, 0, 0], FULL, cells_of(whole)) == ()
    assert list(solver.fill_all([0, 0, 0, 0, 0], FULL, cells_of(whole))) == [()]


def test_a_region_may_be_in_pieces() -> None:
    solver = Packer(drawn("##.## ##.##"), [FIGURES[Shape.O4]], [0])
    assert _shapes(solver.fill_one([2], [2])) == [0, 0]
    assert solver.fill_one([1], [2]) is None
    assert _shapes(solver.best_partial([1], [2])) == [0]


def _shapes(filling: Iterable[tuple[int, object]] | None) -> list[int]:
    return [shape for shape, _ in filling or ()]
