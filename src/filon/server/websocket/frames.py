"""Frames on their way out, the plainest of those that come in, and why connections end.

What comes in is read by the `websockets` package's protocol without I/O, but for the one shape that nearly
all commands have. What goes out is framed here, because one frame is made for many viewers and written to
each as it is.
"""

import zlib
from enum import IntEnum
from struct import Struct
from typing import Final

from websockets.frames import Frame

try:
    from websockets.speedups import apply_mask
except ImportError:  # where it was built without a compiler
    from websockets.utils import apply_mask

_MASKED: Final = 0x80
_MASK_BYTES: Final = 4
_WHOLE_TEXT: Final = 0x81
_WHOLE_BINARY: Final = 0x82
_SHORT: Final = 125
_TWO_BYTES: Final = 126
_EIGHT_BYTES: Final = 127
_EFFORT: Final = 3
_short_head: Final = Struct(">BB").pack
_head: Final = Struct(">BBH").pack
_long_head: Final = Struct(">BBQ").pack


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


def frame(payload: bytes, opcode: int = _WHOLE_TEXT) -> bytes:
    """One whole frame, unmasked as a server's are; of text, unless said otherwise."""
    length = len(payload)
    if length <= _SHORT:
        return _short_head(opcode, length) + payload
    if length < 1 << 16:
        return _head(opcode, _TWO_BYTES, length) + payload
    return _long_head(opcode, _EIGHT_BYTES, length) + payload


def deflated(payload: bytes) -> bytes:
    """One whole binary frame that holds the payload as raw deflate.

    Of the one long message of a connection only. The extension of RFC 7692 would have every browser deflate
    each short command too, which costs the server more to read than the command itself.
    """
    press = zlib.compressobj(_EFFORT, zlib.DEFLATED, -zlib.MAX_WBITS)
    return frame(press.compress(payload) + press.flush(), _WHOLE_BINARY)


def whole_text(data: bytes, most: int) -> bytes | None:
    """What `data` says if it is exactly one text frame of a client, whole, and of at most so many bytes.

    None says nothing: it may be half a frame, two, another kind, too long or wrong.
    """
    if len(data) < 2 + _MASK_BYTES or data[0] != _WHOLE_TEXT:
        return None
    length, at = data[1] ^ _MASKED, 2
    if length == _TWO_BYTES:
        length, at = int.from_bytes(data[2:4], "big"), 4
        if length <= _SHORT:
            return None
    if length > most or len(data) != at + _MASK_BYTES + length or data[1] < _MASKED:
        return None
    return apply_mask(data[at + _MASK_BYTES :], data[at : at + _MASK_BYTES])


def size_of(received: Frame) -> int:
    """The bytes that a client's frame took, unless it wrote its length the long way without need."""
    length = len(received.data)
    extra = 0 if length <= _SHORT else 2 if length < 1 << 16 else 8
    return 2 + extra + _MASK_BYTES + length
