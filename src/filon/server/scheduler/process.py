"""One process that thinks. It does one thing at a time, and can be ended when it does not come to an end."""

import asyncio
import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from typing import Any, Final

_START_WITHIN_S: Final = 120.0
"""A busy machine takes its time to read all of the bots."""


def _live_and_die_with_the_server() -> None:
    """Ctrl-C reaches every process of a terminal; the server ends its own itself. One that was killed cannot,
    and this process would wait for its next thought for ever.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_after_the_server, daemon=True).start()


def _end_after_the_server() -> None:
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(1)


class ThinkingProcess:
    """Starts with the first thought, and again after one that broke it."""

    def __init__(self, warm_up: Callable[[], int]) -> None:
        """`warm_up` runs in the process, imports what thoughts need, and says which process it is."""
        self._warm_up = warm_up
        self._pool: ProcessPoolExecutor | None = None
        self._pid = 0
        self._ending: list[threading.Thread] = []

    async def start(self) -> None:
        """Before `run`, and not part of how long that may take."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                1, mp_context=multiprocessing.get_context("spawn"), initializer=_live_and_die_with_the_server
            )
            self._pid = await self._finished(_START_WITHIN_S, self._warm_up)

    async def run(self, within_s: float, work: Callable[..., Any], *given: Any) -> Any:
        """TimeoutError, and the end of the process, where it takes longer."""
        await self.start()
        return await self._finished(within_s, work, *given)

    async def _finished(self, within_s: float, work: Callable[..., Any], *given: Any) -> Any:
        assert self._pool is not None
        try:
            running = asyncio.wrap_future(self._pool.submit(work, *given))
            running.add_done_callback(lambda done: done.cancelled() or done.exception())
            done, _ = await asyncio.wait({running}, timeout=within_s)
            if not done:
                raise TimeoutError(f"no answer within {within_s} s")
            return running.result()
        except BrokenExecutor:
            self._pid = 0  # it has ended, and its number may be another's by now
            self.close()
            raise
        except (TimeoutError, asyncio.CancelledError):
            self.close()
            raise

    def close(self) -> None:
        """At once; `closed` waits for what is left of it."""
        pool, self._pool = self._pool, None
        if pool is not None:
            if self._pid:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(self._pid, signal.SIGTERM if os.name == "nt" else signal.SIGKILL)
            self._pid = 0
            ending = threading.Thread(target=pool.shutdown, kwargs={"cancel_futures": True}, daemon=True)
            ending.start()
            self._ending = [*(one for one in self._ending if one.is_alive()), ending]

    async def closed(self) -> None:
        """Wait for it before the interpreter ends, in whose hands a thread of the pool may break."""
        for ending in self._ending:
            await asyncio.to_thread(ending.join)
