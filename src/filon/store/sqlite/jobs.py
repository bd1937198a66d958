"""Work that outlives its process, in SQLite."""

import sqlite3
from collections.abc import Collection, Sequence
from typing import Final

from filon.store.contract import require_keepable
from filon.store.jobs import MOST_ATTEMPTS, Job, JobId
from filon.store.records import RecordDigest
from filon.store.rows import NO_ANSWER, SELECT_JOBS, write_names
from filon.store.sqlite.records import Records

_REQUEST: Final = """
INSERT INTO jobs (kind, key, table_id, guest, format, state, progress, attempts, due_at, reason, changed_at)
SELECT ?1, ?2, ?3, ?4, ?5, 'waiting', 0, 0, ?6, '', ?6
WHERE ?3 IS NULL OR EXISTS (SELECT 1 FROM tables WHERE id = ?3)
ON CONFLICT (kind, key) DO UPDATE SET guest = excluded.guest, format = excluded.format, state = 'waiting',
  progress = 0, attempts = 0, due_at = excluded.due_at, claimed_by = NULL, reason = '', result = NULL,
  changed_at = excluded.changed_at
WHERE jobs.format <> excluded.format OR jobs.state IN ('failed', 'cancelled')"""
_IS_DUE: Final = """
SELECT 1 FROM jobs WHERE due_at <= ?1 AND format IN (SELECT value FROM json_each(?2)) LIMIT 1"""
_GIVE_UP: Final = """
UPDATE jobs SET state = 'failed', due_at = NULL, claimed_by = NULL, reason = ?3, changed_at = ?1
WHERE due_at <= ?1 AND format IN (SELECT value FROM json_each(?2)) AND attempts >= ?4"""
_CLAIM: Final = """
UPDATE jobs SET state = 'working', due_at = ?3, claimed_by = ?4, attempts = attempts + 1, changed_at = ?1
WHERE rowid = (
  SELECT rowid FROM jobs WHERE due_at <= ?1 AND format IN (SELECT value FROM json_each(?2))
  ORDER BY due_at, kind, key LIMIT 1
) RETURNING kind, key"""
_KEEP: Final = """
UPDATE jobs SET due_at = ?4, progress = ?5, changed_at = ?6
WHERE kind = ?1 AND key = ?2 AND claimed_by = ?3 AND state = 'working'"""
_RELEASE: Final = """
UPDATE jobs SET state = 'waiting', due_at = ?4, claimed_by = NULL, attempts = attempts - 1, changed_at = ?4
WHERE kind = ?1 AND key = ?2 AND claimed_by = ?3 AND state = 'working'"""
_FINISH: Final = """
UPDATE jobs SET state = 'done', progress = 1, due_at = NULL, claimed_by = NULL, reason = '', result = ?4,
  changed_at = ?5
WHERE kind = ?1 AND key = ?2 AND claimed_by = ?3 AND state = 'working'"""
_FAIL: Final = """
UPDATE jobs SET claimed_by = NULL, reason = ?4, changed_at = ?5,
  state = CASE WHEN attempts >= ?7 OR ?6 IS NULL THEN 'failed' ELSE 'waiting' END,
  due_at = CASE WHEN attempts >= ?7 THEN NULL ELSE ?6 END
WHERE kind = ?1 AND key = ?2 AND claimed_by = ?3 AND state = 'working'"""
_FREE: Final = """
UPDATE jobs SET state = 'waiting', due_at = changed_at, claimed_by = NULL
WHERE state = 'working' AND (?1 IS NULL OR claimed_by = ?1)"""


class Jobs(Records):
    async def request_job(
        self,
        job: JobId,
        *,
        now: int,
        form: str,
        table: str | None = None,
        guest: str = "",
    ) -> Job | None:
        require_keepable(*job, form, table, guest)

        def work() -> Job | None:
            self._writer.execute(_REQUEST, (*job, table, guest, form, now))
            return _job(self._writer, job)

        return await self._commits.submit(work)

    async def job(self, job: JobId) -> Job | None:
        found = self._read(SELECT_JOBS + " WHERE kind = ? AND key = ?", *job)
        return Job(*found[0]) if found else None

    async def jobs_of(self, guest: str) -> int:
        found = self._read("SELECT count(*) FROM jobs WHERE guest = ? AND due_at IS NOT NULL", guest)
        count: int = found[0][0] if found else 0
        return count

    async def claim_job(self, owner: str, now: int, lease_ms: int, formats: Collection[str]) -> Job | None:
        wanted = (now, write_names(formats))
        # Asked every second, mostly in vain: no write where a read says so.
        if not self._read(_IS_DUE, *wanted):
            return None

        def work() -> Job | None:
            self._writer.execute(_GIVE_UP, (*wanted, NO_ANSWER, MOST_ATTEMPTS))
            claimed = self._writer.execute(_CLAIM, (*wanted, now + lease_ms, owner)).fetchall()
            return _job(self._writer, JobId(*claimed[0])) if claimed else None

        return await self._commits.submit(work)

    async def keep_job(self, owner: str, job: JobId, now: int, lease_ms: int, progress: float) -> bool:
        kept = await self._write(_KEEP, *job, owner, now + lease_ms, progress, now)
        return kept > 0

    async def release_job(self, owner: str, job: JobId, now: int) -> None:
        await self._write(_RELEASE, *job, owner, now)

    async def finish_job(
        self, owner: str, job: JobId, now: int, result: bytes, digests: Sequence[RecordDigest] = ()
    ) -> bool:
        def work() -> bool:
            done = self._writer.execute(_FINISH, (*job, owner, result, now)).rowcount
            if done:
                self._writer.executemany(
                    "UPDATE record SET digest = ? WHERE guest = ? AND table_id = ? AND number = ?",
                    [(one.data, one.guest, one.table, one.number) for one in digests],
                )
            return done > 0

        return await self._commits.submit(work)

    async def fail_job(self, owner: str, job: JobId, now: int, reason: str, *, again_at: int | None) -> bool:
        failed = await self._write(_FAIL, *job, owner, reason, now, again_at, MOST_ATTEMPTS)
        return failed > 0

    async def cancel_job(self, job: JobId, now: int) -> bool:
        cancelled = await self._write(
            "UPDATE jobs SET state = 'cancelled', due_at = NULL, claimed_by = NULL, changed_at = ?"
            " WHERE kind = ? AND key = ? AND due_at IS NOT NULL",
            now, *job,
        )  # fmt: skip
        return cancelled > 0

    async def free_jobs(self, owner: str | None) -> None:
        """Part of `free_claims`."""
        await self._write(_FREE, owner)

    async def delete_old_jobs(self, before: int) -> None:
        await self._write(
            "DELETE FROM jobs WHERE changed_at < ?"
            " AND (table_id IS NULL OR table_id NOT IN (SELECT id FROM tables))",
            before,
        )


def _job(writer: sqlite3.Connection, job: JobId) -> Job | None:
    found = writer.execute(SELECT_JOBS + " WHERE kind = ? AND key = ?", job).fetchall()
    return Job(*found[0]) if found else None
