"""Sets of times as sorted, disjoint intervals."""

from collections.abc import Iterable

from bench.chaos.ledger import Interval


def union(intervals: Iterable[Interval]) -> list[Interval]:
    joined: list[Interval] = []
    for begin, end in sorted(intervals):
        if end <= begin:
            continue
        if joined and begin <= joined[-1].end:
            joined[-1] = Interval(joined[-1].begin, max(end, joined[-1].end))
        else:
            joined.append(Interval(begin, end))
    return joined


def without(these: Iterable[Interval], those: Iterable[Interval]) -> list[Interval]:
    """The times in `these` that are not in `those`."""
    left = union(these)
    for begin, end in union(those):
        left = [
            part
            for one in left
            for part in (Interval(one.begin, min(one.end, begin)), Interval(max(one.begin, end), one.end))
            if part.begin < part.end
        ]
    return left


def within(these: Iterable[Interval], window: Interval) -> list[Interval]:
    cut = (Interval(max(one.begin, window.begin), min(one.end, window.end)) for one in these)
    return [one for one in cut if one.begin < one.end]


def length(these: Iterable[Interval]) -> int:
    return sum(end - begin for begin, end in union(these))
