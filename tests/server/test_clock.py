"""Time goes on, whatever somebody does to the clock of the machine."""

import signal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from filon.server.clock import Clock
from tests.server.playing import Filon, Person, seated, wait_for

NOON = 1_700_000_000_000
HOUR = 3_600_000
DAY = 24 * HOUR


class Machine:
    """Its two clocks, by hand."""

    def __init__(self) -> None:
        self.wall = NOON
        self.steady = 5_000
        self.clock = Clock(lambda: self.wall * 1_000_000, lambda: self.steady * 1_000_000)

    def pass_ms(self, ms: int) -> int:
        self.wall += ms
        self.steady += ms
        return self.clock.now_ms()


steps = st.lists(st.tuples(st.integers(0, 10_000), st.integers(-2 * HOUR, 2 * HOUR)), max_size=30)


@given(steps)
def test_time_never_runs_backwards_nor_slower_than_it_passes(happened: list[tuple[int, int]]) -> None:
    machine = Machine()
    before = machine.clock.now_ms()
    for passed, stepped in happened:
        machine.wall += stepped
        now = machine.pass_ms(passed)
        assert now >= before + passed
        assert now >= machine.wall
        before = now


@given(steps)
def test_it_is_never_ahead_of_all_that_the_wall_clock_has_said(happened: list[tuple[int, int]]) -> None:
    machine = Machine()
    furthest = NOON
    for passed, stepped in happened:
        machine.wall += stepped
        furthest = max(machine.wall, furthest) + passed
        assert machine.pass_ms(passed) <= furthest


def test_a_clock_set_back_by_an_hour_is_waited_for_and_then_followed_again() -> None:
    machine = Machine()
    machine.wall -= HOUR
    assert machine.pass_ms(1_000) == NOON + 1_000
    machine.wall += HOUR + 500
    assert machine.pass_ms(1_000) == NOON + 2_500 == machine.wall


def test_a_restart_is_never_behind_the_log() -> None:
    machine = Machine()
    machine.clock.start_after(None)
    machine.clock.start_after(NOON - 1)
    assert machine.clock.now_ms() == NOON
    machine.clock.start_after(NOON + 400 * DAY)
    assert machine.pass_ms(3) == NOON + 400 * DAY + 3


def test_other_servers_are_followed_a_day_ahead_and_no_further() -> None:
    machine = Machine()
    machine.clock.heard(NOON + HOUR)
    assert machine.pass_ms(5) == NOON + HOUR + 5
    machine.clock.heard(NOON)
    machine.clock.heard(NOON + 2 * DAY)
    assert machine.clock.now_ms() == NOON + HOUR + 5


def test_what_is_old_is_told_by_the_clock_that_is_behind() -> None:
    machine = Machine()
    machine.clock.start_after(NOON + DAY)
    assert machine.clock.earliest_ms() == NOON
    machine.wall += 2 * DAY
    assert machine.clock.earliest_ms() == NOON + 2 * DAY


async def _bots_and_deadlines_go_on(anna: Person, seen: int) -> None:
    """Anna chooses nothing: the bots do, her time runs out, and a bot plays for her."""

    def happened(kind: str, **fields: object) -> bool:
        return any(
            event["type"] == kind and fields.items() <= event.items()
            for said in anna.messages[seen:]
            for entry in said.get("entries", ())
            for event in entry["events"]
        )

    await anna.until(lambda: happened("Played", by="bot"))
    await anna.until(lambda: happened("TakenOver", reason="time"))


@pytest.mark.anyio
async def test_bots_and_deadlines_go_on_when_the_clock_is_set_back(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/filon.db"
    stepped: dict[str, Any] = {"program": "tests.server.stepped", "test_step_s": -3600}
    server = Filon(database, **stepped).start()
    try:
        clock = {"type": "PerDecision", "seconds": 5}
        # Without a pause the bots, one of them in Anna's chair, might be done before the server is killed.
        (anna,) = await seated(server, people=1, seats=3, start=False, bot_pause_ms=100, clock=clock)
        for seat in (1, 2):
            await anna.order("SeatBot", seat=seat, level="normal")
        server.signal(signal.SIGUSR2)
        wait_for(lambda: any("stepped" in line for line in server.log), "the clock was set back")
        await anna.order("Start")
        await _bots_and_deadlines_go_on(anna, 0)
        server.kill()
        await anna.gone()
        server = Filon(database, test_step_first=1, **stepped).start()
        seen = len(anna.messages)
        await anna.come(server)
        await _bots_and_deadlines_go_on(anna, seen)
        await anna.go()
    finally:
        status = server.stop()
    assert status == 0
    assert not server.faults()
