"""A part of a batch that one process plays: a batch kernel or the law, seen as NumPy arrays."""

from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from filon.games.registry import part
from filon.kernels.contract import BatchKernel, BatchMaker
from filon.lab.encoding import Encoding
from filon.lab.law_batch import LawBatch
from filon.lab.registry import encoding_for


class Table(NamedTuple):
    """What is played, in words that another process understands."""

    game: str
    seats: int
    options: Any

    def encoding(self) -> Encoding:
        return encoding_for(self.game, self.seats, **msgspec.structs.asdict(self.options))


class Arrays(NamedTuple):
    """One row a game, all by the same memory from step to step."""

    observations: NDArray[np.int16]
    masks: NDArray[np.int8]
    actors: NDArray[np.uint8]
    ended: NDArray[np.bool_]
    winners: NDArray[np.int64]
    scores: NDArray[np.int64]


class Part:
    """Games `first` to before `first + games` of `total`; nobody checks the actions here."""

    def __init__(self, table: Table, seed: int, *, games: int, first: int, total: int) -> None:
        encoding = table.encoding()
        make = batch_maker(table.game)
        self._batch: Any = (
            LawBatch(encoding, seed, games=games, first=first, total=total)
            if make is None
            else make(table.seats, encoding.options, seed, games=games, first=first, total=total)
        )
        self.arrays = arrays_of(self._batch, games)

    def step(self, actions: NDArray[np.int32]) -> None:
        self._batch.step(actions.tobytes())

    def close(self) -> None:
        """Nothing is held that would not go by itself."""


def batch_maker(game: str) -> BatchMaker | None:
    """None: the law plays it."""
    make: BatchMaker | None = part(game, "batches")
    return make


def arrays_of(batch: BatchKernel | LawBatch, games: int) -> Arrays:
    """The batch's own memory, to be read only."""

    def rows(name: str, kind: Any) -> Any:
        return read_only(np.frombuffer(getattr(batch, name), kind)).reshape(games, -1)

    return Arrays(
        observations=rows("observations", np.int16),
        masks=rows("masks", np.int8),
        actors=rows("actors", np.uint8)[:, 0],
        ended=rows("ended", np.bool_)[:, 0],
        winners=rows("winners", np.int64)[:, 0],
        scores=rows("scores", np.int64),
    )


def read_only(array: NDArray[Any]) -> NDArray[Any]:
    """The same memory, never to be made writeable: actions are checked against what lies there."""
    flat: NDArray[Any] = np.frombuffer(memoryview(array.data).toreadonly(), array.dtype)
    return flat.reshape(array.shape)
