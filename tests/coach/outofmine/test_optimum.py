"""The best that a face can bring, against a search that shares nothing with the solver but the shapes."""

from collections import Counter

import pytest

from filon.coach.outofmine.optimum import best_extra, most_points
from filon.games.chance import FastRandom, pick
from filon.games.outofmine.boards import ALL_BOARDS
from filon.games.outofmine.cards import ALL_CARDS
from filon.games.outofmine.geometry import Cell, drawn, orientations
from filon.games.outofmine.model import Options
from filon.games.outofmine.pieces import COLOURS, FIGURES, Colour, Shape, Side
from filon.kernels.outofmine.kernel_packing import Packer
from filon.kernels.outofmine.packing import ALL_TILES, GROUPS

Tile = tuple[Shape, int]
"""With what it is worth wherever it lies."""


def naive_best(
    free: frozenset[Cell], tiles: tuple[Tile, ...], granted: Counter[Colour], elves: dict[Cell, Colour]
) -> int | None:
    """The first free cell is covered by every tile in every way: nothing is left out, or remembered."""
    if not free:
        return 0
    first = min(free)
    found: list[int] = []
    for at, (shape, worth) in enumerate(tiles):
        colour = COLOURS[shape]
        if not granted[colour]:
            continue
        for way in orientations(FIGURES[shape]):
            for row, column in way:
                down, right = first[0] - row, first[1] - column
                cells = frozenset((down + r, right + c) for r, c in way)
                if cells <= free:
                    others = (*tiles[:at], *tiles[at + 1 :])
                    rest = naive_best(free - cells, others, granted - Counter([colour]), elves)
                    if rest is not None:
                        found.append(worth + sum(elves.get(cell) is colour for cell in cells) + rest)
    return max(found, default=None)


@pytest.mark.parametrize(
    ("region", "card"),
    [
        ("### ###", "1 1 1 0"),
        ("### ###", "2 0 0 1"),
        ("#.# ### ###", "0 1 2 0"),
        ("#### ####", "1 0 1 1"),
        ("#### ####", "2 0 2 0"),
        ("##.. .### ..##", "2 1 1 0"),
        ("### #.# ###", "1 2 1 0"),
        ("### #.# ###", "1 0 1 1"),
        ("##### .###.", "1 0 1 1"),
    ],
)
def test_the_optimum_is_that_of_a_search_through_everything(region: str, card: str) -> None:
    """Small faces, cards that grant as many squares, and tiles that are worth something or cost something."""
    random = FastRandom(7)
    cells = drawn(region)
    solver = Packer(cells, [FIGURES[shape] for shape in Shape], GROUPS, ALL_TILES)
    granted = [*map(int, card.split()), 0]
    small = [shape for shape in Shape if COLOURS[shape] is not Colour.WHITE]
    filled = 0
    for _ in range(12):
        tiles = [(shape, random.below(5) - 2) for shape in small for _ in range(random.below(3))]
        elves = {pick(cells, random): pick(tuple(Colour), random) for _ in range(3)}
        expected = naive_best(
            frozenset(cells), tuple(tiles), Counter(dict(zip(Colour, granted, strict=True))), elves
        )
        worths = [[worth for tile, worth in tiles if tile is shape] for shape in Shape]
        marks = [solver.mask(cell for cell, its in elves.items() if its is colour) for colour in Colour]
        assert best_extra(solver, granted, worths, marks) == expected
        filled += expected is not None
    assert filled


def test_a_right_call_brings_twelve_points_and_for_experts_more() -> None:
    random = FastRandom(2)
    for _ in range(10):
        face = (pick(ALL_BOARDS, random), pick(tuple(Side), random), pick(ALL_CARDS, random))
        assert most_points(Options(), *face) == 12
        assert 12 <= most_points(Options(elves="on"), *face) <= 17
        assert (
            most_points(Options(elves="on", finds="on"), *face)
            >= most_points(Options(finds="on"), *face)
            > 12
        )
