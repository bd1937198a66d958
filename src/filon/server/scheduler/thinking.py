"""Bots think in processes of their own: however long one takes, no table and no connection waits for it."""

import asyncio
import multiprocessing
import secrets
import signal
import time
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from hashlib import blake2b
from typing import Any, Final

import msgspec
import structlog

from filon.bots import Sight
from filon.bots import level as bot_of_level
from filon.bots.hints import Hint, Why, hint
from filon.games.chance import FastRandom, pick
from filon.games.registry import game_named
from filon.server.metrics import Metrics
from filon.tables import BotTurn

PATIENCE_S: Final = 60.0
"""After so long a bot has not chosen, and something legal is played for it: no table waits for ever."""

log = structlog.stdlib.get_logger(__name__)


def think(game_name: str, level: str, packed: bytes, seed: int) -> int:
    """Which of the legal actions the bot takes, by (view, legal, past). Runs in a process of the pool."""
    game = game_named(game_name)
    actions: Any = tuple[game.action_type, ...]  # type: ignore[name-defined]
    events: Any = tuple[game.event_type, ...]  # type: ignore[name-defined]
    view, legal, past = msgspec.msgpack.decode(packed, type=tuple[game.view_type, actions, events])  # type: ignore[name-defined]
    chosen = bot_of_level(level).choose(Sight(game, view, legal, past), FastRandom(seed))
    return tuple(legal).index(chosen)


def advise(game_name: str, view: bytes, legal: bytes, seed: int) -> tuple[int, bytes]:
    """Which of the legal actions a fair player would take, and why. Runs in a process of the pool."""
    game = game_named(game_name)
    actions = msgspec.msgpack.decode(legal, type=tuple[game.action_type, ...])  # type: ignore[name-defined]
    seen = msgspec.msgpack.decode(view, type=game.view_type)
    found = hint(game, seen, actions, FastRandom(seed))
    return actions.index(found.action), msgspec.msgpack.encode(found.why)


def _leave_signals_alone() -> None:
    """Ctrl-C reaches every process of a terminal; the server ends its pool itself."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class Thinking:
    """The pool of bots. It starts with the first bot that has to think."""

    def __init__(self, processes: int, metrics: Metrics) -> None:
        self._processes = processes
        self._metrics = metrics
        self._pool: ProcessPoolExecutor | None = None
        self._secret = secrets.token_bytes(16)

    async def choose(self, game_name: str, turn: BotTurn, past: Sequence[Any]) -> Any:
        """One of the turn's legal actions; `past` is what the seat has seen happen."""
        began = time.monotonic()
        seed = secrets.randbits(64)
        encode = msgspec.msgpack.encode
        try:
            index = await asyncio.wait_for(
                asyncio.wrap_future(
                    self._started().submit(
                        think, game_name, turn.level, encode((turn.view, turn.legal, past)), seed
                    )
                ),
                PATIENCE_S,
            )
        except Exception:
            # A bot that fails must not freeze the table it sits at.
            self._metrics.faults.inc()
            log.exception("a bot did not choose", game=game_name, level=turn.level)
            return pick(turn.legal, FastRandom(seed))
        self._metrics.thinking.labels(turn.level).observe(time.monotonic() - began)
        return turn.legal[index]

    async def advise(self, game_name: str, view: Any, legal: Sequence[Any], sequence: int) -> Hint:
        """What the seat of this view might do. The same question has the same answer until the table goes
        on; where chance advises (a duel), nobody else can tell what it says, and after a tie it may say
        something else.
        """
        encode = msgspec.msgpack.encode
        packed = encode(view)
        drawn = blake2b(packed, digest_size=8, key=self._secret, salt=sequence.to_bytes(16, "big"))
        seed = int.from_bytes(drawn.digest(), "big")
        index, why = await asyncio.wait_for(
            asyncio.wrap_future(self._started().submit(advise, game_name, packed, encode(legal), seed)),
            PATIENCE_S,
        )
        return Hint(legal[index], msgspec.msgpack.decode(why, type=Why))

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is not None:
            try:
                self._pool.submit(int).cancel()
            except BrokenExecutor:
                self.close()
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self._processes,
                mp_context=multiprocessing.get_context("spawn"),
                initializer=_leave_signals_alone,
            )
        return self._pool

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
