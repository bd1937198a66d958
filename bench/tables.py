"""The server's memory while tens of thousands of tables are opened, visited, begun and left.

    python -m bench.tables [--tables 20000] [--json]

Whoever opens a table sits down, begins with two others and goes away: what is left is the table's log. A
table that nobody looks at leaves the server's memory after a second here, a minute by default.
"""

import argparse
import asyncio
import json
from collections.abc import Iterator

from tests.server.playing import Filon, Person, new_guest, open_table, serving

AT_ONCE = 16
LOOKS = 10


async def _visit(server: Filon, host: Person) -> None:
    table = await open_table(server, host, game="diamant", seats=3, bot_pause_ms=60_000)
    await host.come(table=table)
    await host.order("TakeSeat", seat=0)
    await host.order("Start", fill="random")
    await host.dealt()
    await host.go()


async def _visits(server: Filon, tables: int) -> None:
    """Fresh guests each time, as on any evening."""

    async def one_after_another() -> None:
        for _ in range(tables // AT_ONCE):
            await _visit(server, await new_guest(server))

    await asyncio.gather(*(one_after_another() for _ in range(AT_ONCE)))


def measure(tables: int) -> Iterator[tuple[int, float]]:
    """By number of tables so far: megabytes of the server's process."""
    with serving(idle_table_seconds=1, embedded_worker="false") as server:
        yield 0, server.resident() / 1e6
        for look in range(1, LOOKS + 1):
            asyncio.run(_visits(server, tables // LOOKS))
            yield look * tables // LOOKS, server.resident() / 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=20_000)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    for tables, used in measure(asked.tables):
        said = json.dumps({"tables": tables, "megabytes": round(used, 1)})
        print(said if asked.json else f"{tables:>7,} tables  {used:6.1f} MB", flush=True)


if __name__ == "__main__":
    main()
