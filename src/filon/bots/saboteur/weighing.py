"""Every legal card weighed, for a digger and for a saboteur: one score, and the reason to go with it.

The scale: a card nearer to the treasure is worth 10; throwing away something useless about 1.
"""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, assert_never

from filon.bots.advice import Value, Why
from filon.bots.saboteur.habits import NORMAL, PATIENCE, Habits
from filon.bots.saboteur.survey import FAR, cell_at, distances, maze_of, odds, outlook
from filon.bots.saboteur.suspicion import suspicions
from filon.games.contract import Continue, Seat
from filon.games.saboteur.maze import JOINED, SHAPES, Cell, Shape
from filon.games.saboteur.model import (
    Action,
    BreakTool,
    Discard,
    DropRocks,
    Pass,
    PlacePath,
    ReadMap,
    RepairTool,
    RoundView,
    TakeGold,
    View,
)
from filon.games.saboteur.pieces import BREAKS, DECK, HAND, PATH_COUNTS, REPAIRS, Card, Role

CARD: Final = 10.0
_BLOCKED: Final = 3.0
"""So many cards farther is what a wall across the only way costs."""
_ANOTHER_WAY: Final = 0.8
"""How much better it is to lay a passage that leads no nearer than to throw it away."""
_BETWEEN: Final = {(x, y) for x in range(1, 9) for y in range(-2, 3)}
"""From the start to the goals: elsewhere a passage that leads no nearer is of no use."""
_NEVER: Final = -5.0
"""Less than throwing any card away."""
_LATER: Final = 0.25
"""What a hammer loses for each player who comes before the one it hits."""


class Weighed(NamedTuple):
    action: Action
    score: float
    why: Why


class Assessment:
    """What the view says, worked out once for all actions."""

    def __init__(
        self, view: View, doubts: Sequence[float] | None, chances: Sequence[float] | None, habits: Habits
    ) -> None:
        assert view.seat is not None, "spectators hold no cards"
        self.seat: Seat = view.seat
        self.table: RoundView = view.round
        self.saboteur = view.round.roles[view.seat] is Role.SABOTEUR
        self.maze = maze_of(view.round)
        self.odds = odds(view.round) if chances is None else list(chances)
        self.knows_treasure = max(self.odds) == 1
        self.now = outlook(self.maze, self.odds)
        self.doubts = suspicions(view.round, view.seat) if doubts is None else doubts
        self.broken = bool(view.round.broken[view.seat])
        self.seats = len(view.round.hand_sizes)
        self.habits = habits
        self.patience = habits.patience or PATIENCE[self.seats]
        dealt = self.seats * HAND[self.seats]
        self.late = view.round.pile < habits.late * (len(DECK) - dealt)
        ways = distances(self.maze)
        self.nearest = min((way for way, chance in zip(ways, self.odds, strict=True) if chance), default=FAR)

    def nearer_by_card(self, cell: Cell, shape: Shape) -> float:
        """How many cards nearer the treasure is with this one laid."""
        return self.now - outlook({**self.maze, cell: shape}, self.odds)

    def nearer_by_rocks(self, cell: Cell) -> float:
        without = {at: shape for at, shape in self.maze.items() if at != cell}
        return self.now - outlook(without, self.odds)

    def open_war(self) -> bool:
        """When a saboteur stops pretending: the diggers are close, or few cards are left."""
        return self.nearest <= self.habits.war or self.late


def weigh(
    view: View,
    legal: Sequence[Action],
    doubts: Sequence[float] | None = None,
    *,
    chances: Sequence[float] | None = None,
    habits: Habits = NORMAL,
) -> list[Weighed]:
    """`doubts` by seat and `chances` by goal, instead of those that the view gives rise to."""
    gold = [action for action in legal if isinstance(action, TakeGold)]
    if gold:
        return [Weighed(take, float(take.nuggets), _why("gold", nuggets=take.nuggets)) for take in gold]
    known = Assessment(view, doubts, chances, habits)
    judge = _as_saboteur if known.saboteur else _as_digger
    return [judge(known, action) for action in legal]


def _why(key: str, **values: Value) -> Why:
    return Why(f"saboteur.{key}", values)


def _as_digger(known: Assessment, action: Action) -> Weighed:
    match action:
        case PlacePath(card, at, turned):
            shape = SHAPES[card][turned]
            nearer = known.nearer_by_card(cell_at(at), shape)
            left = round(known.now - nearer, 1)
            if not shape & JOINED:
                return Weighed(action, CARD * min(nearer, 0) - 5, _why("dead_end"))
            if nearer > 0:
                score = CARD * nearer + 0.2 * shape.bit_count()
                return Weighed(action, score, _why("nearer", cards=round(nearer, 1), left=left))
            if nearer < 0:
                return Weighed(action, CARD * nearer, _why("farther", left=left))
            thrown = 1.5 - _kept_by_digger(known, card)
            score = thrown + _ANOTHER_WAY if at in _BETWEEN else _NEVER
            return Weighed(action, score, _why("another_way", left=left))
        case ReadMap(at):
            if known.knows_treasure:
                return Weighed(action, -1, _why("known"))
            goal = _goal_number(known, at)
            score = known.habits.look + 14 * known.odds[goal] if known.odds[goal] else -1.0
            return Weighed(action, score, _why("map", goal=goal))
        case DropRocks(at):
            cell = cell_at(at)
            nearer = known.nearer_by_rocks(cell)
            # Who buries a passage looks like a saboteur, whatever it is good for.
            score = _NEVER if known.maze[cell] & JOINED else CARD * nearer - 3
            return Weighed(action, score, _why("clear", cards=round(nearer, 1)))
        case BreakTool(tool, target):
            doubt = known.doubts[target]
            fresh = 0 if known.table.broken[target] else 2
            score = known.habits.accuse * doubt + fresh if doubt > known.habits.suspect else _NEVER
            return Weighed(action, score, _why("suspect", seat=target, tool=tool.value))
        case RepairTool(card, target, tool):
            friend = known.habits.stranger - 8 * known.doubts[target]
            return _repair(known, action, card, target, tool.value, friend=friend)
        case Discard(card):
            return _discard(known, action, card, _kept_by_digger)
        case Pass() | Continue():
            return Weighed(action, 0, _why("pass"))
        case TakeGold(nuggets):
            return Weighed(action, nuggets, _why("gold", nuggets=nuggets))
        case _:
            assert_never(action)


def _as_saboteur(known: Assessment, action: Action) -> Weighed:
    war = known.open_war()
    match action:
        case PlacePath(card, at, turned):
            return _path_of_saboteur(known, action, cell_at(at), SHAPES[card][turned])
        case ReadMap(at):
            goal = _goal_number(known, at)
            unknown = not known.knows_treasure and known.odds[goal] > 0
            return Weighed(action, 4.0 if unknown else 0.5, _why("map_saboteur", goal=goal))
        case DropRocks(at):
            farther = -known.nearer_by_rocks(cell_at(at))
            score = CARD * min(farther, _BLOCKED) - known.habits.rocks_spent if war else 2 * farther - 3
            return Weighed(action, score, _why("cut", cards=round(farther, 1)))
        case BreakTool(tool, target):
            swings = known.nearest <= known.patience.hammer or known.late
            whole = known.habits.swing if swings else 0.8
            fresh = known.habits.swing_again if known.table.broken[target] else whole
            waits = (target - known.seat) % known.seats
            score = fresh - 2 * known.doubts[target] - _LATER * waits
            return Weighed(action, score, _why("hinder", seat=target, tool=tool.value))
        case RepairTool(card, target, tool):
            return _repair(known, action, card, target, tool.value, friend=-5.0)
        case Discard(card):
            return _discard(known, action, card, _kept_by_saboteur)
        case Pass() | Continue():
            return Weighed(action, 0, _why("pass"))
        case TakeGold(nuggets):
            return Weighed(action, nuggets, _why("gold", nuggets=nuggets))
        case _:
            assert_never(action)


def _path_of_saboteur(known: Assessment, action: PlacePath, cell: Cell, shape: Shape) -> Weighed:
    passage = bool(shape & JOINED)
    farther = -known.nearer_by_card(cell, shape)
    cards = round(farther, 1)
    if farther < 0:
        if known.nearest > known.patience.digs_beyond and not known.late:
            return Weighed(action, known.habits.dig_along, _why("dig_along"))
        return Weighed(action, CARD * farther, _why("helps_them"))
    if not farther:
        return Weighed(action, 1.2 if passage else -1.0, _why("harmless"))
    if known.open_war() and (passage or known.nearest <= known.patience.dead_end):
        given_away = 0.0 if passage else known.habits.given_away
        score = CARD * min(farther, _BLOCKED) + 2 - given_away
        return Weighed(action, score, _why("block", cards=cards))
    return Weighed(action, CARD * min(farther, 1) / 2 if passage else 0.0, _why("detour", cards=cards))


def _goal_number(known: Assessment, at: tuple[int, int]) -> int:
    return next(number for number, goal in enumerate(known.table.goals) if goal.at == at)


def _repair(
    known: Assessment, action: RepairTool, card: Card, target: Seat, tool: str, *, friend: float
) -> Weighed:
    """Oneself comes first, then who has earned it; a double repair is kept while a single one will do."""
    spare = -0.5 if len(REPAIRS[card]) > 1 else 0.0
    last = 1.5 if len(known.table.broken[target]) == 1 else 0.0
    if target == known.seat:
        score = 2.0 if known.saboteur else 11.0
        return Weighed(action, score + last + spare, _why("mend_own", tool=tool))
    return Weighed(action, friend + last + spare, _why("mend_friend", seat=target, tool=tool))


def _discard(
    known: Assessment, action: Discard, card: Card, kept: Callable[[Assessment, Card], float]
) -> Weighed:
    copies = known.table.hand.count(card)
    score = 1.5 - kept(known, card) + 0.2 * (copies - 1)
    return Weighed(action, score, _why("least_useful", card=card.value))


def _kept_by_digger(known: Assessment, card: Card) -> float:
    if card in PATH_COUNTS:
        shape = SHAPES[card][0]
        return 1.0 + 0.3 * shape.bit_count() if shape & JOINED else 0.0
    if card is Card.MAP:
        return 0.0 if known.knows_treasure else 2.5
    if card in REPAIRS:
        own = known.table.broken[known.seat]
        return 4.0 if any(tool in own for tool in REPAIRS[card]) else 1.6
    return 2.0 if card in BREAKS else 1.5


def _kept_by_saboteur(known: Assessment, card: Card) -> float:
    if card in PATH_COUNTS:
        shape = SHAPES[card][0]
        # Crossroads lost to the discard pile are a quiet loss for the diggers.
        return 1.4 - 0.3 * shape.bit_count() if shape & JOINED else 3.0
    if card is Card.ROCKFALL:
        return 4.0
    if card in BREAKS:
        return 3.0
    if card is Card.MAP:
        return 0.4 if known.knows_treasure else 1.5
    return 0.9 if known.broken else 0.5
