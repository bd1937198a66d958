"""Work that outlives its process, in PostgreSQL."""

from collections.abc import Collection, Sequence
from typing import Final

from filon.store.jobs import MOST_ATTEMPTS, Job, JobId
from filon.store.postgres.records import Records
from filon.store.records import RecordDigest
from filon.store.rows import NO_ANSWER, SELECT_JOBS

_REQUEST: Final = """
INSERT INTO jobs (kind, key, table_id, guest, format, state, progress, attempts, due_at, reason, changed_at)
SELECT $1, $2, $3, $4, $5, 'waiting', 0, 0, $6, '', $6
WHERE $3::text IS NULL OR EXISTS (SELECT FROM tables WHERE id = $3)
ON CONFLICT (kind, key) DO UPDATE SET guest = excluded.guest, format = excluded.format, state = 'waiting',
  progress = 0, attempts = 0, due_at = excluded.due_at, claimed_by = NULL, reason = '', result = NULL,
  changed_at = excluded.changed_at
WHERE jobs.format <> excluded.format OR jobs.state IN ('failed', 'cancelled')"""
_GIVE_UP: Final = """
WITH spent AS MATERIALIZED (
  SELECT kind, key FROM jobs WHERE due_at <= $1 AND format = ANY($2) AND attempts >= $3
  ORDER BY kind, key FOR UPDATE SKIP LOCKED
)
UPDATE jobs j SET state = 'failed', due_at = NULL, claimed_by = NULL, reason = $4, changed_at = $1
FROM spent s WHERE j.kind = s.kind AND j.key = s.key"""
# SKIP LOCKED: processes that ask at the same moment get different jobs instead of waiting for each other.
_CLAIM: Final = """
WITH due AS MATERIALIZED (
  SELECT kind, key FROM jobs WHERE due_at <= $1 AND format = ANY($2) AND attempts < $5
  ORDER BY due_at, kind, key LIMIT 1 FOR UPDATE SKIP LOCKED
)
UPDATE jobs j SET state = 'working', due_at = $3, claimed_by = $4, attempts = attempts + 1, changed_at = $1
FROM due d WHERE j.kind = d.kind AND j.key = d.key RETURNING j.kind, j.key"""
_FINISH: Final = """
WITH done AS (
  UPDATE jobs SET state = 'done', progress = 1, due_at = NULL, claimed_by = NULL, reason = '', result = $4,
    changed_at = $5 WHERE kind = $1 AND key = $2 AND claimed_by = $3 AND state = 'working' RETURNING kind
), told AS (
  UPDATE record r SET digest = g.digest
  FROM unnest($6::text[], $7::text[], $8::integer[], $9::bytea[]) AS g (guest, table_id, number, digest)
  WHERE r.guest = g.guest AND r.table_id = g.table_id AND r.number = g.number AND EXISTS (SELECT FROM done)
)
SELECT kind FROM done"""
_KEEP: Final = """
UPDATE jobs SET due_at = $4, progress = $5, changed_at = $6
WHERE kind = $1 AND key = $2 AND claimed_by = $3 AND state = 'working' RETURNING kind"""
_RELEASE: Final = """
UPDATE jobs SET state = 'waiting', due_at = $4, claimed_by = NULL, attempts = attempts - 1, changed_at = $4
WHERE kind = $1 AND key = $2 AND claimed_by = $3 AND state = 'working'"""
_FAIL: Final = """
UPDATE jobs SET claimed_by = NULL, reason = $4, changed_at = $5,
  state = CASE WHEN attempts >= $7 OR $6::bigint IS NULL THEN 'failed' ELSE 'waiting' END,
  due_at = CASE WHEN attempts >= $7 THEN NULL ELSE $6::bigint END
WHERE kind = $1 AND key = $2 AND claimed_by = $3 AND state = 'working' RETURNING kind"""
_FREE: Final = """
WITH held AS MATERIALIZED (
  SELECT kind, key FROM jobs WHERE state = 'working' AND ($1::text IS NULL OR claimed_by = $1)
  ORDER BY kind, key FOR UPDATE
)
UPDATE jobs j SET state = 'waiting', due_at = changed_at, claimed_by = NULL
FROM held h WHERE j.kind = h.kind AND j.key = h.key"""


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
        await self._database.write(_REQUEST, *job, table, guest, form, now)
        return await self.job(job)

    async def job(self, job: JobId) -> Job | None:
        found = await self._database.read(SELECT_JOBS + " WHERE kind = $1 AND key = $2", *job)
        return Job(*found[0]) if found else None

    async def jobs_of(self, guest: str) -> int:
        found = await self._database.read(
            "SELECT count(*) FROM jobs WHERE guest = $1 AND due_at IS NOT NULL", guest
        )
        count: int = found[0][0] if found else 0
        return count

    async def claim_job(self, owner: str, now: int, lease_ms: int, formats: Collection[str]) -> Job | None:
        if not await self._database.read(
            "SELECT 1 FROM jobs WHERE due_at <= $1 AND format = ANY($2) LIMIT 1", now, list(formats)
        ):
            return None
        await self._database.write(_GIVE_UP, now, list(formats), MOST_ATTEMPTS, NO_ANSWER)
        claimed = await self._database.write(_CLAIM, now, list(formats), now + lease_ms, owner, MOST_ATTEMPTS)
        return await self.job(JobId(*claimed[0])) if claimed else None

    async def keep_job(self, owner: str, job: JobId, now: int, lease_ms: int, progress: float) -> bool:
        kept = await self._database.write(_KEEP, *job, owner, now + lease_ms, progress, now)
        return bool(kept)

    async def release_job(self, owner: str, job: JobId, now: int) -> None:
        await self._database.write(_RELEASE, *job, owner, now)

    async def finish_job(
        self, owner: str, job: JobId, now: int, result: bytes, digests: Sequence[RecordDigest] = ()
    ) -> bool:
        done = await self._database.write(
            _FINISH,
            *job,
            owner,
            result,
            now,
            [one.guest for one in digests],
            [one.table for one in digests],
            [one.number for one in digests],
            [one.data for one in digests],
        )
        return bool(done)

    async def fail_job(self, owner: str, job: JobId, now: int, reason: str, *, again_at: int | None) -> bool:
        failed = await self._database.write(_FAIL, *job, owner, reason, now, again_at, MOST_ATTEMPTS)
        return bool(failed)

    async def cancel_job(self, job: JobId, now: int) -> bool:
        cancelled = await self._database.write(
            "UPDATE jobs SET state = 'cancelled', due_at = NULL, claimed_by = NULL, changed_at = $3"
            " WHERE kind = $1 AND key = $2 AND due_at IS NOT NULL RETURNING kind",
            *job, now,
        )  # fmt: skip
        return bool(cancelled)

    async def free_jobs(self, owner: str | None) -> None:
        """Part of `free_claims`."""
        await self._database.write(_FREE, owner)

    async def delete_old_jobs(self, before: int) -> None:
        await self._database.write(
            "DELETE FROM jobs j WHERE changed_at < $1"
            " AND (table_id IS NULL OR NOT EXISTS (SELECT FROM tables WHERE id = j.table_id))",
            before,
        )
