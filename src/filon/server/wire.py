"""Frames on their way out, and why connections end.

What comes in is read by the `websockets` package's protocol without I/O. What goes out is framed here,
because one frame is made for many viewers and written to each as it is.
"""

from enum import IntEnum
from typing import Final

_WHOLE_TEXT: Final = 0x81
_SHORT: Final = 125
_TWO_BYTES: Final = 126
_EIGHT_BYTES: Final = 127


class Close(IntEnum):
    """The codes of RFC 6455; 4000 and above are Filon's own, made like those of HTTP."""

    NORMAL = 1000
    GOING_AWAY = 1001
    UNSUPPORTED = 1003
    BAD_TEXT = 1007
    FAULT = 1011
    RESTART = 1012
    UNAUTHORIZED = 4401
    FORBIDDEN = 4403
    NOT_FOUND = 4404
    SILENT = 4408
    TOO_MANY = 4429


def frame(payload: bytes) -> bytes:
    """One whole text frame, unmasked as a server's are."""
    length = len(payload)
    if length <= _SHORT:
        return bytes((_WHOLE_TEXT, length)) + payload
    if length < 1 << 16:
        return bytes((_WHOLE_TEXT, _TWO_BYTES)) + length.to_bytes(2, "big") + payload
    return bytes((_WHOLE_TEXT, _EIGHT_BYTES)) + length.to_bytes(8, "big") + payload
