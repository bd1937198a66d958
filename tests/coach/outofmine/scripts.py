"""Rounds to coach, motion by motion: who did what, and when."""

from msgspec.structs import replace

from filon.bots.sight import Sight
from filon.coach.contract import Moment
from filon.games.chance import FastRandom
from filon.games.contract import TABLE, Seat, play_one
from filon.games.outofmine import OUTOFMINE
from filon.games.outofmine.boards import ALL_BOARDS
from filon.games.outofmine.cards import ALL_CARDS
from filon.games.outofmine.grid import LAYS, SQUARES
from filon.games.outofmine.model import Action, Place, Ready, Signal, State, Take
from filon.games.outofmine.pieces import PILE, CardId, Shape, Tile
from tests.games.outofmine.mines import card, face

BAT_CARD = card("2B 2G 2W")
CROWN_CARD = card("2B 4G 1R")
BAT = ("g3 h3", "f4 g4", "h4 e5 f5 g5 h5", "d6 e6 f6", "b5 c5 d5", "b3 c3 b4 c4 d4")
"""A full filling of The Bat, in the order in which it is laid: the last tile is a white P."""
CROWN = ("b3 b4 b5 c5", "c6 d6 e6", "e3 d4 e4", "d5 e5", "f4 f5 f6", "g5 g6", "h3 h4 h5")
"""One of The Crown."""
P5 = Shape.P5
SPOILT = "b3 b4 c4 b5 c5"
"""The same P on The Bat, with one square cut off that only a yellow tile could fill."""


class Script:
    """The first of seven rounds for two: The Bat with BAT_CARD against The Crown with CROWN_CARD."""

    def __init__(self) -> None:
        (bat, front), (crown, back) = face("The Bat"), face("The Crown")
        rest = tuple(board for board in ALL_BOARDS if board not in {bat, crown})
        left: tuple[CardId, ...] = tuple(one for one in ALL_CARDS if one not in {BAT_CARD, CROWN_CARD})
        self.state: State = replace(
            OUTOFMINE.deal(2, OUTOFMINE.simulation, FastRandom(1)),
            boards=(bat, crown),
            phase=Ready((front, back)),
            board_pile=rest[:PILE],
            box=rest[PILE:],
            card_pile=(*left, CROWN_CARD, BAT_CARD),
        )
        self.moments: list[Moment] = []
        self.does(None, Signal(), 1_000)

    def does(self, seat: int | None, action: Action, at_ms: int) -> None:
        actor = TABLE if seat is None else Seat(seat)
        after, events = play_one(OUTOFMINE, self.state, actor, action, FastRandom(0))
        step = len(self.moments)
        self.moments.append(
            Moment(step, step + 2, seat, "person", action, self.state, tuple(events), after, at_ms)
        )
        self.state = after

    def lays(self, seat: int, squares: str, at_ms: int) -> None:
        """Takes the tile, and lays it a second later."""
        place = placed(squares)
        tile = next(Tile(shape) for shape in Shape if place.squares in LAYS[shape])
        self.does(seat, Take(tile), at_ms)
        self.does(seat, place, at_ms + 1_000)


def placed(squares: str) -> Place:
    return Place(tuple(sorted(SQUARES[name] for name in squares.split())))


def seen(state: State, seat: int) -> Sight:
    seat_ = Seat(seat)
    return Sight(OUTOFMINE, OUTOFMINE.view(state, seat_), OUTOFMINE.legal_actions(state, seat_))
