"""Le Labyrinthe Secret, hard: every pair of changes and every hall, by what they leave to everybody."""

from collections.abc import Iterable, Sequence
from itertools import permutations
from typing import Any, Final

from filon.bots.labyrinth.company import Candidate, changes_to_try, done, tried
from filon.bots.labyrinth.plan import Plan
from filon.bots.labyrinth.throwing import Thrower
from filon.bots.labyrinth.worth import ANIMAL, all_found, chance, fought, swapped
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
    ThrowsShown,
    Turn,
    View,
)
from filon.games.labyrinth.pieces import Thing
from filon.kernels.labyrinth.kernel_castle import HALL_OF
from filon.kernels.labyrinth.kernel_ways import NOWHERE

_WORTH_A_SWAP: Final = 0.03
"""What a swap must add to the chance to win: the animal could be kept for a better one."""
_THINGS: Final = tuple(Thing)


def choose_hard(sight: Sight, random: Random) -> Any:
    view: View = sight.view
    legal = sight.legal
    match view.phase:
        case FirstChange() | SecondChange():
            return _change(Plan(view, sight.past), legal, random)
        case Moving():
            return _move(Plan(view, sight.past), legal, random)
        case Arrived() | Fetched():
            return _settle(Plan(view, sight.past), legal, random)
        case AnimalTurned():
            return _fetch(Plan(view, sight.past), random)
        case DuelView():
            return _throw(view, sight.past, random)
        case Placing(loser=loser):
            return _place(Plan(view, sight.past), loser, legal, random)
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
    known: dict[int, float] = {}

    def end(rotation: int) -> float:
        if rotation not in known:
            known[rotation] = plan.best_end(rotation)
        return known[rotation]

    def value(turn: Turn) -> float:
        return max(end(rotation) for rotation in plan.after(turn))

    return _best(((value(turn), turn) for turn in legal if isinstance(turn, Turn)), random)[1]


def _swap(plan: Plan, legal: Sequence[Action], random: Random) -> Action | None:
    """The best of them, if it adds enough to the chance to win."""
    now = chance(plan.hands, plan.seat, plan.others[0], plan.goal)
    swaps: list[tuple[float, Action]] = [
        (swapped(plan.hands, (plan.seat, action.opponent), action.given, plan.goal) - now, action)
        for action in legal
        if isinstance(action, Swap)
    ]
    if not swaps:
        return None
    gain, swap = _best(swaps, random)
    hurdle = _WORTH_A_SWAP if plan.view.pile else -ANIMAL  # with the last card its time is over, LAB-3.7
    return swap if gain > hurdle else None


def _move(plan: Plan, legal: Sequence[Action], random: Random) -> Action:
    """A step that wins comes before a swap, a swap before any other: what it brings may change the way."""
    special = {plan.view.square, *plan.view.pawns}
    by_place: dict[tuple[int, int], tuple[float, Action]] = {}
    """Squares of a hall on which nothing happens are alike; the first stands for all."""
    if Stay() in legal:
        by_place[NOWHERE, NOWHERE] = plan.end(plan.rotation, plan.own, moved=False), Stay()
    moves = [action for action in legal if isinstance(action, Move)]
    for step in sorted(moves, key=lambda move: -plan.post(move.to)):
        place = (HALL_OF[step.to], step.to if step.to in special else NOWHERE)
        if place not in by_place:
            by_place[place] = plan.end(plan.rotation, step.to, moved=True), step
    best, walk = _best(by_place.values(), random)
    if best >= 1.0:
        return walk
    swap = _swap(plan, legal, random)
    if swap is None and plan.crowded:
        return tried(plan, [Candidate(*one, done(one[1])) for one in by_place.values()], random)
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
            options.append((fought(plan.hands, duel, terms, plan.seat, plan.goal), action))
    if all_found(plan.hands) and len(options) > 1:
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
    return Throw(_THINGS[thrower_of(view.seat, past).throw(other, random)])


def thrower_of(own: Seat | None, past: Sequence[Event]) -> Thrower:
    """Has seen everybody's throws at this table; its purse has paid for this seat's own."""
    thrower = Thrower()
    for event in past:
        if isinstance(event, ThrowsShown):
            thrown = {seat: _THINGS.index(thing) for seat, thing in event.throws.items()}
            for other, seat in permutations(thrown):
                if seat == own:
                    thrower.learn(other, thrown[own], thrown[other])
                elif other != own:
                    thrower.watch(other, thrown[seat], thrown[other])
    return thrower
