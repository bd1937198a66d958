"""Twin worlds under faults: what a viewer is told must not tell the two tables of a pair apart.

Everybody of both tables is connected, so that nobody is declared absent; the same is done at both, and after
each step what the two viewers were sent is compared, with ids and times blotted out. Byte for byte, message
by message, where neither lost its connection meanwhile; where one did, each entry as the log tells it to the
viewer, and the position as it is shown anew. A pair ends where its game rightly reveals what differs, or
where a fault left an entry in one log and not in the other (somebody was absent, a time ran out): chance is
drawn by the number of the entry, so that the worlds are no twins from there on.
"""

import asyncio
import random
from collections.abc import Sequence
from typing import Final

import msgspec

from bench.chaos.check import Finding
from bench.chaos.cluster import now_ms
from bench.chaos.compare import compare_entries, difference
from bench.chaos.player import Address
from bench.chaos.watcher import FollowedPair, SeenPast, Watcher, read_message
from filon.games.chance import FastRandom
from filon.games.contract import AnyGame, Seat
from filon.games.registry import GAMES, OURS
from filon.store import Store, StoreError, fingerprint
from tests.server.twins import Pair, World, guest, lay, position, secret_actions, token

STEPS: Final = 8
_STRANGER: Final = "stranger"
_GUESTS: Final = 12
_SEAT_COUNTS: Final = 3
"""The smallest numbers of players of each game: everybody has a connection to each world."""
_PATIENCE_S: Final = 90.0
_BETWEEN_STEPS_S: Final = 0.3


class Tally(msgspec.Struct):
    pairs: int = 0
    steps: int = 0
    messages: int = 0
    """Compared byte for byte as they came."""
    after_faults: int = 0
    """Steps in which a connection was lost: entries and the position anew were compared."""
    interrupted: int = 0
    """Pairs that a fault left with different logs."""


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
        game: AnyGame = GAMES[list(OURS)[number % len(OURS)]]
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
        followed = FollowedPair(pair, self._servers, rng)
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
                await asyncio.sleep(_BETWEEN_STEPS_S)
        finally:
            for one in staying:
                one.cancel()
            await asyncio.gather(*staying, return_exceptions=True)

    async def _reach(self, followed: FollowedPair, watchers: Sequence[Watcher], sequence: int) -> None:
        while any((watcher.seen or 0) < sequence for watcher in watchers):
            followed.told.clear()
            await followed.told.wait()

    async def _act(
        self, followed: FollowedPair, watchers: Sequence[Watcher], rng: random.Random, step: int
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
            if seat != pair.viewer and kind in secret_actions(pair.game.name):
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

    async def _legal(self, followed: FollowedPair, world: World, seat: int) -> set[str]:
        shown = msgspec.json.decode(await followed.ask("GET", f"/api/tables/{world.table}/view", seat))
        game = shown["game"] or {}
        return {
            msgspec.json.encode(action, order="deterministic").decode() for action in game.get("legal", ())
        }

    async def _compared(self, followed: FollowedPair, watchers: Sequence[Watcher], name: int | str) -> bool:
        """Whether they are twins still."""
        pair = followed.pair
        ours, theirs = watchers
        broken = ours.broken or theirs.broken
        if broken:
            # A fresh position does not say what led to it, and so whether it was right to reveal it.
            for world, watcher in zip(pair.worlds, watchers, strict=True):
                past = await followed.ask("GET", f"/api/tables/{world.table}/log?limit=100", name)
                watcher.learn(msgspec.json.decode(past, type=SeenPast).entries)
        verdict = compare_entries(pair.game, ours.entries, theirs.entries)
        if verdict is None and broken:
            verdict = await self._shown_anew(followed, name)
        elif verdict is None:
            self.tally.messages += len(ours.messages)
            if ours.messages != theirs.messages:
                verdict = difference("\n".join(ours.messages), "\n".join(theirs.messages))
        if verdict == "interrupted":
            self.tally.interrupted += 1
        elif verdict not in (None, "revealed"):
            self._told_apart(pair, verdict)
        for watcher in watchers:
            watcher.messages.clear()
            watcher.broken = False
        return verdict is None

    async def _shown_anew(self, followed: FollowedPair, name: int | str) -> str | None:
        self.tally.after_faults += 1
        views = [
            (await followed.ask("GET", f"/api/tables/{world.table}/view", name)).decode()
            for world in followed.pair.worlds
        ]
        if read_message(views[0]).sequence != read_message(views[1]).sequence:
            return "interrupted"
        shown = [world.blotted(view) for world, view in zip(followed.pair.worlds, views, strict=True)]
        return None if shown[0] == shown[1] else difference(*shown)

    def _told_apart(self, pair: Pair, why: str) -> None:
        viewer = "a stranger" if pair.viewer is None else f"seat {pair.viewer}"
        self.findings.append(Finding("told apart", pair.worlds[0].table, now_ms(), f"{viewer}: {why}"))
