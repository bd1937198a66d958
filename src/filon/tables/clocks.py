"""Thinking time. It is the server's, in milliseconds since the epoch, and runs for people, not for bots.

`Playing.thought` counts, for each seat, how long its person has thought in this game, and never goes back:
neither leaving and returning nor taking back gives anybody time. A decision knows the count at which it
began (`Turn.before`), a bank is the count at which it is empty (`Playing.banks`), and a decision on which
the time has run out stays a bot's, whoever comes back. After a great moment a decision begins when the moment
has been shown: who is quicker has not thought at all.
"""

from collections.abc import Container, Iterable
from typing import Any, Final

from msgspec.structs import replace

from filon.tables.model import (
    AnyPlaying,
    AnyTable,
    Bank,
    Bot,
    Held,
    NoClock,
    PerDecision,
    Settings,
    Turn,
    UndoPoint,
)

ALLOWANCE_MS: Final = 5_000
ALLOWANCE_SHARE: Final = 100
"""Whose bank is empty still has for each decision 5 s, the bonus or a hundredth of the bank, the most of
these: who comes back can play, and cannot hold the table.
"""


def opening_banks(settings: Settings) -> tuple[int, ...]:
    match settings.clock:
        case Bank(seconds):
            return (seconds * 1000,) * settings.seats
        case _:
            return ()


def opening_thought(settings: Settings) -> tuple[int, ...]:
    return () if isinstance(settings.clock, NoClock) else (0,) * settings.seats


def opening_turns(to_act: Iterable[int], sequence: int, at: int) -> dict[int, Turn]:
    turn = Turn(sequence, at)
    return dict.fromkeys(sorted(to_act), turn)


def next_thought(
    table: AnyTable, playing: AnyPlaying, decided: Container[int], to_act: Container[int], at: int
) -> tuple[int, ...]:
    """Those whose decision is over have thought about it until now."""
    if type(table.settings.clock) is NoClock:
        return ()
    over = [seat for seat in playing.turns if seat in decided or seat not in to_act]
    return _thought_until(table, playing, over, at)


def next_turns(
    playing: AnyPlaying,
    thought: tuple[int, ...],
    decided: Container[int],
    to_act: Iterable[int],
    *,
    sequence: int,
    at: int,
) -> dict[int, Turn]:
    """Whose decision is over has a new one if still waited for; the others think on about the old one."""
    old = playing.turns
    if not thought:
        new = Turn(sequence, at)
        return {seat: new if seat in decided else old.get(seat, new) for seat in sorted(to_act)}
    return {
        seat: old[seat] if seat in old and seat not in decided else Turn(sequence, at, thought[seat])
        for seat in sorted(to_act)
    }


def next_banks(
    table: AnyTable, playing: AnyPlaying, actor: int | None, thought: tuple[int, ...]
) -> tuple[int, ...]:
    """Acting oneself earns the bonus; nobody owes what an allowance gave beyond the bank."""
    clock = table.settings.clock
    if not isinstance(clock, Bank):
        return ()
    banks = [max(given, used) for given, used in zip(playing.banks, thought, strict=True)]
    if actor is not None and actor in playing.turns and person_thinks(table, playing, actor):
        banks[actor] += clock.bonus * 1000
    return tuple(banks)


def stopped(table: AnyTable, playing: AnyPlaying, seat: int, at: int) -> AnyPlaying:
    """A bot thinks in the person's place: what was left of the time stands still."""
    turn = playing.turns.get(seat)
    if turn is None or not person_thinks(table, playing, seat):
        return playing
    since = at if turn.bot_since is None else turn.bot_since
    turns = {**playing.turns, seat: replace(turn, at=at, bot_since=since)}
    return replace(playing, turns=turns, thought=_thought_until(table, playing, (seat,), at))


def resumed(table: AnyTable, playing: AnyPlaying, seat: int, at: int) -> AnyPlaying:
    """The person thinks again, from now, with the time that was left; not about what is the bot's."""
    turn = playing.turns.get(seat)
    if turn is None or expired(table, playing, seat):
        return playing
    since = turn.at if turn.bot_since is None else turn.bot_since
    return replace(playing, turns={**playing.turns, seat: replace(turn, at=at, bot_since=since)})


def returned(
    table: AnyTable,
    playing: AnyPlaying,
    point: UndoPoint[Any],
    to_act: Iterable[int],
    *,
    sequence: int,
    at: int,
) -> AnyPlaying:
    """Taken back to `point`: decisions and banks as they were then, less all that was thought since."""
    thought = _thought_until(table, playing, playing.turns, at)
    turns = {}
    for seat in sorted(to_act):
        then = point.turns.get(seat, Turn(sequence, at, thought[seat] if thought else 0))
        turns[seat] = replace(then, sequence=sequence, at=at)
    return replace(playing, turns=turns, banks=point.banks or playing.banks, thought=thought)


def expired(table: AnyTable, playing: AnyPlaying, seat: int) -> bool:
    """Whether the person's time for the present decision has run out: a bot takes it."""
    settings = table.settings
    if type(settings.clock) is NoClock or settings.on_time_out == "wait":
        return False
    turn = playing.turns.get(seat)
    if turn is None:
        return False
    limit = _limit(table, playing, seat, turn)
    return limit is not None and _thought(playing, seat) >= limit


def person_thinks(table: AnyTable, playing: AnyPlaying, seat: int) -> bool:
    chair = table.chairs[seat]
    return type(chair) is Held and chair.stand_in is None and not expired(table, playing, seat)


def bot_level(table: AnyTable, playing: AnyPlaying, seat: int) -> str | None:
    """The level of the bot that takes this seat's decision now, if one does; stand-ins included."""
    chair = table.chairs[seat]
    if type(chair) is Held:
        if chair.stand_in is not None:
            return chair.stand_in.level
        return table.settings.stand_in if expired(table, playing, seat) else None
    return chair.level if type(chair) is Bot else None


def deadline(table: AnyTable, playing: AnyPlaying, seat: int) -> int | None:
    """When this seat's time for its present decision is over; None for bots and without a clock."""
    turn = playing.turns.get(seat)
    if turn is None or not person_thinks(table, playing, seat):
        return None
    limit = _limit(table, playing, seat, turn)
    return None if limit is None else turn.at + limit - _thought(playing, seat)


def banks_left(playing: AnyPlaying) -> tuple[int, ...]:
    """What each seat's bank held when its person last began to think."""
    return tuple([max(0, given - _thought(playing, seat)) for seat, given in enumerate(playing.banks)])


def allowance_ms(clock: Bank) -> int:
    return max(ALLOWANCE_MS, clock.bonus * 1000, clock.seconds * 1000 // ALLOWANCE_SHARE)


def _limit(table: AnyTable, playing: AnyPlaying, seat: int, turn: Turn) -> int | None:
    """How far the seat's count may go while this decision lasts."""
    match table.settings.clock:
        case NoClock():
            return None
        case PerDecision(seconds):
            return turn.before + seconds * 1000
        case clock:
            return max(playing.banks[seat], turn.before + allowance_ms(clock))


def _thought(playing: AnyPlaying, seat: int) -> int:
    return playing.thought[seat] if playing.thought else 0


def _thought_until(table: AnyTable, playing: AnyPlaying, seats: Iterable[int], at: int) -> tuple[int, ...]:
    if type(table.settings.clock) is NoClock:
        return ()
    thought = list(playing.thought or (0,) * len(table.chairs))
    for seat in seats:
        if person_thinks(table, playing, seat):
            thought[seat] += max(0, at - playing.turns[seat].at)
    return tuple(thought)
