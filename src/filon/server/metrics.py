"""Counters and gauges for Prometheus. None of them carries a name, an address or an id."""

from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.gc_collector import GCCollector
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector

from filon.server.tallies import Tallies

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
_LATENCIES: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
_WAITS: Final = (0.001, 0.01, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)


def _limited(registry: CollectorRegistry) -> Counter:
    return Counter("filon_limited", "Times a limit was hit", ["limit"], registry=registry)


class FrontMetrics:
    """Of the parent of several processes, which serves nobody itself."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        self.limited = _limited(registry)
        self.handed_on = Counter(
            "filon_front_connections", "Connections handed to a process", registry=registry
        )
        self.waiting = Gauge(
            "filon_front_waiting", "Connections that have not said anything yet", registry=registry
        )
        self.relayed = Counter("filon_front_news", "News from one process for the others", registry=registry)
        self.restarts = Counter(
            "filon_process_restarts", "Times a process had to be started again", registry=registry
        )

    def text(self) -> str:
        return generate_latest(self.registry).decode()


class Metrics:
    """One for each process, with a registry of its own."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        PlatformCollector(registry=registry)
        GCCollector(registry=registry)
        self.tables = Gauge("filon_tables", "Tables in the store", ["status"], registry=registry)
        self.guests = Gauge("filon_guests", "Guests in the store", registry=registry)
        self.live_tables = Gauge(
            "filon_live_tables", "Tables in the memory of this process", registry=registry
        )
        self.connections = Gauge("filon_connections", "Open WebSockets", registry=registry)
        self.players = Gauge("filon_players", "Seated people with an open WebSocket", registry=registry)
        self.tallies = Tallies(_LATENCIES)
        registry.register(self.tallies)
        self.refused = Counter("filon_refused_commands", "Refused commands", ["code"], registry=registry)
        self.again = Counter(
            "filon_repeated_commands", "Commands sent again and answered again", registry=registry
        )
        self.conflicts = Counter("filon_conflicts", "Races lost to another process", registry=registry)
        self.thinking = Histogram(
            "filon_bot_seconds", "Until a bot had chosen", ["level"], buckets=_LATENCIES, registry=registry
        )
        self.bot_queue = Gauge("filon_bot_queue", "Thoughts that wait for a process", registry=registry)
        self.bot_wait = Histogram(
            "filon_bot_wait_seconds", "Until a thought had a process", buckets=_WAITS, registry=registry
        )
        self.bot_fallbacks = Counter(
            "filon_bot_fallbacks",
            "Choices made by a simpler level for a bot that failed twice",
            ["level"],
            registry=registry,
        )
        self.claims_lost = Counter(
            "filon_claims_lost", "Tables that another process took over", registry=registry
        )
        self.requests = Counter(
            "filon_http_requests", "HTTP requests", ["method", "status"], registry=registry
        )
        self.limited = _limited(registry)
        self.wakes = Counter("filon_wakes", "Tables woken by their clock or a bot's turn", registry=registry)
        self.deleted = Counter("filon_deleted_tables", "Tables deleted by retention", registry=registry)
        self.jobs = Counter(
            "filon_jobs", "Analyses and puzzles, by what came of them", ["kind", "outcome"], registry=registry
        )
        self.faults = Counter("filon_faults", "Errors that are ours", registry=registry)
        self.undigested = Counter(
            "filon_undigested_news", "News from other servers that could not be read", registry=registry
        )
        self.task_failures = Counter(
            "filon_task_failures",
            "Times a task that must not end had to begin again",
            ["task"],
            registry=registry,
        )
        self.task_failing = Gauge(
            "filon_task_failing", "1 while a task fails again and again", ["task"], registry=registry
        )

    def text(self) -> bytes:
        return generate_latest(self.registry)
