"""What the host alone can do to people, and a chair's way to another device."""

from filon.tables.events import (
    HostChanged,
    Readmitted,
    RematchOffered,
    Removed,
    SeatHanded,
    TableEvent,
    WatchingAllowed,
)
from filon.tables.model import AnyTable, Guest, Held, Over, Playing
from filon.tables.refusal import Refused
from filon.tables.seating import require_host, require_seat, seat_of

Events = tuple[TableEvent, ...]


def remove(table: AnyTable, sender: Guest, guest: Guest) -> Events:
    require_host(table, sender)
    _require_other(table, sender, guest)
    plays_on = seat_of(table, guest) is not None and isinstance(table.phase, Playing)
    return (Removed(guest, table.settings.stand_in if plays_on else None),)


def readmit(table: AnyTable, sender: Guest, guest: Guest) -> Events:
    require_host(table, sender)
    if guest not in table.banned:
        raise Refused("no_such_person", "nobody of that id was sent away", field="guest")
    return (Readmitted(guest),)


def hand_over(table: AnyTable, sender: Guest, guest: Guest) -> Events:
    require_host(table, sender)
    _require_other(table, sender, guest)
    return (HostChanged(guest),)


def rematch(table: AnyTable, sender: Guest) -> Events:
    require_host(table, sender)
    if not isinstance(table.phase, Over):
        raise Refused("not_over", "a rematch follows a game that is over")
    return (RematchOffered(table.game_number + 1),)


def hand_seat(table: AnyTable, sender: Guest, to: Guest) -> Events:
    seat = require_seat(table, sender)
    if to == sender:
        return ()
    if to in table.banned:
        raise Refused("removed", "the host has sent that guest away")
    if seat_of(table, to) is not None:
        raise Refused("seat_taken", "that device has a seat of its own at this table")
    return (SeatHanded(seat, sender, to),)


def allow_watching(table: AnyTable, sender: Guest, *, allowed: bool) -> Events:
    seat = require_seat(table, sender)
    if table.settings.watch != "seat":
        raise Refused("no_watching", "this table's rule lets nobody look over a shoulder")
    chair = table.chairs[seat]
    assert isinstance(chair, Held)
    return () if chair.watchable == allowed else (WatchingAllowed(seat, allowed),)


def _require_other(table: AnyTable, sender: Guest, guest: Guest) -> None:
    if guest not in table.people or guest == sender:
        raise Refused("no_such_person", "no such other person at this table", field="guest")
