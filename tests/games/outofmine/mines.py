"""Mines to start from, drawn: `#` is an empty gallery square, `.` rock, and each small letter a tile.

Tiles are placed in the order of their letters. The drawing is the whole board, 9 by 9.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from filon.games.chance import FastRandom
from filon.games.contract import TABLE, Actor, Seat, play
from filon.games.outofmine import OUTOFMINE
from filon.games.outofmine.boards import ALL_BOARDS, GALLERIES
from filon.games.outofmine.cards import ALL_CARDS, TREASURES
from filon.games.outofmine.geometry import drawn, orientations, settled
from filon.games.outofmine.grid import SQUARES, cell, square
from filon.games.outofmine.model import (
    Action,
    ChooseFace,
    Choosing,
    Event,
    Mine,
    Options,
    Place,
    Placed,
    Placing,
    Signal,
    State,
    Take,
)
from filon.games.outofmine.pieces import (
    FIGURES,
    HEAP_PLACES,
    PILE,
    STOCKS,
    BoardId,
    CardId,
    Colour,
    Find,
    Heap,
    Shape,
    Side,
    Tile,
)

LIVE: Final = Options(referee="live")
FULL_BAT: Final = """
.........
.........
.aa...bb.
.aae.fbb.
.ggeeffc.
...hhd...
.........
.........
.........
"""
"""Two red, two yellow, two green, two blue."""
FULL_CROWN: Final = """
.........
.........
.a..c..b.
.a.ccc.b.
.adddgeb.
..dheee..
.........
.........
.........
"""
"""Three red, two green, two yellow."""
_FIGURE_SHAPES: Final = {way: shape for shape in Shape for way in orientations(FIGURES[shape])}


def face(name: str) -> tuple[BoardId, Side]:
    for board, faces in GALLERIES.items():
        for side, gallery in faces.items():
            if gallery.name == name:
                return board, side
    raise AssertionError(name)


def card(tiles: str) -> CardId:
    """The card with these tiles: `card("2Y 4B 2G 1R")`."""
    initials = {colour.value[0].upper(): colour for colour in Colour}
    wanted = {initials[word[1]]: int(word[0]) for word in tiles.split()}
    return next(number for number, treasure in TREASURES.items() if treasure.tiles == wanted)


def mine(
    name: str,
    drawing: str = "",
    *,
    card: CardId = ALL_CARDS[0],
    finds: Mapping[str, str] | None = None,
    hand: Tile | None = None,
    second: Tile | None = None,
    given_up: bool = False,
) -> Mine:
    """The face called `name` with the tiles of the drawing; `finds` are by letter."""
    board, side = face(name)
    tiles: dict[str, list[tuple[int, int]]] = {}
    for row, line in enumerate(drawing.split()):
        for column, mark in enumerate(line):
            if mark.isalpha():
                tiles.setdefault(mark, []).append((row, column))
    if drawing:
        gallery = {cell(at) for at in GALLERIES[board][side].squares}
        covered = {at for cells in tiles.values() for at in cells}
        empty = {at for at in drawn(drawing) if at not in covered}
        assert empty == gallery - covered, "the drawing is of another gallery"
    placed = tuple(
        Placed(
            Tile(_FIGURE_SHAPES[settled(cells)], Find((finds or {}).get(letter, "plain"))),
            tuple(square(at) for at in cells),
        )
        for letter, cells in sorted(tiles.items())
    )
    return Mine(board, side, card, placed, hand, second, given_up)


def at_work(*mines: Mine, options: Options | None = None, number: int = 1) -> State:
    """A round in which these mines are being worked; everything else lies where it belongs."""
    options = options or Options()
    left = [heap.left for heap in STOCKS[options.finds]]
    for one in mines:
        held = [tile for tile in (one.hand, one.second) if tile is not None]
        for tile in (*(placed.tile for placed in one.placed), *held):
            left[HEAP_PLACES[options.finds][tile]] -= 1
    assert min(left) >= 0, "there are not so many tiles"
    boards = tuple(one.board for one in mines)
    rest = tuple(board for board in ALL_BOARDS if board not in boards)
    gone = number - 1
    cards = [number for number in ALL_CARDS if number not in {one.card for one in mines}]
    used = gone * len(mines)
    return State(
        options=options,
        round=number,
        scores=(0,) * len(mines),
        boards=boards,
        phase=Placing(
            mines, tuple(Heap(heap.tile, n) for heap, n in zip(STOCKS[options.finds], left, strict=True))
        ),
        board_pile=rest[gone:PILE],
        box=rest[PILE:],
        card_pile=tuple(cards[used:]),
        boards_left=rest[:gone],
        cards_used=tuple(cards[:used]),
        points=((0,) * len(mines),) * gone,
    )


def done(state: State, actor: Actor | int, *actions: Action, seed: int = 0) -> State:
    """The state after these actions of one actor."""
    for action in actions:
        state, _ = play(OUTOFMINE, state, _actor(actor), action, FastRandom(seed))
    return state


def events(state: State, actor: Actor | int, action: Action, seed: int = 0) -> Sequence[Event]:
    """On into the next round, if the action ends one."""
    return play(OUTOFMINE, state, _actor(actor), action, FastRandom(seed))[1]


def _actor(actor: Actor | int) -> Actor:
    return Seat(actor) if isinstance(actor, int) else actor


def happened(events: Sequence[Event], kind: type) -> bool:
    return any(isinstance(event, kind) for event in events)


def started(seats: int = 2, options: Options | None = None, seed: int = 1) -> State:
    """A new game in which everybody plays the front, just after the signal."""
    state = OUTOFMINE.deal(seats, options or Options(), FastRandom(seed))
    for seat in range(seats):
        state = done(state, seat, ChooseFace(Side.FRONT))
    return done(state, TABLE, Signal())


def take(tile: str) -> Take:
    action = OUTOFMINE.read(f"take {tile}")
    assert isinstance(action, Take)
    return action


def place(squares: str) -> Place:
    return Place(tuple(SQUARES[name] for name in squares.split()))


def work(state: State) -> Placing:
    assert isinstance(state.phase, Placing)
    return state.phase


def choosing(state: State) -> Choosing:
    assert isinstance(state.phase, Choosing)
    return state.phase


def left(state: State, tile: str) -> int:
    """How many of these lie in the stock."""
    wanted = take(tile).tile
    return next(heap.left for heap in work(state).stock if heap.tile == wanted)


def legal(state: State, actor: Actor | int) -> Sequence[Action]:
    return OUTOFMINE.legal_actions(state, _actor(actor))


def words(state: State, actor: Actor | int) -> list[str]:
    """The legal actions in notation."""
    return [OUTOFMINE.write(action) for action in legal(state, actor)]
