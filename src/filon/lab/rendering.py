"""A position's text as a picture: every frame of one size, so that films can be made of them."""

from functools import cache
from textwrap import wrap
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from filon.lab import font

Picture: TypeAlias = NDArray[np.uint8]

MARGIN: Final = 6
COLUMNS, ROWS = 300, 80
"""Characters on a picture. A text that takes no more than half of both is drawn twice as large."""
SHAPE: Final = (ROWS * font.HEIGHT + 2 * MARGIN, COLUMNS * font.WIDTH + 2 * MARGIN, 3)

_PAPER: Final = (24, 26, 31)
_INK: Final = (226, 224, 214)
_INKS: Final = {
    **dict.fromkeys("─│┌┐└┘├┤┬┴┼", (142, 148, 162)),
    **dict.fromkeys("═║╔╗╚╝╠╣╦╩╬", (238, 192, 104)),
    **dict.fromkeys("░▒▓", (104, 92, 80)),
    **dict.fromkeys("▀▄█", (206, 118, 84)),
    **dict.fromkeys("▴▾", (120, 200, 130)),
    **dict.fromkeys("♟", (112, 184, 250)),
    **dict.fromkeys("·", (150, 150, 140)),
}


def picture(text: str) -> Picture:
    """What does not fit is left out, and the last line says so."""
    lines = _fitted(text.split("\n"), COLUMNS // 2)
    scale = 2
    if len(lines) > ROWS // 2 or max(map(len, lines)) > COLUMNS // 2:
        lines, scale = _fitted(text.split("\n"), COLUMNS), 1
    rows = ROWS // scale
    if len(lines) > rows:
        lines = [*lines[: rows - 1], f"({len(lines) - rows + 1} more lines)"]
    shown = np.empty(SHAPE, np.uint8)
    shown[:] = _PAPER
    for place, line in enumerate(lines):
        top = MARGIN + place * font.HEIGHT * scale
        drawn = _drawn(line[: COLUMNS // scale]).repeat(scale, 0).repeat(scale, 1)
        shown[top : top + drawn.shape[0], MARGIN : MARGIN + drawn.shape[1]] = drawn
    return shown


def _fitted(lines: list[str], most: int) -> list[str]:
    """Sentences are broken where they are too long; what is drawn in columns is not."""
    fitted = []
    for line in lines:
        sentence = line.isascii() and "  " not in line
        fitted += wrap(line, most, subsequent_indent="  ") if sentence and len(line) > most else [line]
    return fitted


def _drawn(line: str) -> Picture:
    if not line:
        return np.empty((font.HEIGHT, 0, 3), np.uint8)
    return np.concatenate([_tile(character) for character in line], axis=1)


@cache
def _tile(character: str) -> Picture:
    tile = np.empty((font.HEIGHT, font.WIDTH, 3), np.uint8)
    tile[:] = _PAPER
    tile[font.glyph(character)] = _INKS.get(character, _INK)
    return tile
