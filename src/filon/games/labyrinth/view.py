"""What a seat may know: all but the pile's order, throws not yet shown, and cards to be remembered."""

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from filon.games.contract import HIDDEN, Seat
from filon.games.labyrinth.castle import SQUARE_OF
from filon.games.labyrinth.model import (
    CardsHandedOver,
    Duel,
    DuelView,
    Event,
    Finished,
    Phase,
    PhaseView,
    State,
    Swapped,
    Threw,
    View,
)

REVEALS: Final = {
    "SecretTurned": frozenset({"secret"}),
    "SecretTaken": frozenset({"complete"}),
    "Swapped": frozenset({"animal", "given", "drawn", "complete"}),
    "ThrowsShown": frozenset({"throws"}),
    "CardsHandedOver": frozenset({"cards", "count", "complete"}),
    "GameEnded": frozenset({"winners", "hands"}),
}


def view(state: State, seat: Seat | None) -> View:
    opened = state.options.memory == "off" or isinstance(state.phase, Finished)  # LAB-3.6
    return View(
        seat=seat,
        options=state.options,
        rotation=state.rotation,
        pawns=state.pawns,
        counts=tuple(len(hand) for hand in state.hands),
        hands=tuple(hand if opened or owner == seat else HIDDEN for owner, hand in enumerate(state.hands)),
        pile=len(state.pile),
        sought=state.sought,
        square=None if state.sought is None else SQUARE_OF[state.sought],
        on_turn=state.on_turn,
        phase=_phase_view(state.phase, seat),
        turn=state.turn,
        swapped=state.swapped,
        discarded=state.discarded,
        challenged=state.challenged,
        turned_up=state.turned_up,
        finder=state.finder,
    )


def views(state: State, seats: Iterable[Seat | None]) -> list[View]:
    return [view(state, seat) for seat in seats]


def reveal(state: State, seat: Seat | None) -> View:
    phase: PhaseView = _phase_view(state.phase, seat)
    if isinstance(state.phase, Duel):
        duel = state.phase
        phase = DuelView(duel.duellists, duel.prize, {**dict(sorted(duel.throws.items()))})
    return replace(view(state, seat), hands=state.hands, phase=phase)


def redact(event: Event, seat: Seat | None) -> Event:
    match event:
        case Threw(thrower) if thrower != seat:
            return Threw(thrower, HIDDEN)
        case Swapped(one, other, face_up=False) if seat not in (one, other):
            return replace(event, given=HIDDEN, drawn=HIDDEN)
        case CardsHandedOver(one, other, face_up=False) if seat not in (one, other):
            return replace(event, cards=HIDDEN)
        case _:
            return event


def _phase_view(phase: Phase, seat: Seat | None) -> PhaseView:
    match phase:
        case Duel(duellists, prize, throws):
            shown = {
                thrower: thing if thrower == seat else HIDDEN for thrower, thing in sorted(throws.items())
            }
            return DuelView(duellists, prize, shown)
        case _:
            return phase
