"""The maze in one game's observation: the window, and the list of what lies outside it."""

from librt.vecs import vec
from mypy_extensions import i16, i64, mypyc_attr

from filon.kernels.saboteur.kernel_maze import Maze
from filon.kernels.saboteur.kernel_window import SQUARE_OF_CELL, frame_x, frame_y

_MOST_LAID = 44


@mypyc_attr(allow_interpreted_subclasses=False)
class MazeRow:
    """It looks alike from every seat, and is written anew only when it has changed."""

    def __init__(self, observations: vec[i16], window: i64, outside: i64) -> None:
        self._row: vec[i16] = observations
        self._window: i64 = window
        self._outside: i64 = outside
        self._version: i64 = -1
        """Of the maze that is written."""
        self._squares: vec[i16] = vec[i16]([i16(0)] * _MOST_LAID)
        """Which squares of the window it fills."""
        self._square_count: i64 = 0
        self._beyond: vec[i64] = vec[i64]([i64(0)] * _MOST_LAID)
        """Its cells outside the window, in order."""
        self._beyond_count: i64 = 0

    def forget(self) -> None:
        """The row was blanked."""
        self._square_count = 0
        self._beyond_count = 0
        self._version = -1

    def write(self, maze: Maze) -> None:
        if self._version == maze.version:
            return
        self._version = maze.version
        row = self._row
        at: i64 = self._window
        squares = self._squares
        number: i64 = 0
        while number < self._square_count:
            row[at + i64(squares[number])] = 0
            number += 1
        shown: i64 = 0
        beyond: i64 = 0
        number = 0
        while number < maze.laid_count:
            cell: i64 = maze.laid[number]
            square: i16 = SQUARE_OF_CELL[cell]
            if square >= 0:
                row[at + i64(square)] = i16(maze.grid[cell])
                squares[shown] = square
                shown += 1
            else:
                self._put_in_order(cell, beyond)
                beyond += 1
            number += 1
        self._square_count = shown
        if beyond or self._beyond_count:
            self._write_outside(maze, beyond)

    def _put_in_order(self, cell: i64, count: i64) -> None:
        beyond = self._beyond
        at: i64 = count
        while at and beyond[at - 1] > cell:
            beyond[at] = beyond[at - 1]
            at -= 1
        beyond[at] = cell

    def _write_outside(self, maze: Maze, count: i64) -> None:
        row = self._row
        at: i64 = self._outside
        number: i64 = 0
        while number < count:
            cell: i64 = self._beyond[number]
            row[at] = i16(frame_x(cell))
            row[at + 1] = i16(frame_y(cell))
            row[at + 2] = i16(maze.grid[cell])
            at += 3
            number += 1
        while number < self._beyond_count:
            row[at] = 0
            row[at + 1] = 0
            row[at + 2] = 0
            at += 3
            number += 1
        self._beyond_count = count
