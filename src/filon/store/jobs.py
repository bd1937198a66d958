"""What a store promises of work that outlives the process that does it.

In the store itself and no queue beside it: it is there already, on SQLite and on PostgreSQL alike, is durable
with what the work is about, and claims as it does for tables.
"""

from collections.abc import Collection, Sequence
from typing import Final, Literal, NamedTuple, Protocol

import msgspec

from filon.store.records import RecordDigest

JobState = Literal["waiting", "working", "done", "failed", "cancelled"]

MOST_ATTEMPTS: Final = 3
"""Claims of a job that ended without a word, or with a failure; then it has failed."""


class JobId(NamedTuple):
    kind: str
    key: str
    """Of that kind each key is there once."""


class Job(msgspec.Struct, frozen=True, gc=False):
    """`working` is one that was claimed, also while nobody knows yet that its process has died."""

    kind: str
    key: str
    table: str | None
    """With which the job is deleted."""
    guest: str
    format: str
    """What form the result has: who cannot make it leaves the job to others."""
    state: JobState
    progress: float
    attempts: int
    reason: str
    """Why it failed; for those who run the server."""
    result: bytes | None
    """Opaque here; there when it is done."""
    changed_at: int

    @property
    def id(self) -> JobId:
        return JobId(self.kind, self.key)


class JobStore(Protocol):
    """A claim of a job is as short as that of a table, and guarded: what an owner says of a job that is not
    theirs any more is refused. Whoever starts anew takes a new name as `owner`.
    """

    async def request_job(
        self, job: JobId, *, now: int, form: str, table: str | None = None, guest: str = ""
    ) -> Job | None:
        """The job as it stands: new, or as it was asked for before. One that failed or was cancelled begins
        anew, and so does one of another form. None if there is no such table.
        """
        ...

    async def job(self, job: JobId) -> Job | None: ...

    async def jobs_of(self, guest: str) -> int:
        """How many that this guest asked for are waiting or worked on."""
        ...

    async def claim_job(self, owner: str, now: int, lease_ms: int, formats: Collection[str]) -> Job | None:
        """The one of these formats that has waited longest, and that nobody holds a claim on.

        Each claim is an attempt; one that was claimed too often already has failed.
        """
        ...

    async def keep_job(self, owner: str, job: JobId, now: int, lease_ms: int, progress: float) -> bool:
        """Extends a claim and says how far the work is; False if it is not the owner's any more, as it was
        cancelled, lost to another or deleted.
        """
        ...

    async def release_job(self, owner: str, job: JobId, now: int) -> None:
        """Ends a claim early and undoes the attempt: another may go on at once."""
        ...

    async def finish_job(
        self, owner: str, job: JobId, now: int, result: bytes, digests: Sequence[RecordDigest] = ()
    ) -> bool:
        """The job is done, and the records of those in `digests` know of it; False, and nothing of it, if the
        job is not the owner's any more.
        """
        ...

    async def fail_job(self, owner: str, job: JobId, now: int, reason: str, *, again_at: int | None) -> bool:
        """An attempt came to nothing; the next is due at `again_at`, unless it was the last one, or there is
        none to be. False if the job is not the owner's any more.
        """
        ...

    async def cancel_job(self, job: JobId, now: int) -> bool:
        """False if there is nothing to cancel. Whoever works on it hears of it at the next word about it."""
        ...

    async def delete_old_jobs(self, before: int) -> None:
        """Those that changed last before, and belong to no table that is there."""
        ...
