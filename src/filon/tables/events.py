"""What happened at a table, whole and unredacted: the content of its log."""

from typing import Any, Generic, Literal, TypeAlias, TypeVar

import msgspec

from filon.tables.model import DealPlay, Given, Guest, Settings

ActionT = TypeVar("ActionT")
EventT = TypeVar("EventT")
StateT = TypeVar("StateT")


class Opened(msgspec.Struct, frozen=True, gc=False, tag=True):
    table: str
    code: str
    settings: Settings
    host: Guest
    name: str
    root: bytes


class Joined(msgspec.Struct, frozen=True, gc=False, tag=True):
    guest: Guest
    name: str


class Renamed(msgspec.Struct, frozen=True, gc=False, tag=True):
    guest: Guest
    name: str


class Left(msgspec.Struct, frozen=True, gc=False, tag=True):
    """`level`: that of the bot that plays on in the chair, in mid-game."""

    guest: Guest
    level: str | None = None


class SeatTaken(msgspec.Struct, frozen=True, gc=False, tag=True):
    guest: Guest
    seat: int


class SeatLeft(msgspec.Struct, frozen=True, gc=False, tag=True):
    guest: Guest
    seat: int


class SwapOffered(msgspec.Struct, frozen=True, gc=False, tag=True):
    seat: int
    wanted: int


class SeatsSwapped(msgspec.Struct, frozen=True, gc=False, tag=True):
    one: int
    other: int


class SeatHanded(msgspec.Struct, frozen=True, gc=False, tag=True):
    """The same chair, from another device."""

    seat: int
    guest: Guest
    to: Guest


class ReadySet(msgspec.Struct, frozen=True, gc=False, tag=True):
    guest: Guest
    ready: bool


class NonceAdded(msgspec.Struct, frozen=True, gc=False, tag=True):
    guest: Guest
    nonce: str


class BotSeated(msgspec.Struct, frozen=True, gc=False, tag=True):
    seat: int
    level: str


class SeatCleared(msgspec.Struct, frozen=True, gc=False, tag=True):
    seat: int


class SettingsChanged(msgspec.Struct, frozen=True, gc=False, tag=True):
    settings: Settings


class PositionGiven(msgspec.Struct, frozen=True, gc=False, tag=True):
    """What is started next begins with a position of another game."""

    given: Given


class DealPlayed(msgspec.Struct, frozen=True, gc=False, tag=True):
    play: DealPlay


class Started(msgspec.Struct, Generic[StateT], frozen=True, gc=False, tag=True):
    game: int
    nonces: tuple[str, ...]
    seed: bytes
    state: StateT


class Played(msgspec.Struct, Generic[ActionT, EventT], frozen=True, gc=False, tag=True):
    """An action and what followed. Without a seat the table itself acted."""

    seat: int | None
    by: Literal["player", "bot", "table"]
    action: ActionT
    events: tuple[EventT, ...]
    chance: bool = False
    """Whether chance had a part in it: what fell once is not thrown again."""


class TakenOver(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A bot plays on in somebody's chair."""

    seat: int
    level: str
    reason: Literal["time", "absence", "left"]


class HandedBack(msgspec.Struct, frozen=True, gc=False, tag=True):
    seat: int


class Removed(msgspec.Struct, frozen=True, gc=False, tag=True):
    guest: Guest
    level: str | None = None


class Readmitted(msgspec.Struct, frozen=True, gc=False, tag=True):
    guest: Guest


class HostChanged(msgspec.Struct, frozen=True, gc=False, tag=True):
    guest: Guest


class RematchOffered(msgspec.Struct, frozen=True, gc=False, tag=True):
    game: int


class Abandoned(msgspec.Struct, frozen=True, gc=False, tag=True):
    """The table has given the game up after too many moves. No result; `game` is the number of the next."""

    game: int


class UndoRequested(msgspec.Struct, frozen=True, gc=False, tag=True):
    seat: int
    to: int


class UndoAgreed(msgspec.Struct, frozen=True, gc=False, tag=True):
    seat: int


class UndoDeclined(msgspec.Struct, frozen=True, gc=False, tag=True):
    seat: int


class Undone(msgspec.Struct, frozen=True, gc=False, tag=True):
    """The game stands again as it stood before entry `to`."""

    to: int


class Said(msgspec.Struct, frozen=True, gc=False, tag=True):
    guest: Guest
    text: str


class PhraseSaid(msgspec.Struct, frozen=True, gc=False, tag=True):
    guest: Guest
    phrase: str


class MessageRemoved(msgspec.Struct, frozen=True, gc=False, tag=True):
    sequence: int


class Muted(msgspec.Struct, frozen=True, gc=False, tag=True):
    guest: Guest
    whom: Guest
    muted: bool


class Silenced(msgspec.Struct, frozen=True, gc=False, tag=True):
    guest: Guest
    silenced: bool


class WatchingAllowed(msgspec.Struct, frozen=True, gc=False, tag=True):
    seat: int
    allowed: bool


class Departed(msgspec.Struct, frozen=True, gc=False, tag=True):
    guest: Guest


class Arrived(msgspec.Struct, frozen=True, gc=False, tag=True):
    guest: Guest


PublicPeopleEvent: TypeAlias = (
    Joined
    | Renamed
    | Left
    | SeatTaken
    | SeatLeft
    | SwapOffered
    | SeatsSwapped
    | SeatHanded
    | ReadySet
    | NonceAdded
    | BotSeated
    | SeatCleared
    | SettingsChanged
    | Removed
    | Readmitted
    | HostChanged
    | MessageRemoved
    | Silenced
    | WatchingAllowed
    | Departed
    | Arrived
)
PublicProgressEvent: TypeAlias = (
    TakenOver | HandedBack | RematchOffered | Abandoned | UndoRequested | UndoAgreed | UndoDeclined | Undone
)
PublicEvent: TypeAlias = PublicPeopleEvent | PublicProgressEvent
"""Those that every viewer is told as they stand."""

PeopleEvent: TypeAlias = PublicPeopleEvent | Opened | Muted | PositionGiven | DealPlayed
PlainEvent: TypeAlias = PeopleEvent | PublicProgressEvent | Said | PhraseSaid
"""Those that hold nothing of a game's own types."""


TableEvent: TypeAlias = PlainEvent | Started[Any] | Played[Any, Any]


class Entry(msgspec.Struct, frozen=True, gc=False):
    """One accepted command, and what followed from it."""

    sequence: int
    at: int
    sender: Guest
    command: str
    events: tuple[TableEvent, ...]
