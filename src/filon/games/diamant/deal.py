"""Set-up of a game and of each cave, DIA-2.1, DIA-3.2."""

from filon.games.chance import shuffled
from filon.games.contract import Random, Seat, require_seats
from filon.games.diamant.decide import turn_up
from filon.games.diamant.evolve import evolve
from filon.games.diamant.model import Expedition, Options, State
from filon.games.diamant.pieces import ARTIFACT, DECK, SEATS


def deal(seats: int, options: Options, random: Random) -> State:
    """Everybody stands in the first cave, before its first card, already turned."""
    require_seats(seats, SEATS, "DIA-1.0")
    cards = (*DECK, ARTIFACT) if options.artifacts == "one_per_cave" else DECK
    state = State(
        options=options,
        chests=(0,) * seats,
        phase=Expedition(
            cave=1,
            pile=shuffled(cards, random),
            gallery=(),
            inside=tuple(Seat(seat) for seat in range(seats)),
            loot=0,
            choices={},
        ),
    )
    return evolve(state, turn_up(state))
