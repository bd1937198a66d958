"""The records of guests, in SQLite: triggers fill them from what fills the lists of games."""

from typing import Any

from filon.store.records import RecordLine
from filon.store.rows import SELECT_RECORD
from filon.store.sqlite.games import Games


class Records(Games):
    async def record_of(self, guest: str, limit: int) -> list[RecordLine]:
        found = self._read(
            SELECT_RECORD + " WHERE r.guest = ? AND r.hidden = 0"
            " ORDER BY r.ended_at DESC, r.table_id DESC, r.number DESC LIMIT ?",
            guest, limit,
        )  # fmt: skip
        return [_line(values) for values in reversed(found)]

    async def forget_record(self, guest: str) -> None:
        def work() -> None:
            self._writer.execute("UPDATE games SET hidden = 1 WHERE guest = ?", (guest,))
            self._writer.execute("DELETE FROM record WHERE guest = ?", (guest,))

        await self._commits.submit(work)


def _line(values: Any) -> RecordLine:
    table, code, game, number, ended_at, summary, digest, kept = values
    return RecordLine(table, code, game, number, ended_at, summary, digest, bool(kept))
