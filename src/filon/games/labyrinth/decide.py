"""From an action to what happens, in the order of the rules. What follows of itself is in course.py."""

from collections.abc import Sequence
from typing import assert_never

from filon.games.chance import shuffled
from filon.games.contract import Actor, Random, Seat
from filon.games.labyrinth.castle import SQUARE_OF, Square
from filon.games.labyrinth.course import Course, arrive, finish_turn, go_on, is_full, settle, take, win
from filon.games.labyrinth.duels import challenge, place, throw
from filon.games.labyrinth.legal import require_legal
from filon.games.labyrinth.model import (
    Action,
    AnimalDeclined,
    AnimalFetched,
    Arrived,
    Challenge,
    Decline,
    End,
    Event,
    Fetch,
    Move,
    PawnMoved,
    PawnStayed,
    Place,
    RingTurned,
    State,
    Stay,
    Swap,
    Swapped,
    Throw,
    Turn,
)
from filon.games.labyrinth.pieces import DRAWN_BY_SWAP, POSITIONS, Kind, in_order, of_kind


def decide(state: State, actor: Actor, action: Action, random: Random) -> Sequence[Event]:
    seat = require_legal(state, actor, action)
    course = Course(state)
    match action:
        case Turn():
            _turn(course, seat, action)
        case Move(to):
            _move(course, seat, to)
        case Stay():
            _stay(course, seat)
        case Swap():
            _swap(course, seat, action, random)
        case Challenge():
            challenge(course, seat, action, random)
        case End():
            finish_turn(course)
        case Fetch():
            _fetch(course, seat)
        case Decline():
            course.happen(AnimalDeclined(seat))
            settle(course, seat)
        case Throw(thing):
            throw(course, seat, thing)
        case Place():
            place(course, action)
        case _:
            assert_never(action)
    return course.events


def _turn(course: Course, seat: Seat, turn: Turn) -> None:
    """LAB-3.1."""
    position = (course.state.rotation.of(turn.ring) + turn.steps) % POSITIONS[turn.ring]
    course.happen(RingTurned(seat, turn.ring, turn.steps, position))


def _move(course: Course, seat: Seat, to: Square) -> None:
    """LAB-3.4, LAB-5.1; on the sought secret's square LAB-3.5 or LAB-5.6 comes first."""
    course.happen(PawnMoved(seat, to, _standing_on(course.state, to)))
    if _is_on_the_secret(course.state, seat):
        arrive(course, seat)
    else:
        go_on(course)


def _stay(course: Course, seat: Seat) -> None:
    """LAB-3.5: who stands on the sought secret's square already takes its card."""
    course.happen(PawnStayed(seat))
    if not _is_on_the_secret(course.state, seat) or take(course, seat):
        go_on(course)


def _standing_on(state: State, square: Square) -> tuple[Seat, ...]:
    return tuple(Seat(seat) for seat, pawn in enumerate(state.pawns) if pawn == square)


def _is_on_the_secret(state: State, seat: Seat) -> bool:
    return state.sought is not None and SQUARE_OF[state.sought] == state.pawns[seat]


def _swap(course: Course, seat: Seat, action: Swap, random: Random) -> None:
    """LAB-4.2: the given card lies aside while two are drawn blind, so it can be drawn by nobody.

    Should both players have a full set after it, the one on turn drew first and has won, LAB-6.1.
    """
    state = course.state
    hand, theirs = state.hands[seat], state.hands[action.opponent]
    animal, given = of_kind(hand, Kind.ANIMAL)[0], of_kind(hand, action.given)[0]
    drawn = in_order(shuffled(theirs, random)[:DRAWN_BY_SWAP])
    mine = (*(card for card in hand if card not in (animal, given)), *drawn)
    yours = (*(card for card in theirs if card not in drawn), given)
    complete = seat if is_full(state, mine) else action.opponent if is_full(state, yours) else None
    course.happen(
        Swapped(
            seat=seat,
            opponent=action.opponent,
            animal=animal,
            given=given,
            drawn=drawn,
            count=len(drawn),
            face_up=state.options.memory == "off",
            complete=complete,
        )
    )
    if complete is not None:
        win(course, complete)
    elif isinstance(state.phase, Arrived):
        go_on(course)


def _fetch(course: Course, seat: Seat) -> None:
    """LAB-4.1: straight to the animal's square; who stands there already has moved onto nobody, LAB-5.1."""
    state = course.state
    assert state.sought is not None, "only a card that lies open is fetched"
    to = SQUARE_OF[state.sought]
    meets = () if state.pawns[seat] == to else _standing_on(state, to)
    course.happen(AnimalFetched(seat, to, meets))
    arrive(course, seat)
