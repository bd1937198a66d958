"""How long a bot seems to think. It depends on the game and the level and on nothing that the bot knows: a
pause tells the others nothing.
"""

from collections.abc import Iterable
from typing import Final
from zlib import crc32

from filon.bots.registry import bots_of

_LONGEST_MS: Final = 60_000
_LEAD_MS: Final = 1_000
"""A bot begins to think so long before its pause ends, or half the table's pause where that is longer."""
LEAST_BEAT_MS: Final = 1_000
"""Unless a host sets another. Longer than nearly every thought: docs/bots.md has the figures."""

_WHILE: Final = 64
"""Entries of the log, about a round of digging."""


def pause_ms(game: str, level: str, base_ms: int, seat: int, sequence: int) -> int:
    """The pause before the decision that arose from entry `sequence`, the same whoever works it out.

    `base_ms` is the table's own pause; a level without a pace keeps to it.
    """
    bots = bots_of(game)
    pace = bots.paces.get(level)
    if pace is None:
        return base_ms
    swing = 0.6 + 0.8 * (crc32(b"%d.%d" % (seat, sequence)) % 1000) / 1000
    tempo = 1 + bots.tempo * (crc32(b"%d:%d" % (seat, sequence // _WHILE)) % 1000 / 500 - 1)
    return min(_LONGEST_MS, round(base_ms * pace * tempo * swing))


def shown_ms(game: str, events: Iterable[object], base_ms: int) -> int:
    """How long what happened takes the stage before anybody's next decision counts as begun."""
    great = bots_of(game).great_moments
    if not great:
        return 0
    pauses = sum(great.get(type(event).__name__, 0.0) for event in events)
    return min(_LONGEST_MS, round(base_ms * pauses))


def begin_ms(base_ms: int, pause: int) -> int:
    """How long after its turn began a bot begins to think: early enough to answer when its pause ends."""
    return max(0, pause - max(_LEAD_MS, base_ms // 2))


def leave_ms(base_ms: int, pause: int, least_beat_ms: int, *, started_ms: int, spent_ms: int) -> int:
    """How long after its turn began a bot's answer leaves, thought about since `started_ms` for `spent_ms`.

    Otherwise a long thought would tell the others that the choice was a close one, and a short one who has
    nothing to choose. Answers leave on a beat, half the table's pause but no less than `least_beat_ms`, the
    first of them when the pause is over. A thought counts as three quarters of a beat unless it took even
    longer: which beat a bot reaches that had to wait for its turn to think then depends on the waiting alone.
    """
    beat = max(least_beat_ms, base_ms // 2)
    first = max(pause, begin_ms(base_ms, pause) + beat)
    late = started_ms + max(spent_ms, beat * 3 // 4) - first
    if late <= 0:
        return first
    return first + -(-late // beat) * beat if beat else first + late
