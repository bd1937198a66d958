"""Twin worlds: tables with the same log up to the deal, and then two positions that a viewer cannot tell
apart, a real one and one imagined from the viewer's own view.
"""

import re
from typing import Any, NamedTuple

import msgspec

from filon.games.chance import FastRandom
from filon.games.contract import AnyGame, Seat
from filon.lab.walk import walk
from filon.server.rooms.rows import row_of
from filon.store import Entry as StoredEntry
from filon.store import Store
from filon.tables import AnyTable, Entry, Guest, Settings, decide, encode_events, entry_of, evolve, open_table
from filon.tables.commands import Join, Start, TakeSeat
from filon.tables.events import Started

SECRET = {"diamant": {"Choose"}, "saboteur": {"Discard"}, "labyrinth": {"Throw"}, "outofmine": set[str]()}
"""Actions that are announced alike whatever was chosen."""
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
