"""Time as the table's own action: Out of Mine!'s signal, its round limit, and a player who is gone."""

import msgspec

from filon.bots import Sight, level
from filon.games.chance import FastRandom
from filon.games.contract import Seat
from filon.games.outofmine.model import Call, Choosing, Placing, PutBack, Ready
from filon.games.registry import GAMES
from filon.tables import Audience, Guest, commands, next_wake, sync
from filon.tables.clocks import deadline
from filon.tables.model import Bank, Held, PerDecision
from tests.tables.desk import ANNA, BEN, CLEO, Desk, act, settings

GAME = GAMES["outofmine"]
COUNTDOWN_MS = 5_000


def choose_faces(desk: Desk) -> None:
    for seat, guest in enumerate((ANNA, BEN)):
        desk.say(guest, act(GAME.legal_actions(desk.playing.state, seat)[0]))  # type: ignore[arg-type]


def two_ready(**options: object) -> Desk:
    desk = Desk(settings(game="outofmine", seats=2, options=options)).sit(ANNA, BEN).start()
    choose_faces(desk)
    assert isinstance(desk.playing.state.phase, Ready)
    return desk


def two_placing(**options: object) -> Desk:
    desk = two_ready(**options)
    assert desk.wait(COUNTDOWN_MS / 1000)
    assert isinstance(desk.playing.state.phase, Placing)
    return desk


def take_a_tile(desk: Desk, guest: Guest, seat: int) -> None:
    legal = GAME.legal_actions(desk.playing.state, seat)  # type: ignore[arg-type]
    desk.say(guest, act(next(action for action in legal if type(action).__name__ == "Take")))


def fill_the_gallery(desk: Desk, guest: Guest, seat: Seat) -> None:
    """Motion by motion as the normal player would, up to the call."""
    while True:
        state = desk.playing.state
        sight = Sight(GAME, GAME.view(state, seat), GAME.legal_actions(state, seat))
        action = level("normal").choose(sight, FastRandom(1))
        if action == Call():
            return
        desk.say(guest, act(action))


def test_the_signal_follows_a_count_down_that_everybody_sees() -> None:
    desk = two_ready()
    at = desk.now + COUNTDOWN_MS
    assert next_wake(desk.table) == at
    shown = sync(desk.table, Audience()).game
    assert shown is not None
    assert shown.timers == (at,)
    assert not desk.wait((COUNTDOWN_MS - 1) / 1000)
    assert desk.wait(0.001)
    assert isinstance(desk.playing.state.phase, Placing)
    desk.check_log()


def test_a_host_may_shorten_the_count_down() -> None:
    desk = Desk(settings(game="outofmine", seats=2, countdown_ms=200)).sit(ANNA, BEN).start()
    choose_faces(desk)
    assert not desk.wait(0.199)
    assert desk.wait(0.001)
    assert isinstance(desk.playing.state.phase, Placing)


def test_a_round_ends_when_its_time_is_up() -> None:
    desk = two_placing(round_limit=100)
    began = desk.now
    desk.now += 60_000
    take_a_tile(desk, ANNA, 0)
    assert [timer.at for timer in desk.playing.timers] == [began + 100_000], "what players do moves no limit"
    assert not desk.wait(39.999)
    assert desk.wait(0.001)
    assert isinstance(desk.playing.state.phase, Choosing)
    assert desk.playing.state.round == 2
    assert desk.playing.timers == ()
    desk.check_log()


def test_without_a_limit_a_round_lasts_as_long_as_it_lasts() -> None:
    desk = two_placing(round_limit=None)
    assert next_wake(desk.table) is None
    assert not desk.wait(100_000)


def test_a_tile_in_the_hand_of_who_is_gone_returns_to_the_stock() -> None:
    desk = two_placing(round_limit=None)
    take_a_tile(desk, BEN, 1)
    assert desk.playing.state.phase.mines[1].hand is not None
    desk.say(BEN, commands.Depart())
    assert desk.wait(60)
    assert desk.playing.state.phase.mines[1].hand is None
    chair = desk.table.chairs[1]
    assert isinstance(chair, Held)
    assert chair.stand_in is not None
    desk.check_log()


def test_who_is_gone_with_empty_hands_is_just_played_for() -> None:
    desk = two_placing(round_limit=None)
    take_a_tile(desk, ANNA, 0)
    desk.say(BEN, commands.Depart())
    assert desk.wait(60)
    assert desk.playing.state.phase.mines[0].hand is not None, "Anna is still here"
    desk.check_log()


def test_two_who_are_gone_at_once_lose_their_tiles_in_one_entry() -> None:
    desk = (
        Desk(settings(game="outofmine", seats=3, options={"round_limit": None})).sit(ANNA, BEN, CLEO).start()
    )
    for seat, guest in enumerate((ANNA, BEN, CLEO)):
        desk.say(guest, act(GAME.legal_actions(desk.playing.state, seat)[0]))  # type: ignore[arg-type]
    desk.wait(COUNTDOWN_MS / 1000)
    for seat, guest in ((1, BEN), (2, CLEO)):
        take_a_tile(desk, guest, seat)
        desk.say(guest, commands.Depart())
    entries = len(desk.log)
    assert desk.wait(60)
    assert len(desk.log) == entries + 1
    assert all(mine.hand is None for mine in desk.playing.state.phase.mines)
    desk.check_log()


def test_a_call_ends_everybodys_thinking_and_only_the_caller_earns_the_bonus() -> None:
    desk = Desk(settings(game="outofmine", seats=2, clock=Bank(600, 5), options={"round_limit": None}))
    desk.sit(ANNA, BEN).start()
    choose_faces(desk)
    desk.wait(COUNTDOWN_MS / 1000)
    fill_the_gallery(desk, BEN, Seat(1))
    before = desk.banks
    desk.now += 7000
    desk.say(BEN, act(Call()))
    assert desk.playing.state.round == 2
    assert 0 in desk.playing.turns, "Anna has to choose a face again, with what is left"
    assert desk.banks == (before[0] - 7000, before[1] - 7000 + 5000)
    desk.check_log()


def test_a_new_round_gives_everybody_the_time_of_a_new_decision() -> None:
    clock = PerDecision(30)
    desk = Desk(settings(game="outofmine", seats=2, clock=clock, options={"round_limit": None}))
    desk.sit(ANNA, BEN).start()
    choose_faces(desk)
    desk.wait(COUNTDOWN_MS / 1000)
    desk.now += 20_000
    take_a_tile(desk, BEN, 1)
    assert deadline(desk.table, desk.playing, 0) == desk.now + 10_000, "Ben's tile is not Anna's decision"
    desk.say(BEN, act(PutBack()))
    fill_the_gallery(desk, BEN, Seat(1))
    desk.say(BEN, act(Call()))
    assert isinstance(desk.playing.state.phase, Choosing)
    assert [deadline(desk.table, desk.playing, seat) for seat in (0, 1)] == [desk.now + 30_000] * 2
    desk.check_log()


def test_the_end_of_a_rounds_time_begins_everybodys_next_decision() -> None:
    clock = PerDecision(60)
    desk = Desk(settings(game="outofmine", seats=2, clock=clock, options={"round_limit": 60}))
    desk.sit(ANNA, BEN).start()
    choose_faces(desk)
    desk.wait(COUNTDOWN_MS / 1000)
    desk.now += 30_000
    take_a_tile(desk, ANNA, 0)
    desk.now += 30_000
    desk.wait(0)
    assert isinstance(desk.playing.state.phase, Choosing)
    assert deadline(desk.table, desk.playing, 0) == desk.now + 60_000
    desk.check_log()


def test_a_round_and_a_player_whose_time_is_up_together() -> None:
    desk = two_placing(round_limit=60)
    desk.say(BEN, commands.Depart())
    assert desk.wait(60)
    assert isinstance(desk.playing.state.phase, Choosing)
    chair = desk.chair(1)
    assert isinstance(chair, Held)
    assert chair.stand_in is not None
    desk.check_log()


def test_nobody_plays_the_tables_part() -> None:
    desk = two_ready()
    no = desk.refused(ANNA, commands.Act(msgspec.Raw(b'{"type":"Signal"}')), "illegal")
    assert no.rule
