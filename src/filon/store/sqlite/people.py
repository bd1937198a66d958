"""Guests, the tokens of their devices and one-time seat links, in SQLite; and the two ways everything there
is asked.
"""

import asyncio
import sqlite3
from typing import Any

import msgspec

from filon.store.contract import Guest, SeatLink, keepable, require_digest, require_keepable
from filon.store.sqlite.commits import GroupCommit
from filon.store.sqlite.file import explained


class People:
    def __init__(self, reader: sqlite3.Connection, writer: sqlite3.Connection, commits: GroupCommit) -> None:
        self._reader = reader
        self._writer = writer
        self._commits = commits

    async def add_guest(self, guest: str, token_hash: bytes, name: str, now: int) -> None:
        require_digest(token_hash)
        require_keepable(guest, name)

        def work() -> None:
            self._writer.execute(
                "INSERT INTO guests (id, name, created_at, seen_at) VALUES (?1, ?2, ?3, ?3)",
                (guest, name, now),
            )
            self._writer.execute(
                "INSERT INTO tokens (hash, guest, created_at) VALUES (?, ?, ?)", (token_hash, guest, now)
            )

        await self._commits.submit(work)

    async def guest(self, guest: str) -> Guest | None:
        found = self._read("SELECT id, name, created_at, seen_at FROM guests WHERE id = ?", guest)
        return Guest(*found[0]) if found else None

    async def guest_by_token(self, token_hash: bytes) -> Guest | None:
        require_digest(token_hash)
        found = self._read(
            "SELECT g.id, name, g.created_at, seen_at FROM tokens JOIN guests g ON g.id = guest"
            " WHERE hash = ?",
            token_hash,
        )
        return Guest(*found[0]) if found else None

    async def rename(self, guest: str, name: str) -> bool:
        return await self._write("UPDATE guests SET name = ? WHERE id = ?", name, guest) > 0

    async def seen(self, guest: str, now: int) -> None:
        await self._write("UPDATE guests SET seen_at = ?1 WHERE id = ?2 AND seen_at < ?1", now, guest)

    async def add_token(self, guest: str, token_hash: bytes, now: int) -> bool:
        require_digest(token_hash)
        return (
            await self._write(
                "INSERT INTO tokens (hash, guest, created_at) SELECT ?, id, ? FROM guests WHERE id = ?",
                token_hash,
                now,
                guest,
            )
            > 0
        )

    async def revoke_token(self, token_hash: bytes) -> bool:
        require_digest(token_hash)
        return await self._write("DELETE FROM tokens WHERE hash = ?", token_hash) > 0

    async def forget_guest(self, guest: str) -> bool:
        def work() -> bool:
            for statement in (
                "DELETE FROM tokens WHERE guest = ?",
                "DELETE FROM seat_links WHERE guest = ?",
                "DELETE FROM table_guests WHERE guest = ?",
            ):
                self._writer.execute(statement, (guest,))
            return self._writer.execute("DELETE FROM guests WHERE id = ?", (guest,)).rowcount > 0

        return await self._commits.submit(work)

    async def add_link(self, link: SeatLink) -> None:
        require_digest(link.secret_hash)
        await self._write(
            "INSERT INTO seat_links (hash, table_id, guest, expires_at) VALUES (?, ?, ?, ?)",
            *msgspec.structs.astuple(link),
        )

    async def take_link(self, secret_hash: bytes, now: int) -> SeatLink | None:
        require_digest(secret_hash)

        def work() -> list[tuple[bytes, str, str, int]]:
            return self._writer.execute(
                "DELETE FROM seat_links WHERE hash = ? RETURNING hash, table_id, guest, expires_at",
                (secret_hash,),
            ).fetchall()

        for taken in await self._commits.submit(work):
            link = SeatLink(*taken)
            return link if now < link.expires_at else None
        return None

    async def forget_idle_guests(self, seen_before: int, now: int, limit: int) -> int:
        await self._write("DELETE FROM seat_links WHERE expires_at <= ?", now)
        idle = self._read(
            "SELECT id FROM guests g WHERE seen_at < ?"
            " AND NOT EXISTS (SELECT 1 FROM table_guests WHERE guest = g.id) LIMIT ?",
            seen_before, limit,
        )  # fmt: skip
        forgotten = 0
        for (guest,) in idle:
            forgotten += await self.forget_guest(guest)
        return forgotten

    def _read(self, sql: str, *parameters: object) -> list[Any]:
        if not keepable(*parameters):
            return []
        with explained():
            return self._reader.execute(sql, parameters).fetchall()

    def _write(self, sql: str, *parameters: object) -> asyncio.Future[int]:
        require_keepable(*parameters)
        return self._commits.submit(lambda: self._writer.execute(sql, parameters).rowcount)
