"""The steps from an empty database to this release's schema: numbered SQL files, applied once each and in
order.

A step that was released never changes; a change of the schema is a new step, and one that adds: what the
release before asks and writes still works after it. Each database remembers the steps it has taken with their
digests, so that a database of another release, newer or tampered with, is refused and not guessed at.
"""

import hashlib
import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Final, Literal

import msgspec

from filon.store.contract import OutOfDate

Dialect = Literal["sqlite", "postgres"]

_FILE_NAME: Final = re.compile(r"(?P<number>\d{4})_(?P<name>\w+)\.sql")


class Step(msgspec.Struct, frozen=True):
    number: int
    name: str
    sql: str

    def __str__(self) -> str:
        return f"{self.number:04} {self.name}"

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.sql.encode()).hexdigest()


@cache
def steps(dialect: Dialect) -> tuple[Step, ...]:
    found = [
        Step(int(match["number"]), match["name"], file.read_text(encoding="utf-8"))
        for file in (files("filon.store") / dialect / "schema").iterdir()
        if (match := _FILE_NAME.fullmatch(file.name))
    ]
    return tuple(sorted(found, key=lambda step: step.number))


def missing(wanted: Sequence[Step], taken: Mapping[int, str]) -> list[Step]:
    """The steps still to take by a database that remembers `taken` (number to digest)."""
    known = {step.number: step.digest for step in wanted}
    if unknown := sorted(taken.keys() - known.keys()):
        raise OutOfDate(f"the database is of a newer release: it has taken step {unknown[-1]}, unknown here")
    for number, digest in taken.items():
        if known[number] != digest:
            raise OutOfDate(f"the database took another step {number} than the one of this release")
    return [step for step in wanted if step.number not in taken]


def require_none_missing(wanted: Sequence[Step], taken: Mapping[int, str]) -> None:
    if left := missing(wanted, taken):
        names = ", ".join(str(step) for step in left)
        raise OutOfDate(f"the database has not taken {names}: run `filon migrate`")


def require_all_taken(wanted: Sequence[Step], taken: Mapping[int, str]) -> None:
    """Enough for who is running already: while servers are replaced one by one, the older ones go on with
    what a newer release added to the database.
    """
    ours = {step.number for step in wanted}
    require_none_missing(wanted, {number: digest for number, digest in taken.items() if number in ours})


def statements(script: str) -> Iterator[str]:
    """The single statements of an SQLite script: run one by one they can share a transaction, as a script
    they cannot.
    """
    pending = ""
    for line in script.splitlines(keepends=True):
        pending += line
        if sqlite3.complete_statement(pending):
            yield pending
            pending = ""
    if pending.strip():
        raise ValueError(f"a statement without an end: {pending.strip()[:40]}")
