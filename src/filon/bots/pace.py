"""How long a bot seems to think. It depends on the game and the level and on nothing that the bot knows: a
pause tells the others nothing.
"""

from collections.abc import Mapping
from typing import Final
from zlib import crc32

_PACES: Final[Mapping[str, Mapping[str, float]]] = {
    "easy": {"saboteur": 2.6, "diamant": 1.8, "labyrinth": 2.0, "outofmine": 8.8},
    "normal": {"saboteur": 2.2, "diamant": 2.2, "labyrinth": 1.7, "outofmine": 5.0},
    "hard": {"saboteur": 2.4, "diamant": 2.4, "labyrinth": 1.7, "outofmine": 4.3},
}
"""In pauses of the table. Laying a card takes a look at the maze, a turn in the castle has three decisions,
and in the mine everybody digs at once: a full gallery takes about fourteen motions of the hands.
"""
_LONGEST_MS: Final = 60_000


def pause_ms(game: str, level: str, base_ms: int, seat: int, sequence: int) -> int:
    """The pause before the decision that arose from entry `sequence`, the same whoever works it out.

    `base_ms` is the table's own pause; a level without a pace keeps to it.
    """
    pace = _PACES.get(level, {}).get(game)
    if pace is None:
        return base_ms
    swing = 0.6 + 0.8 * (crc32(b"%d.%d" % (seat, sequence)) % 1000) / 1000
    return min(_LONGEST_MS, round(base_ms * pace * swing))


def rest_ms(spent_ms: int, base_ms: int) -> int:
    """How long a bot that has thought for a while holds its answer back: answers come on the beat.

    Otherwise a long thought would tell the others that the choice was a close one. A beat is half the table's
    pause, longer than thinking takes.
    """
    beat = base_ms // 2
    return -spent_ms % beat if beat else 0
