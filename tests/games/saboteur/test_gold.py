"""Sharing the gold, the next round, and the end of the game."""

from collections import Counter

import pytest

from filon.games.chance import FastRandom
from filon.games.contract import CONTINUE, HIDDEN, TABLE, Continued, Hidden, Seat, play_one
from filon.games.saboteur import SABOTEUR
from filon.games.saboteur.model import (
    Digging,
    Finished,
    GameEnded,
    GoldDrawn,
    GoldPaid,
    GoldPassed,
    GoldTaken,
    Options,
    Payment,
    RoundDealt,
    RoundOver,
    Shared,
    SharingGold,
    SharingGoldView,
    State,
    Taken,
    Winner,
)
from filon.games.saboteur.pieces import DECK, GOALS, GOLD, ROUNDS, Face, Role, role_pool
from filon.lab.walk import walk
from tests.games.saboteur.mines import (
    events_of,
    legal,
    mine,
    play,
    refused,
    treasure_found,
    treasure_missed,
    waiting,
    winners,
)


def takers(state: State) -> list[int]:
    """Who chooses, one after the other, if everybody takes the best card."""
    seats = []
    number = state.round.number
    while state.round.number == number and not isinstance(state.phase, Finished):
        seats.append(int(waiting(state)))
        state, _ = play(state, max(legal(state)))
    return seats


def test_diggers_share_as_many_cards_as_there_are_players() -> None:
    """SAB-7.1: the finder first, then counter-clockwise, saboteurs skipped, until all cards are gone."""
    state = treasure_found(seats=5, by=1, saboteurs=(0, 3))
    assert takers(state) == [1, 4, 2, 1, 4]


@pytest.mark.parametrize(("seats", "drawn"), [(3, 3), (4, 4), (8, 8), (9, 9), (10, 9)])
def test_ten_players_share_nine_cards(seats: int, drawn: int) -> None:
    """SAB-7.1."""
    assert len(takers(treasure_found(seats=seats))) == drawn


def test_a_chooser_takes_one_card_of_those_passed_on() -> None:
    """SAB-7.1: equal cards are one choice."""
    state = treasure_found(seats=5)
    assert legal(state) == {"take 1", "take 2", "take 3"}
    state, events = play(state, "take 3")
    assert events == [GoldTaken(Seat(0), 3), GoldPassed(Seat(0), Seat(4), (1, 1, 2, 3))]
    assert refused(state, "take 4") == "SAB-7.1"
    assert refused(state, "take -1") == "SAB-7.1"
    state, _ = play(state, "take 3")
    assert refused(state, "take 3") == "SAB-7.1"


def test_only_the_chooser_takes_gold_and_only_when_it_is_shared() -> None:
    """SAB-7.1."""
    state = treasure_found(seats=5, by=1)
    assert refused(state, "take 1", seat=0) == "SAB-7.1"
    assert refused(state, "discard map", seat=1) == "SAB-7.1"
    assert not SABOTEUR.legal_actions(state, Seat(0))
    assert refused(mine(hand="map"), "take 1") == "SAB-7.1"


@pytest.mark.parametrize(("by", "saboteurs", "first"), [(2, (2,), 1), (2, (2, 1), 0), (0, (0, 4), 3)])
def test_a_saboteur_who_laid_the_last_card_leaves_the_choice_to_the_next_digger(
    by: int, saboteurs: tuple[int, ...], first: int
) -> None:
    """SAB-7.2: counter-clockwise."""
    state = treasure_found(by=by, saboteurs=saboteurs)
    assert waiting(state) == first
    assert winners(state) == [Winner.DIGGERS]


def in_hand(state: State, seat: int | None) -> tuple[int | Hidden, ...]:
    """The gold cards that are being shared, as a seat sees them."""
    phase = SABOTEUR.view(state, None if seat is None else Seat(seat)).phase
    assert isinstance(phase, SharingGoldView)
    return phase.cards


def test_a_chooser_sees_the_cards_and_who_passed_them_on_remembers() -> None:
    """SAB-7.3: the next chooser's pick stays secret, and others know only how many there are."""
    first = treasure_found(seats=5, saboteurs=(1,))
    assert in_hand(first, 0) == (1, 1, 2, 3, 3)
    state, events = play(first, "take 2")
    passed = GoldPassed(Seat(0), Seat(4), (1, 1, 3, 3))
    assert events[1] == passed
    for knows in (0, 4):
        assert SABOTEUR.redact(passed, Seat(knows)) == passed
        assert in_hand(state, knows) == (1, 1, 3, 3)
    for does_not in (1, 2, 3):
        assert SABOTEUR.redact(passed, Seat(does_not)) == GoldPassed(Seat(0), Seat(4), (HIDDEN,) * 4)
        assert in_hand(state, does_not) == (HIDDEN,) * 4
    state, _ = play(state, "take 3")
    assert in_hand(state, 4) == in_hand(state, 3) == (1, 1, 3)
    for does_not_know in (0, 1, 2, None):
        assert in_hand(state, does_not_know) == (HIDDEN,) * 3
    assert SABOTEUR.view(state, Seat(0)).ledger == (
        Shared(1, (Taken(Seat(0), (1, 1, 2, 3, 3), 2), Taken(Seat(4), (1, 1, 3, 3), HIDDEN))),
    )
    assert SABOTEUR.view(state, Seat(3)).ledger == (
        Shared(1, (Taken(Seat(0), (HIDDEN,) * 5, HIDDEN), Taken(Seat(4), (HIDDEN,) * 4, HIDDEN))),
    )


def test_who_drew_the_gold_sees_it_and_nobody_else() -> None:
    """SAB-7.3."""
    drawn = GoldDrawn(Seat(2), (1, 1, 3))
    assert SABOTEUR.redact(drawn, Seat(2)) == drawn
    for other in (Seat(0), None):
        assert SABOTEUR.redact(drawn, other) == GoldDrawn(Seat(2), (HIDDEN,) * 3)


def test_gold_is_secret_and_the_number_of_cards_is_not() -> None:
    """SAB-7.6: until the game ends."""
    state = treasure_missed(seats=5, saboteurs=(1, 3), gold_deck=(1, 1, 2, 2, 3))
    assert [gold.cards for gold in SABOTEUR.view(state, Seat(3)).gold] == [(), (HIDDEN,), (), (1, 2), ()]
    assert [gold.cards for gold in SABOTEUR.view(state, None).gold] == [(), (HIDDEN,), (), (HIDDEN,) * 2, ()]
    paid = GoldPaid((Payment(Seat(1), (3,), 0), Payment(Seat(3), (1, 2), 0)))
    assert SABOTEUR.redact(paid, Seat(1)) == GoldPaid(
        (Payment(Seat(1), (3,), 0), Payment(Seat(3), (HIDDEN, HIDDEN), 0))
    )
    assert SABOTEUR.redact(GoldTaken(Seat(0), 3), Seat(0)) == GoldTaken(Seat(0), 3)
    for other in (Seat(1), None):
        assert SABOTEUR.redact(GoldTaken(Seat(0), 3), other) == GoldTaken(Seat(0), HIDDEN)


def test_all_gold_lies_open_when_the_game_ends() -> None:
    """SAB-7.6."""
    state, events = play(treasure_found(seats=3, number=ROUNDS), "take 3", "take 1", "take 2")
    (ended,) = events_of(events, GameEnded)
    assert ended.scores == (3, 2, 1)
    for seat in (Seat(1), None):
        assert SABOTEUR.redact(ended, seat) == ended
        view = SABOTEUR.view(state, seat)
        assert [gold.cards for gold in view.gold] == [(3,), (2,), (1,)]
        assert view.ledger == state.ledger == ended.ledger


def test_what_is_left_of_the_gold_is_shared_in_the_same_way() -> None:
    """SAB-7.7."""
    state = treasure_found(seats=5, saboteurs=(4,), number=ROUNDS, gold_deck=(1, 2, 3))
    assert takers(state) == [0, 3, 2]


def test_without_gold_nobody_chooses() -> None:
    """SAB-7.7."""
    state = treasure_found(seats=5, number=ROUNDS, gold_deck=())
    assert isinstance(state.phase, Finished)
    assert winners(state) == [Winner.DIGGERS]
    assert treasure_found(seats=5, gold_deck=()).round.number == 2


def test_three_rounds_are_played_each_dealt_anew() -> None:
    """SAB-8.1: gold alone is kept."""
    state = SABOTEUR.deal(5, Options(), FastRandom(4))
    dealt = []
    for step in walk(SABOTEUR, state, FastRandom(9)):
        state = step.after
        for event in events_of(step.events, RoundDealt):
            dealt.append(event)
            assert state.round.discards == ()
            assert state.round.broken == ((),) * 5
            assert len(state.round.maze) == 1
            assert not any(goal.face_up or goal.seen_by for goal in state.round.goals)
            assert len(state.ledger) == len(dealt)
    assert [event.number for event in dealt] == [2, 3]
    assert [result.round for result in state.results] == [1, 2, 3]
    for event in dealt:
        assert isinstance(event.goals, tuple)
        assert isinstance(event.pile, tuple)
        assert Counter(face.card for face in event.goals) == Counter(GOALS)
        held = [card for hand in event.hands if isinstance(hand, tuple) for card in hand]
        assert Counter((*held, *event.pile)) == Counter(DECK)
        assert Counter((*event.roles, event.set_aside)) == Counter(role_pool(5))
    assert isinstance(state.phase, Finished)


def test_after_the_third_round_nothing_is_played() -> None:
    """SAB-8.1."""
    state = treasure_missed(seats=3, number=ROUNDS)
    assert not SABOTEUR.to_act(state)
    assert refused(state, "pass", seat=0) == "SAB-8.1"
    assert refused(state, "take 1", seat=0) == "SAB-8.1"


@pytest.mark.parametrize(("last", "starter"), [(0, 1), (4, 0)])
def test_the_player_to_the_left_of_the_last_card_begins_the_next_round(last: int, starter: int) -> None:
    """SAB-8.2: whether it was a discard or the path to the treasure, and whoever took the last gold."""
    missed = treasure_missed(last=last, saboteurs=(2,))
    assert missed.phase == Digging(Seat(starter))
    assert missed.round.starter == starter
    found = treasure_found(by=last)
    for _ in range(5):
        found, _ = play(found, min(legal(found)))
    assert found.phase == Digging(Seat(starter))


def test_the_most_nuggets_win_and_equal_players_share() -> None:
    """SAB-8.3."""
    state, _ = play(treasure_found(seats=3, number=ROUNDS), "take 1", "take 3", "take 2")
    outcome = SABOTEUR.outcome(state)
    assert outcome is not None
    assert (outcome.winners, outcome.scores) == ((2,), (1, 2, 3))
    tie = SABOTEUR.outcome(treasure_missed(seats=5, saboteurs=(0, 3), number=ROUNDS))
    assert tie is not None
    assert (tie.winners, tie.scores) == ((0, 3), (3, 0, 0, 3, 0))
    assert SABOTEUR.outcome(mine()) is None


def test_rounds_are_tallied_by_who_won_them() -> None:
    """SAB-8.3, SAB-7.4: by diggers, by saboteurs, by nobody."""
    outcome = SABOTEUR.outcome(treasure_missed(seats=3, number=ROUNDS))
    assert outcome is not None
    assert outcome.tally == {
        "rounds won by diggers": 0,
        "rounds won by saboteurs": 0,
        "rounds won by nobody": 1,
    }


def test_roles_and_goals_are_shown_when_the_round_ends() -> None:
    """SAB-7.1, SAB-2.1: to everybody, with the dwarf set aside."""
    state = treasure_found(seats=3, saboteurs=(1,))
    for seat in (Seat(0), None):
        table = SABOTEUR.view(state, seat).round
        assert table.roles == (Role.DIGGER, Role.SABOTEUR, Role.DIGGER)
        assert table.set_aside is Role.DIGGER
        assert HIDDEN not in [goal.face for goal in table.goals]
        assert [goal.face_up for goal in table.goals] == [False, True, False]


def test_after_a_round_the_table_pauses_until_it_goes_on() -> None:
    """SAB-8.4: roles and goals lie open, the gold is paid, and of the next round there is nothing."""
    before = mine(hand="map", pile="", seats=5, saboteurs=(1,), gold_deck=GOLD)
    state, happened = play_one(SABOTEUR, before, Seat(0), SABOTEUR.read("discard map"), FastRandom(0))
    assert [type(event).__name__ for event in happened[-3:]] == ["RoundEnded", "GoldPaid", "GoldShuffled"]
    assert state.phase == RoundOver()
    assert state.round.number == 1
    view = SABOTEUR.view(state, Seat(2))
    assert view.round.roles == state.round.roles
    assert all(isinstance(goal.face, Face) for goal in view.round.goals)
    nexts = [SABOTEUR.decide(state, TABLE, CONTINUE, FastRandom(seed)) for seed in range(4)]
    assert all(isinstance(event, RoundDealt) for (event,) in nexts)
    assert len({str(each) for each in nexts}) == 4, "the cards are shuffled when the table goes on"


def test_each_seat_says_once_that_it_is_ready() -> None:
    """SAB-8.4: after the last card of gold was taken, too."""
    state = treasure_found(seats=3, number=3)
    while isinstance(state.phase, SharingGold):
        actions = SABOTEUR.legal_actions(state, waiting(state))
        state, _ = play_one(SABOTEUR, state, waiting(state), actions[0], FastRandom(0))
    for seat in (2, 0):
        state, events = play_one(SABOTEUR, state, Seat(seat), CONTINUE, FastRandom(0))
        assert events == (Continued(Seat(seat)),)
    assert state.phase == RoundOver((Seat(0), Seat(2)))
    assert refused(state, "continue", seat=0) == "SAB-8.4"
    assert refused(state, "pass", seat=1) == "SAB-8.4"
    assert SABOTEUR.outcome(state) is None, "the last round is looked at like the others"
    state, events = play_one(SABOTEUR, state, TABLE, CONTINUE, FastRandom(0))
    assert [type(event).__name__ for event in events] == ["GameEnded"]
    assert refused(mine(hand="map"), "continue", seat=0) == "SAB-8.4"
