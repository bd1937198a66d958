"""The time of this process, in milliseconds since the epoch: what entries are written with, and what is due
is compared with.

Wall clocks are set back, by hand or by the network, and everything that waits for a time would then stand
still for as long. This clock never runs backwards: it follows the wall clock where that is ahead and goes on
by itself where it is behind. Durations are not measured with it but with `time.monotonic`.
"""

import time
from collections.abc import Callable
from typing import Final

import structlog

_NS: Final = 1_000_000
_NOTABLE_MS: Final = 60_000
_MOST_AHEAD_MS: Final = 86_400_000
"""Another server's time is followed so far ahead of the wall clock and no further: one whose calendar is
wrong by years must not take all others with it.
"""

log = structlog.stdlib.get_logger(__name__)


class Clock:
    def __init__(
        self, wall_ns: Callable[[], int] | None = None, steady_ns: Callable[[], int] | None = None
    ) -> None:
        """Both clocks can be given by tests; they are this machine's otherwise."""
        self._wall_ns = wall_ns or time.time_ns
        self._steady_ns = steady_ns or time.monotonic_ns
        self._steady = self._steady_ns()
        self._at = self._wall_ns()

    def now_ms(self) -> int:
        return self._read() // _NS

    def _read(self) -> int:
        steady = self._steady_ns()
        self._at = max(self._at + steady - self._steady, self._wall_ns())
        self._steady = steady
        return self._at

    def start_after(self, logged_ms: int | None) -> None:
        """The log has seen this time, so it is past: whatever the wall clock says after a restart."""
        if logged_ms is None:
            return
        behind = logged_ms - self.now_ms()
        if behind > 0:
            self._at = logged_ms * _NS
        if behind > _NOTABLE_MS:
            log.warning("the clock of this machine is behind the log; the log's time is kept", ms=behind)

    def heard(self, at_ms: int) -> None:
        """Another process has written an entry with this time."""
        if at_ms * _NS <= self._at or at_ms <= self.now_ms():
            return
        if at_ms - self._wall_ns() // _NS <= _MOST_AHEAD_MS:
            self._at = at_ms * _NS
        else:
            log.warning("another server's clock is too far ahead to be followed", at=at_ms)

    def earliest_ms(self) -> int:
        """The wall clock where it is behind: for what cannot be undone, like deleting what is old."""
        return min(self._wall_ns() // _NS, self.now_ms())


PROCESS_CLOCK: Final = Clock()
"""The one that this process goes by. A process has one time, as it has one `time.monotonic`."""


def now_ms() -> int:
    return PROCESS_CLOCK.now_ms()
