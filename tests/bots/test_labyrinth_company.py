"""Le Labyrinthe Secret, hard, among three or four: what cards are worth there, and rounds played out."""

from itertools import product

import pytest

from filon.bots.labyrinth.company import imagined
from filon.bots.labyrinth.hard import choose_hard
from filon.bots.labyrinth.plan import Plan
from filon.bots.sight import Sight
from filon.games.chance import FastRandom
from filon.games.contract import Seat
from filon.games.labyrinth import LABYRINTH
from filon.games.labyrinth.model import (
    Action,
    Arrived,
    Challenge,
    End,
    FirstChange,
    Move,
    Options,
    State,
    Swap,
)
from filon.games.labyrinth.pieces import KIND, Kind, Stake
from filon.kernels.labyrinth.bridge import LABYRINTH_BRIDGE, code_of
from filon.kernels.labyrinth.company import shares_of
from filon.kernels.labyrinth.kernel_rounds import Rounds
from filon.kernels.labyrinth.kernel_ways import NOWHERE, Ways
from filon.kernels.stream import Stream
from tests.bots.test_labyrinth_hard import game
from tests.games.labyrinth.castles import at, scene

OPEN = Options(memory="off")
COARSE = 0.012
"""Chances are written down in steps of 0.004, and what is solved is solved nearly."""


def spread(*held: int) -> int:
    return sum(count << 3 * player for player, count in enumerate(held))


def chosen(state: State) -> Action:
    view, legal = LABYRINTH.view(state, Seat(0)), LABYRINTH.legal_actions(state, Seat(0))
    action: Action = choose_hard(Sight(LABYRINTH, view, legal), FastRandom(0))
    assert action in legal
    return action


@pytest.mark.parametrize(("seats", "goal"), [(3, 6), (3, 7), (4, 6), (4, 7)])
def test_a_full_set_wins_and_more_cards_are_worth_more(seats: int, goal: int) -> None:
    shares = shares_of(seats, goal)
    nobody = spread(*[0] * seats)
    for player in range(seats):
        assert shares.at_start(spread(*[0] * player, goal), nobody, player) == 1.0
        assert shares.at_start(nobody, spread(*[0] * player, goal), (player + 1) % seats) == 0.0
        before = 0.0
        for cards in range(goal):
            now = shares.at_start(spread(*[0] * player, cards), nobody, player)
            assert 0.0 < now < 1.0
            assert now >= before - COARSE
            before = now
        assert before > shares.at_start(nobody, nobody, player) + 0.1


@pytest.mark.parametrize("seats", [3, 4])
def test_treasures_and_gnomes_are_worth_the_same(seats: int) -> None:
    shares = shares_of(seats, 7)
    for one, other in product((spread(1, 2), spread(4, 0, 1), spread(0, 3, 3)), repeat=2):
        assert shares.at_start(one, other, 0) == shares.at_start(other, one, 0)


def test_a_turn_that_is_over_is_the_start_of_the_next_players_turn() -> None:
    shares = shares_of(3, 7)
    assert shares.at_end(spread(1, 2, 3), spread(4, 0, 0), 0) == shares.at_start(
        spread(2, 3, 1), spread(0, 0, 4), 2
    )
    assert shares.at_second_end(spread(1, 2, 3), spread(4, 0, 0), 0) == shares.at_start(
        spread(3, 1, 2), spread(0, 4, 0), 1
    )


def test_a_plan_that_wins_at_once_wins_every_round() -> None:
    hands = ("goblet sceptre mirror lamp harp hourglass", "miller piper", "smith baker")
    state = scene("A9 A1 A23", hands=hands, sought="crown", options=OPEN)
    rounds = Rounds(Ways(either_way=False), shares_of(3, 7), 0)
    world = LABYRINTH_BRIDGE.kernel(state, Stream(1))
    assert rounds.played(world, [NOWHERE, code_of(Move(at("A8")))], 5, 0, 20) == 20.0
    another = scene("A9 A1 A23", hands=hands, sought="tailor", options=OPEN)
    world = LABYRINTH_BRIDGE.kernel(another, Stream(1))
    assert 0.0 < rounds.played(world, [NOWHERE, code_of(Move(at("A8")))], 5, 0, 20) < 20.0


def test_rounds_are_the_same_for_the_same_numbers_and_leave_the_world_alone() -> None:
    state = scene("A9 A1 A23 B2", hands=("crown", "miller piper", "smith", "harp"), options=OPEN)
    rounds = Rounds(Ways(either_way=False), shares_of(4, 7), 0)
    world = LABYRINTH_BRIDGE.kernel(state, Stream(1))
    plan = [NOWHERE, code_of(Move(at("A8")))]
    whole = rounds.played(world, plan, 5, 0, 30)
    parts = rounds.played(world, plan, 5, 0, 10) + rounds.played(world, plan, 5, 10, 30)
    assert whole == pytest.approx(parts)
    assert LABYRINTH_BRIDGE.state(world) == state


def test_those_who_have_nothing_to_lose_to_each_other_meet_in_peace() -> None:
    """All is found and in one hand: without a card on either side there is nothing to duel for."""
    state = scene(
        "A1 A2 A3 A4",
        hands=(
            "",
            "",
            "",
            "goblet sceptre mirror lamp harp hourglass piper smith baker tailor lookout sleeper",
        ),
        sought=None,
        all_cards=False,
        phase=FirstChange(),
        options=OPEN,
    )
    rounds = Rounds(Ways(either_way=False), shares_of(4, 7), 0)
    assert 0.0 < rounds.played(LABYRINTH_BRIDGE.kernel(state, Stream(1)), [NOWHERE], 5, 0, 200) < 200.0


def test_worlds_are_imagined_as_the_cards_are_remembered() -> None:
    """Where nothing was swapped out of sight, each hand has what it has, kind by kind; so has the pile."""
    sure = several = 0
    for step in game("nnn", seed=1):
        if not step.sight.legal:
            break
        plan = Plan(step.sight.view, step.sight.past)
        worlds = imagined(plan, FastRandom(3))
        for world in worlds:
            state = LABYRINTH_BRIDGE.state(world)
            assert [len(hand) for hand in state.hands] == [len(hand) for hand in step.state.hands]
            assert set(state.pile) == set(step.state.pile)
            assert state.hands[step.seat] == step.state.hands[step.seat]
            if len(worlds) == 1:
                for imagined_hand, hand in zip(state.hands, step.state.hands, strict=True):
                    assert sorted(KIND[card].value for card in imagined_hand) == sorted(
                        KIND[card].value for card in hand
                    )
        sure += len(worlds) == 1
        several += len(worlds) > 1
    assert sure > 20
    assert several > 5


def test_without_a_past_worlds_have_as_many_cards_as_are_to_be_seen() -> None:
    for step in game("nnnn", 2, Options(turn_limit=12)):
        if step.sight.legal:
            for world in imagined(Plan(step.sight.view, ()), FastRandom(3)):
                state = LABYRINTH_BRIDGE.state(world)
                assert [len(hand) for hand in state.hands] == list(step.sight.view.counts)
                assert len(state.pile) == step.sight.view.pile


def test_a_card_that_wins_is_taken_in_company() -> None:
    hands = ("goblet sceptre mirror lamp harp hourglass", "miller piper smith baker", "tailor")
    assert chosen(scene("A9 A1 A23", hands=hands, sought="crown", options=OPEN)) == Move(at("A8"))


def test_who_is_about_to_win_is_challenged_rather_than_who_has_little() -> None:
    state = scene(
        "A1 A1 A1",
        hands=("crown", "miller piper smith baker tailor lookout", "goblet"),
        sought="harp",
        phase=Arrived((Seat(1), Seat(2))),
        options=OPEN,
    )
    assert chosen(state) == Challenge(Seat(1), Kind.GNOME, Stake.DIE)


def test_nobody_is_challenged_in_company_who_has_nothing_to_lose() -> None:
    state = scene(
        "A1 A1 A23",
        hands=("crown goblet sceptre mirror", "", "miller"),
        sought="harp",
        phase=Arrived((Seat(1),)),
        options=OPEN,
    )
    assert chosen(state) == End()


def test_an_animal_is_played_in_company_for_what_is_missing() -> None:
    state = scene(
        "A1 A9 A23",
        hands=("crown goblet sceptre mirror lamp miller dragon", "harp hourglass", "piper smith"),
        sought="baker",
        phase=Arrived(()),
        options=OPEN,
    )
    assert chosen(state) == Swap(Seat(1), Kind.GNOME)


def test_who_leads_in_the_last_turn_dares_nothing_that_has_to_be_dared_before() -> None:
    """LAB-6.2: nothing is left to find, and seat 0 has the largest set."""
    chosen_by_limit = []
    for options in (Options(memory="off"), Options(memory="off", turn_limit=200)):
        state = scene(
            "A1 A1 E3",
            hands=(
                "crown goblet sceptre mirror lamp miller piper smith",
                "harp hourglass baker tailor lookout sleeper",
            ),
            sought=None,
            all_cards=False,
            turn=200,
            phase=Arrived((Seat(1),)),
            options=options,
        )
        chosen_by_limit.append(chosen(state))
    assert isinstance(chosen_by_limit[0], Challenge)
    assert chosen_by_limit[1] == End()
