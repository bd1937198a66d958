"""The cards of Saboteur as small numbers, and tables over them, made from the law's own.

A card is its place in `CARDS`: path cards first, then maps, rockfalls, broken tools, repairs. A *way* is a
path card as it can lie, upright or turned. A *demand* is what an empty cell asks of a card: the sides that
touch a face-up card, and in the next four bits those of them that are open over there.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from filon.games.saboteur.maze import ALL_SIDES, GOAL_PLACES, JOINED, SHAPES, WAYS
from filon.games.saboteur.pieces import (
    ACTION_COUNTS,
    BOUNTY,
    BREAKS,
    DECK,
    GOALS,
    GOLD,
    HAND,
    PATH_COUNTS,
    REPAIRS,
    ROLE_POOL,
    ROUNDS,
    SHARED_AT_MOST,
    Card,
    Tool,
)

CARDS: Final[tuple[Card, ...]] = (*PATH_COUNTS, *ACTION_COUNTS)
TOOLS: Final[tuple[Tool, ...]] = tuple(Tool)
NUMBER: Final[dict[Card, int]] = {card: number for number, card in enumerate(CARDS)}
WAY: Final[tuple[tuple[Card, bool, int], ...]] = tuple(
    (card, turned, shape) for card in PATH_COUNTS for turned, shape in WAYS[card]
)
WAY_NUMBER: Final[dict[tuple[Card, bool], int]] = {
    (card, turned): number for number, (card, turned, _) in enumerate(WAY)
}

MAP: Final[i64] = 16
ROCKFALL: Final[i64] = 17
BROKEN: Final[i64] = 18
"""The first of the three broken tools; the repairs come right after them."""
REPAIR: Final[i64] = 21
KINDS: Final[i64] = 27
assert [NUMBER[Card.MAP], NUMBER[Card.ROCKFALL], NUMBER[Card.BROKEN_PICK]] == [MAP, ROCKFALL, BROKEN]
assert [NUMBER[Card.REPAIR_PICK], len(CARDS)] == [REPAIR, KINDS]
assert [TOOLS.index(BREAKS[CARDS[number]]) for number in range(BROKEN, REPAIR)] == [0, 1, 2]

DECK_SIZE: Final[i64] = 67
GOLD_DECK: Final[i64] = 0xFFAAAA55555555
"""Two bits a card, in the order of the box."""
GOAL_COUNT: Final[i64] = 3
LAST_ROUND: Final[i64] = 3
MOST_SHARED: Final[i64] = 9
assert [len(DECK), len(GOALS)] == [DECK_SIZE, GOAL_COUNT]
assert sum(nuggets << 2 * at for at, nuggets in enumerate(GOLD)) == GOLD_DECK
assert [ROUNDS, SHARED_AT_MOST] == [LAST_ROUND, MOST_SHARED]

DECK_CARDS: Final = vec[i64]([NUMBER[card] for card in DECK])
FIRST_WAY: Final = vec[i64]([WAY_NUMBER.get((card, False), 0) for card in CARDS])
WAY_COUNT: Final = vec[i64]([len(WAYS.get(card, ())) for card in CARDS])
WAY_BITS: Final = vec[i64](
    [sum(1 << number for number, way in enumerate(WAY) if way[0] is card) for card in CARDS]
)
WAY_SHAPE: Final = vec[i64]([shape for _, _, shape in WAY])
WAY_CARD: Final = vec[i64]([NUMBER[card] for card, _, _ in WAY])
COPIES: Final = vec[i64]([DECK.count(card) for card in CARDS])
PASSAGE_WAYS: Final[i64] = 0x7FF
"""The ways of the passage cards, which come before those of the dead ends."""
assert [bool(shape & JOINED) for _, _, shape in WAY] == [
    PASSAGE_WAYS >> way & 1 == 1 for way in range(len(WAY))
]
CARD_OF_SHAPE: Final = vec[i64](
    [next((NUMBER[card] for card, _, way in WAY if way == shape), 0) for shape in range(JOINED * 2)]
)
FITTING: Final = vec[i64](
    [
        sum(1 << number for number, (_, _, shape) in enumerate(WAY) if shape & touched == opened)
        for opened in range(ALL_SIDES + 1)
        for touched in range(ALL_SIDES + 1)
    ]
)
"""By demand: a bit for each way that meets it, SAB-4.2."""
MENDS: Final = vec[i64](
    [sum(1 << TOOLS.index(tool) for tool in REPAIRS.get(card, ())) for card in CARDS],
)
"""By card: a bit for each tool that it repairs; the law names them in the order of the tools."""
GOAL_SHAPE: Final = vec[i64]([shape for card in GOALS for shape in SHAPES[card]])
"""By twice the goal card, one more if it lies turned. Goal card 0 is the treasure."""

HAND_SIZE: Final = vec[i64]([HAND.get(seats, 0) for seats in range(11)])
SABOTEURS: Final = vec[i64]([ROLE_POOL.get(seats, (0, 0))[0] for seats in range(11)])
BOUNTIES: Final = vec[i64]([BOUNTY.get(people, 0) for people in range(5)])

FARTHEST: Final[i64] = 45
"""Every card lies beside an earlier one, so 40 path cards and three goals reach no farther than 43 places
from the start; a place to build on is one farther, and its neighbours one more."""
STRIDE: Final[i64] = 91
FRAME: Final[i64] = 8281
START: Final[i64] = 4140
assert sum(PATH_COUNTS.values()) + GOAL_COUNT + 2 <= FARTHEST
assert [STRIDE, FRAME, START] == [2 * FARTHEST + 1, STRIDE * STRIDE, FARTHEST * (STRIDE + 1)]
GOAL_CELLS: Final = vec[i64]([START + x + STRIDE * y for x, y in GOAL_PLACES])
GOAL_NORTH: Final[i64] = START + 8 - 2 * STRIDE
GOAL_MIDDLE: Final[i64] = START + 8
GOAL_SOUTH: Final[i64] = START + 8 + 2 * STRIDE
assert list(GOAL_CELLS) == [GOAL_NORTH, GOAL_MIDDLE, GOAL_SOUTH]
STEPS: Final = vec[i64]([-STRIDE, 1, STRIDE, -1])
"""To the cell in the north, east, south, west: in the order of the bits of the sides."""


def bits(mask: i64) -> i64:
    """How many of the lowest 32 bits are set."""
    mask = mask - (mask >> 1 & 0x55555555)
    mask = (mask & 0x33333333) + (mask >> 2 & 0x33333333)
    mask = mask + (mask >> 4) & 0x0F0F0F0F
    return (mask * 0x01010101 >> 24) & 0xFF
