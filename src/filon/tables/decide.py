"""From a command to what happens. The time is given, chance comes from the sealed stream."""

from collections.abc import Callable
from typing import Any, Final, assert_never

import msgspec

from filon.games.chance import SealedRandom
from filon.games.contract import Random
from filon.tables import chat, commands, hosting, lobby, playing, undo
from filon.tables.chance import NO_NONCE, ROOT_BYTES, secret_of, seed_from
from filon.tables.events import (
    BotSeated,
    DealPlayed,
    Entry,
    Opened,
    PositionGiven,
    SeatTaken,
    Started,
    TableEvent,
)
from filon.tables.model import AnyTable, DealPlay, Given, Guest, Settings
from filon.tables.names import clean_name
from filon.tables.refusal import Refused
from filon.tables.seating import checked, require_level

_NOBODY: Final[dict[str, int]] = {}


class Decision(msgspec.Struct, frozen=True, gc=False):
    """What follows from a command: events for one entry of the log.

    Without events there is nothing to append: all is already as the command wants it. `repeated` is the entry
    that the same command became when it came before.
    """

    events: tuple[TableEvent, ...]
    repeated: int | None = None


def open_table(
    settings: Settings, host: Guest, name: str, secret: bytes, *, table: str, code: str
) -> Decision:
    """The first entry. `secret` is 32 random bytes; `table` and `code` are for the server to keep unique."""
    if len(secret) != ROOT_BYTES:
        raise ValueError(f"the secret of a table has {ROOT_BYTES} bytes, not {len(secret)}")
    shown = clean_name(None, host, name)
    return Decision((Opened(table, code, checked(settings), host, shown, secret),))


def open_from(
    settings: Settings,
    host: Guest,
    name: str,
    secret: bytes,
    *,
    table: str,
    code: str,
    seat: int,
    level: str,
    given: Given,
    position: Callable[[Random], Any],
) -> Decision:
    """As `open_table`, in one entry with the start: the host in this seat, bots in all others, and in place
    of a deal the position, which is asked for with the chance that a deal would have.
    """
    (opened,) = open_table(settings, host, name, secret, table=table, code=code).events
    if not 0 <= seat < settings.seats:
        raise Refused("no_such_seat", f"the seats of this game are 0 to {settings.seats - 1}", field="seat")
    require_level(level, "level")
    nonces = (NO_NONCE,) * settings.seats
    seed = seed_from(secret_of(secret, 1), nonces)
    chairs = (SeatTaken(host, at) if at == seat else BotSeated(at, level) for at in range(settings.seats))
    dealt = position(SealedRandom(seed, part=1))
    return Decision((opened, *chairs, PositionGiven(given), Started(1, nonces, seed, dealt)))


def decide(
    table: AnyTable, sender: Guest, command_id: str, command: commands.AnyCommand, now: int
) -> Decision:
    """What happens, or Refused. An empty `command_id`, for what the server itself says, is not remembered."""
    repeated = table.answered.get(sender, _NOBODY).get(command_id)
    if repeated is not None:
        return Decision((), repeated)
    if sender in table.banned:
        raise Refused("removed", "the host has sent you away from this table")
    return Decision(_decided(table, sender, command, max(now, table.at)))


def entry_of(table: AnyTable | None, decision: Decision, sender: Guest, command_id: str, now: int) -> Entry:
    """The next entry of the log. Its time never runs backwards, whatever clocks several servers have."""
    if table is None:
        return Entry(1, now, sender, command_id, decision.events)
    return Entry(table.sequence + 1, max(now, table.at), sender, command_id, decision.events)


def _decided(  # noqa: C901, PLR0912 - one line a command
    table: AnyTable, sender: Guest, command: commands.AnyCommand, now: int
) -> tuple[TableEvent, ...]:
    match command:
        case commands.Act(action, on):
            return playing.act(table, sender, action, on)
        case commands.PlayFor(seat, action, on):
            return playing.play_for(table, sender, seat, action, on)
        case commands.Say(text):
            return chat.say(table, sender, text, now)
        case commands.SayPhrase(phrase):
            return chat.say_phrase(table, sender, phrase, now)
        case commands.Join(name):
            return lobby.join(table, sender, name)
        case commands.Rename(name):
            return lobby.rename(table, sender, name)
        case commands.Leave():
            return lobby.leave(table, sender)
        case commands.TakeSeat(wish):
            return lobby.take_seat(table, sender, wish)
        case commands.LeaveSeat():
            return lobby.leave_seat(table, sender)
        case commands.SwapSeats(seat):
            return lobby.swap_seats(table, sender, seat)
        case commands.Ready(ready):
            return lobby.set_ready(table, sender, ready=ready)
        case commands.AddNonce(nonce):
            return lobby.add_nonce(table, sender, nonce)
        case commands.SeatBot(seat, level):
            return lobby.seat_bot(table, sender, seat, level)
        case commands.ClearSeat(seat):
            return lobby.clear_seat(table, sender, seat)
        case commands.ChangeSettings(settings):
            return lobby.change_settings(table, sender, settings)
        case commands.Start(fill):
            return lobby.start(table, sender, fill)
        case commands.Remove(guest):
            return hosting.remove(table, sender, guest)
        case commands.Readmit(guest):
            return hosting.readmit(table, sender, guest)
        case commands.HandOverHosting(guest):
            return hosting.hand_over(table, sender, guest)
        case commands.Rematch():
            return hosting.rematch(table, sender)
        case commands.HandSeat(to):
            return hosting.hand_seat(table, sender, to)
        case commands.AllowWatching(allowed):
            return hosting.allow_watching(table, sender, allowed=allowed)
        case commands.PlayDeal(game, seat, shared_by, played_at):
            return (DealPlayed(DealPlay(game, seat, shared_by, sender, played_at)),)
        case commands.TakeBack():
            return playing.take_back(table, sender)
        case commands.Arrive():
            return playing.arrive(table, sender)
        case commands.Depart():
            return playing.depart(table, sender)
        case commands.AskUndo():
            return undo.ask(table, sender)
        case commands.AnswerUndo(agree):
            return undo.answer(table, sender, agree=agree)
        case commands.RemoveMessage(sequence):
            return chat.remove_message(table, sender, sequence)
        case commands.Mute(guest, muted):
            return chat.mute(table, sender, guest, muted=muted)
        case commands.Silence(guest, silenced):
            return chat.silence(table, sender, guest, silenced=silenced)
        case _:
            assert_never(command)
