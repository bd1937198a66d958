"""The server's memory while tens of thousands of tables are opened, visited, begun and left.

    python -m bench.tables [--tables 20000] [--json]

Whoever opens a table sits down, begins with two others and goes away: what is left is the table's log. A
table that nobody looks at leaves the server's memory after a second here, a minute by default.
"""

import argparse
import asyncio
import json

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


def measure(tables: int) -> list[tuple[int, float]]:
    """By number of tables so far: megabytes of the server's process."""
    with serving(idle_table_seconds=1, embedded_worker="false") as server:
        found = [(0, server.resident() / 1e6)]
        for look in range(1, LOOKS + 1):
            asyncio.run(_visits(server, tables // LOOKS))
            found.append((look * tables // LOOKS, server.resident() / 1e6))
        return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=20_000)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    found = measure(asked.tables)
    if asked.json:
        print(json.dumps([{"tables": tables, "megabytes": round(used, 1)} for tables, used in found]))
        return
    for tables, used in found:
        print(f"{tables:>7,} tables  {used:6.1f} MB")


if __name__ == "__main__":
    main()
