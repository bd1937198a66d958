"""From an event to the next state: bookkeeping, no rules."""

from msgspec.structs import replace

from filon.games.contract import Continued, Hidden, Seat, whole
from filon.games.diamant.model import (
    CardTurned,
    CaveEntered,
    CaveFled,
    CaveLeft,
    CaveOver,
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
from filon.games.diamant.pieces import ARTIFACT, Card, Danger
from filon.games.diamant.takings import with_takings
from filon.games.intermission import with_ready


def evolve(state: State, event: Event) -> State:
    cave = state.phase
    if not isinstance(cave, Expedition):
        return _after_cave(state, event)
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
            return replace(state, phase=CaveOver(cave.cave, cave.pile, cave.gallery, None, {}))
        case _:
            assert isinstance(event, CaveFled), "nothing else happens in a cave"
            lost = dict.fromkeys(cave.inside, cave.loot)
            over = CaveOver(cave.cave, cave.pile, cave.gallery, event.hazard, lost)
            return replace(state, phase=over, removed=(*state.removed, event.hazard))


def _after_cave(state: State, event: Event) -> State:
    over = state.phase
    assert isinstance(over, CaveOver), "nothing happens after the count"
    match event:
        case Continued(seat):
            return replace(state, phase=replace(over, ready=with_ready(over.ready, seat)))
        case CaveEntered(number, pile):
            everybody = tuple(Seat(seat) for seat in range(len(state.chests)))
            return _in_cave(state, Expedition(number, whole(pile), (), everybody, 0, {}))
        case _:
            assert isinstance(event, GameEnded), "nothing else happens between two caves"
            return replace(state, phase=Finished(gathered(over)))


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


def gathered(over: CaveOver) -> tuple[Card, ...]:
    """The cards of a cave for the next one: a hazard that came twice, once less, DIA-3.1, DIA-3.2.

    Its artifact leaves the game with it, DIA-4.3.
    """
    cards = [card for card in (*(turned.card for turned in over.gallery), *over.pile) if card != ARTIFACT]
    if over.hazard is not None:
        cards.remove(Danger(over.hazard))
    return tuple(cards)
