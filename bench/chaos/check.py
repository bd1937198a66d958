"""What a ledger and the logs say together. Pure: a doctored log shows that each check would find it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal, NamedTuple

import msgspec

from bench.chaos.intervals import length, union, within, without
from bench.chaos.ledger import CommandKey, Connection, Interval, Ledger, Outage
from filon.games.codec import read_action
from filon.games.contract import AnyGame
from filon.games.registry import GAMES
from filon.tables import AnyTable, Entry, evolve, next_wake
from filon.tables.events import Departed, Opened, Played, Started, TakenOver
from filon.tables.model import THE_TABLE, Bot, Held, Playing

ARRIVING_MS: Final = 2_000
"""So long after its Welcome, or after its server was continued, everybody must know of a connection."""
SILENCE_MS: Final = 5_000

FindingKind = Literal[
    "lost", "doubled", "altered", "contradicted", "refused yet applied", "never sent", "broken log",
    "declared absent", "silent", "told apart",
]  # fmt: skip


class Finding(msgspec.Struct, frozen=True):
    """Something that must not be."""

    kind: FindingKind
    table: str
    at: int
    what: str


class Silence(msgspec.Struct, frozen=True):
    """A table that had somebody to go on and did not, for so long at a stretch with no fault under way."""

    table: str
    since: int
    beyond_ms: int
    waited_ms: int
    awaited: str
    """Whom the game waited for in the end."""


def commands(ledger: Ledger, logs: Mapping[str, Sequence[Entry]]) -> Iterator[Finding]:
    """Every acknowledged command is in the log once, where it was said to be; and nothing else is."""
    applied: dict[CommandKey, Entry] = {}
    for table, log in logs.items():
        game = _game(log)
        for number, entry in enumerate(log, 1):
            if entry.sequence != number:
                yield Finding("broken log", table, entry.at, f"entry {entry.sequence} stands at {number}")
            if not entry.command or entry.sender == THE_TABLE:
                continue
            key = CommandKey(table, entry.sender, entry.command)
            if key in applied:
                what = f"{key.id} of {key.guest} in entries {applied[key].sequence} and {entry.sequence}"
                yield Finding("doubled", table, entry.at, what)
                continue
            applied[key] = entry
            yield from _as_sent(ledger, game, key, entry)
    for key, why in ledger.contradicted:
        yield Finding("contradicted", key.table, 0, f"{key.id} of {key.guest}: {why}")
    for key, sequence in ledger.accepted.items():
        found = applied.get(key)
        if found is None or found.sequence != sequence:
            where = "nowhere" if found is None else f"in entry {found.sequence}"
            kind = ledger.sent[key].kind
            what = f"{kind} {key.id} of {key.guest}: acknowledged as entry {sequence}, {where}"
            yield Finding("lost", key.table, 0, what)


def _game(log: Sequence[Entry]) -> AnyGame:
    opened = log[0].events[0]
    assert isinstance(opened, Opened)
    return GAMES[opened.settings.game]


def _as_sent(ledger: Ledger, game: AnyGame, key: CommandKey, entry: Entry) -> Iterator[Finding]:
    sent = ledger.sent.get(key)
    if sent is None:
        yield Finding("never sent", key.table, entry.at, f"{key.id} of {key.guest}, entry {entry.sequence}")
        return
    if key in ledger.refused:
        what = f"{key.id} of {key.guest}: refused ({ledger.refused[key]}), in entry {entry.sequence}"
        yield Finding("refused yet applied", key.table, entry.at, what)
    if sent.kind == "Act":
        meant = read_action(game, msgspec.json.encode(sent.action))
        played = [event.action for event in entry.events if isinstance(event, Played)]
        if not played or played[0] != meant:
            what = f"{key.id} of {key.guest}: sent {sent.action}, in entry {entry.sequence}: {played[:1]}"
            yield Finding("altered", key.table, entry.at, what)


class Attendance(NamedTuple):
    """A time in which somebody must be taken for present, and why."""

    begin: int
    end: int
    why: str


def attendance(
    connections: Sequence[Connection], acted: Sequence[int], outages: Sequence[Outage], gone_ms: int, end: int
) -> list[Attendance]:
    """A connection counts from shortly after its Welcome until its player lost or closed it. While its server
    is dead or stopped it does not: nobody can hear of it. Redis away is no excuse. Who sends commands over
    HTTP is there for as long as a lost connection would be waited for.
    """
    found = [Attendance(at, at + gone_ms - ARRIVING_MS, "acted over HTTP") for at in acted]
    for one in connections:
        open_ = Interval(one.begin + ARRIVING_MS, end if one.end is None else one.end)
        unheard = [
            Interval(outage.begin, outage.end + ARRIVING_MS)
            for outage in outages
            if outage.server == one.server
        ]
        found += [
            Attendance(*counted, f"connected to server {one.server}") for counted in without([open_], unheard)
        ]
    return found


def absences(
    ledger: Ledger, logs: Mapping[str, Sequence[Entry]], *, gone_ms: int, end: int
) -> Iterator[Finding]:
    """Nobody who was connected is declared absent, nor taken over for it."""
    for table, log in logs.items():
        present: dict[str, list[Attendance]] = {}
        state: AnyTable | None = None
        for entry in log:
            for guest, what in _declared(state, entry):
                if guest not in present:
                    key = (table, guest)
                    connections, acted = ledger.connections.get(key, ()), ledger.acted.get(key, ())
                    present[guest] = attendance(connections, acted, ledger.outages, gone_ms, end)
                there = next((one for one in present[guest] if one.begin <= entry.at < one.end), None)
                if there is not None:
                    so_long = f"{there.why}, for {entry.at - there.begin} ms after all must know"
                    said = f"{what} of {guest} in entry {entry.sequence}: {so_long}"
                    yield Finding("declared absent", table, entry.at, said)
            state = evolve(state, entry)


def _declared(state: AnyTable | None, entry: Entry) -> Iterator[tuple[str, str]]:
    for event in entry.events:
        match event:
            case Departed(guest):
                yield guest, "Departed"
            case TakenOver(seat, reason="absence") if state is not None:
                chair = state.chairs[seat]
                if isinstance(chair, Held):
                    yield chair.guest, "TakenOver"
            case _:
                pass


def silences(
    ledger: Ledger, logs: Mapping[str, Sequence[Entry]], *, end: int, think_ms: int = 0
) -> Iterator[Silence]:
    """Each wait of each table for the next move, as far as somebody was there to make it.

    A wait is as long as somebody whom the game waits for wants to play and has thought for `think_ms`, or the
    table itself has something to do and people to do it for. The time in which a fault of the database or of
    any server lasted explains it; Redis away explains nothing, since play goes on without it. What counts is
    the longest part in which no fault was under way: each new fault may undo what was done about the last.
    """
    explained = union(Interval(one.begin, one.end) for one in ledger.outages if one.kind != "redis")
    for table, log in logs.items():
        people = _Availability(ledger, table, end, think_ms)
        for wait in _waits(log, people, end):
            calm = without(wait.ready, explained)
            beyond = max((one.end - one.begin for one in calm), default=0)
            yield Silence(table, wait.begin, beyond, length(wait.ready), wait.awaited)


class _Availability:
    """When the people of a table wanted to play."""

    def __init__(self, ledger: Ledger, table: str, end: int, think_ms: int) -> None:
        self.think_ms = think_ms
        self._ledger = ledger
        self._table = table
        self._end = end
        self._known: dict[str, list[Interval]] = {}

    def of(self, guest: str, window: Interval) -> list[Interval]:
        if guest not in self._known:
            away = self._ledger.away.get((self._table, guest), ())
            self._known[guest] = without([Interval(0, self._end)], away)
        return within(self._known[guest], window)

    def of_any(self, guests: Sequence[str], window: Interval) -> list[Interval]:
        return union(part for guest in guests for part in self.of(guest, window))


class _Wait(NamedTuple):
    """From one move to the next, and when in between somebody could have made it."""

    begin: int
    ready: list[Interval]
    awaited: str


def _waits(log: Sequence[Entry], available: _Availability, end: int) -> Iterator[_Wait]:
    state: AnyTable | None = None
    since, ready, awaited = 0, list[Interval](), ""
    for number, entry in enumerate(log):
        state = evolve(state, entry)
        if any(isinstance(event, Played | Started) for event in entry.events):
            if ready:
                yield _Wait(since, ready, awaited)
            since, ready = entry.at, []
        until = log[number + 1].at if number + 1 < len(log) else end
        ready += _ready(state, Interval(entry.at, until), available)
        awaited = _awaited(state)
    if ready:
        yield _Wait(since, ready, awaited)


def _awaited(state: AnyTable) -> str:
    if not isinstance(state.phase, Playing):
        return "nobody"
    words = [f"{type(state.chairs[seat]).__name__.lower()} in seat {seat}" for seat in state.phase.turns]
    return " and ".join(words) or "the table itself"


def _ready(state: AnyTable, window: Interval, available: _Availability) -> list[Interval]:
    """When, in this time, somebody could have gone on."""
    phase = state.phase
    if not isinstance(phase, Playing) or window.end <= window.begin:
        return []
    people = [chair.guest for chair in state.chairs if isinstance(chair, Held)]
    ready: list[Interval] = []
    by_itself = next_wake(state)
    for seat, turn in phase.turns.items():
        chair = state.chairs[seat]
        if isinstance(chair, Bot) or (isinstance(chair, Held) and chair.stand_in is not None):
            by_itself = window.begin
        elif isinstance(chair, Held):
            thought = Interval(max(window.begin, turn.at + available.think_ms), window.end)
            ready += available.of(chair.guest, thought)
    if by_itself is not None:
        ready += available.of_any(people, Interval(max(window.begin, by_itself), window.end))
    return union(ready)


def too_long(silence: Silence, limit_ms: int = SILENCE_MS) -> Finding | None:
    if silence.beyond_ms <= limit_ms:
        return None
    waited, beyond = silence.waited_ms / 1000, silence.beyond_ms / 1000
    what = (
        f"waited {waited:.1f} s for {silence.awaited}, {beyond:.1f} s at a stretch without a fault under way"
    )
    return Finding("silent", silence.table, silence.since, what)
