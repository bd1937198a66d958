"""Tables that begin with a position of another game: who sits where, what is drawn, what can be checked."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from filon.games.chance import FastRandom
from filon.games.contract import CONTINUE
from filon.games.registry import GAMES
from filon.tables import (
    THE_TABLE,
    Audience,
    Refused,
    commands,
    decode_events,
    encode_events,
    entry_of,
    evolve,
    export_game,
    open_from,
    verify,
)
from filon.tables.events import Opened, Played, PositionGiven, Started
from filon.tables.model import Bot, Given, Held, Playing, Settings
from filon.tables.replays import Recording
from filon.tables.watch import entries_for
from tests.tables.desk import ANNA, BEN, FOUR, MORNING, SECRET, Desk, act, four_playing, settings

FROM_THERE = Given("t0", 3, 17)


def begun(
    state: Any,
    given: Given = FROM_THERE,
    *,
    seat: int = 2,
    level: str = "random",
    wanted: Settings | None = None,
    secret: bytes = SECRET,
) -> Desk:
    """Ben's own table."""
    desk = Desk()
    opened = open_from(
        wanted or settings(bot_pause_ms=0),
        BEN,
        "Ben",
        secret,
        table="t2",
        code="AMBER",
        seat=seat,
        level=level,
        given=given,
        position=lambda _random: state,
    )
    desk.log = [entry_of(None, opened, BEN, "", MORNING)]
    desk.table = evolve(None, desk.log[0])
    return desk


def in_the_middle() -> Any:
    desk = four_playing()
    for guest, notation in zip(FOUR, ("go", "go", "go", "leave"), strict=True):
        desk.act(guest, notation)
    return desk.playing.state


def test_it_is_started_at_once_with_bots_in_the_other_seats() -> None:
    state = in_the_middle()
    desk = begun(state)
    assert [type(chair) for chair in desk.table.chairs] == [Bot, Bot, Held, Bot]
    assert desk.table.host == BEN
    assert desk.playing.state == state
    assert set(desk.playing.turns) == set(GAMES["diamant"].to_act(state))
    kinds = [type(event) for event in desk.log[0].events]
    assert kinds[0] is Opened
    assert kinds[-2:] == [PositionGiven, Started]
    desk.bots()
    desk.play_out().check_log()


def test_a_seat_or_a_level_that_is_not_there_is_refused_by_name() -> None:
    for given, field in (({"seat": 4}, "seat"), ({"seat": -1}, "seat"), ({"level": "genius"}, "level")):
        with pytest.raises(Refused) as no:
            begun(in_the_middle(), **given)
        assert no.value.field == field


def test_older_releases_read_every_table_but_these() -> None:
    plain = four_playing()
    assert all(encode_events(entry.events)[0] != 3 for entry in plain.log)
    desk = begun(in_the_middle())
    data = encode_events(desk.log[0].events)
    assert data[0] == 3
    assert decode_events("diamant", data) == desk.log[0].events


def test_nobody_is_told_where_the_position_is_from() -> None:
    desk = begun(in_the_middle(), Given("t0-secret", 1, None, seed="ab" * 32, parts=(5,)))
    desk.say(BEN, commands.PlayDeal(1, 0, ANNA, "t9-secret"))
    for viewer in (Audience(seat=2, playing=True), Audience()):
        told = msgspec.json.encode(entries_for([viewer], desk.table, desk.log, MORNING))
        assert b"secret" not in told
        assert b"abab" not in told


@pytest.mark.parametrize("game", GAMES)
def test_its_file_says_so_and_verifies(game: str) -> None:
    law = GAMES[game]
    options = msgspec.to_builtins(law.simulation)
    seats = max(3, law.seats[0])
    state = law.deal(seats, law.simulation, FastRandom(7))
    wanted = settings(game=game, seats=seats, options=options, bot_pause_ms=0)
    desk = begun(state, wanted=wanted).play_out()
    data = export_game(desk.log, names=True)
    verdict = verify(data)
    assert verdict.ok, verdict.problems
    assert verdict.given == FROM_THERE
    file = msgspec.json.decode(data)
    del file["given"]
    assert verify(msgspec.json.encode(file)).problems == ("the deal is not the one that the seed gives",)
    file["given"] = {"table": "t0", "game": 1, "step": None, "seed": "no", "parts": []}
    assert not verify(msgspec.json.encode(file)).ok


def rounds_of(desk: Desk) -> list[Any]:
    """What each round after the first was dealt."""
    return [
        event.events[-1]
        for entry in desk.log
        for event in entry.events
        if isinstance(event, Played) and event.seat is None and event.action == CONTINUE
    ]


def test_the_rounds_of_a_deal_that_is_played_again_are_dealt_alike() -> None:
    """Here all leave at once, so that no hazard is taken out and every pile is of all cards."""
    first = all_leave(four_playing())
    recording = Recording()
    for entry in first.log:
        recording.take(entry)
    assert recording.started is not None
    parts = tuple(step.sequence for step in recording.steps if step.seat is None)
    given = Given("t1", 1, None, recording.started.seed.hex(), parts)
    again = all_leave(begun(recording.dealt, given, seat=0, secret=bytes([9]) * 32))
    assert rounds_of(again) == rounds_of(first)
    shorter = replace(given, parts=parts[:2])
    alone = all_leave(begun(recording.dealt, shorter, seat=0, secret=bytes([8]) * 32))
    assert rounds_of(alone)[:2] == rounds_of(first)[:2]
    assert rounds_of(alone)[2] != rounds_of(first)[2], "beyond the parts it has chance of its own"
    for desk in (again, alone):
        verdict = verify(export_game(desk.log, names=False))
        assert verdict.ok, verdict.problems


def all_leave(desk: Desk) -> Desk:
    leave = GAMES["diamant"].read("leave")
    while isinstance(desk.table.phase, Playing):
        if not desk.playing.turns:
            desk.wait(600)
            continue
        seat = min(desk.playing.turns)
        chair = desk.chair(seat)
        if isinstance(chair, Held):
            desk.say(chair.guest, act(leave))
        else:
            desk.now += 60_000
            desk.say(THE_TABLE, commands.PlayFor(seat, leave, desk.table.sequence))
    return desk
