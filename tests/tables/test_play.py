"""Playing: actions, refusals, simultaneous choices, and commands that come more than once."""

from itertools import permutations

import msgspec
import pytest

from filon.games.diamant.model import Choice, Choose
from filon.games.registry import GAMES
from filon.tables import THE_TABLE, Guest, commands, decide
from filon.tables.model import ANSWERS_KEPT, Over
from tests.tables.desk import ANNA, BEN, EVE, FOUR, Desk, act, four_at_the_table, four_playing, settings

GO, LEAVE = Choose(Choice.GO_ON), Choose(Choice.LEAVE)


@pytest.mark.parametrize("order", list(permutations(FOUR))[::5])
def test_simultaneous_choices_are_accepted_in_any_order(order: tuple[Guest, ...]) -> None:
    desk = four_playing()
    for guest in order:
        desk.act(guest, "go")
    assert len(desk.playing.state.phase.gallery) == 2
    assert desk.playing.state.phase.choices == {}
    desk.check_log()


def test_a_choice_can_be_changed_until_the_last_is_in() -> None:
    desk = four_playing()
    desk.act(BEN, "go")
    desk.act(BEN, "leave")
    assert desk.playing.state.phase.choices == {1: Choice.LEAVE}


def test_an_illegal_action_names_the_rule_and_what_would_be_legal() -> None:
    desk = four_playing()
    for guest, choice in zip(FOUR, ("leave", "go", "go", "go"), strict=True):
        desk.act(guest, choice)
    no = desk.refused(ANNA, act(GO), "illegal")
    assert no.rule == "DIA-2.6"
    assert no.legal == ()


@pytest.mark.parametrize(
    "action",
    [
        b'{"type":"Choose"}',
        b'{"type":"Choose","choice":"stay"}',
        b'{"type":"Fly"}',
        b'"go"',
        b"[]",
        b'{"type":"Choose","choice":"go_on","extra":1}',
    ],
)
def test_what_is_no_action_is_refused_with_the_field_and_the_legal_ones(action: bytes) -> None:
    no = four_playing().refused(ANNA, commands.Act(msgspec.Raw(action)), "malformed")
    assert no.field
    assert no.legal == (GO, LEAVE)


def test_only_who_sits_plays_and_only_during_a_game() -> None:
    desk = four_at_the_table().join(EVE)
    desk.refused(ANNA, act(GO), "not_playing")
    desk.start()
    desk.refused(EVE, act(GO), "not_seated")
    desk.play_out()
    desk.refused(ANNA, act(GO), "not_playing")


def test_a_choice_meant_for_an_earlier_decision_is_stale() -> None:
    desk = four_playing()
    seen = desk.table.sequence
    for guest in FOUR:
        desk.act(guest, "go", on=seen)  # what others do meanwhile does not make it stale
    desk.refused(ANNA, act(GO, seen), "stale")
    desk.act(ANNA, "go", on=desk.table.sequence)


def test_a_command_sent_again_is_answered_again_and_applied_once() -> None:
    desk = four_playing()
    first = desk.say(ANNA, act(GO), "mine")
    desk.act(BEN, "go")
    assert desk.say(ANNA, act(GO), "mine") == first
    assert desk.say(ANNA, act(LEAVE), "mine") == first, "the id is what counts"
    assert desk.table.sequence == first + 1
    assert desk.playing.state.phase.choices[0] == Choice.GO_ON


def test_two_people_may_use_the_same_command_id() -> None:
    desk = four_playing()
    assert desk.say(ANNA, act(GO), "one") + 1 == desk.say(BEN, act(GO), "one")


def test_a_refused_command_may_be_tried_again_with_the_same_id() -> None:
    desk = four_playing()
    desk.now += 1
    with pytest.raises(Exception, match="not_seated"):
        desk.say(EVE, act(GO), "x")
    desk.say(BEN, commands.HandSeat(EVE))
    assert desk.say(EVE, act(GO), "x") == desk.table.sequence


def test_a_repeated_command_is_answered_even_when_it_could_not_be_given_any_more() -> None:
    desk = four_at_the_table()
    started = desk.say(ANNA, commands.Start(), "start")
    assert desk.say(ANNA, commands.Start(), "start") == started
    joined = desk.say(EVE, commands.Join("Eve"), "join")
    desk.say(ANNA, commands.Remove(EVE))
    assert desk.say(EVE, commands.Join("Eve"), "join") == joined


def test_the_fold_remembers_a_bounded_number_of_answers() -> None:
    desk = four_playing()
    for number in range(ANSWERS_KEPT + 5):
        desk.say(ANNA, act((GO, LEAVE)[number % 2]), f"n{number}")
    assert len(desk.table.answered[ANNA]) == ANSWERS_KEPT
    assert decide(desk.table, ANNA, "n0", act(GO), desk.now).repeated is None
    assert decide(desk.table, ANNA, "n6", act(GO), desk.now).repeated is not None


def test_what_the_server_says_without_an_id_is_not_remembered() -> None:
    desk = four_playing()
    desk.say(ANNA, commands.Depart(), "")
    desk.say(ANNA, commands.Arrive(), "")
    desk.say(ANNA, commands.Depart(), "")
    assert desk.table.people[ANNA].away_since == desk.now
    assert "" not in desk.table.answered.get(ANNA, {})


def test_nobody_but_the_table_plays_for_others() -> None:
    desk = four_playing()
    desk.refused(ANNA, commands.PlayFor(0, GO, 99), "not_yours")
    desk.refused(THE_TABLE, commands.PlayFor(0, GO, 99), "stale")


def test_a_game_goes_to_its_end_and_shows_who_won() -> None:
    desk = four_playing().play_out()
    assert isinstance(desk.table.phase, Over)
    assert sorted(desk.over.result.outcome.scores) == sorted(desk.over.state.chests)
    desk.check_log()


def test_time_never_runs_backwards_in_the_log() -> None:
    desk = four_playing()
    desk.now -= 100_000
    desk.act(ANNA, "go")
    assert desk.log[-1].at == desk.log[-2].at


@pytest.mark.parametrize(
    ("game", "seats"), [("saboteur", 3), ("diamant", 8), ("labyrinth", 2), ("outofmine", 2)]
)
def test_every_game_is_played_by_bots_alone_to_the_end(game: str, seats: int) -> None:
    options = msgspec.to_builtins(GAMES[game].simulation)
    desk = Desk(settings(game=game, seats=seats, options=options, bot_pause_ms=0))
    desk.say(ANNA, commands.Start("random"))
    seed = 0
    while not isinstance(desk.table.phase, Over):
        seed += 1
        if not desk.bots(seed):
            desk.now += 5000
            assert desk.wake(), "a table of bots never waits for nobody"
    desk.check_log()
