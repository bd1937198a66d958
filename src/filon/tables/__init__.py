"""Tables: seats, commands, clocks, stand-ins, talk and spectators. Sans-I/O: servers do what this decides.

A table is an append-only log. `decide` (or `wake`) says what happens, `entry_of` makes it the next entry of
the log, `evolve` folds it; `sync`, `Screens.news` and `catch_up` say what a viewer is sent.
"""

from filon.tables.audience import Audience, audience
from filon.tables.codec import NewerVersion, decode_events, decode_table, encode_events, encode_table
from filon.tables.commands import (
    Act,
    AnyCommand,
    Arrive,
    Command,
    Depart,
    HandSeat,
    Join,
    PlayFor,
    ServerCommand,
    Start,
    TakeSeat,
)
from filon.tables.decide import Decision, decide, entry_of, open_from, open_table
from filon.tables.events import Entry, TableEvent
from filon.tables.evolve import evolve, fold
from filon.tables.export import Verdict, export_game, replay, verify
from filon.tables.history import Past, past
from filon.tables.memory import past_of
from filon.tables.model import (
    THE_TABLE,
    AnyTable,
    Bank,
    Clock,
    Guest,
    NoClock,
    PerDecision,
    Settings,
    TableState,
)
from filon.tables.news import News, Screens, catch_up, update
from filon.tables.patches import Differ, patched
from filon.tables.protocol import (
    Accepted,
    FromClient,
    FromServer,
    Goodbye,
    Hello,
    Ping,
    Pong,
    Presence,
    RefusedAnswer,
    Send,
    Sync,
    Update,
    Welcome,
)
from filon.tables.refusal import Refused
from filon.tables.schedule import BotTurn, bot_turns, is_open, next_wake, wake
from filon.tables.seating import seat_of
from filon.tables.summary import Summary, summary
from filon.tables.watch import sync

__all__ = [
    "THE_TABLE",
    "Accepted",
    "Act",
    "AnyCommand",
    "AnyTable",
    "Arrive",
    "Audience",
    "Bank",
    "BotTurn",
    "Clock",
    "Command",
    "Decision",
    "Depart",
    "Differ",
    "Entry",
    "FromClient",
    "FromServer",
    "Goodbye",
    "Guest",
    "HandSeat",
    "Hello",
    "Join",
    "NewerVersion",
    "News",
    "NoClock",
    "Past",
    "PerDecision",
    "Ping",
    "PlayFor",
    "Pong",
    "Presence",
    "Refused",
    "RefusedAnswer",
    "Screens",
    "Send",
    "ServerCommand",
    "Settings",
    "Start",
    "Summary",
    "Sync",
    "TableEvent",
    "TableState",
    "TakeSeat",
    "Update",
    "Verdict",
    "Welcome",
    "audience",
    "bot_turns",
    "catch_up",
    "decide",
    "decode_events",
    "decode_table",
    "encode_events",
    "encode_table",
    "entry_of",
    "evolve",
    "export_game",
    "fold",
    "is_open",
    "next_wake",
    "open_from",
    "open_table",
    "past",
    "past_of",
    "patched",
    "replay",
    "seat_of",
    "summary",
    "sync",
    "update",
    "verify",
    "wake",
]
