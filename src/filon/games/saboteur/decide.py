"""From an action to what happens, in the order of the rules."""

from collections.abc import Iterable, Sequence
from functools import reduce
from typing import assert_never

from filon.games import intermission
from filon.games.chance import shuffled
from filon.games.contract import Actor, Continue, Random, Seat
from filon.games.saboteur.deal import deal_round
from filon.games.saboteur.evolve import evolve
from filon.games.saboteur.gold import payments, scores
from filon.games.saboteur.legal import require_legal, require_well_formed
from filon.games.saboteur.maze import (
    GOAL_CELLS,
    GOAL_PLACES,
    LAID,
    SHAPES,
    Place,
    arrivals,
    cell_of,
    side_towards,
)
from filon.games.saboteur.model import (
    Action,
    BreakTool,
    CardDiscarded,
    CardDrawn,
    Discard,
    DropRocks,
    Event,
    GameEnded,
    Goal,
    GoalRevealed,
    GoalSeen,
    GoldDrawn,
    GoldPaid,
    GoldPassed,
    GoldShuffled,
    GoldTaken,
    Pass,
    Passed,
    PathPlaced,
    PlacePath,
    ReadMap,
    RepairTool,
    RocksFell,
    Round,
    RoundEnded,
    RoundOver,
    SharingGold,
    State,
    TakeGold,
    ToolBroken,
    ToolRepaired,
    TurnBegan,
    Winner,
)
from filon.games.saboteur.pieces import ROUNDS, SHARED_AT_MOST, Card, Face, Role


def decide(state: State, actor: Actor, action: Action, random: Random) -> Sequence[Event]:
    require_well_formed(action)
    if isinstance(action, Continue):
        return _continue(state, actor, random)
    seat = require_legal(state, actor, action)
    table = state.round
    match action:
        case PlacePath(card, at, turned):
            revealed = _goals_reached(table, card, at, turned=turned)
            events: list[Event] = [PathPlaced(seat, card, at, turned), *revealed]
            if any(goal.card is Card.TREASURE for goal in revealed):  # SAB-6.4
                return _end_round(state, events, Winner.DIGGERS, seat, random)
        case BreakTool(tool, target):
            events = [ToolBroken(seat, target, tool)]
        case RepairTool(card, target, tool):
            events = [ToolRepaired(seat, card, target, tool)]
        case DropRocks(at):
            events = [RocksFell(seat, at, _card_at(table, at))]
        case ReadMap(at):
            goal = table.goals[GOAL_PLACES.index(at)]
            events = [GoalSeen(seat, at, Face(goal.card, goal.turned))]
        case Discard(card):
            events = [CardDiscarded(seat, card)]
        case Pass():
            events = [Passed(seat)]
        case TakeGold(nuggets):
            return _take_gold(state, seat, nuggets)
        case _:
            assert_never(action)
    return _end_turn(state, events, seat, random)


def _goals_reached(table: Round, card: Card, at: Place, *, turned: bool) -> list[GoalRevealed]:
    """SAB-6.1 to SAB-6.3: the goals that a card laid here turns face up."""
    laid = cell_of(at)
    assert laid is not None
    revealed: list[GoalRevealed] = []
    maze = {**table.maze, laid: SHAPES[card][turned]}
    while True:
        arrived = arrivals(maze)
        reached = [which for which, cell in enumerate(GOAL_CELLS) if cell in arrived]
        if not reached:
            return revealed
        for which in reached:
            cell = GOAL_CELLS[which]
            goal = table.goals[which]
            way = _as_it_lies(goal, arrived[cell], side_towards(cell, laid))
            maze[cell] = SHAPES[goal.card][way]
            revealed.append(GoalRevealed(GOAL_PLACES[which], goal.card, way))


def _as_it_lies(goal: Goal, sides: int, laid: int) -> bool:
    """Whether a goal reached at `sides` lies turned, with the card just laid at `laid`, SAB-6.2.

    A stone is open at each side in exactly one of its two ways. The treasure is never turned.
    """
    if goal.card is Card.TREASURE:
        return False
    paths = sides & laid or sides
    upright, turned = ((shape & paths).bit_count() for shape in SHAPES[goal.card])
    return goal.turned if upright == turned else turned > upright


def _card_at(table: Round, at: Place) -> Card:
    cell = cell_of(at)
    assert cell is not None
    return LAID[table.maze[cell]][0]


def _end_turn(state: State, events: list[Event], seat: Seat, random: Random) -> Sequence[Event]:
    """SAB-3.2, SAB-6.5."""
    table = state.round
    if table.pile:
        events.append(CardDrawn(seat, table.pile[-1]))
    elif len(table.hands[seat]) <= 1 and not any(
        hand for holder, hand in enumerate(table.hands) if holder != seat
    ):
        winner = Winner.SABOTEURS if Role.SABOTEUR in table.roles else Winner.NOBODY  # SAB-7.4
        return _end_round(state, events, winner, seat, random)
    events.append(TurnBegan(Seat((seat + 1) % len(table.hands))))
    return events


def _end_round(
    state: State, events: list[Event], winner: Winner, last: Seat, random: Random
) -> Sequence[Event]:
    """Roles are shown, then the gold is drawn or paid, SAB-7."""
    table = reduce(evolve, events, state).round
    faces = tuple(Face(goal.card, goal.turned) for goal in table.goals)
    events.append(RoundEnded(table.number, winner, last, table.roles, table.set_aside, faces))
    if winner is Winner.DIGGERS:
        number = min(len(table.hands), SHARED_AT_MOST, len(state.gold_deck))  # SAB-7.1, SAB-7.7
        if number:
            first = last if table.roles[last] is Role.DIGGER else _next_digger(table, last)  # SAB-7.2
            events.append(GoldDrawn(first, tuple(sorted(state.gold_deck[-number:]))))
            return events
    elif winner is Winner.SABOTEURS:
        paid = GoldPaid(payments(state))
        events += (paid, GoldShuffled(shuffled(evolve(state, paid).gold_deck, random)))
    return events


def _take_gold(state: State, seat: Seat, nuggets: int) -> Sequence[Event]:
    """SAB-7.1: take one, pass the others on counter-clockwise."""
    assert isinstance(state.phase, SharingGold)
    rest = list(state.phase.cards)
    rest.remove(nuggets)
    taken = GoldTaken(seat, nuggets)
    if rest:
        return [taken, GoldPassed(seat, _next_digger(state.round, seat), tuple(rest))]
    return (taken,)


def _next_digger(table: Round, seat: Seat) -> Seat:
    """Counter-clockwise; in the end the same player again."""
    seats = len(table.hands)
    around: Iterable[Seat] = (Seat((seat - step) % seats) for step in range(1, seats + 1))
    return next(other for other in around if table.roles[other] is Role.DIGGER)


def _continue(state: State, actor: Actor, random: Random) -> Sequence[Event]:
    """SAB-8.4."""
    ready = state.phase.ready if isinstance(state.phase, RoundOver) else None
    said = intermission.continued(ready, len(state.round.hands), actor, "SAB-8.4")
    return _next_round(state, random) if said is None else (said,)


def _next_round(state: State, random: Random) -> Sequence[Event]:
    """SAB-8.1 to SAB-8.3."""
    number = state.round.number
    if number == ROUNDS:
        return (GameEnded(state.ledger, scores(state)),)
    seats = len(state.round.hands)
    starter = Seat((state.results[-1].last + 1) % seats)  # SAB-8.2
    return (deal_round(number + 1, starter, seats, random),)
