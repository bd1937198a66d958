"""The records of guests, in PostgreSQL: triggers fill them from what fills the lists of games."""

from typing import Final

from filon.store.postgres.games import Games
from filon.store.records import RecordLine
from filon.store.rows import SELECT_RECORD

# Triggers run after both: what hiding tells the record finds nothing there any more.
_FORGET: Final = """
WITH hidden AS (UPDATE games SET hidden = TRUE WHERE guest = $1)
DELETE FROM record WHERE guest = $1"""


class Records(Games):
    async def record_of(self, guest: str, limit: int) -> list[RecordLine]:
        found = await self._database.read(
            SELECT_RECORD + " WHERE r.guest = $1 AND NOT r.hidden"
            " ORDER BY r.ended_at DESC, r.table_id DESC, r.number DESC LIMIT $2",
            guest, limit,
        )  # fmt: skip
        return [RecordLine(*values) for values in reversed(found)]

    async def forget_record(self, guest: str) -> None:
        await self._database.write(_FORGET, guest)
