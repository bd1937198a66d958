"""Why a card is played, in figures that anybody can check on the table.

Cards are weighed by means over all goals where the treasure may lie (weighing.py). A person counts the cards
that are missing to one goal, and so do the reasons that speak of ways: to the treasure once the seat knows
where it is, else to the goal that the card is about. What leads nowhere says so.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from filon.bots.advice import Why
from filon.bots.saboteur.survey import ALL, FAR, cell_at, distances, maze_of, odds
from filon.bots.saboteur.weighing import Weighed
from filon.games.saboteur.maze import JOINED, SHAPES, Cell, Shape, arrivals
from filon.games.saboteur.model import Discard, DropRocks, PlacePath, ReadMap, RoundView, View
from filon.games.saboteur.pieces import Role

_BLOCK: Final[Shape] = 0
_DETOUR: Final = 2
"""A way that is longer by more cards than this helps nobody when the first is blocked."""


def told(view: View, weighed: Sequence[Weighed], best: Weighed) -> Why:
    seat = view.seat
    assert seat is not None, "spectators hold no cards"
    saboteur = view.round.roles[seat] is Role.SABOTEUR
    match best.action:
        case PlacePath() | DropRocks():
            ways = _Ways(view.round, best.action)
            return _spoiling(ways, best) if saboteur else _digging(ways, best)
        case ReadMap() if max(odds(view.round)) == 1:
            return _why("known")
        case Discard(card) if not saboteur and not view.round.broken[seat]:
            paths = [each.action for each in weighed if isinstance(each.action, PlacePath)]
            if any(_Ways(view.round, path).shorter for path in paths):
                return best.why
            return _why("nothing_nearer", card=card.value)
        case _:
            return best.why


class _Ways:
    """How many cards are missing to each goal that counts, before a card is laid or removed and after it."""

    def __init__(self, table: RoundView, action: PlacePath | DropRocks) -> None:
        self.before_maze = maze_of(table)
        cell = cell_at(action.at)
        self.maze = {at: shape for at, shape in self.before_maze.items() if at != cell}
        if isinstance(action, PlacePath):
            self.maze[cell] = SHAPES[action.card][action.turned]
        aims = [goal for goal, chance in enumerate(odds(table)) if chance]
        self.sure = len(aims) == 1
        """Whether the seat knows where the treasure is."""
        before, after = distances(self.before_maze, ALL), distances(self.maze, ALL)
        self.before = {goal: before[goal] for goal in aims}
        self.after = {goal: after[goal] for goal in aims}

    @property
    def shorter(self) -> list[int]:
        """Goals to which the way is shorter now, the nearest first."""
        return sorted(
            (goal for goal in self.after if self.after[goal] < self.before[goal]), key=self.after.__getitem__
        )

    @property
    def longer(self) -> list[int]:
        """Goals to which the way is longer now, first the one that was nearest."""
        return sorted(
            (goal for goal in self.after if self.after[goal] > self.before[goal]), key=self.before.__getitem__
        )

    @property
    def left(self) -> int:
        """To the nearest goal that counts."""
        return min(self.after.values(), default=FAR)


def _digging(ways: _Ways, best: Weighed) -> Why:
    laid = best.action if isinstance(best.action, PlacePath) else None
    if laid and not SHAPES[laid.card][0] & JOINED:
        return _why("dead_end")
    if ways.shorter:
        goal = ways.shorter[0]
        left, cards = ways.after[goal], ways.before[goal] - ways.after[goal]
        if ways.before[goal] == FAR:
            return _why("reopens", left=left)
        if not laid:
            return _why("clear", cards=cards) if ways.sure else _why("clear_goal", cards=cards, goal=goal)
        if not left:
            return _why("reaches") if ways.sure else _why("reaches_goal", goal=goal)
        if ways.sure:
            return _why("nearer", cards=cards, left=left)
        return _why("nearer_goal", goal=goal, cards=cards, left=left)
    if ways.longer:
        return _why("farther")
    if ways.left == FAR:
        return _why("no_way")
    detour = _worst(ways.maze, ways.after)
    if detour <= ways.left + _DETOUR and detour < _worst(ways.before_maze, ways.after):
        return _why("another_way", left=ways.left)
    return _why("no_nearer", left=ways.left)


def _worst(maze: Mapping[Cell, Shape], aims: Mapping[int, int]) -> int:
    """How far the nearest goal is once somebody blocks the worst of the open ends."""
    ways = [distances({**maze, end: _BLOCK}, ALL) for end in arrivals(maze)]
    return max((min(way[goal] for goal in aims) for way in ways), default=FAR)


def _spoiling(ways: _Ways, best: Weighed) -> Why:
    if ways.shorter and not ways.longer:
        return _why("helps_them") if best.why.key == "saboteur.harmless" else best.why
    if not ways.longer:
        return _why("harmless")
    goal = ways.longer[0]
    if ways.after[goal] == FAR:
        return _why("cut_off") if ways.left == FAR else _why("cut_goal", goal=goal)
    cards = ways.after[goal] - ways.before[goal]
    if not ways.sure:
        return _why("away_goal", goal=goal, cards=cards)
    return _why(best.why.key.partition(".")[2], cards=cards)


def _why(key: str, **values: int | str) -> Why:
    return Why(f"saboteur.{key}", {**values})
