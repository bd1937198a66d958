"""Whole evenings as viewers are told them, written down for the web client's tests to follow.

`python -m tests.tables.recorded FOLDER` writes a file for each game: for each viewer the first frame,
deflated as it is sent, and after it what every later frame says, beside the whole view at that moment.
"""

import base64
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import msgspec

from filon.games.chance import FastRandom
from filon.games.contract import Seat
from filon.games.registry import GAMES
from filon.server.rooms.broadcast import encode
from filon.server.websocket.frames import deflated
from filon.tables import (
    AnyTable,
    Audience,
    Differ,
    Entry,
    Refused,
    Screens,
    audience,
    catch_up,
    commands,
    sync,
)
from filon.tables.model import Playing
from filon.tables.protocol import Update, Welcome
from tests.server.inside import unframed
from tests.tables.desk import ANNA, BEN, CLEO, DAN, MORNING, Desk, act, settings
from tests.tables.test_properties import let_time_pass

_SEATS: Final = 3
_AT_MOST: Final = 4000
"""Moves; games of three at random take thirty to a thousand."""


class Step(msgspec.Struct):
    frame: msgspec.Raw
    """An array of messages, as in protocol 2 or 3."""
    whole: msgspec.Raw
    """What a Sync would say to the same eyes now."""


class Stream(msgspec.Struct):
    viewer: str
    first: str
    """Raw deflate in base64."""
    steps: list[Step]


class Follower:
    """A client of protocol 2 or 3. One that is away is told afterwards what it missed."""

    def __init__(self, viewer: str, sees: Callable[[AnyTable], Audience], table: AnyTable) -> None:
        self._sees = sees
        self.audience = sees(table)
        welcome = Welcome(None, MORNING)
        first = unframed(deflated(encode((welcome, sync(table, self.audience)))))
        self.stream = Stream(viewer, base64.b64encode(first).decode(), [])
        self._missed: list[Entry] = []
        self.away = False

    def reseated(self, table: AnyTable) -> bool:
        """Whether it sees through other eyes from now on: it is told everything anew then."""
        before, self.audience = self.audience, self._sees(table)
        return before != self.audience

    def hear(self, table: AnyTable, entries: list[Entry], told: bytes | None) -> None:
        """Without `told` it gets everything."""
        if self.away:
            self._missed += entries
            return
        if self._missed:
            missed, self._missed = [*self._missed, *entries], []
            after = missed[0].sequence - 1
            late = catch_up(table, missed, self.audience, after, patches=True)
            told = encode(late) if isinstance(late, Update) else None
        whole = encode(sync(table, self.audience))
        self.stream.steps.append(Step(msgspec.Raw(b"[%b]" % (told or whole)), msgspec.Raw(whole)))


def streams(game: str, *, following: bool) -> list[Stream]:
    """`following`: in protocol 3, otherwise in protocol 2."""
    law = GAMES[game]
    options = msgspec.to_builtins(law.simulation)
    desk = Desk(settings(game=game, seats=_SEATS, options=options, watch="seat"))
    followers = [
        Follower("a player", lambda table: audience(table, ANNA), desk.table),
        Follower("a player who comes and goes", lambda table: audience(table, CLEO), desk.table),
        Follower("a spectator", lambda table: audience(table, None), desk.table),
        Follower("who looks over a shoulder", lambda table: audience(table, None, watch=1), desk.table),
        Follower("who watches everything", lambda _: Audience(everything=True), desk.table),
    ]
    kept, random = Screens(), FastRandom(sum(game.encode()))
    before = desk.table
    for _ in evening(desk, random):
        entries = desk.log[before.sequence :]
        if not entries:
            continue
        followers[1].away = isinstance(desk.table.phase, Playing) and random.below(4) == 0
        fresh = {one.stream.viewer for one in followers if one.reseated(desk.table)}
        eyes = tuple(dict.fromkeys(one.audience for one in followers))
        news = kept.news(before, entries, desk.table, eyes, following=following)
        told = {seen_by: encode(one.patch(Differ())) for seen_by, one in zip(eyes, news, strict=True)}
        for one in followers:
            one.hear(desk.table, entries, None if one.stream.viewer in fresh else told[one.audience])
        before = desk.table
    return [one.stream for one in followers]


def evening(desk: Desk, random: FastRandom) -> Iterator[None]:
    """A lobby, a game to its end, and the beginning of the next. Stops wherever those who look are told."""
    for guest in (ANNA, BEN, CLEO):
        desk.sit(guest)
        yield
        desk.say(guest, commands.AddNonce(f"{random.below(1 << 32):032x}"))
        yield
    desk.join(DAN)
    desk.say(ANNA, commands.Ready())
    desk.say(DAN, commands.Say("good luck"))
    yield
    desk.start()
    yield
    desk.say(BEN, commands.AllowWatching())
    yield
    yield from play(desk, random, _AT_MOST)
    desk.say(BEN, commands.SayPhrase("good_game"))
    yield
    desk.say(ANNA, commands.Rematch())
    yield
    desk.start()
    yield
    yield from play(desk, random, 12)


def play(desk: Desk, random: FastRandom, moves: int) -> Iterator[None]:
    """At random; now and then somebody talks, goes, comes back, wants a move back or mutes another."""
    game = GAMES[desk.table.settings.game]
    for move in range(moves):
        phase = desk.table.phase
        if not isinstance(phase, Playing):
            return
        desk.now += 100 + random.below(5000)
        if not phase.turns:
            let_time_pass(desk, random)
        else:
            seat = sorted(phase.turns)[random.below(len(phase.turns))]
            legal = game.legal_actions(phase.state, Seat(seat))
            mover = (ANNA, BEN, CLEO)[seat]
            desk.say(mover, act(legal[random.below(len(legal))]))
            if random.below(12) == 0:
                yield from take_back(desk, mover)
        if random.below(8) == 0:
            with suppress(Refused):  # somebody said to have gone is gone already, a message taken out already
                desk.say(*aside(desk, random, move))
        if random.below(3):  # otherwise several entries are told at once
            yield
    yield


def take_back(desk: Desk, mover: Any) -> Iterator[None]:
    with suppress(Refused):
        desk.say(mover, commands.AskUndo())
        yield
        for other in (ANNA, BEN, CLEO):
            if other != mover:
                desk.say(other, commands.AnswerUndo(agree=True))
                yield


def aside(desk: Desk, random: FastRandom, move: int) -> tuple[Any, commands.AnyCommand]:
    said: list[tuple[Any, commands.AnyCommand]] = [
        (BEN, commands.Say(f"move {move}, é ✓")),
        (CLEO, commands.SayPhrase("wow")),
        (DAN, commands.Depart()),
        (DAN, commands.Arrive()),
        (ANNA, commands.Mute(BEN, muted=bool(random.below(2)))),
        (ANNA, commands.RemoveMessage(desk.table.chat[-1].sequence if desk.table.chat else 1)),
        (CLEO, commands.Rename(f"Cleo {random.below(3)}")),
        (BEN, commands.AllowWatching(allowed=bool(random.below(2)))),
    ]
    return said[random.below(len(said))]


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for game in GAMES:
        evenings = {"patched": streams(game, following=False), "followed": streams(game, following=True)}
        (folder / f"{game}.json").write_bytes(encode(evenings))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
