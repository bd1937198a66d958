"""The geometry of the maze: places, openings, and how far the passages from the start lead.

A place (x, y) is one whole number here, its *cell*, and a card as it lies is another, its *shape*: the
sum of its open sides, and JOINED if they meet inside the card.
"""

from collections.abc import Mapping
from functools import cache
from typing import Final, TypeAlias

from filon.games.saboteur.pieces import GOALS, PATH_COUNTS, Card

Place: TypeAlias = tuple[int, int]
"""x grows to the east and y to the south, SAB-2.2."""
Cell: TypeAlias = int
Shape: TypeAlias = int

NORTH: Final = 1
EAST: Final = 2
SOUTH: Final = 4
WEST: Final = 8
JOINED: Final = 16
ALL_SIDES: Final = NORTH | EAST | SOUTH | WEST
SIDES: Final = {"N": NORTH, "E": EAST, "S": SOUTH, "W": WEST}

_STRIDE: Final = 256
_FARTHEST: Final = 100
"""No card can lie farther out: 44 cards do not reach there from the start."""
_STEPS: Final = {NORTH: -_STRIDE, EAST: 1, SOUTH: _STRIDE, WEST: -1}
START_CELL: Final[Cell] = 0
GOAL_PLACES: Final[tuple[Place, ...]] = ((8, -2), (8, 0), (8, 2))  # SAB-2.2


def cell_of(place: Place) -> Cell | None:
    """None for a place that no maze can grow to."""
    x, y = place
    if abs(x) > _FARTHEST or abs(y) > _FARTHEST:
        return None
    return x + _STRIDE * y


@cache
def place_of(cell: Cell) -> Place:
    y = (cell + _STRIDE // 2) // _STRIDE
    return (cell - _STRIDE * y, y)


GOAL_CELLS: Final[tuple[Cell, ...]] = tuple(x + _STRIDE * y for x, y in GOAL_PLACES)


def _openings(letters: str) -> int:
    return sum(SIDES[letter] for letter in letters)


def opposite(sides: int) -> int:
    """The sides after half a turn."""
    return (sides << 2 | sides >> 2) & ALL_SIDES


def _both_ways(upright: Shape) -> tuple[Shape, Shape]:
    return upright, upright & JOINED | opposite(upright & ALL_SIDES)


SHAPES: Final[Mapping[Card, tuple[Shape, Shape]]] = {  # upright and turned
    **{
        card: _both_ways(
            _openings(card.value[1:]) if card.value[0] == "x" else JOINED | _openings(card.value)
        )
        for card in PATH_COUNTS
    },
    Card.START: _both_ways(JOINED | ALL_SIDES),  # SAB-1.2
    Card.TREASURE: _both_ways(JOINED | ALL_SIDES),
    Card.STONE_SW: _both_ways(JOINED | SOUTH | WEST),
    Card.STONE_NW: _both_ways(JOINED | NORTH | WEST),
}
WAYS: Final[Mapping[Card, tuple[tuple[bool, Shape], ...]]] = {
    card: ((False, SHAPES[card][0]), (True, SHAPES[card][1]))[: 2 if len(set(SHAPES[card])) == 2 else 1]
    for card in PATH_COUNTS
}
"""The ways to lay a path card that differ; one that looks the same when turned has only one, SAB-1.1."""
LAID: Final[Mapping[Shape, tuple[Card, bool]]] = {
    shape: (card, turned) for card, ways in WAYS.items() for turned, shape in ways
}
"""Which path card shows a shape, and whether it is turned for it: no two kinds look alike."""
GOALS_LAID: Final[Mapping[Shape, tuple[Card, bool]]] = {
    SHAPES[card][turned]: (card, turned) for turned in (True, False) for card in GOALS
}
"""The same for goals. The treasure looks the same when turned and counts as upright, SAB-6.2."""

_EXITS: Final = tuple(
    tuple((step, opposite(side)) for side, step in _STEPS.items() if shape & side)
    for shape in range(JOINED * 2)
)


def arrivals(maze: Mapping[Cell, Shape]) -> dict[Cell, int]:
    """Where passages from the start lead off the face-up cards: cell -> the sides at which they arrive.

    A dead end is no way through, SAB-4.3. Two cards are joined where both are open: a revealed goal
    may show a wall to its neighbour's opening, SAB-6.2.
    """
    return _followed(maze)[0]


def led_through(maze: Mapping[Cell, Shape]) -> set[Cell]:
    """The cards that passages from the start lead through, the start among them."""
    return _followed(maze)[1]


def _followed(maze: Mapping[Cell, Shape]) -> tuple[dict[Cell, int], set[Cell]]:
    found: dict[Cell, int] = {}
    seen = {START_CELL}
    todo = [START_CELL]
    while todo:
        cell = todo.pop()
        for step, back in _EXITS[maze[cell]]:
            there = cell + step
            shape = maze.get(there)
            if shape is None:
                found[there] = found.get(there, 0) | back
            elif shape & JOINED and shape & back and there not in seen:
                seen.add(there)
                todo.append(there)
    return found, seen


def rim(maze: Mapping[Cell, Shape]) -> dict[Cell, None]:
    """The cells beside the face-up cards, in an order that the cards give."""
    return {cell + step: None for cell in maze for step in _STEPS.values() if cell + step not in maze}


def surroundings(maze: Mapping[Cell, Shape], cell: Cell) -> tuple[int, int]:
    """The sides of a cell that touch a face-up card, and those of them that are open over there."""
    touched = opened = 0
    for side, step in _STEPS.items():
        shape = maze.get(cell + step)
        if shape is not None:
            touched |= side
            if shape & opposite(side):
                opened |= side
    return touched, opened


def side_towards(cell: Cell, other: Cell) -> int:
    """The side of a cell at which its neighbour lies; 0 for a cell that is no neighbour."""
    return next((side for side, step in _STEPS.items() if cell + step == other), 0)


def side_names(sides: int) -> str:
    return "".join(letter for letter, side in SIDES.items() if sides & side)
