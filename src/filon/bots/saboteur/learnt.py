"""What the learnt policy of Saboteur does: its network is told what a seat sees and remembers.

How well each action looks is the logarithm of how likely it is chosen; `kernels/saboteur/kernel_network.py`.
"""

from collections.abc import Sequence
from functools import cache
from math import exp
from typing import Any, Final, assert_never

from filon.bots.saboteur.belief import Evidence, this_round, witness
from filon.bots.saboteur.motives import Broke, Buried, Discarded, Dug, Looked, Mended
from filon.bots.saboteur.survey import cell_at, distances, maze_of, odds
from filon.bots.sight import Sight
from filon.games.contract import Hidden, Random, Seat
from filon.games.saboteur.maze import GOAL_PLACES, SHAPES, Place, led_through, place_of
from filon.games.saboteur.model import (
    Action,
    BreakTool,
    CardDiscarded,
    Discard,
    DropRocks,
    Event,
    GoalView,
    Pass,
    PlacePath,
    ReadMap,
    RepairTool,
    RoundView,
    TakeGold,
    ToolBroken,
    ToolRepaired,
    View,
)
from filon.games.saboteur.pieces import GOALS, Role
from filon.kernels.saboteur.kernel_cards import KINDS, NUMBER, REPAIR, TOOLS, WAY_NUMBER
from filon.kernels.saboteur.kernel_eyes import DEEDS, Seen, features
from filon.kernels.saboteur.kernel_network import (
    ACTIONS,
    COLUMNS,
    FIRST_BREAK,
    FIRST_MEND,
    FIRST_REST,
    NORTH,
    ONE,
    OWN_MEND,
    PASS_TURN,
    ROWS,
    SQUARES,
    WEST,
)
from filon.kernels.saboteur.policy import policy

TEMPERATURE: Final = 1.0
"""The higher, the more often something else is chosen than what looks best."""
_LIKELIEST: Final = 1 << 20
"""The weight of what looks best; of all that a seat may do at once there are fewer than a thousand."""
_HOPELESS: Final = 15
"""So far behind, an action has no weight left."""
_ONE: Final = int(ONE)
_REACHED: Final = 32
"""In a square of the window: the start leads to it."""
_ROCKS: Final = int(ACTIONS) - 1
_FIRST_LOOK: Final = int(FIRST_REST)
_FIRST_DISCARD: Final = _FIRST_LOOK + len(GOALS)


def choose(sight: Sight, random: Random, temperature: float = TEMPERATURE) -> Any:
    """One of the legal actions, the likelier the better it looks; the best one at a temperature of nought."""
    legal = sight.legal
    if isinstance(legal[0], TakeGold):
        return max(legal, key=lambda take: take.nuggets)
    if len(legal) == 1:
        return legal[0]
    finds = finding(sight.view, legal)
    if finds:
        return finds[random.below(len(finds))]
    known, logits = weighed(sight)
    best = max(logits)
    if temperature <= 0:
        return known[logits.index(best)]
    weights = [_weight(int((best - logit) / temperature)) for logit in logits]
    left = random.below(sum(weights))
    for action, weight in zip(known, weights, strict=True):
        left -= weight
        if left < 0:
            return action
    raise AssertionError("less than all of the weights was drawn")


def finding(view: View, legal: Sequence[Action]) -> list[Action]:
    """The cards with which a digger finds a treasure that it has seen. Nothing is better, and in learning
    nobody was in a hurry who was sure to win.
    """
    table = view.round
    chances = odds(table)
    if view.seat is None or table.roles[view.seat] is Role.SABOTEUR or 1.0 not in chances:
        return []
    maze, goal = maze_of(table), chances.index(1.0)
    if distances(maze)[goal] != 1:
        return []
    return [
        action
        for action in legal
        if isinstance(action, PlacePath)
        and distances({**maze, cell_at(action.at): SHAPES[action.card][action.turned]})[goal] == 0
    ]


def weighed(sight: Sight) -> tuple[list[Action], list[int]]:
    """The legal actions that the network knows, and how well each looks, of ONE.

    It knows nothing of what can be laid far out; there is always something else to do with a card.
    """
    view: View = sight.view
    assert view.seat is not None, "spectators hold no cards"
    seats = len(view.round.roles)
    indexed = [(action, index_of(action, view.seat, seats)) for action in sight.legal]
    known = [(action, index) for action, index in indexed if index is not None]
    network = policy()
    network.see(*features(seen(view, sight.past)))
    return [action for action, _ in known], [network.logit(index) for _, index in known]


def _weight(behind: int) -> int:
    weights = _weights()
    return weights[behind] if behind < len(weights) else 0


@cache
def _weights() -> list[int]:
    """By how far behind the best an action is, of ONE. Rounded, so that no machine's exp differs."""
    return [round(_LIKELIEST * exp(-behind / _ONE)) for behind in range(_HOPELESS * _ONE)]


def index_of(action: Action, own: Seat, seats: int) -> int | None:
    """Where the network has its logit; None for what lies outside its window."""
    match action:
        case PlacePath(card, at, turned):
            return _on_square(at, WAY_NUMBER[card, turned])
        case DropRocks(at):
            return _on_square(at, _ROCKS)
        case BreakTool(tool, target):
            return int(FIRST_BREAK) + 3 * (_away(target, own, seats) - 1) + TOOLS.index(tool)
        case RepairTool(card, target, tool):
            mend = 3 * (NUMBER[card] - int(REPAIR)) + TOOLS.index(tool)
            if target == own:
                return int(FIRST_REST + OWN_MEND) + mend
            return int(FIRST_MEND) + 18 * (_away(target, own, seats) - 1) + mend
        case ReadMap(at):
            return _FIRST_LOOK + GOAL_PLACES.index(at)
        case Discard(card):
            return _FIRST_DISCARD + NUMBER[card]
        case Pass():
            return int(FIRST_REST + PASS_TURN)
        case _:
            raise ValueError(f"nobody weighs {action}")


def _away(seat: Seat, own: Seat, seats: int) -> int:
    """How far clockwise from the own seat."""
    return (seat - own) % seats


def _on_square(at: Place, what: int) -> int | None:
    square = _square(at)
    return None if square is None else square * int(ACTIONS) + what


def _square(at: Place) -> int | None:
    x, y = at[0] - int(WEST), at[1] - int(NORTH)
    return y * int(COLUMNS) + x if 0 <= x < int(COLUMNS) and 0 <= y < int(ROWS) else None


def seen(view: View, past: Sequence[Event]) -> Seen:
    """What the network goes by, from the own seat clockwise."""
    assert view.seat is not None, "spectators hold no cards"
    table = view.round
    seats = len(table.roles)
    order = [(view.seat + away) % seats for away in range(seats)]
    evidence = witness(view, past)
    done = _Deeds(evidence, this_round(past), seats)
    hand = [0] * int(KINDS)
    for card in table.hand:
        hand[NUMBER[card]] += 1
    gone, down, downs = _discards(table)
    return Seen(
        window=_window(table),
        hand=hand,
        role=int(table.roles[view.seat] is Role.SABOTEUR),
        broken=[[int(tool in table.broken[seat]) for tool in TOOLS] for seat in order],
        hand_sizes=[table.hand_sizes[seat] for seat in order],
        pile=table.pile,
        cards=[_card(goal) for goal in table.goals],
        face_up=[int(goal.face_up) for goal in table.goals],
        seen_by=[[int(seat in goal.seen_by) for seat in order] for goal in table.goals],
        gone=gone,
        down=down,
        downs=[downs[seat] for seat in order],
        motives=[round(evidence.motives[seat] * _ONE) for seat in order],
        told=[round(told * _ONE) for told in evidence.goals],
        counts=[done.counts[seat] for seat in order],
        broke=[[done.broke[seat][other] for other in order] for seat in order],
        mended=[[done.mended[seat][other] for other in order] for seat in order],
    )


def _window(table: RoundView) -> list[int]:
    window = [0] * int(SQUARES)
    maze = maze_of(table)
    reached = led_through(maze)
    for cell, shape in maze.items():
        square = _square(place_of(cell))
        if square is not None:
            window[square] = shape | _REACHED if cell in reached else shape
    return window


def _card(goal: GoalView) -> int:
    return -1 if isinstance(goal.face, Hidden) else GOALS.index(goal.face.card)


def _discards(table: RoundView) -> tuple[list[int], list[int], list[int]]:
    """By kind those face up and the own ones face down; by seat how many lie face down."""
    gone, down = [0] * int(KINDS), [0] * int(KINDS)
    downs = [0] * len(table.roles)
    for discarded in table.discards:
        card = discarded.card
        downs[discarded.seat] += discarded.face_down
        if not isinstance(card, Hidden):
            (down if discarded.face_down else gone)[NUMBER[card]] += 1
    return gone, down, downs


class _Deeds:
    """How often each did what, and to whom; the kinds are those of `kernel_eyes.py`."""

    def __init__(self, evidence: Evidence, events: Sequence[Event], seats: int) -> None:
        self.counts = [[0] * DEEDS for _ in range(seats)]
        self.broke = [[0] * seats for _ in range(seats)]
        self.mended = [[0] * seats for _ in range(seats)]
        for deed in evidence.deeds:
            match deed:
                case Dug(seat, farther, passage):
                    self.counts[seat][0 if farther < 0 else 1 if farther > 0 else 2] += 1
                    self.counts[seat][3] += not passage
                case Buried(seat, farther):
                    self.counts[seat][4 if farther > 0 else 5] += 1
                case Discarded(seat):
                    self.counts[seat][6] += 1
                case Looked(seat):
                    self.counts[seat][7] += 1
                case Broke(seat, target):
                    self.broke[seat][target] += 1
                case Mended(seat, target):
                    self.mended[seat][target] += 1
                case _:
                    assert_never(deed)
        self._count_forced_discards(events)

    def _count_forced_discards(self, events: Sequence[Event]) -> None:
        """Cards thrown away with a broken tool, which say nothing for or against anybody in a belief."""
        broken = [0] * len(self.counts)
        for event in events:
            match event:
                case ToolBroken(_, target, _):
                    broken[target] += 1
                case ToolRepaired(_, _, target, _):
                    broken[target] -= 1
                case CardDiscarded(seat) if broken[seat]:
                    self.counts[seat][8] += 1
                case _:
                    pass
