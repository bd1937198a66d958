"""What `filon bench chaos` found, for programs and for people. Runs add up: each is a list of rounds."""

from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

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
    """The longest that any table was silent beyond what its outage explains."""
    silence_limit_ms: int
    outages_ms: int
    """In which no server could have served anybody."""
    twins: Tally
    errors_logged: int
    """By the servers, about themselves."""
    orphans: int
    """Processes that had to be ended because they outlived a killed server."""
    lag_ms: float
    """How late the players' own timers were at worst: the part of a silence that may be theirs."""
    outages: list[Outage] = []
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


_ABOUT_COMMANDS = (
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


def lines(figures: Figures) -> Iterator[str]:
    for one in figures.rounds:
        made = ", ".join(f"{count} {kind}" for kind, count in sorted(one.faults.items()))
        yield (
            f"{one.servers} server{'s' * (one.servers > 1)}, {one.tables} tables, {one.people} people,"
            f" {one.seconds:.0f} s, seed {one.seed}: {made}"
        )
        yield (
            f"  {one.acknowledged:,} commands acknowledged, {one.games} games,"
            f" {one.connections:,} connections;"
            f" longest silence {one.silent_beyond_ms / 1000:.1f} s beyond its outage"
        )
        yield (
            f"  twins: {one.twins.steps} steps of {one.twins.pairs} pairs, {one.twins.messages} messages"
            f" compared, {one.twins.after_faults} times after a fault,"
            f" {one.twins.interrupted} pairs interrupted"
        )
        for finding in one.evidence[:10]:
            yield f"  {finding.kind}: table {finding.table}: {finding.what}"
    total = figures.total
    yield (
        f"{total.kills} kills, {total.acknowledged:,} acknowledged commands: {total.lost_or_doubled} lost or"
        f" doubled; {total.declared_absent} declared absent; {total.silent_tables} silent for too long;"
        f" {total.told_apart} twins told apart"
    )
    yield "nothing fell short" if total.ok else "FELL SHORT"
