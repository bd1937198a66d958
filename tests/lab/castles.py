"""Positions of the castle that random play hardly meets."""

from msgspec.structs import replace

from filon.games.chance import pick, shuffled
from filon.games.contract import Seat
from filon.games.labyrinth.castle import Rotation, Square
from filon.games.labyrinth.model import (
    AnimalTurned,
    Arrived,
    Duel,
    Ending,
    Fetched,
    Finished,
    FirstChange,
    ForCards,
    ForSecret,
    Moving,
    Phase,
    Placing,
    Prize,
    SecondChange,
    State,
)
from filon.games.labyrinth.pieces import KIND, SECRETS, Kind, Ring, Thing, in_order
from filon.kernels.stream import Stream
from filon.lab.labyrinth.encoding import LATEST_TURN

ANIMALS = tuple(secret for secret in SECRETS if KIND[secret] is Kind.ANIMAL)
KINDS = range(9)


def thrown_together(state: State, kind: int, chance: Stream) -> State:
    """A state in that phase with pawns, cards and marks anywhere."""
    seats = [Seat(seat) for seat in range(len(state.pawns))]
    one, other, *rest = shuffled(seats, chance)
    some = tuple(seat for seat in seats if chance.below(2))
    prizes: tuple[Prize, ...] = (ForCards(Kind.GNOME, 1 + chance.below(4)), ForSecret(tuple(rest[:1])))
    prize = pick(prizes, chance)
    phases: tuple[Phase, ...] = (
        FirstChange(),
        SecondChange(pick(tuple(Ring), chance)),
        Moving(),
        Arrived(some),
        AnimalTurned(one),
        Fetched(one, some),
        Duel((one, other), prize, {pick((one, other), chance): pick(tuple(Thing), chance)}),
        Placing(one, other, prize),
        Finished(tuple(sorted((one, *rest))), pick(tuple(Ending), chance)),
    )
    cards = list(shuffled(SECRETS, chance))
    sought = cards.pop() if chance.below(2) else None
    hands = [in_order(cards.pop() for _ in range(chance.below(5))) for _ in seats]
    return replace(
        state,
        rotation=Rotation(chance.below(12), chance.below(12), chance.below(6)),
        pawns=tuple(Square(chance.below(102)) for _ in seats),
        hands=tuple(hands),
        pile=tuple(cards),
        sought=sought,
        on_turn=pick(seats, chance),
        phase=phases[kind],
        turn=1 + chance.below(LATEST_TURN),
        swapped=chance.below(2) == 1,
        discarded=tuple(shuffled(ANIMALS, chance)[: chance.below(5)]),
        challenged=chance.below(2) == 1,
        turned_up=chance.below(2) == 1,
        finder=pick((None, *seats), chance),
    )
