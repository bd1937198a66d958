"""Set-up, LAB-2."""

from filon.games.chance import shuffled
from filon.games.contract import Random, Seat, require_seats
from filon.games.labyrinth.castle import CASTLE, CHAMBERS, Rotation
from filon.games.labyrinth.model import FirstChange, Options, State
from filon.games.labyrinth.pieces import POSITIONS, SEATS, SECRETS, Ring


def deal(seats: int, options: Options, random: Random) -> State:
    """The first secret is already turned up; an animal among them is simply sought, LAB-4.1."""
    require_seats(seats, SEATS, "LAB-1.0")
    *pile, sought = shuffled(SECRETS, random)
    return State(
        options=options,
        rotation=Rotation(*(random.below(POSITIONS[ring]) for ring in Ring)),  # LAB-2.2
        pawns=tuple(CASTLE.starts[chamber] for chamber in CHAMBERS[seats]),
        hands=((),) * seats,
        pile=tuple(pile),
        sought=sought,
        on_turn=Seat(random.below(seats) if options.starter == "random" else 0),
        phase=FirstChange(),
    )
