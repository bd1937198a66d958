"""What a position is worth to each seat, and what luck is told apart with."""

import pytest
from msgspec.structs import replace

from filon.coach.luck import KnowsChance, parts_of
from filon.coach.played import played_game
from filon.coach.replay import moments
from filon.coach.saboteur import COACH
from filon.coach.saboteur.value import diggers_chance
from filon.games.chance import FastRandom
from filon.games.contract import Seat
from filon.games.saboteur import SABOTEUR
from filon.games.saboteur.model import Options, State
from filon.games.saboteur.pieces import SEATS
from tests.games.saboteur.mines import mine, play, treasure_found, treasure_missed


@pytest.mark.parametrize("seats", SEATS)
def test_shares_add_up_to_one_throughout_a_game_and_end_as_the_result(seats: int) -> None:
    file = played_game(SABOTEUR, ["easy"] * seats, seats)
    steps = moments(file)
    for moment in steps:
        assert sum(COACH.value(moment.before)) == pytest.approx(1)
    end = COACH.value(steps[-1].after)
    won = [(seat in file.outcome.winners) / len(file.outcome.winners) for seat in range(seats)]
    assert end == pytest.approx(won)
    for part in parts_of(SABOTEUR, COACH, steps, file.outcome, FastRandom(1), depth="quick"):
        assert part.result == part.fair + part.luck + part.own + part.others


def test_the_order_of_the_piles_changes_nothing() -> None:
    state = SABOTEUR.deal(5, Options(), FastRandom(3))
    turned = replace(
        state,
        round=replace(state.round, pile=state.round.pile[::-1]),
        gold_deck=state.gold_deck[::-1],
    )
    assert turned != state
    assert COACH.value(turned) == COACH.value(state)


def test_what_is_drawn_anew_is_only_what_nobody_has_seen() -> None:
    state = SABOTEUR.deal(5, Options(), FastRandom(3))
    other = COACH.redraw(state, FastRandom(4))
    assert other.round.pile != state.round.pile
    assert sorted(card.value for card in other.round.pile) == sorted(card.value for card in state.round.pile)
    assert sorted(other.gold_deck) == sorted(state.gold_deck)
    for seat in (None, *map(Seat, range(5))):
        assert SABOTEUR.view(other, seat) == SABOTEUR.view(state, seat)
    same = replace(other, round=replace(other.round, pile=state.round.pile), gold_deck=state.gold_deck)
    assert same == state


def test_the_nearer_the_diggers_are_the_likelier_they_win() -> None:
    def chance(picture: str) -> float:
        return diggers_chance(mine(picture, seats=5, saboteurs=[1], goals="oSW $ oNW"))

    assert chance("start") < chance("start EW EW ESW NESW") < chance("start EW EW ESW NESW NESW NESW")


def test_gold_in_hand_is_shared_out_as_everybody_would_take_it() -> None:
    """The last round: one card of three, two of two and two of one; the first chooser has the three."""
    sharing = treasure_found(by=1, seats=5, number=3, saboteurs=(3,), gold_deck=(1, 1, 2, 2, 3))
    assert COACH.value(sharing) == (0, 1, 0, 0, 0)


def test_when_all_gold_is_paid_the_value_of_the_last_round_is_the_result() -> None:
    paid = treasure_missed(seats=5, saboteurs=(1, 4), number=3)
    assert COACH.value(paid) == (0, 0.5, 0, 0, 0.5)


@pytest.mark.parametrize(
    ("state", "move", "drawn"),
    [
        (mine(hand="EW NS", pile="NS"), "EW 1,0", True),
        (mine(hand="EW NS", pile="", hands={1: "EW"}), "EW 1,0", False),
        (mine(hand="EW", pile=""), "discard EW", True),
    ],
)
def test_chance_has_a_part_while_there_is_a_pile_and_when_a_round_ends(
    state: State, move: str, *, drawn: bool
) -> None:
    assert isinstance(COACH, KnowsChance)
    assert COACH.draws(state, Seat(0), SABOTEUR.read(move)) is drawn
    after, _ = play(state, move)
    if not drawn:
        assert after.round == play(COACH.redraw(state, FastRandom(1)), move, seed=9)[0].round
