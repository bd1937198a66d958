"""Playouts in which deeds count: who hinders is stopped, who helps is mended, and saboteurs know that."""

from collections.abc import Mapping

import pytest
from mypy_extensions import i64

from filon.bots.saboteur.belief import Evidence
from filon.games.contract import Seat
from filon.games.saboteur import SABOTEUR
from filon.games.saboteur.model import Action, BreakTool, PlacePath, RepairTool, State
from filon.games.saboteur.pieces import Tool
from filon.kernels.saboteur.bridge import SABOTEUR_BRIDGE
from filon.kernels.saboteur.kernel import SaboteurKernel
from filon.kernels.saboteur.kernel_policy import Policy
from filon.kernels.saboteur.kernel_trust import Trust
from filon.kernels.saboteur.kernel_ways import Ways
from filon.kernels.stream import Stream
from tests.games.saboteur.mines import mine, play

HALFWAY = "start EW EW EW NESW"


def chosen(state: State, motives: Mapping[int, int]) -> Action:
    """What the seat that has the turn does in a playout, if deeds so far say this, in hundredths."""
    kernel = SABOTEUR_BRIDGE.kernel(state, Stream(0))
    trust, policy = Trust(), Policy()
    for seat, motive in motives.items():
        trust.known[i64(seat)] = i64(motive)
    policy.go_by(trust, hiding=True)
    trust.reset(kernel, policy.ways)
    return SABOTEUR_BRIDGE.action(kernel, policy.choose(kernel))


@pytest.mark.parametrize(
    "moves",
    [
        ("NESW 1,0", "xEW 2,0", "NS 1,1", "discard NS"),
        ("ES 1,0 turned", "rockfall 1,0", "EW 1,0", "discard NS"),
        ("EW 1,0", "break pick 0", "repair pick 0", "discard NS"),
        ("EW 1,0", "map 8,0", "xNESW 2,0", "rockfall 2,0"),
    ],
)
def test_playouts_judge_every_deed_as_beliefs_do(moves: tuple[str, ...]) -> None:
    hands = {
        0: "NESW ES EW",
        1: "xEW rockfall broken_pick map",
        2: "NS EW repair_pick xNESW",
        3: "NS rockfall",
    }
    state = mine(hands=hands, seats=4)
    kernel = SABOTEUR_BRIDGE.kernel(state, Stream(0))
    trust, ways = Trust(), Ways()
    evidence = Evidence(4, adjacent=False)
    trust.reset(kernel, ways)
    for move in moves:
        trust.do(kernel, i64(SABOTEUR_BRIDGE.code(kernel, SABOTEUR.read(move))), ways)
        state, events = play(state, move)
        for event in events:
            evidence.take_in(event)
    assert any(evidence.motives)
    assert [trust.motive[i64(seat)] for seat in range(4)] == pytest.approx(
        [100 * motive for motive in evidence.motives], abs=2
    )


def test_a_digger_stops_whom_deeds_speak_against() -> None:
    state = mine(HALFWAY, hand="broken_lamp ESW NS", seats=4, saboteurs=[2], goals="oSW $ oNW")
    assert chosen(state, {1: -200, 2: 300, 3: -200}) == BreakTool(Tool.LAMP, Seat(2))
    assert isinstance(chosen(state, {}), PlacePath), "nobody is suspect yet"


def test_a_digger_mends_a_friend_and_no_suspect() -> None:
    hand = "repair_lamp xS"
    state = mine(HALFWAY, hand=hand, seats=4, saboteurs=[2], broken={1: "lamp"}, goals="oSW $ oNW")
    assert isinstance(chosen(state, {1: -200}), RepairTool)
    assert not isinstance(chosen(state, {1: 200}), RepairTool)


def test_a_saboteur_digs_along_until_it_is_found_out() -> None:
    state = mine("start", hand="EW NESW", seats=4, saboteurs=[0], goals="oSW $ oNW")
    hidden, found = chosen(state, {0: -200}), chosen(state, {0: 300})
    assert isinstance(hidden, PlacePath)
    assert hidden.at[0] == 1
    assert not isinstance(found, PlacePath)


def test_saboteurs_win_less_among_diggers_who_trust_by_deeds() -> None:
    assert won_by_saboteurs(trusting=True) < 0.8 * won_by_saboteurs(trusting=False)


def won_by_saboteurs(*, trusting: bool) -> int:
    """Of 150 first rounds among four, seen by nobody in particular."""
    policy, trust = Policy(), Trust()
    if trusting:
        policy.go_by(trust, hiding=True)
    won = played = number = 0
    while played < 150:
        kernel = SaboteurKernel(4, Stream(7, number), adjacent=False, random_starter=True)
        kernel.make_room()
        kernel.deal()
        number += 1
        if kernel.roles:
            policy.ways.forget()
            trust.reset(kernel, policy.ways)
            won += 1 - int(policy.finish(kernel, 1))
            played += 1
    return won
