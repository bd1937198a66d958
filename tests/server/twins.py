"""Twin worlds: tables with the same log up to the deal, and then two positions that a viewer cannot tell
apart, a real one and one imagined from the viewer's own view.
"""

import re
from functools import cache
from typing import Any, NamedTuple

import msgspec

from filon.games.chance import FastRandom
from filon.games.contract import AnyGame, Seat, Table
from filon.games.registry import game_named
from filon.lab.walk import Step, walk
from filon.server.rooms.rows import row_of
from filon.store import Entry as StoredEntry
from filon.store import Store
from filon.tables import AnyTable, Entry, Guest, Settings, decide, encode_events, entry_of, evolve, open_table
from filon.tables.commands import Join, Start, TakeSeat
from filon.tables.events import Started

_LOOKS = 8
"""At each kind of action."""
TIMES = re.compile(r"\b1[0-9]{12}\b")


class World(NamedTuple):
    table: str
    code: str

    def blotted(self, text: str) -> str:
        return TIMES.sub("TIME", text.replace(self.table, "TABLE").replace(self.code, "CODE"))


class Pair(NamedTuple):
    game: AnyGame
    seats: int
    viewer: Seat | None
    worlds: tuple[World, World]


@cache
def secret_actions(name: str) -> frozenset[str]:
    """Actions that are announced alike whatever was chosen: always, in some random games."""
    game = game_named(name)
    alike: dict[str, list[bool]] = {}
    for seats in game.seats[:2]:
        random = FastRandom(seats)
        for step in walk(game, game.deal(seats, game.simulation, random), random):
            kind = type(step.action).__name__
            if not isinstance(step.actor, Table) and len(alike.get(kind, ())) < _LOOKS:
                legal = game.legal_actions(step.before, step.actor)
                told = [_announced(game, step, one) for one in legal if type(one) is type(step.action)]
                if len(told) > 1:
                    alike.setdefault(kind, []).append(len(set(told)) == 1 and told[0][1])
    return frozenset(kind for kind, found in alike.items() if all(found))


def _announced(game: AnyGame, step: Step, action: Any) -> tuple[bytes, bool]:
    """As a spectator hears of it, and whether something is kept from them."""
    event = game.decide(step.before, step.actor, action, FastRandom(0))[0]
    told = game.redact(event, None)
    return msgspec.json.encode(told), told != event


def token(seat: int | str) -> str:
    return "filon_" + f"{seat}".rjust(43, "t")


def guest(seat: int) -> Guest:
    return Guest(f"guest-{seat}")


async def lay(store: Store, world: World, game: AnyGame, seats: int, state: Any, *, morning: int) -> None:
    """Writes the log of a table whose game was dealt to this position.

    `morning` is the time of its first entry: if it lies ahead, no clock of the table runs out before.
    """
    options = msgspec.to_builtins(game.simulation)
    settings = Settings(game=game.name, seats=seats, options=options, watch="public", absence_s=None)
    opened = open_table(settings, guest(0), "Player 0", bytes(32), table=world.table, code=world.code)
    log: list[Entry] = [entry_of(None, opened, guest(0), "", morning)]
    table: AnyTable = evolve(None, log[0])
    steps: list[tuple[Guest, Any]] = []
    for seat in range(seats):
        steps += [(guest(seat), Join(f"Player {seat}"))] if seat else []
        steps.append((guest(seat), TakeSeat(seat)))
    for number, (sender, command) in enumerate([*steps, (guest(0), Start())]):
        decision = decide(table, sender, f"s{number}", command, morning + number)
        entry = entry_of(table, decision, sender, f"s{number}", morning + number)
        events = tuple(
            msgspec.structs.replace(event, state=state) if isinstance(event, Started) else event
            for event in entry.events
        )
        log.append(msgspec.structs.replace(entry, events=events))
        table = evolve(table, log[-1])
    stored = [
        StoredEntry(entry.sequence, entry.at, entry.sender, entry.command, encode_events(entry.events))
        for entry in log
    ]
    first = evolve(None, log[0])
    await store.create(row_of(first), stored[0])
    await store.append(row_of(table), stored[1:], 1)


def position(game: AnyGame, seats: int, seed: int) -> Any:
    """Somewhere in the first half of a random game, where a seat and not the table's clock is to act."""
    rng = FastRandom(seed)
    dealt = game.deal(seats, game.simulation, rng)
    states = [step.before for step in walk(game, dealt, rng) if game.to_act(step.before)]
    return states[rng.below(max(1, len(states) // 2))]
