"""Set-up, OOM-2."""

from filon.games.chance import shuffled
from filon.games.contract import Random, require_seats
from filon.games.outofmine.boards import ALL_BOARDS
from filon.games.outofmine.cards import ALL_CARDS
from filon.games.outofmine.model import Choosing, Options, State
from filon.games.outofmine.pieces import PILE, SEATS


def deal(seats: int, options: Options, random: Random) -> State:
    """Everybody has a board and is about to choose its face; nobody has seen a card."""
    require_seats(seats, SEATS, "OOM-1.0")
    boards = shuffled(ALL_BOARDS, random)
    return State(
        options=options,
        round=1,
        scores=(0,) * seats,
        boards=boards[:seats],
        phase=Choosing({}, {}),
        board_pile=boards[seats : seats + PILE],
        box=boards[seats + PILE :],
        card_pile=shuffled(ALL_CARDS, random),
    )
