"""Positions to start from, drawn as text.

`mine("start EW NE")` is a maze of three cards in a row. A card is drawn by its openings as it lies, with an
`x` in front of a dead end, so that `NE` is the card `SW` turned. `.` is an empty place, `?` a goal face
down, `!` a goal face up. What lies at the goals is said from north to south: `goals="$ oSW oES"` is the
treasure and two stones as they lie.
"""

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

import pytest
from msgspec.structs import replace

from filon.games.chance import FastRandom
from filon.games.contract import IllegalAction, Seat
from filon.games.contract import play as _play
from filon.games.saboteur import SABOTEUR
from filon.games.saboteur.maze import GOAL_PLACES, JOINED, LAID, SHAPES, SIDES, cell_of
from filon.games.saboteur.model import (
    Action,
    Digging,
    Discarded,
    Event,
    Goal,
    Options,
    Round,
    State,
    Winner,
)
from filon.games.saboteur.pieces import BROKEN, DECK, GOLD, HAND, Card, Role, Tool, role_pool

T = TypeVar("T")


def mine(
    picture: str = "start",
    *,
    hand: str = "",
    hands: dict[int, str] | None = None,
    seats: int = 3,
    turn: int = 0,
    goals: str = "$ oSW oNW",
    saboteurs: Iterable[int] = (),
    broken: dict[int, str] | None = None,
    pile: str | None = None,
    number: int = 1,
    starter: int = 0,
    options: Options | None = None,
    gold_deck: tuple[int, ...] = GOLD,
) -> State:
    """`hand` is the hand of who has the turn; hands not named are filled from the rest of the deck.

    With a `pile` named, all cards not named lie face up on the discard pile, and nobody gets any.
    """
    drawn = _read_picture(picture)
    up = {at for at, word in drawn.items() if word == "!"}
    assert {at for at, word in drawn.items() if word in ("?", "!")} <= set(GOAL_PLACES)
    faces = [_goal(word) for word in goals.split()]
    maze = {_cell(at): _shape(word) for at, word in drawn.items() if word not in ("?", "!")}
    for place, goal in zip(GOAL_PLACES, faces, strict=True):
        if place in up:
            maze[_cell(place)] = SHAPES[goal.card][goal.turned]
    tools = {seat: tuple(Tool(word) for word in words.split()) for seat, words in (broken or {}).items()}
    named = {seat: cards(words) for seat, words in ({turn: hand} | (hands or {})).items()}
    rest = list(DECK)
    laid = [LAID[shape][0] for cell, shape in maze.items() if cell not in {0, *map(_cell, up)}]
    on_pile = cards(pile or "")
    for card in [*laid, *on_pile, *(BROKEN[tool] for kinds in tools.values() for tool in kinds)]:
        rest.remove(card)
    for held in named.values():
        for card in held:
            rest.remove(card)
    if pile is None:
        dealt = tuple(named[seat] if seat in named else _off(rest, HAND[seats]) for seat in range(seats))
        discards: list[Card] = []
        on_pile = _off(rest, len(rest))
    else:
        dealt = tuple(named.get(seat, ()) for seat in range(seats))
        discards = rest
    roles = roles_of(seats, saboteurs)
    return State(
        options or Options(),
        Round(
            number=number,
            starter=Seat(starter),
            roles=roles,
            set_aside=_left_over(seats, roles),
            goals=tuple(
                replace(goal, face_up=place in up) for place, goal in zip(GOAL_PLACES, faces, strict=True)
            ),
            maze=maze,
            broken=tuple(tools.get(seat, ()) for seat in range(seats)),
            hands=dealt,
            pile=on_pile,
            discards=tuple(Discarded(card, Seat(0), face_down=False) for card in discards),
        ),
        Digging(Seat(turn)),
        gold_deck,
    )


def _read_picture(picture: str) -> dict[tuple[int, int], str]:
    rows = [line.split() for line in picture.strip().splitlines()]
    (x0, y0), *others = [
        (x, y) for y, row in enumerate(rows) for x, word in enumerate(row) if word == "start"
    ]
    assert not others
    return {(x - x0, y - y0): word for y, row in enumerate(rows) for x, word in enumerate(row) if word != "."}


def _shape(word: str) -> int:
    if word == "start":
        return SHAPES[Card.START][0]
    openings = sum(SIDES[letter] for letter in word.removeprefix("x"))
    return openings if word.startswith("x") else openings | JOINED


def _goal(word: str) -> Goal:
    if word == "$":
        return Goal(Card.TREASURE, turned=False)
    shape = _shape(word.removeprefix("o"))
    for card in (Card.STONE_SW, Card.STONE_NW):
        if shape in SHAPES[card]:
            return Goal(card, turned=SHAPES[card].index(shape) == 1)
    raise AssertionError(word)


def roles_of(seats: int, saboteurs: Iterable[int]) -> tuple[Role, ...]:
    bad = set(saboteurs)
    return tuple(Role.SABOTEUR if seat in bad else Role.DIGGER for seat in range(seats))


def _left_over(seats: int, roles: Sequence[Role]) -> Role:
    pool = list(role_pool(seats))
    for role in roles:
        if role in pool:
            pool.remove(role)
    return pool[0]


def _off(rest: list[Card], number: int) -> tuple[Card, ...]:
    taken = tuple(rest[:number])
    del rest[:number]
    return taken


def _cell(at: tuple[int, int]) -> int:
    cell = cell_of(at)
    assert cell is not None
    return cell


def cards(words: str) -> tuple[Card, ...]:
    return tuple(Card(word) for word in words.split())


def waiting(state: State) -> Seat:
    (seat,) = SABOTEUR.to_act(state)
    return seat


def play(state: State, *moves: str, seed: int = 0) -> tuple[State, list[Event]]:
    """Moves in notation, each by whoever the game waits for; all that happened."""
    random = FastRandom(seed)
    happened: list[Event] = []
    for move in moves:
        state, events = _play(SABOTEUR, state, waiting(state), SABOTEUR.read(move), random)
        happened += events
    return state, happened


def treasure_found(
    *,
    seats: int = 5,
    by: int = 0,
    saboteurs: tuple[int, ...] = (),
    number: int = 1,
    gold_deck: tuple[int, ...] = (*GOLD[8:], 1, 1, 2, 3, 1, 2, 1, 3),
) -> State:
    """The gold that is drawn comes from the end of the deck."""
    state = mine(
        "start EW EW EW NESW NESW NESW . ?",
        goals="oSW $ oNW",
        hand="ESW",
        seats=seats,
        turn=by,
        saboteurs=saboteurs,
        number=number,
        gold_deck=gold_deck,
    )
    return play(state, "ESW 7,0")[0]


def treasure_missed(
    *,
    seats: int = 5,
    last: int = 0,
    saboteurs: tuple[int, ...] = (),
    number: int = 1,
    starter: int = 0,
    gold_deck: tuple[int, ...] = GOLD,
    seed: int = 0,
) -> State:
    """One card is left, and it is discarded; whatever is shuffled then is shuffled by the seed."""
    state = mine(
        hand="map",
        pile="",
        seats=seats,
        turn=last,
        saboteurs=saboteurs,
        number=number,
        starter=starter,
        gold_deck=gold_deck,
    )
    return play(state, "discard map", seed=seed)[0]


def refused(state: State, move: str | Action, *, seat: Any = None) -> str:
    """The rule that forbids the move."""
    action = SABOTEUR.read(move) if isinstance(move, str) else move
    actor = waiting(state) if seat is None else seat
    assert action not in SABOTEUR.legal_actions(state, actor)
    with pytest.raises(IllegalAction) as refusal:
        SABOTEUR.decide(state, actor, action, FastRandom(0))
    assert refusal.value.reason
    return refusal.value.rule


def legal(state: State, start: str = "") -> set[str]:
    """The legal moves of whoever the game waits for, in notation, that start with a word."""
    written = [SABOTEUR.write(action) for action in SABOTEUR.legal_actions(state, waiting(state))]
    assert len(set(written)) == len(written)
    return {move for move in written if move.split()[0] == start or not start}


def events_of(events: Iterable[Event], kind: type[T]) -> list[T]:
    return [event for event in events if isinstance(event, kind)]


def winners(state: State) -> list[Winner]:
    return [result.winner for result in state.results]
