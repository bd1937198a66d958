"""Bots think in processes of their own: however long one takes, no table and no connection waits for it.

A process is given one thought at a time; all others wait in the fair queue (queue.py). Late is late: a bot
that had to wait thinks as well as one that had not. Only a bot that is broken is helped out, first by itself,
then by a simpler level.
"""

import asyncio
import os
import secrets
import time
from collections.abc import Awaitable, Callable, Sequence
from hashlib import blake2b
from typing import Any, Final, TypeAlias

import msgspec
import structlog

from filon.bots import Sight
from filon.bots.hints import Hint, Why, hint
from filon.bots.registry import read_all_bots
from filon.bots.second_thoughts import choose_at_table
from filon.games.chance import FastRandom, pick
from filon.games.contract import FilonError
from filon.games.registry import game_named
from filon.server.clock import now_ms
from filon.server.metrics import Metrics
from filon.server.scheduler.process import ThinkingProcess
from filon.server.scheduler.queue import FairQueue, Job, Rank
from filon.tables import BotTurn

PATIENCE_S: Final = 20.0
"""A thought that takes longer, from when it began and not from when it began to wait, is broken off."""
_HINTS_EACH: Final = 2
"""Hints of one guest that may wait at once."""
_SIMPLER: Final = {"hard": "normal", "normal": "easy", "easy": "normal"}

Look: TypeAlias = tuple[BotTurn, Sequence[Any]] | None
"""What a bot sees, and what its seat has seen happen."""

log = structlog.stdlib.get_logger(__name__)


class TooManyHints(FilonError):  # noqa: N818
    """This guest has asked already, and is answered first."""


class Thought(msgspec.Struct, frozen=True):
    """What a bot chose at entry `sequence`; when it began to think, by the clock of this process, and for
    how long.
    """

    action: Any
    sequence: int
    started_at: int
    spent_ms: int


def ready() -> int:
    """Reads all of the bots. Runs in a process of its own."""
    read_all_bots()
    return os.getpid()


def think(game_name: str, level: str, packed: bytes, seed: int) -> int:
    """Which of the legal actions the bot takes, by (view, legal, past). Runs in a process of its own."""
    game = game_named(game_name)
    actions: Any = tuple[game.action_type, ...]  # type: ignore[name-defined]
    events: Any = tuple[game.event_type, ...]  # type: ignore[name-defined]
    view, legal, past = msgspec.msgpack.decode(packed, type=tuple[game.view_type, actions, events])  # type: ignore[name-defined]
    chosen = choose_at_table(level, Sight(game, view, legal, past), FastRandom(seed))
    return tuple(legal).index(chosen)


def advise(game_name: str, view: bytes, legal: bytes, seed: int) -> tuple[int, bytes]:
    """Which of the legal actions a fair player would take, and why. Runs in a process of its own."""
    game = game_named(game_name)
    actions = msgspec.msgpack.decode(legal, type=tuple[game.action_type, ...])  # type: ignore[name-defined]
    seen = msgspec.msgpack.decode(view, type=game.view_type)
    found = hint(game, seen, actions, FastRandom(seed))
    return actions.index(found.action), msgspec.msgpack.encode(found.why)


class Thinking:
    """The processes, and the queue for them. `patience_s` is shorter in tests alone."""

    def __init__(
        self, processes: int, queue: FairQueue, metrics: Metrics, *, patience_s: float = PATIENCE_S
    ) -> None:
        self._free = [ThinkingProcess(ready) for _ in range(processes)]
        self._all = tuple(self._free)
        self._queue = queue
        self._metrics = metrics
        self._patience_s = patience_s
        self._secret = secrets.token_bytes(16)
        self._turns: dict[Job, asyncio.Future[ThinkingProcess]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        metrics.bot_queue.set_function(lambda: len(queue))

    async def choose(self, job: Job, game_name: str, look: Callable[[], Awaitable[Look]]) -> Thought | None:
        """`look` is called when it is the bot's turn to think: it sees the table as it is then. None where
        there is nothing to choose any more.

        Say `settled` of the job when its answer has left or is not wanted any more.
        """

        async def chosen(process: ThinkingProcess) -> Thought | None:
            await process.start()
            seen = await look()
            return None if seen is None else await self._chosen(process, game_name, *seen)

        found: Thought | None = await self._run(job, chosen)
        return found

    def settled(self, job: Job) -> None:
        self._queue.settled(job)
        self._hand_out()

    async def advise(
        self, game_name: str, view: Any, legal: Sequence[Any], sequence: int, guest: str
    ) -> Hint:
        """What the seat of this view might do. The same question has the same answer until the table goes
        on; where chance advises (a duel), nobody else can tell what it says, and after a tie it may say
        something else.
        """
        encode = msgspec.msgpack.encode
        packed = encode(view)
        drawn = blake2b(packed, digest_size=8, key=self._secret, salt=sequence.to_bytes(16, "big"))
        seed = int.from_bytes(drawn.digest(), "big")
        job = Job(f"hint:{guest}", guest, Rank.HINT)
        if self._queue.waiting(job.table) >= _HINTS_EACH:
            raise TooManyHints("one hint at a time")
        index, why = await self._run(
            job, lambda process: process.run(self._patience_s, advise, game_name, packed, encode(legal), seed)
        )
        return Hint(legal[index], msgspec.msgpack.decode(why, type=Why))

    # Whose turn it is
    async def _run(self, job: Job, work: Callable[[ThinkingProcess], Any]) -> Any:
        """Goes on to its end where nobody waits for it any more: a process cannot be interrupted."""
        process = await self._turn(job)

        async def run() -> Any:
            began = time.monotonic()
            try:
                return await work(process)
            finally:
                self._queue.thought(job, time.monotonic() - began)
                self._free.append(process)
                self._hand_out()

        task = asyncio.create_task(run())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    async def _turn(self, job: Job) -> ThinkingProcess:
        """Waits until this job may have a process."""
        asked = time.monotonic()
        turn: asyncio.Future[ThinkingProcess] = asyncio.get_running_loop().create_future()
        self._turns[job] = turn
        self._queue.put(job)
        self._hand_out()
        try:
            process = await turn
        except asyncio.CancelledError:
            self._queue.withdraw(job)
            if turn.done() and not turn.cancelled():
                self._queue.thought(job, 0.0)
                self._free.append(turn.result())
                self._hand_out()
            raise
        finally:
            self._turns.pop(job, None)
        self._metrics.bot_wait.observe(time.monotonic() - asked)
        return process

    def _hand_out(self) -> None:
        while self._free and (job := self._queue.take()) is not None:
            turn = self._turns[job]
            if turn.done():  # cancelled a moment ago
                self._queue.thought(job, 0.0)
            else:
                turn.set_result(self._free.pop())

    # Thinking
    async def _chosen(
        self, process: ThinkingProcess, game_name: str, turn: BotTurn, past: Sequence[Any]
    ) -> Thought:
        """By the bot itself, at its second attempt, or by a simpler level; at random where all of them fail:
        no table stands still for ever.
        """
        packed = msgspec.msgpack.encode((turn.view, turn.legal, past))
        for level in (turn.level, turn.level, _SIMPLER.get(turn.level, "normal")):
            try:
                await process.start()
                started_at, began = now_ms(), time.monotonic()
                index = await process.run(
                    self._patience_s, think, game_name, level, packed, secrets.randbits(64)
                )
            except Exception:
                self._metrics.faults.inc()
                log.exception("a bot did not choose", game=game_name, level=level)
                continue
            spent = time.monotonic() - began
            self._metrics.thinking.labels(level).observe(spent)
            if level != turn.level:
                self._metrics.bot_fallbacks.labels(level).inc()
            return Thought(turn.legal[index], turn.sequence, started_at, round(1000 * spent))
        self._metrics.bot_fallbacks.labels("random").inc()
        return Thought(pick(turn.legal, FastRandom(secrets.randbits(64))), turn.sequence, now_ms(), 0)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        for process in self._all:
            process.close()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(process.closed() for process in self._all))
