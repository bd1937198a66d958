"""A batch played by several processes: each steps a slice of the games and copies it into shared memory."""

import os
import signal
from collections.abc import Sequence
from multiprocessing import current_process, get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from filon.games.contract import Malformed
from filon.lab.batch_part import Arrays, Part, Table, read_only
from filon.lab.encoding import Encoding
from filon.lab.errors import BatchIsClosed, WorkerDied

_STEP: Final = b"step"
_DONE: Final = b""
"""The answer of a worker that did its part; any other is why it could not."""
_PATIENCE_S: Final = 5.0
"""For a worker to end by itself, once nobody asks it any more."""


class SharedArrays:
    """`Arrays` and the actions, in memory without a name: it goes with the last process that maps it."""

    def __init__(self, encoding: Encoding, games: int) -> None:
        context = get_context("spawn")
        seats = encoding.seats
        self.shapes: dict[str, tuple[tuple[int, ...], Any]] = {
            "observations": ((games, encoding.layout.size), np.int16),
            "masks": ((games, encoding.actions.size), np.int8),
            "actors": ((games,), np.uint8),
            "ended": ((games,), np.bool_),
            "winners": ((games,), np.int64),
            "scores": ((games, seats), np.int64),
            "actions": ((games,), np.int32),
        }
        try:
            self.memory: dict[str, Any] = {
                name: context.RawArray("b", int(np.prod(shape)) * np.dtype(kind).itemsize)
                for name, (shape, kind) in self.shapes.items()
            }
        except OSError as error:  # the file behind it cannot be made so long
            raise MemoryError(str(error)) from None

    def array(self, name: str) -> NDArray[Any]:
        shape, kind = self.shapes[name]
        return np.frombuffer(self.memory[name], kind).reshape(shape)

    def arrays(self, games: slice) -> Arrays:
        return Arrays(*(self.array(name)[games] for name in Arrays._fields))


class Workers:
    """As `Part`, over all games. Who steps them closes them after WorkerDied, or an interrupt.

    They answer the process that made them: a copy in a forked one can neither step nor end them.
    """

    def __init__(self, table: Table, seed: int, *, games: int, processes: int) -> None:
        if current_process().daemon:
            raise Malformed("processes", f"{processes}; a daemonic process may start none")
        self._made_by = os.getpid()
        shared = SharedArrays(table.encoding(), games)
        self._actions = shared.array("actions")
        self._connections: list[Connection] = []
        self._processes: list[SpawnProcess] = []
        self.arrays = Arrays(*(read_only(array) for array in shared.arrays(slice(None))))
        context = get_context("spawn")
        try:
            for part in _parts(games, processes):
                ours, theirs = context.Pipe()
                self._connections.append(ours)
                process = context.Process(
                    target=_work, args=(table, seed, part, shared, theirs), daemon=True, name="filon-batch"
                )
                process.start()
                self._processes.append(process)
                theirs.close()
            self._hear("start")
        except BaseException:
            self.close()
            raise

    def step(self, actions: NDArray[np.int32]) -> None:
        if os.getpid() != self._made_by:
            raise BatchIsClosed(
                "the batch's processes answer the process that made it; make another one here"
            )
        self._actions[:] = actions
        for number in range(len(self._connections)):
            self._ask(number)
        self._hear("step")

    def close(self) -> None:
        for connection in self._connections:
            connection.close()
        if os.getpid() != self._made_by:
            return
        for process in self._processes:
            process.join(_PATIENCE_S)
            if process.exitcode is None:
                process.kill()
                process.join()

    def _ask(self, number: int) -> None:
        try:
            self._connections[number].send_bytes(_STEP)
        except OSError:
            raise self._died(number, "step") from None

    def _hear(self, doing: str) -> None:
        for number, connection in enumerate(self._connections):
            try:
                answer = connection.recv_bytes()
            except (EOFError, OSError):
                raise self._died(number, doing) from None
            if answer != _DONE:
                raise WorkerDied(f"process {number} of the batch could not {doing}: {answer.decode()}")

    def _died(self, number: int, doing: str) -> WorkerDied:
        process = self._processes[number]
        process.join(_PATIENCE_S)
        end = f"exit code {process.exitcode}"
        hint = "; a script that makes a batch guards it with `if __name__ == '__main__'`"
        return WorkerDied(
            f"process {number} of the batch ended ({end}) before it could {doing}"
            + (hint if doing == "start" else "")
        )


def _parts(games: int, processes: int) -> Sequence[range]:
    """One slice for each process; they differ by a game at most."""
    return [
        range(games * number // processes, games * (number + 1) // processes) for number in range(processes)
    ]


def _work(table: Table, seed: int, games: range, shared: SharedArrays, connection: Connection) -> None:
    """Runs in a process of its own, until the other end of the connection is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for who steps the batch
    here = slice(games.start, games.stop)
    slices = shared.arrays(here)
    every_action = shared.array("actions")
    actions = every_action[here]
    total = len(every_action)
    try:
        part = Part(table, seed, games=len(games), first=games.start, total=total)
        _copy(part.arrays, slices)
        connection.send_bytes(_DONE)
        while connection.recv_bytes() == _STEP:
            part.step(actions)
            _copy(part.arrays, slices)
            connection.send_bytes(_DONE)
    except (EOFError, OSError):
        return
    except Exception as error:  # noqa: BLE001 - whatever it is, who waits for the answer is told
        connection.send_bytes(f"{type(error).__name__}: {error}".encode())


def _copy(part: Sequence[Any], shared: Sequence[Any]) -> None:
    for ours, theirs in zip(part, shared, strict=True):
        theirs[...] = ours
