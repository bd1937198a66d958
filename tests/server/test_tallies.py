"""Our own counts look to Prometheus as its library's do."""

from prometheus_client import CollectorRegistry, Histogram, Metric, generate_latest

from filon.server.metrics import Metrics
from filon.server.tallies import Spread

BOUNDS = (0.001, 0.5, 2.5)
SEEN = (0.0, 0.001, 0.0011, 0.5, 2.0, 2.5, 9.0)


def test_a_spread_is_told_as_the_librarys_histogram_is() -> None:
    registry = CollectorRegistry()
    theirs = Histogram("h_seconds", "How long", buckets=BOUNDS, registry=registry)
    ours = Spread(BOUNDS)
    for seconds in SEEN:
        theirs.observe(seconds)
        ours.observe(seconds)

    def plain(metric: Metric) -> list[tuple[str, tuple[tuple[str, str], ...], float]]:
        kept = [sample for sample in metric.samples if not sample.name.endswith("created")]
        return sorted((sample.name, tuple(sample.labels.items()), sample.value) for sample in kept)

    (expected,) = registry.collect()
    assert plain(ours.told("h_seconds", "How long")) == plain(expected)


def test_moves_are_counted_by_game() -> None:
    metrics = Metrics()
    metrics.tallies.moves("diamant").inc(3)
    metrics.tallies.moves("diamant").inc()
    metrics.tallies.moves("saboteur").inc(2)
    text = generate_latest(metrics.registry).decode()
    assert 'filon_moves_total{game="diamant"} 4.0' in text
    assert 'filon_moves_total{game="saboteur"} 2.0' in text
