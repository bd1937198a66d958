"""Tables as they were, kept in memory for those who read long logs back."""

from collections import OrderedDict
from typing import Final

from filon.tables import AnyTable

EVERY: Final = 512
_KEPT: Final = 400


class Checkpoints:
    """One every few hundred entries of the logs that were read back lately: the next page of a long log is
    then found without folding it from its beginning again.
    """

    def __init__(self, kept: int = _KEPT) -> None:
        self._kept = kept
        self._tables: OrderedDict[tuple[str, int], AnyTable] = OrderedDict()

    def __len__(self) -> int:
        return len(self._tables)

    def note(self, table: AnyTable) -> None:
        if table.sequence % EVERY == 0:
            self._tables[table.id, table.sequence] = table
            if len(self._tables) > self._kept:
                self._tables.popitem(last=False)

    def before(self, table: str, sequence: int) -> AnyTable | None:
        """The latest that is known before this entry."""
        at = (sequence - 1) // EVERY * EVERY
        while at > 0:
            found = self._tables.get((table, at))
            if found is not None:
                self._tables.move_to_end((table, at))
                return found
            at -= EVERY
        return None
