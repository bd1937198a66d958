"""From an entry to the next state of the table: bookkeeping, no refusals."""

from collections.abc import Iterable
from typing import Final, assert_never

from msgspec.structs import replace

from filon.tables import clocks, events, people, progress
from filon.tables.audience import rules_from
from filon.tables.events import Entry, TableEvent
from filon.tables.model import (
    ANSWERS_KEPT,
    DEALS_KEPT,
    AnyTable,
    Bot,
    Chair,
    Empty,
    Guest,
    Held,
    Lobby,
    Message,
    Person,
    Playing,
    Settings,
    StandIn,
    TableState,
    WatchRule,
)
from filon.tables.seating import seat_of

_NOTHING: Final[dict[str, int]] = {}


def evolve(table: AnyTable | None, entry: Entry) -> AnyTable:
    """The table after the next entry of its log; the first entry opens it."""
    following = entry.events
    if table is None:
        opened, following = following[0], following[1:]
        assert isinstance(opened, events.Opened)
        table = _opened(opened, entry.at)
    for event in following:
        table = _evolved(table, event, entry)
    if not entry.command:
        return replace(table, sequence=entry.sequence, at=entry.at)
    answered = {**table.answered, entry.sender: _noted(table, entry)}
    return replace(table, sequence=entry.sequence, at=entry.at, answered=answered)


def fold(entries: Iterable[Entry], table: AnyTable | None = None) -> AnyTable:
    for entry in entries:
        table = evolve(table, entry)
    assert table is not None, "a table has at least the entry that opened it"
    return table


def _noted(table: AnyTable, entry: Entry) -> dict[str, int]:
    # Copied as it lies, which is several times as quick as putting its members into a new one.
    noted = table.answered.get(entry.sender, _NOTHING).copy()
    noted[entry.command] = entry.sequence
    if len(noted) > ANSWERS_KEPT:
        del noted[next(iter(noted))]
    return noted


def _opened(event: events.Opened, at: int) -> AnyTable:
    return TableState(
        id=event.table,
        code=event.code,
        settings=event.settings,
        host=event.host,
        opened_at=at,
        root=event.root,
        people={event.host: Person(event.name)},
        chairs=(Empty(),) * event.settings.seats,
        phase=Lobby(),
        revised=1,
        watch_rules=(WatchRule(1, event.settings.watch, event.settings.delay_s),),
    )


def _evolved(table: AnyTable, event: TableEvent, entry: Entry) -> AnyTable:
    sequence, at = entry.sequence, entry.at
    match event:
        case events.Played():
            return progress.played(table, event, sequence, at)
        case events.Said(guest, text):
            return people.said(table, Message(sequence, at, guest, table.people[guest].name, text=text))
        case events.PhraseSaid(guest, phrase):
            return people.said(table, Message(sequence, at, guest, table.people[guest].name, phrase=phrase))
        case events.Started():
            return progress.started(table, event, sequence, at)
        case events.TakenOver(seat, level, reason):
            return progress.taken_over(table, seat, StandIn(level, reason), sequence, at)
        case events.HandedBack(seat):
            return progress.handed_back(table, seat, sequence, at)
        case events.Undone(to):
            return progress.undone(table, to, sequence, at)
        case events.UndoRequested(seat, to):
            return progress.undo_requested(table, seat, to, sequence)
        case events.UndoAgreed(seat):
            return progress.undo_agreed(table, seat, sequence)
        case events.UndoDeclined():
            return progress.undo_declined(table, sequence)
        case events.RematchOffered(number):
            return progress.rematch_offered(table, number, sequence)
        case events.Abandoned(number):
            return progress.abandoned(table, number, sequence)
        case _:
            return replace(_people_evolved(table, event, entry), revised=sequence)


def _people_evolved(  # noqa: C901, PLR0912 - one case an event
    table: AnyTable, event: events.PeopleEvent, entry: Entry
) -> AnyTable:
    sequence = entry.sequence
    match event:
        case events.Joined(guest, name):
            return people.joined(table, guest, name, sequence)
        case events.Renamed(guest, name):
            return people.with_person(table, guest, replace(table.people[guest], name=name))
        case events.Left(guest, level):
            return _without(table, guest, level, entry)
        case events.Removed(guest, level):
            return _without(replace(table, banned=(*table.banned, guest)), guest, level, entry)
        case events.Readmitted(guest):
            return replace(table, banned=tuple(other for other in table.banned if other != guest))
        case events.HostChanged(guest):
            return replace(table, host=guest)
        case events.SeatTaken(guest, seat):
            return _reseated(table, {**_stood_up(table, guest), seat: Held(guest)}, entry)
        case events.SeatLeft(guest):
            return _reseated(table, _stood_up(table, guest), entry)
        case events.SwapOffered(seat, wanted):
            return _in_lobby(table, swaps={**_lobby(table).swaps, seat: wanted})
        case events.SeatsSwapped(one, other):
            return _reseated(table, {one: table.chairs[other], other: table.chairs[one]}, entry)
        case events.SeatHanded(seat, guest, to):
            return _handed(table, seat, guest, to, entry)
        case events.BotSeated(seat, level):
            return _reseated(table, {seat: Bot(level)}, entry)
        case events.SeatCleared(seat):
            return _reseated(table, {seat: Empty()}, entry)
        case events.ReadySet(guest, ready):
            others = tuple(other for other in _lobby(table).ready if other != guest)
            return _in_lobby(table, ready=(*others, guest) if ready else others)
        case events.NonceAdded(guest, nonce):
            return _in_lobby(table, nonces={**_lobby(table).nonces, guest: nonce})
        case events.SettingsChanged(settings):
            return _resettled(table, settings, entry)
        case events.MessageRemoved(taken_out):
            return replace(table, chat=tuple(said for said in table.chat if said.sequence != taken_out))
        case events.Muted(guest, whom, muted):
            others = tuple(other for other in table.people[guest].muted if other != whom)
            person = replace(table.people[guest], muted=(*others, whom) if muted else others)
            return people.with_person(table, guest, person)
        case events.Silenced(guest, silenced):
            return people.with_person(table, guest, replace(table.people[guest], silenced=silenced))
        case events.WatchingAllowed(seat, allowed):
            chair = table.chairs[seat]
            assert isinstance(chair, Held)
            chairs = progress.with_chair(table, seat, replace(chair, watchable=allowed))
            return replace(table, chairs=chairs, seated=sequence)
        case events.Departed(guest):
            return people.with_person(table, guest, replace(table.people[guest], away_since=entry.at))
        case events.Arrived(guest):
            return people.with_person(table, guest, replace(table.people[guest], away_since=None))
        case events.PositionGiven(given):
            return replace(table, phase=replace(_lobby(table), given=given))
        case events.DealPlayed(play):
            return replace(table, deals=(*table.deals[1 - DEALS_KEPT :], play))
        case events.Opened():
            raise AssertionError("a table is opened once, by its first entry")
        case _:
            assert_never(event)


def _lobby(table: AnyTable) -> Lobby:
    assert isinstance(table.phase, Lobby)
    return table.phase


def _in_lobby(
    table: AnyTable,
    *,
    nonces: dict[Guest, str] | None = None,
    ready: tuple[Guest, ...] | None = None,
    swaps: dict[int, int] | None = None,
) -> AnyTable:
    lobby = _lobby(table)
    phase = Lobby(
        nonces=lobby.nonces if nonces is None else nonces,
        ready=lobby.ready if ready is None else ready,
        swaps=lobby.swaps if swaps is None else swaps,
        last=lobby.last,
        last_sequence=lobby.last_sequence,
        last_at=lobby.last_at,
        abandoned=lobby.abandoned,
    )
    return replace(table, phase=phase)


def _stood_up(table: AnyTable, guest: Guest) -> dict[int, Chair]:
    seat = seat_of(table, guest)
    return {} if seat is None else {seat: Empty()}


def _reseated(table: AnyTable, changed: dict[int, Chair], entry: Entry) -> AnyTable:
    """Offers to swap were about people who may not sit there any more."""
    chairs = tuple(changed.get(seat, chair) for seat, chair in enumerate(table.chairs))
    table = replace(table, chairs=chairs, seated=entry.sequence)
    return _in_lobby(table, swaps={}) if isinstance(table.phase, Lobby) else table


def _without(table: AnyTable, guest: Guest, level: str | None, entry: Entry) -> AnyTable:
    table = people.remembered(table, guest, entry.at)
    seat = seat_of(table, guest)
    if seat is not None:
        if level is not None:
            assert isinstance(table.phase, Playing)
            phase = clocks.stopped(table, table.phase, seat, entry.at)
            table = replace(table, phase=phase, moved=entry.sequence)
        table = _reseated(table, {seat: Empty() if level is None else Bot(level)}, entry)
    if isinstance(table.phase, Lobby):
        table = _in_lobby(
            table,
            nonces={other: nonce for other, nonce in table.phase.nonces.items() if other != guest},
            ready=tuple(other for other in table.phase.ready if other != guest),
        )
    return replace(table, people={other: person for other, person in table.people.items() if other != guest})


def _handed(table: AnyTable, seat: int, guest: Guest, to: Guest, entry: Entry) -> AnyTable:
    """The new device is the same person: name, silence, mutes, nonce and hosting go with the chair. Only
    whether others may look over the shoulder is asked again.
    """
    table = people.handed(table, guest, to, entry.at)
    chair = table.chairs[seat]
    assert isinstance(chair, Held)
    if isinstance(table.phase, Playing) and chair.stand_in is not None:
        table = progress.handed_back(table, seat, entry.sequence, entry.at)
    table = _reseated(table, {seat: replace(chair, guest=to, stand_in=None, watchable=False)}, entry)
    if isinstance(table.phase, Lobby):
        lobby = table.phase
        table = _in_lobby(
            table,
            nonces={(to if other == guest else other): nonce for other, nonce in lobby.nonces.items()},
            ready=tuple(to if other == guest else other for other in lobby.ready),
        )
    finished = tuple(
        replace(
            game,
            sat=_renamed(game.sat, guest, to),
            seats=tuple(to if other == guest else other for other in game.seats),
        )
        for game in table.finished
    )
    return replace(
        table,
        host=to if table.host == guest else table.host,
        sat=_renamed(table.sat, guest, to),
        finished=finished,
    )


def _renamed(guests: tuple[Guest, ...], guest: Guest, to: Guest) -> tuple[Guest, ...]:
    return tuple(to if other == guest else other for other in guests)


def _resettled(table: AnyTable, settings: Settings, entry: Entry) -> AnyTable:
    """Chairs are added at the end; fewer of them leave out empty ones, from the end, and close the gaps.

    Consent to be watched does not outlive the rule that asked for it.
    """
    chairs = list(table.chairs)
    if settings.watch != "seat":
        chairs = [replace(chair, watchable=False) if isinstance(chair, Held) else chair for chair in chairs]
    for seat in reversed(range(len(chairs))):
        if len(chairs) > settings.seats and isinstance(chairs[seat], Empty):
            del chairs[seat]
    chairs += [Empty()] * (settings.seats - len(chairs))
    table = replace(
        table,
        settings=settings,
        chairs=tuple(chairs),
        seated=entry.sequence,
        watch_rules=rules_from(table, WatchRule(entry.sequence, settings.watch, settings.delay_s)),
    )
    return _in_lobby(table, swaps={}, ready=())
