"""What a seat of Candles may know, and a state that it cannot tell from the true one."""

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from filon.games.chance import pick, shuffled
from filon.games.contract import HIDDEN, Hidden, Random, Seat
from tests.fifth.games.model import (
    CANDLES,
    GEMS,
    Action,
    Dark,
    DarkView,
    Decided,
    Event,
    Light,
    Settled,
    State,
    StayDark,
    View,
)

REVEALS: Final = {"Shown": frozenset({"choices", "taker"}), "GemTurned": frozenset({"gem"})}
"""And the end tells nothing that could not be added up."""
FOLLOWED: Final = frozenset[type]({Decided})


def view(state: State, seat: Seat | None) -> View:
    hands: Iterable[tuple[int | Hidden, ...]] = (
        hand if owner == seat else (HIDDEN,) * len(hand) for owner, hand in enumerate(state.hands)
    )
    chosen = state.phase.choices if isinstance(state.phase, Dark) else {}
    return _view(
        state, seat, tuple(hands), {one: choice if one == seat else HIDDEN for one, choice in chosen.items()}
    )


def views(state: State, seats: Iterable[Seat | None]) -> list[View]:
    return [view(state, seat) for seat in seats]


def reveal(state: State, seat: Seat | None) -> View:
    chosen = state.phase.choices if isinstance(state.phase, Dark) else {}
    return _view(state, seat, state.hands, dict(chosen))


def _view(
    state: State,
    seat: Seat | None,
    hands: tuple[tuple[int | Hidden, ...], ...],
    chosen: dict[Seat, Action | Hidden],
) -> View:
    phase = state.phase
    return View(
        seat=seat,
        options=state.options,
        hands=hands,
        box=len(state.box),
        burnt=state.burnt,
        pile=len(state.pile),
        won=state.won,
        lost=state.lost,
        # In the order of the seats, which says nothing of who was first.
        phase=DarkView(phase.gem, dict(sorted(chosen.items()))) if isinstance(phase, Dark) else Settled(),
    )


def redact(event: Event, seat: Seat | None) -> Event:
    if isinstance(event, Decided) and event.seat != seat:
        return Decided(event.seat, HIDDEN)
    return event


def follow(view: View, event: Event) -> View:
    """The board of no client knows this: it is for programs, which are told less where they follow."""
    match event, view.phase:
        case Decided(seat, choice), DarkView(gem, choices):
            return replace(view, phase=DarkView(gem, dict(sorted({**choices, seat: choice}.items()))))
        case _:
            raise TypeError(f"a view of Candles cannot follow {type(event).__name__}")


def imagine(view: View, random: Random) -> State:
    known = {*view.burnt, *(candle for hand in view.hands for candle in hand if isinstance(candle, int))}
    unseen = list(shuffled([candle for candle in CANDLES if candle not in known], random))
    hands = tuple(
        tuple(sorted(unseen.pop() if isinstance(candle, Hidden) else candle for candle in hand))
        for hand in view.hands
    )
    phase = view.phase
    there = (phase.gem,) if isinstance(phase, DarkView) else ()
    gone = {*view.lost, *(gem for gems in view.won for gem in gems), *there}
    return State(
        options=view.options,
        hands=hands,
        box=tuple(unseen),
        burnt=view.burnt,
        pile=shuffled([gem for gem in GEMS if gem not in gone], random),
        won=view.won,
        lost=view.lost,
        phase=Dark(phase.gem, _imagined(phase, hands, random)) if isinstance(phase, DarkView) else phase,
    )


def _imagined(phase: DarkView, hands: tuple[tuple[int, ...], ...], random: Random) -> dict[Seat, Action]:
    """Of whom nothing is known but that they have decided, any decision is as likely as any other."""
    choices: dict[Seat, Action] = {}
    for seat, choice in phase.choices.items():
        if isinstance(choice, Hidden):
            possible: list[Action] = [*map(Light, hands[seat]), StayDark()]
            choices[seat] = pick(possible, random)
        else:
            choices[seat] = choice
    return choices
