"""What each viewer gets: everything that leaves a table for somebody's eyes is made here.

Of the game only `view` and `redact` reach anybody. Viewers with equal audiences get equal bytes, so that a
server encodes each message once for each of them.
"""

from collections.abc import Sequence
from typing import Any, Literal, assert_never

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from filon.games.contract import AnyGame, Seat
from filon.tables import clocks, events, undo
from filon.tables.audience import Audience, may_know, result_for
from filon.tables.chance import NO_NONCE, commitment_to, secret_of
from filon.tables.events import Entry, PlainEvent
from filon.tables.model import AnyTable, Guest, Held, Lobby, Message, NoClock, Over, Playing, Result
from filon.tables.protocol import (
    GamePart,
    GamePlayed,
    GameStarted,
    MessageHidden,
    PersonSeen,
    Seen,
    SeenEvent,
    Sync,
    TableOpened,
    TablePart,
    TurnSeen,
    UndoSeen,
)
from filon.tables.seating import game_of


class Shown(msgspec.Struct, frozen=True, gc=False):
    """What a viewer has in front of it, but for the chat: a Sync brings it whole, patches keep it up.

    Without the table part where that is as it was.
    """

    table: TablePart | UnsetType
    game: GamePart | None


def sync(table: AnyTable, viewer: Audience, *, now: int | None = None) -> Sync:
    """All that a viewer may know.

    `now` is for what time alone opens to spectators; without it, the time of the latest entry.
    """
    now = table.at if now is None else now
    (game,) = game_parts(table, (viewer,))
    return Sync(
        sequence=table.sequence,
        at=table.at,
        seat=viewer.seat,
        playing=viewer.playing,
        delay_s=viewer.delay_s,
        table=_table_part(table, viewer, now),
        game=game,
        chat=tuple(
            said
            for said in table.chat
            if said.guest not in viewer.muted and may_know(table, viewer, said.sequence, said.at, now)
        ),
    )


def entries_for(
    viewers: Sequence[Audience], table: AnyTable, entries: Sequence[Entry], now: int
) -> list[list[Seen]]:
    """What each of them may know of the entries, in the short form of protocol 2. Of moves, what is no secret
    is found out once for all.
    """
    told: list[list[Seen]] = [[] for _ in viewers]
    for entry in entries:
        happened = entry.events[0] if len(entry.events) == 1 else None
        if isinstance(happened, events.Played):
            for mine, move in zip(told, _move_for(viewers, table, entry, happened), strict=True):
                mine.append(move)
        else:
            for mine, viewer in zip(told, viewers, strict=True):
                seen = entry_for(viewer, table, entry, now)
                if seen is not None:
                    mine.append(replace(seen, at=UNSET) if entry.at == table.at else seen)
    return told


def _move_for(
    viewers: Sequence[Audience], table: AnyTable, entry: Entry, move: events.Played[Any, Any]
) -> Sequence[Seen]:
    at = UNSET if entry.at == table.at else entry.at
    by = UNSET if move.by == "player" else move.by

    def seen(shown: list[Any]) -> Seen:
        return Seen(entry.sequence, at, UNSET, (GamePlayed(move.seat, by, shown),))

    redact = game_of(table).redact
    public = [redact(one, None) for one in move.events]
    in_public = seen(public)
    secret = [at for at, one in enumerate(move.events) if one is not public[at]]
    if not secret or entry.sequence < table.seated:
        return (in_public,) * len(viewers)
    told: list[Seen] = []
    for viewer in viewers:
        mine = in_public
        if viewer.seat is not None:
            own = public.copy()
            for at_event in secret:
                own[at_event] = redact(move.events[at_event], Seat(viewer.seat))
            if own != public:
                mine = seen(own)
        told.append(mine)
    return told


def entry_for(viewer: Audience, table: AnyTable, entry: Entry, now: int) -> Seen | None:
    """One entry as this viewer may know it, at a table that has come at least so far; None for nobody's
    business.
    """
    eyes = None if viewer.seat is None or entry.sequence < table.seated else Seat(viewer.seat)
    shown: list[SeenEvent] = []
    for event in entry.events:
        if isinstance(event, events.Played):
            redact = game_of(table).redact
            shown.append(GamePlayed(event.seat, event.by, [redact(one, eyes) for one in event.events]))
        elif (told := _told(table, entry, event, viewer, now)) is not None:
            shown.append(told)
    return Seen(entry.sequence, entry.at, entry.sender, shown) if shown else None


def _told(
    table: AnyTable, entry: Entry, event: PlainEvent | events.Started[Any], viewer: Audience, now: int
) -> SeenEvent | None:
    """What is not play in the game."""
    match event:
        case events.Said() | events.PhraseSaid():
            return _heard(table, entry, viewer, now)
        case events.Started(game):
            return GameStarted(game)
        case events.Opened(opened, code, _, host, name):
            return TableOpened(opened, code, host, name)
        case events.Muted() | events.PositionGiven() | events.DealPlayed():  # nobody's business
            return None
        case _:
            return event


def _heard(table: AnyTable, entry: Entry, viewer: Audience, now: int) -> Message | MessageHidden | None:
    if not may_know(table, viewer, entry.sequence, entry.at, now):
        return None
    for message in reversed(table.chat):
        if message.sequence == entry.sequence and message.guest not in viewer.muted:
            return message
    return MessageHidden()


def table_parts(table: AnyTable, viewers: Sequence[Audience], now: int) -> list[TablePart]:
    """Made once for all who mute the same people and may know the same result."""
    made: dict[tuple[tuple[Guest, ...], bool], TablePart] = {}
    parts: list[TablePart] = []
    for viewer in viewers:
        alike = viewer.muted, result_for(table, viewer, now) is None
        part = made.get(alike)
        if part is None:
            part = made[alike] = _table_part(table, viewer, now)
        parts.append(part)
    return parts


def _table_part(table: AnyTable, viewer: Audience, now: int) -> TablePart:
    phase = table.phase
    lobby = phase if isinstance(phase, Lobby) else Lobby()
    asked = phase.undo if isinstance(phase, Playing) else None
    seats = {chair.guest: seat for seat, chair in enumerate(table.chairs) if isinstance(chair, Held)}
    return TablePart(
        id=table.id,
        code=table.code,
        settings=table.settings,
        host=table.host,
        people=tuple(
            PersonSeen(guest, person.name, seats.get(guest), person.silenced, person.away_since)
            for guest, person in table.people.items()
        ),
        chairs=table.chairs,
        status=status(table),
        game_number=table.game_number,
        commitment=commitment_to(secret_of(table.root, table.game_number)),
        nonces=_nonces(table),
        ready=lobby.ready,
        swaps=lobby.swaps,
        undo=None if asked is None else UndoSeen(asked.seat, asked.agreed, undo.missing(table, asked)),
        result=result_for(table, viewer, now),
        muted=viewer.muted,
        abandoned=lobby.abandoned or UNSET,
    )


def _nonces(table: AnyTable) -> dict[Guest, str]:
    match table.phase:
        case Lobby(nonces):
            return nonces
        case Playing(nonces=nonces) | Over(result=Result(nonces=nonces)):
            return {
                chair.guest: nonce
                for chair, nonce in zip(table.chairs, nonces, strict=True)
                if isinstance(chair, Held) and nonce != NO_NONCE
            }
        case _:
            assert_never(table.phase)


def _turns(table: AnyTable) -> tuple[TurnSeen, ...]:
    if not isinstance(table.phase, Playing):
        return ()
    playing = table.phase
    if type(table.settings.clock) is NoClock:
        return tuple(map(TurnSeen, playing.turns))
    return tuple(
        [
            TurnSeen(
                seat,
                turn.at,
                clocks.deadline(table, playing, seat),
                clocks.expired(table, playing, seat) or UNSET,
            )
            for seat, turn in playing.turns.items()
        ]
    )


def game_parts(
    table: AnyTable, viewers: Sequence[Audience], *, with_views: bool = True
) -> list[GamePart | None]:
    """Without views: for clients who make the new ones out of those that they have."""
    game = game_of(table)
    phase = table.phase
    if isinstance(phase, Lobby):
        return [None] * len(viewers)
    views: Sequence[Any] = (UNSET,) * len(viewers)
    if with_views:
        views = game.views(phase.state, [None if one.seat is None else Seat(one.seat) for one in viewers])
    shown = zip(viewers, views, strict=True)
    if isinstance(phase, Over):
        return [_part_after(table, phase, viewer, view) for viewer, view in shown]
    turns = _turns(table)
    timers = tuple([timer.at for timer in phase.timers])
    banks = clocks.banks_left(phase)
    parts: list[GamePart | None] = []
    idle: dict[bool, GamePart] = {}
    for viewer, view in shown:
        legal: Sequence[Any] | UnsetType = UNSET
        can_undo: bool | UnsetType = UNSET
        if viewer.playing and viewer.seat is not None:
            legal = _legal(table, viewer.seat)
            can_undo = undo.point_of(phase, viewer.seat) is not None
            if not (with_views or legal):
                # One for all who wait alike: what they are sent is compared and encoded once.
                if can_undo not in idle:
                    idle[can_undo] = GamePart(UNSET, turns, banks, timers, (), can_undo)
                parts.append(idle[can_undo])
                continue
        everything = _views(game, phase.state, table) if viewer.everything else UNSET
        parts.append(GamePart(view, turns, banks, timers, legal, can_undo, UNSET, everything))
    return parts


def _part_after(table: AnyTable, over: Over[Any], viewer: Audience, view: Any) -> GamePart:
    return GamePart(
        view=view,
        turns=(),
        banks=(),
        timers=(),
        legal=() if viewer.playing else UNSET,
        can_undo=False if viewer.playing else UNSET,
        outcome=over.result.outcome,
        views=_views(game_of(table), over.state, table) if viewer.everything else UNSET,
    )


def _legal(table: AnyTable, seat: int) -> Sequence[Any]:
    """What this seat's player may do: nothing about a decision that a bot takes because it is too late."""
    playing = table.phase
    if not isinstance(playing, Playing) or clocks.expired(table, playing, seat):
        return ()
    return game_of(table).legal_actions(playing.state, Seat(seat))


def _views(game: AnyGame, state: Any, table: AnyTable) -> tuple[Any, ...]:
    return tuple(game.views(state, [Seat(seat) for seat in range(len(table.chairs))]))


def status(table: AnyTable) -> Literal["lobby", "playing", "over"]:
    match table.phase:
        case Lobby():
            return "lobby"
        case Playing():
            return "playing"
        case _:
            return "over"
