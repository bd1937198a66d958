"""The protocol: every message between a client and the server on a table's WebSocket, in JSON.

Each message is an object whose `type` is the name of a class here. `docs/protocol.md` tells it in words.
What is to be shown arrives as `table` and `game`, whole or as patches; what happened arrives as `entries`,
and a client of protocol 3 puts what is `followed` of it into its view by itself.
"""

from collections.abc import Sequence
from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

from filon.games.contract import Outcome
from filon.tables import game_types
from filon.tables.commands import Command, CommandId
from filon.tables.events import PublicEvent
from filon.tables.model import Chair, Guest, Message, Result, Settings

PATCHES: Final = 2
"""From this protocol on an Update brings a patch, and not each part whole that changed."""
FOLLOWING: Final = 3
"""From this protocol on the patch leaves the view out where the events tell all that changed in it."""
PROTOCOL: Final = FOLLOWING
"""Grows when a client of the version before would misunderstand."""
SPOKEN: Final = (1, PATCHES, FOLLOWING)

# From the client


class Hello(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """The first message of a connection. `token` is left out where the cookie says who it is.

    `after` is the latest entry this client has seen of this table. `screen` asks for the public view
    whoever asks; `watch` names the seat a spectator would like to look over the shoulder of. With `deflate`
    what follows the Hello, where it is long, comes as a binary frame of raw deflate.
    """

    token: Annotated[str, Meta(max_length=200)] | None = None
    after: Annotated[int, Meta(ge=0)] | None = None
    screen: bool = False
    watch: Annotated[int, Meta(ge=0, le=15)] | None = None
    protocol: int = 1
    deflate: bool = False


class Send(msgspec.Struct, frozen=True, gc=False, tag="Command", forbid_unknown_fields=True):
    """A command with an id that the client made: sent again it is answered again and applied once."""

    id: CommandId
    command: Command


class Ping(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    at: int = 0
    """Anything: it comes back in the Pong."""


FromClient: TypeAlias = Hello | Send | Ping

# What a viewer is told happened


class GamePlayed(msgspec.Struct, frozen=True, gc=False, tag="Played"):
    """Game events as this viewer may know them. Without a seat the table itself acted.

    From protocol 2 on an Update leaves `by` out where the seat's own player did.
    """

    seat: int | None
    by: Literal["player", "bot", "table"] | UnsetType
    events: Sequence[game_types.Event]


class TableOpened(msgspec.Struct, frozen=True, gc=False, tag="Opened"):
    table: str
    code: str
    host: Guest
    name: str


class GameStarted(msgspec.Struct, frozen=True, gc=False, tag="Started"):
    game: int


class MessageHidden(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Something was said that this viewer does not hear: taken out since, or by somebody muted."""


SeenEvent: TypeAlias = PublicEvent | TableOpened | GameStarted | GamePlayed | Message | MessageHidden
"""Where the log's own event holds more than a viewer may know, one made for viewers stands in its place."""


class Seen(msgspec.Struct, frozen=True, gc=False):
    """One entry of the log as a viewer may know it.

    From protocol 2 on an Update leaves `at` out where it is the Update's own, and `sender` where the entry is
    a move: its seat says whose.
    """

    sequence: int
    at: int | UnsetType
    sender: Guest | UnsetType
    events: Sequence[SeenEvent]


# The two parts of what a viewer sees


class PersonSeen(msgspec.Struct, frozen=True, gc=False):
    guest: Guest
    name: str
    seat: int | None
    silenced: bool
    away_since: int | None


class UndoSeen(msgspec.Struct, frozen=True, gc=False):
    """Who asks to take back, who has agreed, and whose answer is still missing."""

    seat: int
    agreed: tuple[int, ...]
    missing: tuple[int, ...]


class TablePart(msgspec.Struct, frozen=True, gc=False):
    """All but the game and the chat."""

    id: str
    code: str
    settings: Settings
    host: Guest
    people: tuple[PersonSeen, ...]
    chairs: tuple[Chair, ...]
    status: Literal["lobby", "playing", "over"]
    game_number: int
    commitment: str
    """SHA-256 of the server's secret for this game, before anybody could know what will be dealt."""
    nonces: dict[Guest, str]
    ready: tuple[Guest, ...]
    swaps: dict[int, int]
    undo: UndoSeen | None
    result: Result | None
    """Of the game that is over (or, in the lobby of a rematch, the one before), with its secret and seed."""
    muted: tuple[Guest, ...]
    """Whom this viewer does not hear."""
    abandoned: bool | UnsetType = UNSET
    """In the lobby: the table gave the game before up, after too many moves. It has no result."""


class TurnSeen(msgspec.Struct, frozen=True, gc=False):
    """A seat the game waits for. Without a deadline nothing happens however long it takes.

    At a table without a clock both times are left out; with one the deadline is None while a bot decides.
    """

    seat: int
    since: int | UnsetType = UNSET
    deadline: int | UnsetType | None = UNSET
    expired: bool | UnsetType = UNSET
    """The seat's time for this decision has run out: a bot takes it, whoever is back."""


class GamePart(msgspec.Struct, frozen=True, gc=False):
    """The game as this viewer may know it.

    `legal` is for the player of a seat only; left out of an Update of protocol 1 it is what it was before.
    """

    view: game_types.View
    turns: tuple[TurnSeen, ...]
    banks: tuple[int, ...]
    timers: tuple[int, ...]
    """When the table itself will act."""
    legal: Sequence[game_types.Action] | UnsetType = UNSET
    can_undo: bool | UnsetType = UNSET
    outcome: Outcome | UnsetType = UNSET
    views: tuple[game_types.View, ...] | UnsetType = UNSET
    """Every seat's view, for those who watch everything late."""


# From the server


class Welcome(msgspec.Struct, frozen=True, gc=False, tag=True):
    """The answer to Hello: who the server takes this client for, and its clock."""

    guest: Guest | None
    now: int
    protocol: int = PROTOCOL


class Sync(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Everything a viewer may know at entry `sequence`; whatever the client knew before is replaced."""

    sequence: int
    at: int
    seat: int | None
    """The seat whose view this is: the viewer's own if `playing`, else one that is watched."""
    playing: bool
    delay_s: int
    table: TablePart
    game: GamePart | None
    chat: tuple[Message, ...]
    """The latest messages. Later ones come as `Message` events in the entries of an Update."""


class Update(msgspec.Struct, frozen=True, gc=False, tag=True):
    """What happened after the entry this client had seen, and what changed by it.

    In protocol 1 the parts that changed, whole; from protocol 2 on a patch of the object that both are in.
    """

    sequence: int
    at: int
    entries: Sequence[Seen]
    table: TablePart | UnsetType = UNSET
    game: GamePart | UnsetType | None = UNSET
    patch: game_types.Patch | UnsetType = UNSET
    followed: bool | UnsetType = UNSET
    """The view is what the game's `follow` makes of these events; the patch has the rest."""


class Accepted(msgspec.Struct, frozen=True, gc=False, tag=True):
    """The command `id` is in the log, durably, as entry `sequence`."""

    id: str
    sequence: int


class RefusedAnswer(msgspec.Struct, frozen=True, gc=False, tag="Refused"):
    """The command `id` (None: the message had none that could be read) changed nothing, and why."""

    id: str | None
    code: str
    reason: str
    rule: str | None = None
    field: str | None = None
    legal: Sequence[game_types.Action] | UnsetType = UNSET


Answer: TypeAlias = Accepted | RefusedAnswer


class Presence(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Who is connected just now. Not in the log: it is true only while it lasts."""

    present: tuple[Guest, ...]
    watching: int


class Pong(msgspec.Struct, frozen=True, gc=False, tag=True):
    at: int
    now: int


class Goodbye(msgspec.Struct, frozen=True, gc=False, tag=True):
    """The last message before the server closes, and whether coming back makes sense."""

    code: str
    reason: str
    come_back: bool


FromServer: TypeAlias = Welcome | Sync | Update | Accepted | RefusedAnswer | Presence | Pong | Goodbye
