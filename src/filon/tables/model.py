"""What a table is: its people, its chairs, its settings, and the phase its game is in.

Everything here is a fold of the table's log (evolve.py); nothing here decides anything.
"""

from typing import Annotated, Any, Final, Generic, Literal, NewType, TypeAlias, TypeVar

import msgspec
from msgspec import Meta

from filon.games.contract import Outcome

Guest = NewType("Guest", str)
"""Who somebody is to the server. Public at the table; the secret token that proves it never comes here."""

THE_TABLE: Final = Guest("table")
"""Sends what nobody sends: time-outs, table actions, moves of bots. The server gives no guest this id."""

StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT")

DAY_S: Final = 86_400
MOST_PEOPLE: Final = 64
"""Who has joined a table; watching alone needs no place in this list."""
CHAT_KEPT: Final = 100
"""Messages a newcomer is shown. All of them stay in the log."""
ANSWERS_KEPT: Final = 32
"""Accepted commands that the fold itself remembers, for each guest; the log remembers them all."""
GONE_KEPT: Final = 256
"""People who have left of whom the table remembers a silence, or that they have just spoken."""
UNDO_KEPT: Final = 8
GAMES_KEPT: Final = 20
"""Finished games of a table that can be taken along."""
DEALS_KEPT: Final = 100
"""Tables at which deals of a table are played again."""
MOST_MOVES: Final = 20_000
"""After so many the table gives a game up. Games of bots that try to win, at full tables, took 120 to 1,250
moves; castle games of bots that do not took up to 9,200, and some would never end.
"""


class NoClock(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """Everybody may think for ever."""


class PerDecision(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """The same time for each decision; several days is play by mail."""

    seconds: Annotated[int, Meta(ge=5, le=30 * DAY_S)]


class Bank(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """One bank of time a player for the whole game, and a bonus after each decision."""

    seconds: Annotated[int, Meta(ge=30, le=30 * DAY_S)]
    bonus: Annotated[int, Meta(ge=0, le=DAY_S)] = 0


Clock: TypeAlias = NoClock | PerDecision | Bank


class Settings(msgspec.Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True):
    """What the host chose when opening the table; in the lobby all but the game can still change."""

    game: str
    seats: Annotated[int, Meta(ge=1, le=16)]
    options: dict[str, str | int | None] = {}
    public: bool = False
    """Listed for everybody to find, or known by its link and code only."""
    clock: Clock = NoClock()
    on_time_out: Literal["bot", "wait"] = "bot"
    absence_s: Annotated[int, Meta(ge=5, le=DAY_S)] | None = 60
    """How long a chair whose person has gone stays untouched before a bot plays on; None: for ever."""
    stand_in: str = "normal"
    """The level of the bot that plays on for somebody."""
    watch: Literal["nobody", "public", "seat", "delayed"] = "public"
    """`seat`: the public view, or that of a seat whose player agrees. `delayed`: every seat's view, late."""
    delay_s: Annotated[int, Meta(ge=30, le=DAY_S)] = 300
    chat: Literal["everybody", "players", "phrases", "nobody"] = "everybody"
    undo: Literal["agreed", "never"] = "agreed"
    bot_pause_ms: Annotated[int, Meta(ge=0, le=60_000)] = 800
    """How long a bot seems to think, so that people can follow what happens."""
    countdown_ms: Annotated[int, Meta(ge=0, le=30_000)] = 5_000
    """OOM-2.3: a visible count-down before the signal of a round in real time."""
    intermission_s: Annotated[int, Meta(ge=0, le=600)] = 20
    """How long the table waits after a round until all who are there have gone on."""


class WatchRule(msgspec.Struct, frozen=True, gc=False):
    """Who might watch from entry `since` on: what happened then stays under it, whatever is chosen later."""

    since: int
    watch: Literal["nobody", "public", "seat", "delayed"]
    delay_s: int


class Person(msgspec.Struct, frozen=True, gc=False):
    name: str
    away_since: int | None = None
    """When this person's last connection was lost."""
    muted: tuple[Guest, ...] = ()
    """Whose words this person does not want to hear."""
    silenced: bool = False
    """The host does not let this person talk."""
    spoke_at: tuple[int, ...] = ()
    """The latest few times, for the limit on chat."""
    hears_from: int | None = 0
    """The entry since which this person is at the table, whoever else may watch. None: has no part in the
    game under way, and is a spectator like any other.
    """


class Gone(msgspec.Struct, frozen=True, gc=False):
    """What leaving and joining again does not clear."""

    silenced: bool
    spoke_at: tuple[int, ...]


class StandIn(msgspec.Struct, frozen=True, gc=False):
    """A bot that plays on for the person whose chair it remains."""

    level: str
    reason: Literal["time", "absence", "left"]


class Empty(msgspec.Struct, frozen=True, gc=False, tag=True):
    pass


class Held(msgspec.Struct, frozen=True, gc=False, tag=True):
    guest: Guest
    stand_in: StandIn | None = None
    watchable: bool = False
    """Whether this player agrees that spectators see what this seat sees."""


class Bot(msgspec.Struct, frozen=True, gc=False, tag=True):
    level: str


Chair: TypeAlias = Empty | Held | Bot


class Result(msgspec.Struct, frozen=True, gc=False):
    """A game that is over, and all that is needed to check its chance."""

    game: int
    outcome: Outcome
    commitment: str
    secret: str
    nonces: tuple[str, ...]
    seed: str


class FinishedGame(msgspec.Struct, frozen=True, gc=False):
    """Where a game that is over stands in the log, under which rule it was played, and what is left of its
    table: nothing else of the log is needed to write it down.
    """

    game: int
    first: int
    """The entry in which it was dealt."""
    last: int
    at: int
    """When it ended."""
    watch: Literal["nobody", "public", "seat", "delayed"]
    delay_s: int
    options: dict[str, str | int | None]
    outcome: Outcome
    sat: tuple[Guest, ...]
    """Who held a seat when it was dealt or when it ended."""
    names: tuple[str, ...]
    """By seat, empty for bots."""
    bots: tuple[str, ...]
    """By seat, the level; empty for people."""
    seats: tuple[Guest | None, ...]
    """By seat, who held it at the end; None for bots."""
    given: bool = False
    """It began with a position of another game, and was not dealt."""


class Given(msgspec.Struct, frozen=True, gc=False):
    """A game that began with a position of another one, of this table and number, and was not dealt."""

    table: str
    game: int
    step: int | None
    """Before this step of that game's file; None: it is the deal itself, for somebody else to play."""
    seed: str = ""
    parts: tuple[int, ...] = ()
    """Of the stream of this seed: what the rounds to come are dealt from, as they were there. Beyond them,
    and for all other chance, the game has its own.
    """


class DealPlay(msgspec.Struct, frozen=True, gc=False):
    """Somebody who was shown the way plays the deal of a finished game, in this seat, at another table."""

    game: int
    seat: int
    shared_by: Guest
    guest: Guest
    table: str


class Lobby(msgspec.Struct, frozen=True, gc=False, tag=True):
    nonces: dict[Guest, str] = {}
    ready: tuple[Guest, ...] = ()
    swaps: dict[int, int] = {}
    """Offers to swap chairs: from the seat of who offers to the seat that is wanted."""
    last: Result | None = None
    """The game before, after a rematch was offered."""
    last_sequence: int = 0
    last_at: int = 0
    """The entry before the rematch, and its time: `last` was known then to whoever might watch."""
    abandoned: bool = False
    """The game before was given up by the table, after too many moves."""
    given: Given | None = None
    """What the game that is about to start begins with."""


class Turn(msgspec.Struct, frozen=True, gc=False):
    """A decision that the game waits for: the entry it arose from, and when who thinks about it began to."""

    sequence: int
    at: int
    before: int = 0
    """How long the seat's person had thought in this game when the decision arose."""
    bot_since: int | None = None
    """When a bot first thought about it, in a person's place: coming and going begins no new pause."""


class Timer(msgspec.Struct, Generic[ActionT], frozen=True, gc=False):
    """An action that the table itself will take when the time has come."""

    action: ActionT
    at: int


class UndoPoint(msgspec.Struct, Generic[StateT], frozen=True, gc=False):
    """The position before an entry since which nothing secret was revealed, and its clocks."""

    sequence: int
    seat: int
    state: StateT
    turns: dict[int, Turn] = {}
    banks: tuple[int, ...] = ()


class UndoAsked(msgspec.Struct, frozen=True, gc=False):
    """Somebody would like to go back to before entry `to`."""

    seat: int
    to: int
    agreed: tuple[int, ...]


class Playing(msgspec.Struct, Generic[StateT, ActionT], frozen=True, gc=False, tag=True):
    state: StateT
    seed: bytes
    nonces: tuple[str, ...]
    started: int
    """The entry in which the game was dealt."""
    turns: dict[int, Turn]
    """By seat, for those the game waits for."""
    banks: tuple[int, ...] = ()
    """Milliseconds of thinking that each seat has been given so far; empty without a bank."""
    timers: tuple[Timer[ActionT], ...] = ()
    history: tuple[UndoPoint[StateT], ...] = ()
    undo: UndoAsked | None = None
    thought: tuple[int, ...] = ()
    """Milliseconds that each seat's person has thought, up to its turn's `at`; empty without a clock."""
    moves: int = 0
    """Actions of anybody in this game, those taken back since included."""
    given: Given | None = None
    """Where the position it began with is from, with the parts that are still to be dealt from."""


class Over(msgspec.Struct, Generic[StateT], frozen=True, gc=False, tag=True):
    state: StateT
    result: Result
    started: int


class Message(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Something said. One of `text` and `phrase` is there."""

    sequence: int
    at: int
    guest: Guest
    name: str
    text: str | None = None
    phrase: str | None = None


class TableState(msgspec.Struct, Generic[StateT, ActionT], frozen=True, gc=False, kw_only=True):
    """The fold of a table's log up to entry `sequence`."""

    id: str
    code: str
    settings: Settings
    host: Guest
    opened_at: int
    root: bytes
    """The server's secret for this table; the secret of each game is derived from it (chance.py)."""
    people: dict[Guest, Person]
    chairs: tuple[Chair, ...]
    phase: Lobby | Playing[StateT, ActionT] | Over[StateT]
    sequence: int = 0
    at: int = 0
    """The time of the latest entry."""
    game_number: int = 1
    revised: int = 0
    """The latest entry that changed more than the game: viewers need the table part anew."""
    moved: int = 0
    """The latest entry that changed the game or its clocks: viewers need the game part anew."""
    seated: int = 0
    """The latest entry that changed who sees through which seat's eyes (a chair, or a player's consent): what
    came before is shown to nobody as a seat's own.
    """
    banned: tuple[Guest, ...] = ()
    gone: dict[Guest, Gone] = {}
    chat: tuple[Message, ...] = ()
    watch_rules: tuple[WatchRule, ...] = ()
    """The latest is that of the settings; before it those that something in `chat` was said under."""
    sat: tuple[Guest, ...] = ()
    """Who held a seat when the latest game was dealt."""
    finished: tuple[FinishedGame, ...] = ()
    """The latest games that came to an end, in order."""
    deals: tuple[DealPlay, ...] = ()
    """The latest that play deals of this table again."""
    answered: dict[Guest, dict[str, int]] = {}
    """The latest accepted commands of each guest and the entries they became."""


AnyTable: TypeAlias = TableState[Any, Any]
AnyPlaying: TypeAlias = Playing[Any, Any]
