"""Le Labyrinthe Secret, hard: every pair of changes and every hall, by what they leave to everybody."""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any, Final, NamedTuple

from filon.bots.labyrinth.company import Candidate, changes_to_try, done, tried
from filon.bots.labyrinth.parameters import HARD, Parameters
from filon.bots.labyrinth.plan import Plan
from filon.bots.labyrinth.watching import mix_of
from filon.bots.labyrinth.worth import chance, fought, swapped
from filon.bots.sight import Sight
from filon.games.chance import pick
from filon.games.contract import Random, Seat
from filon.games.labyrinth.castle import Square
from filon.games.labyrinth.model import (
    Action,
    AnimalTurned,
    Arrived,
    Challenge,
    Decline,
    DuelView,
    End,
    Event,
    Fetch,
    Fetched,
    FirstChange,
    Move,
    Moving,
    Place,
    Placing,
    SecondChange,
    Stay,
    Swap,
    Throw,
    Turn,
    View,
)
from filon.games.labyrinth.pieces import Thing
from filon.kernels.labyrinth.kernel_castle import HALL_OF
from filon.kernels.labyrinth.kernel_ways import NOWHERE

_THINGS: Final = tuple(Thing)


class _End(NamedTuple):
    """Of a turn; `looks` is what it seems worth."""

    looks: float
    rotation: int
    square: Square


def choose_hard(sight: Sight, random: Random, by: Parameters = HARD) -> Any:
    view: View = sight.view
    legal = sight.legal
    match view.phase:
        case FirstChange() | SecondChange():
            return _change(Plan(view, sight.past, by), legal, random)
        case Moving():
            return _move(Plan(view, sight.past, by), legal, random)
        case Arrived() | Fetched():
            return _settle(Plan(view, sight.past, by), legal, random)
        case AnimalTurned():
            return _fetch(Plan(view, sight.past, by), random)
        case DuelView():
            return _throw(view, sight.past, random)
        case Placing(loser=loser):
            return _place(Plan(view, sight.past, by), loser, legal, random)
        case _:
            return pick(legal, random)


def _best(options: Iterable[tuple[float, Action]], random: Random) -> tuple[float, Action]:
    """One of the best, each of them as likely."""
    found = list(options)
    best = max(value for value, _ in found)
    return best, pick([action for value, action in found if value > best - 1e-9], random)


def _change(plan: Plan, legal: Sequence[Action], random: Random) -> Action:
    if plan.crowded:
        return tried(plan, changes_to_try(plan, legal), random)
    turns = [turn for turn in legal if isinstance(turn, Turn)]
    rotations = dict.fromkeys(chain.from_iterable(map(plan.after, turns)))
    ends = [_End(looks, rotation, square) for rotation in rotations for looks, square in plan.ends(rotation)]
    best: dict[int, float] = {}
    for end in _looked_into(plan, ends):
        best[end.rotation] = max(best.get(end.rotation, 0.0), end.looks)

    def value(turn: Turn) -> float:
        return max(best.get(rotation, 0.0) for rotation in plan.after(turn))

    return _best(((value(turn), turn) for turn in turns), random)[1]


def _looked_into(plan: Plan, ends: list[_End]) -> list[_End]:
    """Those that look best, weighed by every answer to them; the others are left out."""
    many = plan.by.looked_into
    if not many or plan.crowded:
        return ends
    weighed: list[_End] = []
    plan.thorough = True
    for end in sorted(ends, key=lambda end: -end.looks)[:many]:
        looks = plan.end(end.rotation, end.square, moved=end.square != plan.own)
        weighed.append(end._replace(looks=looks))
        plan.floor = max(plan.floor, looks)
    plan.thorough = False
    return weighed


def _swap(plan: Plan, legal: Sequence[Action], random: Random) -> Action | None:
    """The best of them, if it adds enough to the chance to win."""
    now = chance(plan.hands, plan.seat, plan.others[0], plan.goal, by=plan.by)
    swaps: list[tuple[float, Action]] = [
        (swapped(plan.hands, (plan.seat, action.opponent), action.given, plan.goal, by=plan.by) - now, action)
        for action in legal
        if isinstance(action, Swap)
    ]
    if not swaps:
        return None
    gain, swap = _best(swaps, random)
    # with the last card of the pile its time is over, LAB-3.7
    return swap if gain > (plan.by.worth_a_swap if plan.view.pile else -plan.by.animal) else None


def _move(plan: Plan, legal: Sequence[Action], random: Random) -> Action:
    """A step that wins comes before a swap, a swap before any other: what it brings may change the way."""
    special = {plan.view.square, *plan.view.pawns}
    steps: dict[Square, Action] = {}
    seen: set[tuple[int, int]] = set()
    """Squares of a hall on which nothing happens are alike; the first stands for all."""
    moves = [action for action in legal if isinstance(action, Move)]
    for step in sorted(moves, key=lambda move: -plan.post(move.to)):
        place = (HALL_OF[step.to], step.to if step.to in special else NOWHERE)
        if place not in seen:
            seen.add(place)
            steps[step.to] = step
    if Stay() in legal:
        steps[plan.own] = Stay()
    ends = [
        _End(plan.end(plan.rotation, square, moved=square != plan.own), plan.rotation, square)
        for square in steps
    ]
    options = [(end.looks, steps[end.square]) for end in _looked_into(plan, ends)]
    best, walk = _best(options, random)
    if best >= 1.0:
        return walk
    swap = _swap(plan, legal, random)
    if swap is None and plan.crowded:
        return tried(plan, [Candidate(*one, done(one[1])) for one in options], random)
    return swap or walk


def _settle(plan: Plan, legal: Sequence[Action], random: Random) -> Action:
    swap = _swap(plan, legal, random)
    if swap is not None:
        return swap
    options: list[tuple[float, Action]] = [(_left(plan, plan.view.pawns), End())]
    for action in legal:
        if isinstance(action, Challenge):
            duel = (plan.seat, action.opponent)
            terms = (action.kind, action.stake)
            value = fought(plan.hands, duel, terms, plan.seat, plan.goal, by=plan.by)
            options.append((value + plan.by.bold, action))
    if plan.must_dare and len(options) > 1:
        options.pop(0)
    if plan.crowded:
        return tried(plan, [Candidate(*one, done(one[1])) for one in options], random)
    return _best(options, random)[1]


def _left(plan: Plan, pawns: Sequence[Square]) -> float:
    """What the turn leaves, with everybody there: the sought card, or one that is yet to be turned up."""
    if plan.view.sought is None:
        return plan.turned_up(plan.rotation, pawns, plan.hands)
    return plan.left(plan.rotation, pawns, plan.hands, plan.view.sought)


def _fetch(plan: Plan, random: Random) -> Action:
    """LAB-4.1: where somebody stands it means a duel, and who loses is sent away."""
    if not any(plan.view.pawns[other] == plan.view.square for other in plan.others):
        return Fetch()
    options: list[tuple[float, Action]] = [
        (plan.fetched(), Fetch()),
        (_left(plan, plan.view.pawns), Decline()),
    ]
    if plan.crowded:
        return tried(plan, [Candidate(*one, done(one[1])) for one in options], random)
    return _best(options, random)[1]


def _place(plan: Plan, loser: Seat, legal: Sequence[Action], random: Random) -> Action:
    """Where the loser can do least, wherever the castle turns and whatever is sought then."""
    by_hall: dict[int, tuple[float, Action]] = {}
    places = [action for action in legal if isinstance(action, Place)]
    for place in sorted(places, key=lambda each: plan.post(each.to)):
        if (hall := HALL_OF[place.to]) not in by_hall:
            reach = int(plan.ways.reach(plan.rotation, hall)).bit_count()
            by_hall[hall] = _left(plan, plan.with_pawn(loser, place.to)) - reach / 1000, place
    if plan.crowded:
        return tried(plan, [Candidate(*one, done(one[1])) for one in by_hall.values()], random)
    return _best(by_hall.values(), random)[1]


def _throw(view: View, past: Sequence[Event], random: Random) -> Action:
    assert isinstance(view.phase, DuelView), "only duellists throw"
    other = next(seat for seat in view.phase.duellists if seat != view.seat)
    return Throw(_THINGS[mix_of(view.seat, past, other).drawn(random)])
