"""What may be done. An action is accepted exactly when `legal_actions` lists it; refusal.py says why not."""

from collections.abc import Sequence
from typing import Final, assert_never

from filon.games.contract import Actor, IllegalAction, Malformed, Seat, Table
from filon.games.labyrinth.castle import NAMES, Square
from filon.games.labyrinth.model import (
    Action,
    AnimalTurned,
    Arrived,
    Challenge,
    Decline,
    Duel,
    End,
    Fetch,
    Fetched,
    Finished,
    FirstChange,
    Move,
    Moving,
    Place,
    Placing,
    SecondChange,
    State,
    Stay,
    Swap,
    Throw,
    Turn,
)
from filon.games.labyrinth.passages import EVERY_SQUARE, members, regions
from filon.games.labyrinth.pieces import ANIMALS, KIND, POSITIONS, SET_KINDS, Kind, Ring, Stake, Thing
from filon.games.labyrinth.refusal import refusal

_CORRIDORS: Final = (Ring.OUTER, Ring.INNER)
_CORRIDOR_TURNS: Final = {
    "clockwise": tuple(Turn(ring, 1) for ring in _CORRIDORS),
    "either": tuple(Turn(ring, steps) for ring in _CORRIDORS for steps in (1, -1)),
}  # LAB-3.2
_CENTRE_TURNS: Final = tuple(Turn(Ring.CENTRE, steps) for steps in range(1, POSITIONS[Ring.CENTRE]))
_ALL_TURNS: Final = {way: (*turns, *_CENTRE_TURNS) for way, turns in _CORRIDOR_TURNS.items()}
_MOVES: Final = tuple(Move(Square(square)) for square in range(len(NAMES)))
_PLACES: Final = tuple(Place(Square(square)) for square in range(len(NAMES)))
_THROWS: Final = tuple(Throw(thing) for thing in Thing)
_ON_ANIMAL: Final = (Fetch(), Decline())
_STAY: Final = Stay()
_END: Final = End()


def to_act(state: State) -> frozenset[Seat]:
    match state.phase:
        case FirstChange() | SecondChange() | Moving() | Arrived():
            return frozenset((state.on_turn,))
        case AnimalTurned(seat) | Fetched(seat) | Placing(winner=seat):
            return frozenset((seat,))
        case Duel(duellists=duellists, throws=throws):
            return frozenset(seat for seat in duellists if seat not in throws)
        case Finished():
            return frozenset()
        case _:
            assert_never(state.phase)


def legal_actions(state: State, actor: Actor) -> Sequence[Action]:
    match state.phase:
        case Duel(duellists=duellists):  # a throw may be changed until both are in, LAB-5.3
            return _THROWS if actor in duellists else ()
        case AnimalTurned(seat):
            return _ON_ANIMAL if actor == seat else ()
        case Fetched(seat, meets):
            return [*challenges(meets), _END] if actor == seat else ()
        case Placing(winner):
            return [_PLACES[square] for square in free_squares(state)] if actor == winner else ()
        case Finished():
            return ()
        case _ if actor != state.on_turn:
            return ()
        case FirstChange():
            return _ALL_TURNS[state.options.corridors]
        case SecondChange(first):  # LAB-3.1: never the centre twice
            turns = _CORRIDOR_TURNS if first is Ring.CENTRE else _ALL_TURNS
            return turns[state.options.corridors]
        case Moving():
            return [_STAY, *(_MOVES[square] for square in walks(state)), *swaps(state)]
        case Arrived(meets):
            return [*challenges(meets), *swaps(state), _END]
        case _:
            assert_never(state.phase)


def walks(state: State) -> list[Square]:
    """Where the pawn on turn can walk to, LAB-3.4."""
    square = state.pawns[state.on_turn]
    return members(regions(state.rotation)[square] & ~(1 << square))


def free_squares(state: State) -> list[Square]:
    """Where no pawn stands, LAB-5.5."""
    mask = EVERY_SQUARE
    for square in state.pawns:
        mask &= ~(1 << square)
    return members(mask)


def challenges(meets: tuple[Seat, ...]) -> list[Challenge]:
    """LAB-5.1, LAB-5.2."""
    return [Challenge(seat, kind, stake) for seat in meets for kind in SET_KINDS for stake in Stake]


def swaps(state: State) -> list[Swap]:
    """LAB-4.2: an animal to discard, a treasure or gnome to give, an opponent with cards."""
    if state.swapped or state.all_found:
        return []
    kinds = {KIND[card] for card in state.hands[state.on_turn]}
    if Kind.ANIMAL not in kinds:
        return []
    return [
        Swap(Seat(seat), kind)
        for seat, hand in enumerate(state.hands)
        if hand and seat != state.on_turn
        for kind in SET_KINDS
        if kind in kinds
    ]


def swap_in_sight(state: State) -> bool:
    """Whether the turn waits for a swap, judged by what everybody knows: a turn that ends by itself only
    when there is nothing to swap would betray hidden cards.
    """
    if state.options.memory == "off":
        return bool(swaps(state))
    return (
        not state.swapped
        and not state.all_found
        and len(state.hands[state.on_turn]) > 1
        and len(state.discarded) < ANIMALS
        and any(hand for seat, hand in enumerate(state.hands) if seat != state.on_turn)
    )


def require_legal(state: State, actor: Actor, action: Action) -> Seat:
    """The seat that acts; raises with the rule otherwise."""
    if not isinstance(action, Action):
        raise Malformed("type", "this is no action of Le Labyrinthe Secret")
    if isinstance(action, Move | Place) and (type(action.to) is not int or not 0 <= action.to < len(NAMES)):
        raise Malformed("to", f"squares are numbered from 0 to {len(NAMES) - 1}")
    if isinstance(actor, Table) or not 0 <= actor < len(state.pawns):
        raise IllegalAction("LAB-1.0", "only those who sit at this table play")
    if action not in legal_actions(state, actor):
        raise refusal(state, actor, action)
    return actor
