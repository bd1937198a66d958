"""Options, State, Action, Event and View of Diamant."""

from enum import Enum
from typing import Annotated, Literal, TypeAlias

import msgspec

from filon.games.contract import Continue, Continued, Hidden, Seat
from filon.games.diamant.pieces import Card, Hazard


class Options(msgspec.Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True):
    chests: Annotated[
        Literal["open", "hidden"],
        msgspec.Meta(description="Whether everybody sees what lies in the chests", extra={"rule": "DIA-4.1"}),
    ] = "open"
    leftovers: Annotated[
        Literal["together", "per_card"],
        msgspec.Meta(
            description="Leavers divide the stones left behind in one sum, or card by card",
            extra={"rule": "DIA-4.2"},
        ),
    ] = "together"
    artifacts: Annotated[
        Literal["none", "one_per_cave"],
        msgspec.Meta(
            description="An artifact enters each cave, for a lone leaver to take", extra={"rule": "DIA-4.3"}
        ),
    ] = "none"


class Turned(msgspec.Struct, frozen=True, gc=False):
    """A card of the gallery and the stones that still lie on it (an artifact's whole worth, until taken)."""

    card: Card
    left: int


class Expedition(msgspec.Struct, frozen=True, gc=False, tag=True):
    """One cave being explored. The next card to turn is the last of `pile`."""

    cave: int
    pile: tuple[Card, ...]
    gallery: tuple[Turned, ...]
    inside: tuple[Seat, ...]
    loot: int
    """What each explorer inside carries: all entered together, so all carry the same (DIA-2.2)."""
    choices: dict[Seat, "Choice"]


class CaveOver(msgspec.Struct, frozen=True, gc=False, tag=True):
    """The cave is done and all lies as it lay; nothing of the next one exists, DIA-3.4."""

    cave: int
    pile: tuple[Card, ...]
    gallery: tuple[Turned, ...]
    hazard: Hazard | None
    """What came a second time; None: everybody has left."""
    lost: dict[Seat, int]
    """Who was still inside, and the loot that each of them lost."""
    ready: tuple[Seat, ...] = ()


class Finished(msgspec.Struct, frozen=True, gc=False, tag=True):
    """All five caves are behind us; the cards lie in the box."""

    cards: tuple[Card, ...]


Phase: TypeAlias = Expedition | CaveOver | Finished
Takings: TypeAlias = tuple[tuple[int, ...], ...]
"""What everybody carried home, by cave and then by seat, to the last cave that brought anybody anything."""


class State(msgspec.Struct, frozen=True, gc=False):
    options: Options
    chests: tuple[int, ...]
    phase: Phase
    removed: tuple[Hazard, ...] = ()
    artifacts_turned: int = 0
    takings: Takings = ()


class Choice(Enum):
    GO_ON = "go_on"
    LEAVE = "leave"


class Choose(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    choice: Choice


Action: TypeAlias = Choose | Continue


class Chose(msgspec.Struct, frozen=True, gc=False, tag=True):
    seat: Seat
    choice: Choice | Hidden


class ChoicesShown(msgspec.Struct, frozen=True, gc=False, tag=True):
    choices: dict[Seat, Choice]


class Returned(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Leavers are back: each put `banked` (loot and share) into the chest; `left` lies on the cards now."""

    seats: tuple[Seat, ...]
    banked: int
    left: tuple[int, ...]


class CardTurned(msgspec.Struct, frozen=True, gc=False, tag=True):
    """`share` for everybody inside; `left` stays on the card."""

    card: Card
    share: int
    left: int


class CaveLeft(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Nobody is left inside, DIA-3.1."""

    cave: int


class CaveFled(msgspec.Struct, frozen=True, gc=False, tag=True):
    """The hazard came a second time: the loot is lost and one of its cards leaves the game, DIA-3.1."""

    cave: int
    hazard: Hazard


class CaveEntered(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Everybody enters the next cave; nobody may know the order of its new pile."""

    cave: int
    pile: tuple[Card, ...] | Hidden


class GameEnded(msgspec.Struct, frozen=True, gc=False, tag=True):
    chests: tuple[int, ...]


Event: TypeAlias = (
    Chose | ChoicesShown | Returned | CardTurned | CaveLeft | CaveFled | Continued | CaveEntered | GameEnded
)


class ExpeditionView(msgspec.Struct, frozen=True, gc=False, tag="Expedition"):
    cave: int
    pile: int
    gallery: tuple[Turned, ...]
    inside: tuple[Seat, ...]
    loot: int
    choices: dict[Seat, Choice | Hidden]


class CaveOverView(msgspec.Struct, frozen=True, gc=False, tag="CaveOver"):
    cave: int
    pile: int
    gallery: tuple[Turned, ...]
    hazard: Hazard | None
    lost: dict[Seat, int]
    ready: tuple[Seat, ...]


class FinishedView(msgspec.Struct, frozen=True, gc=False, tag="Finished"):
    pass


PhaseView: TypeAlias = ExpeditionView | CaveOverView | FinishedView


class View(msgspec.Struct, frozen=True, gc=False):
    """What one seat, or a spectator, may know."""

    seat: Seat | None
    options: Options
    chests: tuple[int | Hidden, ...]
    phase: PhaseView
    removed: tuple[Hazard, ...]
    artifacts_turned: int
    takings: Takings
    """All have seen it, hidden chests or not: who adds it up knows every chest (DIA-4.1)."""
