"""Which faults are made when: drawn from a seed before anything runs."""

import random
from typing import Final

import msgspec

from bench.chaos.ledger import FaultKind

STOP_S: Final = 30.0
REDIS_S: Final = 60.0
_THE_LAST: Final = 0.1


class Fault(msgspec.Struct, frozen=True):
    at_s: float
    """After the play began."""
    kind: FaultKind
    server: int | None
    """Whom it is meant for; where that one is not up, the next that is."""
    lasts_s: float = 0.0
    """Of a stop and of Redis away; what is killed is started again at once."""
    even_the_last: bool = False
    """Of a kill: also where no other server is up. Else it waits for another."""
    process: int | None = None
    """Of a kill: this one of the server's processes, and not the server."""


def draw(
    seed: int,
    *,
    seconds: float,
    servers: int,
    kills: int,
    rare: int,
    longest_s: float = REDIS_S,
    processes: int = 1,
) -> list[Fault]:
    """`kills` of servers, and `rare` each of stops, replacements, Redis away and restarts of PostgreSQL.

    One server alone has neither Redis nor PostgreSQL, and nobody to go on in its place: it is only killed and
    replaced. Where servers have several `processes`, every other kill is of one of those. Faults of one kind
    are spread over the time; a long one ends before the play does.
    """
    rng = random.Random(f"faults {seed}")
    faults = [
        Fault(at, "kill", rng.randrange(servers), even_the_last=rng.random() < _THE_LAST)
        for at in _spread(rng, kills, seconds)
    ]
    if processes > 1:
        faults[::2] = [
            msgspec.structs.replace(fault, process=number % processes)
            for number, fault in enumerate(faults[::2])
        ]
    faults += [Fault(at, "replace", rng.randrange(servers)) for at in _spread(rng, rare, seconds)]
    if servers > 1:
        stop_s, redis_s = (min(most_s, longest_s, seconds / 3) for most_s in (STOP_S, REDIS_S))
        faults += [
            Fault(at, "stop", rng.randrange(servers), round(rng.uniform(stop_s / 2, stop_s), 2))
            for at in _spread(rng, rare, seconds - stop_s)
        ]
        faults += [Fault(at, "redis", None, redis_s) for at in _spread(rng, rare, seconds - redis_s)]
        faults += [Fault(at, "postgres", None) for at in _spread(rng, rare, seconds)]
    return sorted(faults, key=lambda fault: fault.at_s)


def _spread(rng: random.Random, count: int, end: float) -> list[float]:
    """One somewhere in each of `count` equal parts of the time."""
    part = end / max(1, count)
    return [round((number + rng.random()) * part, 3) for number in range(count)]
