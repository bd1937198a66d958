"""Where the games of a series are played: here, in processes of this machine, or on machines elsewhere.

A part of a series is some neighbouring numbers. Parts are begun in order, a few ahead of the one whose
results are wanted next, so that a series of any length needs the same memory.
"""

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from threading import Thread
from typing import Final, Protocol, TypeVar

import msgspec

from filon.games.contract import FilonError

T = TypeVar("T")
BegunT = TypeVar("BegunT")

_PARTS: Final = 8
"""Of a series for each worker: small enough that none waits long for the last one."""
_LARGEST: Final = 16
"""Numbers in a part: what a worker holds until it is asked for."""
_AHEAD: Final = 3
"""Parts for each worker that are begun before anybody asks for them."""


class ProcessDied(FilonError):  # noqa: N818
    """Not by anything that a game or a bot raised."""


class Spread(Protocol):
    def each(self, work: Callable[[int], T], numbers: range) -> Iterator[T]:
        """What `work` makes of every number, in their order; the two travel to other processes.

        What it raises is raised here, and ends the series.
        """
        ...


class Processes(msgspec.Struct, frozen=True):
    """Of this machine; one for each core by default. With one, nothing leaves this process."""

    number: int | None = None

    def each(self, work: Callable[[int], T], numbers: range) -> Iterator[T]:
        workers = min(len(numbers), self.number or os.cpu_count() or 1)
        if workers <= 1:
            yield from map(work, numbers)
            return
        # Forked while other threads run (a progress bar has one), a process may never wake up: spawn is safe.
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(workers, mp_context=context, initializer=_end_with_parent) as pool:
            try:
                yield from in_order(
                    numbers,
                    workers,
                    begin=lambda part: pool.submit(work_through, work, part),
                    finish=lambda begun: begun.result(),
                )
            except BrokenProcessPool:
                raise ProcessDied("a process that played games is gone: killed, or out of memory") from None
            finally:
                pool.shutdown(cancel_futures=True)


def _end_with_parent() -> None:
    """Ctrl-C is a worker's end, not that of the game at hand alone; so is whatever ends its parent."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    parent = multiprocessing.parent_process()
    assert parent is not None, "only workers do this"

    def watch() -> None:
        parent.join()
        os._exit(1)

    Thread(target=watch, daemon=True).start()


def work_through(work: Callable[[int], T], part: Sequence[int]) -> list[T]:
    return [work(number) for number in part]


def in_order(
    numbers: range,
    workers: int,
    *,
    begin: Callable[[range], BegunT],
    finish: Callable[[BegunT], list[T]],
) -> Iterator[T]:
    """`begin` sets one of the workers to a part; `finish` waits for what comes of it."""
    size = max(1, min(_LARGEST, len(numbers) // (workers * _PARTS)))
    begun: deque[BegunT] = deque()
    for first in range(0, len(numbers), size):
        begun.append(begin(numbers[first : first + size]))
        if len(begun) > workers * _AHEAD:
            yield from finish(begun.popleft())
    while begun:
        yield from finish(begun.popleft())
