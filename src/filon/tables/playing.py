"""During the game: actions of people, of bots and of the table itself; take-over and hand-back."""

from typing import Any, Literal

import msgspec

from filon.games.codec import read_action
from filon.games.contract import CONTINUE, TABLE, IllegalAction, Malformed, Seat
from filon.tables import clocks
from filon.tables.chance import EntryRandom
from filon.tables.events import Arrived, Departed, HandedBack, Played, TableEvent
from filon.tables.model import THE_TABLE, AnyPlaying, AnyTable, Guest, Held
from filon.tables.refusal import Refused
from filon.tables.seating import game_of, require_playing, require_seat, seat_of

Events = tuple[TableEvent, ...]


def act(table: AnyTable, sender: Guest, given: msgspec.Raw, on: int | None) -> Events:
    """A person plays; doing so takes the chair back from a bot that stood in."""
    playing = require_playing(table)
    seat = require_seat(table, sender)
    game = game_of(table)
    try:
        action = read_action(game, bytes(given))
    except Malformed as error:
        legal = game.legal_actions(playing.state, Seat(seat))
        raise Refused("malformed", error.reason, field=error.field, legal=legal) from None
    _require_fresh(playing, seat, on)
    if clocks.expired(table, playing, seat):
        raise Refused(
            "out_of_time", "your time for this decision is over and a bot takes it; the next one is yours"
        )
    played = _played(table, playing, Seat(seat), "player", action)
    chair = table.chairs[seat]
    if isinstance(chair, Held) and chair.stand_in is not None:
        return HandedBack(seat), played
    return (played,)


def play_for(table: AnyTable, sender: Guest, seat: int, action: Any, on: int) -> Events:
    """A bot's choice: good while the decision it was made for is still to be taken, and by a bot."""
    if sender != THE_TABLE:
        raise Refused("not_yours", "only the table plays for others")
    playing = require_playing(table)
    if seat not in playing.turns or clocks.bot_level(table, playing, seat) is None:
        raise Refused("stale", "this seat's decision is not a bot's to take any more")
    _require_fresh(playing, seat, on)
    return (_played(table, playing, Seat(seat), "bot", action),)


def chance_of_round(playing: AnyPlaying, action: Any) -> EntryRandom | None:
    """What the next round is dealt from, where it is to be the same as in the game whose deal is played."""
    given = playing.given
    if given is None or not given.parts or action != CONTINUE:
        return None
    return EntryRandom(bytes.fromhex(given.seed), given.parts[0])


def table_acts(table: AnyTable, playing: AnyPlaying, action: Any, random: EntryRandom) -> Played[Any, Any]:
    """The table's own action, one that the law lists for it."""
    events = game_of(table).decide(playing.state, TABLE, action, random)
    return Played(None, "table", action, tuple(events), random.used)


def _require_fresh(playing: AnyPlaying, seat: int, on: int | None) -> None:
    turn = playing.turns.get(seat)
    if on is not None and turn is not None and on < turn.sequence:
        raise Refused("stale", "this was meant for a decision that is over; look again")


def _played(
    table: AnyTable, playing: AnyPlaying, actor: Seat, by: Literal["player", "bot"], action: Any
) -> Played[Any, Any]:
    game = game_of(table)
    random = EntryRandom(playing.seed, table.sequence + 1)
    try:
        events = game.decide(playing.state, actor, action, random)
    except IllegalAction as error:
        legal = game.legal_actions(playing.state, actor)
        raise Refused("illegal", error.reason, rule=error.rule, legal=legal) from None
    except Malformed as error:
        legal = game.legal_actions(playing.state, actor)
        raise Refused("malformed", error.reason, field=error.field, legal=legal) from None
    return Played(actor, by, action, tuple(events), random.used)


def take_back(table: AnyTable, sender: Guest) -> Events:
    """A decision on which the time has run out stays the bot's; those after it are the person's."""
    require_playing(table)
    seat = require_seat(table, sender)
    chair = table.chairs[seat]
    assert isinstance(chair, Held)
    return () if chair.stand_in is None else (HandedBack(seat),)


def arrive(table: AnyTable, sender: Guest) -> Events:
    """Coming back is taking over again, except for who left the seat on purpose: that takes TakeBack."""
    person = table.people.get(sender)
    if person is None:
        return ()
    events: Events = () if person.away_since is None else (Arrived(sender),)
    seat = seat_of(table, sender)
    if seat is not None:
        chair = table.chairs[seat]
        if isinstance(chair, Held) and chair.stand_in is not None and chair.stand_in.reason != "left":
            events = (*events, HandedBack(seat))
    return events


def depart(table: AnyTable, sender: Guest) -> Events:
    """Noted of everybody: who neither sits nor hosts today may be the host tomorrow."""
    person = table.people.get(sender)
    return () if person is None or person.away_since is not None else (Departed(sender),)
