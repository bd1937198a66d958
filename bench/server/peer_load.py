"""The load generator at boardgame.io: the same client, timers and figures as at our own server.

It speaks the socket.io protocol that boardgame.io's own client speaks, over the same bare WebSockets as
client.py, so that what a generator costs is alike for both servers. `python -m bench.server.peer_load`.
"""

import asyncio
import os
import random
import sys
import time
from collections.abc import Callable, Coroutine, Sequence
from typing import Annotated, Any, Final

import msgspec
import typer

from bench.server.client import Client
from bench.server.load import Simultaneous, connect, counted, run
from bench.server.pace import Pace, pause
from bench.server.tally import Report, Tally

SEATS: Final = 4
_PATIENCE_S: Final = 60.0
_OPEN, _PING, _JOINED, _EVENT = b"0", b"2", b"40", b"42"


class _Hand(msgspec.Struct):
    hand: list[msgspec.Raw] = []


class _G(msgspec.Struct):
    """What a player reads of the state of either game; the rest comes over the wire all the same."""

    players: dict[str, _Hand] = {}
    inside: list[str] = []
    chosen: list[str] = []


class _Ctx(msgspec.Struct, rename="camel"):
    current_player: str = ""


class _State(msgspec.Struct):
    G: _G
    ctx: _Ctx
    stateID: int = msgspec.field(name="_stateID")  # noqa: N815


class _Synced(msgspec.Struct):
    state: _State


class _Payload(msgspec.Struct, frozen=True, rename={"player": "playerID"}):
    player: str = ""


class _Action(msgspec.Struct):
    type: str
    payload: _Payload = _Payload()


class _Logged(msgspec.Struct):
    action: _Action


class _Name(msgspec.Struct, array_like=True):
    name: str


_read_name: Final = msgspec.json.Decoder(_Name).decode
_read_sync: Final = msgspec.json.Decoder(tuple[str, str, _Synced]).decode
_read_update: Final = msgspec.json.Decoder(tuple[str, str, _State, list[_Logged]]).decode


class Player(Client):
    """In a seat of one match; plays when it may, `think_s` after, if it is to play at all."""

    def __init__(self, host: str, seat: int, game: str, *, tally: Tally, think_s: float = 0) -> None:
        super().__init__(host, "/socket.io/?EIO=4&transport=websocket")
        self.seat = str(seat)
        self.playing = False
        self.pace: Pace | None = None
        self.state: _State
        self.heard_at = 0.0
        self._game = game
        self._match = ""
        self._tally = tally
        self._think_s = think_s
        self._random = random.Random(os.getpid() * SEATS + seat)
        self._sent_at: float | None = None
        self._wanted = ""
        self._asked = False
        self._loop = asyncio.get_running_loop()
        self.joined: asyncio.Future[None] = self._loop.create_future()
        self.synced: asyncio.Future[None] = self._loop.create_future()

    def hear(self, data: bytes) -> None:
        if data.startswith(_EVENT):
            if self._tally.counting:
                self._tally.bytes_in += len(data)
            self._event(data[data.index(b",") + 1 :])
        elif data.startswith(_JOINED):
            self.joined.set_result(None)
        elif data == _PING:
            self.send(b"3")
        elif data.startswith(_OPEN):
            self.send(f"40/{self._game},".encode())

    def _event(self, body: bytes) -> None:
        name = _read_name(body).name
        if name == "sync":
            self.state = _read_sync(body)[2].state
            if not self.synced.done():
                self.synced.set_result(None)
        elif name == "update":
            _, _, self.state, log = _read_update(body)
            self.heard_at = time.perf_counter()
            self._see(
                mine=any(
                    one.action.type == "MAKE_MOVE" and one.action.payload.player == self.seat for one in log
                )
            )

    async def sync(self, match: str) -> None:
        """The state of a match, made if there is none."""
        self._match = match
        self._emit("sync", match, self.seat, None, SEATS)
        await asyncio.wait_for(self.synced, _PATIENCE_S)

    def _emit(self, *words: Any) -> None:
        self.send(b"42/%s,%s" % (self._game.encode(), msgspec.json.encode(words)))

    @property
    def may_act(self) -> bool:
        if self._game == "cards":
            return self.state.ctx.current_player == self.seat
        return self.seat in self.state.G.inside and self.seat not in self.state.G.chosen

    def _see(self, *, mine: bool) -> None:
        if self._sent_at is not None and mine:
            if self._tally.counting:
                self._tally.latencies.append(time.perf_counter() - self._sent_at)
            self._sent_at = None
            self._asked = False
            if self.pace is not None:
                self.pace.go_on()
        elif self._sent_at is not None and self.may_act and self._game == "as-usual":
            # It drops without a word a move made on a state that has changed: here is the next state.
            if self._tally.counting:
                self._tally.refused["dropped"] = self._tally.refused.get("dropped", 0) + 1
            self.send_move(self._wanted)
        self.resume()

    @property
    def ready(self) -> bool:
        return self.playing and not self._asked and self.may_act

    def resume(self) -> None:
        if self.pace is None and self.ready:
            if self._think_s:
                self._asked = True
                self._loop.call_later(pause(self._think_s, self._random), self.move)
            else:
                self.move()

    def move(self) -> None:
        self._asked = True
        self._sent_at = time.perf_counter()
        self._wanted = self._random.choice(("go_on", "leave"))
        self.send_move(self._wanted)

    def send_move(self, choice: str = "go_on") -> None:
        if self._game == "cards":
            cards = len(self.state.G.players[self.seat].hand)
            payload = {"type": "play", "args": [self._random.randrange(cards)], "playerID": self.seat}
        else:
            payload = {"type": "choose", "args": [choice], "playerID": self.seat}
        action = {"type": "MAKE_MOVE", "payload": payload}
        self._emit("update", action, self.state.stateID, self._match, self.seat)


async def seated(
    host: str, port: int, game: str, match: str, *, tally: Tally, think_s: float = 0
) -> list[Player]:
    """Four players at a match. The first makes it before the others come: two at once could make it twice."""
    players = [Player(host, seat, game, tally=tally, think_s=think_s) for seat in range(SEATS)]
    for player in players:
        await connect(player, host, port)
        await asyncio.wait_for(player.joined, _PATIENCE_S)
        await player.sync(match)
    return players


async def play(
    host: str,
    port: int,
    *,
    game: str,
    tables: int,
    think_s: float,
    by_table: bool,
    warm_s: float,
    seconds: float,
    pid: int,
) -> Report:
    tally = Tally()
    rng = random.Random(os.getpid())
    everybody = [
        await seated(host, port, game, f"{os.getpid()}-{number}", tally=tally, think_s=think_s)
        for number in range(tables)
    ]
    for players in everybody:
        pace = Pace(players, think_s, rng) if by_table else None
        for player in players:
            player.playing = True
            player.pace = pace
            player.resume()
        if pace is not None:
            pace.go_on()
    clients = [player for players in everybody for player in players]
    return await counted(tally, clients, tables=tables, warm_s=warm_s, seconds=seconds, pid=pid)


async def _until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(_PATIENCE_S):
        while not condition():
            await asyncio.sleep(0.001)


def _together(players: Sequence[Player]) -> bool:
    return len({player.state.stateID for player in players}) == 1


async def _one_more(players: Sequence[Player]) -> None:
    """One more move, made when everybody has seen the last."""
    await _until(lambda: _together(players))
    player = next(one for one in players if one.may_act)
    before = player.state.stateID
    player.send_move()
    await _until(lambda: all(one.state.stateID > before for one in players))


async def choose_at_once(host: str, port: int, *, game: str, rounds: int, silence_s: float) -> Simultaneous:
    """Rounds in which all send at once: how many of the choices count."""
    players = await seated(host, port, game, f"{os.getpid()}-simultaneous", tally=Tally())
    accepted = 0
    for _ in range(rounds):
        await _until(lambda: _together(players) and all(player.may_act for player in players))
        before = players[0].state.stateID
        sent = time.perf_counter()
        for player in players:
            player.send_move()
        # Whoever is dropped hears nothing, so that silence is the only answer there is.
        await _until(
            lambda sent=sent: (  # type: ignore[misc]
                time.perf_counter() - max(sent, *(one.heard_at for one in players)) > silence_s
                and _together(players)
            )
        )
        accepted += players[0].state.stateID - before
        while not all(player.may_act for player in players):
            await _one_more(players)
    return Simultaneous(rounds * SEATS, accepted)


async def reconnect(host: str, port: int, *, moves: Sequence[int]) -> dict[int, int]:
    """Bytes from opening a connection until the position is there, after so many moves."""
    match = f"{os.getpid()}-reconnect"
    players = await seated(host, port, "cards", match, tally=Tally())
    sizes: dict[int, int] = {}
    for wanted in moves:
        while players[0].state.stateID < wanted:
            await _one_more(players)
        device = Player(host, 0, "cards", tally=Tally())
        await connect(device, host, port)
        await device.joined
        await device.sync(match)
        sizes[wanted] = device.bytes_in
        device.close()
    return sizes


def main(
    what: str,
    port: int,
    *,
    game: str = "cards",
    tables: int = 10,
    think_s: Annotated[float, typer.Option("--think")] = 0.0,
    by_table: Annotated[bool, typer.Option("--by-table/--by-decision")] = False,
    warm_s: Annotated[float, typer.Option("--warm")] = 1.0,
    seconds: float = 5.0,
    rounds: int = 50,
    pid: int = 0,
) -> None:
    """Play at boardgame.io: `play`, `simultaneous` or `reconnect`. Prints what the players saw as JSON."""
    host = "127.0.0.1"
    work: dict[str, Callable[[], Coroutine[Any, Any, Any]]] = {
        "play": lambda: play(
            host,
            port,
            game=game,
            tables=tables,
            think_s=think_s,
            by_table=by_table,
            warm_s=warm_s,
            seconds=seconds,
            pid=pid,
        ),
        "simultaneous": lambda: choose_at_once(host, port, game=game, rounds=rounds, silence_s=0.1),
        "reconnect": lambda: reconnect(host, port, moves=(10, 200)),
    }
    sys.stdout.write(msgspec.json.encode(run(work[what])).decode() + "\n")


if __name__ == "__main__":
    typer.run(main)
