"""How a table's index row lies in a database: the same columns in both."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any, Final

import msgspec

from filon.store.contract import Counts, Entry, ListedGame, Row, require_consecutive, require_keepable

SELECT_ROWS: Final = (
    "SELECT t.id, code, game, status, public, host, seats, taken, guests, sequence, wake_at, changed_at,"
    " summary FROM tables t"
)
SELECT_GAMES: Final = (
    "SELECT g.table_id, t.code, t.game, g.number, g.ended_at, g.summary"
    " FROM games g JOIN tables t ON t.id = g.table_id"
)
SELECT_RECORD: Final = (
    "SELECT r.table_id, r.code, r.game, r.number, r.ended_at, r.summary, r.digest, t.id IS NOT NULL"
    " FROM record r LEFT JOIN tables t ON t.id = r.table_id"
)
SELECT_JOBS: Final = (
    "SELECT kind, key, table_id, guest, format, state, progress, attempts, reason, result, changed_at"
    " FROM jobs"
)
NO_ANSWER: Final = "its process ended without a word, again and again"
"""Why a job has failed that nobody could say anything of."""
COUNT: Final = (
    "SELECT status, count(*) FROM tables GROUP BY status UNION ALL SELECT 'guests', count(*) FROM guests"
)
LATEST_CHANGE: Final = """
SELECT max(latest) FROM (
  SELECT max(changed_at) AS latest FROM tables WHERE status = 'lobby' AND public = TRUE
  UNION ALL SELECT max(changed_at) FROM tables WHERE status = 'lobby' AND public = FALSE
  UNION ALL SELECT max(changed_at) FROM tables WHERE status = 'playing' AND public = TRUE
  UNION ALL SELECT max(changed_at) FROM tables WHERE status = 'playing' AND public = FALSE
  UNION ALL SELECT max(changed_at) FROM tables WHERE status = 'over' AND public = TRUE
  UNION ALL SELECT max(changed_at) FROM tables WHERE status = 'over' AND public = FALSE
) AS latest_of_each"""
"""Six looks at the end of an index instead of one at every table."""

_guests = msgspec.json.Decoder(tuple[str, ...])


def read_row(values: Sequence[Any]) -> Row:
    """From the values of SELECT_ROWS."""
    table, code, game, status, public, host, seats, taken, guests, *rest = values
    return Row(table, code, game, status, bool(public), host, seats, taken, _guests.decode(guests), *rest)


def read_counts(values: Iterable[Sequence[Any]]) -> Counts:
    """From the values of COUNT, which says nothing of what there is none of."""
    return Counts(**{"lobby": 0, "playing": 0, "over": 0, **dict(map(tuple, values))})


def write_names(names: Collection[str]) -> str:
    return msgspec.json.encode(names).decode()


def require_sound(
    row: Row, entries: Sequence[Entry], expected: int, finished: Sequence[ListedGame] = ()
) -> None:
    """Raises ValueError before anything of it can reach, and spoil, a commit that others share."""
    require_sound_entries(row, entries, expected)
    require_keepable(*[guest for game in finished for guest in game.guests])
    require_keepable(row.table, row.code, row.game, row.host, *row.guests)


def require_sound_entries(row: Row, entries: Sequence[Entry], expected: int) -> None:
    """Enough where all else of the row has been written before."""
    require_consecutive(row, entries, expected)
    require_keepable(*[text for entry in entries for text in (entry.sender, entry.command)])
