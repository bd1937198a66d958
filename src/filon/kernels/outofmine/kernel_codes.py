"""Actions of Out of Mine! as codes: a kind, and what it is about (a side, heap, lay, square or seat)."""

from typing import Final

from mypy_extensions import i64

KIND_BITS: Final[i64] = 13
KIND: Final[i64] = 8192
"""A code is its kind times this, and what it is about."""
CHOOSE_FACE: Final[i64] = 0
TAKE: Final[i64] = 1
PLACE: Final[i64] = 2
PUT_BACK: Final[i64] = 3
SWAP: Final[i64] = 4
PICK_UP: Final[i64] = 5
TAKE_OFF: Final[i64] = 6
CALL: Final[i64] = 7
GIVE_UP: Final[i64] = 8
SIGNAL: Final[i64] = 9
TIME_UP: Final[i64] = 10
AWAY: Final[i64] = 11
PLACE_SECOND: Final[i64] = 12
PUT_BACK_SECOND: Final[i64] = 13
