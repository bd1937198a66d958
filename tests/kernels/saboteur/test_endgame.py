"""With the pile empty a seat plans to the end: nothing that it could do is better than what it finds."""

from filon.games.saboteur.model import Options, State
from filon.kernels.saboteur.bridge import SABOTEUR_BRIDGE
from filon.kernels.saboteur.kernel import SaboteurKernel
from filon.kernels.saboteur.kernel_codes import DIGGERS, DIGGING
from filon.kernels.saboteur.kernel_endgame import Endgame
from filon.kernels.saboteur.kernel_policy import Policy
from filon.kernels.stream import Stream
from tests.games.saboteur.mines import mine


def planned(state: State, seat: int, *, saboteur: bool) -> bool:
    """Whether the diggers win."""
    kernel = SABOTEUR_BRIDGE.kernel(state, Stream(1))
    endgame = Endgame(Policy(), seat, 1000, saboteur=saboteur)
    assert endgame.begins(kernel)
    return bool(endgame.diggers_win(kernel, 1))


def test_a_dead_end_before_the_goal_wins_the_round_for_the_saboteur() -> None:
    """The digger's only card would reach the treasure; there is one place to stop it."""
    assert not planned(one_card_away("xNESW"), 0, saboteur=True)


def test_without_one_it_is_lost() -> None:
    assert planned(one_card_away("NS"), 0, saboteur=True)


def one_card_away(hand: str) -> State:
    steps = "start EW EW EW NESW NESW NESW"
    return mine(steps, hand=hand, hands={1: "ESW"}, saboteurs=[0], seats=3, goals="oSW $ oNW", pile="")


def test_two_cards_that_lead_on_win_the_round_for_a_digger() -> None:
    assert planned(two_cards_away("ESW NESW"), 0, saboteur=False)


def test_a_bend_is_no_last_step() -> None:
    assert not planned(two_cards_away("ESW SW"), 0, saboteur=False)


def two_cards_away(hand: str) -> State:
    steps = "start EW EW EW NESW NESW"
    return mine(steps, hand=hand, hands={1: "xS"}, saboteurs=[1], seats=3, goals="oSW $ oNW", pile="")


def test_while_cards_can_be_drawn_nothing_is_planned() -> None:
    endgame = Endgame(Policy(), 0, 1000, saboteur=True)
    waiting = mine(hand="xEW", saboteurs=[0], pile="NS")
    assert not endgame.begins(SABOTEUR_BRIDGE.kernel(waiting, Stream(0)))


def by_trying_all(kernel: SaboteurKernel, seat: int) -> bool:
    """Whether the diggers win, with this seat at its best and everybody else as in a playout."""
    policy = Policy()
    while kernel.phase == DIGGING and kernel.number == 1:
        if kernel.turn == seat and kernel.hand[seat]:
            saboteur = bool(kernel.roles >> seat & 1)
            results = []
            for code in kernel.legal(seat):
                twin = kernel.copy(kernel.stream.copy())
                twin.play(seat, code)
                results.append(by_trying_all(twin, seat))
            return all(results) if saboteur else any(results)
        kernel.do(policy.choose(kernel))
        policy.ways.forget()
    return kernel.result[0] & 3 == DIGGERS


def test_the_plan_is_as_good_as_trying_everything() -> None:
    """Before the last card of rounds between the players of playouts."""
    policy = Policy()
    ends = 0
    for number in range(60):
        kernel = SABOTEUR_BRIDGE.deal(4, Options(), Stream(8, number))
        seat = max(0, int(kernel.roles).bit_length() - 1)
        policy.ways.forget()
        while (
            kernel.number == 1
            and kernel.phase == DIGGING
            and (kernel.pile_count or kernel.hand[seat] >> 32 > 1)
        ):
            kernel.do(policy.choose(kernel))
        if kernel.number > 1 or kernel.phase != DIGGING:
            continue
        ends += 1
        saboteur = bool(kernel.roles)
        found = Endgame(Policy(), seat, 1000, saboteur=saboteur).diggers_win(kernel.copy(Stream(number)), 1)
        assert bool(found) == by_trying_all(kernel.copy(Stream(number)), seat)
    assert ends > 4
