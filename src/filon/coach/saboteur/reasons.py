"""What really differs between the best card and another one, in figures.

Each difference is weighed in cards nearer to the treasure, roughly; the greatest is told. Where nothing
differs but how the playouts end, those are told.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from filon.bots.advice import Value, Why
from filon.bots.saboteur.belief import Belief, conclude, witness
from filon.bots.saboteur.survey import ALL, FAR, NEAR, cell_at, distances, maze_of
from filon.bots.sight import Sight
from filon.coach.saboteur.deeds import deed_of
from filon.coach.saboteur.value import PASSAGES
from filon.games.contract import Seat
from filon.games.saboteur.maze import GOAL_PLACES, SHAPES, Cell, Shape, arrivals
from filon.games.saboteur.model import (
    Action,
    BreakTool,
    Discard,
    DropRocks,
    PlacePath,
    ReadMap,
    RepairTool,
    View,
)
from filon.games.saboteur.pieces import BREAKS, DECK, PATH_COUNTS, REPAIRS, Card, Role

_OUT_OF_REACH: Final = 4
"""So many cards farther counts a goal to which no way leads any more."""
_UNMASKED: Final = 8.0
_MISTAKEN: Final = 3.0
"""What it weighs to be surely taken for a saboteur, for one and for who is none."""
_LEAST: Final = 0.25
"""Less than that is no reason."""


KEYS: Final = (
    "reaches",
    "nearer",
    "keeps_open",
    "farther",
    "cuts_off",
    "another_way",
    "narrower",
    "seen",
    "stops",
    "hinders",
    "mends",
    "mends_own",
    "looks",
    "least_needed",
    "hit_friend",
    "mended_enemy",
    "knew",
    "threw_away",
    "played_on",
    "as_often",
)
"""All that may be told, each as `coach.saboteur.<key>`; clients have a sentence for each."""


class Reason(NamedTuple):
    weight: float
    why: Why


class Shares(NamedTuple):
    """Of the round, in playouts."""

    best: float
    other: float


class Reasons:
    def __init__(self, sight: Sight, belief: Belief) -> None:
        view: View = sight.view
        assert view.seat is not None, "spectators hold no cards"
        self._sight = sight
        self._view = view
        self._seat: Seat = view.seat
        self._saboteur = view.round.roles[view.seat] is Role.SABOTEUR
        self._belief = belief
        self._maze = maze_of(view.round)

    def of(self, best: Action, other: Action, shares: Shares) -> Why:
        """What speaks for the best beside that other one; figures call what comes of this `played`."""
        found = [*self._for(best), *self._against(other), *self._between(best, other)]
        for reason in sorted(found, key=lambda each: -each.weight)[:1]:
            if reason.weight >= _LEAST:
                return reason.why
        won, other_won = round(100 * shares.best), round(100 * shares.other)
        return _why("as_often" if won == other_won else "played_on", best=won, played=other_won)

    def _between(self, best: Action, other: Action) -> Iterator[Reason]:
        """What both change, the one more and the other less."""
        yield from self._ways(distances(self._after(best), ALL), distances(self._after(other), ALL))
        if isinstance(best, PlacePath) and isinstance(other, PlacePath):
            yield from self._second_ways(best, other)
        yield from self._looks(best, other)

    def _ways(self, with_best: Sequence[int], with_other: Sequence[int]) -> Iterator[Reason]:
        """Cards missing to the goal for which it makes most of a difference."""
        now = distances(self._maze, ALL)
        for goal, chance in enumerate(self._belief.treasure):
            most = now[goal] + _OUT_OF_REACH if now[goal] < FAR else FAR
            nearer = chance * (min(with_other[goal], most) - min(with_best[goal], most))
            figures: dict[str, Value] = {
                "goal": goal,
                "chance": round(100 * chance),
                "best": with_best[goal],
                "played": with_other[goal],
            }
            if self._saboteur:
                key = "cuts_off" if with_best[goal] >= FAR else "farther"
                yield Reason(-nearer, _why(key, **figures))
            elif with_other[goal] and not with_best[goal]:
                yield Reason(nearer + 1, _why("reaches", **figures))
            else:
                key = "keeps_open" if with_other[goal] >= FAR else "nearer"
                yield Reason(nearer, _why(key, **figures))

    def _second_ways(self, best: PlacePath, other: PlacePath) -> Iterator[Reason]:
        """How far the likeliest goal is once somebody blocks the worst of the open ends."""
        goal = max(range(len(GOAL_PLACES)), key=lambda at: self._belief.treasure[at])
        first, second = self._blocked(self._after(best), goal), self._blocked(self._after(other), goal)
        gain = second - first if not self._saboteur else first - second
        key = "narrower" if self._saboteur else "another_way"
        yield Reason(
            min(gain, _OUT_OF_REACH) / 4, _why(key, goal=goal, best=min(first, FAR), played=min(second, FAR))
        )

    def _blocked(self, maze: dict[Cell, Shape], goal: int) -> int:
        return max((distances({**maze, end: 0}, NEAR)[goal] for end in arrivals(maze)), default=FAR)

    def _looks(self, best: Action, other: Action) -> Iterator[Reason]:
        """How likely a saboteur it seems to somebody who only looks on."""
        after_best, after_other = self._suspicion(best), self._suspicion(other)
        figures = {"best": round(100 * after_best), "played": round(100 * after_other)}
        weight = _UNMASKED if self._saboteur else _MISTAKEN
        yield Reason(weight * (after_other - after_best), _why("seen", **figures))

    def _suspicion(self, action: Action) -> float:
        evidence = witness(self._view, self._sight.past)
        evidence.take_in(deed_of(self._view, action))
        return conclude(self._view.round, None, evidence).doubts[self._seat]

    def _after(self, action: Action) -> dict[Cell, Shape]:
        match action:
            case PlacePath(card, at, turned):
                return {**self._maze, cell_at(at): SHAPES[card][turned]}
            case DropRocks(at):
                return {cell: shape for cell, shape in self._maze.items() if cell != cell_at(at)}
            case _:
                return self._maze

    def _for(self, best: Action) -> Iterator[Reason]:
        match best:
            case BreakTool(tool, target):
                doubt = self._belief.doubts[target]
                key, weight = ("hinders", 1 - doubt) if self._saboteur else ("stops", doubt)
                yield Reason(
                    1 + 2 * weight, _why(key, seat=target, tool=tool.value, doubt=round(100 * doubt))
                )
            case RepairTool(_, target, tool):
                if target == self._seat:
                    yield Reason(2.5, _why("mends_own", tool=tool.value))
                else:
                    doubt = self._belief.doubts[target]
                    figures: dict[str, Value] = {
                        "seat": target,
                        "tool": tool.value,
                        "doubt": round(100 * doubt),
                    }
                    yield Reason(2 * (doubt if self._saboteur else 1 - doubt), _why("mends", **figures))
            case ReadMap(at):
                goal = GOAL_PLACES.index(at)
                chance = self._belief.treasure[goal]
                unsure = 4 * chance * (1 - chance)
                yield Reason(1.5 * unsure, _why("looks", goal=goal, chance=round(100 * chance)))
            case Discard(card):
                yield Reason(0.3, _why("least_needed", card=card.value, unseen=self._unseen(card)))
            case _:
                pass

    def _against(self, other: Action) -> Iterator[Reason]:
        match other:
            case BreakTool(tool, target):
                doubt = self._belief.doubts[target]
                friend = doubt if self._saboteur else 1 - doubt
                figures: dict[str, Value] = {"seat": target, "tool": tool.value, "doubt": round(100 * doubt)}
                yield Reason(4 * (friend - 0.5), _why("hit_friend", **figures))
            case RepairTool(_, target, tool) if target != self._seat:
                doubt = self._belief.doubts[target]
                enemy = 1 - doubt if self._saboteur else doubt
                figures = {"seat": target, "tool": tool.value, "doubt": round(100 * doubt)}
                yield Reason(4 * (enemy - 0.5), _why("mended_enemy", **figures))
            case ReadMap(at) if max(self._belief.treasure) >= 1:
                goal = GOAL_PLACES.index(at)
                yield Reason(0.8, _why("knew", goal=goal))
            case Discard(card):
                yield Reason(
                    self._use_of(card), _why("threw_away", card=card.value, unseen=self._unseen(card))
                )
            case _:
                pass

    def _use_of(self, card: Card) -> float:
        """The fewer there are to come of what serves the own side, the more."""
        if card in PATH_COUNTS:
            serves = (card in PASSAGES) != self._saboteur
        else:
            serves = card in BREAKS or (card is Card.ROCKFALL if self._saboteur else card in REPAIRS)
        return 1.2 / (1 + self._unseen(card)) + 0.5 if serves else 0.0

    def _unseen(self, card: Card) -> int:
        """Copies of it that lie neither in the open nor in the own hand."""
        table = self._view.round
        seen = table.hand.count(card) + sum(tile.card is card for tile in table.maze)
        seen += sum(each.card is card for each in table.discards)
        if card in BREAKS:
            seen += sum(tool is BREAKS[card] for tools in table.broken for tool in tools)
        return DECK.count(card) - seen


def _why(key: str, **values: Value) -> Why:
    assert key in KEYS, key
    return Why(f"coach.saboteur.{key}", {**values})
