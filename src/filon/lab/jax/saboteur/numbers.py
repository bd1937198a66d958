"""The cards of Saboteur as numbers, in the order of `kernels/saboteur/kernel_cards.py`.

Nothing of the law is imported, so that this runs where only JAX is; the tests hold the numbers to the law's.
"""

from typing import Final

import numpy as np

SIDES: Final = "NESW"
ALL_SIDES: Final = 15
JOINED: Final = 16
REACHED: Final = 32

PATHS: Final = {
    "NS": 4,
    "EW": 3,
    "SW": 5,
    "ES": 4,
    "NSW": 5,
    "ESW": 5,
    "NESW": 5,
    "xS": 1,
    "xW": 1,
    "xNS": 1,
    "xEW": 1,
    "xSW": 1,
    "xES": 1,
    "xNSW": 1,
    "xESW": 1,
    "xNESW": 1,
}
"""A dead end has an x in front; the others join all their openings (SAB-1.1)."""
MAP: Final = 16
ROCKFALL: Final = 17
BROKEN: Final = 18
REPAIR: Final = 21
KINDS: Final = 27
MENDS: Final = (1, 2, 4, 3, 5, 6)
"""By repair card: a bit for each tool; pick, lamp, cart."""
COPIES: Final = np.array([*PATHS.values(), 6, 3, 3, 3, 3, 2, 2, 2, 1, 1, 1])
DECK: Final = np.repeat(np.arange(KINDS), COPIES)
TOOLS: Final = 3
REPAIRS: Final = len(MENDS)

GOLD: Final = (16, 8, 4)
NUGGETS: Final = len(GOLD)
MOST_SHARED: Final = 9
ROUNDS: Final = 3
SABOTEURS: Final = {3: 1, 4: 1, 5: 2, 6: 2, 7: 3, 8: 3, 9: 3, 10: 4}
"""By seats, among one dwarf more than there are players."""
HAND: Final = {3: 6, 4: 6, 5: 6, 6: 5, 7: 5, 8: 4, 9: 4, 10: 4}
BOUNTY: Final = (0, 4, 3, 3, 2)
MOST_SABOTEURS: Final = 4
MOST_PAID: Final = max(BOUNTY)

GOAL_PLACES: Final = ((8, -2), (8, 0), (8, 2))
GOALS: Final = len(GOAL_PLACES)

WEST: Final = -4
NORTH: Final = -5
COLUMNS: Final = 15
ROWS: Final = 11
"""The window of the encoding."""
MOST_OUTSIDE: Final = 36
MOST_ELSEWHERE: Final = {3: 512, 4: 512, 5: 512, 6: 462, 7: 462, 8: 408, 9: 408, 10: 408}

DIGGING, SHARING, FINISHED = range(3)
DIGGERS, THWARTERS, NOBODY = range(1, 4)

PLACE, ROCKS, BREAK, MEND, LOOK, DISCARD, PASS, TAKE = range(8)
"""Kinds of moves, in the order of the encoding's actions."""


def _open(letters: str) -> int:
    return sum(1 << SIDES.index(letter) for letter in letters)


def _turned(shape: int) -> int:
    sides = shape & ALL_SIDES
    return (sides << 2 | sides >> 2) & ALL_SIDES | shape & JOINED


_UPRIGHT: Final = [_open(name.lstrip("x")) | (0 if name[0] == "x" else JOINED) for name in PATHS]
_WAYS: Final = [
    (card, shape)
    for card, upright in enumerate(_UPRIGHT)
    for shape in dict.fromkeys((upright, _turned(upright)))
]
WAYS: Final = len(_WAYS)
WAY_CARD: Final = np.array([card for card, _ in _WAYS])
WAY_SHAPE: Final = np.array([shape for _, shape in _WAYS])
WAY_SIDES: Final = WAY_SHAPE & ALL_SIDES
CARD_OF_SHAPE: Final = np.array(
    [next((card for card, way in _WAYS if way == shape), 0) for shape in range(32)]
)
_GOALS_UPRIGHT: Final = (JOINED | ALL_SIDES, JOINED | _open("SW"), JOINED | _open("NW"))
GOAL_SHAPES: Final = tuple(way for shape in _GOALS_UPRIGHT for way in (shape, _turned(shape)))
"""By twice the goal card (0 is the treasure), one more if it lies turned."""
