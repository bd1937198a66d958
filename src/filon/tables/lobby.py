"""Before the start: people, chairs, bots, settings, nonces, and the deal."""

from filon.games.chance import SealedRandom
from filon.tables.chance import NO_NONCE, secret_of, seed_from
from filon.tables.events import (
    BotSeated,
    HostChanged,
    Joined,
    Left,
    NonceAdded,
    ReadySet,
    Renamed,
    SeatCleared,
    SeatLeft,
    SeatsSwapped,
    SeatTaken,
    SettingsChanged,
    Started,
    SwapOffered,
    TableEvent,
    TakenOver,
)
from filon.tables.model import MOST_PEOPLE, AnyTable, Bot, Empty, Guest, Held, Lobby, Over, Playing, Settings
from filon.tables.names import clean_name
from filon.tables.refusal import Refused
from filon.tables.seating import (
    checked,
    game_of,
    holders,
    options_of,
    require_chair,
    require_host,
    require_level,
    require_lobby,
    require_person,
    require_seat,
    seat_of,
)

Events = tuple[TableEvent, ...]


def join(table: AnyTable, sender: Guest, name: str) -> Events:
    if sender in table.people:
        return ()
    if len(table.people) >= MOST_PEOPLE:
        raise Refused(
            "table_full", f"{MOST_PEOPLE} people are at this table already; watching is still possible"
        )
    joined = Joined(sender, clean_name(table, sender, name))
    if table.host not in table.people:
        return joined, HostChanged(sender)
    return (joined,)


def rename(table: AnyTable, sender: Guest, name: str) -> Events:
    require_person(table, sender)
    shown = clean_name(table, sender, name)
    return () if shown == table.people[sender].name else (Renamed(sender, shown),)


def leave(table: AnyTable, sender: Guest) -> Events:
    require_person(table, sender)
    seat = seat_of(table, sender)
    plays_on = seat is not None and isinstance(table.phase, Playing)
    left = Left(sender, table.settings.stand_in if plays_on else None)
    heir = next_host(table, without=sender)
    if sender == table.host and heir is not None:
        return left, HostChanged(heir)
    return (left,)


def next_host(table: AnyTable, *, without: Guest) -> Guest | None:
    """The first in seat order, or else who joined first."""
    seated = [chair.guest for _, chair in holders(table)]
    return next((guest for guest in (*seated, *table.people) if guest != without), None)


def take_seat(table: AnyTable, sender: Guest, seat: int | None) -> Events:
    require_person(table, sender)
    require_lobby(table)
    if seat is None:
        if seat_of(table, sender) is not None:
            return ()
        seat = next((at for at, chair in enumerate(table.chairs) if isinstance(chair, Empty)), None)
        if seat is None:
            raise Refused("seat_taken", "every seat is taken")
    match table.chairs[require_chair(table, seat)]:
        case Empty():
            return (SeatTaken(sender, seat),)
        case Held(guest) if guest == sender:
            return ()
        case _:
            raise Refused("seat_taken", "somebody sits there; ask to swap", field="seat")


def leave_seat(table: AnyTable, sender: Guest) -> Events:
    seat = require_seat(table, sender)
    match table.phase:
        case Lobby() | Over():
            return (SeatLeft(sender, seat),)
        case _:
            chair = table.chairs[seat]
            if isinstance(chair, Held) and chair.stand_in is not None and chair.stand_in.reason == "left":
                return ()
            return (TakenOver(seat, table.settings.stand_in, "left"),)


def swap_seats(table: AnyTable, sender: Guest, wanted: int) -> Events:
    lobby = require_lobby(table)
    seat = require_seat(table, sender)
    require_chair(table, wanted)
    if wanted == seat:
        return ()
    if not isinstance(table.chairs[wanted], Held) or lobby.swaps.get(wanted) == seat:
        return (SeatsSwapped(seat, wanted),)
    return () if lobby.swaps.get(seat) == wanted else (SwapOffered(seat, wanted),)


def set_ready(table: AnyTable, sender: Guest, *, ready: bool) -> Events:
    lobby = require_lobby(table)
    require_seat(table, sender)
    return () if (sender in lobby.ready) == ready else (ReadySet(sender, ready),)


def add_nonce(table: AnyTable, sender: Guest, nonce: str) -> Events:
    lobby = require_lobby(table)
    require_seat(table, sender)
    return () if lobby.nonces.get(sender) == nonce else (NonceAdded(sender, nonce),)


def seat_bot(table: AnyTable, sender: Guest, seat: int, level: str) -> Events:
    require_host(table, sender)
    require_lobby(table)
    require_level(level, "level")
    match table.chairs[require_chair(table, seat)]:
        case Held():
            raise Refused("seat_taken", "somebody sits there", field="seat")
        case Bot(there) if there == level:
            return ()
        case _:
            return (BotSeated(seat, level),)


def clear_seat(table: AnyTable, sender: Guest, seat: int) -> Events:
    require_host(table, sender)
    require_lobby(table)
    if not isinstance(table.chairs[require_chair(table, seat)], Bot):
        raise Refused("not_a_bot", "no bot sits there", field="seat")
    return (SeatCleared(seat),)


def change_settings(table: AnyTable, sender: Guest, settings: Settings) -> Events:
    require_host(table, sender)
    require_lobby(table)
    if settings.game != table.settings.game:
        raise Refused("malformed", f"this table plays {table.settings.game}", field="game")
    changed = checked(settings)
    taken = sum(not isinstance(chair, Empty) for chair in table.chairs)
    if taken > changed.seats:
        raise Refused("seat_taken", f"{taken} seats are taken", field="seats")
    return () if changed == table.settings else (SettingsChanged(changed),)


def start(table: AnyTable, sender: Guest, fill: str | None) -> Events:
    require_host(table, sender)
    lobby = require_lobby(table)
    empty = [seat for seat, chair in enumerate(table.chairs) if isinstance(chair, Empty)]
    if empty and fill is None:
        raise Refused("seats_open", f"{len(empty)} seats are empty; fill them with bots or have fewer seats")
    bots: Events = ()
    if empty and fill is not None:
        level = require_level(fill, "fill")
        bots = tuple(BotSeated(seat, level) for seat in empty)
    nonces = tuple(
        lobby.nonces.get(chair.guest, NO_NONCE) if isinstance(chair, Held) else NO_NONCE
        for chair in table.chairs
    )
    seed = seed_from(secret_of(table.root, table.game_number), nonces)
    random = SealedRandom(seed, part=table.sequence + 1)
    state = game_of(table).deal(len(table.chairs), options_of(table.settings), random)
    return *bots, Started(table.game_number, nonces, seed, state)
