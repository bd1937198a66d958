"""How a person plays Out of Mine! in the browser: reads face, card and stock, and lays tiles that fill it."""

import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from playwright.sync_api import FloatRect, Page, expect

from filon.games.outofmine.boards import GALLERIES
from filon.games.outofmine.geometry import orientations, settled, turned, turned_over
from filon.games.outofmine.grid import cell, square
from filon.games.outofmine.packing import packer
from filon.games.outofmine.pieces import BOARD_SPAN, FIGURES, Colour, Shape, Square
from tests.web.conftest import Visit
from tests.web.fingers import drawn, fingers, middle_of
from tests.web.house import PATIENCE_MS, Visitor

_FACES: Final = {
    gallery.name: (board, side) for board, faces in GALLERIES.items() for side, gallery in faces.items()
}
_SHAPES: Final = tuple(Shape)
_SIGNAL_MS: Final = 30_000
COUNTDOWN_MS: Final = 150
_MOTIONS: Final = """async ([table, count, patience]) => {
    const ofTiles = ({ type }) => type.startsWith('Tile');
    const until = performance.now() + patience;
    for (;;) {
        const { entries } = await (await fetch(`/api/tables/${table}/log?limit=100`)).json();
        const played = entries.flatMap(({ events }) => events.filter(({ type }) => type === 'Played'));
        const done = played.flatMap(({ events }) => events.filter(ofTiles)).map(({ type }) => type.slice(4));
        if (done.length >= count || performance.now() > until) return done;
    }
}"""
ABOVE_FINGER: Final = 0.9
"""In squares: so far above a finger the tile floats."""


class Lay(NamedTuple):
    shape: str
    squares: list[int]

    @property
    def way(self) -> int:
        """Its number among the ways the tile can lie, which are numbered alike on both sides."""
        cells = settled(cell(Square(at)) for at in self.squares)
        return orientations(FIGURES[Shape(self.shape)]).index(cells)

    @property
    def box(self) -> tuple[int, int, int, int]:
        """Top, left, bottom and right, in squares."""
        rows = [at // BOARD_SPAN for at in self.squares]
        columns = [at % BOARD_SPAN for at in self.squares]
        return min(rows), min(columns), max(rows) + 1, max(columns) + 1


def start(visitor: Visitor) -> Page:
    page = visitor.page
    page.locator(".start .main").click()
    page.wait_for_selector("[data-phase=choosing]")
    return page


def choose(page: Page) -> None:
    """The first face that may be chosen."""
    page.wait_for_selector("[data-phase=choosing]")
    page.locator("[data-side]:not([aria-disabled=true])").first.click()


def go_on(*pages: Page) -> None:
    """From a count that has been told, as everybody at the table must."""
    for page in pages:
        page.wait_for_selector("[data-phase=counted] [data-stage=total]")
        page.get_by_role("button", name=re.compile("^(Go on|Continuer)$")).click()


def wait_for_signal(*pages: Page) -> None:
    for page in pages:
        page.wait_for_selector("[data-phase=placing]", timeout=_SIGNAL_MS)


def pair(visit: Visit, **options: object) -> tuple[Visitor, Visitor]:
    """Ada at a laptop and Bruno with a phone, digging together, nobody else at the table."""
    ada, bruno = visit().named("Ada"), visit(size="phone", locale="fr-FR", theme="light").named("Bruno")
    dig(ada, bruno, **options)
    return ada, bruno


def open_mine(ada: Visitor, **settings: object) -> dict[str, Any]:
    """A table for two that waits for both of them after each count."""
    settings = {"countdown_ms": COUNTDOWN_MS, "intermission_s": 600, **settings}
    return ada.open_table("outofmine", 2, **settings)


def dig(ada: Visitor, bruno: Visitor, **options: object) -> dict[str, Any]:
    table = open_mine(ada, options=options)
    bruno.go(f"/t/{table['code']}")
    expect(ada.page.get_by_text("Bruno", exact=True)).to_be_visible()
    start(ada)
    for page in (ada.page, bruno.page):
        choose(page)
    wait_for_signal(ada.page, bruno.page)
    return table


def expect_motions(page: Page, table: dict[str, Any], *wanted: str) -> None:
    """These were done with tiles at this table, by the server's own log, and nothing else."""
    assert page.evaluate(_MOTIONS, [table["id"], len(wanted), PATIENCE_MS]) == list(wanted)


def give_up(page: Page) -> None:
    for _ in range(2):
        page.locator(".give").click()


def filling(page: Page) -> list[Lay]:
    """Tiles that fill this player's gallery to the last square, from what lies in the stock now."""
    board, side = _FACES[page.locator("[data-face]").get_attribute("data-face") or ""]
    granted = {
        each.get_attribute("data-colour"): int(each.get_attribute("data-granted") or 0)
        for each in page.locator(".bench [data-colour]").all()
    }
    stock = [int(page.locator(f"[data-shape={shape.value}] .left").inner_text()) for shape in _SHAPES]
    found = packer(board, side).fill_one([granted.get(colour.value, 0) for colour in Colour], stock)
    assert found is not None, "the solver knows a way for every face and card"
    return [Lay(_SHAPES[number].value, sorted(square(at) for at in cells)) for number, cells in found]


def expect_tiles(page: Page, *tiles: tuple[str, str]) -> None:
    """These and no others are drawn on this player's board."""
    drawn = page.locator(".bench [data-tile]")
    expect(drawn).to_have_count(len(tiles))
    for shape, squares in tiles:
        expect(page.locator(f".bench [data-tile={shape}][data-squares='{squares}']")).to_have_count(1)


def as_drawn(lay: Lay) -> tuple[str, str]:
    return lay.shape, ",".join(map(str, lay.squares))


def face(page: Page) -> FloatRect:
    box = page.locator("[data-face]").bounding_box()
    assert box is not None
    return box


def middle(page: Page, at: int) -> tuple[float, float]:
    """The middle of this square of one's own face."""
    board = face(page)
    unit = board["width"] / 9
    return board["x"] + (at % 9 + 0.5) * unit, board["y"] + (at // 9 + 0.5) * unit


def push(page: Page, start: int, end: int) -> None:
    """Whatever lies on one square is drawn to another by the mouse."""
    page.mouse.move(*middle(page, start))
    page.mouse.down()
    page.mouse.move(*middle(page, end), steps=5)
    page.mouse.up()


def slide(page: Page, start: int, lay: Lay) -> None:
    """What lies on a square is drawn to others by a finger, above which it floats."""
    board = face(page)
    unit = board["width"] / BOARD_SPAN
    _, left, bottom, right = lay.box
    x, y = middle(page, start)
    drawn(
        page,
        (x, y),
        (x, y + 30),
        (board["x"] + (left + right) / 2 * unit, board["y"] + (bottom + ABOVE_FINGER) * unit),
    )


def keys_between(shape: str, start: int, end: int) -> Iterator[str]:
    """R and F that turn the tile from one way to lie to another."""
    ways = orientations(FIGURES[Shape(shape)])
    for flips in (0, 1):
        way = ways[start]
        for _ in range(flips):
            way = turned_over(way)
        for turns in range(4):
            if ways.index(way) == end:
                yield from "f" * flips + "r" * turns
                return
            way = turned(way)
    raise AssertionError("every way can be reached")


def turn_to(page: Page, lay: Lay) -> None:
    held = page.locator("[data-held]")
    expect(held).to_have_attribute("data-held", lay.shape)
    for key in keys_between(lay.shape, int(held.get_attribute("data-way") or 0), lay.way):
        page.keyboard.press(key)
    expect(held).to_have_attribute("data-way", str(lay.way))


def drag(page: Page, lay: Lay, *, release: bool = True) -> None:
    """With the mouse, out of the stock onto its squares."""
    x, y = middle_of(page.locator(f"[data-shape={lay.shape}]"))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 20, steps=3)
    turn_to(page, lay)
    board = face(page)
    unit = board["width"] / BOARD_SPAN
    top, left, bottom, right = lay.box
    page.mouse.move(
        board["x"] + (left + right) / 2 * unit, board["y"] + (top + bottom) / 2 * unit + unit / 5, steps=4
    )
    expect(page.locator(".ghost")).to_have_count(len(lay.squares))
    if release:
        page.mouse.up()


def touch(page: Page, lay: Lay) -> None:
    """With a finger: a touch takes the tile, the buttons at it turn it, and it is drawn to its place."""
    page.locator(f"[data-shape={lay.shape}]").tap()
    held = page.locator("[data-held]")
    expect(held).to_have_attribute("data-held", lay.shape)
    names = {"r": r"Turn|Tourner", "f": r"Turn over|Retourner"}
    for key in keys_between(lay.shape, int(held.get_attribute("data-way") or 0), lay.way):
        page.locator(".tools button").filter(has_text=_exactly(names[key])).tap()
    expect(held).to_have_attribute("data-way", str(lay.way))
    box, board = page.locator("[data-held]").bounding_box(), face(page)
    assert box is not None
    unit = board["width"] / BOARD_SPAN
    row, column = _cell_of(lay)
    _, left, bottom, right = lay.box
    points = [
        (box["x"] + (column + 0.5) * unit, box["y"] + (row + 0.5) * unit),
        (box["x"] + (column + 0.5) * unit, box["y"] + (row + 0.5) * unit + 30),
        (
            board["x"] + (left + right) / 2 * unit,
            board["y"] + (bottom + ABOVE_FINGER) * unit,
        ),
    ]
    with fingers(page) as hand:
        hand.down(points[0])
        for point in points[1:]:
            hand.slide(point, steps=2)
        expect(page.locator(".ghost")).to_have_count(len(lay.squares))
        hand.up()


def pointed_out(page: Page) -> Lay:
    """The tile in hand, and the squares that a hint would have it lie on."""
    expect(page.locator(".hint[data-square]").first).to_be_visible()
    glowing = page.locator(".hint[data-square]").all()
    shape = page.locator("[data-held]").get_attribute("data-held") or ""
    return Lay(shape, sorted(int(each.get_attribute("data-square") or 0) for each in glowing))


def lay_down(page: Page, lay: Lay) -> None:
    """The tile in hand, with the mouse, onto its squares."""
    turn_to(page, lay)
    held, board = page.locator("[data-held]").bounding_box(), face(page)
    assert held is not None
    unit = board["width"] / BOARD_SPAN
    row, column = _cell_of(lay)
    top, left, _, _ = lay.box
    x, y = held["x"] + (column + 0.5) * unit, held["y"] + (row + 0.5) * unit
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 30)  # it may hover over its place already, and a tap would turn it
    page.mouse.move(board["x"] + (left + column + 0.5) * unit, board["y"] + (top + row + 0.5) * unit, steps=4)
    expect(page.locator(".ghost")).to_have_count(len(lay.squares))
    page.mouse.up()


def _exactly(pattern: str) -> "re.Pattern[str]":
    return re.compile(rf"^\s*({pattern})\s*$")


def _cell_of(lay: Lay) -> tuple[int, int]:
    """A cell of the tile, to put a finger on: its box may be hollow."""
    return orientations(FIGURES[Shape(lay.shape)])[lay.way][0]


HELD_AT = """(span) => new Promise((told) => requestAnimationFrame(() => requestAnimationFrame(() => {
    const held = document.querySelector('[data-held]').getBoundingClientRect()
    const face = document.querySelector('[data-face]').getBoundingClientRect()
    const unit = face.width / span
    told([Math.round((held.y - face.y) / unit), Math.round((held.x - face.x) / unit)])
})))"""
"""The tile follows the board a frame later when the page moves: both are read at once, and not in between."""


def by_keys(page: Page, lay: Lay) -> None:
    """From the stock, which has the focus, to its squares; the focus comes back to the stock."""
    page.keyboard.press("Home")
    for _ in range(_SHAPES.index(Shape(lay.shape))):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(".mover")).to_be_focused()
    turn_to(page, lay)
    top, left, _, _ = lay.box
    row, column = page.evaluate(HELD_AT, BOARD_SPAN)
    for _ in range(abs(top - row)):
        page.keyboard.press("ArrowDown" if top > row else "ArrowUp")
    for _ in range(abs(left - column)):
        page.keyboard.press("ArrowRight" if left > column else "ArrowLeft")
    page.keyboard.press("Enter")
    expect(page.locator(f"[data-shape={lay.shape}]")).to_be_focused()
