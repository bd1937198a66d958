"""A load generator: players that answer every decision, over real WebSockets. `python -m filon.server.load`.

It runs in a process of its own, so that what it costs is not taken for the server's.
"""

import asyncio
import json
import random
import resource
import sys
import time
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Annotated, Any

import msgspec
import typer

from filon.server.load_client import Client, ClientT, House, Player, Report, Tally, read_messages


def _same(client: ClientT) -> ClientT:
    return client


async def connected(house: House, client: ClientT, token: str, **hello: Any) -> ClientT:
    await asyncio.get_running_loop().create_connection(partial(_same, client), house.host, house.port)
    await client.opened
    client.send(json.dumps({"type": "Hello", "token": token, **hello}).encode())
    return client


async def seat_table(
    house: House, game: str, seats: int, connect: Callable[[str, int], Player]
) -> list[Player]:
    """A table with a player in each seat, waiting for the start."""
    tokens = [house.guest(f"player {seat}") for seat in range(seats)]
    settings = {"game": game, "seats": seats, "undo": "never"}
    table = house.post("/api/tables", settings, tokens[0])["id"]
    players: list[Player] = []
    for seat, token in enumerate(tokens):
        player = connect(f"/api/tables/{table}/live", seat)
        player.token = token
        await connected(house, player, token)
        if seat:
            await player.order(type="Join", name=f"player {seat}")
        await player.order(type="TakeSeat", seat=seat)
        players.append(player)
    return players


async def play(
    url: str, *, game: str, tables: int, seats: int, think_s: float, warm_s: float, seconds: float, seed: int
) -> Report:
    """Everybody answers every decision, for so many seconds."""
    house = House(url)
    tally = Tally()
    rng = random.Random(seed)

    def connect(path: str, seat: int) -> Player:
        return Player(
            house.host, path, seat, tally=tally, think_s=think_s, rng=random.Random(rng.getrandbits(64))
        )

    everybody = [await seat_table(house, game, seats, connect) for _ in range(tables)]
    for players in everybody:
        for player in players:
            player.playing = True
        await players[0].order(type="Start")
    await asyncio.sleep(warm_s)
    tally.counting = True
    began, cpu = time.perf_counter(), _cpu()
    await asyncio.sleep(seconds)
    tally.counting = False
    spent, cpu = time.perf_counter() - began, _cpu() - cpu
    lost = sum(player.lost for players in everybody for player in players)
    if lost:
        raise RuntimeError(f"{lost} players lost their connection")
    return tally.report(tables, tables * seats, spent, cpu)


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


class Simultaneous(msgspec.Struct, frozen=True):
    sent: int
    accepted: int


async def choose_at_once(url: str, *, rounds: int, seats: int = 4) -> Simultaneous:
    """All players of a Diamant table send their choice in the same instant, once each a round."""
    house, tally, rng = House(url), Tally(), random.Random(1)
    tally.counting = True

    def connect(path: str, seat: int) -> Player:
        return Player(house.host, path, seat, tally=tally, think_s=0, rng=rng)

    players = await seat_table(house, "diamant", seats, connect)
    await players[0].order(type="Start")
    for number in range(rounds):
        while not all(player.mine for player in players):
            if players[0].status == "over":
                await players[0].order(type="Rematch")
                await players[0].order(type="Start")
            await asyncio.sleep(0.001)
        for player in players:
            player.mine = False
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
    house, tally, rng = House(url), Tally(), random.Random(1)
    tally.counting = True

    def connect(path: str, seat: int) -> Player:
        return Player(house.host, path, seat, tally=tally, think_s=0, rng=rng)

    players = await seat_table(house, game, seats, connect)
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
            device = await connected(house, _Counting(house.host, players[1].path), players[1].token, **hello)
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
    warm_s: Annotated[float, typer.Option("--warm")] = 1.0,
    seconds: float = 5.0,
    rounds: int = 50,
    seed: int = 1,
) -> None:
    """Play at a server, and print what the players saw as JSON: `play`, `simultaneous` or `reconnect`."""
    work: dict[str, Callable[[], Coroutine[Any, Any, Any]]] = {
        "play": lambda: play(
            url,
            game=game,
            tables=tables,
            seats=4,
            think_s=think_s,
            warm_s=warm_s,
            seconds=seconds,
            seed=seed,
        ),
        "simultaneous": lambda: choose_at_once(url, rounds=rounds),
        "reconnect": lambda: reconnect(url, moves=(10, 200), game=game),
    }
    try:
        import uvloop  # noqa: PLC0415 - not on every machine

        runner: Any = uvloop.run
    except ImportError:
        runner = asyncio.run
    sys.stdout.write(msgspec.json.encode(runner(work[what]())).decode() + "\n")


if __name__ == "__main__":
    typer.run(main)
