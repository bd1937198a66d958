"""Saboteur: opponents made against a bot that believes as `bots/saboteur/belief.py` does.

A `Schemer` is a saboteur who knows what its deeds make the others believe; `Sworn` diggers have agreed what
none of them ever does. Both weigh as the normal level does, with numbers of their own.
"""

from collections.abc import Iterable, Sequence
from math import exp
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

from filon.bots.advice import PARTS
from filon.bots.saboteur.belief import Evidence, believe, conclude, this_round, witness
from filon.bots.saboteur.habits import NORMAL, Habits
from filon.bots.saboteur.hard import prepare, think
from filon.bots.saboteur.survey import distances, maze_of, odds
from filon.bots.saboteur.suspicion import above_the_others, suspicions
from filon.bots.saboteur.weighing import Weighed, weigh
from filon.bots.sight import Sight
from filon.games.contract import HIDDEN, Malformed, Random, Seat
from filon.games.saboteur.maze import JOINED, SHAPES
from filon.games.saboteur.model import (
    Action,
    BreakTool,
    CardDiscarded,
    Discard,
    DropRocks,
    Event,
    GoalSeen,
    PathPlaced,
    PlacePath,
    ReadMap,
    RepairTool,
    RocksFell,
    RoundView,
    TakeGold,
    ToolBroken,
    ToolRepaired,
    View,
)
from filon.games.saboteur.pieces import Role
from filon.kernels.saboteur.kernel_policy import Policy
from filon.kernels.stream import Stream

T = TypeVar("T")

_CONSIDERED: Final = 12
"""Actions, the likeliest by weight, whose effect on the others' beliefs is worked out."""


class Scheme(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    habits: Habits = NORMAL
    limit: float = 1.0
    """As suspect as this it may look to the others, from 0 to 1, before it costs anything."""
    price: float = 0.0
    """What it costs to look surely a saboteur."""
    until: int = 0
    """It hides while the diggers are farther than so many cards from a goal."""
    frame: float = 0.0
    """What it is worth that a digger surely looks like a saboteur."""
    lie: float = 0.0
    """What it is worth that everybody looks for the treasure where it is not."""
    thwarts: int = 0
    """Once a goal is so near it plays as the saboteur of the search's own playouts, come what may."""


class Pact(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    habits: Habits = NORMAL
    doubting: float = 0.0
    """What the belief in a saboteur counts for, beside what lies open on the table."""
    sworn: float = 0.0
    """What it counts for that somebody did what none of the sworn would."""
    follow: bool = False
    """Whether they dig where those who have looked dig to."""


class Schemer:
    remembers = True

    def __init__(self, file: str) -> None:
        self._scheme = read(file, Scheme)

    def choose(self, sight: Sight, random: Random, /) -> Any:
        view, scheme = sight.view, self._scheme
        gold = isinstance(sight.legal[0], TakeGold)
        if scheme.thwarts and not gold and near(view, scheme.thwarts):
            return _thwarting(sight, random)
        weighed = weigh(view, sight.legal, habits=scheme.habits)
        hides = scheme.price and not near(view, scheme.until)
        if gold or not (hides or scheme.frame or scheme.lie):
            return _likeliest(weighed, random)
        own = view.seat
        friends = {seat for seat, role in enumerate(view.round.roles) if role is Role.SABOTEUR}
        chances = odds(view.round)

        def worth(each: Weighed) -> float:
            evidence = after(sight, each.action)
            doubts = conclude(view.round, None, evidence).doubts
            framed = sum(doubt for seat, doubt in enumerate(doubts) if seat not in friends)
            seen = max(0.0, doubts[own] - scheme.limit) if hides else 0.0
            known = told(view.round, evidence)
            misled = -sum(here * chance for here, chance in zip(known, chances, strict=True))
            return each.score - scheme.price * seen + scheme.frame * framed + scheme.lie * misled

        best = sorted(weighed, key=lambda each: -each.score)[:_CONSIDERED]
        return _likeliest([each._replace(score=worth(each)) for each in best], random)


def _thwarting(sight: Sight, random: Random) -> Any:
    """In one of the worlds that the search would imagine."""
    stream = Stream(random.below(1 << 30))
    prepared = prepare(sight, stream, worlds=1)
    if len(prepared.codes) == 1:
        return sight.legal[0]
    return prepared.codes[int(Policy().choose(prepared.search.world(stream)))]


class Masked:
    """The search, as long as what it does lets it look like a digger."""

    remembers = True

    def __init__(self, file: str) -> None:
        self._scheme = read(file, Scheme)

    def choose(self, sight: Sight, random: Random, /) -> Any:
        view, scheme = sight.view, self._scheme
        saboteur = view.round.roles[view.seat] is Role.SABOTEUR
        if isinstance(sight.legal[0], TakeGold) or not saboteur or near(view, scheme.until):
            return think(sight, random, worlds=_WORLDS, candidates=_CANDIDATES)
        stream = Stream(random.below(1 << 30))
        prepared = prepare(sight, stream, worlds=_WORLDS)

        def unseen(action: Action) -> bool:
            seen: float = conclude(view.round, None, after(sight, action)).doubts[view.seat]
            return seen <= scheme.limit

        codes = [code for code, action in prepared.codes.items() if unseen(action)]
        return prepared.codes[prepared.search.best(codes or list(prepared.codes), stream, _CANDIDATES)]


_WORLDS: Final = 36
_CANDIDATES: Final = 10


class Deeper:
    """The search that hard was before it learnt, with time."""

    remembers = True

    def choose(self, sight: Sight, random: Random, /) -> Any:
        return think(sight, random, worlds=2 * _WORLDS, candidates=_CANDIDATES)


class Hurried:
    """The search in a tenth of the time."""

    remembers = True

    def choose(self, sight: Sight, random: Random, /) -> Any:
        return think(sight, random, worlds=3, candidates=5)


class Sworn:
    remembers = True

    def __init__(self, file: str) -> None:
        self._pact = read(file, Pact)

    def choose(self, sight: Sight, random: Random, /) -> Any:
        view, pact = sight.view, self._pact
        belief = believe(view, sight.past)
        guilty = forsworn(this_round(sight.past))
        open_doubts = suspicions(view.round, view.seat)
        doubts = [
            doubt + pact.doubting * belief.doubts[seat] + pact.sworn * (seat in guilty)
            for seat, doubt in enumerate(open_doubts)
        ]
        chances = belief.treasure if pact.follow else None
        weighed = weigh(
            view, sight.legal, above_the_others(doubts, view.seat), chances=chances, habits=pact.habits
        )
        return _likeliest(weighed, random)


def forsworn(events: Iterable[Event]) -> set[Seat]:
    """Who did what none of the sworn would: lay a dead end, bury a passage, stop or mend the wrong one."""
    guilty: set[Seat] = set()
    for event in events:
        match event:
            case PathPlaced(seat, card) | RocksFell(seat, _, card):
                passage = bool(SHAPES[card][0] & JOINED)
                if passage is isinstance(event, RocksFell):
                    guilty.add(seat)
            case ToolBroken(seat, target):
                if target not in guilty:
                    guilty.add(seat)
            case ToolRepaired(seat, _, target):
                if target in guilty and target != seat:
                    guilty.add(seat)
            case _:
                pass
    return guilty


def after(sight: Sight, action: Action) -> Evidence:
    """What everybody would have witnessed then."""
    return witness(sight.view, [*sight.past, *_shown(sight.view, action)])


def told(table: RoundView, evidence: Evidence) -> list[float]:
    """By goal: where somebody looks for the treasure who has used no map."""
    weights = [
        0.0 if goal.face_up else exp(log) for goal, log in zip(table.goals, evidence.goals, strict=True)
    ]
    return [weight / max(sum(weights), 1e-9) for weight in weights]


def near(view: View, cards: int) -> bool:
    """Whether a goal that may hold the treasure is so near."""
    ways = distances(maze_of(view.round))
    return min(way for way, chance in zip(ways, odds(view.round), strict=True) if chance) <= cards


def _shown(view: View, action: Action) -> list[Event]:
    seat = view.seat
    assert seat is not None, "spectators hold no cards"
    match action:
        case PlacePath(card, at, turned):
            return [PathPlaced(seat, card, at, turned)]
        case DropRocks(at):
            buried = next(tile.card for tile in view.round.maze if tile.at == at)
            return [RocksFell(seat, at, buried)]
        case BreakTool(tool, target):
            return [ToolBroken(seat, target, tool)]
        case RepairTool(card, target, tool):
            return [ToolRepaired(seat, card, target, tool)]
        case ReadMap(at):
            return [GoalSeen(seat, at, HIDDEN)]
        case Discard():
            return [CardDiscarded(seat, HIDDEN)]
        case _:
            return []


def _likeliest(weighed: Sequence[Weighed], random: Random) -> Action:
    """Equals are told apart by chance, as the normal level does."""
    return max(weighed, key=lambda each: each.score + 0.01 * random.below(PARTS) / PARTS).action


def read(file: str, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(Path(file).read_bytes(), type=kind)
    except (OSError, msgspec.MsgspecError) as error:
        raise Malformed("bots", f"{file} holds nothing to play by: {error}") from None
