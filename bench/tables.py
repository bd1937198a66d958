"""The server's memory while tens of thousands of tables are opened and left.

    python -m bench.tables [--tables 24000] [--json]

Each by a guest of its own. A table that nobody looks at leaves the server's memory after a second here, a
minute by default; what grows at first, and then no more, are the database's cache and the counters of rate
limits.
"""

import argparse
import asyncio
import json

import httpx

from tests.server.playing import Filon, serving

AT_ONCE = 16
LOOKS = 12


async def _opened(http: httpx.AsyncClient, tables: int) -> None:
    async def one_after_another() -> None:
        for _ in range(tables // AT_ONCE):
            guest = await http.post("/api/guests", json={"name": "Ada", "keep": "token"})
            token = {"Authorization": f"Bearer {guest.json()['token']}"}
            table = await http.post("/api/tables", json={"game": "diamant", "seats": 3}, headers=token)
            table.raise_for_status()

    await asyncio.gather(*(one_after_another() for _ in range(AT_ONCE)))


async def measure(server: Filon, tables: int, *, as_json: bool) -> None:
    """Says after each part how many megabytes the server's process has."""
    async with httpx.AsyncClient(base_url=server.url) as http:
        for look in range(LOOKS + 1):
            if look:
                await _opened(http, tables // LOOKS)
            so_far, used = look * tables // LOOKS, server.resident() / 1e6
            said = json.dumps({"tables": so_far, "megabytes": round(used, 1)})
            print(said if as_json else f"{so_far:>7,} tables  {used:6.1f} MB", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=24_000)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    with serving(idle_table_seconds=1, embedded_worker="false") as server:
        asyncio.run(measure(server, asked.tables, as_json=asked.json))


if __name__ == "__main__":
    main()
