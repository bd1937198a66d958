"""Counts and spreads for what happens with every move, told to Prometheus only when it asks.

The client library's own take a lock for each number; here one thread counts, and a move would spend more time
on them than on its law.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Final

from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector


class Count:
    __slots__ = ("value",)

    def __init__(self) -> None:
        self.value = 0

    def inc(self, by: int = 1) -> None:
        self.value += by


class Spread:
    """How often what was observed was at most each of the bounds."""

    __slots__ = ("_bounds", "_counts", "_sum")

    def __init__(self, bounds: Sequence[float]) -> None:
        self._bounds: Final = tuple(bounds)
        self._counts = [0] * (len(bounds) + 1)
        self._sum = 0.0

    def observe(self, value: float) -> None:
        self._counts[bisect_left(self._bounds, value)] += 1
        self._sum += value

    def told(self, name: str, meaning: str) -> Metric:
        bounds = [*map(str, self._bounds), "+Inf"]
        buckets = list(zip(bounds, accumulate(self._counts), strict=True))
        return HistogramMetricFamily(name, meaning, buckets=buckets, sum_value=self._sum)


class Tallies(Collector):
    def __init__(self, bounds: Sequence[float]) -> None:
        self._moves: dict[str, Count] = {}
        self.commands = Count()
        self.batches = Count()
        self.frames = Count()
        self.latency = Spread(bounds)
        self.durable = Spread(bounds)

    def moves(self, game: str) -> Count:
        return self._moves.setdefault(game, Count())

    def collect(self) -> Iterator[Metric]:
        moves = CounterMetricFamily(
            "filon_moves", "Accepted commands that were moves of a game", labels=["game"]
        )
        for game, count in self._moves.items():
            moves.add_metric([game], count.value)
        yield moves
        yield CounterMetricFamily("filon_commands", "Accepted commands", self.commands.value)
        yield CounterMetricFamily(
            "filon_batches", "Groups of commands made durable together at one table", self.batches.value
        )
        yield CounterMetricFamily("filon_frames", "Frames read from WebSockets", self.frames.value)
        yield self.latency.told(
            "filon_command_seconds",
            "From the arrival of a command until its answer left, after it was durable",
        )
        yield self.durable.told("filon_append_seconds", "Until the store held a group of commands")
