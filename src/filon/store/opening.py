"""From a database's address to its store. The only place that knows there is more than one kind."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, cast, get_args
from urllib.parse import parse_qs, unquote, urlsplit

from filon.games.contract import Malformed
from filon.store import postgres, sqlite
from filon.store.contract import Store, Unavailable
from filon.store.sqlite.commits import PATIENCE_S

_POSTGRES: Final = ("postgresql", "postgres")


async def open_store(url: str, *, migrate: bool) -> Store:
    """`sqlite:///relative.db`, `sqlite:////absolute.db` (with `?synchronous=full` if wished), or
    `postgresql://...`.

    With `migrate`, brings the database up to date first; without, an older one is OutOfDate.
    """
    if urlsplit(url).scheme in _POSTGRES:
        return await postgres.PostgresStore.open(url, migrate=migrate)
    path, synchronous = _sqlite_file(url)
    with _explained(path):
        if migrate:
            sqlite.migrate(path, wait_s=PATIENCE_S)
        store = sqlite.SqliteStore(path, synchronous=synchronous)
        try:
            # A file that may only be read opens as well as any other.
            await store.ready()
        except BaseException:
            await store.close()
            raise
    return store


async def migrate(url: str) -> list[str]:
    """Brings the database up to this release's schema; the names of the steps that were taken."""
    if urlsplit(url).scheme in _POSTGRES:
        return await postgres.migrate(url)
    path, _ = _sqlite_file(url)
    with _explained(path):
        return sqlite.migrate(path, wait_s=PATIENCE_S)


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    try:
        yield
    except Unavailable as error:
        raise Unavailable(
            f"{path} cannot be used: {error}. FILON_DATABASE_URL=sqlite:////path/filon.db keeps it elsewhere"
        ) from error


def _sqlite_file(url: str) -> tuple[Path, sqlite.Synchronous]:
    parts = urlsplit(url)
    # What stands between the second and the third slash would be a machine, and a file has none.
    if parts.scheme != "sqlite" or parts.netloc or len(parts.path) < len("/x"):
        raise Malformed("database", "the address is sqlite:///file.db or postgresql://user@host/name")
    query = parse_qs(parts.query)
    (synchronous,) = query.pop("synchronous", ["normal"])
    if query or synchronous not in get_args(sqlite.Synchronous):
        raise Malformed("database", "a SQLite file knows only ?synchronous=normal and ?synchronous=full")
    return Path(unquote(parts.path[1:])), cast("sqlite.Synchronous", synchronous)
