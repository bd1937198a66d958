"""Whole games by players who seek: unlike random ones they fill their sets without any limit of turns."""

import pytest

from filon.games.chance import FastRandom, pick
from filon.games.contract import Random, Seat, play
from filon.games.labyrinth import LABYRINTH
from filon.games.labyrinth.castle import SQUARE_OF
from filon.games.labyrinth.model import (
    Action,
    Challenge,
    Ending,
    Fetch,
    Finished,
    FirstChange,
    Move,
    Moving,
    Options,
    SecondChange,
    State,
    Stay,
    Swap,
)
from filon.games.labyrinth.passages import regions
from filon.games.labyrinth.pieces import largest_set

MANY_TURNS = 2000


def seek(state: State, seat: Seat, random: Random) -> Action:
    """Open a way to the sought secret, or to somebody to challenge; otherwise anything."""
    legal = LABYRINTH.legal_actions(state, seat)
    target = None if state.sought is None else SQUARE_OF[state.sought]
    if isinstance(state.phase, FirstChange | SecondChange) and target is not None:
        return pick([turn for turn in legal if _opens(state, seat, turn, target)] or legal, random)
    if isinstance(state.phase, Moving):
        if state.pawns[seat] == target:
            return Stay()
        goals = state.pawns if target is None else (target,)
        legal = [move for move in legal if isinstance(move, Move) and move.to in goals] or legal
    return pick([deed for deed in legal if isinstance(deed, Challenge | Swap | Fetch)] or legal, random)


def _opens(state: State, seat: Seat, turn: Action, target: int) -> bool:
    after, _ = play(LABYRINTH, state, seat, turn, FastRandom(0))
    if isinstance(after.phase, SecondChange):
        return any(_opens(after, seat, second, target) for second in LABYRINTH.legal_actions(after, seat))
    return bool(regions(after.rotation)[after.pawns[seat]] >> target & 1)


@pytest.mark.parametrize("seed", range(8))
def test_seekers_fill_a_set(seed: int) -> None:
    """LAB-6.1, LAB-3.7: every card is found, and duels and swaps bring seven of a kind together."""
    random = FastRandom(seed)
    state = LABYRINTH.deal(2 + seed % 3, Options(), random)
    while waiting := sorted(LABYRINTH.to_act(state)):
        assert state.turn < MANY_TURNS
        seat = pick(waiting, random)
        state, _ = play(LABYRINTH, state, seat, seek(state, seat, random), random)
    assert isinstance(state.phase, Finished)
    assert state.phase.ending is Ending.FULL_SET
    (winner,) = state.phase.winners
    assert largest_set(state.hands[winner]) == 7
