"""Looks after one table that this process has claimed: wakes it whenever something is due, and asks its bots.

Bots of one table may be asked at the same time; they think one after the other, and each answer leaves on its
own beat (bots/pace.py), whoever is thinking then.
"""

import asyncio
import contextlib
from collections.abc import Sequence
from typing import Any, Final

import structlog

from filon.bots import looks_back
from filon.bots.pace import leave_ms
from filon.games.registry import GAMES
from filon.server.clock import now_ms
from filon.server.rooms.room import Ask, Room, WakeUp, read_entry
from filon.server.scheduler.queue import Job, Rank
from filon.server.scheduler.thinking import Look, Thinking
from filon.store import Store, StoreError
from filon.tables import THE_TABLE, AnyTable, BotTurn, bot_turns, is_open, next_wake, past_of
from filon.tables.commands import PlayFor
from filon.tables.model import Playing
from filon.tables.seating import holders

_LEAST_WAIT_S: Final = 0.02
_LONGEST_WAIT_S: Final = 60.0

log = structlog.stdlib.get_logger(__name__)


class Attendant:
    def __init__(self, room: Room, store: Store, thinking: Thinking, beat_ms: int) -> None:
        self._room = room
        self._store = store
        self._thinking = thinking
        self._beat_ms = beat_ms
        self._asked: dict[int, tuple[BotTurn, asyncio.Task[None]]] = {}
        """By seat."""
        self._news = asyncio.Event()
        self._fault: BaseException | None = None

    def look(self) -> None:
        """Something may be due that was not before."""
        self._news.set()

    async def attend(self) -> None:
        """Until nothing is due and no bot is asked, or the table is not to be reached."""
        self._room.changed = self.look
        try:
            while await self._attended():
                pass
        finally:
            self._room.changed = _nobody
            tasks = [task for _, task in self._asked.values()]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _attended(self) -> bool:
        """Whether there is more to do."""
        self._news.clear()
        if self._fault is not None:
            raise self._fault
        if (await self._woken()) is None:
            return False
        table = self._room.table
        for turn, task in tuple(self._asked.values()):
            if not is_open(table, turn):
                task.cancel()
        for turn in bot_turns(table, now_ms(), self._asked):
            self._ask(turn)
        if not self._asked:
            return False
        await self._wait()
        return True

    async def _woken(self) -> AnyTable | None:
        due = next_wake(self._room.table, self._asked)
        if due is None or due > max(now_ms(), self._room.table.at):
            return None if self._room.gone else self._room.table
        woken: asyncio.Future[AnyTable | None] = asyncio.get_running_loop().create_future()
        self._room.submit(WakeUp(lambda table: None if woken.done() else woken.set_result(table)))
        return await woken

    async def _wait(self) -> None:
        table = self._room.table
        due = next_wake(table, self._asked)
        wait_s = _LONGEST_WAIT_S if due is None else (due - max(now_ms(), table.at)) / 1000
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(min(_LONGEST_WAIT_S, max(_LEAST_WAIT_S, wait_s))):
                await self._news.wait()

    # Bots
    def _ask(self, turn: BotTurn) -> None:
        task = asyncio.create_task(self._play(turn))
        self._asked[turn.seat] = turn, task

        def done(task: asyncio.Task[None]) -> None:
            del self._asked[turn.seat]
            if not task.cancelled():
                self._fault = self._fault or task.exception()
            self.look()

        task.add_done_callback(done)

    async def _play(self, turn: BotTurn) -> None:
        room = self._room
        settings = room.table.settings
        job = Job(room.table.id, payer_of(room), rank_of(room.table))
        try:
            thought = await self._thinking.choose(job, settings.game, lambda: self._look(turn))
            if thought is None:
                return
            leave = leave_ms(
                settings.bot_pause_ms,
                turn.pause_ms,
                self._beat_ms,
                started_ms=thought.started_at - turn.began,
                spent_ms=thought.spent_ms,
            )
            # More than once: uvloop's timers may be a millisecond early.
            while (early_ms := turn.began + leave - now_ms()) > 0:
                await asyncio.sleep(early_ms / 1000)
            answered = asyncio.Event()
            choice = PlayFor(turn.seat, thought.action, on=thought.sequence)
            room.submit(
                Ask(
                    THE_TABLE,
                    f"bot:{turn.seat}:{thought.sequence}",
                    choice,
                    reply=lambda _answer: answered.set(),
                )
            )
            await answered.wait()
        finally:
            self._thinking.settled(job)

    async def _look(self, asked: BotTurn) -> Look:
        """What the bot sees when its turn to think has come, which may be a while after it was asked."""
        table = self._room.table
        if self._room.gone or not is_open(table, asked):
            return None
        turn = asked
        if table.sequence != asked.sequence:
            others = [seat for seat in range(len(table.chairs)) if seat != asked.seat]
            turn = next(iter(bot_turns(table, now_ms(), others)))
        remembers = looks_back(turn.level, table.settings.game)
        return turn, (await self._past(table, turn) if remembers else ())

    async def _past(self, table: AnyTable, turn: BotTurn) -> Sequence[Any]:
        """What the seat has seen up to its turn, read from the log: only bots that remember cost that."""
        if not isinstance(table.phase, Playing):
            return ()
        try:
            stored = await self._store.entries(table.id, table.phase.started - 1)
        except StoreError as error:
            # Better a forgetful bot than a table that waits.
            log.warning("a bot could not look back", table=table.id, error=str(error))
            return ()
        game = table.settings.game
        entries = [read_entry(game, one) for one in stored if one.sequence <= turn.sequence]
        return past_of(GAMES[game], turn.seat, entries)


def rank_of(table: AnyTable) -> Rank:
    """By what the log says of who is away: every process knows that, also one that nobody is connected to."""
    present = any(table.people[chair.guest].away_since is None for _, chair in holders(table))
    return Rank.PEOPLE if present else Rank.BOTS_ALONE


def payer_of(room: Room) -> str:
    """The address whose share the table's bots take: the host's, or of who plays or looks on.

    Addresses are known of those who are connected to this process, and kept nowhere else; without any, as in
    `filon worker`, each host has a share.
    """
    table = room.table
    here = {viewer.guest: viewer.address for viewer in room.viewers if viewer.guest is not None}
    for guest in (table.host, *(chair.guest for _, chair in holders(table)), *here):
        if guest in here:
            return here[guest]
    return table.host


def _nobody() -> None:
    pass
