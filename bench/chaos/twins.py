"""Twin worlds under faults: what a viewer is told must not tell the two tables of a pair apart.

Everybody of both tables is connected, so that nobody is declared absent; the same is done at both, and after
each step what the two viewers were sent is compared, with ids and times blotted out. Byte for byte, message
by message, where neither lost its connection meanwhile; where one did, what both know of each entry, and the
position as it is shown anew. A pair ends where its game rightly reveals what differs, or where a fault left
an entry in one log and not in the other (somebody was absent, a time ran out): chance is drawn by the number
of the entry, so that the worlds are no twins from there on.
"""

import asyncio
import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from bench.chaos.check import Finding
from bench.chaos.cluster import now_ms
from bench.chaos.http import request
from bench.chaos.player import ANSWER_S, Address
from bench.server.client import Client
from filon.games.chance import FastRandom
from filon.games.contract import AnyGame, Seat
from filon.games.registry import GAMES
from filon.store import Store, StoreError, fingerprint
from filon.tables.model import THE_TABLE
from tests.server.twins import SECRET, Pair, World, guest, lay, position, token

STEPS: Final = 8
_STRANGER: Final = "stranger"
_GUESTS: Final = 12
_SEAT_COUNTS: Final = 3
"""The smallest numbers of players of each game: everybody has a connection to each world."""
_PATIENCE_S: Final = 90.0
_TIMELESS: Final = frozenset({"Presence", "Pong", "Welcome"})
"""Not of the table: who is connected just now is nobody's secret and comes when it comes."""


class Tally(msgspec.Struct):
    pairs: int = 0
    steps: int = 0
    messages: int = 0
    """Compared byte for byte as they came."""
    after_faults: int = 0
    """Steps in which a connection was lost: entries and the position anew were compared."""
    interrupted: int = 0
    """Pairs that a fault left with different logs."""


class _Message(msgspec.Struct):
    type: str
    sequence: int = 0
    entries: list[msgspec.Raw] = []


class _Entry(msgspec.Struct):
    sequence: int
    sender: str
    events: list[dict[str, Any]]


_raw: Final = msgspec.json.Decoder(list[msgspec.Raw]).decode
_message: Final = msgspec.json.Decoder(_Message).decode
_entry: Final = msgspec.json.Decoder(_Entry).decode


class _Line(Client):
    def __init__(self, watcher: "Watcher", path: str) -> None:
        super().__init__("127.0.0.1", path)
        self._watcher = watcher

    def connection_lost(self, error: Exception | None) -> None:
        super().connection_lost(error)
        self._watcher.news.set()

    def hear(self, data: bytes) -> None:
        self._watcher.hear(self, data)


class Watcher:
    """Somebody who is connected to one world, and comes back whenever the connection is lost."""

    def __init__(self, pair: "_Followed", world: World, name: int | str) -> None:
        self._pair = pair
        self._world = world
        self._token = token(name)
        self.news = asyncio.Event()
        self.seen: int | None = None
        self.messages: list[str] = []
        """Since the last comparison, blotted."""
        self.entries: dict[int, str] = {}
        self.broken = True
        """Whether a connection was lost or begun since the last comparison."""
        self._heard_at = 0.0

    async def stay(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            line = _Line(self, f"/api/tables/{self._world.table}/live")
            try:
                async with asyncio.timeout(ANSWER_S):
                    await loop.create_connection(lambda line=line: line, "127.0.0.1", self._pair.port)  # type: ignore[misc]
                    await line.opened
                known = {} if self.seen is None else {"after": self.seen}
                line.send(msgspec.json.encode({"type": "Hello", "token": self._token, **known}))
                self._heard_at = loop.time()
                while not line.lost and loop.time() - self._heard_at < ANSWER_S:
                    line.send(b'{"type":"Ping"}')
                    self.news.clear()
                    try:
                        async with asyncio.timeout(1.0):
                            await self.news.wait()
                    except TimeoutError:
                        continue
            except OSError:
                await asyncio.sleep(0.2)
            finally:
                self.broken = True
                line.close()
            self._pair.move()

    def hear(self, line: _Line, data: bytes) -> None:
        self._heard_at = asyncio.get_running_loop().time()
        for raw in _raw(data):
            message = _message(raw)
            if message.type == "Goodbye":
                line.close()
            if message.type in _TIMELESS:
                continue
            self.messages.append(self._world.blotted(bytes(raw).decode()))
            if message.type in ("Sync", "Update"):
                self.seen = message.sequence
                for one in message.entries:
                    self.entries[_entry(one).sequence] = self._world.blotted(bytes(one).decode())
                self._pair.told.set()
        if not line.lost:
            self.news.set()


class _Followed:
    """A pair at the server where all of its connections are."""

    def __init__(self, pair: Pair, servers: Sequence[Address], rng: random.Random) -> None:
        self.pair = pair
        self.told = asyncio.Event()
        self._servers = servers
        self._random = rng
        self._server = rng.choice(servers)

    @property
    def port(self) -> int:
        return self._server.port

    def move(self) -> None:
        """Something is wrong here."""
        self._server = self._random.choice(self._servers)

    async def ask(self, method: str, path: str, who: int | str, body: Any = None) -> bytes:
        """Until a server answers."""
        while True:
            try:
                answer = await request(self.port, method, path, body, token=token(who))
                if answer.status == 200:
                    return answer.body
            except OSError:
                pass
            self.move()
            await asyncio.sleep(0.2)


class Twins:
    """Lays pairs and follows them, one after the other, until it is cancelled."""

    def __init__(self, store: Store, servers: Sequence[Address], seed: int) -> None:
        self.tally = Tally()
        self.findings: list[Finding] = []
        self._store = store
        self._servers = servers
        self._seed = seed
        self._count = 0

    async def prepare(self) -> None:
        for seat in range(_GUESTS):
            await self._store.add_guest(guest(seat), fingerprint(token(seat)), f"Player {seat}", now_ms())
        await self._store.add_guest(_STRANGER, fingerprint(token("x")), "Stranger", now_ms())

    async def follow(self) -> None:
        while True:
            self._count += 1
            number = self._count
            rng = random.Random(f"twins {self._seed} {number}")
            pair = await self._laid(number, rng)
            try:
                async with asyncio.timeout(_PATIENCE_S):
                    await self._follow_one(pair, rng)
            except TimeoutError:
                self.tally.interrupted += 1

    async def _laid(self, number: int, rng: random.Random) -> Pair:
        game: AnyGame = list(GAMES.values())[number % len(GAMES)]
        seats = rng.choice(game.seats[:_SEAT_COUNTS])
        state = position(game, seats, rng.getrandbits(32))
        viewer = rng.choice([None, *map(Seat, range(seats))])
        twin = game.imagine(game.view(state, viewer), FastRandom(rng.getrandbits(32)))
        while True:
            name = f"{number}-{rng.getrandbits(24):x}"
            worlds = (World(f"twin-{name}-a", f"A{name}"), World(f"twin-{name}-b", f"B{name}"))
            try:
                for world, at in zip(worlds, (state, twin), strict=True):
                    await lay(self._store, world, game, seats, at, morning=now_ms())
            except StoreError:
                await asyncio.sleep(0.5)
                continue
            return Pair(game, seats, viewer, worlds)

    async def _follow_one(self, pair: Pair, rng: random.Random) -> None:
        followed = _Followed(pair, self._servers, rng)
        name: int | str = "x" if pair.viewer is None else pair.viewer
        watchers = [Watcher(followed, world, name) for world in pair.worlds]
        others = [
            Watcher(followed, world, seat)
            for world in pair.worlds
            for seat in range(pair.seats)
            if seat != pair.viewer
        ]
        self.tally.pairs += 1
        staying = [asyncio.create_task(one.stay()) for one in (*watchers, *others)]
        try:
            await self._reach(followed, watchers, 1)
            for step in range(STEPS):
                if not await self._compared(followed, watchers, name):
                    return
                if not await self._act(followed, watchers, rng, step):
                    return
        finally:
            for one in staying:
                one.cancel()
            await asyncio.gather(*staying, return_exceptions=True)

    async def _reach(self, followed: _Followed, watchers: Sequence[Watcher], sequence: int) -> None:
        while any((watcher.seen or 0) < sequence for watcher in watchers):
            followed.told.clear()
            await followed.told.wait()

    async def _act(
        self, followed: _Followed, watchers: Sequence[Watcher], rng: random.Random, step: int
    ) -> bool:
        """Somebody does what is legal in both worlds, or chooses in secret; False if nobody can."""
        pair = followed.pair
        seats = list(range(pair.seats))
        rng.shuffle(seats)
        for seat in seats:
            legal = [await self._legal(followed, world, seat) for world in pair.worlds]
            if seat == pair.viewer and legal[0] != legal[1]:
                self._told_apart(pair, "what a seat may do differs")
            both = sorted(legal[0] & legal[1])
            if not both:
                continue
            action = rng.choice(both)
            actions = [action, action]
            kind = msgspec.json.decode(action)["type"]
            if seat != pair.viewer and kind in SECRET[pair.game.name]:
                alike = [one for one in legal[1] if msgspec.json.decode(one)["type"] == kind]
                actions[1] = max(alike, key=lambda one: one != action)
            for world, watcher, one in zip(pair.worlds, watchers, actions, strict=True):
                body = {"id": f"act-{step}", "command": {"type": "Act", "action": msgspec.json.decode(one)}}
                answer = await followed.ask("POST", f"/api/tables/{world.table}/commands", seat, body)
                said = msgspec.json.decode(answer)
                if said["type"] != "Accepted":
                    self.tally.interrupted += 1
                    return False
                await self._reach(followed, [watcher], said["sequence"])
            self.tally.steps += 1
            return True
        return False

    async def _legal(self, followed: _Followed, world: World, seat: int) -> set[str]:
        shown = msgspec.json.decode(await followed.ask("GET", f"/api/tables/{world.table}/view", seat))
        game = shown["game"] or {}
        return {
            msgspec.json.encode(action, order="deterministic").decode() for action in game.get("legal", ())
        }

    async def _compared(self, followed: _Followed, watchers: Sequence[Watcher], name: int | str) -> bool:
        """Whether they are twins still."""
        pair = followed.pair
        ours, theirs = watchers
        verdict = compare_entries(pair.game, ours.entries, theirs.entries)
        if verdict is not None:
            if verdict == "interrupted":
                self.tally.interrupted += 1
            elif verdict != "revealed":
                self._told_apart(pair, verdict)
            return False
        if ours.broken or theirs.broken:
            self.tally.after_faults += 1
            views = [
                (await followed.ask("GET", f"/api/tables/{world.table}/view", name)).decode()
                for world in pair.worlds
            ]
            if _message(views[0]).sequence != _message(views[1]).sequence:
                self.tally.interrupted += 1
                return False
            shown = [world.blotted(view) for world, view in zip(pair.worlds, views, strict=True)]
            if shown[0] != shown[1]:
                self._told_apart(pair, difference(*shown))
        else:
            self.tally.messages += len(ours.messages)
            if ours.messages != theirs.messages:
                self._told_apart(pair, difference("\n".join(ours.messages), "\n".join(theirs.messages)))
        for watcher in watchers:
            watcher.messages.clear()
            watcher.broken = False
        return True

    def _told_apart(self, pair: Pair, why: str) -> None:
        viewer = "a stranger" if pair.viewer is None else f"seat {pair.viewer}"
        self.findings.append(Finding("told apart", pair.worlds[0].table, now_ms(), f"{viewer}: {why}"))


def compare_entries(game: AnyGame, ours: Mapping[int, str], theirs: Mapping[int, str]) -> str | None:
    """None while the worlds look alike; `revealed` or `interrupted` where they rightly went apart; else how
    they differ. Entries that only one viewer was told one by one are not compared.
    """
    for sequence in sorted(ours.keys() & theirs.keys()):
        if ours[sequence] == theirs[sequence]:
            continue
        one, other = (_entry(_readable(text)) for text in (ours[sequence], theirs[sequence]))
        if one.sender != other.sender or THE_TABLE in (one.sender, other.sender):
            return "interrupted"
        for mine, yours in zip(_told(one), _told(other), strict=False):
            if mine == yours:
                continue
            differing = {field for field in mine | yours if mine.get(field) != yours.get(field)}
            if mine["type"] == yours["type"] and differing <= game.reveals.get(mine["type"], frozenset()):
                return "revealed"
            if "Departed" in (mine["type"], yours["type"]) or "Arrived" in (mine["type"], yours["type"]):
                return "interrupted"
            return f"entry {sequence}: {mine} and {yours}"
        return f"entry {sequence}: {difference(ours[sequence], theirs[sequence])}"
    return None


def _readable(blotted: str) -> str:
    return blotted.replace(":TIME", ":0")


def _told(entry: _Entry) -> Iterator[dict[str, Any]]:
    """Each event, those of the game by themselves."""
    for event in entry.events:
        yield from event.get("events") or (event,)


def difference(ours: str, theirs: str) -> str:
    at = next(
        (place for place, (one, other) in enumerate(zip(ours, theirs, strict=False)) if one != other),
        min(len(ours), len(theirs)),
    )
    begin = max(0, at - 60)
    return f"...{ours[begin : at + 60]} and ...{theirs[begin : at + 60]}"
