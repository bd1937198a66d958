"""How many cards are missing between any place and the goals, all places at once.

On the window that the learnt policy sees, which holds nearly all mazes; what lies outside is not there.
"""

from typing import Final

import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from filon.lab.jax.saboteur.maze import Frame, Maze
from filon.lab.jax.saboteur.numbers import ALL_SIDES, GOAL_PLACES, GOALS, JOINED, NORTH, REACHED, WEST

TOP: Final = -4
LEFT: Final = -2
HEIGHT: Final = 9
WIDTH: Final = 13
"""y from TOP on, x from LEFT on."""
GOAL_CELLS: Final = tuple((y - TOP, x - LEFT) for x, y in GOAL_PLACES)
START_CELL: Final = (-TOP, -LEFT)
FAR: Final = 16
"""So many cards, or more, or no way at all."""
_STEPS: Final = 24
"""From place to place; longer ways are not looked for."""
_BITS: Final = 6
"""Of a place in the window: the sides 1, 2, 4, 8; 16 if they are joined; 32 if the start leads there."""

IS_GOAL: Final = np.zeros((HEIGHT, WIDTH), bool)
_SEEDS: Final = np.full((GOALS + 1, HEIGHT, WIDTH), FAR, np.int32)
for _map, _cell in enumerate((*GOAL_CELLS, START_CELL)):
    _SEEDS[_map][_cell] = 0
    IS_GOAL[_cell] = _map < GOALS


def cut(grid: Array) -> Array:
    """The window of the policy out of that of the encoding; rows and columns are the last two axes."""
    top, left = TOP - NORTH, LEFT - WEST
    return grid[..., top : top + HEIGHT, left : left + WIDTH]


def window_of(frame: Frame, maze: Maze) -> Array:
    """By row and column the bits of what lies there."""
    planes = jnp.stack([*maze.sides, maze.joined, maze.reached])
    bits = cut(frame.in_window(planes, maze.edges)).astype(jnp.int32)
    return (bits << np.arange(_BITS)[:, None, None]).sum(0)


def missing_maps(window: Array) -> Array:
    """By place: the cards missing from it to each goal, and last, those from the start to it."""
    shape = window & (ALL_SIDES | JOINED)
    laid = shape > 0
    passage = laid & (shape >= JOINED)
    open_to = [passage & (shape >> side & 1 == 1) for side in range(4)]
    empty = ~laid & ~jnp.asarray(IS_GOAL)
    # From a place to the one at that side. A goal face down may be arrived at, and nothing leads on from it.
    steps = [
        (empty | open_to[side]) & _beside(~laid | open_to[side ^ 2], side, fill=False) for side in range(4)
    ]
    cost = jnp.where(laid, 0, 1)

    def nearer(maps: Array) -> Array:
        best = maps
        for side, possible in enumerate(steps):
            there = _beside(maps, side, fill=FAR)
            best = jnp.where(possible, jnp.minimum(best, there + cost), best)
        return jnp.minimum(best, FAR)

    return lax.fori_loop(0, _STEPS, lambda _, maps: nearer(maps), jnp.asarray(_SEEDS))


def from_start(maps: Array) -> Array:
    """The cards missing between the start and each goal."""
    return maps[:GOALS, START_CELL[0], START_CELL[1]].astype(jnp.float32)


def _beside(grid: Array, side: int, *, fill: int) -> Array:
    """At each place, what lies to its north, east, south or west; `fill` beyond the window."""
    row = jnp.full_like(grid[..., :1, :], fill)
    column = jnp.full_like(grid[..., :1], fill)
    if side == 0:
        return jnp.concatenate([row, grid[..., :-1, :]], -2)
    if side == 1:
        return jnp.concatenate([grid[..., 1:], column], -1)
    if side == 2:
        return jnp.concatenate([grid[..., 1:, :], row], -2)
    return jnp.concatenate([column, grid[..., :-1]], -1)


assert REACHED == 1 << _BITS - 1
