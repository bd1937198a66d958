"""A clock binds: nothing that anybody does gives time back, and no table can be held."""

from collections import Counter

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from filon.games.chance import FastRandom
from filon.games.registry import GAMES
from filon.tables import Audience, Guest, Refused, commands, fold, next_wake, sync, update
from filon.tables.clocks import deadline
from filon.tables.events import Played, Undone
from filon.tables.model import Bank, Clock, Held, PerDecision, Playing
from filon.tables.schedule import resting
from tests.tables.desk import ANNA, BEN, CLEO, DAN, EVE, FOUR, Desk, act, four_playing, settings
from tests.tables.people import chair_of, legal_for

PAUSE_MS = 800
STAYS = 11
"""With this seed four random bots go on."""


def stands_in(desk: Desk, seat: int) -> bool:
    chair = desk.chair(seat)
    return isinstance(chair, Held) and chair.stand_in is not None


def let_pass(desk: Desk, milliseconds: int) -> None:
    """Time passes at a server that does everything when it is due."""
    until = desk.now + milliseconds
    while (at := next_wake(desk.table)) is not None and at <= until:
        desk.now = max(desk.now, at)
        desk.wake()
        desk.bots(desk.table.sequence)
    desk.now = until


@pytest.mark.parametrize("clock", [PerDecision(30), Bank(30)])
def test_a_decision_whose_time_has_run_out_stays_the_bots(clock: Clock) -> None:
    desk = four_playing(clock=clock)
    for guest in (BEN, CLEO, DAN):
        desk.act(guest, "go")
    desk.wait(30)
    desk.say(ANNA, commands.TakeBack())
    assert not stands_in(desk, 0)
    no = desk.refused(ANNA, act(GAMES["diamant"].read("go")), "out_of_time")
    assert "bot" in no.reason
    desk.now += PAUSE_MS
    assert desk.bots(STAYS) == 1
    assert set(desk.playing.turns) == {0, 1, 2, 3}
    desk.act(ANNA, "go")
    desk.check_log()


def test_who_is_late_is_offered_nothing_until_the_next_decision() -> None:
    desk = four_playing(clock=PerDecision(30))
    for guest in (BEN, CLEO, DAN):
        desk.act(guest, "go")
    desk.wait(30)
    before = desk.table
    desk.say(ANNA, commands.TakeBack())
    anna = Audience(0, playing=True)
    shown = sync(desk.table, anna).game
    assert shown is not None
    assert shown.legal == ()
    assert [(turn.seat, turn.deadline, turn.expired) for turn in shown.turns] == [(0, None, True)]
    assert update(desk.table, desk.log[-1:], anna, before).game.legal == ()  # type: ignore[union-attr]
    before = desk.table
    desk.now += PAUSE_MS
    desk.bots(STAYS)
    told = update(desk.table, desk.log[-1:], anna, before).game
    assert told
    assert told.legal == GAMES["diamant"].legal_actions(desk.playing.state, 0)  # type: ignore[arg-type]
    assert b"expired" not in msgspec.json.encode(told)


def test_taking_back_again_and_again_holds_nobody_up() -> None:
    desk = four_playing(clock=PerDecision(5))
    for guest in (BEN, CLEO, DAN):
        desk.act(guest, "go")
    first = desk.playing.turns[0].sequence
    for _ in range(60):
        let_pass(desk, 100)
        desk.say(ANNA, commands.TakeBack())
    assert first not in [turn.sequence for turn in desk.playing.turns.values()]


@pytest.mark.parametrize("clock", [PerDecision(30), Bank(30)])
def test_leaving_and_returning_gives_no_time_back(clock: Clock) -> None:
    desk = four_playing(clock=clock)
    until = desk.now + 30_000
    for _ in range(4):
        desk.now += 6000
        desk.say(ANNA, commands.LeaveSeat())
        desk.say(ANNA, commands.TakeBack())
        assert deadline(desk.table, desk.playing, 0) == until


def test_neither_a_lost_connection_nor_another_device_gives_time_back() -> None:
    desk = four_playing(clock=PerDecision(30), absence_s=10)
    until = desk.now + 30_000
    desk.say(ANNA, commands.Depart())
    desk.wait(10)
    assert stands_in(desk, 0)
    desk.say(ANNA, commands.Arrive())
    assert deadline(desk.table, desk.playing, 0) == until
    desk.say(ANNA, commands.LeaveSeat())
    desk.say(ANNA, commands.HandSeat(EVE))
    assert deadline(desk.table, desk.playing, 0) == until
    desk.wait(20)
    assert stands_in(desk, 0)
    desk.say(EVE, commands.HandSeat(ANNA))
    desk.refused(ANNA, act(GAMES["diamant"].read("go")), "out_of_time")


def test_coming_and_going_does_not_begin_the_bots_pause_again() -> None:
    desk = four_playing(clock=PerDecision(600), bot_pause_ms=2000)
    desk.say(ANNA, commands.LeaveSeat())
    for _ in range(3):
        desk.now += 600
        desk.say(ANNA, commands.TakeBack())
        desk.say(ANNA, commands.LeaveSeat())
    desk.now += 200
    assert desk.bots() == 1


@pytest.mark.parametrize(
    ("clock", "allowed"), [(Bank(60), 5000), (Bank(60, 8), 8000), (Bank(3 * 86_400), 2_592_000)]
)
def test_who_comes_back_with_an_empty_bank_has_a_little_time_for_each_decision(
    clock: Bank, allowed: int
) -> None:
    desk = four_playing(clock=clock)
    desk.wait(clock.seconds)
    for guest in FOUR:
        desk.say(guest, commands.TakeBack())
    for _ in range(2):
        desk.now += PAUSE_MS
        assert desk.bots(STAYS) == 4
        assert desk.banks == (0, 0, 0, 0)
        assert deadline(desk.table, desk.playing, 0) == desk.now + allowed
        assert desk.wait(allowed / 1000)
        for guest in FOUR:
            desk.say(guest, commands.TakeBack())


def test_taking_back_a_move_takes_back_its_bonus_and_no_thinking() -> None:
    desk = four_playing(clock=Bank(60, 2))
    desk.now += 10_000
    desk.act(ANNA, "go")
    assert desk.banks[0] == 52_000
    desk.now += 7_000
    desk.say(ANNA, commands.AskUndo())
    for guest in (BEN, CLEO, DAN):
        desk.say(guest, commands.AnswerUndo(agree=True))
    assert desk.banks == (50_000, 43_000, 43_000, 43_000)
    assert deadline(desk.table, desk.playing, 0) == desk.now + 50_000
    assert deadline(desk.table, desk.playing, 1) == desk.now + 43_000
    desk.check_log()


def test_taking_back_a_move_gives_its_decision_no_new_time() -> None:
    desk = four_playing(clock=PerDecision(30))
    desk.now += 20_000
    desk.act(ANNA, "go")
    desk.now += 5_000
    desk.say(ANNA, commands.AskUndo())
    for guest in (BEN, CLEO, DAN):
        desk.say(guest, commands.AnswerUndo(agree=True))
    assert deadline(desk.table, desk.playing, 0) == desk.now + 10_000
    assert deadline(desk.table, desk.playing, 1) == desk.now + 5_000


class Watch:
    """A second opinion: how long the table has waited for each seat, and for its person."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.decisions: Counter[tuple[int, int]] = Counter()
        self.thought: Counter[int] = Counter()

    def let_pass(self, milliseconds: int) -> None:
        desk = self.desk
        until = desk.now + milliseconds
        while desk.now < until and isinstance(desk.table.phase, Playing):
            at = next_wake(desk.table)
            then = until if at is None else min(until, max(at, desk.now))
            for seat, turn in () if resting(desk.table) else desk.playing.turns.items():
                held = max(0, then - max(desk.now, turn.at))  # what takes the stage is nobody's time
                self.decisions[seat, turn.sequence] += held
                if deadline(desk.table, desk.playing, seat) is not None:
                    self.thought[seat] += held
            desk.now = then
            if at is not None and at <= then:
                desk.wake()
                desk.bots(desk.table.sequence)

    def moves(self, seat: int) -> int:
        return sum(
            isinstance(event, Played) and event.seat == seat and event.by == "player"
            for entry in self.desk.log
            for event in entry.events
        )


def something(desk: Desk, sender: Guest, random: FastRandom) -> commands.AnyCommand:
    seat = next((at for at, chair in enumerate(desk.table.chairs) if chair_of(chair) == sender), 0)
    legal = legal_for(desk.table, seat)
    if legal and random.below(3) == 0:
        return act(legal[random.below(len(legal))])
    choices: list[commands.AnyCommand] = [
        commands.LeaveSeat(),
        commands.LeaveSeat(),
        commands.TakeBack(),
        commands.TakeBack(),
        commands.Arrive(),
        commands.Depart(),
        commands.AskUndo(),
        commands.AnswerUndo(agree=True),
        commands.AnswerUndo(agree=True),
        commands.HandSeat(EVE if sender != EVE else ANNA),
        commands.Rename(f"{sender.title()} {random.below(9)}"),
    ]
    return choices[random.below(len(choices))]


def check_undone(desk: Desk) -> None:
    """Nobody has more time after taking back than there was then, nor than there is now."""
    (to,) = [event.to for event in desk.log[-1].events if isinstance(event, Undone)]
    point = fold(desk.log[: to - 1])
    then = desk.log[to - 1].at
    assert isinstance(point.phase, Playing)
    if isinstance(desk.table.settings.clock, Bank):
        shown = sync(point, Audience()).game
        assert shown is not None
        assert all(now <= was for now, was in zip(desk.banks, shown.banks, strict=True))
    for seat in desk.playing.turns:
        was, now = deadline(point, point.phase, seat), deadline(desk.table, desk.playing, seat)
        if was is not None and now is not None:
            assert now - desk.now <= was - then


@given(
    st.sampled_from(("diamant", "labyrinth", "saboteur")),
    st.sampled_from((PerDecision(30), Bank(60, 2), Bank(40))),
    st.sampled_from((None, 10)),
    st.integers(0, 2**32),
)
def test_whatever_people_do_a_clock_binds(game: str, clock: Clock, absence: int | None, seed: int) -> None:
    chosen = settings(
        game=game,
        seats=3,
        clock=clock,
        absence_s=absence,
        options=msgspec.to_builtins(GAMES[game].simulation),
    )
    desk = Desk(chosen).sit(ANNA, BEN, CLEO).join(EVE).start()
    watch, random = Watch(desk), FastRandom(seed)
    for _ in range(80):
        watch.let_pass((0, 100, 900, 4000, 20_000)[random.below(5)])
        sender = (ANNA, BEN, CLEO, EVE)[random.below(4)]
        try:
            desk.say(sender, something(desk, sender, random))
        except Refused:
            continue
        if any(isinstance(event, Undone) for event in desk.log[-1].events):
            check_undone(desk)
    if isinstance(clock, PerDecision):
        assert all(held <= 30_000 + PAUSE_MS for held in watch.decisions.values())
    else:
        assert isinstance(clock, Bank)
        for seat in range(3):
            decisions = sum(at == seat for at, _ in watch.decisions)
            given_ms = clock.seconds * 1000 + clock.bonus * 1000 * watch.moves(seat)
            assert watch.thought[seat] <= given_ms + 5000 * decisions
    desk.check_log()
