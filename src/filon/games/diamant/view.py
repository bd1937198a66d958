"""What a seat may know: everything but the pile's order, choices not yet shown, and hidden chests."""

from collections.abc import Iterable
from typing import Final

from filon.games.contract import HIDDEN, Hidden, Seat
from filon.games.diamant.model import (
    CaveEntered,
    CaveOver,
    CaveOverView,
    Choice,
    Chose,
    Event,
    Expedition,
    ExpeditionView,
    Finished,
    FinishedView,
    Phase,
    PhaseView,
    State,
    View,
)

REVEALS: Final = {
    "CardTurned": frozenset({"card", "share", "left"}),
    "ChoicesShown": frozenset({"choices"}),
    "GameEnded": frozenset({"chests"}),
}


def view(state: State, seat: Seat | None) -> View:
    return views(state, (seat,))[0]


def views(state: State, seats: Iterable[Seat | None]) -> list[View]:
    """What all see alike is made once."""
    opened = state.options.chests == "open" or isinstance(state.phase, Finished)  # DIA-4.1
    closed: tuple[Hidden, ...] = (HIDDEN,) * len(state.chests)
    pending = _pending(state.phase)
    return [
        View(
            seat,
            state.options,
            state.chests if opened else _with_own(closed, state.chests, seat),
            _phase_view(state.phase, pending, seat),
            state.removed,
            state.artifacts_turned,
            state.takings,
        )
        for seat in seats
    ]


def reveal(state: State, seat: Seat | None) -> View:
    cave = state.phase
    chosen = dict(sorted(cave.choices.items())) if isinstance(cave, Expedition) else {}
    return View(
        seat,
        state.options,
        state.chests,
        _phase_view(cave, {**chosen}, None),
        state.removed,
        state.artifacts_turned,
        state.takings,
    )


def _with_own(
    closed: tuple[Hidden, ...], chests: tuple[int, ...], seat: Seat | None
) -> tuple[int | Hidden, ...]:
    return closed if seat is None else (*closed[:seat], chests[seat], *closed[seat + 1 :])


def redact(event: Event, seat: Seat | None) -> Event:
    # Asked ten times a move; to be told what an event is not, `match` takes five times as long as this.
    if type(event) is Chose and event.seat != seat:
        return Chose(event.seat, HIDDEN)
    if type(event) is CaveEntered:
        return CaveEntered(event.cave, HIDDEN)
    return event


def _pending(phase: Phase) -> dict[Seat, Choice | Hidden]:
    """Who has chosen, as those see it who have not; in an order that says nothing of who was first."""
    return dict.fromkeys(sorted(phase.choices), HIDDEN) if isinstance(phase, Expedition) else {}


def _phase_view(phase: Phase, pending: dict[Seat, Choice | Hidden], seat: Seat | None) -> PhaseView:
    if isinstance(phase, CaveOver):
        return CaveOverView(phase.cave, len(phase.pile), phase.gallery, phase.hazard, phase.lost, phase.ready)
    if not isinstance(phase, Expedition):
        return FinishedView()
    own = phase.choices.get(seat) if seat is not None else None
    return ExpeditionView(
        phase.cave,
        len(phase.pile),
        phase.gallery,
        phase.inside,
        phase.loot,
        pending if seat is None or own is None else {**pending, seat: own},
    )
