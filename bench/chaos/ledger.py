"""What the players saw and the faults that were made, as it is compared with the log afterwards.

Times are milliseconds since 1970. Servers and players share one machine and so one clock.
"""

from collections import defaultdict
from typing import Any, Literal, NamedTuple

import msgspec

FaultKind = Literal["kill", "stop", "redis", "postgres", "replace"]


class CommandKey(NamedTuple):
    table: str
    guest: str
    id: str


class Interval(NamedTuple):
    begin: int
    end: int


class Outage(msgspec.Struct, frozen=True):
    """From the fault until what it hit answered again."""

    kind: FaultKind
    server: int | None
    """The server that was hit; None where all were, by the database or by Redis."""
    begin: int
    end: int


class Connection(msgspec.Struct):
    """Open for its player from the server's Welcome until it was lost or closed."""

    server: int
    begin: int
    end: int | None = None


class Sent(msgspec.Struct, frozen=True):
    kind: str
    action: Any = None
    """Of an Act, as JSON has it."""


class Ledger:
    """Kept on the players' side: nothing here is asked of a server."""

    def __init__(self) -> None:
        self.sent: dict[CommandKey, Sent] = {}
        self.accepted: dict[CommandKey, int] = {}
        self.refused: dict[CommandKey, str] = {}
        self.contradicted: list[tuple[CommandKey, str]] = []
        """Commands that were answered twice, and not alike."""
        self.connections: defaultdict[tuple[str, str], list[Connection]] = defaultdict(list)
        """By table and guest."""
        self.acted: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
        """When commands over HTTP were accepted, by table and guest."""
        self.away: defaultdict[tuple[str, str], list[Interval]] = defaultdict(list)
        """When a guest did not want to play, by table and guest; else they play or try to come back."""
        self.outages: list[Outage] = []

    def accept(self, key: CommandKey, sequence: int) -> None:
        known = self.accepted.setdefault(key, sequence)
        if known != sequence:
            self.contradicted.append((key, f"accepted as entry {known} and as {sequence}"))
        if key in self.refused:
            self.contradicted.append((key, f"refused ({self.refused[key]}) and accepted as entry {sequence}"))

    def refuse(self, key: CommandKey, code: str) -> None:
        self.refused.setdefault(key, code)
        if key in self.accepted:
            self.contradicted.append((key, f"accepted as entry {self.accepted[key]} and refused ({code})"))
