"""From an event to the next state: bookkeeping, no rules."""

from typing import assert_never

from msgspec.structs import replace

from filon.games.contract import Seat, whole
from filon.games.labyrinth.castle import Square
from filon.games.labyrinth.model import (
    AnimalDeclined,
    AnimalFetched,
    AnimalOffered,
    AnimalTurned,
    Arrived,
    CardsHandedOver,
    Challenged,
    Duel,
    DuelWon,
    Event,
    Fetched,
    Finished,
    FirstChange,
    ForCards,
    ForSecret,
    GameEnded,
    Moving,
    PawnMoved,
    PawnPlaced,
    PawnStayed,
    Phase,
    Placing,
    RingTurned,
    SecondChange,
    SecretBuried,
    SecretContested,
    SecretTaken,
    SecretTurned,
    State,
    Swapped,
    Threw,
    ThrowsShown,
    TurnBegan,
)
from filon.games.labyrinth.pieces import Secret, in_order

_ON_THE_SPOT = Arrived(())
_FIRST_CHANGE = FirstChange()
_MOVING = Moving()


def evolve(state: State, event: Event) -> State:
    match event:
        case RingTurned(ring=ring, position=position):
            rotation = replace(state.rotation, **{ring.value: position})
            changed = SecondChange(ring) if isinstance(state.phase, FirstChange) else _MOVING
            return replace(state, rotation=rotation, phase=changed)
        case PawnMoved(seat, to, meets):
            return replace(state, pawns=_stepped(state, seat, to), phase=Arrived(meets))
        case PawnStayed() | AnimalDeclined():
            return replace(state, phase=_ON_THE_SPOT)
        case SecretTaken(seat, secret):
            return replace(state, hands=_with_cards(state, seat, (secret,)), sought=None, finder=seat)
        case SecretTurned(secret=secret):
            return replace(state, pile=state.pile[:-1], sought=secret, turned_up=True)
        case SecretBuried(secret):
            return replace(state, pile=(secret, *state.pile), sought=None)
        case AnimalOffered(seat):
            return replace(state, phase=AnimalTurned(seat))
        case AnimalFetched(seat, to, meets):
            fetched = Fetched(seat, () if state.challenged else meets)
            return replace(state, pawns=_stepped(state, seat, to), phase=fetched, finder=seat)
        case PawnPlaced(loser=seat, to=to):
            return replace(state, pawns=_stepped(state, seat, to), phase=_ON_THE_SPOT)
        case Swapped():
            return _swapped(state, event)
        case TurnBegan(seat, turn):
            return _begun(state, seat, turn)
        case GameEnded(winners, ending):
            return replace(state, phase=Finished(winners, ending))
        case _:
            return _duelled(state, event)


def _begun(state: State, seat: Seat, turn: int) -> State:
    return replace(
        state,
        on_turn=seat,
        turn=turn,
        phase=_FIRST_CHANGE,
        swapped=False,
        challenged=False,
        turned_up=False,
        finder=None,
    )


def _duelled(
    state: State, event: Challenged | SecretContested | Threw | ThrowsShown | DuelWon | CardsHandedOver
) -> State:
    match event:
        case Challenged(seat, opponent, kind, _, cards):
            phase = Duel((seat, opponent), ForCards(kind, cards), {})
            return replace(state, phase=phase, challenged=True)
        case SecretContested(duellists, waiting):
            return replace(state, phase=Duel(duellists, ForSecret(waiting), {}))
        case CardsHandedOver(loser, winner, _, cards):
            passed = replace(state, hands=_without_cards(state, loser, whole(cards)))
            return replace(passed, hands=_with_cards(passed, winner, whole(cards)))
        case _:
            return replace(state, phase=_fought(state.phase, event))


def _fought(duel: Phase, event: Threw | ThrowsShown | DuelWon) -> Phase:
    assert isinstance(duel, Duel), "nobody throws outside a duel"
    match event:
        case Threw(seat, thing):
            return Duel(duel.duellists, duel.prize, {**duel.throws, seat: whole(thing)})
        case ThrowsShown():
            return Duel(duel.duellists, duel.prize, {})
        case DuelWon(winner, loser):
            return Placing(winner, loser, duel.prize)
        case _:
            assert_never(event)


def _swapped(state: State, event: Swapped) -> State:
    drawn, given = whole(event.drawn), whole(event.given)
    for seat, out, into in (
        (event.seat, (event.animal, given), drawn),
        (event.opponent, drawn, (given,)),
    ):
        state = replace(state, hands=_without_cards(state, seat, out))
        state = replace(state, hands=_with_cards(state, seat, into))
    return replace(state, swapped=True, discarded=(*state.discarded, event.animal))


def _stepped(state: State, seat: Seat, to: Square) -> tuple[Square, ...]:
    return (*state.pawns[:seat], to, *state.pawns[seat + 1 :])


def _with_cards(state: State, seat: Seat, cards: tuple[Secret, ...]) -> tuple[tuple[Secret, ...], ...]:
    hands = state.hands
    return (*hands[:seat], in_order((*hands[seat], *cards)), *hands[seat + 1 :])


def _without_cards(state: State, seat: Seat, cards: tuple[Secret, ...]) -> tuple[tuple[Secret, ...], ...]:
    hands = state.hands
    kept = tuple(card for card in hands[seat] if card not in cards)
    return (*hands[:seat], kept, *hands[seat + 1 :])
