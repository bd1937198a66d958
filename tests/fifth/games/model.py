"""Options, State, Action, Event and View of Candles."""

from typing import Annotated, Final, Literal, TypeAlias

import msgspec

from filon.games.contract import Hidden, Seat

SEATS: Final = range(2, 5)
"""CAN-1.0"""
CANDLES: Final = tuple(range(1, 17))
"""CAN-1.1"""
GEMS: Final = (1, 2, 3, 4, 5)
HAND: Final = 3
"""CAN-1.2"""


class Options(msgspec.Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True):
    light: Annotated[
        Literal["bright", "soft"],
        msgspec.Meta(description="Which light takes a gem", extra={"rule": "CAN-4.1"}),
    ] = "bright"


class Light(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """CAN-2.1: one candle of the own hand."""

    candle: int


class StayDark(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """CAN-2.1: and keep all candles."""


Action: TypeAlias = Light | StayDark


class Dark(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A gem lies there, and who has decided waits for the others."""

    gem: int
    choices: dict[Seat, Action]


class Settled(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Nobody decides: another gem is turned up at once, or the game is over."""


class State(msgspec.Struct, frozen=True, gc=False):
    options: Options
    hands: tuple[tuple[int, ...], ...]
    """In order. What somebody has decided to light is still among them."""
    box: tuple[int, ...]
    burnt: tuple[int, ...]
    pile: tuple[int, ...]
    """The next gem last."""
    won: tuple[tuple[int, ...], ...]
    lost: tuple[int, ...]
    phase: Dark | Settled


class DarkView(msgspec.Struct, frozen=True, gc=False, tag=True):
    gem: int
    choices: dict[Seat, Action | Hidden]


class View(msgspec.Struct, frozen=True, gc=False):
    seat: Seat | None
    options: Options
    hands: tuple[tuple[int | Hidden, ...], ...]
    box: int
    burnt: tuple[int, ...]
    pile: int
    won: tuple[tuple[int, ...], ...]
    lost: tuple[int, ...]
    phase: DarkView | Settled


class Decided(msgspec.Struct, frozen=True, gc=False, tag=True):
    seat: Seat
    choice: Action | Hidden


class Shown(msgspec.Struct, frozen=True, gc=False, tag=True):
    choices: dict[Seat, Action]
    taker: Seat | None
    """None: nobody lit a candle."""


class GemTurned(msgspec.Struct, frozen=True, gc=False, tag=True):
    gem: int


class GameEnded(msgspec.Struct, frozen=True, gc=False, tag=True):
    worth: tuple[int, ...]
    """By seat."""


Event: TypeAlias = Decided | Shown | GemTurned | GameEnded
