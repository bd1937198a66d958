"""Thousands of games stepped at once: one call a step, what all see and may do written in place.

    with batch("diamant", games=4096, seats=5, seed=1) as games:
        rng = numpy.random.default_rng(1)
        while True:
            games.step(sample(games.masks, rng))

At each step one seat of every game decides: the lowest that the game waits for. A game that ends is dealt
anew within the same step (Gymnasium calls it same-step autoreset): `ended` and `rewards` tell of the game
that is over, `observations`, `masks` and `actors` of the new one already. A position after the end is shown
to nobody. docs/lab/batch.md has the rest.
"""

from types import TracebackType
from typing import Any, Final, Self

from filon.games.contract import Malformed
from filon.lab.errors import BatchIsClosed, NotLegal
from filon.lab.extras import extra
from filon.lab.rewards import Rewards, require_rewards

with extra("lab"):
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from filon.lab.batch_part import Part, Table, read_only
    from filon.lab.batch_processes import Workers
    from filon.lab.encoding import Encoding, Layout
    from filon.lab.registry import encoding_for
    from filon.lab.whole import whole

_SEEDS: Final = 1 << 63
_MOST_GAMES: Final = 1 << 31
"""More than any memory holds; the lengths of the arrays are still far from any overflow."""


def batch(
    game: str,
    *,
    games: int = 4096,
    seats: int | None = None,
    seed: int = 0,
    processes: int = 1,
    rewards: Rewards = "win",
    **options: object,
) -> "Batch":
    """`games` games of one kind of table, dealt and waiting for their first decisions.

    The same games whatever the number of processes: game i's k-th deal, counted from 0, is the one of
    `Episode(encoding, seed, i + k * games)`. Raises Malformed, which names the argument or the option.
    """
    encoding = encoding_for(game, seats, **options)
    number = _read_whole("games", games, 1, _MOST_GAMES)
    first, many = _read_whole("seed", seed, 0, _SEEDS), _read_whole("processes", processes, 1, number + 1)
    kind = require_rewards(rewards)
    try:
        return Batch(encoding, number, first, many, kind)
    except MemoryError:
        raise Malformed("games", f"{number} do not fit into the memory here") from None


class Batch:
    """All arrays are the same objects from step to step, and written by nobody else."""

    def __init__(self, encoding: Encoding, games: int, seed: int, processes: int, rewards: Rewards) -> None:
        table = Table(encoding.game.name, encoding.seats, encoding.options)
        self.encoding = encoding
        self.games = games
        self.seats = encoding.seats
        self.layout: Layout = encoding.layout
        """Of a row of `observations`."""
        self.actions: Layout = encoding.actions
        """What the columns of `masks` mean, and so an action's index."""
        self._played: Part | Workers = (
            Part(table, seed, games=games, first=0, total=games)
            if processes == 1
            else Workers(table, seed, games=games, processes=processes)
        )
        arrays = self._played.arrays
        self.observations: NDArray[np.int16] = arrays.observations
        """[games, layout.size]: what the seat that decides sees."""
        self.masks: NDArray[np.int8] = arrays.masks
        """[games, actions.size]: ones where an action is legal; never a row without."""
        self.actors: NDArray[np.uint8] = arrays.actors
        """[games]: the seat that decides."""
        self.ended: NDArray[np.bool_] = arrays.ended
        """[games]: whether the last step ended a game."""
        self._rewards: NDArray[np.float32] = np.zeros((games, self.seats), np.float32)
        self.rewards: NDArray[np.float32] = read_only(self._rewards)
        """[games, seats]: of the games that the last step ended; nought elsewhere."""
        self._winners = arrays.winners
        self._scores = arrays.scores
        self._by_score = rewards == "score"
        self._starts = np.arange(games) * self.actions.size
        self._rewarded = np.zeros(0, np.intp)
        self._closed = False

    def step(self, actions: ArrayLike) -> None:
        """One action index for each game.

        Raises NotLegal, which names the first game at fault, Malformed for what is no such array, and
        BatchIsClosed; then nothing has changed.
        """
        if self._closed:
            raise BatchIsClosed("the batch is closed; make another one")
        chosen = self._legal(actions)
        try:
            self._played.step(chosen)
            self._reward()
        except BaseException:
            # Some games have stepped and some have not: they cannot go on.
            self.close()
            raise

    def close(self) -> None:
        """Ends the processes; the arrays stay as they are. Twice is as good as once."""
        if not self._closed:
            self._closed = True
            self._played.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _legal(self, actions: ArrayLike) -> NDArray[np.int32]:
        try:
            given: NDArray[Any] = np.asarray(actions)
        except ValueError:  # rows of different lengths
            raise Malformed("actions", "no array; one index for each game is wanted") from None
        if given.shape != (self.games,):
            raise Malformed("actions", f"shape {given.shape}; there are {self.games} games: ({self.games},)")
        if given.dtype.kind not in "iu":
            raise Malformed("actions", f"{given.dtype}; indices of actions are whole numbers")
        size = self.actions.size
        if given.min() < 0 or given.max() >= size:
            self._refuse(given, (given < 0) | (given >= size))
        legal = self.masks.ravel()[self._starts + given.astype(np.intp)]
        if not legal.all():
            self._refuse(given, legal == 0)
        return given.astype("<i4")

    def _refuse(self, given: NDArray[Any], wrong: NDArray[np.bool_]) -> None:
        game = int(np.flatnonzero(wrong)[0])
        who = f"game {game} (seat {self.actors[game]})"
        raise NotLegal(int(given[game]), who, np.flatnonzero(self.masks[game]).tolist())

    def _reward(self) -> None:
        self._rewards[self._rewarded] = 0
        over = np.flatnonzero(self.ended)
        self._rewarded = over
        if not over.size:
            return
        if self._by_score:
            self._rewards[over] = self._scores[over]
            return
        won = self._winners[over, None] >> np.arange(self.seats) & 1
        self._rewards[over] = won / np.maximum(won.sum(axis=1, keepdims=True), 1)


def sample(masks: NDArray[np.int8], rng: np.random.Generator) -> NDArray[np.int64]:
    """A legal action of each row, all its legal actions as likely as each other.

    What is not nought is legal. Raises Malformed for masks that are no rows of bytes, or a row that allows
    nothing.
    """
    masks = np.asarray(masks)
    if masks.ndim != 2 or masks.dtype.itemsize != 1:
        raise Malformed("masks", f"{masks.dtype} of shape {masks.shape}; rows of int8 are sampled")
    rows, size = masks.shape
    flat = _ones(masks)
    starts = np.arange(rows + 1) * size
    bounds = np.searchsorted(flat, starts)
    counts = np.diff(bounds)
    if rows and not counts.all():
        raise Malformed("masks", f"row {int(np.flatnonzero(counts == 0)[0])} allows nothing")
    # The product is less than the count whatever is drawn: random() is at most 1 - 2**-53.
    places = (rng.random(rows) * counts).astype(np.int64)
    drawn: NDArray[np.int64] = flat[bounds[:-1] + places] - starts[:-1]
    return drawn


def _ones(masks: NDArray[np.int8]) -> NDArray[np.int64]:
    """Where the ones lie, all rows in a row. As bits, few of which are set, they are read twice as fast."""
    bits = np.packbits(masks.reshape(-1).view(np.bool_), bitorder="little")
    some = np.flatnonzero(bits != 0)
    within = np.flatnonzero(np.unpackbits(bits[some], bitorder="little").view(np.bool_))
    ones: NDArray[np.int64] = some[within >> 3] * 8 + (within & 7)
    return ones


def _read_whole(name: str, value: object, least: int, limit: int) -> int:
    number = whole(value)
    if number is None or not least <= number < limit:
        raise Malformed(name, f"{value!r}; a whole number from {least} to {limit - 1} is wanted")
    return number
