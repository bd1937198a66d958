"""Le Labyrinthe Secret, hard: every pair of changes and every hall, by what they leave to everybody."""

from collections.abc import Iterable, Sequence
from functools import cache, cached_property
from typing import Any, Final

from filon.bots.labyrinth.cards import seats_of_others
from filon.bots.labyrinth.memory import remember
from filon.bots.labyrinth.throwing import Thrower
from filon.bots.labyrinth.worth import Hands, all_found, challenged, chance, fought, swapped, with_card
from filon.bots.sight import Sight
from filon.games.chance import pick
from filon.games.contract import Random, Seat
from filon.games.labyrinth.castle import SQUARE_OF, Square
from filon.games.labyrinth.model import (
    Action,
    AnimalTurned,
    Arrived,
    Challenge,
    DuelView,
    End,
    Event,
    Fetch,
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
from filon.games.labyrinth.pieces import KIND, Kind, Ring, Secret, Thing
from filon.kernels.labyrinth.kernel_castle import HALL_OF
from filon.kernels.labyrinth.kernel_foresight import Foresight
from filon.kernels.labyrinth.kernel_ways import NOWHERE, Ways, castle, number_of, turned

_FURTHER: Final = 0.6
"""How much less the player after the next one matters."""
_LATER: Final = 0.9
"""What is open to me in the turn after this one counts less than what I can have now."""
_WORTH_A_SWAP: Final = 0.03
"""What a swap must add to the chance to win: the animal could be kept for a better one."""
_PATIENCE: Final = 5
"""Rounds without any news after which caution fades, to be gone after as many again: somebody has to dare."""
_DARING: Final = 0.2
_KEENNESS: Final = 0.5
"""How far the others are believed to look for what is worst for me."""
_THINGS: Final = tuple(Thing)


@cache
def _ways(*, either_way: bool) -> Ways:
    return Ways(either_way=either_way)


class Plan:
    """What one sight means: the cards as remembered, and what each end of this turn would be worth."""

    def __init__(self, view: View, past: Sequence[Event]) -> None:
        assert view.seat is not None, "spectators plan nothing"
        self.view = view
        self.seat: Seat = view.seat
        self.others = seats_of_others(view)
        memory = remember(view, past)
        self.hands: Hands = memory.held
        self.pile = memory.pile
        self.caution = min(1.0, max(0.0, 2.0 - memory.idle / len(view.pawns) / _PATIENCE))
        self.goal = view.options.goal
        self.ways = _ways(either_way=view.options.corridors == "either")
        self.rotation = number_of(view.rotation.outer, view.rotation.inner, view.rotation.centre)
        self.hall = HALL_OF[view.pawns[self.seat]]
        self._foresights: dict[tuple[Hands, Secret | None, Seat], Foresight] = {}

    def foresight(self, hands: Hands, sought: Secret | None, other: Seat) -> Foresight:
        """How it goes on from these hands when that other one answers first."""
        key = (hands, sought, other)
        if key not in self._foresights:
            self._foresights[key] = self._foreseen(hands, sought, other)
        return self._foresights[key]

    def _foreseen(self, hands: Hands, sought: Secret | None, other: Seat) -> Foresight:
        me, after, goal = self.seat, self.others[0], self.goal
        seen = Foresight(self.ways, NOWHERE if sought is None else HALL_OF[SQUARE_OF[sought]])
        seen.keenness = _KEENNESS
        seen.neither = seen.take = chance(hands, me, after, goal)
        seen.meet = seen.neither + _LATER * (challenged(hands, (me, other), me, goal) - seen.neither)
        seen.they_meet = challenged(hands, (other, me), me, goal)
        if sought is not None:
            found = chance(with_card(hands, me, KIND[sought]), me, after, goal)
            seen.take = seen.neither + _LATER * max(0.0, found - seen.neither)
            seen.they_take = chance(with_card(hands, other, KIND[sought]), me, me, goal)
        seen.both = max(seen.take, seen.meet)
        return seen

    def left(self, rotation: int, square: Square, hands: Hands, sought: Secret | None) -> float:
        """My turn ends there with these cards: what the others will make of it."""
        total = weights = 0.0
        weight = 1.0
        for other in self.others:
            pawn = self.view.pawns[other]
            seen = self.foresight(hands, sought, other)
            value = seen.value(rotation, HALL_OF[square], HALL_OF[pawn], together=square == pawn)
            total += weight * value
            weights += weight
            weight *= _FURTHER
        calm = chance(hands, self.seat, self.others[0], self.goal)
        return calm + self.caution * (total / weights - calm)

    def turned_up(self, rotation: int, square: Square, hands: Hands) -> float:
        """The same when the next card is yet to be turned up."""
        cards = [card for card in self.pile if KIND[card] is not Kind.ANIMAL]
        if not cards:
            return self.left(rotation, square, hands, None)
        return sum(self.left(rotation, square, hands, card) for card in cards) / len(cards)

    def taken(self, rotation: int, square: Square) -> float:
        assert self.view.sought is not None, "nothing else can be taken"
        hands = with_card(self.hands, self.seat, KIND[self.view.sought])
        if chance(hands, self.seat, self.seat, self.goal) >= 1.0:
            return 1.0
        return self.turned_up(rotation, square, hands)

    @cached_property
    def duels(self) -> dict[Seat, float]:
        """What meeting somebody is worth; the more so the longer nothing has happened."""
        me, daring = self.seat, _DARING * (1.0 - self.caution)
        return {other: challenged(self.hands, (me, other), me, self.goal) + daring for other in self.others}

    def end(self, rotation: int, square: Square, *, moved: bool) -> float:
        """What it is worth to walk there, or to stay."""
        value = (
            self.taken(rotation, square)
            if square == self.view.square
            else self.left(rotation, square, self.hands, self.view.sought)
        )
        met = (self.duels[other] for other in self.others if moved and self.view.pawns[other] == square)
        return max(value, *met, 0.0)

    def best_end(self, rotation: int) -> float:
        """The best that walking from here can bring once the castle stands so."""
        region = castle(rotation).reach[self.hall]
        best = self.end(rotation, self.view.pawns[self.seat], moved=False)
        for square in self._landmarks:
            if region >> HALL_OF[square] & 1:
                best = max(best, self.end(rotation, square, moved=True))
        return best

    @cached_property
    def _landmarks(self) -> tuple[Square, ...]:
        """A square of each hall, and those where more happens."""
        own = self.view.pawns[self.seat]
        special = {self.view.pawns[other] for other in self.others}
        if self.view.square is not None:
            special.add(self.view.square)
        by_hall = {
            hall: Square(square)
            for square, hall in enumerate(HALL_OF)
            if square != own and square not in special
        }
        return (*sorted(special - {own}), *by_hall.values())


def choose_hard(sight: Sight, random: Random) -> Any:
    view: View = sight.view
    legal = sight.legal
    match view.phase:
        case FirstChange() | SecondChange():
            return _change(Plan(view, sight.past), legal, random)
        case Moving():
            return _move(Plan(view, sight.past), legal, random)
        case Arrived():
            return _settle(Plan(view, sight.past), legal, random)
        case AnimalTurned():
            return Fetch()
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
    first = isinstance(plan.view.phase, FirstChange)
    known: dict[int, float] = {}

    def end(rotation: int) -> float:
        if rotation not in known:
            known[rotation] = plan.best_end(rotation)
        return known[rotation]

    def value(turn: Turn) -> float:
        after = turned(plan.rotation, _code(turn))
        if not first:
            return end(after)
        seconds = [code for code in plan.ways.changes() if code < 4 or turn.ring is not Ring.CENTRE]
        return max(end(turned(after, code)) for code in seconds)

    return _best(((value(turn), turn) for turn in legal if isinstance(turn, Turn)), random)[1]


def _code(turn: Turn) -> int:
    match turn.ring:
        case Ring.OUTER:
            return 0 if turn.steps > 0 else 1
        case Ring.INNER:
            return 2 if turn.steps > 0 else 3
        case _:
            return turn.steps + 3


def _swaps(plan: Plan, legal: Sequence[Action]) -> list[tuple[float, Action]]:
    """What each swap adds to the chance to win."""
    now = chance(plan.hands, plan.seat, plan.others[0], plan.goal)
    return [
        (swapped(plan.hands, (plan.seat, action.opponent), action.given, plan.goal) - now, action)
        for action in legal
        if isinstance(action, Swap)
    ]


def _move(plan: Plan, legal: Sequence[Action], random: Random) -> Action:
    swaps = _swaps(plan, legal)
    if swaps:
        gain, swap = _best(swaps, random)
        if gain > _WORTH_A_SWAP:
            return swap
    known: dict[tuple[int, int], float] = {}
    special = {plan.view.square, *plan.view.pawns}

    def value(step: Move | Stay) -> float:
        if isinstance(step, Stay):
            return plan.end(plan.rotation, plan.view.pawns[plan.seat], moved=False)
        key = (HALL_OF[step.to], step.to if step.to in special else NOWHERE)
        if key not in known:
            known[key] = plan.end(plan.rotation, step.to, moved=True)
        return known[key]

    return _best(((value(step), step) for step in legal if isinstance(step, Move | Stay)), random)[1]


def _settle(plan: Plan, legal: Sequence[Action], random: Random) -> Action:
    swaps = _swaps(plan, legal)
    if swaps:
        gain, swap = _best(swaps, random)
        if gain > _WORTH_A_SWAP:
            return swap
    own = plan.view.pawns[plan.seat]
    if plan.view.sought is None:
        stay = plan.turned_up(plan.rotation, own, plan.hands)
    else:
        stay = plan.left(plan.rotation, own, plan.hands, plan.view.sought)
    options: list[tuple[float, Action]] = [(stay, End())]
    for action in legal:
        if isinstance(action, Challenge):
            duel = (plan.seat, action.opponent)
            terms = (action.kind, action.stake)
            options.append((fought(plan.hands, duel, terms, plan.seat, plan.goal), action))
    if all_found(plan.hands) and len(options) > 1:
        options.pop(0)
    return _best(options, random)[1]


def _place(plan: Plan, loser: Seat, legal: Sequence[Action], random: Random) -> Action:
    """Where the loser can do least, wherever the castle turns."""
    own = HALL_OF[plan.view.pawns[plan.seat]]
    known: dict[int, float] = {}
    sought = plan.view.sought

    def value(place: Place) -> float:
        hall = HALL_OF[place.to]
        if hall not in known:
            seen = plan.foresight(plan.hands, sought, loser)
            reach = plan.ways.reach(plan.rotation, hall)
            known[hall] = seen.value(plan.rotation, own, hall, together=False) - int(reach).bit_count() / 1000
        return known[hall]

    return _best(((value(place), place) for place in legal if isinstance(place, Place)), random)[1]


def _throw(view: View, past: Sequence[Event], random: Random) -> Action:
    """Against what the other has thrown before, at this table, against anybody."""
    assert isinstance(view.phase, DuelView), "only duellists throw"
    other = next(seat for seat in view.phase.duellists if seat != view.seat)
    thrower = Thrower()
    for event in past:
        if isinstance(event, ThrowsShown) and other in event.throws:
            theirs = event.throws[other]
            ours = next(thing for seat, thing in event.throws.items() if seat != other)
            thrower.learn(_THINGS.index(ours), _THINGS.index(theirs))
    return Throw(_THINGS[thrower.throw(random)])
