"""How narrow the way is: the fewer cards of the deck lead on towards a goal, the harder it is to go on."""

from mypy_extensions import i64

from filon.kernels.saboteur.kernel_cards import (
    COPIES,
    FITTING,
    PASSAGE_WAYS,
    START,
    STEPS,
    WAY_CARD,
    WAY_SHAPE,
)
from filon.kernels.saboteur.kernel_hands import NOTHING
from filon.kernels.saboteur.kernel_maze import Maze, is_goal
from filon.kernels.saboteur.kernel_ways import FAR, Ways


def narrows(maze: Maze, ways: Ways, which: i64, laid: i64) -> i64:
    """60 where no card leads on, 2 where most do, as the maze lies now.

    `ways` has just looked; on the site `laid` lies a card on trial, if it is not NOTHING.
    """
    left: i64 = ways.at(which, START)
    if not left or left >= FAR:
        return 0
    ease: i64 = 0
    site: i64 = 0
    while site < maze.site_count:
        cell: i64 = maze.site[site]
        if cell != laid and ways.at(which, cell) <= left:
            ease += _ease(maze, ways, which, cell)
        site += 1
    if laid != NOTHING and maze.grid[laid] & 16:
        shape: i64 = i64(maze.grid[laid])
        side: i64 = 0
        while side < 4:
            cell = laid + STEPS[side]
            if (
                shape >> side & 1
                and not maze.grid[cell]
                and ways.at(which, cell) <= left
                and not is_goal(cell)
            ):
                ease += _ease(maze, ways, which, cell)
            side += 1
    return 120 // (ease + 2)


def _ease(maze: Maze, ways: Ways, which: i64, cell: i64) -> i64:
    """How many cards of the deck would lead on from here."""
    left: i64 = ways.at(which, START)
    fitting: i64 = FITTING[maze.demand_at(cell)] & PASSAGE_WAYS
    ease: i64 = 0
    way: i64 = 0
    counted: i64 = NOTHING
    while fitting >> way:
        if (
            fitting >> way & 1
            and WAY_CARD[way] != counted
            and ways.from_card(maze, which, cell, WAY_SHAPE[way]) < left
        ):
            counted = WAY_CARD[way]
            ease += COPIES[counted]
        way += 1
    return ease


def near_the_way(maze: Maze, ways: Ways, which: i64, cell: i64) -> bool:
    """On a site from which the diggers would go on, or beside one."""
    left: i64 = ways.at(which, START)
    if ways.at(which, cell) <= left:
        return True
    side: i64 = 0
    while side < 4:
        there: i64 = cell + STEPS[side]
        if maze.grid[there] == 64 and ways.at(which, there) <= left:
            return True
        side += 1
    return False
