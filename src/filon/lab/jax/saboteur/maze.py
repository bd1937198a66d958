"""The maze as planes of bits: a word for 32 places of a row, all places asked at once.

A plane is a torus of `frame` columns and rows, place (x, y) at column x and row y, both modulo the frame. As
long as all cards lie within `frame` - 2 columns and rows no two places that matter share a bit, wherever the
maze grows: that is exact for a frame of 64, since so few cards cannot lie farther apart (the tests add it
up), and for a frame of 32 a maze that grows wider is told (`too_wide`).
"""

from typing import Final, NamedTuple, TypeAlias

import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from filon.lab.jax.chance import count_bits, nth_bit
from filon.lab.jax.saboteur.numbers import (
    COLUMNS,
    GOAL_PLACES,
    GOAL_SHAPES,
    GOALS,
    JOINED,
    NORTH,
    ROWS,
    WEST,
)

WORD: Final = 32
FRAMES: Final = (32, 64)
EDGES: Final = (0, -2, 8, 2)
"""West, north, east and south of the start and the goals."""
_STEPS: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))
_SHAPES_IN_A_WORD: Final = sum(shape << 5 * at for at, shape in enumerate(GOAL_SHAPES))

Plane: TypeAlias = Array


class Maze(NamedTuple):
    """`sides`: the cards open to the north, east, south, west. `joined`: those whose openings meet.
    `reached`: those that passages from the start lead through. `edges`: how far cards and goals lie west,
    north, east and south.
    """

    sides: tuple[Plane, ...]
    joined: Plane
    laid: Plane
    reached: Plane
    edges: Array


class Goals(NamedTuple):
    """`card`: by place, as in `GOAL_SHAPES`; `face_up`: a bit each."""

    card: tuple[Array, Array, Array]
    face_up: Array


class Frame:
    def __init__(self, size: int) -> None:
        self.size: Final = size
        self.words: Final = size // WORD
        self.start: Final = self._fixed(((0, 0),))
        self.goals: Final = self._fixed(GOAL_PLACES)

    def empty(self) -> Maze:
        """Nothing but the start."""
        start = jnp.asarray(self.start)
        return Maze((start,) * 4, start, start, start, jnp.array(EDGES, jnp.int32))

    # Neighbours: at each place, what the plane has to its north, east, south, west.

    def at_sides(self, planes: tuple[Plane, ...]) -> tuple[Plane, Plane, Plane, Plane]:
        """Four planes, each looked up at that side."""
        north, east, south, west = planes
        return self.at_north(north), self.at_east(east), self.at_south(south), self.at_west(west)

    def at_north(self, plane: Plane) -> Plane:
        return jnp.roll(plane, 1, axis=0)

    def at_south(self, plane: Plane) -> Plane:
        return jnp.roll(plane, -1, axis=0)

    def at_east(self, plane: Plane) -> Plane:
        return plane >> jnp.uint32(1) | jnp.roll(plane, -1, axis=1) << jnp.uint32(31)

    def at_west(self, plane: Plane) -> Plane:
        return plane << jnp.uint32(1) | jnp.roll(plane, 1, axis=1) >> jnp.uint32(31)

    # Places.

    def bit(self, plane: Plane, x: int, y: int) -> Array:
        """Of a fixed place."""
        column = x % self.size
        return plane[y % self.size, column // WORD] >> jnp.uint32(column % WORD) & 1

    def point(self, row: Array, column: Array) -> Plane:
        here = (jnp.arange(self.size)[:, None] == row) & (jnp.arange(self.words) == column // WORD)
        return jnp.where(here, jnp.uint32(1) << (column % WORD).astype(jnp.uint32), jnp.uint32(0))

    def nth(self, plane: Plane, number: Array) -> tuple[Array, Array]:
        """Row and column of the bit with so many before it, row by row from row and column nought."""
        flat = plane.reshape(-1)
        upto = jnp.cumsum(count_bits(flat))
        at = jnp.minimum((upto <= number).sum(), flat.size - 1)
        bits = flat[at]
        column = nth_bit(bits, number - (upto[at] - count_bits(bits)))
        return at // self.words, at % self.words * WORD + column.astype(jnp.int32)

    def place(self, edges: Array, row: Array, column: Array) -> tuple[Array, Array]:
        """x and y of a place in the maze or beside it."""
        west, north = edges[0] - 1, edges[1] - 1
        return west + (column - west) % self.size, north + (row - north) % self.size

    def widened(self, edges: Array, row: Array, column: Array) -> Array:
        x, y = self.place(edges, row, column)
        return jnp.stack(
            [
                jnp.minimum(edges[0], x),
                jnp.minimum(edges[1], y),
                jnp.maximum(edges[2], x),
                jnp.maximum(edges[3], y),
            ]
        )

    def too_wide(self, edges: Array) -> Array:
        """Whether places beside the maze may share a bit."""
        most = self.size - 3
        return (edges[2] - edges[0] > most) | (edges[3] - edges[1] > most)

    def window(self, edges: Array) -> tuple[Array, Array]:
        """Whether the rows and the columns of the window are those of the plane, not others far out."""
        west, north = edges[0] - 1, edges[1] - 1
        xs, ys = jnp.arange(WEST, WEST + COLUMNS), jnp.arange(NORTH, NORTH + ROWS)
        return (ys >= north) & (ys < north + self.size), (xs >= west) & (xs < west + self.size)

    def in_window(self, planes: Array, edges: Array) -> Array:
        """The bits of planes (the last two axes) in the window, as nought and one by row and column."""
        rows = np.arange(NORTH, NORTH + ROWS) % self.size
        columns = np.arange(WEST, WEST + COLUMNS) % self.size
        words = planes[..., rows, :][..., columns // WORD]
        ys, xs = self.window(edges)
        bits = words >> jnp.asarray(columns % WORD, jnp.uint32) & 1
        return jnp.where(ys[:, None] & xs, bits, jnp.uint32(0))

    def outside(self, edges: Array) -> Plane:
        """A plane with all places that are not in the window."""
        ys, xs = self.window(edges)
        rows = np.arange(NORTH, NORTH + ROWS) % self.size
        columns = np.arange(WEST, WEST + COLUMNS) % self.size
        bits = jnp.where(xs, jnp.uint32(1) << jnp.asarray(columns % WORD, jnp.uint32), jnp.uint32(0))
        words = jnp.stack([bits[columns // WORD == word].sum(dtype=jnp.uint32) for word in range(self.words)])
        inside = jnp.zeros((self.size, self.words), jnp.uint32)
        inside = inside.at[rows].set(jnp.where(ys[:, None], words, jnp.uint32(0)))
        return ~inside

    def by_place(self, planes: Array, edges: Array) -> Array:
        """The bits of planes (the last two axes) by y and x, both from the edges on."""
        around = jnp.arange(self.size)
        rows = (edges[1] - 1 + around) % self.size
        columns = (edges[0] - 1 + around) % self.size
        words = planes[..., rows, :][..., columns // WORD]
        return words >> (columns % WORD).astype(jnp.uint32) & 1

    # The law of the maze.

    def sites(self, maze: Maze, *, adjacent: bool) -> Plane:
        """Where a path card that fits may lie (SAB-4.1, SAB-4.3, SAB-4.4)."""
        if adjacent:
            beside = self.at_sides((maze.laid,) * 4)
        else:
            north, east, south, west = (maze.reached & plane for plane in maze.sides)
            beside = self.at_sides((south, west, north, east))
        return (beside[0] | beside[1] | beside[2] | beside[3]) & ~maze.laid & ~jnp.asarray(self.goals)

    def fits(self, maze: Maze, sites: Plane) -> Array:
        """By the sides that a card has open: the sites where it meets its neighbours (SAB-4.2)."""
        north, east, south, west = maze.sides
        touched = self.at_sides((maze.laid,) * 4)
        opened = self.at_sides((south, west, north, east))
        found = []
        for shape in range(16):
            clash = jnp.zeros_like(sites)
            for side in range(4):
                clash |= touched[side] & ~opened[side] if shape >> side & 1 else opened[side]
            found.append(sites & ~clash)
        return jnp.stack(found)

    def lay(self, maze: Maze, here: Plane, shape: Array) -> Maze:
        """A card at all places of a plane."""
        sides = tuple(
            plane | jnp.where(shape >> side & 1 == 1, here, jnp.uint32(0))
            for side, plane in enumerate(maze.sides)
        )
        joined = maze.joined | jnp.where(shape & JOINED != 0, here, jnp.uint32(0))
        return maze._replace(sides=sides, joined=joined, laid=maze.laid | here)

    def clear(self, maze: Maze, here: Plane) -> Maze:
        """Takes away what lies at all places of a plane (SAB-5.3)."""
        sides = tuple(plane & ~here for plane in maze.sides)
        return maze._replace(sides=sides, joined=maze.joined & ~here, laid=maze.laid & ~here)

    def flood(self, maze: Maze, reached: Plane) -> Plane:
        """All that passages lead to from what is reached (SAB-6.1)."""
        north, east, south, west = (plane & maze.joined for plane in maze.sides)
        across = east & self.at_east(west)
        down = south & self.at_south(north)

        def spread(now: tuple[Plane, Array]) -> tuple[Plane, Array]:
            before, _ = now
            after = before | self.at_west(before & across) | self.at_east(before) & across
            after |= self.at_north(before & down) | self.at_south(before) & down
            return after, (after != before).any()

        found: Plane = lax.while_loop(lambda now: now[1], spread, spread((reached, jnp.bool_(True))))[0]  # noqa: FBT003
        return found

    def settle(
        self, maze: Maze, goals: Goals, row: Array, column: Array, laying: Array
    ) -> tuple[Maze, Goals]:
        """Follows the passages; a card just laid at this place may turn goals (SAB-6.1 to SAB-6.3)."""

        def follow(now: tuple[Maze, Goals, Array]) -> tuple[Maze, Goals, Array]:
            maze, goals, _ = now
            maze = maze._replace(reached=self.flood(maze, maze.reached))
            # All that are reached at once are turned by the passages as they are now.
            arrived = [self._arrivals(maze, which) for which in range(GOALS)]
            turned = jnp.bool_(False)  # noqa: FBT003
            cards, face_up = list(goals.card), goals.face_up
            for which, sides in enumerate(arrived):
                turns = laying & (face_up >> which & 1 == 0) & (sides != 0)
                card = self._as_it_lies(which, cards[which], sides, row, column)
                cards[which] = jnp.where(turns, card, cards[which])
                face_up = face_up | turns.astype(jnp.uint32) << which
                here = jnp.asarray(self._fixed(GOAL_PLACES[which : which + 1]))
                maze = self.lay(maze, jnp.where(turns, here, jnp.uint32(0)), shape_of(card))
                turned |= turns
            return maze, Goals((cards[0], cards[1], cards[2]), face_up), turned

        maze, goals, _ = lax.while_loop(lambda now: now[2], follow, (maze, goals, jnp.bool_(True)))  # noqa: FBT003
        return maze, goals

    def _arrivals(self, maze: Maze, which: int) -> Array:
        """The sides at which passages from the start arrive at a goal."""
        x, y = GOAL_PLACES[which]
        sides = jnp.uint32(0)
        for side, (dx, dy) in enumerate(_STEPS):
            open_there = maze.sides[side ^ 2] & maze.reached
            sides |= self.bit(open_there, x + dx, y + dy) << side
        return sides

    def _as_it_lies(self, which: int, card: Array, sides: Array, row: Array, column: Array) -> Array:
        """SAB-6.2: a stone meets the card just laid, or else as many paths that reached it as it can."""
        x, y = GOAL_PLACES[which]
        laid = jnp.uint32(0)
        for side, (dx, dy) in enumerate(_STEPS):
            beside = (row == (y + dy) % self.size) & (column == (x + dx) % self.size)
            laid |= beside.astype(jnp.uint32) << side
        asked = jnp.where(sides & laid != 0, sides & laid, sides)
        upright = count_bits(shape_of(card & ~1) & asked)
        turned = count_bits(shape_of(card | 1) & asked)
        better = card & ~1 | (turned > upright)
        return jnp.where((card >= 2) & (upright != turned), better, card)

    def _fixed(self, places: tuple[tuple[int, int], ...]) -> np.ndarray[tuple[int, int], np.dtype[np.uint32]]:
        plane = np.zeros((self.size, self.words), np.uint32)
        for x, y in places:
            column = x % self.size
            plane[y % self.size, column // WORD] |= np.uint32(1 << column % WORD)
        return plane


def shape_of(goal: Array) -> Array:
    """Of a goal card as it lies: five bits each in one word."""
    return jnp.uint32(_SHAPES_IN_A_WORD) >> (goal * 5).astype(jnp.uint32) & 31
