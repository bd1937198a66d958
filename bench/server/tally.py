"""What the players of a load generator saw, counted while it counts."""

from typing import Final

import msgspec

from bench.server.pace import Lag

_PERCENT: Final = 100


def percentile(values: list[float], percent: float) -> float:
    """In milliseconds, of seconds in order."""
    if not values:
        return 0.0
    return round(values[min(len(values) - 1, int(len(values) * percent / _PERCENT))] * 1000, 2)


class Report(msgspec.Struct, frozen=True):
    """What the players saw. Latencies from sending a move to its acceptance, in milliseconds."""

    tables: int
    players: int
    seconds: float
    moves: int
    moves_per_second: float
    p50_ms: float
    p99_ms: float
    worst_ms: float
    refused: dict[str, int]
    bytes_in: int
    bytes_a_move: float
    """To each viewer: a table's players all hear of every move."""
    games: int
    load_cpu: float
    """Of a core, what the generator itself took."""
    server_us: float
    """Microseconds of processor time that a move cost the server; 0 if not known."""
    load_lag_p99_ms: float = 0.0
    """How late the generator's own timers were: part of the latencies, and not the server's."""


class Tally:
    def __init__(self) -> None:
        self.counting = False
        self.latencies: list[float] = []
        self.refused: dict[str, int] = {}
        self.bytes_in = 0
        self.games = 0
        self.lag = Lag()

    def report(
        self, tables: int, players: int, seconds: float, *, load_cpu: float, server_cpu: float
    ) -> Report:
        spent = sorted(self.latencies)
        return Report(
            tables=tables,
            players=players,
            seconds=round(seconds, 2),
            moves=len(spent),
            moves_per_second=round(len(spent) / seconds, 1),
            p50_ms=percentile(spent, 50),
            p99_ms=percentile(spent, 99),
            worst_ms=percentile(spent, _PERCENT),
            refused=self.refused,
            bytes_in=self.bytes_in,
            bytes_a_move=round(self.bytes_in / max(1, len(spent)) / (players / tables), 1),
            games=self.games,
            load_cpu=round(load_cpu / seconds, 2),
            server_us=round(server_cpu / max(1, len(spent)) * 1_000_000, 1),
            load_lag_p99_ms=percentile(sorted(self.lag.late), 99),
        )
