"""Taking back, when everybody agrees, what nobody learnt anything from.

An action can be taken back unless chance had a part in it, or one of its events told somebody, person or
spectator, something that could not be known before: the game's `reveals` names the fields, and a redacted
event that hides them told nothing.
What a player showed by choosing to (a card played from the hand) is theirs to take back. That somebody is
ready for the next round is not worth asking everybody about.
"""

from typing import Any

from filon.games.contract import CONTINUE, AnyGame, Hidden, Seat
from filon.tables.events import Played, TableEvent, UndoAgreed, UndoDeclined, Undone, UndoRequested
from filon.tables.model import (
    UNDO_KEPT,
    AnyPlaying,
    AnyTable,
    Guest,
    UndoAsked,
    UndoPoint,
)
from filon.tables.refusal import Refused
from filon.tables.seating import holders, require_playing, require_seat


def revealed(game: AnyGame, seats: int, events: Any) -> bool:
    viewers = (None, *map(Seat, range(seats)))
    for event in events:
        fields = game.reveals.get(type(event).__name__)
        if fields and any(_tells(game.redact(event, viewer), fields) for viewer in viewers):
            return True
    return False


def _tells(redacted: Any, fields: frozenset[str]) -> bool:
    return any(not isinstance(getattr(redacted, field), Hidden) for field in fields)


def remembered(
    table: AnyTable, playing: AnyPlaying, game: AnyGame, event: Played[Any, Any], sequence: int
) -> tuple[UndoPoint[Any], ...]:
    """What could still be taken back after this."""
    if event.seat is None or event.chance or event.action == CONTINUE or table.settings.undo == "never":
        return ()
    if revealed(game, len(table.chairs), event.events):
        return ()
    point = UndoPoint(sequence, event.seat, playing.state, playing.turns, playing.banks)
    return (*playing.history[1 - UNDO_KEPT :], point)


def point_of(playing: AnyPlaying, seat: int) -> UndoPoint[Any] | None:
    for point in reversed(playing.history):
        if point.seat == seat:
            return point
    return None


def missing(table: AnyTable, asked: UndoAsked) -> tuple[int, ...]:
    """People whose answer is awaited; a bot agrees to anything."""
    return tuple(
        seat for seat, chair in holders(table) if chair.stand_in is None and seat not in asked.agreed
    )


def ask(table: AnyTable, sender: Guest) -> tuple[TableEvent, ...]:
    playing = require_playing(table)
    seat = require_seat(table, sender)
    if table.settings.undo == "never":
        raise Refused("no_undo", "this table plays without taking back")
    if playing.undo is not None:
        if playing.undo.seat == seat and not missing(table, playing.undo):
            return (Undone(playing.undo.to),)
        raise Refused("undo_asked", "somebody has asked already; that comes first")
    point = point_of(playing, seat)
    if point is None:
        raise Refused(
            "nothing_to_undo", "you have done nothing that can be taken back without a secret known"
        )
    asked = UndoRequested(seat, point.sequence)
    if missing(table, UndoAsked(seat, point.sequence, (seat,))):
        return (asked,)
    return asked, Undone(point.sequence)


def answer(table: AnyTable, sender: Guest, *, agree: bool) -> tuple[TableEvent, ...]:
    playing = require_playing(table)
    seat = require_seat(table, sender)
    if playing.undo is None:
        raise Refused("nothing_to_undo", "nobody asks to take anything back")
    if not agree:
        return (UndoDeclined(seat),)
    if seat in playing.undo.agreed:
        return ()
    if missing(table, playing.undo) == (seat,):
        return UndoAgreed(seat), Undone(playing.undo.to)
    return (UndoAgreed(seat),)
