"""A table to test on: says commands in short, keeps the log, and holds the fold to the log at every step."""

from typing import Any

import msgspec
import pytest

from filon.bots import Sight, level
from filon.games.chance import FastRandom
from filon.games.contract import in_intermission
from filon.games.registry import GAMES
from filon.tables import (
    THE_TABLE,
    AnyTable,
    Audience,
    Entry,
    Guest,
    Refused,
    Settings,
    bot_turns,
    commands,
    decide,
    decode_events,
    decode_table,
    encode_events,
    encode_table,
    entry_of,
    evolve,
    fold,
    open_table,
    past_of,
    sync,
    wake,
)
from filon.tables.model import AnyPlaying, Chair, Over, Playing, UndoAsked
from filon.tables.refusal import Code

SECRET = bytes([120]) * 32
"""With it four players who just sat down in order turn sixteen cards of Diamant before they have to flee."""
MORNING = 1_700_000_000_000
ANNA, BEN, CLEO, DAN, EVE = map(Guest, ("anna", "ben", "cleo", "dan", "eve"))
FOUR = (ANNA, BEN, CLEO, DAN)


def settings(**given: Any) -> Settings:
    """Stand-ins play at random, which pauses for exactly as long as the table says; rounds follow each other
    at once.
    """
    return Settings(**{"game": "diamant", "seats": 4, "stand_in": "random", "intermission_s": 0, **given})


class Desk:
    """Anna opens the table; time stands still unless told to pass."""

    def __init__(self, given: Settings | None = None, *, secret: bytes = SECRET) -> None:
        self.now = MORNING
        opened = open_table(given or settings(), ANNA, "Anna", secret, table="t1", code="QUARTZ")
        self.log: list[Entry] = [entry_of(None, opened, ANNA, "open", self.now)]
        self.table: AnyTable = evolve(None, self.log[0])
        self._said = 0

    def say(self, sender: Guest, command: commands.AnyCommand, command_id: str | None = None) -> int:
        """The sequence that the command is answered with; raises Refused."""
        self._said += 1
        named = f"c{self._said}" if command_id is None else command_id
        decision = decide(self.table, sender, named, command, self.now)
        if decision.repeated is not None:
            return decision.repeated
        if decision.events:
            self._append(entry_of(self.table, decision, sender, named, self.now))
        sequence = self.table.sequence
        self._go_on()
        return sequence

    def _go_on(self) -> None:
        """A table that does not wait between rounds is woken at once."""
        phase = self.table.phase
        game = GAMES[self.table.settings.game]
        waits = self.table.settings.intermission_s > 0
        if not waits and isinstance(phase, Playing) and in_intermission(game, phase.state):
            self.wake()

    def _append(self, entry: Entry) -> None:
        assert decode_events(self.table.settings.game, encode_events(entry.events)) == entry.events
        self.table = evolve(self.table, entry)
        self.log.append(entry)

    def refused(self, sender: Guest, command: commands.AnyCommand, code: Code) -> Refused:
        before = self.table
        with pytest.raises(Refused) as caught:
            self.say(sender, command)
        assert caught.value.code == code, caught.value
        assert caught.value.reason
        assert self.table is before
        return caught.value

    def nothing(self, sender: Guest, command: commands.AnyCommand) -> None:
        """Accepted, and all was so already."""
        before = self.table
        assert self.say(sender, command) == before.sequence
        assert self.table is before

    def wait(self, seconds: float) -> bool:
        """Time passes; whether the table did something by itself at the end of it."""
        self.now += int(seconds * 1000)
        return self.wake()

    def wake(self) -> bool:
        decision = wake(self.table, self.now)
        if decision is None:
            return False
        assert decision.events
        self._append(entry_of(self.table, decision, THE_TABLE, "", self.now))
        return True

    def bots(self, seed: int = 0) -> int:
        """Every bot whose turn it is plays once; how many did."""
        turns = bot_turns(self.table, self.now)
        game = GAMES[self.table.settings.game]
        for turn in turns:
            sight = Sight(game, turn.view, turn.legal, past_of(game, turn.seat, self.log))
            action = level(turn.level).choose(sight, FastRandom(16 * seed + turn.seat))
            try:
                self.say(THE_TABLE, commands.PlayFor(turn.seat, action, turn.sequence))
            except Refused as no:
                # another bot ended that decision, or took that tile, a moment before
                assert no.code in ("stale", "not_playing", "illegal")
        return len(turns)

    def join(self, *guests: Guest) -> "Desk":
        for guest in guests:
            self.say(guest, commands.Join(guest.title()))
        return self

    def sit(self, *guests: Guest) -> "Desk":
        for guest in guests:
            if guest not in self.table.people:
                self.join(guest)
            self.say(guest, commands.TakeSeat())
        return self

    def start(self) -> "Desk":
        self.say(self.table.host, commands.Start())
        return self

    def act(self, sender: Guest, notation: str, on: int | None = None) -> int:
        game = GAMES[self.table.settings.game]
        return self.say(sender, act(game.read(notation), on))

    @property
    def playing(self) -> AnyPlaying:
        assert isinstance(self.table.phase, Playing)
        return self.table.phase

    def chair(self, seat: int) -> Chair:
        return self.table.chairs[seat]

    def asked(self) -> UndoAsked | None:
        return self.playing.undo

    @property
    def banks(self) -> tuple[int, ...]:
        """As everybody is shown them."""
        shown = sync(self.table, Audience()).game
        assert shown is not None
        return shown.banks

    @property
    def over(self) -> Over[Any]:
        assert isinstance(self.table.phase, Over)
        return self.table.phase

    def play_out(self, seed: int = 1) -> "Desk":
        """People, wherever they sit, play at random to the end."""
        random = FastRandom(seed)
        game = GAMES[self.table.settings.game]
        while isinstance(self.table.phase, Playing):
            phase = self.table.phase
            if not phase.turns:
                self.wait(600)
                continue
            seat = sorted(phase.turns)[random.below(len(phase.turns))]
            legal = game.legal_actions(phase.state, game_seat(seat))
            action = legal[random.below(len(legal))]
            chair = self.table.chairs[seat]
            guest = getattr(chair, "guest", None)
            if guest is None:
                self.now += 60_000
                self.say(THE_TABLE, commands.PlayFor(seat, action, self.table.sequence))
            else:
                self.say(guest, act(action))
        return self

    def check_log(self) -> None:
        """The log, written and read again, folds to the very same table; so does a snapshot and the rest."""
        game = self.table.settings.game
        assert decode_table(game, encode_table(self.table)) == self.table
        read = [
            msgspec.structs.replace(entry, events=decode_events(game, encode_events(entry.events)))
            for entry in self.log
        ]
        assert fold(read) == self.table
        half = len(read) // 2
        if half:
            snapshot = decode_table(game, encode_table(fold(read[:half])))
            assert snapshot is not None
            assert fold(read[half:], snapshot) == self.table


def act(action: Any, on: int | None = None) -> commands.Act:
    return commands.Act(msgspec.Raw(msgspec.json.encode(action)), on)


def game_seat(seat: int) -> Any:
    return seat


def four_at_the_table(**given: Any) -> Desk:
    return Desk(settings(**given)).sit(*FOUR)


def four_playing(**given: Any) -> Desk:
    return four_at_the_table(**given).start()
