"""A load generator: players that answer every decision, over real WebSockets. `python -m bench.server.load`.

It runs in a process of its own, so that what it costs is not taken for the server's.
"""

import asyncio
import gc
import json
import os
import random
import resource
import sys
import time
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Any, TypeVar

import msgspec
import typer

from bench.server.client import Client, ClientT, HttpClient, Player, read_messages
from bench.server.pace import Pace
from bench.server.tally import Report, Tally

T = TypeVar("T")


def _same(client: ClientT) -> ClientT:
    return client


async def connect(client: ClientT, host: str, port: int) -> ClientT:
    await asyncio.get_running_loop().create_connection(partial(_same, client), host, port)
    await client.opened
    return client


async def connected(http: HttpClient, client: ClientT, token: str, **hello: Any) -> ClientT:
    await connect(client, http.host, http.port)
    client.send(
        json.dumps({"type": "Hello", "token": token, "protocol": 3, "deflate": True, **hello}).encode()
    )
    return client


async def seat_table(
    http: HttpClient,
    game: str,
    seats: int,
    sit: Callable[[str, int], Player],
    others: Sequence[HttpClient] = (),
) -> list[Player]:
    """A table with a player in each seat, waiting for the start; at the other servers too, in turn."""
    places = (http, *others)
    tokens = [http.guest(f"player {seat}") for seat in range(seats)]
    settings = {"game": game, "seats": seats, "undo": "never", "intermission_s": 0}
    table = http.post("/api/tables", settings, tokens[0])["id"]
    players: list[Player] = []
    for seat, token in enumerate(tokens):
        player = sit(f"/api/tables/{table}/live", seat)
        player.token = token
        await connected(places[seat % len(places)], player, token)
        if seat:
            await player.order(type="Join", name=f"player {seat}")
        await player.order(type="TakeSeat", seat=seat)
        players.append(player)
    return players


async def play(
    url: str,
    *,
    game: str,
    tables: int,
    seats: int,
    think_s: float,
    by_table: bool,
    warm_s: float,
    seconds: float,
    seed: int,
    pid: int,
    together: bool,
    others: Sequence[str],
) -> Report:
    """Everybody answers every decision, for so many seconds. `together` with other generators: says when all
    are seated, and begins when told to.
    """
    http = HttpClient(url)
    tally = Tally()
    rng = random.Random(seed)

    def sit(path: str, seat: int) -> Player:
        return Player(
            http.host, path, seat, tally=tally, think_s=think_s, rng=random.Random(rng.getrandbits(64))
        )

    elsewhere = [HttpClient(other) for other in others]
    everybody = [await seat_table(http, game, seats, sit, elsewhere) for _ in range(tables)]
    if together:
        sys.stdout.write("seated\n")
        sys.stdout.flush()
        await asyncio.to_thread(sys.stdin.readline)
    for players in everybody:
        pace = Pace(players, think_s, rng) if by_table else None
        for player in players:
            player.playing = True
            player.pace = pace
        await players[0].order(type="Start")
        if pace is not None:
            pace.go_on()
    clients = [player for players in everybody for player in players]
    return await counted(tally, clients, tables=tables, warm_s=warm_s, seconds=seconds, pid=pid)


async def counted(
    tally: Tally, clients: Sequence[Client], *, tables: int, warm_s: float, seconds: float, pid: int
) -> Report:
    """What happens at these connections in so many seconds; `pid` is the server's process."""
    # A pause of the generator's own would be taken for the server's.
    gc.collect()
    gc.disable()
    await asyncio.sleep(warm_s)
    tally.counting = True
    tally.lag.start()
    began, cpu, served = time.perf_counter(), _cpu(), _cpu_of(pid)
    await asyncio.sleep(seconds)
    tally.counting = False
    tally.lag.stop()
    spent, cpu, served = time.perf_counter() - began, _cpu() - cpu, _cpu_of(pid) - served
    lost = sum(client.lost for client in clients)
    if lost:
        raise RuntimeError(f"{lost} players lost their connection")
    return tally.report(tables, len(clients), spent, load_cpu=cpu, server_cpu=served)


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def _cpu_of(pid: int) -> float:
    """Seconds of all threads of another process; 0 where the system does not say."""
    try:
        words = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


class Simultaneous(msgspec.Struct, frozen=True):
    sent: int
    accepted: int


async def choose_at_once(url: str, *, rounds: int, seats: int = 4) -> Simultaneous:
    """All players of a Diamant table send their choice in the same instant, once each a round."""
    http, tally, rng = HttpClient(url), Tally(), random.Random(1)
    tally.counting = True

    def sit(path: str, seat: int) -> Player:
        return Player(http.host, path, seat, tally=tally, think_s=0, rng=rng)

    players = await seat_table(http, "diamant", seats, sit)
    await players[0].order(type="Start")
    for number in range(rounds):
        while not all(player.position.mine for player in players):
            if players[0].position.status == "over":
                await players[0].order(type="Rematch")
                await players[0].order(type="Start")
            await asyncio.sleep(0.001)
        for player in players:
            player.position.mine = False
            player.act(b'{"type":"Choose","choice":"go_on"}')
        while len(tally.latencies) + sum(tally.refused.values()) < (number + 1) * seats:
            await asyncio.sleep(0.001)
    return Simultaneous(rounds * seats, len(tally.latencies))


class Reconnect(msgspec.Struct, frozen=True):
    """Bytes received from opening a connection until the position is there."""

    move: int
    fresh: int
    """By a device that knows nothing."""
    missed_four: int
    """By one that missed the last four entries."""


class _Counting(Client):
    def __init__(self, host: str, path: str) -> None:
        super().__init__(host, path)
        self.there = asyncio.Event()

    def hear(self, data: bytes) -> None:
        if any(message.type in ("Sync", "Update") for message in read_messages(data)):
            self.there.set()


async def reconnect(url: str, *, moves: tuple[int, ...], game: str, seats: int = 4) -> list[Reconnect]:
    http, tally, rng = HttpClient(url), Tally(), random.Random(1)
    tally.counting = True

    def sit(path: str, seat: int) -> Player:
        return Player(http.host, path, seat, tally=tally, think_s=0, rng=rng)

    players = await seat_table(http, game, seats, sit)
    await players[0].order(type="Start")
    found: list[Reconnect] = []
    for wanted in moves:
        for player in players:
            player.playing = True
            player.resume()
        while len(tally.latencies) < wanted:
            await asyncio.sleep(0.0005)
        for player in players:
            player.playing = False
        await asyncio.sleep(0.3)
        sizes: list[int] = []
        for hello in ({}, {"after": max(player.seen for player in players) - 4}):
            device = await connected(http, _Counting(http.host, players[1].path), players[1].token, **hello)
            await device.there.wait()
            sizes.append(device.bytes_in)
            device.close()
        found.append(Reconnect(len(tally.latencies), *sizes))
    return found


def main(
    what: str,
    url: str,
    *,
    game: str = "diamant",
    tables: int = 10,
    think_s: Annotated[float, typer.Option("--think")] = 0.0,
    by_table: Annotated[bool, typer.Option("--by-table/--by-decision")] = False,
    warm_s: Annotated[float, typer.Option("--warm")] = 1.0,
    seconds: float = 5.0,
    rounds: int = 50,
    seed: int = 1,
    pid: int = 0,
    together: Annotated[bool, typer.Option("--together")] = False,
    others: Annotated[list[str] | None, typer.Option("--other", help="Servers for other seats.")] = None,
) -> None:
    """Play at a server, and print what the players saw as JSON: `play`, `simultaneous` or `reconnect`."""
    work: dict[str, Callable[[], Coroutine[Any, Any, Any]]] = {
        "play": lambda: play(
            url,
            game=game,
            tables=tables,
            seats=4,
            think_s=think_s,
            by_table=by_table,
            warm_s=warm_s,
            seconds=seconds,
            seed=seed,
            pid=pid,
            together=together,
            others=others or (),
        ),
        "simultaneous": lambda: choose_at_once(url, rounds=rounds),
        "reconnect": lambda: reconnect(url, moves=(10, 200), game=game),
    }
    sys.stdout.write(msgspec.json.encode(run(work[what])).decode() + "\n")


def run(work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    try:
        import uvloop  # noqa: PLC0415 - not on every machine
    except ImportError:
        return asyncio.run(work())
    return uvloop.run(work())


if __name__ == "__main__":
    typer.run(main)
