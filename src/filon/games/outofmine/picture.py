"""The position as text: the own board large, the others small, the stock with its shapes."""

from collections.abc import Iterable, Sequence
from typing import assert_never

from filon.games.contract import Seat
from filon.games.outofmine.boards import Gallery
from filon.games.outofmine.model import (
    ChoosingView,
    Count,
    CountedView,
    FinishedView,
    MineView,
    Options,
    Placed,
    PlacingView,
    ReadyView,
    View,
)
from filon.games.outofmine.outline import beside, large, shape_rows, small
from filon.games.outofmine.pieces import (
    COLOURS,
    FULL_POINTS,
    ROUNDS,
    Colour,
    Find,
    Heap,
    Shape,
    Side,
    Square,
    tile_name,
)


def draw(view: View) -> str:
    lines = [
        f"round {view.round} of {ROUNDS}, {view.board_pile} boards and {view.card_pile} cards in the piles"
    ]
    lines += [
        f"{_named(view, seat)}: {score} points{_by_round(view, seat)}"
        for seat, score in enumerate(view.scores)
    ]
    match view.phase:
        case PlacingView() as placing:
            lines += ["", *_placing(view, placing)]
        case ChoosingView() as choosing:
            lines += [*_last(view), "", *_choosing(view, choosing)]
        case ReadyView() as ready:
            lines += [*_last(view), "", *_ready(view, ready)]
        case CountedView(ready):
            told = " ".join(map(str, ready)) or "nobody yet"
            lines += [*_last(view), "", f"the round is counted; ready to go on: {told}"]
        case FinishedView():
            lines += [*_last(view), "", "the game is over"]
        case _:
            assert_never(view.phase)
    return "\n".join(line.rstrip() for line in lines)


def _named(view: View, seat: int) -> str:
    return f"seat {seat} (you)" if seat == view.seat else f"seat {seat}"


def _by_round(view: View, seat: int) -> str:
    return f" ({' + '.join(str(points[seat]) for points in view.points)})" if view.points else ""


def _choosing(view: View, choosing: ChoosingView) -> Iterable[str]:
    yield "everybody chooses a face of the own board"
    for seat, board in enumerate(choosing.boards):
        faces = [
            [
                f"{side.value}: {gallery.name}{_standing(choosing, Seat(seat), side)}",
                *_empty(view.options, gallery),
            ]
            for side, gallery in ((Side.FRONT, board.front), (Side.BACK, board.back))
        ]
        yield ""
        yield f"{_named(view, seat)}, board {board.board}"
        yield from beside(faces)


def _standing(choosing: ChoosingView, seat: Seat, side: Side) -> str:
    if choosing.chosen.get(seat) is side:
        return " - chosen"
    return " - played last time" if choosing.barred.get(seat) is side else ""


def _ready(view: View, ready: ReadyView) -> Iterable[str]:
    yield "all faces are chosen; waiting for the signal"
    yield ""
    yield from beside(
        [
            [f"{_named(view, seat)}: {gallery.name}", *_empty(view.options, gallery)]
            for seat, gallery in enumerate(ready.galleries)
        ]
    )


def _empty(options: Options, gallery: Gallery) -> Sequence[str]:
    return small(gallery.squares, {}, _elf_letters(options, gallery))


def _placing(view: View, placing: PlacingView) -> Iterable[str]:
    others: list[Sequence[str]] = []
    for seat, shown in enumerate(placing.mines):
        letters = _letters(shown.mine.placed)
        elves = _elf_letters(view.options, shown.gallery)
        title = [f"{_named(view, seat)}: {shown.gallery.name}", *_facts(view.options, shown)]
        if seat == view.seat:
            tiles = _numbers(shown.mine.placed)
            board = large(shown.gallery.squares, tiles, letters, elves, _finds(shown.mine.placed))
            yield from (*title, *board, "")
        else:
            others.append((*title, *small(shown.gallery.squares, letters, elves)))
    yield from beside(others)
    if view.options.elves == "on":
        yield "a small letter on the left of a square: an elf who waits for that colour"
    if view.options.finds == "on":
        yield "a small letter on the right: g(old), s(ilver), w(orm), r(at) on that tile"
    yield "stock"
    for colour in Colour:
        yield from _heaps(colour, [heap for heap in placing.stock if COLOURS[heap.tile.shape] is colour])


def _facts(options: Options, shown: MineView) -> Sequence[str]:
    used = [COLOURS[placed.tile.shape] for placed in shown.mine.placed]
    granted = ", ".join(f"{colour.value} {used.count(colour)}/{n}" for colour, n in shown.card.tiles.items())
    facts = [f"card {shown.mine.card}: {granted}"]
    if options.finds == "on":
        facts.append("finds: " + ", ".join(f"{find.value} {n:+}" for find, n in shown.card.finds.items()))
    if shown.mine.given_up:
        facts.append("has given up")
    facts.append(f"in hand: {'-' if shown.mine.hand is None else tile_name(shown.mine.hand)}")
    if shown.mine.second is not None:
        facts.append(f"in the second hand: {tile_name(shown.mine.second)}")
    return facts


def _elf_letters(options: Options, gallery: Gallery) -> dict[Square, str]:
    if options.elves == "off":
        return {}
    return {elf.square: elf.colour.value[0] for elf in gallery.elves}


def _letters(tiles: Iterable[Placed]) -> dict[Square, str]:
    return {at: COLOURS[placed.tile.shape].value[0].upper() for placed in tiles for at in placed.squares}


def _numbers(tiles: Iterable[Placed]) -> dict[Square, int]:
    return {at: number for number, placed in enumerate(tiles, start=1) for at in placed.squares}


def _finds(tiles: Iterable[Placed]) -> dict[Square, str]:
    return {
        placed.squares[0]: placed.tile.find.value[0] for placed in tiles if placed.tile.find is not Find.PLAIN
    }


def _heaps(colour: Colour, heaps: Sequence[Heap]) -> Sequence[str]:
    """`L4 x3 gs`: three left, one of them with gold and one with silver."""
    blocks: list[Sequence[str]] = [[colour.value]]
    for shape in Shape:
        if COLOURS[shape] is colour:
            same = [heap for heap in heaps if heap.tile.shape is shape]
            total = sum(heap.left for heap in same)
            finds = "".join(
                heap.tile.find.value[0] * heap.left for heap in same if heap.tile.find is not Find.PLAIN
            )
            blocks.append([f"{shape.value} x{total} {finds}".rstrip(), *shape_rows(shape)])
    return beside(blocks)


def _last(view: View) -> Iterable[str]:
    """The count of the latest round, line by line."""
    if view.last is None:
        return
    sheet = view.last.sheet
    yield ""
    caller = "nobody called" if sheet.caller is None else f"seat {sheet.caller} called"
    yield f"count of round {len(view.points)}: {caller}"
    for seat, count in enumerate(sheet.counts):
        yield f"{_named(view, seat)}: {_sum(count)}"
        for removed in count.removed:
            yield f"    taken off: {tile_name(removed.placed.tile)}, {removed.fault}"


def _sum(count: Count) -> str:
    parts = [f"{FULL_POINTS} - {count.empty} empty"]
    for points, word in ((count.call, "for the call"), (count.elves, "elves"), (count.finds, "finds")):
        if points:
            parts.append(f"{'+' if points > 0 else '-'} {abs(points)} {word}")
    return f"{' '.join(parts)} = {count.points}"
