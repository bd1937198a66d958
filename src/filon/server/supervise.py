"""Tasks that must live as long as the process: what ends one is logged and counted, and it begins again.

Expected failures (a database away, a connection lost) are the task's own to handle. What comes out of it is a
mistake of ours, and must cost no more than a pause: a loop that died in silence would leave a server that
answers and does nothing.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Final

import structlog

from filon.server.metrics import Metrics

PAUSES_S: Final = (0.1, 0.5, 1.0, 2.0, 5.0)
"""Before a task begins again, by how often it has failed without a steady run in between."""
STEADY_S: Final = 10.0
"""A task that has run for so long runs: earlier failures are forgiven. Longer than any pause."""

log = structlog.stdlib.get_logger(__name__)


class Ended(Exception):  # noqa: N818
    """A task that should have gone on for ever returned."""


class _Watched:
    """What is known of one supervised task."""

    __slots__ = ("failures", "running_since")

    def __init__(self, now: float) -> None:
        self.failures = 0
        """In a row, without a steady run in between."""
        self.running_since: float | None = now
        """None: it has failed, and waits before it begins again."""


class Supervisor:
    """All tasks of one process that must not end. `clock` is in seconds and never goes back."""

    def __init__(
        self,
        metrics: Metrics,
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._metrics = metrics
        self._clock = clock
        self._sleep = sleep
        self._watched: dict[str, _Watched] = {}

    def supervise(self, name: str, work: Callable[[], Coroutine[Any, Any, None]]) -> asyncio.Task[None]:
        """Runs `work()` until the task returned here is cancelled, and calls it anew whenever it ends.

        `name` is the task's in logs, metrics and `/readyz`: one for each task of the process.
        """
        assert name not in self._watched, name
        watched = self._watched[name] = _Watched(self._clock())
        self._metrics.task_failures.labels(name)
        self._metrics.task_failing.labels(name).set_function(lambda: self._is_failing(watched))
        task = asyncio.create_task(self._keep_running(name, work, watched), name=name)
        task.add_done_callback(lambda _: self._watched.pop(name, None))
        return task

    def failing(self) -> tuple[str, ...]:
        """Tasks that fail again and again: those whose restart has not helped yet."""
        return tuple(name for name, watched in self._watched.items() if self._is_failing(watched))

    def _is_failing(self, watched: _Watched) -> bool:
        return watched.failures > 1 and not self._steady(watched)

    def _steady(self, watched: _Watched) -> bool:
        since = watched.running_since
        return since is not None and self._clock() - since >= STEADY_S

    async def _keep_running(
        self, name: str, work: Callable[[], Coroutine[Any, Any, None]], watched: _Watched
    ) -> None:
        while True:
            watched.running_since = self._clock()
            try:
                await work()
                error: BaseException = Ended(name)
            except asyncio.CancelledError as cancelled:
                task = asyncio.current_task()
                if task is None or task.cancelling():
                    raise
                # Not we were cancelled, but something that the work waited for.
                error = cancelled
            except Exception as fault:  # noqa: BLE001 - it is logged
                error = fault
            watched.failures = 1 if self._steady(watched) else watched.failures + 1
            watched.running_since = None
            pause = PAUSES_S[min(watched.failures, len(PAUSES_S)) - 1]
            self._metrics.task_failures.labels(name).inc()
            self._metrics.faults.inc()
            log.error("a task failed", exc_info=error, task=name, failures=watched.failures, again_in_s=pause)
            await self._sleep(pause)
