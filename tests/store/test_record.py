"""Records: what a guest has played is kept when its table is put away, and goes with the guest."""

import pytest

from filon.store import ListedGame, RecordLine, Store, fingerprint
from tests.store.making import NOON, entry, grown, row

pytestmark = pytest.mark.anyio


def finished(number: int, *guests: str, summary: bytes = b"won") -> ListedGame:
    return ListedGame(number, NOON + number, guests, summary)


def line(number: int, *, kept: bool = True, summary: bytes = b"won") -> RecordLine:
    return RecordLine("t1", "code-t1", "diamant", number, NOON + number, summary, None, kept)


async def play(store: Store, *games: ListedGame) -> None:
    """At table t1, whose game is over then."""
    for guest in ("ada", "ben"):
        await store.add_guest(guest, fingerprint(guest), guest, NOON)
    opened = row("t1")
    await store.create(opened, entry(1))
    await store.append(grown(opened, status="over"), [entry(2)], 1, finished=games)


async def test_a_record_outlives_its_tables(store: Store) -> None:
    await play(store, finished(1, "ada", "ben"), finished(2, "ada"))
    assert await store.record_of("ada", 9) == [line(1), line(2)], "the first to end first"
    assert await store.record_of("ada", 1) == [line(2)], "and the latest, where there are too many"
    assert await store.record_of("ben", 9) == [line(1)]
    assert await store.delete_expired(NOON + 99, NOON, 10) == ["t1"]
    assert await store.games_of("ada", 9) == []
    assert await store.record_of("ada", 9) == [line(1, kept=False), line(2, kept=False)]


async def test_who_is_forgotten_has_no_record_and_gets_none(store: Store) -> None:
    await play(store, finished(1, "ada", "ben"))
    await store.forget_guest("ada")
    assert await store.record_of("ada", 9) == []
    over = grown(row("t1"), status="over")
    await store.append(grown(over), [entry(3)], 2, finished=[finished(2, "ada", "ben")])
    assert await store.record_of("ada", 9) == []
    assert await store.record_of("ben", 9) == [line(1), line(2)]


async def test_a_hidden_game_is_out_of_the_record_until_it_is_put_back(store: Store) -> None:
    await play(store, finished(1, "ada", "ben"))
    await store.hide_game("ada", "t1", 1, hidden=True)
    assert await store.record_of("ada", 9) == []
    assert await store.record_of("ben", 9) == [line(1)]
    await store.hide_game("ada", "t1", 1, hidden=False)
    assert await store.record_of("ada", 9) == [line(1)]
    await store.hide_game("ada", "t1", 1, hidden=True)
    await store.delete_expired(NOON + 99, NOON, 10)
    assert await store.record_of("ada", 9) == [], "hidden it stays, also without its table"


async def test_a_game_told_again_is_in_the_record_of_who_has_the_seat(store: Store) -> None:
    await play(store, finished(1, "ada"))
    over = grown(row("t1"), status="over")
    handed = finished(1, "ben", summary=b"handed")
    await store.append(grown(over), [entry(3)], 2, finished=[handed])
    assert await store.record_of("ada", 9) == []
    assert await store.record_of("ben", 9) == [line(1, summary=b"handed")]


async def test_a_record_is_forgotten_for_good_and_off_the_list(store: Store) -> None:
    await play(store, finished(1, "ada", "ben"))
    await store.forget_record("ada")
    assert await store.record_of("ada", 9) == []
    assert await store.games_of("ada", 9) == []
    assert await store.record_of("ben", 9) == [line(1)]
    await store.hide_game("ada", "t1", 1, hidden=False)
    over = grown(row("t1"), status="over")
    await store.append(grown(over), [entry(3)], 2, finished=[finished(1, "ada", "ben")])
    assert await store.record_of("ada", 9) == [], "nor does it come back with its game"
    assert await store.record_of("ben", 9) == [line(1)]
