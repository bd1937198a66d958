"""When the load generator's players act, and how late the generator itself is.

Two ways to think: a decision takes its time, and then several seats that choose at once make several moves in
it; or a table makes one move in that time, whoever of those who may makes it. The second asks the same number
of moves a second of every game and every server.
"""

import asyncio
import random
import time
from collections.abc import Sequence
from typing import Final, Protocol

_TICK_S: Final = 0.005


class Mover(Protocol):
    """A player who waits to be told when."""

    @property
    def ready(self) -> bool:
        """Whether the game waits for this player, who has not answered yet."""
        ...

    def move(self) -> None: ...


def pause(think_s: float, rng: random.Random) -> float:
    """Spread, so that tables do not all act in the same instant."""
    return think_s * rng.uniform(0.5, 1.5)


class Pace:
    """One table: each move is made `think_s` after the one before it counted."""

    def __init__(self, players: Sequence[Mover], think_s: float, rng: random.Random) -> None:
        self._players = players
        self._think_s = think_s
        self._random = rng
        self._loop = asyncio.get_running_loop()

    def go_on(self) -> None:
        self._loop.call_later(pause(self._think_s, self._random), self._move)

    def _move(self) -> None:
        ready = [player for player in self._players if player.ready]
        if ready:
            self._random.choice(ready).move()
        else:  # the next game is being dealt
            self.go_on()


class Lag:
    """How late this process's own timers are: no latency it reports can be known better than that."""

    def __init__(self) -> None:
        self.late: list[float] = []
        self._ticking: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._ticking = asyncio.create_task(self._tick())

    def stop(self) -> None:
        if self._ticking is not None:
            self._ticking.cancel()

    async def _tick(self) -> None:
        while True:
            due = time.perf_counter() + _TICK_S
            await asyncio.sleep(_TICK_S)
            self.late.append(max(0.0, time.perf_counter() - due))
