"""The log in PostgreSQL."""

from filon.store.postgres.database import migrate
from filon.store.postgres.store import PostgresStore

__all__ = ["PostgresStore", "migrate"]
