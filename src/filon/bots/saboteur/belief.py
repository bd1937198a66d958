"""Who is a saboteur and where the treasure lies, by what everybody has done since the deal.

Each deed of a seat weighs for or against it, in natural logarithms of the odds (`kernels/saboteur/deeds.py`);
the deal itself says how many there can be. Who looked at a goal and then digs towards one tells where the
treasure may be.
"""

from collections.abc import Sequence
from itertools import combinations
from math import exp, perm
from typing import Final

import msgspec

from filon.bots.saboteur.motives import Broke, Buried, Deed, Discarded, Dug, Looked, Mended, Motives
from filon.games.contract import Hidden, Seat
from filon.games.saboteur.maze import GOAL_PLACES, JOINED, SHAPES, Place, Shape
from filon.games.saboteur.model import (
    CardDiscarded,
    Event,
    GoalRevealed,
    GoalSeen,
    PathPlaced,
    RocksFell,
    RoundDealt,
    RoundView,
    ToolBroken,
    ToolRepaired,
    View,
)
from filon.games.saboteur.pieces import ROLE_POOL, Card, Role
from filon.kernels.saboteur import deeds
from filon.kernels.saboteur.kernel_maze import Maze
from filon.kernels.saboteur.kernel_ways import FAR, Ways
from filon.kernels.saboteur.states import frame_cell

_TOWARDS: Final = 0.35
"""By card: how much digging towards a goal says for it, if the digger has looked somewhere."""
_SURE: Final = deeds.MOST / 100
"""Nobody is ever surer than this of what motives tell."""


class Belief(msgspec.Struct, frozen=True):
    roles: dict[int, float]
    """By a bit for each saboteur: how likely."""
    doubts: tuple[float, ...]
    """By seat: how likely it is a saboteur."""
    treasure: tuple[float, ...]
    """By goal: how likely the treasure lies there."""


def believe(view: View, past: Sequence[Event]) -> Belief:
    return conclude(view.round, view.seat, witness(view, past))


def witness(view: View, past: Sequence[Event]) -> "Evidence":
    """All that was done in this round, as far as `past` tells."""
    table = view.round
    events = this_round(past)
    evidence = Evidence(len(table.hand_sizes), adjacent=view.options.placement == "adjacent")
    for at, shape in _laid_before(table, events).items():
        evidence.lay(at, shape)
    for event in events:
        evidence.take_in(event)
    return evidence


def conclude(table: RoundView, own: Seat | None, evidence: "Evidence") -> Belief:
    """By the eyes of seat `own`, whose view `table` is; None counts nobody's role as known."""
    roles = _roles(table, own, evidence.motives)
    doubts = tuple(
        sum(chance for mask, chance in roles.items() if mask >> seat & 1) for seat in range(len(table.roles))
    )
    return Belief(roles, doubts, _treasure(table, evidence.goals))


def this_round(past: Sequence[Event]) -> Sequence[Event]:
    dealt = max((at for at, event in enumerate(past, 1) if isinstance(event, RoundDealt)), default=0)
    return past[dealt:]


def _laid_before(table: RoundView, events: Sequence[Event]) -> dict[Place, Shape]:
    """The cards that lay in the maze before the events began: none, if they were kept from the deal on."""
    laid: dict[Place, Shape] = {}
    placed: set[Place] = set()
    for event in events:
        match event:
            case PathPlaced(at=at) | GoalRevealed(at=at):
                placed.add(at)
            case RocksFell(at=at, card=card) if at not in placed:
                laid[at] = SHAPES[card][0]
            case _:
                pass
    standing = {tile.at: SHAPES[tile.card][tile.turned] for tile in table.maze if tile.card is not Card.START}
    return laid | {at: shape for at, shape in standing.items() if at not in placed}


class Evidence:
    """What the deeds of a round say: `motives` by seat, above nought for a saboteur; `goals` by goal."""

    def __init__(self, seats: int, *, adjacent: bool) -> None:
        self.deeds: list[Deed] = []
        self.goals = [0.0] * len(GOAL_PLACES)
        self._motives = Motives(seats)
        self._maze = Maze(adjacent=adjacent)
        self._maze.clear()
        self._ways = Ways()
        self._face_up: set[int] = set()
        self._lookers: set[Seat] = set()
        self._broken = [0] * seats

    @property
    def motives(self) -> list[float]:
        return self._motives.by_seat

    def lay(self, at: Place, shape: Shape) -> None:
        self._maze.lay(frame_cell(at), shape)
        if at in GOAL_PLACES:
            self._face_up.add(GOAL_PLACES.index(at))

    def take_in(self, event: Event) -> None:
        match event:
            case PathPlaced(seat, card, at, turned):
                shape = SHAPES[card][turned]
                before = self._missing()
                self.lay(at, shape)
                self._judge_path(seat, before, self._missing(), passage=bool(shape & JOINED))
            case RocksFell(seat, at, _):
                before = self._missing()
                self._maze.take_away(frame_cell(at))
                self._judge(Buried(seat, self._farther(before, self._missing())))
            case GoalRevealed(at, card, turned):
                self.lay(at, SHAPES[card][turned])
            case GoalSeen(seat):
                self._lookers.add(seat)
                self._judge(Looked(seat))
            case ToolBroken(seat, target, _):
                self._judge(Broke(seat, target))
                self._broken[target] += 1
            case ToolRepaired(seat, _, target, _):
                if seat != target:
                    self._judge(Mended(seat, target))
                self._broken[target] -= 1
            case CardDiscarded(seat):
                if not self._broken[seat]:
                    self._judge(Discarded(seat))
            case _:
                pass

    def _judge(self, deed: Deed) -> None:
        self.deeds.append(deed)
        self._motives.take_in(deed)

    def _judge_path(self, seat: Seat, before: list[int], after: list[int], *, passage: bool) -> None:
        self._judge(Dug(seat, self._farther(before, after), passage))
        if seat in self._lookers:
            trust = -self._motives.seeming(seat)
            for which, (then, now) in enumerate(zip(before, after, strict=True)):
                told = self.goals[which] + _TOWARDS * trust * max(-3, min(3, then - now))
                self.goals[which] = max(-_SURE, min(_SURE, told))

    def _farther(self, before: list[int], after: list[int]) -> float:
        return _outlook(after, self._face_up) - _outlook(before, self._face_up)

    def _missing(self) -> list[int]:
        return [self._ways.missing(self._maze, which) for which in range(len(GOAL_PLACES))]


def _outlook(missing: list[int], face_up: set[int]) -> float:
    """For somebody who knows nothing: half the nearest goal, half the mean of those face down."""
    ways = [int(min(way, FAR)) for which, way in enumerate(missing) if which not in face_up]
    return (min(ways) + sum(ways) / len(ways)) / 2 if ways else 0.0


def _roles(table: RoundView, own: Seat | None, motives: Sequence[float]) -> dict[int, float]:
    guilty = own is not None and table.roles[own] is Role.SABOTEUR
    return roles_by(motives, own=own, guilty=guilty)


def roles_by(motives: Sequence[float], *, own: Seat | None = None, guilty: bool = False) -> dict[int, float]:
    """Every way the dwarves may be dealt, as likely as the deal and the deeds make it; `guilty`: whether
    seat `own` is a saboteur.
    """
    seats = len(motives)
    saboteurs, diggers = ROLE_POOL[seats]
    own_bit = 0
    others = [seat for seat in range(seats) if seat != own]
    if own is not None:
        own_bit = guilty << own
        saboteurs, diggers = saboteurs - guilty, diggers - (not guilty)
    weights: dict[int, float] = {}
    for number in range(saboteurs + 1):
        honest = len(others) - number
        if honest > diggers:
            continue
        deals = perm(saboteurs, number) * perm(diggers, honest)
        for suspects in combinations(others, number):
            mask = sum(1 << seat for seat in suspects) | own_bit
            weights[mask] = deals * exp(sum(motives[seat] for seat in suspects))
    total = sum(weights.values())
    return {mask: weight / total for mask, weight in weights.items()}


def _treasure(table: RoundView, told: list[float]) -> tuple[float, ...]:
    faces = [goal.face for goal in table.goals]
    known = [not isinstance(face, Hidden) and face.card is Card.TREASURE for face in faces]
    if any(known):
        return tuple(float(here) for here in known)
    weights = [exp(log) if isinstance(face, Hidden) else 0.0 for face, log in zip(faces, told, strict=True)]
    return tuple(weight / sum(weights) for weight in weights)
