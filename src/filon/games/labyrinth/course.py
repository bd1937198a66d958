"""How a turn goes on and ends, and with it the game: LAB-3.5 to 3.7, LAB-4.1, LAB-5.6, LAB-6."""

from filon.games.contract import Seat
from filon.games.labyrinth.castle import SQUARE_OF
from filon.games.labyrinth.evolve import evolve
from filon.games.labyrinth.legal import swap_in_sight
from filon.games.labyrinth.model import (
    AnimalOffered,
    Arrived,
    Ending,
    Event,
    Fetched,
    GameEnded,
    SecretBuried,
    SecretContested,
    SecretTaken,
    SecretTurned,
    State,
    TurnBegan,
)
from filon.games.labyrinth.pieces import CROWD, KIND, Kind, Secret, largest_set


class Course:
    """What has happened so far by one action, and the state it led to."""

    __slots__ = ("events", "state")

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []

    def happen(self, event: Event) -> None:
        self.events.append(event)
        self.state = evolve(self.state, event)


def is_full(state: State, cards: tuple[Secret, ...]) -> bool:
    """LAB-6.1, LAB-4.3."""
    return largest_set(cards) >= state.options.goal


def take(course: Course, seat: Seat) -> bool:
    """The sought card into the seat's hand; whether the game goes on."""
    state = course.state
    secret = state.sought
    assert secret is not None, "only a card that lies open is taken"
    full = is_full(state, (*state.hands[seat], secret))
    course.happen(SecretTaken(seat, secret, seat if full else None))
    if full:
        win(course, seat)
    return not full


def arrive(course: Course, seat: Seat) -> None:
    """LAB-3.5, LAB-5.6: `seat` has come to the sought secret's square, on foot or straight to an animal."""
    there = _on_the_secret(course.state)
    if len(there) >= CROWD:
        _bury(course)
        go_on(course)
    elif len(there) > 1:
        _contest(course, there)
    elif take(course, seat):
        go_on(course)


def go_on(course: Course) -> None:
    """After the move: the turn ends by itself once nothing is left to choose, LAB-3.6."""
    phase = course.state.phase
    assert isinstance(phase, Arrived | Fetched), "a turn goes on from where the pawn stands"
    swap = isinstance(phase, Arrived) and swap_in_sight(course.state)  # LAB-4.1: none follows from a fetch
    if not phase.meets and not swap:
        finish_turn(course)


def finish_turn(course: Course) -> None:
    """LAB-3.6, LAB-5.6: who took the sought card turns up the next one."""
    state = course.state
    if state.sought is None:
        turn_up(course, state.on_turn if state.finder is None else state.finder)
    else:
        _next_turn(course)


def turn_up(course: Course, seat: Seat) -> None:
    """The next card of the pile, if there is one, LAB-3.7; an animal is first offered to `seat`, LAB-4.1."""
    if not course.state.pile:
        _next_turn(course)
        return
    secret = course.state.pile[-1]
    course.happen(SecretTurned(seat, secret))
    if KIND[secret] is Kind.ANIMAL:
        course.happen(AnimalOffered(seat))
    else:
        settle(course, seat)


def settle(course: Course, seat: Seat) -> None:
    """LAB-5.6: what becomes of the card that `seat` turned up if pawns stand on its square already."""
    there = _on_the_secret(course.state)
    if len(there) >= CROWD and _bury(course):
        turn_up(course, seat)
    elif 1 < len(there) < CROWD:
        _contest(course, there)
    else:
        _next_turn(course)


def _on_the_secret(state: State) -> list[Seat]:
    """Who stands on the sought secret's square, in turn order from the player on turn, LAB-5.6."""
    assert state.sought is not None, "somebody looks at the card that lies open"
    square = SQUARE_OF[state.sought]
    seats = len(state.pawns)
    in_turn_order = (Seat((state.on_turn + step) % seats) for step in range(seats))
    return [seat for seat in in_turn_order if state.pawns[seat] == square]


def _contest(course: Course, there: list[Seat]) -> None:
    one, other, *waiting = there
    course.happen(SecretContested((one, other), tuple(waiting)))


def _bury(course: Course) -> bool:
    """Under the pile with the sought card; the last card there is stays up, LAB-5.6."""
    state = course.state
    assert state.sought is not None, "only a card that lies open goes under the pile"
    if state.pile:
        course.happen(SecretBuried(state.sought))
    return bool(state.pile)


def win(course: Course, seat: Seat) -> None:
    """LAB-6.1."""
    course.happen(GameEnded((seat,), Ending.FULL_SET, course.state.hands))


def _next_turn(course: Course) -> None:
    """LAB-3.6, or the end by LAB-6.2."""
    state = course.state
    limit = state.options.turn_limit
    if limit is not None and state.turn >= limit:
        sets = [largest_set(hand) for hand in state.hands]
        best = tuple(Seat(seat) for seat, size in enumerate(sets) if size == max(sets))
        course.happen(GameEnded(best, Ending.TURN_LIMIT, state.hands))
    else:
        course.happen(TurnBegan(Seat((state.on_turn + 1) % len(state.pawns)), state.turn + 1))
