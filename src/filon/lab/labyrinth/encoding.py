"""Le Labyrinthe Secret in arrays: pawns as squares, hands as a place for each secret, moves as squares."""

from collections.abc import Iterable, Sequence
from typing import Any, Final, assert_never

from filon.games.contract import AnyGame, Hidden, Seat
from filon.games.labyrinth import LABYRINTH
from filon.games.labyrinth.castle import NAMES, Square
from filon.games.labyrinth.model import (
    Action,
    AnimalTurned,
    Arrived,
    Challenge,
    Decline,
    DuelView,
    End,
    Ending,
    Fetch,
    Fetched,
    Finished,
    FirstChange,
    ForCards,
    ForSecret,
    Move,
    Moving,
    Options,
    PhaseView,
    Place,
    Placing,
    Prize,
    SecondChange,
    Stay,
    Swap,
    Throw,
    Turn,
    View,
)
from filon.games.labyrinth.pieces import ANIMALS, KIND, SECRETS, SET_KINDS, Kind, Ring, Stake, Thing
from filon.lab.encoding import NOBODY_KNOWS, Field, Layout, Observation, clockwise

SQUARES: Final = len(NAMES)
NOWHERE: Final = SQUARES
"""The square of a secret when none is sought."""
NO_SECRET: Final = len(SECRETS)
LATEST_TURN: Final = 32767
"""Later turns look like this one."""
MOST_AT_STAKE: Final = 4
TURNS: Final = (
    *(Turn(ring, steps) for ring in (Ring.OUTER, Ring.INNER) for steps in (1, -1)),
    *(Turn(Ring.CENTRE, steps) for steps in range(1, 6)),
)
"""By place in the field `turn`."""
THINGS: Final = tuple(Thing)
PHASES: Final = (
    FirstChange,
    SecondChange,
    Moving,
    Arrived,
    AnimalTurned,
    Fetched,
    DuelView,
    Placing,
    Finished,
)
NO_PRIZE, TREASURES, GNOMES, THE_SECRET = range(4)
NO_THROW, SECRET_THROW, FIRST_THING = range(3)
NO_PART, FIRST_PART, SECOND_PART, WAITS = range(4)
_RINGS: Final = tuple(Ring)
_ENDINGS: Final = tuple(Ending)
_ANIMALS: Final = tuple(secret for secret in SECRETS if KIND[secret] is Kind.ANIMAL)


def layout_of(seats: int) -> Layout:
    return Layout(
        Field("phase", (1,), 0, len(PHASES) - 1, _PHASES_ABOUT),
        Field("on_turn", (1,), 0, seats - 1, "whose turn it is, clockwise from this seat"),
        Field("turn", (1,), 1, LATEST_TURN, "the number of the turn; 32767 from there on"),
        Field("rotation", (3,), 0, 11, "where the outer, inner and centre ring stand; the centre up to 5"),
        Field("first_ring", (3,), 0, 1, "what was turned, when the second change is to be made"),
        Field("pawns", (seats,), 0, SQUARES - 1, "squares of the pawns"),
        Field("sought", (1,), 0, NO_SECRET, "the secret that is sought; 18 none"),
        Field("square", (1,), 0, NOWHERE, "its square; 102 none"),
        Field("pile", (1,), 0, len(SECRETS), "secrets still face down"),
        Field("counts", (seats,), 0, len(SECRETS), "cards in the hands"),
        Field("hands", (seats, len(SECRETS)), NOBODY_KNOWS, 1, "who holds which secret; -1 hidden (LAB-3.6)"),
        Field("discarded", (ANIMALS,), 0, ANIMALS, "animals played, in order: 1 to 4; 0 none"),
        Field("meets", (seats,), 0, 1, "who may be challenged"),
        Field("parts", (seats,), NO_PART, WAITS, _PARTS_ABOUT),
        Field("prize", (1,), NO_PRIZE, THE_SECRET, "of a duel: 1 treasures, 2 gnomes, 3 the sought secret"),
        Field("stake", (1,), 0, MOST_AT_STAKE, "cards at stake, where the prize is cards"),
        Field("throws", (seats,), NO_THROW, FIRST_THING + 2, _THROWS_ABOUT),
        Field("swapped", (1,), 0, 1, "an animal was played in this turn"),
        Field("challenged", (1,), 0, 1, "the challenge of this turn was made"),
        Field("turned_up", (1,), 0, 1, "a card was turned up in this turn"),
        Field("finder", (seats,), 0, 1, "who turns up the next card, if it is not the player on turn"),
        Field("ending", (1,), 0, len(_ENDINGS), "0 none yet, 1 a full set, 2 the turn limit"),
    )


_PHASES_ABOUT: Final = (
    "0 first change, 1 second change, 2 moving, 3 arrived, 4 animal turned up, 5 animal fetched, 6 duel, "
    "7 placing, 8 finished"
)
_PARTS_ABOUT: Final = (
    "1 turned the animal up, fetched it, duels first, won the duel or the game; 2 duels second or lost the "
    "duel; 3 duels the winner next"
)
_THROWS_ABOUT: Final = "in a duel: 0 none yet, 1 thrown in secret, own throw: 2 stone, 3 scissors, 4 paper"


def actions_of(seats: int) -> Layout:
    kinds, stakes = len(SET_KINDS), len(Stake)
    return Layout(
        Field("turn", (len(TURNS),), 0, 1, "outer +1, -1, inner +1, -1, centre 1 to 5 positions (LAB-3.1)"),
        Field("stay", (1,), 0, 1, "stay (LAB-3.4)"),
        Field("end", (1,), 0, 1, "end the turn (LAB-3.6)"),
        Field("fetch", (1,), 0, 1, "go straight to the animal (LAB-4.1)"),
        Field("decline", (1,), 0, 1, "leave the animal (LAB-4.1)"),
        Field("throw", (len(THINGS),), 0, 1, "stone, scissors, paper (LAB-5.3)"),
        Field("swap", (seats - 1, kinds), 0, 1, "opponent clockwise, treasure or gnome given (LAB-4.2)"),
        Field(
            "challenge",
            (seats - 1, kinds, stakes),
            0,
            1,
            "opponent clockwise, for treasures or gnomes, for one card or the die's (LAB-5.2)",
        ),
        Field("move", (SQUARES,), 0, 1, "to a square (LAB-3.4)"),
        Field("place", (SQUARES,), 0, 1, "the loser's pawn on a square (LAB-5.5)"),
    )


class LabyrinthEncoding:
    game: AnyGame = LABYRINTH

    def __init__(self, seats: int, options: Options) -> None:
        self.seats = seats
        self.options: Any = options
        self.layout = layout_of(seats)
        self.actions = actions_of(seats)
        self._indices = tuple(
            {action: index for index, action in enumerate(self._actions(Seat(seat)))} for seat in range(seats)
        )

    def observe(self, view: View, out: Observation) -> None:
        out[:] = 0
        part = self.layout.split(out)
        seen_as = clockwise(self.seats, view.seat)
        part["on_turn"][:] = seen_as.index(view.on_turn)
        part["turn"][:] = min(view.turn, LATEST_TURN)
        part["rotation"][:] = view.rotation.outer, view.rotation.inner, view.rotation.centre
        part["pawns"][:] = [view.pawns[seat] for seat in seen_as]
        part["sought"][:] = NO_SECRET if view.sought is None else SECRETS.index(view.sought)
        part["square"][:] = NOWHERE if view.square is None else view.square
        part["pile"][:] = view.pile
        part["counts"][:] = [view.counts[seat] for seat in seen_as]
        for place, seat in enumerate(seen_as):
            hand = view.hands[seat]
            if isinstance(hand, Hidden):
                part["hands"][place] = NOBODY_KNOWS
            else:
                part["hands"][place, [SECRETS.index(card) for card in hand]] = 1
        for place, animal in enumerate(view.discarded):
            part["discarded"][place] = 1 + _ANIMALS.index(animal)
        part["swapped"][:] = view.swapped
        part["challenged"][:] = view.challenged
        part["turned_up"][:] = view.turned_up
        part["finder"][:] = [seat == view.finder for seat in seen_as]
        part["phase"][:] = PHASES.index(type(view.phase))
        _observe_phase(view.phase, seen_as, part)

    def indices(self, seat: Seat, legal: Sequence[Action]) -> list[int]:
        index = self._indices[seat]
        return [index[action] for action in legal]

    def _actions(self, seat: Seat) -> Iterable[Action]:
        """By index, as this seat counts its opponents."""
        opponents = clockwise(self.seats, seat)[1:]
        yield from TURNS
        yield from (Stay(), End(), Fetch(), Decline())
        yield from (Throw(thing) for thing in THINGS)
        yield from (Swap(other, kind) for other in opponents for kind in SET_KINDS)
        for other in opponents:
            yield from (Challenge(other, kind, stake) for kind in SET_KINDS for stake in Stake)
        yield from (Move(Square(square)) for square in range(SQUARES))
        yield from (Place(Square(square)) for square in range(SQUARES))


def _observe_phase(phase: PhaseView, seen_as: Sequence[Seat], part: dict[str, Observation]) -> None:
    match phase:
        case FirstChange() | Moving():
            pass
        case SecondChange(first):
            part["first_ring"][_RINGS.index(first)] = 1
        case Arrived(meets):
            part["meets"][:] = [seat in meets for seat in seen_as]
        case AnimalTurned(turner):
            part["parts"][seen_as.index(turner)] = FIRST_PART
        case Fetched(fetcher, meets):
            part["parts"][seen_as.index(fetcher)] = FIRST_PART
            part["meets"][:] = [seat in meets for seat in seen_as]
        case DuelView((one, other), prize, throws):
            _observe_duel(one, other, prize, seen_as, part)
            part["throws"][:] = [_throw(throws.get(seat)) for seat in seen_as]
        case Placing(winner, loser, prize):
            _observe_duel(winner, loser, prize, seen_as, part)
        case Finished(winners, ending):
            part["parts"][:] = [FIRST_PART if seat in winners else NO_PART for seat in seen_as]
            part["ending"][:] = 1 + _ENDINGS.index(ending)
        case _:
            assert_never(phase)


def _observe_duel(
    one: Seat, other: Seat, prize: Prize, seen_as: Sequence[Seat], part: dict[str, Observation]
) -> None:
    part["parts"][seen_as.index(one)] = FIRST_PART
    part["parts"][seen_as.index(other)] = SECOND_PART
    match prize:
        case ForCards(kind, cards):
            part["prize"][:] = TREASURES + SET_KINDS.index(kind)
            part["stake"][:] = cards
        case ForSecret(waiting):
            part["prize"][:] = THE_SECRET
            for seat in waiting:
                part["parts"][seen_as.index(seat)] = WAITS
        case _:
            assert_never(prize)


def _throw(thing: Thing | Hidden | None) -> int:
    if thing is None:
        return NO_THROW
    return SECRET_THROW if isinstance(thing, Hidden) else FIRST_THING + THINGS.index(thing)


ENCODING: Final = LabyrinthEncoding
