"""Somebody who calls whenever the lead allows it: a round that has just begun is not theirs to end."""

from typing import Any

import pytest

from filon.bots import Sight, level
from filon.bots.arena.match import decisions
from filon.games.contract import Random, Seat
from filon.games.outofmine import OUTOFMINE
from filon.games.outofmine.legal import covered_squares, uncovered
from filon.games.outofmine.model import Call, Finished, Placing, State, View


class Caller:
    """Calls as soon as it may while it leads by more than a false call costs; else digs as normal does."""

    remembers = False

    def choose(self, sight: Sight, random: Random, /) -> Any:
        if Call() in sight.legal and _leads(sight.view):
            return Call()
        return level("normal").choose(sight, random)


def _leads(view: View) -> bool:
    assert view.seat is not None
    others = [score for seat, score in enumerate(view.scores) if seat != view.seat]
    return view.scores[view.seat] > max(others) + 2


@pytest.mark.parametrize("seats", [2, 4])
def test_who_leads_cannot_end_a_round_as_it_begins(seats: int) -> None:
    """OOM-3.5: against hard players every call of it is made on a covered gallery."""
    led = calls = 0
    for seed in range(4):
        caller = Seat(seed % seats)

        def player(_state: State, seat: Seat, *, caller: Seat = caller) -> Any:
            return Caller() if seat == caller else level("hard")

        for step in decisions(OUTOFMINE, seats, OUTOFMINE.simulation, player, seed):
            if step.seat == caller and isinstance(step.before.phase, Placing):
                led += _leads(step.sight.view)
                if step.action == Call():
                    mine = step.before.phase.mines[caller]
                    assert not uncovered(mine, covered_squares(mine))
                    calls += 1
        assert isinstance(step.after.phase, Finished)
    assert led, "it must have led, or nothing was tried"
    assert calls
