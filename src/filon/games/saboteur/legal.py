"""What may be done in Saboteur, and which rule forbids the rest."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NoReturn, assert_never

from filon.games import intermission
from filon.games.contract import Actor, Cause, Continue, IllegalAction, Malformed, Seat, Table
from filon.games.saboteur.maze import (
    GOAL_CELLS,
    GOAL_PLACES,
    START_CELL,
    WAYS,
    Cell,
    Place,
    arrivals,
    cell_of,
    place_of,
    rim,
    side_names,
    surroundings,
)
from filon.games.saboteur.model import (
    Action,
    BreakTool,
    Digging,
    Discard,
    DropRocks,
    Options,
    Pass,
    PlacePath,
    Play,
    ReadMap,
    RepairTool,
    Round,
    RoundOver,
    SharingGold,
    State,
    TakeGold,
)
from filon.games.saboteur.pieces import BREAKS, BROKEN, PATH_COUNTS, REPAIRS, Card, Tool

_PASS: Final = (Pass(),)


def to_act(state: State) -> frozenset[Seat]:
    match state.phase:
        case Digging(turn):
            return frozenset((turn,))
        case SharingGold(chooser=chooser) if chooser is not None:
            return frozenset((chooser,))
        case _:
            return frozenset()


def legal_actions(state: State, actor: Actor) -> Sequence[Action]:
    match state.phase:
        case Digging(turn):
            return _plays(state.options, state.round, turn) if actor == turn else ()
        case SharingGold(chooser, cards) if actor == chooser:
            return tuple(TakeGold(nuggets) for nuggets in sorted(set(cards)))
        case RoundOver(ready):
            return intermission.may_continue(ready, len(state.round.hands), actor)
        case _:
            return ()


def table_actions(state: State) -> Mapping[Action, Cause]:
    """The end of the intermission after a round, SAB-8.4."""
    return intermission.ends(state.phase.ready) if isinstance(state.phase, RoundOver) else {}


def _plays(options: Options, table: Round, seat: Seat) -> Sequence[Action]:
    """SAB-3.1: placements first, then action cards, then discards, each in the order of the hand."""
    hand = table.hands[seat]
    if not hand:
        return _PASS
    kinds = tuple(dict.fromkeys(hand))
    actions: list[Action] = []
    ways = [(card, turned, shape) for card in kinds for turned, shape in WAYS.get(card, ())]
    if ways and not table.broken[seat]:
        for cell in building_sites(options, table):
            touched, opened = surroundings(table.maze, cell)
            at = place_of(cell)
            actions += [
                PlacePath(card, at, turned) for card, turned, shape in ways if shape & touched == opened
            ]
    for card in kinds:
        if card not in PATH_COUNTS:
            actions += _with_action_card(table, seat, card)
    actions += [Discard(card) for card in kinds]
    return actions


def _with_action_card(table: Round, seat: Seat, card: Card) -> Iterable[Action]:
    seats = [Seat(target) for target in range(len(table.hands))]
    if card is Card.MAP:
        return [
            ReadMap(place) for place, goal in zip(GOAL_PLACES, table.goals, strict=True) if not goal.face_up
        ]
    if card is Card.ROCKFALL:
        return [DropRocks(place_of(cell)) for cell in table.maze if may_fall(cell)]
    if card in BREAKS:
        tool = BREAKS[card]
        return [BreakTool(tool, target) for target in seats if may_break(table, seat, target, tool)]
    return [
        RepairTool(card, target, tool)
        for target in seats
        for tool in REPAIRS[card]
        if tool in table.broken[target]
    ]


def building_sites(options: Options, table: Round) -> list[Cell]:
    """The empty cells where a path card that fits may lie, SAB-4.1, SAB-4.3, SAB-4.4."""
    cells = arrivals(table.maze) if options.placement == "connected" else rim(table.maze)
    return [cell for cell in cells if cell not in GOAL_CELLS]


def may_fall(cell: Cell) -> bool:
    """SAB-5.3, for a cell with a face-up card."""
    return cell != START_CELL and cell not in GOAL_CELLS


def may_break(table: Round, seat: Seat, target: Seat, tool: Tool) -> bool:
    """SAB-5.1, for a seat of this game."""
    return target != seat and tool not in table.broken[target]


def require_legal(state: State, actor: Actor, action: Play | TakeGold) -> Seat:
    """The seat that acts; raises with the rule otherwise."""
    if isinstance(actor, Table) or not 0 <= actor < len(state.round.hands):
        raise IllegalAction("SAB-1.0", f"{actor} is no player of this game")
    match state.phase:
        case Digging(turn):
            if isinstance(action, TakeGold):
                raise IllegalAction("SAB-7.1", "gold is shared when the round is over; play a card")
            if actor != turn:
                raise IllegalAction("SAB-3.2", f"seat {turn} has the turn")
            _require_play(state, turn, action)
            return turn
        case SharingGold(chooser, cards):
            if not isinstance(action, TakeGold):
                raise IllegalAction("SAB-7.1", "the round is over; the gold is being shared")
            if actor != chooser:
                raise IllegalAction("SAB-7.1", f"seat {chooser} chooses a gold card now")
            if action.nuggets not in cards:
                there = ", ".join(str(nuggets) for nuggets in sorted(set(cards)))
                raise IllegalAction("SAB-7.1", f"no such card was passed on; there are cards of {there}")
            return chooser
        case RoundOver():
            raise IllegalAction("SAB-8.4", "the round is over; say that you are ready for what comes next")
        case _:
            raise IllegalAction("SAB-8.1", "the third round is over and the gold is counted")


def require_well_formed(action: Action) -> None:
    """Structs do not check their fields when Python code makes them."""
    match action:
        case (
            PlacePath(Card(), (int(), int()), bool())
            | BreakTool(Tool(), int())
            | RepairTool(Card(), int(), Tool())
            | DropRocks((int(), int()))
            | ReadMap((int(), int()))
            | Discard(Card())
            | Pass()
            | TakeGold(int())
            | Continue()
        ):
            return
        case _:
            raise Malformed(
                "type",
                "say PlacePath, BreakTool, RepairTool, DropRocks, ReadMap, Discard, Pass, TakeGold"
                " or Continue",
            )


def _require_play(
    state: State,
    seat: Seat,
    action: Play,
) -> None:
    table = state.round
    match action:
        case PlacePath(card, at, turned):
            _require_in_hand(table, seat, card)
            _require_placement(state.options, table, seat, card, at, turned=turned)
        case BreakTool(tool, target):
            _require_in_hand(table, seat, BROKEN[tool])
            _require_target(table, target, "SAB-5.1")
            if not may_break(table, seat, target, tool):
                raise IllegalAction(
                    "SAB-5.1",
                    "break another player's tool, not your own"
                    if target == seat
                    else f"seat {target} has a broken {tool.value} already",
                )
        case RepairTool(card, target, tool):
            _require_in_hand(table, seat, card)
            _require_target(table, target, "SAB-5.2")
            if tool not in REPAIRS.get(card, ()):
                raise IllegalAction("SAB-5.2", f"{card.value} does not repair a {tool.value}")
            if tool not in table.broken[target]:
                raise IllegalAction("SAB-5.2", f"seat {target} has no broken {tool.value}")
        case DropRocks(at):
            _require_in_hand(table, seat, Card.ROCKFALL)
            cell = cell_of(at)
            if cell not in table.maze:
                raise IllegalAction("SAB-5.3", f"there is no path card at {_spelt(at)}")
            if not may_fall(cell):
                raise IllegalAction("SAB-5.3", "rocks fall on path cards, never on the start or a goal")
        case ReadMap(at):
            _require_in_hand(table, seat, Card.MAP)
            if at not in GOAL_PLACES:
                goals = " ".join(_spelt(place) for place in GOAL_PLACES)
                raise IllegalAction("SAB-5.4", f"the goals lie at {goals}")
            if table.goals[GOAL_PLACES.index(at)].face_up:
                raise IllegalAction("SAB-5.4", "that goal is face up already")
        case Discard(card):
            _require_in_hand(table, seat, card)
        case Pass():
            if table.hands[seat]:
                raise IllegalAction("SAB-3.3", "who has cards passes by discarding one")
        case _:
            assert_never(action)


def _require_in_hand(table: Round, seat: Seat, card: Card) -> None:
    hand = table.hands[seat]
    if card not in hand:
        raise IllegalAction(
            "SAB-3.1" if hand else "SAB-3.3",
            f"you hold no {card.value} card" if hand else "without cards you can only pass",
        )


def _require_target(table: Round, target: Seat, rule: str) -> None:
    if not 0 <= target < len(table.hands):
        raise IllegalAction(rule, f"there is no seat {target}; seats go from 0 to {len(table.hands) - 1}")


def _require_placement(
    options: Options, table: Round, seat: Seat, card: Card, at: Place, *, turned: bool
) -> None:
    if card not in WAYS:
        raise IllegalAction("SAB-3.1", f"{card.value} is no path card")
    if table.broken[seat]:
        tools = " and ".join(tool.value for tool in table.broken[seat])
        raise IllegalAction("SAB-4.5", f"your {tools} must be repaired before you lay a path card")
    shape = dict(WAYS[card]).get(turned)
    if shape is None:
        raise IllegalAction("SAB-1.1", f"{card.value} looks the same when turned; lay it upright")
    cell = cell_of(at)
    if cell is None or cell not in building_sites(options, table):
        _refuse_site(table, cell, at)
    touched, opened = surroundings(table.maze, cell)
    if shape & touched != opened:
        raise IllegalAction(
            "SAB-4.2",
            f"at {_spelt(at)} a card needs openings at {side_names(opened) or 'no side'}"
            f" and walls at {side_names(touched & ~opened) or 'no side'}",
        )


def _refuse_site(table: Round, cell: Cell | None, at: Place) -> NoReturn:
    where = _spelt(at)
    if cell in table.maze or cell in GOAL_CELLS:
        raise IllegalAction("SAB-4.1", f"there is a card at {where} already; build on an empty place")
    if cell is None or not surroundings(table.maze, cell)[0]:
        if any(abs(at[0] - x) + abs(at[1] - y) == 1 for x, y in GOAL_PLACES):
            raise IllegalAction("SAB-4.4", f"{where} lies beside nothing but a goal that is face down")
        raise IllegalAction("SAB-4.1", f"{where} lies beside no card of the maze")
    raise IllegalAction("SAB-4.3", f"no passage from the start opens towards {where}")


def _spelt(at: Place) -> str:
    return f"{at[0]},{at[1]}"
