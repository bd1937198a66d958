"""Rounds played out among three and four: what the law makes of a position shows in what it is worth."""

import pytest

from filon.games.contract import Seat
from filon.games.labyrinth.castle import SQUARES
from filon.games.labyrinth.model import FirstChange, Moving, Options, State
from filon.kernels.labyrinth.bridge import LABYRINTH_BRIDGE
from filon.kernels.labyrinth.company import shares_of
from filon.kernels.labyrinth.kernel_choices import MOVE, STAY
from filon.kernels.labyrinth.kernel_rounds import Rounds
from filon.kernels.labyrinth.kernel_ways import NOWHERE, Ways
from filon.kernels.stream import Stream
from tests.games.labyrinth.castles import scene

SIX_TREASURES = "goblet sceptre mirror lamp harp hourglass"
ROUNDS = 200


def chance(state: State, *plan: int) -> float:
    """The chance of seat 0 to win, after what it plans to do now."""
    seats = len(state.pawns)
    rounds = Rounds(Ways(either_way=False), shares_of(seats, 7), Seat(0))
    world = LABYRINTH_BRIDGE.kernel(state, Stream(0))
    return rounds.played(world, [NOWHERE, *plan], 5, 0, ROUNDS) / ROUNDS


def answered(pawns: str) -> State:
    """Seat 0 has six treasures; seat 1 is on turn on A9 and reaches the seventh on A8 in any case."""
    return scene(
        pawns, hands=(SIX_TREASURES,), sought="crown", on_turn=1, phase=FirstChange(), options=Options()
    )


def test_standing_on_the_sought_square_defends_the_card() -> None:
    """LAB-5.6: who comes has to duel for it, and the duel is even."""
    guarded = chance(answered("A8 A9 E3"))
    left_alone = chance(answered("A2 A9 E3"))
    assert guarded > left_alone + 0.1


def test_the_last_card_of_a_set_is_worth_half_where_one_stands_and_a_quarter_where_two_do() -> None:
    """LAB-5.6, LAB-6.1: a duel won wins the game before anybody is placed."""
    walk = MOVE + SQUARES["A8"]
    chances = []
    for pawns in ("A9 E3 E5 F2", "A9 A8 E5 F2", "A9 A8 A8 F2"):
        state = scene(pawns, hands=(SIX_TREASURES,), sought="crown", phase=Moving(), options=Options())
        chances.append(chance(state, walk))
    alone, one_other, two_others = chances
    assert alone == 1.0
    assert alone > one_other > two_others > 0.25
    assert 0.5 < one_other < 0.9


def test_a_crowd_on_the_sought_square_gives_nobody_the_card() -> None:
    """LAB-5.6: the fourth to come sends it under the pile."""
    state = scene("A9 A8 A8 A8", hands=(SIX_TREASURES,), sought="crown", phase=Moving(), options=Options())
    assert chance(state, MOVE + SQUARES["A8"]) < 1.0
    assert chance(state, STAY) < 1.0


ALL_FOUND = ("crown goblet sceptre mirror lamp", "harp hourglass miller piper smith", "baker tailor")


@pytest.mark.parametrize(("seat", "largest"), [(0, 0.5), (1, 0.5), (2, 0.0)])
def test_the_nearer_the_limit_the_more_the_largest_set_counts(seat: int, largest: float) -> None:
    """LAB-6.2: two have five of a kind, and share what they win."""
    hands = (ALL_FOUND[0], f"{ALL_FOUND[1]} lookout sleeper", ALL_FOUND[2])
    shares = []
    for turn in (1, 185, 191, 199):
        state = scene(
            "A9 E3 E5",
            hands=hands,
            sought=None,
            all_cards=False,
            turn=turn,
            phase=FirstChange(),
            options=Options(turn_limit=200),
        )
        rounds = Rounds(Ways(either_way=False), shares_of(3, 7), Seat(seat))
        rounds.closing = 18
        shares.append(rounds.share(LABYRINTH_BRIDGE.kernel(state, Stream(0))))
    away = [abs(share - largest) for share in shares]
    assert away == sorted(away, reverse=True)
    assert away[-1] < away[0] / 10
