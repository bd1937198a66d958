"""Thinking time. It is the server's, in milliseconds since the epoch, and runs for people, not for bots."""

from collections.abc import Container, Iterable
from typing import Final

from msgspec.structs import replace

from filon.tables.model import AnyPlaying, AnyTable, Bank, Held, NoClock, PerDecision, Playing, Settings, Turn

RETURN_SHARE: Final = 10
"""Who comes back with an empty bank finds a tenth of it, or the bonus if that is more."""


def opening_banks(settings: Settings) -> tuple[int, ...]:
    match settings.clock:
        case Bank(seconds):
            return (seconds * 1000,) * settings.seats
        case _:
            return ()


def opening_turns(to_act: Iterable[int], sequence: int, at: int) -> dict[int, Turn]:
    turn = Turn(sequence, at)
    return dict.fromkeys(sorted(to_act), turn)


def next_turns(
    playing: AnyPlaying, decided: Container[int], to_act: Iterable[int], sequence: int, at: int
) -> dict[int, Turn]:
    """Whose decision is over has a new one if still waited for; the others think on about the old one."""
    new = Turn(sequence, at)
    old = playing.turns
    return {seat: new if seat in decided else old.get(seat, new) for seat in sorted(to_act)}


def next_banks(
    table: AnyTable, actor: int | None, decided: Container[int], turns: dict[int, Turn], at: int
) -> tuple[int, ...]:
    """Those whose decision is over have paid for it; acting oneself earns the bonus."""
    clock, playing = table.settings.clock, table.phase
    if not isinstance(clock, Bank) or not isinstance(playing, Playing):
        return ()
    banks = list(playing.banks)
    for seat, turn in playing.turns.items():
        if (seat in decided or seat not in turns) and person_thinks(table, seat):
            banks[seat] = max(0, banks[seat] - (at - turn.at))
            if seat == actor:
                banks[seat] += clock.bonus * 1000
    return tuple(banks)


def stopped(table: AnyTable, playing: AnyPlaying, seat: int, at: int) -> AnyPlaying:
    """A bot thinks in the person's place: the bank stands still at what was left."""
    turn = playing.turns.get(seat)
    if turn is None:
        return playing
    banks = playing.banks
    if banks and person_thinks(table, seat):
        left = max(0, banks[seat] - (at - turn.at))
        banks = (*banks[:seat], left, *banks[seat + 1 :])
    return replace(playing, turns={**playing.turns, seat: Turn(turn.sequence, at)}, banks=banks)


def resumed(table: AnyTable, playing: AnyPlaying, seat: int, at: int) -> AnyPlaying:
    """The person thinks again, from now, and not with an empty bank."""
    banks = playing.banks
    clock = table.settings.clock
    if isinstance(clock, Bank):
        least = max(clock.bonus, clock.seconds // RETURN_SHARE) * 1000
        banks = (*banks[:seat], max(banks[seat], least), *banks[seat + 1 :])
    turns = playing.turns
    if seat in turns:
        turns = {**turns, seat: Turn(turns[seat].sequence, at)}
    return replace(playing, turns=turns, banks=banks)


def person_thinks(table: AnyTable, seat: int) -> bool:
    chair = table.chairs[seat]
    return isinstance(chair, Held) and chair.stand_in is None


def deadline(table: AnyTable, playing: AnyPlaying, seat: int) -> int | None:
    """When this seat's time for its present decision is over; None for bots and without a clock."""
    turn = playing.turns.get(seat)
    if turn is None or not person_thinks(table, seat):
        return None
    match table.settings.clock:
        case NoClock():
            return None
        case PerDecision(seconds):
            return turn.at + seconds * 1000
        case _:
            return turn.at + playing.banks[seat]
