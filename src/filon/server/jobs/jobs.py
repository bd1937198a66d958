"""The jobs of a server: asked for by anybody, done where the server may work."""

import asyncio

from filon.server.clock import now_ms
from filon.server.jobs.kinds import ANALYSIS, DAILY, GamesRead, analysis_of, daily_given, daily_of
from filon.server.jobs.runner import Desk, Runner
from filon.server.metrics import Metrics
from filon.server.rooms.registry import Rooms
from filon.server.supervise import Supervisor
from filon.store import Job, Store


class Jobs:
    def __init__(self, store: Store, rooms: Rooms, metrics: Metrics, *, niceness: int) -> None:
        self._store = store
        self._desk = Desk(niceness)
        self._runners = {
            ANALYSIS: Runner(ANALYSIS, store, self._desk, GamesRead(store, rooms), metrics),
            DAILY: Runner(DAILY, store, self._desk, daily_given, metrics),
        }

    def start(self, supervisor: Supervisor) -> None:
        for runner in self._runners.values():
            runner.start(supervisor)

    async def close(self) -> None:
        await asyncio.gather(*(runner.close() for runner in self._runners.values()))
        await self._desk.close()

    # Analyses
    async def analysis(self, table: str, number: int) -> Job | None:
        """None where it was not asked for, or only for one in a form of before."""
        job = await self._store.job(analysis_of(table, number))
        return job if job is not None and job.format == ANALYSIS.form else None

    async def analyse(self, table: str, number: int, guest: str) -> Job | None:
        """None if there is no such table any more."""
        job = analysis_of(table, number)
        found = await self._store.request_job(job, now=now_ms(), form=ANALYSIS.form, table=table, guest=guest)
        self._runners[ANALYSIS].look()
        return found

    async def cancel_analysis(self, table: str, number: int) -> bool:
        return await self._store.cancel_job(analysis_of(table, number), now_ms())

    async def waiting(self, guest: str) -> int:
        return await self._store.jobs_of(guest)

    # Puzzles
    async def daily(self, day: str, game: str) -> Job | None:
        job = await self._store.job(daily_of(day, game))
        return job if job is not None and job.format == DAILY.form else None

    async def make_daily(self, day: str, game: str) -> None:
        await self._store.request_job(daily_of(day, game), now=now_ms(), form=DAILY.form)
        self._runners[DAILY].look()
