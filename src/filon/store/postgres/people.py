"""Guests, the tokens of their devices and one-time seat links, in PostgreSQL."""

import msgspec

from filon.store.contract import Guest, SeatLink, require_digest
from filon.store.postgres.database import Database

_FORGET = """
WITH tokens_gone AS (DELETE FROM tokens WHERE guest = ANY($1)),
  links_gone AS (DELETE FROM seat_links WHERE guest = ANY($1)),
  listed_gone AS (DELETE FROM table_guests WHERE guest = ANY($1))
DELETE FROM guests WHERE id = ANY($1) RETURNING id"""


class People:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def add_guest(self, guest: str, token_hash: bytes, name: str, now: int) -> None:
        require_digest(token_hash)
        await self._database.write(
            "WITH arrived AS (INSERT INTO guests VALUES ($1, $2, $3, $3) RETURNING id)"
            " INSERT INTO tokens SELECT $4, id, $3 FROM arrived",
            guest, name, now, token_hash,
        )  # fmt: skip

    async def guest(self, guest: str) -> Guest | None:
        found = await self._database.read(
            "SELECT id, name, created_at, seen_at FROM guests WHERE id = $1", guest
        )
        return Guest(*found[0]) if found else None

    async def guest_by_token(self, token_hash: bytes) -> Guest | None:
        require_digest(token_hash)
        found = await self._database.read(
            "SELECT g.id, name, g.created_at, seen_at FROM tokens JOIN guests g ON g.id = guest"
            " WHERE hash = $1",
            token_hash,
        )
        return Guest(*found[0]) if found else None

    async def rename(self, guest: str, name: str) -> bool:
        return bool(
            await self._database.write("UPDATE guests SET name = $2 WHERE id = $1 RETURNING id", guest, name)
        )

    async def seen(self, guest: str, now: int) -> None:
        await self._database.write(
            "UPDATE guests SET seen_at = $2 WHERE id = $1 AND seen_at < $2", guest, now
        )

    async def add_token(self, guest: str, token_hash: bytes, now: int) -> bool:
        require_digest(token_hash)
        # KEY SHARE: the guest cannot be forgotten between the look and the insert.
        added = await self._database.write(
            "WITH known AS (SELECT id FROM guests WHERE id = $1 FOR KEY SHARE)"
            " INSERT INTO tokens SELECT $2, id, $3 FROM known RETURNING guest",
            guest, token_hash, now,
        )  # fmt: skip
        return bool(added)

    async def revoke_token(self, token_hash: bytes) -> bool:
        require_digest(token_hash)
        return bool(
            await self._database.write("DELETE FROM tokens WHERE hash = $1 RETURNING guest", token_hash)
        )

    async def forget_guest(self, guest: str) -> bool:
        return bool(await self._database.write(_FORGET, [guest]))

    async def add_link(self, link: SeatLink) -> None:
        require_digest(link.secret_hash)
        await self._database.write(
            "INSERT INTO seat_links VALUES ($1, $2, $3, $4)", *msgspec.structs.astuple(link)
        )

    async def take_link(self, secret_hash: bytes, now: int) -> SeatLink | None:
        require_digest(secret_hash)
        taken = await self._database.write(
            "DELETE FROM seat_links WHERE hash = $1 RETURNING hash, table_id, guest, expires_at", secret_hash
        )
        link = SeatLink(*taken[0]) if taken else None
        return link if link is not None and now < link.expires_at else None

    async def forget_idle_guests(self, seen_before: int, now: int, limit: int) -> int:
        await self._database.write("DELETE FROM seat_links WHERE expires_at <= $1", now)
        idle = await self._database.read(
            "SELECT id FROM guests g WHERE seen_at < $1"
            " AND NOT EXISTS (SELECT FROM table_guests WHERE guest = g.id) LIMIT $2",
            seen_before, limit,
        )  # fmt: skip
        return len(await self._database.write(_FORGET, [guest for (guest,) in idle]))
