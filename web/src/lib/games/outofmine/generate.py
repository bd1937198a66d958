"""Writes pieces.ts, what the client draws of the box, from the law's own data.

Run as a script it writes the file; with `--check` it only says whether the file is up to date.
"""

import json
import sys
from pathlib import Path
from typing import Any, Final

import msgspec

from filon.games.outofmine.boards import GALLERIES
from filon.games.outofmine.cards import TREASURES
from filon.games.outofmine.geometry import orientations, turned, turned_over
from filon.games.outofmine.pieces import COLOURS, FIGURES, STOCKS, Colour, Find

TARGET: Final = Path(__file__).with_name("pieces.ts")
_HEAD: Final = """\
// Written by generate.py beside it from the Python data. Change that, not this.
import type { Card, Colour, Find, Gallery, Heap, Shape, Side } from '$lib/protocol/outofmine';

/** Row and column, from the top left corner of the tile. */
export type Cell = readonly [row: number, column: number];
/** A way to lie: its cells in reading order; which way it is after a quarter turn, and when turned over. */
export interface Way {
  readonly cells: readonly Cell[];
  readonly turned: number;
  readonly over: number;
}
"""


def _ways() -> dict[str, Any]:
    ways = {}
    for shape, figure in FIGURES.items():
        lying = orientations(figure)
        ways[shape.value] = [
            {"cells": way, "turned": lying.index(turned(way)), "over": lying.index(turned_over(way))}
            for way in lying
        ]
    return ways


def _line(name: str, kind: str, value: Any) -> str:
    plain = json.dumps(msgspec.to_builtins(value, str_keys=True), ensure_ascii=False, separators=(",", ":"))
    return f"// prettier-ignore\nexport const {name}: {kind} = {plain};\n"


def written() -> str:
    parts = (
        _line("COLOURS", "readonly Colour[]", [colour.value for colour in Colour]),
        _line("FINDS", "readonly Find[]", [find.value for find in Find]),
        _line(
            "COLOUR_OF",
            "Readonly<Record<Shape, Colour>>",
            {shape.value: colour.value for shape, colour in COLOURS.items()},
        ),
        _line("WAYS", "Readonly<Record<Shape, readonly Way[]>>", _ways()),
        _line("STOCKS", "Readonly<Record<'off' | 'on', readonly Heap[]>>", STOCKS),
        _line("FACES", "Readonly<Record<number, Readonly<Record<Side, Gallery>>>>", GALLERIES),
        _line("TREASURES", "Readonly<Record<number, Card>>", TREASURES),
    )
    return "\n".join((_HEAD, *parts))


def main() -> int:
    text = written()
    if "--check" in sys.argv[1:]:
        fresh = TARGET.is_file() and TARGET.read_text(encoding="utf-8") == text
        if not fresh:
            sys.stderr.write(f"{TARGET.name} is out of date: run {Path(__file__).name}\n")
        return 0 if fresh else 1
    TARGET.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
