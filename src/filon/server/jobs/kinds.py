"""The kinds of jobs: what each is called, and what the process that works is given."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Final, NamedTuple, TypeAlias

from filon.coach import model, puzzle_model
from filon.games.contract import FilonError
from filon.server.rooms.reading import entries
from filon.server.rooms.registry import Rooms
from filon.store import Job, JobId, RecordDigest, Store
from filon.tables import Refused
from filon.tables.export import GameWriter, finished_game
from filon.tables.model import FinishedGame


class Impossible(FilonError):  # noqa: N818
    """There is nothing to work on, and will not be."""


class Given(NamedTuple):
    data: bytes
    tell: Callable[[Sequence[bytes]], list[RecordDigest]]
    """Whose records each seat's digest belongs to."""


Prepare: TypeAlias = Callable[[Job], Awaitable[Given]]


class Kind(NamedTuple):
    name: str
    form: str


ANALYSIS: Final = Kind("analysis", model.FORMAT)
DAILY: Final = Kind("daily", puzzle_model.FORMAT)


def analysis_of(table: str, number: int) -> JobId:
    return JobId(ANALYSIS.name, f"{table}.{number}")


def daily_of(day: str, game: str) -> JobId:
    return JobId(DAILY.name, f"{day} {game}")


async def daily_given(job: Job) -> Given:
    return Given(job.key.encode(), lambda _digests: [])


class GamesRead:
    """Reads the game of an analysis back, in turns: nobody waits for it."""

    def __init__(self, store: Store, rooms: Rooms) -> None:
        self._store = store
        self._rooms = rooms

    async def __call__(self, job: Job) -> Given:
        table, _, number = job.key.rpartition(".")
        room = await self._rooms.get(table)
        if room is None:
            raise Impossible("there is no such table any more")
        present = room.table
        try:
            finished = finished_game(present, int(number))
        except Refused as no:
            raise Impossible(no.reason) from None
        writer = GameWriter(present, finished, names=False)
        async for entry in entries(self._store, present, finished.first - 1, finished.last):
            writer.take(entry)
        return Given(writer.file(), lambda digests: _told(table, finished, digests))


def _told(table: str, finished: FinishedGame, digests: Sequence[bytes]) -> list[RecordDigest]:
    return [
        RecordDigest(guest, table, finished.game, digest)
        for guest, digest in zip(finished.seats, digests, strict=True)
        if guest is not None
    ]
