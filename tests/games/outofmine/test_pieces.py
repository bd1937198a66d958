"""What is in the box, OOM-1."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, product

import pytest

from filon.games.chance import FastRandom, pick, shuffled
from filon.games.outofmine import OUTOFMINE
from filon.games.outofmine.boards import ALL_BOARDS, GALLERIES
from filon.games.outofmine.cards import ALL_CARDS, TREASURES, Card
from filon.games.outofmine.geometry import connected, drawn, neighbours, orientations, settled
from filon.games.outofmine.grid import cell
from filon.games.outofmine.model import Options
from filon.games.outofmine.packing import allowance, at_hand, packer
from filon.games.outofmine.pieces import (
    COLOURS,
    FIGURES,
    STOCKS,
    BoardId,
    Colour,
    Find,
    Shape,
    Side,
)

FACES = [(board, side) for board in ALL_BOARDS for side in Side]
FULL = at_hand(STOCKS["off"])


def test_two_to_four_players() -> None:
    """OOM-1.0."""
    assert list(OUTOFMINE.seats) == [2, 3, 4]
    assert all(len(OUTOFMINE.deal(n, Options(), FastRandom(1)).scores) == n for n in OUTOFMINE.seats)


@pytest.mark.parametrize("finds", ["off", "on"])
def test_there_are_69_tiles_and_a_colour_tells_the_size(finds: str) -> None:
    """OOM-1.1."""
    stock = STOCKS["on" if finds == "on" else "off"]
    by_colour: Counter[Colour] = Counter()
    by_shape: Counter[Shape] = Counter()
    for heap in stock:
        by_colour[COLOURS[heap.tile.shape]] += heap.left
        by_shape[heap.tile.shape] += heap.left
    assert by_colour.total() == 69
    assert by_colour == {
        Colour.YELLOW: 12,
        Colour.BLUE: 16,
        Colour.GREEN: 16,
        Colour.RED: 15,
        Colour.WHITE: 10,
    }
    sizes = [len(FIGURES[shape]) for shape in Shape]
    assert Counter(sizes) == {1: 1, 2: 1, 3: 2, 4: 5, 5: 10}
    assert {by_shape[shape] for shape in Shape if COLOURS[shape] is Colour.GREEN} == {8}
    assert {by_shape[shape] for shape in Shape if COLOURS[shape] is Colour.RED} == {3}
    assert {by_shape[shape] for shape in Shape if COLOURS[shape] is Colour.WHITE} == {1}
    assert all(len(FIGURES[shape]) == 1 + list(Colour).index(COLOURS[shape]) for shape in Shape)


def test_all_shapes_are_connected_and_different_also_when_turned_over() -> None:
    """OOM-1.1."""
    assert all(connected(figure) for figure in FIGURES.values())
    assert len({min(orientations(figure)) for figure in FIGURES.values()}) == len(Shape)


def test_the_number_of_ways_a_tile_can_lie_is_known() -> None:
    """OOM-1.1, OOM-1.2: turned and turned over; the letters' symmetries are those of the pentominoes."""
    ways = {shape.value: len(orientations(FIGURES[shape])) for shape in Shape}
    eight = "L4 F5 L5 N5 P5 Y5"
    four = "V3 S4 T4 T5 U5 V5 Z5"
    two = "I2 I3 I4 I5"
    assert {shape for shape, count in ways.items() if count == 8} == set(eight.split())
    assert {shape for shape, count in ways.items() if count == 4} == set(four.split())
    assert {shape for shape, count in ways.items() if count == 2} == set(two.split())
    assert {shape for shape, count in ways.items() if count == 1} == {"I1", "O4"}


def test_the_white_tiles_are_all_pentominoes_but_w_and_x() -> None:
    """OOM-1.2."""
    grown = {settled([(0, 0)])}
    for _ in range(4):
        grown = {
            min(orientations((*figure, new)))
            for figure in grown
            for at in figure
            for new in neighbours(at)
            if new not in figure
        }
    white = {min(orientations(FIGURES[shape])) for shape in Shape if COLOURS[shape] is Colour.WHITE}
    w, x = drawn("#.. ##. .##"), drawn(".#. ### .#.")
    assert len(grown) == 12
    assert grown - white == {min(orientations(w)), min(orientations(x))}
    assert white <= grown


def test_twenty_faces_of_twenty_squares_all_different() -> None:
    """OOM-1.3: in one piece, within 7 by 7, rock all round, none the mirror or turn of another."""
    galleries = [GALLERIES[board][side] for board, side in FACES]
    figures = [tuple(cell(at) for at in gallery.squares) for gallery in galleries]
    assert len(galleries) == 20
    assert len(ALL_BOARDS) == 10
    assert len({gallery.name for gallery in galleries}) == 20
    for figure in figures:
        assert len(set(figure)) == 20
        assert list(figure) == sorted(figure)
        assert connected(figure)
        assert all(1 <= row <= 7 and 1 <= column <= 7 for row, column in figure)
    assert len({min(orientations(figure)) for figure in figures}) == 20


def test_forty_different_cards_of_exactly_twenty_squares() -> None:
    """OOM-1.4."""
    cards = [TREASURES[number] for number in ALL_CARDS]
    assert len(cards) == 40
    assert len({allowance(card) for card in cards}) == 40
    for card in cards:
        assert sum(n * size for size, n in enumerate(allowance(card), start=1)) == 20
        assert len(card.tiles) >= 3
        assert all(card.tiles.values())
        assert all(n <= most for n, most in zip(allowance(card), (3, 4, 4, 3, 2), strict=True))


def test_elves_stand_on_rock_beside_squares_of_every_face() -> None:
    """OOM-1.5."""
    everywhere: Counter[Colour] = Counter()
    for board, side in FACES:
        gallery = GALLERIES[board][side]
        inside = {cell(at) for at in gallery.squares}
        assert len({elf.square for elf in gallery.elves}) == 4
        assert len({elf.colour for elf in gallery.elves}) == 4
        for elf in gallery.elves:
            assert cell(elf.square) in inside
            assert any(beside not in inside for beside in neighbours(cell(elf.square)))
            everywhere[elf.colour] += 1
    assert set(everywhere.values()) == {16}


def test_nine_tiles_show_each_find_and_cards_say_what_it_counts() -> None:
    """OOM-1.5."""
    shown: Counter[Find] = Counter()
    for heap in STOCKS["on"]:
        shown[heap.tile.find] += heap.left
    assert shown == {Find.PLAIN: 33, Find.GOLD: 9, Find.SILVER: 9, Find.WORM: 9, Find.RAT: 9}
    for card in TREASURES.values():
        good = {find: n for find, n in card.finds.items() if find in {Find.GOLD, Find.SILVER}}
        bad = {find: n for find, n in card.finds.items() if find in {Find.WORM, Find.RAT}}
        assert good
        assert bad
        assert good | bad == card.finds
        assert set(good.values()) <= {1, 2}
        assert set(bad.values()) <= {-1, -2}


def test_every_face_can_be_filled_with_every_card() -> None:
    """OOM-1.6: all 800 pairs."""
    for board, side in FACES:
        squares = {cell(at) for at in GALLERIES[board][side].squares}
        for card in TREASURES.values():
            filling = packer(board, side).fill_one(allowance(card), FULL)
            assert filling is not None, (board, side, card)
            assert sorted(at for _, cells in filling for at in cells) == sorted(squares)
            assert _colours_used(filling) == card.tiles


def _colours_used(filling: tuple[tuple[int, object], ...]) -> Counter[Colour]:
    return Counter(COLOURS[list(Shape)[shape]] for shape, _ in filling)


def test_one_stock_serves_four_players_at_once() -> None:
    """OOM-1.6: four random boards and cards, filled together."""
    random = FastRandom(7)
    for _ in range(3000):
        boards = shuffled(ALL_BOARDS, random)[:4]
        cards = shuffled(ALL_CARDS, random)[:4]
        pairs = [
            (board, pick(tuple(Side), random), TREASURES[card])
            for board, card in zip(boards, cards, strict=True)
        ]
        assert _served(pairs, FULL), pairs


def _served(pairs: Sequence[tuple[BoardId, Side, Card]], stock: Sequence[int]) -> bool:
    """Whether everybody can fill the gallery: the first in some way that leaves enough for the others."""
    if not pairs:
        return True
    (board, side, card), *others = pairs
    tried: set[tuple[int, ...]] = set()
    for filling in packer(board, side).fill_all(allowance(card), stock):
        used = [shape for shape, _ in filling]
        left = tuple(count - used.count(shape) for shape, count in enumerate(stock))
        if left not in tried and _served(others, left):
            return True
        tried.add(left)
    return False


def test_the_ten_white_tiles_can_be_shared_in_every_deal() -> None:
    """OOM-1.6: any four boards, any faces, any cards; each white tile exists only once.

    For each face: the sets of one or two white tiles with which every card that asks for so many can be
    filled. Four players, each with the hardest card, find sets that do not meet.
    """
    families = {
        (board, side): [_white_sets(board, side, whites) for whites in (1, 2)] for board, side in FACES
    }
    for boards in combinations(ALL_BOARDS, 4):
        for sides in product(Side, repeat=4):
            faces = [families[face] for face in zip(boards, sides, strict=True)]
            assert all(
                _disjoint([face[whites - 1] for face, whites in zip(faces, asked, strict=True)])
                for asked in product((1, 2), repeat=4)
            )


def _white_sets(board: BoardId, side: Side, whites: int) -> list[frozenset[int]]:
    numbers = [number for number, shape in enumerate(Shape) if COLOURS[shape] is Colour.WHITE]
    cards = [card for card in TREASURES.values() if card.tiles.get(Colour.WHITE) == whites]
    sets = []
    for chosen in combinations(numbers, whites):
        stock = [0 if at in numbers and at not in chosen else count for at, count in enumerate(FULL)]
        if all(packer(board, side).fill_one(allowance(card), stock) for card in cards):
            sets.append(frozenset(chosen))
    return sets


def _disjoint(families: list[list[frozenset[int]]], used: frozenset[int] = frozenset()) -> bool:
    if not families:
        return True
    return any(not used & one and _disjoint(families[1:], used | one) for one in families[0])


def test_cards_and_boards_are_numbered_from_one() -> None:
    """OOM-1.3, OOM-1.4."""
    assert list(GALLERIES) == list(range(1, 11))
    assert list(TREASURES) == list(range(1, 41))
