"""Frames read by themselves say what the library would have said, or nothing."""

import os

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode
from websockets.protocol import Protocol as WebSocket
from websockets.protocol import Side, State

from filon.server.websocket.frames import size_of, whole_text
from tests.server.test_fuzz import frame as masked_frame

MOST = 300
TEXTS = st.binary(max_size=MOST + 10) | st.sampled_from(
    [b"x" * size for size in (0, 1, 125, 126, 127, MOST, MOST + 1)]
)


def read_by_the_library(data: bytes) -> list[Frame]:
    protocol = WebSocket(Side.SERVER, state=State.OPEN, max_size=MOST)
    protocol.receive_data(data)
    return [event for event in protocol.events_received() if isinstance(event, Frame)]


@given(TEXTS)
def test_a_whole_text_is_read_as_the_library_reads_it(text: bytes) -> None:
    data = masked_frame(text)
    read = whole_text(data, MOST)
    if len(text) > MOST:
        assert read is None
    else:
        assert read == text
        (received,) = read_by_the_library(data)
        assert received.data == text
        assert size_of(received) == len(data)


@given(st.binary(max_size=40) | TEXTS.map(masked_frame), st.integers(0, 30), st.integers(0, 30))
def test_what_is_not_exactly_one_is_left_to_the_library(data: bytes, cut: int, more: int) -> None:
    data = data[: len(data) - cut] + os.urandom(more)
    read = whole_text(data, MOST)
    if read is not None:
        (received,) = read_by_the_library(data)
        assert (received.opcode, received.fin, received.data) == (Opcode.TEXT, True, read)


@pytest.mark.parametrize(
    "data",
    [
        masked_frame(b"hello", masked=False),
        masked_frame(b"hello", final=False),
        masked_frame(b"hello", opcode=2),
        masked_frame(b"hello", opcode=9),
        masked_frame(b"hello", reserved=4),
        masked_frame(b"hello") * 2,
        masked_frame(b"x" * 70_000),
        bytes((0x81, 0x80 | 126, 0, 5)) + bytes(4) + b"hello",
        bytes((0x81, 5)) + bytes(4 + 0x85),
    ],
    ids=[
        "unmasked",
        "in parts",
        "binary",
        "ping",
        "reserved bits",
        "two",
        "long",
        "long way to say a length",
        "unmasked with more behind",
    ],
)
def test_any_other_shape_is_left_to_the_library(data: bytes) -> None:
    assert whole_text(data, 100_000) is None
