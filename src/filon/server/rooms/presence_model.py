"""What presence.py is about: its limits, its effects, and what one server knows of one table."""

from typing import Final, TypeAlias

import msgspec

from filon.server.fanout.contract import Alive, Here, WhoIsThere
from filon.tables import Guest

SHOW_AFTER_S: Final = 0.1
"""Comings and goings within this time are shown together."""
ANSWER_S: Final = 3.0
"""How long the other servers have to answer."""
NEVER: Final = float("inf")


class Limits(msgspec.Struct, frozen=True):
    gone_s: float
    acting_s: float
    silent_s: float
    alone: bool = False
    """No other server can have anybody connected."""

    @property
    def alive_every_s(self) -> float:
        return self.silent_s / 3

    @property
    def judge_after_s(self) -> float:
        return self.gone_s if self.alone else max(self.gone_s, ANSWER_S)


class Tell(msgspec.Struct, frozen=True):
    """To the other servers."""

    news: Here | WhoIsThere | Alive


class Show(msgspec.Struct, frozen=True):
    """The viewers of the table are to be told who is present."""

    table: str


class Departed(msgspec.Struct, frozen=True):
    """The log calls them present, and they are nowhere."""

    table: str
    guests: frozenset[Guest]


class Arrived(msgspec.Struct, frozen=True):
    """The log calls them away, and they are here."""

    table: str
    guests: frozenset[Guest]


Effect: TypeAlias = Tell | Show | Departed | Arrived


class Attendance(msgspec.Struct, frozen=True):
    """What the log says of those for whom a table may wait: who sits at it, and the host."""

    present: frozenset[Guest] = frozenset()
    away: frozenset[Guest] = frozenset()


class Claim:
    """What another server said of a table, until when it holds."""

    __slots__ = ("guests", "number", "until", "watching")

    def __init__(self, here: Here, until: float) -> None:
        self.guests = frozenset(map(Guest, here.guests))
        self.watching = here.watching
        self.number = here.number
        self.until = until


class TablePresence:
    """One open table."""

    __slots__ = (
        "acting",
        "claims",
        "connected",
        "due",
        "judge_at",
        "left",
        "log",
        "said",
        "show_at",
        "traces",
        "watching",
    )

    def __init__(self, log: Attendance) -> None:
        self.log = log
        self.connected: frozenset[Guest] = frozenset()
        self.watching = 0
        self.acting: dict[Guest, float] = {}
        """Until when."""
        self.claims: dict[str, Claim] = {}
        """By server."""
        self.traces: dict[Guest, float] = {}
        """Until when."""
        self.left: dict[Guest, float] = {}
        """Since when nobody speaks of them any more: those whom nobody has been able to judge yet."""
        self.said: Here | None = None
        """What the other servers were told last; None: nobody is here."""
        self.judge_at = NEVER
        self.show_at = NEVER
        self.due = NEVER
        """When the queue will come to this table."""

    def here(self) -> frozenset[Guest]:
        return self.connected | self.acting.keys()

    def claimed(self) -> set[Guest]:
        guests: set[Guest] = set()
        for claim in self.claims.values():
            guests |= claim.guests
        return guests

    def present(self) -> frozenset[Guest]:
        return self.here() | self.claimed() | self.traces.keys()
