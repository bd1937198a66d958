"""Whether the store takes writes. Says so in the log when that changes, and to `/readyz`."""

import asyncio
import time
from typing import Final

import structlog

from filon.store import Store, StoreError

_LOOK_EVERY_S: Final = 10.0
_FRESH_S: Final = 1.0
"""Whoever asks again sooner gets the same answer: asking is free for anybody, and each look writes."""

log = structlog.stdlib.get_logger(__name__)


class StoreHealth:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._looked_at = float("-inf")
        self._trouble: StoreError | None = None

    async def require_ready(self) -> None:
        """Raises StoreError if a command could not be accepted now."""
        if time.monotonic() - self._looked_at > _FRESH_S:
            await self._look()
        if self._trouble is not None:
            raise self._trouble

    async def watch(self) -> None:
        """For ever: a full disk is in the log even where nobody asks `/readyz`."""
        while True:
            await self._look()
            await asyncio.sleep(_LOOK_EVERY_S)

    async def _look(self) -> None:
        before = self._trouble
        try:
            await self._store.ready()
            self._trouble = None
        except StoreError as error:
            self._trouble = error
        self._looked_at = time.monotonic()
        if before is None and self._trouble is not None:
            log.warning("the store takes no writes", error=str(self._trouble))
        elif before is not None and self._trouble is None:
            log.warning("the store takes writes again")
