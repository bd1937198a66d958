"""What a seat sees of Out of Mine! in numbers, as `filon.lab.outofmine.encoding` lays them out.

A row is written whole when another seat decides, a round begins or the table has acted. In between only the
seat that decides changes anything, and only that is written.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, mypyc_attr, u8

from filon.games.outofmine.boards import GALLERIES
from filon.games.outofmine.cards import ALL_CARDS
from filon.games.outofmine.grid import LAYS
from filon.games.outofmine.pieces import BOARD_SPAN, Colour, Shape, Side
from filon.kernels.outofmine.kernel import CHOOSING, PLACING, OutOfMineKernel, Rules
from filon.kernels.outofmine.kernel_codes import KIND, PICK_UP, PLACE, PLACE_SECOND, TAKE_OFF
from filon.kernels.outofmine.kernel_mine import Mine
from filon.kernels.outofmine.kernel_tables import COLOUR_COUNT, FIND_COUNT, TABLES, Tables

SQUARES: Final[i64] = BOARD_SPAN * BOARD_SPAN
BOARDS: Final[i64] = len(GALLERIES)
CARDS: Final[i64] = len(ALL_CARDS)
ROUNDS: Final[i64] = 7
FACES: Final[i64] = 2
HANDS: Final[i64] = 2
MOST_SQUARES: Final[i64] = 5
"""Of a tile."""
PHASE: Final[i64] = 0
ROUND: Final[i64] = 1
SCORES: Final[i64] = 2


@mypyc_attr(allow_interpreted_subclasses=False)
class Drawings:
    """What a board and a tile look like in a row."""

    def __init__(self, *, elves: bool) -> None:
        self.ground: vec[u8] = vec[u8]([u8(0)] * (2 * SQUARES))
        """By face: twice the board's number, and one more for its back."""
        colours = tuple(Colour)
        for faces in GALLERIES.values():
            for side in Side:
                ground = [0] * (BOARD_SPAN * BOARD_SPAN)
                for square in faces[side].squares:
                    ground[square] = 1
                if elves:
                    for elf in faces[side].elves:
                        ground[elf.square] = 2 + colours.index(elf.colour)
                for code in ground:
                    self.ground = append(self.ground, u8(code))
        self.lay_squares: vec[u8] = vec[u8]()
        """By lay, MOST_SQUARES for each."""
        self.lay_sizes: vec[u8] = vec[u8]()
        for shape in Shape:
            for squares in LAYS[shape]:
                self.lay_sizes = append(self.lay_sizes, u8(len(squares)))
                for at in range(MOST_SQUARES):
                    self.lay_squares = append(self.lay_squares, u8(squares[at] if at < len(squares) else 0))


_DRAWINGS: Final = [Drawings(elves=False), Drawings(elves=True)]


@mypyc_attr(allow_interpreted_subclasses=False)
class Rows:
    """`observations` has a row for each game."""

    def __init__(self, seats: i64, rules: Rules, games: i64) -> None:
        self.seats: i64 = seats
        self.with_finds: bool = rules.finds
        self.tables: Tables = TABLES[1 if rules.finds else 0]
        self.drawings: Drawings = _DRAWINGS[1 if rules.elves else 0]
        self.points: i64 = SCORES + seats
        self.boards: i64 = self.points + ROUNDS * seats
        self.boards_left: i64 = self.boards + seats
        self.cards_used: i64 = self.boards_left + BOARDS
        self.barred: i64 = self.cards_used + CARDS
        self.sides: i64 = self.barred + seats
        self.faces: i64 = self.sides + seats
        self.cards: i64 = self.faces + seats * FACES * SQUARES
        self.colours: i64 = self.cards + seats * COLOUR_COUNT
        self.order: i64 = self.colours + seats * SQUARES
        self.hands: i64 = self.order + seats * SQUARES
        self.given_up: i64 = self.hands + seats * HANDS
        self.stock: i64 = self.given_up + seats
        self.card_finds: i64 = self.stock + len(self.tables.stock)
        self.finds: i64 = self.card_finds + seats * (FIND_COUNT - 1)
        self.size: i64 = self.finds + seats * SQUARES if rules.finds else self.card_finds
        self.observations: vec[i16] = vec[i16]([i16(0)] * (games * self.size))

    def see(self, game: i64, kernel: OutOfMineKernel, actor: i64) -> None:
        """The whole row."""
        row = self.observations
        begin: i64 = game * self.size
        for at in range(begin, begin + self.size):
            row[at] = 0
        row[begin + PHASE] = i16(kernel.phase)
        row[begin + ROUND] = i16(kernel.round)
        for board in kernel.boards_left:
            row[begin + self.boards_left + board - 1] = 1
        for card in kernel.cards_used:
            row[begin + self.cards_used + card - 1] = 1
        seats: i64 = self.seats
        counted: i64 = kernel.round - 1
        seat: i64 = actor
        for place in range(seats):
            row[begin + SCORES + place] = i16(kernel.scores[seat])
            for number in range(counted):
                row[begin + self.points + number * seats + place] = i16(kernel.points[number * seats + seat])
            row[begin + self.boards + place] = i16(kernel.boards[seat])
            if kernel.phase == CHOOSING:
                row[begin + self.barred + place] = i16(kernel.barred[seat])
                row[begin + self.sides + place] = i16(kernel.chosen[seat])
                self._draw_face(begin, place, kernel.boards[seat], 0)
                self._draw_face(begin, place, kernel.boards[seat], 1)
            else:
                self._see_mine(begin, place, kernel.mines[seat])
            seat += 1
            if seat == seats:
                seat = 0
        self._see_stock(begin, kernel)

    def see_work(self, game: i64, kernel: OutOfMineKernel, actor: i64, code: i64) -> None:
        """What this seat's own action has changed, where it still is the one to decide and at work."""
        begin: i64 = game * self.size
        kind: i64 = code // KIND
        mine = kernel.mines[actor]
        self._see_hands(begin, 0, mine)
        if kind in (PLACE, PLACE_SECOND):
            self._draw_tile(begin, 0, mine, len(mine.lays) - 1)
            return  # the stock is as it was
        if kind in (PICK_UP, TAKE_OFF):
            self._clear_tiles(begin)
            for number in range(len(mine.lays)):
                self._draw_tile(begin, 0, mine, number)
        self._see_stock(begin, kernel)

    def _see_stock(self, begin: i64, kernel: OutOfMineKernel) -> None:
        """All tiles are there while faces are chosen."""
        row = self.observations
        stock = kernel.stock if kernel.phase == PLACING else self.tables.stock
        for heap in range(len(stock)):
            row[begin + self.stock + heap] = i16(stock[heap])

    def _draw_face(self, begin: i64, place: i64, board: i64, side: i64) -> None:
        row = self.observations
        ground = self.drawings.ground
        face: i64 = (2 * board + side) * SQUARES
        at: i64 = begin + self.faces + (FACES * place + side) * SQUARES
        for square in range(SQUARES):
            row[at + square] = i16(ground[face + square])

    def _see_mine(self, begin: i64, place: i64, mine: Mine) -> None:
        row = self.observations
        tables = self.tables
        row[begin + self.sides + place] = i16(mine.side + 1)
        self._draw_face(begin, place, mine.board, mine.side)
        for colour in range(COLOUR_COUNT):
            granted: i64 = tables.card_tiles[mine.card * COLOUR_COUNT + colour]
            row[begin + self.cards + place * COLOUR_COUNT + colour] = i16(granted)
        if self.with_finds:
            for find in range(1, FIND_COUNT):
                worth: i64 = tables.card_finds[mine.card * FIND_COUNT + find]
                row[begin + self.card_finds + place * (FIND_COUNT - 1) + find - 1] = i16(worth)
        row[begin + self.given_up + place] = 1 if mine.given_up else 0
        self._see_hands(begin, place, mine)
        for number in range(len(mine.lays)):
            self._draw_tile(begin, place, mine, number)

    def _see_hands(self, begin: i64, place: i64, mine: Mine) -> None:
        at: i64 = begin + self.hands + place * HANDS
        self.observations[at] = i16(mine.hand + 1)
        self.observations[at + 1] = i16(mine.second + 1)

    def _draw_tile(self, begin: i64, place: i64, mine: Mine, number: i64) -> None:
        row = self.observations
        squares = self.drawings.lay_squares
        lay: i64 = mine.lays[number]
        heap: i64 = mine.heaps[number]
        colour: i64 = self.tables.heap_colour[heap] + 1
        find: i64 = self.tables.heap_find[heap]
        board: i64 = begin + place * SQUARES
        for at in range(i64(self.drawings.lay_sizes[lay])):
            square: i64 = board + i64(squares[lay * MOST_SQUARES + at])
            row[self.colours + square] = i16(colour)
            row[self.order + square] = i16(number + 1)
            if self.with_finds:
                row[self.finds + square] = i16(find)

    def _clear_tiles(self, begin: i64) -> None:
        """Of the seat that decides."""
        row = self.observations
        for square in range(SQUARES):
            row[begin + self.colours + square] = 0
            row[begin + self.order + square] = 0
        if self.with_finds:
            for square in range(SQUARES):
                row[begin + self.finds + square] = 0
