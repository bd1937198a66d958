"""`filon bench chaos`: its checks find what is broken on purpose; its short form makes every kind of
fault.
"""

import json
import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import psutil
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.chaos import check, schedule
from bench.chaos.check import Finding
from bench.chaos.compare import compare_entries
from bench.chaos.figures import Round, added
from bench.chaos.intervals import length, union, within, without
from bench.chaos.ledger import CommandKey, Connection, Interval, Ledger, Outage, Sent
from bench.chaos.twins import Tally
from filon.games.registry import GAMES
from filon.tables import AnyTable, Entry, Guest, Settings, decide, entry_of, evolve, open_table
from filon.tables.commands import Act, AnyCommand, Depart, Join, SeatBot, Start, TakeSeat
from filon.tables.events import Departed, TakenOver
from tests.server.playing import Filon, seated, wait_for

ROOT = Path(__file__).parents[2]
MORNING = 1_800_000_000_000
GONE_MS = 5_000
ADA, BEN, CYD = (Guest(name) for name in ("ada", "ben", "cyd"))
GO_ON = {"type": "Choose", "choice": "go_on"}
TABLE = "table"


class Story:
    """A table's log and the ledger of its players, who all sit at it and are connected to server 0."""

    def __init__(self, *, bot: bool = False) -> None:
        self.now = MORNING
        settings = Settings(game="diamant", seats=3, bot_pause_ms=0)
        opened = open_table(settings, ADA, "Ada", bytes(32), table=TABLE, code="ABCDEF")
        self.log: list[Entry] = [entry_of(None, opened, ADA, "", self.now)]
        self.table: AnyTable = evolve(None, self.log[0])
        self.ledger = Ledger()
        self.people = (ADA, BEN) if bot else (ADA, BEN, CYD)
        for guest in self.people:
            self.ledger.connections[TABLE, guest].append(Connection(0, MORNING))
            if guest != ADA:
                self.do(guest, Join(guest))
            self.do(guest, TakeSeat())
        if bot:
            self.do(ADA, SeatBot(2, "random"))
        self.do(ADA, Start())

    def do(self, guest: Guest, command: AnyCommand, *, after_ms: int = 100) -> None:
        self.now += after_ms
        name = f"c{len(self.log)}"
        decision = decide(self.table, guest, name, command, self.now)
        self._append(entry_of(self.table, decision, guest, name, self.now))
        key = CommandKey(TABLE, guest, name)
        kind = type(command).__name__
        self.ledger.sent[key] = Sent(kind, GO_ON if isinstance(command, Act) else None)
        self.ledger.accept(key, self.table.sequence)

    def go_on(self, guest: Guest, *, after_ms: int = 100) -> None:
        self.do(guest, Act(msgspec.Raw(msgspec.json.encode(GO_ON))), after_ms=after_ms)

    def depart(self, guest: Guest, *, after_ms: int = 100) -> None:
        self.now += after_ms
        self._append(
            entry_of(self.table, decide(self.table, guest, "", Depart(), self.now), guest, "", self.now)
        )

    def _append(self, entry: Entry) -> None:
        self.log.append(entry)
        self.table = evolve(self.table, entry)

    def doctor(self, number: int, **changes: Any) -> None:
        self.log[number] = msgspec.structs.replace(self.log[number], **changes)

    # What the checks say
    def commands(self) -> Counter[str]:
        return Counter(one.kind for one in check.commands(self.ledger, {TABLE: self.log}))

    def absences(self) -> list[Finding]:
        return list(check.absences(self.ledger, {TABLE: self.log}, gone_ms=GONE_MS, end=self.now + 1))

    def silent(self, *, more_ms: int = 0) -> list[Finding]:
        end = self.now + more_ms
        waits = check.silences(self.ledger, {TABLE: self.log}, end=end)
        return [found for one in waits if (found := check.too_long(one)) is not None]


# Every acknowledged command, once


def test_a_log_as_the_players_know_it_is_in_order() -> None:
    story = Story()
    for guest in (ADA, BEN, CYD):
        story.go_on(guest)
    assert not story.commands()
    assert not story.absences()
    assert not story.silent()


def test_a_lost_command_is_found() -> None:
    story = Story()
    story.go_on(ADA)
    del story.log[-1]
    assert story.commands() == {"lost": 1}


def test_a_command_that_moved_in_the_log_is_found() -> None:
    story = Story()
    story.go_on(ADA)
    story.go_on(BEN)
    story.log[-1], story.log[-2] = story.log[-2], story.log[-1]
    assert story.commands()["broken log"] == 2
    story.doctor(-1, sequence=len(story.log))
    story.doctor(-2, sequence=len(story.log) - 1)
    assert story.commands() == {"lost": 2}


def test_a_command_applied_twice_is_found() -> None:
    story = Story()
    story.go_on(ADA)
    story.log.append(msgspec.structs.replace(story.log[-1], sequence=len(story.log) + 1))
    assert story.commands() == {"doubled": 1}


def test_another_action_than_was_sent_is_found() -> None:
    story = Story()
    story.go_on(ADA)
    key = CommandKey(TABLE, ADA, story.log[-1].command)
    story.ledger.sent[key] = Sent("Act", {"type": "Choose", "choice": "leave"})
    assert story.commands() == {"altered": 1}


def test_a_command_that_nobody_sent_is_found() -> None:
    story = Story()
    story.go_on(ADA)
    story.doctor(-1, command="made-up")
    assert story.commands() == {"never sent": 1, "lost": 1}


def test_a_refused_command_in_the_log_is_found() -> None:
    story = Story()
    story.go_on(ADA)
    key = CommandKey(TABLE, ADA, story.log[-1].command)
    del story.ledger.accepted[key]
    story.ledger.refuse(key, "illegal")
    assert story.commands() == {"refused yet applied": 1}


def test_answers_that_contradict_each_other_are_found() -> None:
    story = Story()
    story.go_on(ADA)
    key = CommandKey(TABLE, ADA, story.log[-1].command)
    story.ledger.accept(key, story.table.sequence)
    assert not story.commands()
    story.ledger.accept(key, story.table.sequence + 1)
    story.ledger.refuse(key, "stale")
    assert story.commands()["contradicted"] == 2


# Nobody who was connected is declared absent


def test_somebody_connected_and_declared_absent_is_found() -> None:
    story = Story()
    story.depart(BEN, after_ms=3_000)
    (found,) = story.absences()
    assert found.kind == "declared absent"
    assert BEN in found.what


def test_a_bot_in_the_chair_of_somebody_connected_is_found() -> None:
    story = Story()
    story.now += 3_000
    story.log.append(
        Entry(len(story.log) + 1, story.now, Guest("table"), "", (TakenOver(1, "easy", "absence"),))
    )
    assert [BEN in found.what for found in story.absences()] == [True]
    story.doctor(-1, events=(TakenOver(1, "easy", "time"),))
    assert not story.absences()


@pytest.mark.parametrize("kind", ["kill", "stop", "replace"])
def test_a_connection_to_a_server_that_cannot_speak_does_not_count(kind: Any) -> None:
    story = Story()
    story.ledger.outages.append(Outage(kind, 0, MORNING + 2_000, MORNING + 9_000))
    story.depart(BEN, after_ms=6_000)
    assert not story.absences()
    story.ledger.outages[0] = Outage(kind, 1, MORNING + 2_000, MORNING + 9_000)
    assert story.absences()


def test_redis_away_is_no_excuse() -> None:
    story = Story()
    story.ledger.outages.append(Outage("redis", None, MORNING + 2_000, MORNING + 9_000))
    story.depart(BEN, after_ms=6_000)
    assert story.absences()


def test_who_closed_the_page_may_be_declared_absent_and_who_came_back_may_not() -> None:
    story = Story()
    gone_at = story.now
    story.ledger.connections[TABLE, BEN][0].end = gone_at
    story.depart(BEN, after_ms=6_000)
    assert not story.absences()
    story.ledger.connections[TABLE, BEN].append(Connection(1, gone_at + 1_000))
    assert story.absences()
    story.ledger.connections[TABLE, BEN][-1].begin = story.now - 100
    assert not story.absences(), "the news may still be under way"


def test_who_acts_over_http_is_there() -> None:
    story = Story()
    story.ledger.connections.clear()
    story.ledger.acted[TABLE, BEN].append(story.now)
    story.depart(BEN, after_ms=1_000)
    assert story.absences()
    story.doctor(-1, at=story.now + GONE_MS)
    assert not story.absences()


# No table is silent for longer than its outage


def test_a_table_that_waits_for_a_bot_for_too_long_is_found() -> None:
    story = Story(bot=True)
    story.go_on(ADA)
    story.go_on(BEN)
    assert not story.silent(more_ms=4_000)
    (found,) = story.silent(more_ms=6_000)
    assert found.kind == "silent"


def test_a_table_that_waits_for_people_who_want_to_play_is_silent_too() -> None:
    story = Story()
    story.go_on(ADA, after_ms=7_000)
    assert len(story.silent()) == 1
    for guest in story.people:
        story.ledger.away[TABLE, guest].append(Interval(MORNING + 500, story.now - 1_000))
    assert not story.silent(), "they did not want to"


def test_the_time_that_people_take_to_think_is_no_silence() -> None:
    story = Story()
    story.go_on(ADA, after_ms=8_000)
    waits = check.silences(story.ledger, {TABLE: story.log}, end=story.now, think_ms=4_000)
    assert max(one.beyond_ms for one in waits) == 4_000


def test_a_bot_rests_while_all_people_are_away() -> None:
    story = Story(bot=True)
    for guest in story.people:
        story.ledger.away[TABLE, guest].append(Interval(MORNING + 1_000, story.now + 60_000))
    assert not story.silent(more_ms=59_000)


def test_what_others_say_does_not_hide_a_frozen_table() -> None:
    story = Story(bot=True)
    story.go_on(ADA)
    story.go_on(BEN)
    for _ in range(4):
        story.now += 2_000
        story.log.append(Entry(len(story.log) + 1, story.now, BEN, "", (Departed(BEN),)))
    assert len(story.silent()) == 1


@pytest.mark.parametrize("kind", ["kill", "stop", "replace", "postgres"])
def test_an_outage_explains_as_much_silence_as_it_lasted(kind: Any) -> None:
    story = Story(bot=True)
    begin = story.now
    story.ledger.outages.append(Outage(kind, None if kind == "postgres" else 0, begin, begin + 20_000))
    assert not story.silent(more_ms=24_000)
    assert story.silent(more_ms=27_000)


def test_faults_at_the_same_time_explain_it_once() -> None:
    story = Story(bot=True)
    begin = story.now
    story.ledger.outages += [Outage("kill", server, begin, begin + 4_000) for server in (0, 1, 2)]
    assert not story.silent(more_ms=8_000)
    assert story.silent(more_ms=10_000)


def test_each_fault_starts_the_wait_anew_and_calm_between_them_is_long_enough() -> None:
    story = Story(bot=True)
    begin = story.now
    for at in (0, 4_000, 8_000):
        story.ledger.outages.append(Outage("kill", 0, begin + at, begin + at + 1_000))
    assert not story.silent(more_ms=13_500)
    assert story.silent(more_ms=14_500)
    story.ledger.outages[1:2] = []
    assert story.silent(more_ms=9_000), "seven seconds were calm"


def test_redis_away_explains_no_silence() -> None:
    story = Story(bot=True)
    story.ledger.outages.append(Outage("redis", None, story.now, story.now + 60_000))
    assert story.silent(more_ms=6_000)


# Twins


def _entry(sequence: int, *events: dict[str, Any], sender: str = "ada") -> str:
    return json.dumps({"sequence": sequence, "at": 0, "sender": sender, "events": events})


def test_worlds_that_tell_a_viewer_different_things_are_found() -> None:
    diamant = GAMES["diamant"]
    played = {"type": "Played", "seat": 0, "by": "player", "events": [{"type": "ChoiceMade", "seat": 0}]}
    other = {"type": "Played", "seat": 0, "by": "player", "events": [{"type": "ChoiceMade", "seat": 1}]}
    same = {3: _entry(3, played)}
    assert compare_entries(diamant, same, same) is None
    assert compare_entries(diamant, same, {4: _entry(4, other)}) is None, "no entry that both were told"
    found = compare_entries(diamant, same, {3: _entry(3, other)})
    assert found is not None
    assert found.startswith("entry 3")


def test_worlds_go_apart_by_what_is_rightly_revealed_or_by_an_absence() -> None:
    game = GAMES["diamant"]
    kind, fields = next((kind, fields) for kind, fields in game.reveals.items() if fields)
    field = min(fields)
    ours, theirs = ({"type": "Played", "events": [{"type": kind, field: value}]} for value in (1, 2))
    assert compare_entries(game, {3: _entry(3, ours)}, {3: _entry(3, theirs)}) == "revealed"
    departed = _entry(3, {"type": "Departed", "guest": "ben"}, sender="ben")
    assert compare_entries(game, {3: _entry(3, ours)}, {3: departed}) == "interrupted"


# Times, faults, sums

SOME = st.lists(
    st.builds(lambda begin, size: Interval(begin, begin + size), st.integers(0, 30), st.integers(0, 9))
)


def _points(intervals: Iterable[Interval]) -> set[int]:
    return {point for one in intervals for point in range(one.begin, one.end)}


@given(SOME, SOME, st.integers(0, 30), st.integers(0, 20))
def test_intervals_are_sets_of_times(
    these: list[Interval], those: list[Interval], begin: int, size: int
) -> None:
    window = Interval(begin, begin + size)
    assert _points(union(these)) == _points(these)
    assert _points(without(these, those)) == _points(these) - _points(those)
    assert _points(within(these, window)) == _points(these) & _points([window])
    assert length(these) == len(_points(these))
    joined = union(these)
    assert all(one.end < other.begin for one, other in pairwise(joined))


@given(st.integers(0, 1_000), st.integers(1, 4), st.integers(0, 40), st.integers(0, 4), st.floats(20, 600))
def test_faults_are_drawn_from_a_seed(seed: int, servers: int, kills: int, rare: int, seconds: float) -> None:
    faults = schedule.draw(seed, seconds=seconds, servers=servers, kills=kills, rare=rare)
    assert faults == schedule.draw(seed, seconds=seconds, servers=servers, kills=kills, rare=rare)
    assert faults == sorted(faults, key=lambda fault: fault.at_s)
    kinds = Counter(fault.kind for fault in faults)
    assert kinds["kill"] == kills
    assert kinds["replace"] == rare
    for kind in ("stop", "redis", "postgres"):
        assert kinds[kind] == (rare if servers > 1 else 0)
    for fault in faults:
        assert fault.at_s >= 0
        assert fault.at_s + fault.lasts_s <= seconds + 0.01
        assert fault.server is None or 0 <= fault.server < servers


def _round(**changes: Any) -> Round:
    plain = Round(
        servers=2, seed=1, tables=9, people=20, seconds=60.0, faults={"kill": 5, "redis": 1},
        acknowledged=100, checked_after_kills=80, entries=300, games=12, connections=90, findings={},
        silent_beyond_ms=900, silence_limit_ms=5_000, calm_ms=0, twins=Tally(pairs=2, steps=9),
        errors_logged=0, orphans=0, lag_ms=3.0,
    )  # fmt: skip
    return msgspec.structs.replace(plain, **changes)


def test_runs_add_up_and_one_that_falls_short_makes_the_sum_fall_short() -> None:
    total = added([_round(), _round(seed=2, silent_beyond_ms=1_500)]).total
    assert total.ok
    assert (total.kills, total.acknowledged, total.silent_beyond_ms) == (10, 200, 1_500)
    for kind in ("lost", "doubled", "declared absent", "silent", "told apart"):
        assert not added([_round(), _round(findings={kind: 1})]).total.ok
    assert not added([]).total.ok
    assert not added([_round(acknowledged=0)]).total.ok, "nothing was measured"
    assert not added([_round(twins=Tally())]).total.ok


def test_what_fell_short_is_said(tmp_path: Path) -> None:
    """And runs that were kept are added up by the command itself."""
    found = Finding("silent", "a-table", 0, "waited for ever")
    for number, one in enumerate([_round(), _round(findings={"silent": 1}, evidence=[found])]):
        (tmp_path / f"{number}.json").write_bytes(msgspec.json.encode(added([one])))

    def summed(*numbers: int) -> "subprocess.CompletedProcess[str]":
        files = [word for number in numbers for word in ("--add", str(tmp_path / f"{number}.json"))]
        words = [sys.executable, "-m", "filon", "bench", "chaos", "--only-add", *files]
        return subprocess.run(words, capture_output=True, text=True, check=False)

    good, bad = summed(0, 0), summed(0, 1)
    assert (good.returncode, bad.returncode) == (0, 1), bad.stderr
    assert "nothing fell short" in good.stdout
    assert "silent: table a-table at 0.0 s: waited for ever" in bad.stdout


# All of it, with real processes


@pytest.mark.anyio
async def test_a_killed_server_leaves_no_process_behind(tmp_path: Path) -> None:
    """Not even the one in which its bots think, which nobody can tell to end."""
    server = Filon(f"sqlite:///{tmp_path}/filon.db").start()
    (ada,) = await seated(server, people=1, seats=3, bot_pause_ms=0, start=False)
    await ada.order("Start", fill="random")
    await ada.dealt()
    await ada.act(random.Random(1))
    await ada.until(lambda: ada.to_act or ada.status == "over")
    family = psutil.Process(server.pid).children(recursive=True)
    assert family, "the bots have thought somewhere"
    server.kill()
    await ada.gone()
    wait_for(lambda: not any(one.is_running() for one in family), "a bot outlives its server")


def test_players_play_on_through_every_kind_of_fault() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "filon", "bench", "chaos", "--short", "--json"],
        cwd=ROOT,
        env={name: value for name, value in os.environ.items() if not name.startswith("FILON_")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout, done.stderr
    figures = json.loads(done.stdout)
    assert done.returncode == 0, json.dumps(figures, indent=1)
    made = figures["total"]["faults"]
    assert made.keys() == {"kill", "stop", "replace", "redis", "postgres"}
