"""Versions of entries, upcasting, and the mark on snapshots."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from filon.games.contract import NO_CHANGES, Changes, Upcast
from filon.games.registry import GAMES
from filon.tables import (
    NewerVersion,
    codec,
    decode_events,
    decode_table,
    encode_events,
    encode_table,
    versions,
)
from filon.tables.events import Departed, Played, Said, Started, TableEvent
from filon.tables.shapes import digest, table_digest
from tests.tables.desk import ANNA, four_playing

SAID = Said(ANNA, "hello")
GONE = Departed(ANNA)
CACHES = (codec._reader, codec._since, codec._mark)


@pytest.fixture
def release(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[int, Changes], None]]:
    """Makes this the release of a version, with these changes of the table's own events."""

    def become(version: int, changes: Changes) -> None:
        monkeypatch.setattr(versions, "VERSION", version)
        monkeypatch.setattr(versions, "CHANGES", changes)
        for cache in CACHES:
            cache.cache_clear()

    yield become
    monkeypatch.undo()
    for cache in CACHES:
        cache.cache_clear()


def changed(name: str, add: str) -> Upcast:
    return lambda event: event | {name: event[name] + add}


def test_what_could_always_be_said_is_written_as_ever(release: Callable[[int, Changes], None]) -> None:
    """As plain MessagePack, byte for byte, so that servers of before go on with the table."""
    ever = msgspec.msgpack.encode((SAID, GONE))
    assert encode_events((SAID, GONE)) == ever
    release(3, {1: {"Renamed": None}, 3: {"Left": changed("level", "!")}})
    assert encode_events((SAID, GONE)) == ever
    assert decode_events("diamant", ever) == (SAID, GONE)


def test_an_entry_has_the_version_of_the_newest_event_in_it(release: Callable[[int, Changes], None]) -> None:
    release(3, {2: {"Said": None}, 3: {"Left": None}})
    assert encode_events((GONE,)) == msgspec.msgpack.encode((GONE,))
    data = encode_events((GONE, SAID))
    assert data == b"\x02" + msgspec.msgpack.encode((GONE, SAID))
    assert decode_events("diamant", data) == (GONE, SAID)


def test_a_newer_version_is_an_error_of_its_own(release: Callable[[int, Changes], None]) -> None:
    release(2, {2: {"Said": None}})
    data = encode_events((SAID,))
    release(1, {})
    with pytest.raises(NewerVersion, match="version 2; this release reads 1"):
        decode_events("diamant", data)
    with pytest.raises(NewerVersion):
        decode_events("diamant", b"\x7f" + b"anything at all")


@given(written=st.integers(0, 6), today=st.integers(0, 6), at=st.sets(st.integers(1, 6)))
def test_upcasts_are_applied_in_order_from_the_version_that_was_written(
    written: int, today: int, at: set[int]
) -> None:
    """Each adds its number to what was said; an entry written in between has the earlier ones behind it."""
    changes: Changes = {
        number: {"Said": changed("text", str(number))} for number in sorted(at) if number <= today
    }
    prefix = bytes((written,)) if written else b""
    data = prefix + msgspec.msgpack.encode((GONE, SAID))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(versions, "VERSION", today)
        patch.setattr(versions, "CHANGES", changes)
        for cache in CACHES:
            cache.cache_clear()
        try:
            if written > today:
                with pytest.raises(NewerVersion):
                    decode_events("diamant", data)
                return
            gone, said = decode_events("diamant", data)
            after = "".join(str(number) for number in sorted(changes) if number > written)
            assert (gone, said) == (GONE, Said(ANNA, f"hello{after}"))
            assert decode_events("diamant", encode_events((gone, said))) == (gone, said), "and no further"
        finally:
            for cache in CACHES:
                cache.cache_clear()


def test_a_games_state_actions_and_events_are_upcast_too(
    release: Callable[[int, Changes], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(GAMES["diamant"]), "changes", NO_CHANGES)
    release(0, {})
    desk = four_playing()
    desk.act(ANNA, "leave")
    (started,) = [event for entry in desk.log for event in entry.events if isinstance(event, Started)]
    (played,) = [event for event in desk.log[-1].events if isinstance(event, Played)]
    old: tuple[TableEvent, ...] = (started, played)
    written = encode_events(old)
    seen: list[str] = []

    def note(value: dict[str, Any]) -> dict[str, Any]:
        seen.append(str(value.get("type", "state")))
        return value

    noted: Changes = {1: {"State": note, "Choose": note, "Chose": note}}
    monkeypatch.setattr(type(GAMES["diamant"]), "changes", noted)
    release(1, {})
    assert decode_events("diamant", written) == old
    assert seen == ["state", "Choose", "Chose"]
    again = encode_events(old)
    assert again == b"\x01" + written
    assert decode_events("diamant", again) == old
    assert len(seen) == 3, "what is of today goes the short way"


def test_a_snapshot_is_read_by_the_types_that_wrote_it(release: Callable[[int, Changes], None]) -> None:
    desk = four_playing()
    kept = encode_table(desk.table)
    assert decode_table("diamant", kept) == desk.table
    assert decode_table("saboteur", kept) is None
    assert decode_table("diamant", msgspec.msgpack.encode(desk.table)) is None, "without a mark"
    assert decode_table("diamant", kept[:-1]) is None
    with pytest.raises(msgspec.DecodeError):
        msgspec.msgpack.decode(kept)
    release(versions.VERSION + 1, {})
    assert decode_table("diamant", kept) is None, "and by none of another version"


@given(st.binary())
def test_no_bytes_at_all_make_a_snapshot_fail(garbage: bytes) -> None:
    mark = codec._mark("diamant")
    assert decode_table("diamant", garbage) is None
    assert decode_table("diamant", mark + garbage) is None


class Inner(msgspec.Struct):
    number: int


class Holder(msgspec.Struct, tag=True):
    inner: tuple[Inner, ...]
    kind: Literal["a", "b"] = "a"
    more: "Holder | None" = None


def redefined(name: str, *fields: Any, **config: Any) -> Any:
    return msgspec.defstruct(name, fields, **config)


def test_the_digest_tells_types_apart_that_do_not_write_the_same_bytes() -> None:
    plain = redefined("A", ("x", int))
    different = [
        redefined("A", ("x", str)),
        redefined("A", ("y", int)),
        redefined("A", ("x", int | None)),
        redefined("A", ("x", int, 1)),
        redefined("A", ("x", int, 2)),
        redefined("A", ("x", int), ("y", int, 0)),
        redefined("A", ("x", int), tag=True),
        redefined("A", ("x", int), array_like=True),
        redefined("A", ("x", Literal[1, 2])),
        redefined("A", ("x", Literal[1, 3])),
        redefined("A", ("x", tuple[int, ...])),
        redefined("A", ("x", tuple[int, int])),
        redefined("A", ("x", dict[str, int])),
        Holder,
    ]
    digests = {digest(kind) for kind in (plain, *different)}
    assert len(digests) == 1 + len(different)
    assert digest(redefined("B", ("x", int))) == digest(plain), "a name that is not written says nothing"
    one, other = redefined("A", ("x", int | str), ("y", int)), redefined("A", ("y", int), ("x", str | int))
    assert digest(one) == digest(other), "nor does an order"


def test_the_mark_is_the_same_in_every_process() -> None:
    asked = "from filon.tables.shapes import table_digest; print(table_digest('saboteur').hex())"
    answers = {
        subprocess.run(
            [sys.executable, "-c", asked], capture_output=True, check=True, text=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout.strip()
        for seed in ("1", "2")
    }  # fmt: skip
    assert answers == {table_digest("saboteur").hex()}
