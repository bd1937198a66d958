"""Nothing leaks on the wire: two worlds that a viewer may not tell apart send that viewer the same bytes.

Each pair of tables has the same log up to the deal, and then two positions that the viewer cannot tell apart:
a real one and one imagined from the viewer's own view. Over a real server, with real WebSockets, the same
things happen at both. Table ids, short codes and times are blotted out; nothing else is.
"""

import json
import random
import time
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from filon.games.chance import FastRandom
from filon.games.contract import Seat
from filon.games.registry import GAMES
from filon.store import fingerprint, open_store
from tests.server.playing import Filon, Person, Refused
from tests.server.twins import Pair, World, guest, lay, position, secret_actions, token

pytestmark = pytest.mark.anyio

MORNING = int(time.time() * 1000) + 3_600_000
"""An hour ahead, so that no clock of a table runs out while we look."""
SEEDS = range(3)
STEPS = 5


@pytest.fixture(scope="module")
async def pairs(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[tuple[Filon, list[Pair]]]:
    path: Path = tmp_path_factory.mktemp("leak") / "filon.db"
    store = await open_store(f"sqlite:///{path}", migrate=True)
    for seat in range(12):
        await store.add_guest(guest(seat), fingerprint(token(seat)), f"Player {seat}", MORNING)
    await store.add_guest("stranger", fingerprint(token("x")), "Stranger", MORNING)
    found: list[Pair] = []
    for game in GAMES.values():
        for seed in SEEDS:
            seats = game.seats[min(seed, len(game.seats) - 1)]
            state = position(game, seats, seed)
            viewers = [None, Seat(seed % seats), Seat((seed + 1) % seats)]
            for viewer in viewers:
                twin = game.imagine(game.view(state, viewer), FastRandom(seed + 100))
                number = len(found)
                worlds = (
                    World(f"table-{number}-a", f"A{number:05}"),
                    World(f"table-{number}-b", f"B{number:05}"),
                )
                for world, at in zip(worlds, (state, twin), strict=True):
                    await lay(store, world, game, seats, at, morning=MORNING)
                found.append(Pair(game, seats, viewer, worlds))
    await store.close()
    server = Filon(f"sqlite:///{path}", gone_seconds=3600).start()
    yield server, found
    assert server.stop() == 0
    assert not server.faults(), server.faults()


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.mark.parametrize("game", GAMES)
async def test_two_worlds_that_look_alike_send_the_same_bytes(
    pairs: tuple[Filon, list[Pair]], game: str
) -> None:
    server, everything = pairs
    compared = 0
    async with httpx.AsyncClient(base_url=server.url, timeout=30) as http:
        for pair in everything:
            if pair.game.name == game:
                compared += await _compare(server, http, pair)
    assert compared > len(SEEDS) * 3, "the worlds went apart at once, and nothing was compared"


async def _compare(server: Filon, http: httpx.AsyncClient, pair: Pair) -> int:
    """How many steps the worlds stayed together for."""
    name = "x" if pair.viewer is None else pair.viewer
    who = "stranger" if pair.viewer is None else guest(pair.viewer)
    watchers = [Person(server, who, token(name), world.table) for world in pair.worlds]
    for watcher in watchers:
        await watcher.come()
    _require_same(pair, watchers)
    together = 0
    rng = random.Random(pair.worlds[0].table)
    for step in range(STEPS):
        await _be_refused(pair, watchers, step)
        if not await _act(http, pair, watchers, rng, step):
            break
        together += 1
        if not _same_events(pair, watchers):
            break
        _require_same(pair, watchers)
        await _require_same_past(http, pair, name)
        if step == STEPS // 2:
            await _come_back(pair, watchers)
    for watcher in watchers:
        await watcher.go()
    return together


async def _be_refused(pair: Pair, watchers: list[Person], step: int) -> None:
    """Commands that cannot be: the refusals are alike, and so is what they take to say."""
    for command in (
        {"kind": "Act", "action": {"type": "Nonsense"}},
        {"kind": "Act", "action": {"type": "Choose", "choice": "leave"}, "on": 1},
        {"kind": "TakeSeat", "seat": 0},
        {"kind": "AskUndo"},
    ):
        fields = dict(command)
        kind = str(fields.pop("kind"))
        for watcher in watchers:
            try:
                await watcher.order(kind, f"no-{step}-{kind}-{len(fields)}", **fields)
            except Refused:
                continue
    _require_same(pair, watchers)


async def _act(
    http: httpx.AsyncClient, pair: Pair, watchers: list[Person], rng: random.Random, step: int
) -> bool:
    """Somebody does something that is legal in both worlds, or chooses in secret; False if nobody can."""
    seats = list(range(pair.seats))
    rng.shuffle(seats)
    for seat in seats:
        headers = {"Authorization": f"Bearer {token(seat)}"}
        legal: list[set[str]] = []
        for world in pair.worlds:
            seen = (await http.get(f"/api/tables/{world.table}/view", headers=headers)).json()
            legal.append({json.dumps(action, sort_keys=True) for action in seen["game"].get("legal", [])})
        both = sorted(legal[0] & legal[1])
        if pair.viewer == seat:
            assert legal[0] == legal[1], "what a seat may do tells it what it may not know"
        if not both:
            continue
        action = rng.choice(both)
        actions = [action, action]
        if pair.viewer != seat and json.loads(action)["type"] in secret_actions(pair.game.name):
            # Somebody else chooses in secret: not the same in both worlds, if there is a choice.
            kind = json.loads(action)["type"]
            actions[1] = max(
                (one for one in legal[1] if json.loads(one)["type"] == kind), key=lambda one: one != action
            )
        for world, watcher, action in zip(pair.worlds, watchers, map(json.loads, actions), strict=True):
            command = {"id": f"act-{step}", "command": {"type": "Act", "action": action}}
            answer = await http.post(f"/api/tables/{world.table}/commands", json=command, headers=headers)
            assert answer.json().get("type") == "Accepted", answer.text
            sequence = answer.json()["sequence"]
            await watcher.reach(sequence)
        return True
    return False


async def _come_back(pair: Pair, watchers: list[Person]) -> None:
    """Reconnecting, with and without a memory of what was."""
    for memory in (0, None):
        for watcher in watchers:
            await watcher.go()
            watcher.seen = None if memory is None else max(1, (watcher.seen or 1) - memory - 1)
            await watcher.come()
        _require_same(pair, watchers)


def _require_same(pair: Pair, watchers: list[Person]) -> None:
    """Every frame so far, but for who is present just now, which is nobody's secret and comes when it
    comes.
    """
    shown = []
    for world, watcher in zip(pair.worlds, watchers, strict=True):
        frames = [frame for frame in watcher.frames if not frame.startswith('[{"type":"Presence"')]
        shown.append([world.blotted(frame) for frame in frames])
    for ours, theirs in zip(*shown, strict=True):
        assert ours == theirs


async def _require_same_past(http: httpx.AsyncClient, pair: Pair, name: int | str) -> None:
    headers = {"Authorization": f"Bearer {token(name)}"}
    ours, theirs = [
        world.blotted((await http.get(f"/api/tables/{world.table}/log", headers=headers)).text)
        for world in pair.worlds
    ]
    assert '"Started"' in ours
    assert ours == theirs


def _same_events(pair: Pair, watchers: list[Person]) -> bool:
    """False where the worlds went apart by something that was rightly revealed; fails where wrongly."""
    told = [
        [
            event
            for message in watcher.messages
            if message["type"] == "Update"
            for entry in message["entries"]
            for played in entry["events"]
            for event in played.get("events", ())
        ]
        for watcher in watchers
    ]
    for ours, theirs in zip(*told, strict=False):
        if ours == theirs:
            continue
        assert ours["type"] == theirs["type"]
        differing = {field for field in ours if ours[field] != theirs.get(field)}
        assert differing <= pair.game.reveals.get(ours["type"], frozenset()), (ours, theirs)
        return False
    assert len(told[0]) == len(told[1])
    return True
