"""What a seat may know: RULES.md lists it under that heading."""

from typing import Final, assert_never

from filon.games.contract import HIDDEN, Hidden, Seat
from filon.games.saboteur.gold import gold_cards, owed_nuggets, scores
from filon.games.saboteur.maze import GOAL_CELLS, GOAL_PLACES, LAID, START_CELL, Cell, place_of
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
    GoldTaken,
    GoldView,
    Paid,
    Payment,
    PhaseView,
    Round,
    RoundDealt,
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
    finished = isinstance(state.phase, Finished)
    seats = len(state.round.hands)
    return View(
        seat=seat,
        options=state.options,
        round=_round_view(state.round, seat, over=not isinstance(state.phase, Digging)),
        phase=_phase_view(state, seat),
        gold=tuple(
            GoldView(cards if finished or holder == seat else _backs(cards), owed)
            for holder, (cards, owed) in enumerate(
                zip(gold_cards(state.ledger, seats), owed_nuggets(state.ledger, seats), strict=True)
            )
        ),
        gold_deck=len(state.gold_deck),
        ledger=state.ledger if finished else tuple(_record_view(record, seat) for record in state.ledger),
        results=state.results,
    )


def redact(event: Event, seat: Seat | None) -> Event:
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


def _round_view(table: Round, seat: Seat | None, *, over: bool) -> RoundView:
    return RoundView(
        number=table.number,
        starter=table.starter,
        roles=tuple(role if over or owner == seat else HIDDEN for owner, role in enumerate(table.roles)),
        set_aside=table.set_aside if over else HIDDEN,
        goals=tuple(
            GoalView(
                at,
                Face(goal.card, goal.turned) if over or goal.face_up or seat in goal.seen_by else HIDDEN,
                goal.face_up,
                goal.seen_by,
            )
            for at, goal in zip(GOAL_PLACES, table.goals, strict=True)
        ),
        maze=tuple(_tile(table, cell) for cell in table.maze),
        broken=table.broken,
        hand=() if seat is None else table.hands[seat],
        hand_sizes=tuple(len(hand) for hand in table.hands),
        pile=len(table.pile),
        discards=tuple(
            Discarded(HIDDEN, discarded.seat, face_down=True)
            if discarded.face_down and discarded.seat != seat
            else discarded
            for discarded in table.discards
        ),
    )


def _tile(table: Round, cell: Cell) -> Tile:
    if cell in GOAL_CELLS:
        goal = table.goals[GOAL_CELLS.index(cell)]
        return Tile(place_of(cell), goal.card, goal.turned)
    card, turned = (Card.START, False) if cell == START_CELL else LAID[table.maze[cell]]
    return Tile(place_of(cell), card, turned)


def _phase_view(state: State, seat: Seat | None) -> PhaseView:
    match state.phase:
        case Digging(turn):
            return DiggingView(turn)
        case SharingGold(chooser, cards):
            in_hand = seat is not None and seat in (chooser, _last_taker(state))
            return SharingGoldView(chooser, cards if in_hand else _backs(cards))
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
