"""Caves to start from: `cave("7 gas 11", then="gas 5")` has turned 7, gas and 11, and turns gas next."""

from collections.abc import Sequence
from typing import Final

from filon.games.chance import FastRandom
from filon.games.contract import Random, Seat, play
from filon.games.diamant import DIAMANT
from filon.games.diamant.decide import turn_up
from filon.games.diamant.evolve import evolve
from filon.games.diamant.model import Choice, Choose, Event, Expedition, Options, State
from filon.games.diamant.pieces import ARTIFACT, DECK, Card, card_name

GO: Final = Choose(Choice.GO_ON)
LEAVE: Final = Choose(Choice.LEAVE)


def decided(state: State, seat: int, choice: Choose) -> Sequence[Event]:
    return DIAMANT.decide(state, Seat(seat), choice, FastRandom(0))


def cards(names: str) -> list[Card]:
    by_name = {card_name(card): card for card in (*DECK, ARTIFACT)}
    return [by_name[name] for name in names.split()]


def cave(
    turned: str, *, then: str = "", seats: int = 3, number: int = 1, options: Options | None = None
) -> State:
    """All seats inside, the named cards turned one after the other, `then` on top of the pile."""
    options = options or Options()
    on_top = cards(turned) + cards(then)
    rest = [*DECK, *([ARTIFACT] if options.artifacts == "one_per_cave" else [])]
    for card in on_top:
        rest.remove(card)
    pile = (*rest, *reversed(on_top))
    everybody = tuple(Seat(seat) for seat in range(seats))
    state = State(options, (0,) * seats, Expedition(number, pile, (), everybody, 0, {}))
    for _ in turned.split():
        state = evolve(state, turn_up(state))
    return state


def choose(state: State, *choices: Choose, random: Random | None = None) -> tuple[State, list[Event]]:
    """Everybody inside chooses, in seat order; on into the next cave."""
    events: list[Event] = []
    random = random or FastRandom(0)
    for seat, choice in zip(inside(state), choices, strict=True):
        state, more = play(DIAMANT, state, seat, choice, random)
        events += more
    return state, events


def inside(state: State) -> Sequence[Seat]:
    return expedition(state).inside


def expedition(state: State) -> Expedition:
    assert isinstance(state.phase, Expedition)
    return state.phase


def lying(state: State) -> list[int]:
    return [turned.left for turned in expedition(state).gallery]


def happened(events: Sequence[Event], kind: type) -> list[Event]:
    return [event for event in events if isinstance(event, kind)]
