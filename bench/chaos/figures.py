"""What `filon bench chaos` found, for programs and for people. Runs add up: each is a list of rounds."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec
from rich.table import Table

from bench.chaos.check import Finding
from bench.chaos.ledger import Outage
from bench.chaos.twins import Tally


class Round(msgspec.Struct, frozen=True):
    servers: int
    seed: int
    tables: int
    people: int
    seconds: float
    faults: dict[str, int]
    """How many of each kind were made."""
    acknowledged: int
    """Commands; after each kill the latest were looked for at once, and all of them at the end."""
    checked_after_kills: int
    entries: int
    games: int
    """That were dealt."""
    connections: int
    findings: dict[str, int]
    """By kind, how many; what must not be."""
    silent_beyond_ms: int
    """The longest that any table was silent with no fault under way."""
    silence_limit_ms: int
    calm_ms: int
    """In which no fault was under way."""
    twins: Tally
    errors_logged: int
    """By the servers, about themselves."""
    orphans: int
    """Processes that had to be ended because they outlived a killed server."""
    lag_ms: float = 0.0
    """How late the players' own timers were at worst: the part of a silence that may be theirs."""
    busy_percent: float = 0.0
    """Of all processors, on average: near 100 a silence may be the machine's."""
    outages: list[Outage] = []
    """Here and in the evidence, times are milliseconds after the play began."""
    evidence: list[Finding] = []
    errors: list[str] = []

    @property
    def ok(self) -> bool:
        return not self.findings and self.acknowledged > 0 and self.twins.steps > 0


class Total(msgspec.Struct, frozen=True):
    rounds: int
    kills: int
    faults: dict[str, int]
    acknowledged: int
    lost_or_doubled: int
    declared_absent: int
    silent_tables: int
    silent_beyond_ms: int
    twin_steps: int
    told_apart: int
    ok: bool


class Figures(msgspec.Struct, frozen=True):
    total: Total
    rounds: list[Round]


_SHOWN: Final = 10
_TOO_BUSY: Final = 85
_ABOUT_COMMANDS: Final = (
    "lost",
    "doubled",
    "altered",
    "contradicted",
    "refused yet applied",
    "never sent",
    "broken log",
)


def added(rounds: Sequence[Round]) -> Figures:
    findings = Counter[str]()
    faults = Counter[str]()
    for one in rounds:
        findings.update(one.findings)
        faults.update(one.faults)
    total = Total(
        rounds=len(rounds),
        kills=faults["kill"],
        faults=dict(faults),
        acknowledged=sum(one.acknowledged for one in rounds),
        lost_or_doubled=sum(findings[kind] for kind in _ABOUT_COMMANDS),
        declared_absent=findings["declared absent"],
        silent_tables=findings["silent"],
        silent_beyond_ms=max((one.silent_beyond_ms for one in rounds), default=0),
        twin_steps=sum(one.twins.steps for one in rounds),
        told_apart=findings["told apart"],
        ok=bool(rounds) and all(one.ok for one in rounds),
    )
    return Figures(total, list(rounds))


def table(figures: Figures) -> Table:
    """For people: a line for each round, and their sum."""
    shown = Table(title="faults, and what the players' ledger and the log say together", title_justify="left")
    for heading in (
        "servers", "seconds", "tables", "kills", "other faults", "commands", "lost or doubled",
        "declared absent", "silent", "beyond outage", "twin steps", "told apart",
    ):  # fmt: skip
        shown.add_column(heading, justify="right")
    for one in figures.rounds:
        total = added([one]).total
        shown.add_row(str(one.servers), f"{one.seconds:.0f}", str(one.tables), *_cells(total))
    shown.add_section()
    seconds, tables = (sum(getattr(one, name) for one in figures.rounds) for name in ("seconds", "tables"))
    shown.add_row("all", f"{seconds:.0f}", str(tables), *_cells(figures.total))
    return shown


def _cells(total: Total) -> list[str]:
    others = sum(total.faults.values()) - total.kills
    return [
        f"{total.kills:,}",
        f"{others:,}",
        f"{total.acknowledged:,}",
        f"{total.lost_or_doubled:,}",
        f"{total.declared_absent:,}",
        f"{total.silent_tables:,}",
        f"{total.silent_beyond_ms / 1000:.1f} s",
        f"{total.twin_steps:,}",
        f"{total.told_apart:,}",
    ]


def remarks(figures: Figures) -> Iterator[str]:
    """What fell short, and what stands beside the figures without a limit."""
    for one in figures.rounds:
        for finding in one.evidence[:_SHOWN]:
            yield f"{finding.kind}: table {finding.table} at {finding.at / 1000:.1f} s: {finding.what}"
        if one.errors_logged or one.orphans:
            beside = f"{one.errors_logged} errors logged, {one.orphans} processes orphaned"
            yield f"{one.servers} servers: {beside}"
        if one.busy_percent > _TOO_BUSY:
            busy = f"the machine was busy ({one.busy_percent:.0f} %)"
            yield f"{one.servers} servers: {busy}, what was silent may have waited for a processor"
    yield "nothing fell short" if figures.total.ok else "it fell short"
