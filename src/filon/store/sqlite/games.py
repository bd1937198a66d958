"""Finished games on the lists of those who sat at them, in SQLite."""

import sqlite3
from collections.abc import Sequence
from typing import Final

from filon.store.contract import GameCursor, GameLine, ListedGame
from filon.store.rows import SELECT_GAMES, write_names
from filon.store.sqlite.people import People

_UNLIST: Final = """
DELETE FROM games WHERE table_id = ? AND number = ? AND guest NOT IN (SELECT value FROM json_each(?))"""
_LIST: Final = """
INSERT INTO games (guest, table_id, number, ended_at, hidden, summary)
SELECT value, ?1, ?2, ?3, 0, ?4 FROM json_each(?5) WHERE TRUE
ON CONFLICT (guest, table_id, number) DO UPDATE SET summary = excluded.summary"""


class Games(People):
    async def games_of(self, guest: str, limit: int, before: GameCursor | None = None) -> list[GameLine]:
        found = self._read(
            SELECT_GAMES + " WHERE g.guest = ?1 AND g.hidden = 0"
            " AND (?2 IS NULL OR (g.ended_at, g.table_id, g.number) < (?2, ?3, ?4))"
            " ORDER BY g.ended_at DESC, g.table_id DESC, g.number DESC LIMIT ?5",
            guest, *(before or (None, None, None)), limit,
        )  # fmt: skip
        return [GameLine(*values) for values in found]

    async def hide_game(self, guest: str, table: str, number: int, *, hidden: bool) -> bool:
        changed = await self._write(
            "UPDATE games SET hidden = ? WHERE guest = ? AND table_id = ? AND number = ?",
            hidden, guest, table, number,
        )  # fmt: skip
        return changed > 0


def list_games(cursor: sqlite3.Cursor, table: str, finished: Sequence[ListedGame]) -> None:
    """Part of an append."""
    for game in finished:
        guests = write_names(game.guests)
        cursor.execute(_UNLIST, (table, game.number, guests))
        cursor.execute(_LIST, (table, game.number, game.ended_at, game.summary, guests))
