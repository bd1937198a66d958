"""Le Labyrinthe Secret across to its kernel and back."""

from collections.abc import Sequence
from typing import Final, assert_never

from filon.games.contract import AnyGame, Hidden, Outcome, Seat
from filon.games.labyrinth import LABYRINTH
from filon.games.labyrinth.castle import NAMES, Rotation, Square
from filon.games.labyrinth.model import (
    Action,
    AnimalTurned,
    Arrived,
    Challenge,
    Decline,
    Duel,
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
    Phase,
    PhaseView,
    Place,
    Placing,
    Prize,
    SecondChange,
    State,
    Stay,
    Swap,
    Throw,
    Turn,
    View,
)
from filon.games.labyrinth.pieces import POSITIONS, SECRETS, SET_KINDS, Ring, Secret, Stake, Thing
from filon.kernels.labyrinth import kernel_position as at
from filon.kernels.labyrinth.kernel import LabyrinthKernel
from filon.kernels.labyrinth.kernel_series import LabyrinthImaginer, Setting, series
from filon.kernels.stream import Stream
from filon.kernels.totals import Totals

_RINGS: Final = tuple(Ring)
_THINGS: Final = tuple(Thing)
_SEATS: Final = tuple(Seat(seat) for seat in range(4))
ACTIONS: Final[tuple[Action, ...]] = (
    *(Turn(ring, steps) for ring in (Ring.OUTER, Ring.INNER) for steps in (1, -1)),
    *(Turn(Ring.CENTRE, steps) for steps in range(1, POSITIONS[Ring.CENTRE])),
    Stay(),
    End(),
    Fetch(),
    Decline(),
    *(Throw(thing) for thing in _THINGS),
    *(Swap(seat, kind) for seat in _SEATS for kind in SET_KINDS),
    *(Challenge(seat, kind, stake) for seat in _SEATS for kind in SET_KINDS for stake in Stake),
    *(Move(Square(square)) for square in range(len(NAMES))),
    *(Place(Square(square)) for square in range(len(NAMES))),
)
"""By code."""
_CODES: Final = {action: code for code, action in enumerate(ACTIONS)}
_NUMBER: Final = {secret: number for number, secret in enumerate(SECRETS)}


def code_of(action: Action) -> int:
    return _CODES[action]


class LabyrinthBridge:
    game: AnyGame = LABYRINTH
    tally_names: Sequence[str] = ("turns", "animals played")

    def deal(self, seats: int, options: Options, stream: Stream) -> LabyrinthKernel:
        return setting(seats, options).deal(stream)

    def kernel(self, state: State, stream: Stream) -> LabyrinthKernel:
        kernel = _in_sight(state, stream)
        for seat, hand in enumerate(state.hands):
            kernel.exchange(seat, _mask(hand))
        kernel.pile = [_NUMBER[card] for card in state.pile]
        return kernel

    def state(self, kernel: LabyrinthKernel) -> State:
        seats = range(kernel.seats)
        return State(
            options=Options(
                starter="random" if kernel.random_starter else "first",
                corridors="either" if kernel.either_way else "clockwise",
                memory="on" if kernel.memory else "off",
                goal=6 if kernel.goal == 6 else 7,
                turn_limit=kernel.turn_limit or None,
            ),
            rotation=Rotation(kernel.outer, kernel.inner, kernel.centre),
            pawns=tuple(Square(kernel.pawn(seat)) for seat in seats),
            hands=tuple(_cards(kernel.hand(seat)) for seat in seats),
            pile=tuple(SECRETS[card] for card in kernel.pile),
            sought=None if kernel.sought == at.NONE else SECRETS[kernel.sought],
            on_turn=Seat(kernel.on_turn),
            phase=_phase(kernel),
            turn=kernel.turn,
            swapped=kernel.swapped,
            discarded=tuple(SECRETS[kernel.discarded >> 5 * place & 31] for place in range(kernel.discards)),
            challenged=kernel.challenged,
            turned_up=kernel.turned_up,
            finder=None if kernel.finder == at.NONE else Seat(kernel.finder),
        )

    def code(self, kernel: LabyrinthKernel, action: Action) -> int:  # noqa: ARG002 - one code anywhere
        return code_of(action)

    def action(self, kernel: LabyrinthKernel, code: int) -> Action:  # noqa: ARG002
        return ACTIONS[code]

    def imaginer(self, view: View) -> LabyrinthImaginer:
        known = _in_sight(view, Stream(0))
        unseen = set(SECRETS) - {view.sought, *view.discarded}
        counts: list[int] = []
        for seat, (hand, count) in enumerate(zip(view.hands, view.counts, strict=True)):
            if isinstance(hand, Hidden):
                counts.append(count)
            else:
                known.exchange(seat, _mask(hand))
                unseen -= set(hand)
                counts.append(0)
        cards = sorted(_NUMBER[card] for card in unseen)
        imaginer = LabyrinthImaginer(known, cards, counts, over=isinstance(view.phase, Finished))
        if isinstance(view.phase, DuelView):
            one, other = (view.phase.throws.get(seat) for seat in view.phase.duellists)
            imaginer.one_guessed, imaginer.other_guessed = isinstance(one, Hidden), isinstance(other, Hidden)
        return imaginer

    def outcome(self, kernel: LabyrinthKernel) -> Outcome | None:
        return LABYRINTH.outcome(self.state(kernel)) if kernel.phase == at.FINISHED else None

    def series(self, seats: int, options: Options, seed: int, games: range) -> Totals:
        return series(setting(seats, options), seed, games.start, games.stop)


LABYRINTH_BRIDGE: Final = LabyrinthBridge()


def setting(seats: int, options: Options) -> Setting:
    return Setting(
        seats,
        random_starter=options.starter == "random",
        either_way=options.corridors == "either",
        memory=options.memory == "on",
        goal=options.goal,
        turn_limit=options.turn_limit or 0,
    )


def _mask(cards: tuple[Secret, ...]) -> int:
    return sum(1 << _NUMBER[card] for card in cards)


def _cards(mask: int) -> tuple[Secret, ...]:
    return tuple(SECRETS[card] for card in at.cards_of(mask))


def _in_sight(seen: State | View, stream: Stream) -> LabyrinthKernel:
    """All but the hands and the pile, which a view may hide."""
    kernel = setting(len(seen.pawns), seen.options).empty(stream)
    kernel.outer, kernel.inner, kernel.centre = seen.rotation.outer, seen.rotation.inner, seen.rotation.centre
    for seat, square in enumerate(seen.pawns):
        kernel.put(seat, square)
    kernel.sought = at.NONE if seen.sought is None else _NUMBER[seen.sought]
    kernel.on_turn, kernel.turn, kernel.swapped = seen.on_turn, seen.turn, seen.swapped
    kernel.challenged, kernel.turned_up = seen.challenged, seen.turned_up
    kernel.finder = at.NONE if seen.finder is None else seen.finder
    for place, animal in enumerate(seen.discarded):
        kernel.discarded |= _NUMBER[animal] << 5 * place
    kernel.discards = len(seen.discarded)
    _enter(kernel, seen.phase)
    return kernel


def _enter(kernel: LabyrinthKernel, phase: Phase | PhaseView) -> None:
    match phase:
        case FirstChange():
            kernel.phase = at.FIRST_CHANGE
        case SecondChange(first):
            kernel.phase = at.SECOND_CHANGE
            kernel.first_ring = _RINGS.index(first)
        case Moving():
            kernel.phase = at.MOVING
        case Arrived(meets):
            kernel.phase = at.ARRIVED
            kernel.meets = sum(1 << other for other in meets)
        case AnimalTurned(seat):
            kernel.phase = at.ANIMAL_TURNED
            kernel.one = seat
        case Fetched(seat, meets):
            kernel.phase = at.FETCHED
            kernel.one = seat
            kernel.meets = sum(1 << other for other in meets)
        case Duel((one, other), prize, throws) | DuelView((one, other), prize, throws):
            kernel.phase = at.DUEL
            kernel.one, kernel.other = one, other
            kernel.one_threw, kernel.other_threw = (
                _THINGS.index(thing) if isinstance(thing, Thing) else at.NONE
                for thing in (throws.get(one), throws.get(other))
            )
            _set_prize(kernel, prize)
        case Placing(winner, loser, prize):
            kernel.phase = at.PLACING
            kernel.one, kernel.other = winner, loser
            _set_prize(kernel, prize)
        case Finished(winners, ending):
            kernel.phase = at.FINISHED
            kernel.one = sum(1 << seat for seat in winners)
            kernel.full_set = ending is Ending.FULL_SET
        case _:
            assert_never(phase)


def _set_prize(kernel: LabyrinthKernel, prize: Prize) -> None:
    match prize:
        case ForCards(kind, cards):
            kernel.prize, kernel.stake = SET_KINDS.index(kind), cards
        case ForSecret(waiting):
            kernel.prize = at.FOR_SECRET
            kernel.waits = waiting[0] if waiting else at.NONE
        case _:
            assert_never(prize)


def _phase(kernel: LabyrinthKernel) -> Phase:
    match kernel.phase:
        case at.FIRST_CHANGE:
            return FirstChange()
        case at.SECOND_CHANGE:
            return SecondChange(_RINGS[kernel.first_ring])
        case at.MOVING:
            return Moving()
        case at.ARRIVED:
            return Arrived(_seats(kernel.meets))
        case at.ANIMAL_TURNED:
            return AnimalTurned(Seat(kernel.one))
        case at.FETCHED:
            return Fetched(Seat(kernel.one), _seats(kernel.meets))
        case at.DUEL:
            one, other = Seat(kernel.one), Seat(kernel.other)
            thrown = ((one, kernel.one_threw), (other, kernel.other_threw))
            throws = {seat: _THINGS[thing] for seat, thing in thrown if thing != at.NONE}
            return Duel((one, other), _prize(kernel), throws)
        case at.PLACING:
            return Placing(Seat(kernel.one), Seat(kernel.other), _prize(kernel))
        case _:
            return Finished(_seats(kernel.one), Ending.FULL_SET if kernel.full_set else Ending.TURN_LIMIT)


def _prize(kernel: LabyrinthKernel) -> Prize:
    if kernel.prize == at.FOR_SECRET:
        return ForSecret(() if kernel.waits == at.NONE else (Seat(kernel.waits),))
    return ForCards(SET_KINDS[kernel.prize], kernel.stake)


def _seats(bits: int) -> tuple[Seat, ...]:
    return tuple(seat for seat in _SEATS if bits >> seat & 1)
