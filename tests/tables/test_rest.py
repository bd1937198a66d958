"""A table without people rests, and a game that does not end is given up."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from hypothesis import given
from hypothesis import strategies as st

from filon.games.chance import FastRandom
from filon.games.contract import Seat
from filon.games.outofmine.model import Choosing
from filon.games.registry import GAMES
from filon.tables import (
    Audience,
    Guest,
    Refused,
    bot_turns,
    commands,
    export_game,
    next_wake,
    schedule,
    summary,
    sync,
    update,
)
from filon.tables.events import Abandoned
from filon.tables.model import MOST_MOVES, Bot, Held, Lobby, PerDecision, Playing
from tests.tables.desk import ANNA, BEN, CLEO, EVE, FOUR, Desk, act, four_playing, settings
from tests.tables.people import EVERYBODY, any_command, seated, some_settings


@contextmanager
def moves_at_most(most: int) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(schedule, "MOST_MOVES", most)
        yield


def bots_alone(game: str = "labyrinth", seats: int = 2) -> Desk:
    """Anna looks on."""
    desk = Desk(settings(game=game, seats=seats))
    desk.say(ANNA, commands.Start("random"))
    return desk


def two_in_the_mine() -> Desk:
    desk = Desk(settings(game="outofmine", seats=2, options={"round_limit": 60})).sit(ANNA, BEN).start()
    for seat, guest in enumerate((ANNA, BEN)):
        desk.say(guest, act(GAMES["outofmine"].legal_actions(desk.playing.state, Seat(seat))[0]))
    desk.wait(5)
    return desk


def play_on(desk: Desk, most: int) -> int:
    """All that falls due, when it does, until nothing will; how many entries that took."""
    before = desk.table.sequence
    while (at := next_wake(desk.table)) is not None:
        desk.now = max(desk.now, at)
        woken = desk.wake()
        assert desk.bots(desk.table.sequence) or woken, "the table was woken for nothing"
        assert desk.table.sequence - before <= most, "the table does not come to rest"
    return desk.table.sequence - before


def test_bots_stop_when_who_looked_on_has_gone_and_go_on_at_once_when_somebody_comes() -> None:
    desk = bots_alone()
    desk.now += 1000
    assert desk.bots() == 1
    desk.say(ANNA, commands.Depart())
    assert next_wake(desk.table) is None
    assert not desk.wait(100_000)
    assert desk.bots() == 0
    desk.say(ANNA, commands.Arrive())
    at = next_wake(desk.table)
    assert at is not None
    assert at <= desk.now
    assert desk.bots() == 1


def test_bots_stop_when_nobody_is_left_at_the_table() -> None:
    desk = bots_alone()
    desk.say(ANNA, commands.Leave())
    assert summary(desk.table).wake_at is None
    assert bot_turns(desk.table, desk.now + 10_000) == ()


def test_an_heir_who_has_long_gone_keeps_no_bots_playing() -> None:
    desk = bots_alone().join(EVE)
    desk.say(EVE, commands.Depart())
    desk.say(ANNA, commands.Leave())
    assert desk.table.host == EVE
    assert next_wake(desk.table) is None
    desk.say(EVE, commands.Arrive())
    assert next_wake(desk.table) is not None


def test_stand_ins_rest_too() -> None:
    desk = four_playing(clock=PerDecision(30))
    for guest in FOUR:
        desk.say(guest, commands.Depart())
    assert play_on(desk, 10) == 1, "the time of all four runs out"
    assert all(isinstance(chair, Held) and chair.stand_in is not None for chair in desk.table.chairs)
    desk.say(BEN, commands.Arrive())
    assert next_wake(desk.table) is not None


def test_by_mail_clocks_run_and_bots_play_while_nobody_is_connected() -> None:
    desk = Desk(settings(game="saboteur", seats=3, clock=PerDecision(86_400), absence_s=None))
    desk.sit(ANNA, BEN)
    desk.say(ANNA, commands.Start("random"))
    for guest in (ANNA, BEN):
        desk.say(guest, commands.Depart())
    played = set()
    for _ in range(3):
        (seat,) = desk.playing.turns
        at = next_wake(desk.table)
        assert at is not None
        if isinstance(desk.chair(seat), Bot):
            desk.now = at
            assert desk.bots() == 1
        else:
            assert at == desk.now + 86_400_000
            legal = GAMES["saboteur"].legal_actions(desk.playing.state, Seat(seat))
            desk.say((ANNA, BEN)[seat], act(legal[0]))
        played.add(seat)
    assert played == {0, 1, 2}


def test_the_end_of_a_round_waits_for_somebody_to_come_back() -> None:
    desk = two_in_the_mine()
    for guest in (ANNA, BEN):
        desk.say(guest, commands.LeaveSeat())
        desk.say(guest, commands.Depart())
    assert next_wake(desk.table) is None
    assert not desk.wait(1000)
    desk.say(ANNA, commands.Arrive())
    assert desk.wait(0)
    assert isinstance(desk.playing.state.phase, Choosing)


def test_the_end_of_a_round_does_not_wait_for_who_still_holds_a_chair() -> None:
    desk = two_in_the_mine()
    for guest in (ANNA, BEN):
        desk.say(guest, commands.Depart())
    assert desk.wait(60)
    assert isinstance(desk.playing.state.phase, Choosing)
    assert next_wake(desk.table) is None, "and then the table waits for them"


def test_a_castle_of_bots_alone_comes_to_an_end() -> None:
    with moves_at_most(200):
        desk = bots_alone()
        assert play_on(desk, 202) == 201
    assert desk.log[-1].events == (Abandoned(2),)
    assert isinstance(desk.table.phase, Lobby)
    desk.check_log()


def test_an_abandoned_game_leaves_people_in_their_chairs_and_tells_no_secret() -> None:
    with moves_at_most(5):
        desk = four_playing()
        before = desk.table
        desk.say(CLEO, commands.LeaveSeat())
        for number in range(5):
            desk.act(ANNA, ("go", "leave")[number % 2])
        assert next_wake(desk.table) == desk.now
        assert desk.bots() == 0
        assert desk.wait(0)
    assert [chair.guest for chair in desk.table.chairs if isinstance(chair, Held)] == list(FOUR)
    assert all(isinstance(chair, Held) and chair.stand_in is None for chair in desk.table.chairs)
    shown = sync(desk.table, Audience(0, playing=True))
    assert (shown.table.status, shown.table.game_number, shown.table.result) == ("lobby", 2, None)
    assert shown.table.commitment != sync(before, Audience()).table.commitment
    assert shown.table.abandoned is True
    assert shown.game is None
    told = update(desk.table, desk.log[-1:], Audience())
    assert [event for entry in told.entries for event in entry.events] == [Abandoned(2)]
    with pytest.raises(Refused, match="over"):
        export_game(desk.log, names=True)
    desk.start()
    assert desk.playing.moves == 0
    desk.play_out()
    assert desk.over.result.game == 2
    desk.check_log()


def test_what_was_taken_back_counts_as_played() -> None:
    desk = four_playing()
    desk.act(ANNA, "go")
    desk.say(ANNA, commands.AskUndo())
    for guest in FOUR[1:]:
        desk.say(guest, commands.AnswerUndo(agree=True))
    assert desk.playing.moves == 1


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_game_that_is_played_to_win_is_far_from_being_given_up(game: str) -> None:
    desk = Desk(settings(game=game, seats=GAMES[game].seats[-1], bot_pause_ms=0))
    desk.say(ANNA, commands.Start("easy"))
    assert play_on(desk, MOST_MOVES // 4) < MOST_MOVES // 4
    assert not isinstance(desk.table.phase, Playing | Lobby)


@given(some_settings(), st.integers(0, 5), st.integers(0, 2**32), st.integers(0, 60))
def test_from_anywhere_a_table_without_people_comes_to_rest(
    chosen: object, people: int, seed: int, length: int
) -> None:
    most = 60
    with moves_at_most(most):
        desk = seated(chosen, people)
        random = FastRandom(seed)
        for _ in range(length):
            sender = EVERYBODY[random.below(len(EVERYBODY))]
            desk.now += random.below(2000)
            try:
                desk.say(sender, any_command(desk.table, sender, random))
            except Refused:
                continue
        for guest in map(Guest, tuple(desk.table.people)):
            desk.say(guest, commands.Depart())
        play_on(desk, most + 3 * len(desk.table.chairs) + 2)
        assert not desk.wait(100_000)
        assert desk.bots() == 0
    desk.check_log()
