"""The part of the maze that arrays show square by square, and how much can lie or be done outside it.

The law's maze grows up to 43 places from the start on every side; nearly all of a game happens between the
start and the goals and a little around them. That is the window; `MOST_OUTSIDE` and `most_elsewhere` bound
what has to be listed besides, so that arrays of fixed size leave nothing out.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from filon.games.saboteur.maze import ALL_SIDES, WAYS
from filon.games.saboteur.pieces import ACTION_COUNTS, HAND, PATH_COUNTS, Card
from filon.kernels.saboteur.kernel_cards import FARTHEST, FRAME, START, STRIDE

WEST: Final[i64] = -4
NORTH: Final[i64] = -5
COLUMNS: Final[i64] = 15
ROWS: Final[i64] = 11
"""x from -4 to 10 and y from -5 to 5, row by row from the north-west."""
SQUARES: Final[i64] = 165
assert SQUARES == ROWS * COLUMNS

CELL_OF_SQUARE: Final = vec[i64](
    [START + WEST + x + STRIDE * (NORTH + y) for y in range(ROWS) for x in range(COLUMNS)]
)
SQUARE_OF_CELL: Final = vec[i16](
    [
        i16((cell // STRIDE - FARTHEST - NORTH) * COLUMNS + cell % STRIDE - FARTHEST - WEST)
        if 0 <= cell // STRIDE - FARTHEST - NORTH < ROWS and 0 <= cell % STRIDE - FARTHEST - WEST < COLUMNS
        else i16(-1)
        for cell in range(FRAME)
    ]
)
"""By cell of the kernel's frame: its square in the window, or -1."""

_PATHS: Final[int] = sum(PATH_COUNTS.values())
_FALLS: Final[int] = ACTION_COUNTS[Card.ROCKFALL]
_TO_THE_EDGE: Final[int] = 4
"""The fewest path cards of which one lies on the window's edge: those from 0,0 to -4,0. It is no corner."""
assert [_PATHS, _FALLS] == [40, 3]
assert min(-WEST, -NORTH, WEST + COLUMNS - 1, NORTH + ROWS - 1) == _TO_THE_EDGE == -WEST
assert min(-NORTH, WEST + COLUMNS - 1, NORTH + ROWS - 1) > _TO_THE_EDGE

MOST_OUTSIDE: Final[i64] = 36
"""Face-up cards outside the window: four or more have to lie inside to lead there."""
assert MOST_OUTSIDE == _PATHS - _TO_THE_EDGE


def most_sites_outside(paths_in_hand: int, falls_in_hand: int) -> int:
    """A bound of the empty places outside the window that lie beside a card.

    Count the empty places outside beside a cell on which a card lies or ever lay in this round. Before a
    card lies on the window's edge there are none, and that takes four cards at least; the first on the edge
    adds one if it is the fourth (-4,0 is no corner). Any other card adds at most two: outside, it takes the
    place that it is laid on away from the count and adds no more than three, for it is laid beside a card;
    inside, it lies on no counted place and has no more than two neighbours outside (in a corner). Goals lie
    far from the edge and add none. A rockfall adds at most the place that it empties. What is still in hand
    is not laid, and a rockfall in hand has not fallen.
    """
    return 1 + 2 * (_PATHS - paths_in_hand - _TO_THE_EDGE) + _FALLS - falls_in_hand


def most_ways(kinds: int) -> int:
    """In how many ways so many kinds of path cards can fit one place beside at least one card, SAB-4.2."""
    best = 0
    for touched in range(1, ALL_SIDES + 1):
        for opened in range(ALL_SIDES + 1):
            fits = [sum(shape & touched == opened for _, shape in ways) for ways in WAYS.values()]
            best = max(best, sum(sorted(fits)[len(fits) - kinds :]))
    return best


def most_elsewhere(seats: int) -> int:
    """A bound of the legal placements and rockfalls outside the window, together.

    Whatever the hand holds: so many kinds of path cards, and a rockfall or none.
    """
    best = 0
    for paths in range(HAND[seats] + 1):
        for falls in range(min(1, HAND[seats] - paths) + 1):
            placements = most_sites_outside(paths, falls) * most_ways(paths)
            best = max(best, placements + falls * (int(MOST_OUTSIDE) - paths))
    return best


MOST_ELSEWHERE: Final[dict[int, int]] = {seats: most_elsewhere(seats) for seats in HAND}
"""By the number of players. A hand of six: 64 places, and at each at most 8 ways to lay what is in hand."""
assert [most_sites_outside(6, 0), most_ways(6)] == [64, 8]
assert [MOST_ELSEWHERE[seats] for seats in (3, 5, 6, 7, 8, 10)] == [512, 512, 462, 462, 408, 408]


def frame_x(cell: i64) -> i64:
    return cell % STRIDE - FARTHEST


def frame_y(cell: i64) -> i64:
    return cell // STRIDE - FARTHEST
