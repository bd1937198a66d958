"""From an event to the next state: bookkeeping, no rules."""

from typing import assert_never

from filon.games.contract import Hidden, Seat, whole
from filon.games.diamant.model import (
    CardTurned,
    CaveEntered,
    CaveFled,
    CaveLeft,
    Choice,
    ChoicesShown,
    Chose,
    Event,
    Expedition,
    Finished,
    GameEnded,
    Returned,
    State,
    Turned,
)
from filon.games.diamant.pieces import ARTIFACT, Card, Danger, Hazard
from filon.games.diamant.takings import with_takings


def evolve(state: State, event: Event) -> State:
    cave = state.phase
    assert isinstance(cave, Expedition), "nothing happens after the count"
    match event:
        case Chose(seat, choice):
            return _with_choice(state, cave, seat, choice)
        case ChoicesShown():
            return _in_cave(state, Expedition(cave.cave, cave.pile, cave.gallery, cave.inside, cave.loot, {}))
        case Returned():
            return _with_returned(state, cave, event)
        case CardTurned():
            return _with_turned(state, cave, event)
        case CaveLeft():
            return _gathered(state, cave, _cards(cave), state.removed)
        case CaveFled(hazard=hazard):
            return _gathered(state, cave, _without(_cards(cave), hazard), (*state.removed, hazard))
        case CaveEntered(number, pile):
            everybody = tuple(Seat(seat) for seat in range(len(state.chests)))
            return _in_cave(state, Expedition(number, whole(pile), (), everybody, 0, {}))
        case GameEnded():
            return State(
                state.options,
                state.chests,
                Finished(cave.pile),
                state.removed,
                state.artifacts_turned,
                state.takings,
            )
        case _:
            assert_never(event)


def _in_cave(state: State, cave: Expedition) -> State:
    return State(state.options, state.chests, cave, state.removed, state.artifacts_turned, state.takings)


def _with_choice(state: State, cave: Expedition, seat: Seat, choice: Choice | Hidden) -> State:
    choices = {**cave.choices, seat: whole(choice)}
    return _in_cave(state, Expedition(cave.cave, cave.pile, cave.gallery, cave.inside, cave.loot, choices))


def _with_returned(state: State, cave: Expedition, event: Returned) -> State:
    chests = list(state.chests)
    for seat in event.seats:
        chests[seat] += event.banked
    gallery = tuple(Turned(turned.card, left) for turned, left in zip(cave.gallery, event.left, strict=True))
    inside = tuple(seat for seat in cave.inside if seat not in event.seats)
    takings = with_takings(state.takings, cave.cave, event, len(chests))
    cave = Expedition(cave.cave, cave.pile, gallery, inside, cave.loot, cave.choices)
    return State(state.options, tuple(chests), cave, state.removed, state.artifacts_turned, takings)


def _with_turned(state: State, cave: Expedition, event: CardTurned) -> State:
    gallery = (*cave.gallery, Turned(event.card, event.left))
    artifacts = state.artifacts_turned + (event.card == ARTIFACT)
    cave = Expedition(cave.cave, cave.pile[:-1], gallery, cave.inside, cave.loot + event.share, cave.choices)
    return State(state.options, state.chests, cave, state.removed, artifacts, state.takings)


def _cards(cave: Expedition) -> tuple[Card, ...]:
    """All cards of the cave; its artifact leaves the game with it, DIA-4.3."""
    cards = (*(turned.card for turned in cave.gallery), *cave.pile)
    return tuple(card for card in cards if card != ARTIFACT)


def _without(cards: tuple[Card, ...], hazard: Hazard) -> tuple[Card, ...]:
    at = cards.index(Danger(hazard))
    return cards[:at] + cards[at + 1 :]


def _gathered(state: State, cave: Expedition, cards: tuple[Card, ...], removed: tuple[Hazard, ...]) -> State:
    return State(
        state.options,
        state.chests,
        Expedition(cave.cave, cards, (), (), 0, {}),
        removed,
        state.artifacts_turned,
        state.takings,
    )
