"""What a seat may know: RULES.md lists it at its end."""

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple, TypeVar, assert_never

from msgspec.structs import replace

from filon.games.contract import HIDDEN, Hidden, Seat
from filon.games.saboteur.gold import gold_cards, owed_nuggets, scores
from filon.games.saboteur.maze import (
    GOAL_CELLS,
    GOAL_PLACES,
    GOALS_LAID,
    LAID,
    START_CELL,
    Cell,
    Shape,
    place_of,
)
from filon.games.saboteur.model import (
    CardDiscarded,
    CardDrawn,
    Digging,
    DiggingView,
    Discarded,
    Event,
    Finished,
    FinishedView,
    GoalSeen,
    GoalView,
    GoldDrawn,
    GoldPaid,
    GoldPassed,
    GoldRecord,
    GoldShuffled,
    GoldTaken,
    GoldView,
    Paid,
    Payment,
    PhaseView,
    Round,
    RoundDealt,
    RoundOver,
    RoundOverView,
    RoundView,
    Shared,
    SharingGold,
    SharingGoldView,
    State,
    Taken,
    Tile,
    View,
)
from filon.games.saboteur.pieces import Card, Face

T = TypeVar("T")

_SECRET: Final = frozenset(
    {CardDrawn, CardDiscarded, GoalSeen, GoldDrawn, GoldTaken, GoldPassed, GoldPaid, GoldShuffled, RoundDealt}
)
"""Events in which there is something that not all may know."""
REVEALS: Final = {
    "CardDrawn": frozenset({"card"}),
    "GoalSeen": frozenset({"face"}),
    "GoalRevealed": frozenset({"card", "turned"}),
    "RoundEnded": frozenset({"winner", "roles", "set_aside", "goals"}),
    "GoldDrawn": frozenset({"cards"}),
    "GoldPassed": frozenset({"cards"}),
    "GoldPaid": frozenset({"payments"}),
    "RoundDealt": frozenset({"roles", "hands"}),
    "GameEnded": frozenset({"ledger", "scores"}),
}


def view(state: State, seat: Seat | None) -> View:
    return views(state, (seat,))[0]


def views(state: State, seats: Iterable[Seat | None]) -> list[View]:
    """What all see alike is made once."""
    finished = isinstance(state.phase, Finished)
    held = gold_cards(state.ledger, len(state.round.hands))
    owed = owed_nuggets(state.ledger, len(state.round.hands))
    closed = [GoldView(_backs(cards), debt) for cards, debt in zip(held, owed, strict=True)]
    opened = [GoldView(cards, debt) for cards, debt in zip(held, owed, strict=True)]
    common = _common(state.round)
    return [
        View(
            seat,
            state.options,
            _round_view(state.round, common, seat, over=not isinstance(state.phase, Digging)),
            _phase_view(state, seat),
            tuple(opened) if finished else _with_own(closed, opened, seat),
            len(state.gold_deck),
            state.ledger if finished else tuple([_record_view(record, seat) for record in state.ledger]),
            state.results,
        )
        for seat in seats
    ]


def reveal(state: State, seat: Seat | None) -> View:
    table, phase = state.round, state.phase
    cards = gold_cards(state.ledger, len(table.hands))
    owed = owed_nuggets(state.ledger, len(table.hands))
    known = _round_view(table, _common(table), seat, over=True)
    return View(
        seat,
        state.options,
        replace(known, discards=table.discards),
        SharingGoldView(phase.chooser, phase.cards)
        if isinstance(phase, SharingGold)
        else _phase_view(state, seat),
        tuple(map(GoldView, cards, owed)),
        len(state.gold_deck),
        state.ledger,
        state.results,
    )


def _with_own(closed: Sequence[T], opened: Sequence[T], seat: Seat | None) -> tuple[T, ...]:
    """What each owner may know of a thing of their own, and the others may not."""
    if seat is None:
        return tuple(closed)
    return (*closed[:seat], opened[seat], *closed[seat + 1 :])


def redact(event: Event, seat: Seat | None) -> Event:
    # Asked ten times a move, mostly of what is no secret: `match` takes five times as long to say so.
    if type(event) not in _SECRET:
        return event
    match event:
        case CardDrawn(drawer) if drawer != seat:
            return CardDrawn(drawer, HIDDEN)
        case CardDiscarded(player) if player != seat:  # SAB-3.4
            return CardDiscarded(player, HIDDEN)
        case GoalSeen(looker, at) if looker != seat:  # SAB-5.5
            return GoalSeen(looker, at, HIDDEN)
        case GoldDrawn(chooser, cards) if chooser != seat:  # SAB-7.3
            return GoldDrawn(chooser, _backs(cards))
        case GoldTaken(chooser) if chooser != seat:  # SAB-7.6
            return GoldTaken(chooser, HIDDEN)
        case GoldPassed(giver, to, cards) if seat not in (giver, to):  # SAB-7.3
            return GoldPassed(giver, to, _backs(cards))
        case GoldPaid(payments):
            return GoldPaid(tuple(_payment_view(payment, seat) for payment in payments))
        case GoldShuffled():
            return GoldShuffled(HIDDEN)
        case RoundDealt():
            return RoundDealt(
                event.number,
                event.starter,
                tuple(role if owner == seat else HIDDEN for owner, role in enumerate(event.roles)),
                HIDDEN,
                HIDDEN,
                tuple(hand if owner == seat else HIDDEN for owner, hand in enumerate(event.hands)),
                HIDDEN,
            )
        case _:
            return event


class _Common(NamedTuple):
    """Of a round, what no seat sees otherwise than the others; of goals and discards both sides."""

    maze: tuple[Tile, ...]
    hand_sizes: tuple[int, ...]
    closed_roles: tuple[Hidden, ...]
    closed_goals: tuple[GoalView, ...]
    opened_goals: tuple[GoalView, ...]
    closed_discards: tuple[Discarded, ...]


def _common(table: Round) -> _Common:
    goals = list(zip(GOAL_PLACES, table.goals, strict=True))
    return _Common(
        maze=tuple(map(_tile, table.maze.keys(), table.maze.values())),
        hand_sizes=tuple(map(len, table.hands)),
        closed_roles=(HIDDEN,) * len(table.roles),
        closed_goals=tuple([GoalView(at, HIDDEN, goal.face_up, goal.seen_by) for at, goal in goals]),
        opened_goals=tuple(
            [GoalView(at, Face(goal.card, goal.turned), goal.face_up, goal.seen_by) for at, goal in goals]
        ),
        closed_discards=tuple(
            [_face_down(discarded.seat) if discarded.face_down else discarded for discarded in table.discards]
        ),
    )


def _round_view(table: Round, common: _Common, seat: Seat | None, *, over: bool) -> RoundView:
    sides = zip(table.goals, common.closed_goals, common.opened_goals, strict=True)
    return RoundView(
        table.number,
        table.starter,
        table.roles if over else _with_own(common.closed_roles, table.roles, seat),
        table.set_aside if over else HIDDEN,
        common.opened_goals
        if over
        else tuple(
            [opened if goal.face_up or seat in goal.seen_by else closed for goal, closed, opened in sides]
        ),
        common.maze,
        table.broken,
        () if seat is None else table.hands[seat],
        common.hand_sizes,
        len(table.pile),
        tuple(
            [
                discarded if discarded.seat == seat else closed
                for discarded, closed in zip(table.discards, common.closed_discards, strict=True)
            ]
        ),
    )


@cache
def _face_down(seat: Seat) -> Discarded:
    return Discarded(HIDDEN, seat, face_down=True)


@lru_cache(maxsize=4096)
def _tile(cell: Cell, shape: Shape) -> Tile:
    if cell == START_CELL:
        return Tile(place_of(cell), Card.START, turned=False)
    card, turned = (GOALS_LAID if cell in GOAL_CELLS else LAID)[shape]
    return Tile(place_of(cell), card, turned)


def _phase_view(state: State, seat: Seat | None) -> PhaseView:
    match state.phase:
        case Digging(turn):
            return DiggingView(turn)
        case SharingGold(chooser, cards):
            in_hand = seat is not None and seat in (chooser, _last_taker(state))
            return SharingGoldView(chooser, cards if in_hand else _backs(cards))
        case RoundOver(ready):
            return RoundOverView(ready)
        case Finished():
            return FinishedView(scores(state))
        case _:
            assert_never(state.phase)


def _last_taker(state: State) -> Seat | None:
    """Who passed the gold cards on that are in hand now."""
    match state.ledger:
        case (*_, Shared(round=number, taken=(*_, Taken(seat=seat)))) if number == state.round.number:
            return seat
        case _:
            return None


def _record_view(record: GoldRecord, seat: Seat | None) -> GoldRecord:
    match record:
        case Shared(number, taken):
            givers = (None, *(take.seat for take in taken))
            return Shared(
                number,
                tuple(
                    take
                    if take.seat == seat
                    else Taken(
                        take.seat,
                        take.offered if seat is not None and giver == seat else _backs(take.offered),
                        HIDDEN,
                    )
                    for giver, take in zip(givers, taken, strict=False)
                ),
            )
        case Paid(number, payments):
            return Paid(number, tuple(_payment_view(payment, seat) for payment in payments))
        case _:
            assert_never(record)


def _payment_view(payment: Payment, seat: Seat | None) -> Payment:
    if payment.seat == seat:
        return payment
    return Payment(payment.seat, _backs(payment.cards), payment.owed)


def _backs(cards: tuple[int | Hidden, ...]) -> tuple[Hidden, ...]:
    """How many cards there are, and no more."""
    return (HIDDEN,) * len(cards)
