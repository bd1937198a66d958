"""Our own twenty galleries: ten boards, two faces each (OOM-1.3), and the elves beside them (OOM-1.5).

In a drawing `.` is rock and everything else gallery; a letter is a square beside which an elf of that
colour stands: y(ellow), b(lue), g(reen), r(ed), w(hite).
"""

from collections.abc import Mapping
from typing import Final

import msgspec

from filon.games.outofmine.geometry import Cell
from filon.games.outofmine.grid import mask, square
from filon.games.outofmine.pieces import BOARD_SPAN, BoardId, Colour, Side, Square


class Elf(msgspec.Struct, frozen=True, gc=False):
    """Stands beside a gallery square and hopes for a tile of its colour there."""

    colour: Colour
    square: Square


class Gallery(msgspec.Struct, frozen=True, gc=False):
    """One face of a board."""

    name: str
    squares: tuple[Square, ...]
    elves: tuple[Elf, ...]


_DRAWINGS: Final = (
    (
        """The Bat
        r#...g#
        ###.###
        #b#####
        ..#w#..
        """,
        """The Anvil
        r#####y
        .######
        ...#g..
        ..###..
        ..w#...
        """,
    ),
    (
        """The Key
        b##..
        #.#..
        ###..
        .y...
        .###r
        .#.##
        .#w##
        """,
        """The Lantern
        .#g#.
        .#.#.
        w###y
        #####
        ##b##
        """,
    ),
    (
        """The Mushroom
        ..#g#..
        .#####.
        b#####r
        ...#...
        ...##..
        ..#y...
        """,
        """The Crown
        w..#..g
        #.###.#
        #######
        .b###r.
        """,
    ),
    (
        """The Boot
        ##r...
        ###...
        w#....
        ##....
        ##g#..
        #####y
        """,
        """The Snail
        ..##b.
        .y####
        .##.##
        .##w..
        r####.
        """,
    ),
    (
        """The Bridge
        .####b.
        g######
        ##.w.##
        #..#..y
        """,
        """The Goblet
        g###r#
        .####.
        ..b#..
        ..##..
        ####y#
        """,
    ),
    (
        """The Anchor
        ...##..
        ...w...
        g.###.r
        #######
        .#b###.
        """,
        """The Fish
        ...w#..
        #.####.
        ######y
        r.####.
        ...g...
        """,
    ),
    (
        """The Tower
        #.#.y
        #r###
        .###.
        .##w.
        .###.
        ..#..
        ..b#.
        """,
        """The Ring
        ..b#..
        .####.
        w#..y#
        ##..##
        ##g###
        """,
    ),
    (
        """The Heart
        .#b.##.
        ######g
        .y####.
        ..###..
        ...r...
        """,
        """The Horseshoe
        g#...#b
        ##...##
        .#...#.
        .w#.##.
        .#####.
        ...r...
        """,
    ),
    (
        """The Pick
        .###w#.
        r######
        #..##.y
        ...##..
        ...g#..
        """,
        """The Serpent
        r###y#
        ##....
        #####.
        ...##.
        b###w.
        """,
    ),
    (
        """The Stairs
        ##b....
        ####...
        .####..
        ..g###.
        ....##w
        ....y#.
        """,
        """The Cart
        g....y
        ######
        ######
        .b###.
        .#..r.
        """,
    ),
)

_ELVES: Final = {colour.value[0]: colour for colour in Colour}


def _gallery(drawing: str) -> Gallery:
    name, *lines = (line.strip() for line in drawing.strip().splitlines())
    top = (BOARD_SPAN - len(lines)) // 2
    left = (BOARD_SPAN - len(lines[0])) // 2
    marks: dict[Cell, str] = {
        (top + row, left + column): mark
        for row, line in enumerate(lines)
        for column, mark in enumerate(line)
        if mark != "."
    }
    return Gallery(
        name=name,
        squares=tuple(square(cell) for cell in marks),
        elves=tuple(Elf(_ELVES[mark], square(cell)) for cell, mark in marks.items() if mark in _ELVES),
    )


GALLERIES: Final[Mapping[BoardId, Mapping[Side, Gallery]]] = {
    BoardId(number): {side: _gallery(drawing) for side, drawing in zip(Side, faces, strict=True)}
    for number, faces in enumerate(_DRAWINGS, start=1)
}
ALL_BOARDS: Final = tuple(GALLERIES)
GALLERY_MASKS: Final[Mapping[BoardId, Mapping[Side, int]]] = {
    board: {side: mask(gallery.squares) for side, gallery in faces.items()}
    for board, faces in GALLERIES.items()
}


def other_side(side: Side) -> Side:
    return Side.BACK if side is Side.FRONT else Side.FRONT
