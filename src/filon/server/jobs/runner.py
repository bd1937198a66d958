"""Jobs are claimed, worked on in slices, and finished; a process that dies leaves its job to the others.

Claims are as short as those of tables, and renewed while the work goes on, however long a slice takes. All
jobs of a server share one process, whose slices they take in turn: a puzzle that takes a minute holds up no
analysis.
"""

import asyncio
import contextlib
import secrets
import time
from functools import partial
from typing import Any, Final

import structlog

from filon.server.clock import now_ms
from filon.server.jobs import work
from filon.server.jobs.kinds import Impossible, Kind, Prepare
from filon.server.jobs.work import Forgotten, Made, Unworkable
from filon.server.metrics import Metrics
from filon.server.scheduler.process import ThinkingProcess
from filon.server.supervise import Supervisor
from filon.store import Job, Store, StoreError

_POLL_S: Final = 1.0
"""How often the store is asked without being told: covers other servers, and processes that died."""
_KEEP_S: Final = 1.0
LEASE_MS: Final = 5_000
_SLICE_S: Final = 0.2
_PATIENCE_S: Final = 120.0
"""A slice that takes longer is broken off: on a busy machine what is nice waits long."""
_AGAIN_MS: Final = 5_000
"""After a failure."""
_IDLE_S: Final = 30.0
"""Without a job for so long, the process ends, and its memory with it."""

log = structlog.stdlib.get_logger(__name__)


class Desk:
    """The one process that works, for a slice of one job at a time."""

    def __init__(self, niceness: int) -> None:
        self._process = ThinkingProcess(partial(work.ready, niceness))
        self._turn = asyncio.Lock()
        self._used = time.monotonic()

    async def run(self, do: Any, *given: Any) -> Any:
        async with self._turn:
            try:
                return await self._process.run(_PATIENCE_S, do, *given)
            finally:
                self._used = time.monotonic()

    async def rest(self) -> None:
        if time.monotonic() - self._used >= _IDLE_S and not self._turn.locked():
            self._process.close()

    async def close(self) -> None:
        self._process.close()
        await self._process.closed()


class _Progress:
    """Of a job under way, between the one who works and the one who keeps the claim."""

    def __init__(self) -> None:
        self.done = 0.0
        self.lost = False
        """The job is not ours any more: it was cancelled, or another has it."""


class Runner:
    """Of the jobs of one kind."""

    def __init__(self, kind: Kind, store: Store, desk: Desk, prepare: Prepare, metrics: Metrics) -> None:
        self._kind = kind
        self._store = store
        self._desk = desk
        self._prepare = prepare
        self._metrics = metrics
        self._owner = secrets.token_hex(8)
        """Whose claims are ours: another process, or this one started again, has another name."""
        self._told = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self, supervisor: Supervisor) -> None:
        self._task = supervisor.supervise(f"jobs: {self._kind.name}", self._run)

    def look(self) -> None:
        """There is a job to do."""
        self._told.set()

    async def close(self) -> None:
        """What is under way is let go: another process, or the next start, takes it up at once."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            try:
                job = await self._store.claim_job(self._owner, now_ms(), LEASE_MS, (self._kind.form,))
                if job is None:
                    await self._desk.rest()
                    await self._until_told()
                else:
                    await self._work(job)
            except StoreError as error:
                log.warning("cannot look for jobs", kind=self._kind.name, error=str(error))
                await asyncio.sleep(_POLL_S)

    async def _until_told(self) -> None:
        self._told.clear()
        # Not `wait_for`: Python 3.11's forgets a cancellation that comes when it is told.
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_POLL_S):
                await self._told.wait()

    async def _work(self, job: Job) -> None:
        progress = _Progress()
        keeping = asyncio.create_task(self._keep(job, progress))
        try:
            given = await self._prepare(job)
            made = await self._made(job, given.data, progress)
            if made is not None:
                digests = given.tell(made.digests)
                await self._store.finish_job(self._owner, job.id, now_ms(), made.result, digests)
                self._metrics.jobs.labels(self._kind.name, "done").inc()
        except Forgotten:
            await self._let_go(job)
        except asyncio.CancelledError:
            await self._let_go(job)
            raise
        except (Impossible, Unworkable) as error:
            self._metrics.jobs.labels(self._kind.name, "impossible").inc()
            await self._store.fail_job(self._owner, job.id, now_ms(), str(error), again_at=None)
        except StoreError:
            raise
        except Exception as error:
            # A mistake of ours in one game is tried again, and holds up no other.
            self._metrics.faults.inc()
            self._metrics.jobs.labels(self._kind.name, "broken").inc()
            log.exception("a job failed", kind=self._kind.name, attempt=job.attempts)
            now, reason = now_ms(), f"{type(error).__name__}: {error}"
            await self._store.fail_job(self._owner, job.id, now, reason, again_at=now + _AGAIN_MS)
        finally:
            keeping.cancel()
            await asyncio.gather(keeping, return_exceptions=True)

    async def _made(self, job: Job, data: bytes, progress: _Progress) -> Made | None:
        """None where the job is not ours any more."""
        name = f"{job.kind} {job.key}"
        await self._desk.run(work.begin, name, job.kind, data)
        while not progress.lost:
            said: float | Made = await self._desk.run(work.advance, name, _SLICE_S)
            if isinstance(said, Made):
                return said
            progress.done = said
        await self._desk.run(work.drop, name)
        return None

    async def _keep(self, job: Job, progress: _Progress) -> None:
        while not progress.lost:
            await asyncio.sleep(_KEEP_S)
            with contextlib.suppress(StoreError):  # the next time, or the claim is another's
                kept = await self._store.keep_job(self._owner, job.id, now_ms(), LEASE_MS, progress.done)
                progress.lost = not kept

    async def _let_go(self, job: Job) -> None:
        """It is not the job's fault, and no attempt. Whoever goes on begins it anew."""
        with contextlib.suppress(StoreError):
            await self._store.release_job(self._owner, job.id, now_ms())
