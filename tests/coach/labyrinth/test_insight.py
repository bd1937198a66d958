"""What is told of turns, duels and secrets: each counted again by the law itself."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from filon.coach.labyrinth.insight import insight, way_to, widest
from filon.coach.replay import moments
from filon.games.chance import FastRandom, pick
from filon.games.contract import Seat
from filon.games.labyrinth import LABYRINTH
from filon.games.labyrinth.castle import SQUARE_OF
from filon.games.labyrinth.model import (
    Action,
    DuelWon,
    FirstChange,
    Move,
    Options,
    SecretTaken,
    SecretTurned,
    State,
    ThrowsShown,
)
from filon.games.labyrinth.pieces import Thing
from tests.coach.games import game_of
from tests.games.labyrinth.castles import played

SEEDS = (1, 2)


def ends(state: State) -> Iterator[tuple[tuple[Action, Action], State]]:
    """Every pair of changes that the law allows, and the position after it."""
    seat = state.on_turn
    for first in LABYRINTH.legal_actions(state, seat):
        middle, _ = played(state, (seat, first))
        for second in LABYRINTH.legal_actions(middle, seat):
            yield (first, second), played(middle, (seat, second))[0]


def walks(state: State) -> set[int]:
    """Where the pawn on turn can end its walk, its own square included."""
    legal = LABYRINTH.legal_actions(state, state.on_turn)
    return {state.pawns[state.on_turn], *(action.to for action in legal if isinstance(action, Move))}


@pytest.mark.parametrize("seed", range(6))
def test_the_widest_way_and_the_way_to_the_secret_are_those_of_exhausting_the_law(seed: int) -> None:
    random = FastRandom(seed)
    options = Options(corridors="either" if seed % 2 else "clockwise")
    state = LABYRINTH.deal(2, options, random)
    own = pick(tuple(range(102)), random)
    state = replace(state, pawns=(type(state.pawns[0])(own), state.pawns[1]))
    assert state.sought is not None
    target = SQUARE_OF[state.sought]
    found = {pair: walks(end) for pair, end in ends(state)}
    best = widest(state.rotation, state.pawns[0], either_way=bool(seed % 2))
    assert best.squares == max(map(len, found.values())) == len(found[best.first, best.then])
    way = way_to(state.rotation, state.pawns[0], target, either_way=bool(seed % 2))
    leading = {pair for pair, reached in found.items() if target in reached}
    assert (way is None) == (not leading)
    if way is not None:
        assert (way.first, way.then) in leading
        assert way.squares == max(len(found[pair]) for pair in leading)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_turn_is_told_with_what_could_be_walked_to(seed: int) -> None:
    steps = moments(game_of("labyrinth", seed))
    by_step = {moment.step: moment for moment in steps}
    turns = insight(steps).turns
    assert [turn.step for turn in turns] == [
        moment.step for moment in steps if isinstance(moment.before.phase, FirstChange)
    ]
    for turn in turns:
        walked = by_step[turn.walk]
        assert turn.squares == len(walks(walked.before)) <= turn.best.squares
        assert walked.seat == turn.seat == by_step[turn.step].seat
        taken = any(isinstance(event, SecretTaken) for event in walked.events)
        assert not taken or (turn.reached and turn.opened and turn.way is not None)
        if turn.opened:
            assert turn.way is not None


@pytest.mark.parametrize("seed", SEEDS)
def test_a_secret_is_as_near_as_the_part_of_all_changes_that_lead_to_it(seed: int) -> None:
    steps = moments(game_of("labyrinth", seed))
    turned = [event for moment in steps for event in moment.events if isinstance(event, SecretTurned)]
    lays = insight(steps).lays
    assert [lay.secret for lay in lays] == [steps[0].before.sought, *(event.secret for event in turned)]
    first, state = lays[0], steps[0].before
    assert first.on_turn == state.on_turn
    for seat in range(2):
        to_move = replace(state, on_turn=Seat(seat))
        reached = [SQUARE_OF[first.secret] in walks(end) for _, end in ends(to_move)]
        assert first.near[seat] == pytest.approx(sum(reached) / len(reached))


@pytest.mark.parametrize("seed", SEEDS)
def test_duels_and_throws_are_counted_as_they_happened(seed: int) -> None:
    steps = moments(game_of("labyrinth", seed))
    events = [event for moment in steps for event in moment.events]
    won = [event.winner for event in events if isinstance(event, DuelWon)]
    shown = [event.throws for event in events if isinstance(event, ThrowsShown)]
    found = insight(steps)
    assert won
    (pairing,) = found.pairings
    assert (pairing.one, pairing.other) == (0, 1)
    assert (pairing.won_by_one, pairing.won_by_other) == (won.count(Seat(0)), won.count(Seat(1)))
    assert len(pairing.steps) == len(won)
    for habit in found.habits:
        thrown = [throws[Seat(habit.seat)] for throws in shown]
        assert habit.shown == tuple(thrown.count(thing) for thing in Thing)


def test_who_always_throws_the_same_is_told_to_be_foreseen() -> None:
    steps = moments(game_of("labyrinth", 1))
    always = {Seat(0): Thing.PAPER}
    random = FastRandom(2)
    stubborn = [
        moment._replace(
            events=(ThrowsShown({**always, Seat(1): pick(tuple(Thing), random)}),), after=moment.before
        )
        for moment in steps[:14]
    ]
    one, other = insight(stubborn).habits
    assert (one.seat, one.predictable, one.expected, one.shown) == (0, True, Thing.PAPER, (0, 0, 14))
    assert (other.seat, other.expected) == (1, None)
