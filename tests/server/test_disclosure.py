"""What spectators are sent, byte by byte: live, late and from the log, whatever the host changes in between.

A reference says for each entry of a table from when on a given stranger may know it. Random tables are
played with other rules from game to game, while watchers of all kinds come, stay and read back; nothing they
are sent holds anything before its time.
"""

import asyncio
import json
import random
import re
import tempfile
from pathlib import Path
from typing import Any, Final

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from filon.games.registry import GAMES
from filon.server.rooms.admission import NotAdmitted
from filon.server.rooms.registry import Rooms
from filon.server.rooms.room import Room
from filon.tables import Entry, Guest, Refused, commands, evolve, past
from filon.tables.events import Said
from filon.tables.model import AnyTable, Held, Lobby, Over, Playing
from filon.tables.replays import shown
from filon.tables.rounds import Round, RoundWatcher
from tests.server.inside import Watcher, clock_at, come, rooms_in, stored, write
from tests.tables.desk import ANNA, BEN, EVE, FOUR, Desk, act, game_seat
from tests.tables.desk import settings as table_settings

STRANGER: Final = Guest("stranger")
WORD: Final = re.compile(r"word-\d+-of-\w+")
HEX: Final = re.compile(r"\b[0-9a-f]{64}\b")
RULES: Final = ("nobody", "public", "seat", "delayed")
DELAYS: Final = (30, 120, 600)


class Happened(msgspec.Struct):
    """What the reference remembers of an entry."""

    entry: Entry
    watch: str
    delay_s: int
    in_lobby: bool
    at_table: frozenset[Guest]
    watchable: frozenset[int]

    @property
    def late(self) -> int:
        return self.delay_s if self.watch == "delayed" else 0


class Reference:
    """Knows who may know what and when; written apart from the law it is held against."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.happened: list[Happened] = []
        self.words: dict[str, int] = {}
        self.seeds: dict[str, int] = {}
        self.told = 0
        """Entries that the server here has heard of."""
        self.told_before = 0
        """The same, before it heard of the latest: it may tell of those in between one by one."""
        self._table: AnyTable | None = None

    def catch_up(self) -> None:
        for entry in self.desk.log[len(self.happened) : self.told]:
            table = self._table = evolve(self._table, entry)
            in_lobby = isinstance(table.phase, Lobby)
            seated = {chair.guest: seat for seat, chair in enumerate(table.chairs) if isinstance(chair, Held)}
            self.happened.append(
                Happened(
                    entry,
                    table.settings.watch,
                    table.settings.delay_s,
                    in_lobby,
                    frozenset(table.people if in_lobby else seated),
                    frozenset(
                        seat
                        for seat, chair in enumerate(table.chairs)
                        if isinstance(chair, Held) and chair.watchable and table.settings.watch == "seat"
                    ),
                )
            )
            for event in entry.events:
                if isinstance(event, Said):
                    self.words[event.text] = entry.sequence
            if isinstance(table.phase, Over):
                result = table.phase.result
                for secret in (result.seed, result.secret):
                    self.seeds.setdefault(secret, entry.sequence)

    def of(self, sequence: int) -> Happened:
        return self.happened[sequence - 1]

    def late_now(self, *, in_lobby: bool = True) -> int:
        today = self.happened[max(0, self.told_before - 1) :]
        return min(0 if one.in_lobby and not in_lobby else one.late for one in today)

    def check(self, watcher: Watcher, data: bytes, now: int) -> None:
        self.catch_up()
        text = data.decode()
        for word in WORD.findall(text):
            assert self._said(self.of(self.words[word]), watcher.guest, now), (word, watcher.guest)
        for found in HEX.findall(text):
            if found in self.seeds:
                assert self._said(self.of(self.seeds[found]), watcher.guest, now), "a seed"
        decoded = json.loads(data)
        for message in decoded if isinstance(decoded, list) else [decoded]:
            self._check_message(watcher, message, now)

    def _said(self, then: Happened, guest: Guest | None, now: int) -> bool:
        """Words, and what was known at the end of a game."""
        if guest in then.at_table or then.watch in ("public", "seat"):
            return True
        return then.watch == "delayed" and then.entry.at + max(then.late, self.late_now()) * 1000 <= now

    def _check_message(self, watcher: Watcher, message: dict[str, Any], now: int) -> None:
        for entry in message.get("entries", []):
            for event in entry["events"]:
                if event["type"] == "Played":
                    then = self.of(entry["sequence"])
                    assert self._seen(then, watcher, now), ("a move", entry["sequence"])
                    self._check_eyes(watcher, then, event)
        part = message.get("game")
        if part is None or "sequence" not in message:
            return
        then = self.of(message["sequence"])
        assert self._seen(then, watcher, now), ("a position", message["sequence"])
        if watcher.guest in then.at_table:
            return
        if "views" in part:
            assert then.watch == "delayed", "every seat of a game that was not to be watched so"
            assert not watcher.screen
        if part["view"]["seat"] is not None:
            assert part["view"]["seat"] in then.watchable

    def check_round(self, watcher: Watcher, found: Round, now: int) -> None:
        """A round watched again: nothing of it is early, and no secret choice is another's."""
        self.catch_up()
        for step in shown(GAMES["diamant"], found.state, found.steps, found.eyes):
            then = self.of(step.sequence)
            assert self._seen(then, watcher, now), ("a step of a round", step.sequence)
            self._check_eyes(watcher, then, {"events": msgspec.to_builtins(step.events)})
            assert found.eyes.seat is None or watcher.guest in then.at_table
            if step.action is None:
                continue
            assert step.seat in (None, found.eyes.seat), "a secret choice"

    def _seen(self, then: Happened, watcher: Watcher, now: int) -> bool:
        """The game as a spectator sees it."""
        if then.in_lobby or watcher.guest in then.at_table:
            return True
        waits = 0 if watcher.screen else max(then.late, self.late_now(in_lobby=False))
        return then.watch != "nobody" and then.entry.at + waits * 1000 <= now

    def _check_eyes(self, watcher: Watcher, then: Happened, played: dict[str, Any]) -> None:
        for event in played["events"]:
            choice = event.get("choice")
            if choice is None or choice == {"type": "hidden"}:
                continue
            assert watcher.guest in then.at_table or event["seat"] in then.watchable, "a secret choice"


class Play:
    """One example: a table somewhere else, and a server here that hears of it and has watchers."""

    def __init__(self, rooms: Rooms, seed: int) -> None:
        self.rng = random.Random(seed)
        first = table_settings(watch=self.rng.choice(RULES), delay_s=self.rng.choice(DELAYS))
        self.desk = Desk(first).sit(*FOUR)
        self.rooms = rooms
        self.reference = Reference(self.desk)
        self.watchers: list[Watcher] = []
        self.checked = 0
        self.rounds = 0
        self.said = 0
        self.room: Room

    async def run(self, steps: int) -> None:
        await write(self.rooms.store, self.desk.log)
        self.reference.told = self.reference.told_before = len(self.desk.log)
        room = await self.rooms.get(self.desk.table.id)
        assert room is not None
        self.room = room
        for _ in range(steps):
            await self.rng.choice(
                (
                    self.talk,
                    self.play,
                    self.play,
                    self.finish,
                    self.change,
                    self.come,
                    self.come,
                    self.read,
                    self.watch_again,
                )
            )()
            if self.rng.random() < 0.5:
                await self.hear()
            if self.rng.random() < 0.5:
                self.desk.now += self.rng.choice((1_000, 20_000, 100_000, 500_000))
            self.sweep()
        await self.hear()

    async def hear(self) -> None:
        """The server here hears of what was appended, in one piece or in several."""
        reference = self.reference
        known = reference.told
        if len(self.desk.log) == known:
            return
        await write(self.rooms.store, self.desk.log, known)
        fresh = stored(self.desk.log[known:])
        cut = self.rng.randrange(len(fresh) + 1)
        for part in (fresh[:cut], fresh[cut:]):
            reference.told_before = reference.told
            reference.told += len(part)
            self.room.learn(part)
        reference.told_before = reference.told

    def sweep(self) -> None:
        if self.room.delayed is not None:
            self.room.delayed.tell(self.room.viewers, self.desk.now)

    def try_to(self, sender: Guest, command: commands.AnyCommand) -> None:
        try:
            self.desk.say(sender, command)
        except Refused:
            self.desk.now += 1_000

    async def talk(self) -> None:
        self.said += 1
        sender = self.rng.choice((*FOUR, EVE))
        self.try_to(sender, commands.Say(f"word-{self.said}-of-{sender}"))

    async def play(self) -> None:
        if not isinstance(self.desk.table.phase, Playing):
            if isinstance(self.desk.table.phase, Over):
                self.try_to(ANNA, commands.Rematch())
            else:
                self.try_to(ANNA, commands.Start("random"))
            return
        game = GAMES["diamant"]
        for _ in range(self.rng.randrange(1, 6)):
            phase = self.desk.table.phase
            if isinstance(phase, Playing) and phase.turns:
                seat = self.rng.choice(sorted(phase.turns))
                chair = self.desk.table.chairs[seat]
                action = self.rng.choice(list(game.legal_actions(phase.state, game_seat(seat))))
                if isinstance(chair, Held):
                    self.try_to(chair.guest, act(action))
                    self.try_to(chair.guest, commands.AllowWatching(allowed=self.rng.random() < 0.5))
        if self.rng.random() < 0.1:
            self.try_to(BEN, commands.LeaveSeat())

    async def finish(self) -> None:
        if isinstance(self.desk.table.phase, Playing) and self.rng.random() < 0.6:
            self.desk.play_out(self.rng.randrange(1000))

    async def change(self) -> None:
        if self.rng.random() < 0.3:
            self.try_to(EVE, self.rng.choice((commands.Join("Eve"), commands.Leave(), commands.TakeSeat())))
        wanted = msgspec.structs.replace(
            self.desk.table.settings, watch=self.rng.choice(RULES), delay_s=self.rng.choice(DELAYS)
        )
        self.try_to(ANNA, commands.ChangeSettings(wanted))

    async def come(self) -> None:
        guest = self.rng.choice((None, None, STRANGER, EVE, BEN))
        watch = self.rng.choice((None, 0, 1, 2))
        watcher = Watcher(guest, screen=self.rng.random() < 0.2, watch=watch)

        def hear(data: bytes) -> None:
            self.checked += 1
            self.reference.check(watcher, data, self.desk.now)

        watcher.hear = hear
        after = self.rng.choice((None, self.rng.randrange(self.reference.told + 1)))
        try:
            await come(self.rooms, self.room, watcher, after)
        except NotAdmitted:
            return
        self.watchers.append(watcher)

    async def read(self) -> None:
        """The log over HTTP: no further than the viewers here have been told."""
        guest = self.rng.choice((None, STRANGER, EVE, BEN))
        watcher = Watcher(guest, screen=self.rng.random() < 0.2, watch=self.rng.choice((None, 0, 1)))
        present = self.room.table
        try:
            found = past(
                present,
                self.desk.log[: present.sequence],
                guest,
                now=self.desk.now,
                limit=1000,
                screen=watcher.screen,
                watch=watcher.watch,
            )
        except Refused:
            return
        self.checked += 1
        self.reference.check(watcher, msgspec.json.encode(found), self.desk.now)

    async def watch_again(self) -> None:
        """The round that has ended last in the game under way."""
        guest = self.rng.choice((None, STRANGER, EVE, BEN))
        present = self.room.table
        if not isinstance(present.phase, Playing):
            return
        try:
            watching = RoundWatcher(present, guest, now=self.desk.now)
        except Refused:
            return
        table: AnyTable | None = None
        for entry in self.desk.log[: present.sequence]:
            table = evolve(table, entry)
            if entry.sequence >= present.phase.started:
                watching.take(table, entry)
        found = watching.latest()
        if found is not None:
            self.rounds += 1
            self.reference.check_round(Watcher(guest), found, self.desk.now)


def play(seed: int, steps: int = 60) -> tuple[int, int]:
    """How much was sent, and how many rounds were watched again."""

    async def example() -> tuple[int, int]:
        with tempfile.TemporaryDirectory() as folder:
            async with rooms_in(Path(folder)) as rooms:
                one = Play(rooms, seed)
                with clock_at(lambda: one.desk.now):
                    await one.run(steps)
                return one.checked, one.rounds

    return asyncio.run(example())


@given(seed=st.integers(0, 2**32))
@settings(max_examples=25)
def test_nothing_is_known_before_its_time(seed: int) -> None:
    play(seed)


def test_enough_is_sent_to_mean_something() -> None:
    sent = [play(seed) for seed in range(5)]
    assert sum(messages for messages, _ in sent) > 100
    assert sum(rounds for _, rounds in sent) > 3
