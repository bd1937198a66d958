"""Guests, tokens and seat links. No secret itself is ever written down."""

import asyncio
from pathlib import Path

import pytest

from filon.store import Conflict, Guest, SeatLink, Store, fingerprint, open_store
from tests.store.making import NOON, entry, row

pytestmark = pytest.mark.anyio

TOKEN = fingerprint("ada's laptop")
PHONE = fingerprint("ada's phone")
SECRET = fingerprint("a link's secret")


async def test_a_guest_is_known_by_each_of_their_tokens(store: Store) -> None:
    await store.add_guest("ada", TOKEN, "Ada 👑", NOON)
    assert await store.add_token("ada", PHONE, NOON + 1)
    ada = Guest("ada", "Ada 👑", NOON, NOON)
    assert await store.guest("ada") == ada
    assert await store.guest_by_token(TOKEN) == ada
    assert await store.guest_by_token(PHONE) == ada
    assert await store.guest_by_token(SECRET) is None
    assert await store.guest("ben") is None


async def test_an_id_and_a_token_belong_to_one_guest(store: Store) -> None:
    await store.add_guest("ada", TOKEN, "Ada", NOON)
    with pytest.raises(Conflict):
        await store.add_guest("ada", PHONE, "Eve", NOON)
    with pytest.raises(Conflict):
        await store.add_guest("eve", TOKEN, "Eve", NOON)
    with pytest.raises(Conflict):
        await store.add_token("ada", TOKEN, NOON)
    assert await store.guest("eve") is None
    assert await store.guest_by_token(PHONE) is None
    assert await store.guest_by_token(TOKEN) == Guest("ada", "Ada", NOON, NOON)


async def test_a_token_is_for_a_guest_who_exists(store: Store) -> None:
    assert not await store.add_token("nobody", TOKEN, NOON)
    assert await store.guest_by_token(TOKEN) is None


async def test_a_revoked_token_opens_nothing_and_the_others_still_do(store: Store) -> None:
    await store.add_guest("ada", TOKEN, "Ada", NOON)
    await store.add_token("ada", PHONE, NOON)
    assert await store.revoke_token(PHONE)
    assert not await store.revoke_token(PHONE)
    assert await store.guest_by_token(PHONE) is None
    assert await store.guest_by_token(TOKEN) is not None


async def test_a_guest_can_be_renamed_and_is_seen_only_forwards_in_time(store: Store) -> None:
    await store.add_guest("ada", TOKEN, "Ada", NOON)
    assert await store.rename("ada", "Lady Ada")
    assert not await store.rename("ben", "Ben")
    await store.seen("ada", NOON + 10)
    await store.seen("ada", NOON + 5)
    await store.seen("ben", NOON)
    assert await store.guest("ada") == Guest("ada", "Lady Ada", NOON, NOON + 10)


async def test_a_forgotten_guest_leaves_the_log_as_it_was(store: Store) -> None:
    await store.add_guest("ada", TOKEN, "Ada", NOON)
    await store.create(row("t1"), entry(1))
    await store.add_link(SeatLink(SECRET, "t1", "ada", NOON + 1))
    assert await store.forget_guest("ada")
    assert not await store.forget_guest("ada")
    assert await store.guest("ada") is None
    assert await store.guest_by_token(TOKEN) is None
    assert await store.take_link(SECRET, NOON) is None
    assert await store.tables_of("ada", 10) == []
    assert await store.entries("t1") == [entry(1)]


async def test_a_seat_link_is_taken_once(store: Store) -> None:
    link = SeatLink(SECRET, "t1", "ada", NOON + 100)
    await store.add_link(link)
    with pytest.raises(Conflict):
        await store.add_link(SeatLink(SECRET, "t2", "eve", NOON + 100))
    assert await store.take_link(SECRET, NOON + 99) == link
    assert await store.take_link(SECRET, NOON + 99) is None


async def test_an_expired_or_unknown_seat_link_is_no_link(store: Store) -> None:
    await store.add_link(SeatLink(SECRET, "t1", "ada", NOON + 100))
    assert await store.take_link(PHONE, NOON) is None
    assert await store.take_link(SECRET, NOON + 100) is None
    assert await store.take_link(SECRET, NOON) is None


async def test_of_many_who_show_a_link_at_once_one_gets_it(url: str) -> None:
    stores = [await open_store(url, migrate=True) for _ in range(4)]
    link = SeatLink(SECRET, "t1", "ada", NOON + 100)
    await stores[0].add_link(link)
    given = await asyncio.gather(*(store.take_link(SECRET, NOON) for store in stores for _ in range(10)))
    assert [got for got in given if got is not None] == [link]
    for store in stores:
        await store.close()


@pytest.mark.parametrize("not_a_digest", [b"", b"secret", b"x" * 33])
async def test_only_a_digest_is_taken_for_a_secret(store: Store, not_a_digest: bytes) -> None:
    for attempt in (
        store.add_guest("ada", not_a_digest, "Ada", NOON),
        store.add_token("ada", not_a_digest, NOON),
        store.guest_by_token(not_a_digest),
        store.revoke_token(not_a_digest),
        store.add_link(SeatLink(not_a_digest, "t1", "ada", NOON)),
        store.take_link(not_a_digest, NOON),
    ):
        with pytest.raises(ValueError, match="SHA-256"):
            await attempt


async def test_no_secret_lies_in_the_file(tmp_path: Path) -> None:
    store = await open_store(f"sqlite:///{tmp_path / 'filon.db'}", migrate=True)
    await store.add_guest("ada", fingerprint("open sesame"), "Ada", NOON)
    await store.add_link(SeatLink(fingerprint("close sesame"), "t1", "ada", NOON))
    written = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert b"Ada" in written
    assert b"sesame" not in written
    await store.close()


async def test_idle_guests_without_a_table_are_forgotten_and_old_links_with_them(store: Store) -> None:
    for name, seen_at in (("ada", NOON), ("ben", NOON + 10), ("cyd", NOON), ("dan", NOON)):
        await store.add_guest(name, fingerprint(name), name, seen_at)
    await store.create(row("t1", guests=("ada",)), entry(1))
    await store.add_link(SeatLink(fingerprint("old"), "t1", "ada", NOON + 20))
    new = SeatLink(fingerprint("new"), "t1", "ada", NOON + 40)
    await store.add_link(new)
    assert await store.forget_idle_guests(NOON + 5, NOON + 20, limit=1) == 1
    assert await store.forget_idle_guests(NOON + 5, NOON + 20, limit=10) == 1
    assert await store.forget_idle_guests(NOON + 5, NOON + 20, limit=10) == 0
    left = [name for name in ("ada", "ben", "cyd", "dan") if await store.guest(name) is not None]
    assert left == ["ada", "ben"]
    assert await store.guest_by_token(fingerprint("cyd")) is None
    assert await store.take_link(fingerprint("old"), NOON) is None
    assert await store.take_link(fingerprint("new"), NOON) == new
