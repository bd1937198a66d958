"""Whose bot thinks next: sixty tables from one address make nobody else wait."""

import heapq
from collections.abc import Callable
from itertools import count
from random import Random
from statistics import median

from hypothesis import given, settings
from hypothesis import strategies as st

from filon.server.scheduler.queue import FairQueue, Job, Rank


def queue(**given: int) -> FairQueue:
    return FairQueue(**{"bots_alone": 20, "bots_alone_each": 5, **given})


class Evening:
    """Processes that think, in simulated seconds. `thinks` says how long a table's next thought takes."""

    def __init__(self, fair: FairQueue, processes: int, thinks: Callable[[str], float]) -> None:
        self.queue = fair
        self.now = 0.0
        self.running = 0
        self.waits: dict[str, list[float]] = {}
        self.taken: list[Job] = []
        self._free = processes
        self._thinks = thinks
        self._asked: dict[Job, float] = {}
        self._events: list[tuple[float, int, Callable[[], None]]] = []
        self._numbers = count()

    def at(self, when: float, what: Callable[[], None]) -> None:
        heapq.heappush(self._events, (when, next(self._numbers), what))

    def ask(self, job: Job) -> None:
        self._asked[job] = self.now
        self.queue.put(job)
        self._hand_out()

    def _hand_out(self) -> None:
        while self._free and (job := self.queue.take()) is not None:
            self._free -= 1
            self.taken.append(job)
            self.waits.setdefault(job.payer, []).append(self.now - self._asked.pop(job))
            spent = self._thinks(job.table)
            self.at(self.now + spent, lambda job=job, spent=spent: self._done(job, spent))  # type: ignore[misc]

    def _done(self, job: Job, spent: float) -> None:
        self._free += 1
        self.queue.thought(job, spent)
        self.queue.settled(job)
        self.finished(job)
        self._hand_out()

    def finished(self, job: Job) -> None:
        """Tables go on: the next decision comes after a pause."""

    def run(self, until: float) -> None:
        while self._events and self._events[0][0] <= until:
            self.now, _, what = heapq.heappop(self._events)
            what()


class Tables(Evening):
    """Whose bots have the next decision a while after the last."""

    pause = 2.0

    def open(self, table: str, payer: str, rank: Rank = Rank.PEOPLE, *, at: float = 0.0) -> None:
        self.at(at, lambda: self.ask(Job(table, payer, rank)))

    def finished(self, job: Job) -> None:
        self.open(job.table, job.payer, job.rank, at=self.now + self.pause)


def median_wait(others: int, *, processes: int = 1, seed: int = 1) -> float:
    rng = Random(seed)
    evening = Tables(queue(), processes, lambda _table: rng.uniform(0.1, 0.7))
    evening.open("victim", "a person", at=1.0)
    for number in range(others):
        evening.open(f"flood {number}", "one address", at=rng.random())
    evening.run(until=600)
    return median(evening.waits["a person"])


def test_sixty_tables_from_one_address_raise_a_persons_wait_by_less_than_one_thought() -> None:
    assert median_wait(0) == 0
    assert median_wait(60) < 0.7
    assert median_wait(600) < 0.7


def test_within_an_address_tables_take_turns() -> None:
    evening = Tables(queue(), 1, lambda _table: 0.5)
    for number in range(30):
        evening.open(f"t{number}", "one address")
    evening.run(until=300)
    thought = [sum(job.table == f"t{number}" for job in evening.taken) for number in range(30)]
    assert max(thought) - min(thought) <= 1


@settings(max_examples=30, deadline=None)
@given(st.randoms(use_true_random=False), st.integers(1, 3), st.integers(2, 6))
def test_addresses_that_always_want_more_get_the_same(rng: Random, processes: int, payers: int) -> None:
    """Whatever each of their thoughts costs, and however many tables of its always wait."""
    costs = {f"p{payer}": rng.uniform(0.2, 1.0) for payer in range(payers)}
    evening = Tables(queue(), processes, lambda table: costs[table.split()[0]])
    evening.pause = 0.0
    for payer in costs:
        for number in range(rng.randint(processes + 1, 12)):
            evening.open(f"{payer} {number}", payer)
    evening.run(until=100)
    spent = {payer: cost * len(evening.waits[payer]) for payer, cost in costs.items()}
    assert max(spent.values()) - min(spent.values()) <= 2 + 2 * processes


@settings(max_examples=30, deadline=None)
@given(st.randoms(use_true_random=False), st.integers(1, 3), st.integers(1, 5), st.integers(1, 80))
def test_who_asks_now_and_then_waits_for_a_thought_of_each_other_address(
    rng: Random, processes: int, others: int, tables: int
) -> None:
    evening = Tables(queue(), processes, lambda _table: rng.uniform(0.2, 1.0))
    evening.open("victim", "a person", at=5.0)
    for number in range(tables):
        evening.open(f"t{number}", f"address {number % others}", at=rng.random() * 3)
    evening.run(until=40)
    assert max(evening.waits["a person"]) <= 1.0 + 2 * others


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("xy"), st.sampled_from(Rank)), max_size=40))
def test_a_table_has_one_thought_at_a_time_and_none_is_lost(wanted: list[tuple[str, str, Rank]]) -> None:
    fair = queue()
    jobs = [Job(*one) for one in wanted]
    for job in jobs:
        fair.put(job)
    done: set[Job] = set()
    while len(fair):
        running = []
        while (taken := fair.take()) is not None:
            running.append(taken)
        assert running
        assert len({job.table for job in running}) == len(running)
        for job in running:
            fair.thought(job, 0.3)
            fair.settled(job)
        done.update(running)
    assert done == set(jobs)
    assert fair.take() is None


def test_hints_come_before_people_and_people_before_bots_alone() -> None:
    fair = queue()
    jobs = [Job("c", "x", Rank.BOTS_ALONE), Job("b", "x", Rank.PEOPLE), Job("a", "x", Rank.HINT)]
    for job in jobs:
        fair.put(job)
    assert [fair.take() for _ in jobs] == jobs[::-1]


def test_only_so_many_tables_of_bots_alone_go_on_at_once() -> None:
    fair = queue(bots_alone=3, bots_alone_each=2)
    for payer in "xyz":
        for number in range(3):
            fair.put(Job(f"{payer}{number}", payer, Rank.BOTS_ALONE))
    taken = [job for _ in range(9) if (job := fair.take()) is not None]
    assert len(taken) == 3
    for job in taken:
        fair.thought(job, 0.1)
    assert fair.take() is None, "their answers have not left"
    fair.settled(taken[0])
    assert fair.take() is not None
    one_address = queue(bots_alone=3, bots_alone_each=2)
    for number in range(3):
        one_address.put(Job(f"{number}", "x", Rank.BOTS_ALONE))
    assert [one_address.take() is None for _ in range(3)] == [False, False, True]


def test_waiting_in_vain_saves_nothing_up() -> None:
    """Who had a table of bots alone waiting all evening has no claim to the rest of the night."""
    evening = Tables(queue(bots_alone=1), 1, lambda _table: 0.5)
    evening.open("exhibition", "saver", Rank.BOTS_ALONE, at=1.0)
    for number in range(8):
        evening.open(f"t{number}", "others", at=0.1)
    evening.run(until=500)
    for number in range(8):
        evening.open(f"s{number}", "saver", at=500.0)
    evening.taken.clear()
    evening.run(until=600)
    saver = sum(job.payer == "saver" and job.rank is Rank.PEOPLE for job in evening.taken)
    assert saver <= 0.6 * len(evening.taken)


def test_who_gives_up_leaves_nothing_behind() -> None:
    fair = queue()
    job = Job("t", "x", Rank.PEOPLE)
    fair.put(job)
    fair.withdraw(job)
    assert not len(fair)
    assert fair.take() is None
