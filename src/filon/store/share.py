"""How processes that serve the same tables divide them: each prefers its own part, and may serve any."""

from typing import Final, NamedTuple

_LETTERS: Final = 3
"""Of the end of an id. Ids are drawn by the server, so that any of their letters spread evenly enough."""


class Share(NamedTuple):
    """One of several parts of all tables."""

    part: int
    of: int

    def has(self, table: str) -> bool:
        return part_of(table, self.of) == self.part


ALL: Final = Share(0, 1)


def part_of(table: str, parts: int) -> int:
    """The part that a table belongs to. Databases count the same way, in plain SQL."""
    return sum(map(ord, table[-_LETTERS:])) % parts


SQLITE_SUM: Final = " + ".join(f"coalesce(unicode(substr(id, -{n}, 1)), 0)" for n in range(1, _LETTERS + 1))
POSTGRES_SUM: Final = " + ".join(f"ascii(substr(reverse(id), {n}, 1))" for n in range(1, _LETTERS + 1))
