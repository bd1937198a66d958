"""A series in parts, on several processes: in order, a few ahead, and an error is the one that was raised."""

import os

import pytest

from filon.bots.arena.spread import ProcessDied, Processes, in_order
from filon.games.contract import IllegalAction


def refused(number: int) -> int:
    if number == 3:
        raise IllegalAction("DIA-2.4", "not this")
    return number


@pytest.mark.parametrize("processes", [1, 2])
def test_what_is_refused_elsewhere_is_refused_here(processes: int) -> None:
    with pytest.raises(IllegalAction) as refusal:
        list(Processes(processes).each(refused, range(9)))
    assert (refusal.value.rule, refusal.value.reason) == ("DIA-2.4", "not this")


def test_a_process_that_is_gone_is_an_error_of_its_own() -> None:
    with pytest.raises(ProcessDied):
        list(Processes(2).each(os._exit, range(9)))


def test_parts_are_begun_a_few_ahead_and_no_more() -> None:
    begun: list[range] = []
    finished: list[range] = []

    def begin(part: range) -> range:
        begun.append(part)
        return part

    def finish(part: range) -> list[int]:
        finished.append(part)
        return [*part]

    most = 0
    taken = []
    for number in in_order(range(1000), 2, begin=begin, finish=finish):
        taken.append(number)
        most = max(most, len(begun) - len(finished))
    assert taken == [*range(1000)]
    assert 2 <= most <= 8
