"""Plays games as this release plays them and keeps their logs, for every later release to read.

    python tools/golden_logs.py release-N         writes tests/logs/release-N/

Run once for each release, on the code that is released; what an earlier release wrote is never written again.
The games are played by bots and by people who choose at random, from fixed seeds: whole games and games left
in the middle, with a game's options as they are and as different as they can be. Kept of each: the entries as
bytes, the snapshot of the end, and what every seat saw at a few points.
"""

import argparse
import json
import lzma
from pathlib import Path
from typing import Any, Final

import msgspec

from filon.bots import Sight, level
from filon.games.chance import FastRandom
from filon.games.codec import describe, read_options
from filon.games.contract import AnyGame, Seat
from filon.games.registry import GAMES, OURS
from filon.tables import (
    THE_TABLE,
    AnyTable,
    Entry,
    Guest,
    Refused,
    Settings,
    bot_turns,
    commands,
    decide,
    encode_events,
    encode_table,
    entry_of,
    evolve,
    next_wake,
    open_from,
    open_table,
    past_of,
    wake,
)
from filon.tables.model import Bank, Given, Held, NoClock, Over, Playing

LOGS: Final = Path(__file__).parents[1] / "tests" / "logs"
_MORNING: Final = 1_700_000_000_000
_PEOPLE: Final = tuple(map(Guest, ("anna", "ben", "cleo")))
_WHOLE: Final = 1_200
"""Entries after which a game counts as one that does not end by itself."""
_LOOKS: Final = 3


class Player:
    """One table, played from its opening until it is over, nobody moves, or the log is long enough."""

    def __init__(self, settings: Settings, seed: int, *, given: Given | None = None) -> None:
        """`given`: it begins with bots in all other seats and a position, which here is another deal."""
        self.now = _MORNING
        self.random = FastRandom(seed)
        host = settings, _PEOPLE[0], "Anna", bytes([seed] * 32)
        if given is None:
            opened = open_table(*host, table="t1", code="QUARTZ")
        else:
            options = read_options(GAMES[settings.game], settings.options)
            opened = open_from(
                *host,
                table="t1",
                code="QUARTZ",
                seat=1,
                level="easy",
                given=given,
                position=lambda random: GAMES[settings.game].deal(settings.seats, options, random),
            )
        self.log: list[Entry] = [entry_of(None, opened, _PEOPLE[0], "open", self.now)]
        self.table: AnyTable = evolve(None, self.log[0])

    @property
    def game(self) -> AnyGame:
        return GAMES[self.table.settings.game]

    def say(self, sender: Guest, command: commands.AnyCommand) -> None:
        decision = decide(self.table, sender, f"c{len(self.log)}", command, self.now)
        if decision.events:
            self._append(entry_of(self.table, decision, sender, f"c{len(self.log)}", self.now))

    def _append(self, entry: Entry) -> None:
        self.log.append(entry)
        self.table = evolve(self.table, entry)

    def begin(self, people: int, bots: str) -> None:
        for guest in _PEOPLE[:people]:
            if guest not in self.table.people:
                self.say(guest, commands.Join(guest.title()))
            self.say(guest, commands.TakeSeat())
            self.say(guest, commands.Say(f"{guest} is here"))
        self.say(_PEOPLE[0], commands.Start(fill=bots))

    def play(self, longest: int) -> None:
        while isinstance(self.table.phase, Playing) and len(self.log) < longest:
            people = self._people_to_act(self.table.phase)
            if people:
                self._act(people[self.random.below(len(people))])
                continue
            at = next_wake(self.table)
            if at is None:
                return
            self.now = max(self.now, at)
            woken = wake(self.table, self.now)
            if woken is not None and woken.events:
                self._append(entry_of(self.table, woken, THE_TABLE, "", self.now))
            self._bots()

    def _people_to_act(self, playing: Any) -> list[int]:
        chairs = self.table.chairs
        return [
            seat
            for seat in sorted(playing.turns)
            if isinstance(chairs[seat], Held) and self.game.legal_actions(playing.state, Seat(seat))
        ]

    def _act(self, seat: int) -> None:
        chair, playing = self.table.chairs[seat], self.table.phase
        assert isinstance(chair, Held)
        assert isinstance(playing, Playing)
        legal = self.game.legal_actions(playing.state, Seat(seat))
        action = legal[self.random.below(len(legal))]
        self.now += 1_000
        self.say(chair.guest, commands.Act(msgspec.Raw(msgspec.json.encode(action))))

    def _bots(self) -> None:
        for turn in bot_turns(self.table, self.now):
            past = past_of(self.game, turn.seat, self.log) if level(turn.level).remembers else ()
            action = level(turn.level).choose(Sight(self.game, turn.view, turn.legal, past), self.random)
            try:
                self.say(THE_TABLE, commands.PlayFor(turn.seat, action, turn.sequence))
            except Refused:
                continue  # another bot ended that decision, or took that tile, a moment before

    def kept(self, name: str) -> dict[str, Any]:
        return {
            "name": name,
            "game": self.table.settings.game,
            "entries": [(e.sequence, e.at, e.sender, e.command, encode_events(e.events)) for e in self.log],
            "snapshot": encode_table(self.table),
            "status": type(self.table.phase).__name__,
            "outcome": self.table.phase.result.outcome if isinstance(self.table.phase, Over) else None,
            "views": self._views(),
        }

    def _views(self) -> dict[int, Any]:
        """By the sequence at which they were seen: what each seat saw, and then a spectator."""
        step = max(1, len(self.log) // _LOOKS)
        table: AnyTable | None = None
        seen: dict[int, Any] = {}
        for entry in self.log:
            table = evolve(table, entry)
            last = entry.sequence == len(self.log)
            if not isinstance(table.phase, Playing | Over) or not (last or entry.sequence % step == 0):
                continue
            viewers = [*map(Seat, range(table.settings.seats)), None]
            seen[entry.sequence] = [self.game.view(table.phase.state, viewer) for viewer in viewers]
        return seen


def otherwise(game: AnyGame) -> dict[str, Any]:
    """Every option that can be told by name, as different from its default as it can be."""
    return {
        option.name: [value for value in option.values if value != option.default][-1]
        for option in describe(game).options
        if len(option.values) > 1
    }


def games(name: str) -> list[dict[str, Any]]:
    game = GAMES[name]
    fewest, most = game.seats[0], min(game.seats[-1], 5)
    ending = {
        field: value
        for field, value in msgspec.structs.asdict(game.simulation).items()
        if value != getattr(game.options_type(), field)
    }
    plays = [
        ("whole, easy", most, ending, 0, "easy", _WHOLE),
        ("whole, normal, other options", fewest, ending | otherwise(game), 0, "normal", _WHOLE),
        ("whole, random", most, ending | otherwise(game), 0, "random", _WHOLE),
        ("half, people alone", max(fewest, 2), otherwise(game), max(fewest, 2), "easy", 40),
    ]
    plays += [("half, people and bots", most, {}, min(3, most - 1), "easy", 50 + 13 * n) for n in range(4)]
    kept = []
    for seed, (title, seats, options, people, bots, longest) in enumerate(plays, 1):
        clock = Bank(seconds=600, bonus=5) if people else NoClock()
        player = Player(Settings(game=name, seats=seats, options=options, clock=clock), seed)
        player.begin(people, bots)
        player.play(longest)
        kept.append(player.kept(f"{title}, seed {seed}"))
    rounds = Given("t0", 1, None, seed="ab" * 32, parts=(70, 81))
    again = Player(Settings(game=name, seats=most, options=ending), len(plays) + 1, given=rounds)
    again.play(_WHOLE)
    kept.append(again.kept("whole, the deal of another table"))
    return kept


def keep_shapes(folder: Path) -> None:
    """The version and the look of all that is in this release's logs."""
    from filon.tables import shapes, versions  # noqa: PLC0415 - the first two releases had none

    shown = {"version": versions.VERSION, "digests": shapes.all_digests()}
    (folder / "shapes.json").write_text(json.dumps(shown, indent=1, sort_keys=True) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("release")
    folder = LOGS / parser.parse_args().release
    folder.mkdir(parents=True, exist_ok=True)
    for name in OURS:
        data = msgspec.msgpack.encode(games(name))
        (folder / f"{name}.msgpack.xz").write_bytes(lzma.compress(data, preset=9))
    keep_shapes(folder)


if __name__ == "__main__":
    main()
