"""A process that appends as fast as it can and says what was acknowledged; run to be killed.

    python -m tests.store.appender URL NAME TABLE...

For each acknowledged append one line `table sequence command`. It goes on through losses of the database:
what it does not know it asks, and sends the same command again only if the log does not have it.
"""

import asyncio
import os
import sys

import msgspec

from filon.store import Conflict, Entry, Row, Store, Unavailable, fingerprint, open_store


def content(table: str, sender: str, command: str) -> bytes:
    """What the entry of this command must hold, for whoever checks."""
    return fingerprint(f"{table} {sender} {command}") * 8


async def _once(store: Store, table: str, sender: str, command: str) -> int:
    """Appends the command, whatever stands in the way, and returns where it went."""
    while True:
        try:
            if (sequence := await store.answered(table, sender, command)) is not None:
                return sequence
            row = await store.row(table)
            assert row is not None
            await store.append(_after(row), [_entry(row, sender, command)], row.sequence)
        except Conflict:
            continue
        except Unavailable:
            await asyncio.sleep(0.1)
            continue
        return row.sequence + 1


def _after(row: Row) -> Row:
    return msgspec.structs.replace(row, sequence=row.sequence + 1)


def _entry(row: Row, sender: str, command: str) -> Entry:
    return Entry(row.sequence + 1, 0, sender, command, content(row.table, sender, command))


async def _append_on(store: Store, table: str, sender: str) -> None:
    number = 0
    while True:
        number += 1
        sequence = await _once(store, table, sender, str(number))
        os.write(1, f"{table} {sequence} {number}\n".encode())


async def main(url: str, name: str, *tables: str) -> None:
    store = await open_store(url, migrate=False)
    await asyncio.gather(*(_append_on(store, table, name) for table in tables))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
