"""Choices, phases and winners of Saboteur's kernel as small numbers."""

from typing import Final

from mypy_extensions import i64

PLACE: Final[i64] = 0
BREAK: Final[i64] = 1
MEND: Final[i64] = 2
ROCKS: Final[i64] = 3
LOOK: Final[i64] = 4
DISCARD: Final[i64] = 5
PASS: Final[i64] = 6
TAKE: Final[i64] = 7
"""The lowest three bits of a code. Above them: the way (5) and the cell; the tool (2) and the target; the
tool (2), the target (4) and the card; the cell; the goal; the card; nothing; the nuggets."""

DIGGING: Final[i64] = 0
SHARING: Final[i64] = 1
FINISHED: Final[i64] = 2

DIGGERS: Final[i64] = 1
THWARTERS: Final[i64] = 2
NOBODY: Final[i64] = 3
"""Who won a round; the thwarters are the saboteurs."""
