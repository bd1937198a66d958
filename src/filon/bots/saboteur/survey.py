"""How many cards are missing: the shortest plausible way from the start to each goal, over empty places."""

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from filon.games.contract import Hidden
from filon.games.saboteur.maze import (
    GOAL_CELLS,
    JOINED,
    SHAPES,
    START_CELL,
    Cell,
    Shape,
    cell_of,
    opposite,
    side_towards,
)
from filon.games.saboteur.model import RoundView
from filon.games.saboteur.pieces import Card

FAR: Final = 16
"""More cards than anybody would still lay: as good as out of reach."""


def cell_at(place: tuple[int, int]) -> Cell:
    cell = cell_of(place)
    assert cell is not None, "what lies in the maze lies on the map"
    return cell


Map: TypeAlias = Mapping[Cell, Sequence[tuple[int, Cell, int]]]
"""By cell: its sides, the cells there, and their sides towards it."""


def _map(columns: range, rows: range) -> Map:
    cells = {cell_at((x, y)) for x in columns for y in rows}
    return {
        cell: tuple(
            (side, cell + step, opposite(side)) for side, step in _STEPS.items() if cell + step in cells
        )
        for cell in cells
    }


_STEPS: Final = {
    side_towards(START_CELL, cell_at(at)): cell_at(at) for at in ((0, -1), (1, 0), (0, 1), (-1, 0))
}
NEAR: Final = _map(range(-2, 11), range(-4, 5))
"""Where ways are looked for; one that leads farther out is no way that people would dig."""
ALL: Final = _map(range(-12, 21), range(-12, 13))
"""Where there may be ways at all, for who wants to be exact."""


def maze_of(table: RoundView) -> dict[Cell, Shape]:
    return {cell_at(tile.at): SHAPES[tile.card][tile.turned] for tile in table.maze}


def distances(maze: Mapping[Cell, Shape], within: Map = NEAR) -> list[int]:
    """By goal: how many cards are missing to it. A goal that is face up is in the maze and leads on."""
    found = dict.fromkeys(GOAL_CELLS, FAR)
    missing = sum(goal not in maze for goal in GOAL_CELLS)
    seen = {START_CELL}
    edge = [START_CELL]
    cost = 0
    while edge and cost < FAR and missing:
        farther: list[Cell] = []
        for cell in edge:
            shape = maze.get(cell)
            for side, there, back in within.get(cell, ()):
                if there in seen or (shape is not None and not shape & side):
                    continue
                other = maze.get(there)
                if other is not None:
                    if other & JOINED and other & back:
                        seen.add(there)
                        edge.append(there)
                elif there in found:
                    seen.add(there)
                    found[there] = cost
                    missing -= 1
                else:
                    seen.add(there)
                    farther.append(there)
        edge = farther
        cost += 1
    return [0 if goal in maze else found[goal] for goal in GOAL_CELLS]


def odds(table: RoundView) -> list[float]:
    """By goal: how likely the treasure lies there, by what this seat has seen itself."""
    faces = [goal.face for goal in table.goals]
    known = [not isinstance(face, Hidden) and face.card is Card.TREASURE for face in faces]
    if any(known):
        return [float(here) for here in known]
    unknown = [isinstance(face, Hidden) for face in faces]
    return [here / max(1, sum(unknown)) for here in unknown]


def outlook(maze: Mapping[Cell, Shape], chances: list[float]) -> float:
    """Cards still missing to the treasure, as far as one can tell; the nearest goal is tried first."""
    ways = [(way, chance) for way, chance in zip(distances(maze), chances, strict=True) if chance]
    if not ways:
        return 0.0
    nearest = min(way for way, _ in ways)
    return (nearest + sum(way * chance for way, chance in ways)) / 2
