"""What a seat may know: everything but the pile's order, choices not yet shown, and hidden chests."""

from typing import Final

from filon.games.contract import HIDDEN, Seat
from filon.games.diamant.model import (
    CaveEntered,
    Chose,
    Event,
    Expedition,
    ExpeditionView,
    Finished,
    FinishedView,
    Phase,
    State,
    View,
)

REVEALS: Final = {
    "CardTurned": frozenset({"card", "share", "left"}),
    "ChoicesShown": frozenset({"choices"}),
    "GameEnded": frozenset({"chests"}),
}


def view(state: State, seat: Seat | None) -> View:
    opened = state.options.chests == "open" or isinstance(state.phase, Finished)  # DIA-4.1
    return View(
        seat=seat,
        options=state.options,
        chests=tuple(
            chest if opened or owner == seat else HIDDEN for owner, chest in enumerate(state.chests)
        ),
        phase=_phase_view(state.phase, seat),
        removed=state.removed,
        artifacts_turned=state.artifacts_turned,
    )


def redact(event: Event, seat: Seat | None) -> Event:
    match event:
        case Chose(chooser) if chooser != seat:
            return Chose(chooser, HIDDEN)
        case CaveEntered(cave):
            return CaveEntered(cave, HIDDEN)
        case _:
            return event


def _phase_view(phase: Phase, seat: Seat | None) -> ExpeditionView | FinishedView:
    match phase:
        case Expedition():
            return ExpeditionView(
                cave=phase.cave,
                pile=len(phase.pile),
                gallery=phase.gallery,
                inside=phase.inside,
                loot=phase.loot,
                choices={
                    chooser: choice if chooser == seat else HIDDEN
                    for chooser, choice in sorted(phase.choices.items())
                },
            )
        case _:
            return FinishedView()
