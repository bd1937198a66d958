"""Le Labyrinthe Secret, normal: looks at every pair of changes and every square behind them."""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Final, TypeVar, assert_never

from filon.bots.advice import Hint, because
from filon.bots.labyrinth.cards import Prospect, challenge_value, holdings, odds, seats_of_others, swap_value
from filon.bots.labyrinth.ways import HALL_OF, HALLS, access, changes, reach, turned
from filon.games.chance import pick
from filon.games.contract import Random, Seat
from filon.games.labyrinth.castle import NAMES, Rotation, Square
from filon.games.labyrinth.model import (
    Action,
    AnimalTurned,
    Arrived,
    Challenge,
    Decline,
    DuelView,
    End,
    Fetch,
    Fetched,
    Finished,
    FirstChange,
    Move,
    Moving,
    Place,
    Placing,
    SecondChange,
    Stay,
    Swap,
    Turn,
    View,
)
from filon.games.labyrinth.pieces import CROWD, DIE, SET_KINDS, Ring, Stake

_TAKE: Final = 3.0
_NEAR: Final = 0.6
_HINDER: Final = 0.3
_WORTH_A_DUEL: Final = 0.02
_WORTH_A_SWAP: Final = 0.08
_RESTLESS: Final = 0.4
"""With nothing left to find only duels lead on: somebody has to be met."""

T = TypeVar("T")


class Plan:
    """What the view means for the seat that looks at it."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None, "spectators plan nothing"
        self.view = view
        self.seat: Seat = view.seat
        self.pawn = view.pawns[view.seat]
        self.others = seats_of_others(view)
        self.either_way = view.options.corridors == "either"
        self.held = holdings(view)

    def best_challenge(self, opponent: Seat) -> Prospect:
        return max(
            (
                challenge_value(self.view, self.held, Challenge(opponent, kind, stake))
                for kind in SET_KINDS
                for stake in Stake
            ),
            key=lambda prospect: prospect.value,
        )

    @cached_property
    def duels(self) -> dict[Seat, float]:
        """What meeting somebody is worth; nobody has to challenge."""
        urge = _RESTLESS if self.view.sought is None and not self.view.pile else 0.0
        return {seat: max(0.0, self.best_challenge(seat).value + urge) for seat in self.others}

    @cached_property
    def target(self) -> Square:
        """The sought secret, or whoever is best met when there is none."""
        if self.view.square is not None:
            return self.view.square
        return self.view.pawns[max(self.others, key=lambda seat: self.duels[seat])]

    def near(self, rotation: Rotation) -> tuple[float, ...]:
        return access(rotation, self.target, either_way=self.either_way)

    @cached_property
    def rivals(self) -> list[Seat]:
        """Who stands on the sought secret's square: whoever comes there has to duel with them, LAB-5.6."""
        return [seat for seat in self.others if self.view.pawns[seat] == self.view.square]

    @cached_property
    def taking(self) -> float:
        """What it is worth to come to the sought secret.

        Who wins is as likely to send the others away as to be sent away: that weighs nothing.
        """
        if not self.rivals or self.pawn == self.view.square:
            return _TAKE
        if len(self.rivals) + 1 < CROWD:
            return _TAKE * odds((self.seat, *self.rivals))[0]
        return max(self.duels[seat] for seat in self.rivals)

    def square_value(self, near: Sequence[float], square: Square, *, moved: bool) -> float:
        if square == self.view.square:
            return self.taking
        met = (self.duels[seat] for seat in self.others if moved and self.view.pawns[seat] == square)
        return _NEAR * near[HALL_OF[square]] + max(met, default=0.0)

    def rotation_value(self, rotation: Rotation) -> float:
        """The best square within reach, less what the others are left with."""
        mask = reach(rotation, self.pawn)
        taking = self.taking if self.view.square is not None and mask >> self.view.square & 1 else 0.0
        if taking >= _TAKE:
            return taking
        near = self.near(rotation)
        best = max(near[hall] for hall, squares in enumerate(HALLS) if squares & mask) * _NEAR
        for seat in self.others:
            square = self.view.pawns[seat]
            if mask >> square & 1 and square not in (self.pawn, self.view.square):
                best = max(best, self.square_value(near, square, moved=True))
        return max(taking, best - _HINDER * self.left_to_others(near))

    def opens(self, rotation: Rotation) -> bool:
        """Whether the sought secret can be walked to."""
        return self.view.square is not None and bool(reach(rotation, self.pawn) >> self.view.square & 1)

    def left_to_others(self, near: Sequence[float]) -> float:
        """How well the others stand, the next one above all."""
        if self.view.square is None:
            return 0.0
        squares = (self.view.pawns[seat] for seat in self.others)
        return sum(near[HALL_OF[square]] / (1 + after) for after, square in enumerate(squares))


def advise(view: View, legal: Sequence[Action], random: Random) -> Hint:
    match view.phase:
        case FirstChange() | SecondChange():
            return _change(Plan(view), legal, random)
        case Moving():
            return _move(Plan(view), legal, random)
        case Arrived() | Fetched():
            return _settle(Plan(view), legal)
        case AnimalTurned():
            return _fetch(Plan(view))
        case DuelView():
            return because(pick(legal, random), "labyrinth.throw_evenly")
        case Placing(loser=loser):
            return _send_away(Plan(view), loser, legal, random)
        case Finished():
            raise AssertionError("after the end there is nothing to choose")
        case _:
            assert_never(view.phase)


def best_of(options: Sequence[T], value: Callable[[T], float], random: Random) -> tuple[T, float]:
    """One of the best, each of them as likely."""
    values = [value(option) for option in options]
    best = max(values)
    return pick(
        [option for option, each in zip(options, values, strict=True) if each > best - 1e-9], random
    ), best


def _change(plan: Plan, legal: Sequence[Action], random: Random) -> Hint:
    turns = [action for action in legal if isinstance(action, Turn)]
    first = isinstance(plan.view.phase, FirstChange)

    def ends(turn: Turn) -> list[Rotation]:
        """How the rings may stand when the pawn walks."""
        after = turned(plan.view.rotation, turn)
        if not first:
            return [after]
        return [
            turned(after, second)
            for second in changes(either_way=plan.either_way)
            if not (turn.ring is Ring.CENTRE and second.ring is Ring.CENTRE)
        ]

    def value(turn: Turn) -> float:
        return max(map(plan.rotation_value, ends(turn)))

    turn, _ = best_of(turns, value, random)
    values = {"ring": turn.ring.value, "steps": turn.steps}
    if plan.view.sought is None:
        return because(turn, "labyrinth.towards_duel", **values)
    secret = _secret(plan.view)
    if any(map(plan.opens, ends(turn))):
        key = "labyrinth.opens_with_next" if first else "labyrinth.opens_way"
        return because(turn, key, secret=secret, **values)
    key = "labyrinth.prepares"
    if any(plan.opens(end) for each in turns for end in ends(each)):
        key = "labyrinth.rather_not"
    return because(turn, key, secret=secret, **values)


def _move(plan: Plan, legal: Sequence[Action], random: Random) -> Hint:
    near = plan.near(plan.view.rotation)
    steps = [action for action in legal if isinstance(action, Move | Stay)]

    def value(step: Move | Stay) -> float:
        if isinstance(step, Move):
            return plan.square_value(near, step.to, moved=True)
        return plan.square_value(near, plan.pawn, moved=False)

    step, _ = best_of(steps, value, random)
    square = step.to if isinstance(step, Move) else plan.pawn
    at = NAMES[square]
    if square == plan.view.square:
        return _arrive(plan, step)
    met = [seat for seat in plan.others if plan.view.pawns[seat] == square]
    if isinstance(step, Move) and met and max(plan.duels[seat] for seat in met) > 0:
        return _meet(plan, step, met, at)
    chance = round(100 * near[HALL_OF[square]])
    if plan.view.sought is None:
        return because(step, "labyrinth.closer_to_duel", at=at, chance=chance)
    key = "labyrinth.nearer" if isinstance(step, Move) else "labyrinth.good_place"
    return because(step, key, secret=_secret(plan.view), at=at, chance=chance)


def _arrive(plan: Plan, step: Move | Stay | Fetch) -> Hint:
    """On the sought secret's square: to take its card, or to duel for it."""
    assert plan.view.square is not None, "nobody comes to a secret that is not sought"
    secret, at = _secret(plan.view), NAMES[plan.view.square]
    if isinstance(step, Stay) or not plan.rivals:
        return because(step, "labyrinth.take", secret=secret, at=at)
    if len(plan.rivals) + 1 < CROWD:
        return because(step, "labyrinth.duel_for", secret=secret, seat=plan.rivals[0], at=at)
    return _meet(plan, step, plan.rivals, at)


def _meet(plan: Plan, step: Move | Stay | Fetch, met: Sequence[Seat], at: str) -> Hint:
    """Whoever is best challenged there; with nothing left to find a duel need not pay."""
    seat = max(met, key=lambda seat: plan.duels[seat])
    pays = plan.best_challenge(seat).value > 0
    return because(step, "labyrinth.meet" if pays else "labyrinth.meet_anyway", seat=seat, at=at)


def _fetch(plan: Plan) -> Hint:
    """LAB-4.1. Among four pawns nobody gets the animal; then all that counts is whether a challenge pays."""
    if not plan.rivals:
        return because(Fetch(), "labyrinth.fetch", secret=_secret(plan.view))
    crowd = len(plan.rivals) + 1 >= CROWD
    if crowd and (plan.pawn == plan.view.square or not plan.taking):
        return because(Decline(), "labyrinth.leave_animal", secret=_secret(plan.view))
    return _arrive(plan, Fetch())


def _settle(plan: Plan, legal: Sequence[Action]) -> Hint:
    """A swap or a challenge if it pays, then the end of the turn."""
    swaps = [swap_value(plan.view, plan.held, action) for action in legal if isinstance(action, Swap)]
    duels = [
        challenge_value(plan.view, plan.held, action) for action in legal if isinstance(action, Challenge)
    ]
    swap = max(swaps, key=lambda prospect: prospect.value, default=None)
    if swap is not None and isinstance(swap.action, Swap) and swap.value > _WORTH_A_SWAP:
        return because(
            swap.action,
            "labyrinth.swap",
            seat=swap.action.opponent,
            given=swap.action.given.value,
            theirs=round(swap.theirs),
        )
    duel = max(duels, key=lambda prospect: prospect.value, default=None)
    if duel is not None and isinstance(duel.action, Challenge):
        urge = _RESTLESS if plan.view.sought is None and not plan.view.pile else 0.0
        if not duel.mine + duel.theirs:
            return because(End(), "labyrinth.done")
        if duel.value + urge > _WORTH_A_DUEL:
            most = 1 if duel.action.stake is Stake.ONE else max(DIE)
            return because(
                duel.action,
                "labyrinth.challenge",
                seat=duel.action.opponent,
                kind=duel.action.kind.value,
                stake=duel.action.stake.value,
                mine=min(most, round(duel.mine)),
                theirs=min(most, round(duel.theirs, 1)),
            )
        return because(End(), "labyrinth.no_duel", seat=duel.action.opponent)
    return because(End(), "labyrinth.done")


def _send_away(plan: Plan, loser: Seat, legal: Sequence[Action], random: Random) -> Hint:
    """Where the loser has the fewest ways to what is sought, or simply to anywhere."""
    rotation = plan.view.rotation
    places = [action for action in legal if isinstance(action, Place)]
    near = plan.near(rotation)

    def value(place: Place) -> float:
        walk = reach(rotation, place.to).bit_count() / len(NAMES)
        return -walk / 10 if plan.view.square is None else -near[HALL_OF[place.to]] - walk / 10

    place, _ = best_of(places, value, random)
    return because(place, "labyrinth.far_away", seat=loser, at=NAMES[place.to])


def _secret(view: View) -> str:
    return "" if view.sought is None else view.sought.value
