"""Finished games on the lists of those who sat at them, in PostgreSQL."""

from filon.store.contract import GameCursor, GameLine
from filon.store.postgres.people import People
from filon.store.rows import SELECT_GAMES


class Games(People):
    async def games_of(self, guest: str, limit: int, before: GameCursor | None = None) -> list[GameLine]:
        found = await self._database.read(
            SELECT_GAMES + " WHERE g.guest = $1 AND NOT g.hidden"
            " AND ($2::bigint IS NULL OR (g.ended_at, g.table_id, g.number) < ($2, $3, $4))"
            " ORDER BY g.ended_at DESC, g.table_id DESC, g.number DESC LIMIT $5",
            guest, *(before or (None, None, None)), limit,
        )  # fmt: skip
        return [GameLine(*values) for values in found]

    async def hide_game(self, guest: str, table: str, number: int, *, hidden: bool) -> bool:
        changed = await self._database.write(
            "UPDATE games SET hidden = $4 WHERE guest = $1 AND table_id = $2 AND number = $3 RETURNING guest",
            guest, table, number, hidden,
        )  # fmt: skip
        return bool(changed)
