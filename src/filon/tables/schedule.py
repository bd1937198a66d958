"""What time alone brings about: time-outs, absences, the table's own actions, turns of bots."""

from collections.abc import Container, Iterator
from typing import Any, Final, Literal, NamedTuple

import msgspec

from filon.bots.pace import begin_ms, pause_ms
from filon.games.contract import Intermission, Seat
from filon.tables import clocks
from filon.tables.chance import EntryRandom
from filon.tables.decide import Decision
from filon.tables.events import Abandoned, Entry, HostChanged, TableEvent, TakenOver
from filon.tables.evolve import evolve
from filon.tables.model import MOST_MOVES, THE_TABLE, AnyPlaying, AnyTable, Held, NoClock, Playing
from filon.tables.playing import chance_of_round, table_acts
from filon.tables.seating import game_of, holders
from filon.tables.timers import absence_action

HOST_ABSENCE_MS: Final = 120_000
"""Outside a game somebody must be able to start the next one: hosting passes on after this long."""


class BotTurn(msgspec.Struct, frozen=True, gc=False):
    """A decision for a bot: what its seat sees and may do, and the entry it was seen at. Nothing else.

    For who plays it: the entry it arose from, when the bot's time began, and the pause before its answer.
    """

    seat: int
    level: str
    view: Any
    legal: Any
    sequence: int
    arose: int
    began: int
    pause_ms: int


def resting(table: AnyTable) -> bool:
    """Nobody is there, and no seat is its person's own to play: bots would play to no one.

    The game goes on when somebody comes; what fell due meanwhile, the end of a round in real time included,
    is due then. Who plays by mail keeps the table awake until a clock hands the chair to a stand-in.
    """
    host = table.people.get(table.host)
    if host is not None and host.away_since is None:
        return False
    return not any(
        chair.stand_in is None or table.people[chair.guest].away_since is None for _, chair in holders(table)
    )


def next_wake(table: AnyTable, asked: Container[int] = ()) -> int | None:
    """When `wake` or `bot_turns` will have something to say if nothing else happens before.

    `asked` are seats whose bots have been asked already.
    """
    if isinstance(table.phase, Playing):
        if table.phase.moves >= MOST_MOVES:
            return table.at
        if resting(table):
            return None
    times: list[int] = []
    if any(person.away_since is not None for person in table.people.values()):
        times += [at for _, at in _absences(table)]
        times += [at for _, at in _host_absence(table)]
    if isinstance(table.phase, Playing):
        playing = table.phase
        if type(table.settings.clock) is not NoClock:
            times += [at for _, at in _time_outs(table, playing)]
        times += [at for _, at in _timers(table, playing)]
        times += [bot.thinks_at for bot in _bots(table, playing) if bot.seat not in asked]
    return min(times, default=None)


def wake(table: AnyTable, now: int) -> Decision | None:
    """All that is due, as one entry by THE_TABLE; None if nothing is. Bots decide elsewhere (`bot_turns`)."""
    if isinstance(table.phase, Playing):
        if table.phase.moves >= MOST_MOVES:
            return Decision((Abandoned(table.game_number + 1),))
        if resting(table):
            return None
    now = max(now, table.at)
    ahead = _Ahead(table, now)
    while (playing := ahead.playing) is not None:
        due = next((action for action, at in _timers(ahead.table, playing) if at <= now), None)
        if due is None:
            break
        ahead.act(playing, due)
    for seat, at in tuple(_absences(ahead.table)):
        if at <= now and (playing := ahead.playing) is not None:
            action = absence_action(game_of(table), playing.state, seat)
            if action is not None:
                ahead.act(playing, action)
            ahead.take_over(seat, "absence")
    if (playing := ahead.playing) is not None:
        for seat, at in tuple(_time_outs(ahead.table, playing)):
            if at <= now:
                ahead.take_over(seat, "time")
    for heir, at in tuple(_host_absence(ahead.table)):
        if at <= now:
            ahead.add(HostChanged(heir))
    return Decision(tuple(ahead.events)) if ahead.events else None


def bot_turns(table: AnyTable, now: int, asked: Container[int] = ()) -> tuple[BotTurn, ...]:
    """Seats whose bot has to think now: its answer is due a little later, when its pause is over.

    `asked` are seats whose bots have been asked already.
    """
    if not isinstance(table.phase, Playing) or not _goes_on(table, table.phase):
        return ()
    now = max(now, table.at)
    playing = table.phase
    game = game_of(table)
    return tuple(
        BotTurn(
            seat=bot.seat,
            level=bot.level,
            view=game.view(playing.state, Seat(bot.seat)),
            legal=game.legal_actions(playing.state, Seat(bot.seat)),
            sequence=table.sequence,
            arose=bot.arose,
            began=bot.began,
            pause_ms=bot.pause_ms,
        )
        for bot in _bots(table, playing)
        if bot.thinks_at <= now and bot.seat not in asked
    )


def is_open(table: AnyTable, asked: BotTurn) -> bool:
    """Whether the decision that a bot was asked for is still to be taken, and by a bot."""
    playing = table.phase
    return (
        isinstance(playing, Playing)
        and _goes_on(table, playing)
        and any(
            (bot.seat, bot.arose, bot.began) == (asked.seat, asked.arose, asked.began)
            for bot in _bots(table, playing)
        )
    )


def _goes_on(table: AnyTable, playing: AnyPlaying) -> bool:
    return playing.moves < MOST_MOVES and not resting(table)


class _Ahead:
    """The table as it will be after the events gathered so far; all chance of one entry is one stream."""

    def __init__(self, table: AnyTable, now: int) -> None:
        self.table = table
        self.events: list[TableEvent] = []
        self._sequence = table.sequence + 1
        self._now = now
        self._random: EntryRandom | None = None

    def add(self, event: TableEvent) -> None:
        self.events.append(event)
        self.table = evolve(self.table, Entry(self._sequence, self._now, THE_TABLE, "", (event,)))

    @property
    def playing(self) -> AnyPlaying | None:
        return self.table.phase if isinstance(self.table.phase, Playing) else None

    def act(self, playing: AnyPlaying, action: Any) -> None:
        if self._random is None:
            self._random = EntryRandom(playing.seed, self._sequence)
        random = chance_of_round(playing, action) or self._random
        self.add(table_acts(self.table, playing, action, random))

    def take_over(self, seat: int, reason: Literal["time", "absence"]) -> None:
        self.add(TakenOver(seat, self.table.settings.stand_in, reason))


def _timers(table: AnyTable, playing: AnyPlaying) -> Iterator[tuple[Any, int]]:
    """The table's own actions and when they are due: an intermission is over once all are ready."""
    if not playing.timers:
        return
    causes = game_of(table).table_actions(playing.state)
    for timer in playing.timers:
        cause = causes[timer.action]
        all_ready = isinstance(cause, Intermission) and _all_ready(table, cause.ready)
        yield timer.action, min(timer.at, table.at) if all_ready else timer.at


def _all_ready(table: AnyTable, ready: Container[int]) -> bool:
    """Nobody waits for bots, nor for who is away; where nobody is there, those who watch have their time."""
    present = [
        seat
        for seat, chair in holders(table)
        if chair.stand_in is None and table.people[chair.guest].away_since is None
    ]
    return bool(present) and all(seat in ready for seat in present)


def _time_outs(table: AnyTable, playing: AnyPlaying) -> Iterator[tuple[int, int]]:
    if table.settings.on_time_out == "wait":
        return
    for seat in playing.turns:
        at = clocks.deadline(table, playing, seat)
        if at is not None:
            yield seat, at


def _absences(table: AnyTable) -> Iterator[tuple[int, int]]:
    """Nobody's chair is touched while no other person is there to wait for them."""
    after = table.settings.absence_s
    if after is None or not isinstance(table.phase, Playing):
        return
    for seat, chair in holders(table):
        away = table.people[chair.guest].away_since
        if away is not None and chair.stand_in is None and _anyone_present(table, chair):
            yield seat, away + after * 1000


def _anyone_present(table: AnyTable, besides: Held) -> bool:
    return any(
        chair.guest != besides.guest and table.people[chair.guest].away_since is None
        for _, chair in holders(table)
    )


def _host_absence(table: AnyTable) -> Iterator[tuple[Any, int]]:
    host = table.people.get(table.host)
    if host is None or host.away_since is None or isinstance(table.phase, Playing):
        return
    for _, chair in holders(table):
        if table.people[chair.guest].away_since is None:
            yield chair.guest, host.away_since + HOST_ABSENCE_MS
            return


class _BotDecides(NamedTuple):
    seat: int
    level: str
    arose: int
    began: int
    pause_ms: int
    thinks_at: int


def _bots(table: AnyTable, playing: AnyPlaying) -> Iterator[_BotDecides]:
    settings = table.settings
    for seat, turn in playing.turns.items():
        level = clocks.bot_level(table, playing, seat)
        if level is not None:
            began = turn.at if turn.bot_since is None else turn.bot_since
            pause = pause_ms(settings.game, level, settings.bot_pause_ms, seat, turn.sequence)
            thinks_at = began + begin_ms(settings.bot_pause_ms, pause)
            yield _BotDecides(seat, level, turn.sequence, began, pause, thinks_at)
