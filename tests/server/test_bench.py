"""The benchmark itself, in small: it measures what it says it measures."""

import msgspec

from filon.server import bench
from filon.server.load import Reconnect, Simultaneous


def test_the_benchmark_plays_counts_and_comes_back() -> None:
    with bench.serving() as ours:
        played = ours.play("diamant", tables=2, seconds=1, warm_s=0.1)
        assert played.moves > 0
        assert not played.refused
        assert 0 < played.p50_ms <= played.p99_ms <= played.worst_ms
        think_s, tables = 0.1, 2
        paced = ours.play("diamant", tables=tables, think_s=think_s, by_table=True, seconds=1, warm_s=think_s)
        assert 0 < paced.moves <= tables * (paced.seconds / (think_s / 2) + 1), "one move a table at a time"
        choices = msgspec.json.decode(ours.load("simultaneous"), type=Simultaneous)
        assert choices.accepted == choices.sent == 200
        early, late = msgspec.json.decode(ours.load("reconnect"), type=list[Reconnect])
        assert early.move < 50
        assert late.move >= 200
        assert late.fresh < 1.5 * early.fresh, "coming back costs more the longer the game is"
        assert late.missed_four <= late.fresh + 200
