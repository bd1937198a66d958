"""What can be asked of a table.

`Command` is what anybody may send; `ServerCommand` is what the server alone says, having checked it itself:
connections won and lost, a one-time link redeemed, a bot's choice.
"""

from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta

from filon.tables.game_types import RawAction
from filon.tables.model import Guest, Settings

CommandId: TypeAlias = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_.:-]{1,64}$(?!\n)")]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=15)]
Name: TypeAlias = Annotated[str, Meta(max_length=64)]
GuestId: TypeAlias = Annotated[Guest, Meta(max_length=64)]
Level: TypeAlias = Annotated[str, Meta(max_length=32)]
Nonce: TypeAlias = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}$(?!\n)")]


class Join(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """Be one of the people at the table, under this name."""

    name: Name


class Rename(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    name: Name


class Leave(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """Go. In mid-game a bot plays on in the chair, for good."""


class TakeSeat(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """Sit on an empty chair before the start; without a number, on the first."""

    seat: SeatNumber | None = None


class LeaveSeat(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """Stand up. In mid-game a bot plays on until TakeBack."""


class SwapSeats(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """Change chairs with whoever sits there: at once with a bot, with a person when both have asked."""

    seat: SeatNumber


class Ready(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    ready: bool = True


class AddNonce(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """This browser's share of chance, as 32 hexadecimal digits."""

    nonce: Nonce


class SeatBot(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """Host: put a bot of this level on an empty chair, or in place of another bot."""

    seat: SeatNumber
    level: Level


class ClearSeat(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """Host: send a bot away before the start."""

    seat: SeatNumber


class ChangeSettings(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """Host: other settings before the start; the game itself stays."""

    settings: Settings


class Start(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """Host: deal. `fill` puts bots of that level on empty chairs first."""

    fill: Level | None = None


class Remove(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """Host: send somebody away, who cannot come back unless readmitted. A bot plays on in the chair."""

    guest: GuestId


class Readmit(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    guest: GuestId


class HandOverHosting(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    guest: GuestId


class Rematch(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """Host: back to the lobby with the same people in the same chairs."""


class Act(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """Play. `on` is the latest entry the player had seen: what was meant for an earlier decision fails."""

    action: RawAction
    on: int | None = None


class TakeBack(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """Play on oneself, in place of the bot that stood in."""


class AskUndo(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """Go back to before one's own latest action, if everybody agrees."""


class AnswerUndo(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    agree: bool


class Say(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    text: Annotated[str, Meta(max_length=1000)]


class SayPhrase(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """A quick phrase by its key; each client says it in its reader's language."""

    phrase: Annotated[str, Meta(max_length=32)]


class RemoveMessage(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """Host, or who said it: take a message out of the chat."""

    sequence: int


class Mute(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """Not hear somebody any more (or again): concerns the sender alone."""

    guest: GuestId
    muted: bool = True


class Silence(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """Host: somebody may not talk (or may again)."""

    guest: GuestId
    silenced: bool = True


class AllowWatching(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """A player lets spectators see what this seat sees, where the table's rule is `seat`."""

    allowed: bool = True


Command: TypeAlias = (
    Act
    | AddNonce
    | AllowWatching
    | AnswerUndo
    | AskUndo
    | ChangeSettings
    | ClearSeat
    | HandOverHosting
    | Join
    | Leave
    | LeaveSeat
    | Mute
    | Readmit
    | Ready
    | Rematch
    | Remove
    | RemoveMessage
    | Rename
    | Say
    | SayPhrase
    | SeatBot
    | Silence
    | Start
    | SwapSeats
    | TakeBack
    | TakeSeat
)


class Arrive(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """The sender has a live connection again."""


class Depart(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """The sender's last live connection is gone."""


class HandSeat(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """The sender's chair, and hosting with it, goes to another device's guest, who held the one-time link."""

    to: Guest


class PlayFor(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """A bot's choice for a seat, made on the view at entry `on`. Sent by THE_TABLE."""

    seat: int
    action: Any
    on: int


class PlayDeal(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """The sender, who holds a link to it, plays the deal of a finished game in that seat at another table."""

    game: int
    seat: int
    shared_by: Guest
    table: str


ServerCommand: TypeAlias = Arrive | Depart | HandSeat | PlayDeal | PlayFor
AnyCommand: TypeAlias = Command | ServerCommand
