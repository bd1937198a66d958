"""What every kernel is, and what takes the law across to it and back.

A kernel is one position of one game, changed in place. Seats and actions are small integers; `TABLE` is the
table as an actor. It checks nothing: `play` is for codes that `legal` gave. It draws its chance from the
stream it holds exactly as the law draws from its `Random`, so that both, started alike, stay alike.
"""

from collections.abc import Sequence
from typing import Any, Final, Protocol, Self, TypeAlias, TypeVar

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from filon.games.contract import CONTINUE, AnyGame, Outcome, in_intermission, play_one
from filon.games.contract import TABLE as THE_TABLE
from filon.kernels.stream import Stream
from filon.kernels.totals import Totals

TABLE: Final = 15
"""The table as an actor: one more than any seat."""


class Kernel(Protocol):
    stream: Stream

    def waiting(self) -> int:
        """A bit for each seat that the game waits for; none when it is over or only the table can act."""
        ...

    def legal(self, actor: int) -> list[int]:
        """Codes of all that this actor may do, in the law's order."""
        ...

    def play(self, actor: int, code: int) -> None: ...

    def playout(self) -> int:
        """Random play to the end, choice by choice as `lab.walk` makes them; the number of decisions."""
        ...

    def copy(self, stream: Stream) -> Self:
        """The same position, with chance of its own."""
        ...


def past_intermission(game: AnyGame, state: Any, stream: Stream) -> Any:
    """The state, or what follows the intermission it is in: a kernel has nobody to wait for."""
    if not in_intermission(game, state):
        return state
    return play_one(game, state, THE_TABLE, CONTINUE, stream)[0]


KernelT = TypeVar("KernelT", bound=Kernel)
Imagined_co = TypeVar("Imagined_co", bound=Kernel, covariant=True)


class Imaginer(Protocol[Imagined_co]):
    """What one seat knows, prepared once, to draw many positions from."""

    def imagine(self, stream: Stream) -> Imagined_co:
        """A position that the seat cannot tell from the true one, drawn evenly from what is possible."""
        ...


class Bridge(Protocol[KernelT]):
    """From the law to the kernel and back. `state(kernel(state)) == state`, for every state but those of an
    intermission, which the kernel has passed.
    """

    game: AnyGame
    tally_names: Sequence[str]

    def deal(self, seats: int, options: Any, stream: Stream) -> KernelT: ...

    def kernel(self, state: Any, stream: Stream) -> KernelT: ...

    def state(self, kernel: KernelT) -> Any: ...

    def code(self, kernel: KernelT, action: Any) -> int: ...

    def action(self, kernel: KernelT, code: int) -> Any: ...

    def imaginer(self, view: Any) -> Imaginer[KernelT]: ...

    def outcome(self, kernel: KernelT) -> Outcome | None: ...

    def series(self, seats: int, options: Any, seed: int, games: range) -> Totals:
        """Random games, each with the stream `Stream(seed, number)`, added up without leaving the kernel."""
        ...


AnyBridge: TypeAlias = Bridge[Any]


class BatchKernel(Protocol):
    """Many games of one kind of table, stepped at once: at each step one seat of every game decides.

    The arrays are written in place from step to step and never move: `memoryview` reads them without a copy.
    Game i's k-th deal has the stream `Stream(seed, first + i + k * total)`, so a part of a larger batch
    plays what the whole one would. Each game is the one of `lab.episode.Episode`, number for number.
    """

    observations: "vec[i16]"
    """By game, the row of the seat that decides, as the game's encoding in the lab lays it out."""
    masks: "vec[u8]"
    """By game, a one for each action index that is legal now."""
    actors: "vec[u8]"
    """By game, the seat that decides: the lowest one that the game waits for."""
    ended: "vec[u8]"
    """By game, a one if it ended in the last step. Then a new one is dealt already."""
    winners: "vec[i64]"
    """Of a game that ended, a bit for each seat that won."""
    scores: "vec[i64]"
    """Of a game that ended, by seat. Those of other games are as they were."""

    def step(self, actions: bytes) -> None:
        """An action index for each game, as 32-bit little-endian numbers; all are known to be legal."""
        ...


class BatchMaker(Protocol):
    """`make_batch` in each game's `batch.py`."""

    def __call__(
        self, seats: int, options: Any, seed: int, *, games: int, first: int, total: int
    ) -> BatchKernel: ...
