"""Jobs: asked for once, worked on by one process at a time, and finished by another where that one died."""

import asyncio

import msgspec
import pytest

from filon.store import Job, JobId, ListedGame, RecordDigest, Store, fingerprint
from tests.store.making import NOON, entry, grown, row

pytestmark = pytest.mark.anyio

ADA, BEN = "ada's server", "ben's server"
FORM, OTHER = "analysis-1", "analysis-2"
FIRST = JobId("analysis", "t1.1")
LEASE = 100


async def ask(store: Store, job: JobId = FIRST, *, now: int = NOON, form: str = FORM, guest: str = "") -> Job:
    found = await store.request_job(job, now=now, form=form, guest=guest)
    assert found is not None
    return found


async def claim(store: Store, owner: str = ADA, now: int = NOON, *forms: str) -> JobId | None:
    job = await store.claim_job(owner, now, LEASE, forms or (FORM,))
    return None if job is None else job.id


async def state(store: Store, job: JobId = FIRST) -> str:
    found = await store.job(job)
    return "none" if found is None else found.state


async def test_a_job_asked_for_twice_is_there_once(store: Store) -> None:
    assert await store.job(FIRST) is None
    first = await ask(store, guest="ada")
    assert first == Job("analysis", "t1.1", None, "ada", FORM, "waiting", 0.0, 0, "", None, NOON)
    assert await ask(store, now=NOON + 1, guest="ben") == first
    assert await store.job(FIRST) == first
    assert await store.jobs_of("ada") == 1
    assert await store.jobs_of("ben") == 0


async def test_a_job_is_claimed_by_one_alone_and_the_longest_waiting_first(store: Store) -> None:
    for number in (2, 1, 3):
        await ask(store, JobId("analysis", f"t1.{number}"), now=NOON + number)
    assert await claim(store, ADA, NOON) is None, "none of them is due"
    claims = await asyncio.gather(*(claim(store, owner, NOON + 3) for owner in (ADA, BEN, "cyd's")))
    assert sorted(job.key for job in claims if job) == ["t1.1", "t1.2", "t1.3"]
    assert await claim(store, ADA, NOON + 3) is None


async def test_a_job_of_a_form_that_nobody_here_can_make_is_left_to_others(store: Store) -> None:
    await ask(store)
    assert await claim(store, ADA, NOON, OTHER) is None
    assert await claim(store, ADA, NOON, OTHER, FORM) == FIRST


async def test_a_claim_that_is_kept_stays_and_says_how_far_the_work_is(store: Store) -> None:
    await ask(store)
    assert await claim(store) == FIRST
    assert await store.keep_job(ADA, FIRST, NOON + 60, LEASE, 0.5)
    assert await claim(store, BEN, NOON + 159) is None
    found = await store.job(FIRST)
    assert found is not None
    assert (found.state, found.progress, found.attempts) == ("working", 0.5, 1)


async def test_a_job_whose_process_fell_silent_is_anothers_and_the_first_hears_of_it(store: Store) -> None:
    await ask(store)
    await claim(store, ADA)
    assert await claim(store, BEN, NOON + LEASE) == FIRST
    assert not await store.keep_job(ADA, FIRST, NOON + LEASE, LEASE, 0.9)
    assert not await store.finish_job(ADA, FIRST, NOON + LEASE, b"late")
    assert not await store.fail_job(ADA, FIRST, NOON + LEASE, "late", again_at=None)
    await store.release_job(ADA, FIRST, NOON + LEASE)
    assert await store.finish_job(BEN, FIRST, NOON + LEASE, b"done")
    found = await store.job(FIRST)
    assert found is not None
    assert (found.state, found.progress, found.result) == ("done", 1.0, b"done")
    assert await claim(store, ADA, NOON + 9999) is None
    assert (await ask(store, now=NOON + 9999)).result == b"done", "asked for again it is as it was"


async def test_a_job_that_was_let_go_waits_as_if_nobody_had_tried(store: Store) -> None:
    await ask(store)
    for attempt in range(5):
        assert await claim(store, ADA, NOON + attempt) == FIRST
        await store.release_job(ADA, FIRST, NOON + attempt)
        assert await state(store) == "waiting"


async def test_claims_of_jobs_are_freed_with_those_of_tables(store: Store) -> None:
    await ask(store)
    await claim(store, ADA)
    await store.free_claims(BEN)
    assert await claim(store, BEN, NOON + 1) is None
    await store.free_claims(ADA)
    assert await claim(store, BEN, NOON + 1) == FIRST
    await store.free_claims()
    assert await claim(store, ADA, NOON + 1) == FIRST
    found = await store.job(FIRST)
    assert found is not None
    assert found.attempts == 3, "who was killed has tried"


async def test_a_job_has_failed_after_three_claims_that_ended_without_a_word(store: Store) -> None:
    await ask(store)
    for attempt in range(3):
        assert await claim(store, ADA, NOON + attempt * LEASE) == FIRST
    assert await claim(store, ADA, NOON + 3 * LEASE) is None
    found = await store.job(FIRST)
    assert found is not None
    assert found.state == "failed"
    assert found.reason
    again = await ask(store, now=NOON + 3 * LEASE)
    assert (again.state, again.attempts, again.reason) == ("waiting", 0, "")
    assert await claim(store, ADA, NOON + 3 * LEASE) == FIRST


async def test_a_failure_is_tried_again_a_little_later_and_twice_at_most(store: Store) -> None:
    await ask(store)
    for attempt in range(2):
        at = NOON + 10 * attempt
        assert await claim(store, ADA, at) == FIRST
        assert await store.fail_job(ADA, FIRST, at, "broken", again_at=at + 10)
        assert await state(store) == "waiting"
        assert await claim(store, ADA, at + 9) is None
    await claim(store, ADA, NOON + 20)
    await store.fail_job(ADA, FIRST, NOON + 20, "broken", again_at=NOON + 30)
    found = await store.job(FIRST)
    assert found is not None
    assert (found.state, found.reason) == ("failed", "broken")


async def test_a_failure_for_good_is_not_tried_again(store: Store) -> None:
    await ask(store)
    await claim(store)
    await store.fail_job(ADA, FIRST, NOON, "no such game", again_at=None)
    assert await state(store) == "failed"
    assert await claim(store, ADA, NOON + 9999) is None


async def test_a_cancelled_job_is_done_by_nobody_until_it_is_asked_for_again(store: Store) -> None:
    assert not await store.cancel_job(FIRST, NOON)
    await ask(store, guest="ada")
    await claim(store)
    assert await store.cancel_job(FIRST, NOON)
    assert not await store.cancel_job(FIRST, NOON)
    assert not await store.keep_job(ADA, FIRST, NOON, LEASE, 0.5), "who works on it hears of it"
    assert not await store.finish_job(ADA, FIRST, NOON, b"done")
    assert await state(store) == "cancelled"
    assert await store.jobs_of("ada") == 0
    assert (await ask(store)).state == "waiting"
    assert not await store.keep_job(ADA, FIRST, NOON, LEASE, 0.5), "the claim of before is over"
    await claim(store, BEN)
    await store.finish_job(BEN, FIRST, NOON, b"done")
    assert not await store.cancel_job(FIRST, NOON)
    assert await state(store) == "done"


async def test_a_result_of_another_form_is_made_anew_when_it_is_asked_for(store: Store) -> None:
    await ask(store)
    await claim(store)
    await store.finish_job(ADA, FIRST, NOON, b"of before")
    again = await ask(store, form=OTHER)
    assert (again.state, again.result, again.format) == ("waiting", None, OTHER)
    assert await claim(store, ADA, NOON, FORM) is None
    assert await claim(store, ADA, NOON, OTHER) == FIRST


async def test_jobs_go_with_their_table(store: Store) -> None:
    assert await store.request_job(FIRST, now=NOON, form=FORM, table="t1") is None, "there is no such table"
    assert await store.job(FIRST) is None
    opened = row("t1")
    await store.create(opened, entry(1))
    await store.request_job(FIRST, now=NOON, form=FORM, table="t1")
    await claim(store)
    await store.append(grown(opened, status="over"), [entry(2)], 1)
    await store.delete_expired(NOON + 99, NOON, 10)
    assert await store.job(FIRST) is None
    assert not await store.finish_job(ADA, FIRST, NOON, b"done")


async def test_old_jobs_without_a_table_are_deleted_and_others_stay(store: Store) -> None:
    await store.create(row("t1"), entry(1))
    await store.request_job(FIRST, now=NOON, form=FORM, table="t1")
    old, new = JobId("daily", "old"), JobId("daily", "new")
    await ask(store, old, now=NOON)
    await ask(store, new, now=NOON + 1)
    await store.delete_old_jobs(NOON + 1)
    assert [await state(store, job) for job in (FIRST, old, new)] == ["waiting", "none", "waiting"]


async def test_what_is_done_is_told_to_the_records_in_the_same_breath(store: Store) -> None:
    opened = row("t1")
    for guest in ("ada", "ben"):
        await store.add_guest(guest, fingerprint(guest), guest, NOON)
    await store.create(opened, entry(1))
    game = ListedGame(1, NOON, ("ada", "ben"), b"won")
    await store.append(grown(opened), [entry(2)], 1, finished=[game])
    await store.request_job(FIRST, now=NOON, form=FORM, table="t1")
    await claim(store)
    digests = [RecordDigest("ada", "t1", 1, b"adas"), RecordDigest("nobody", "t1", 1, b"x")]
    assert not await store.finish_job(BEN, FIRST, NOON, b"done", digests)
    assert [line.digest for line in await store.record_of("ada", 9)] == [None]
    assert await store.finish_job(ADA, FIRST, NOON, b"done", digests)
    (adas,), (bens,) = await store.record_of("ada", 9), await store.record_of("ben", 9)
    assert (adas.digest, bens.digest) == (b"adas", None)
    assert msgspec.structs.replace(adas, digest=None) == bens
