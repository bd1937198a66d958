"""One player's round in numbers: the tiles on a board, and how they are counted (OOM-3, OOM-4)."""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from filon.games.outofmine.pieces import CALL_POINTS, ELF_POINTS, FULL_POINTS, MOST_EMPTY
from filon.kernels.outofmine.kernel_tables import COLOUR_BITS, COLOUR_COUNT, FIND_COUNT, Tables

NO_TILE: Final[i64] = -1
RIGHT: Final[i64] = 0
OVER_THE_EDGE: Final[i64] = 1
WRONG_COLOUR: Final[i64] = 2
ONE_TOO_MANY: Final[i64] = 3

_COLOUR_BITS: Final[i64] = COLOUR_BITS
_FULL_POINTS: Final[i64] = FULL_POINTS
_MOST_EMPTY: Final[i64] = MOST_EMPTY
_CALL_POINTS: Final[i64] = CALL_POINTS
_ELF_POINTS: Final[i64] = ELF_POINTS


@mypyc_attr(allow_interpreted_subclasses=False)
class Mine:
    """`lays` and `heaps` say where each placed tile lies and where it came from, the latest last."""

    def __init__(self, board: i64, side: i64, card: i64) -> None:
        self.board: i64 = board
        self.side: i64 = side
        self.card: i64 = card
        self.hand: i64 = NO_TILE
        """The heap of the tile in the first hand."""
        self.second: i64 = NO_TILE
        """The heap of the tile in the second hand."""
        self.given_up: bool = False
        self.lays: vec[i64] = vec[i64]()
        self.heaps: vec[i64] = vec[i64]()
        self.covered_low: i64 = 0
        self.covered_high: i64 = 0
        self.colours: i64 = 0
        """Tiles of each colour on the board, as counters side by side."""

    def copy(self) -> "Mine":
        twin = Mine(self.board, self.side, self.card)
        twin.hand = self.hand
        twin.second = self.second
        twin.given_up = self.given_up
        twin.lays = self.lays[:]
        twin.heaps = self.heaps[:]
        twin.covered_low = self.covered_low
        twin.covered_high = self.covered_high
        twin.colours = self.colours
        return twin

    def put(self, tables: Tables, lay: i64, heap: i64) -> None:
        self.lays = append(self.lays, lay)
        self.heaps = append(self.heaps, heap)
        self.covered_low |= tables.lay_low[lay]
        self.covered_high |= tables.lay_high[lay]
        self.colours += tables.heap_step[heap]

    def lift(self, tables: Tables, square: i64) -> i64:
        """The tile named by the square comes off the board; the heap it came from."""
        lays, heaps = self.lays, self.heaps
        squares = tables.lay_square
        last: i64 = len(lays) - 1
        at: i64 = 0
        while squares[lays[at]] != square:
            at += 1
        lay: i64 = lays[at]
        lifted: i64 = heaps[at]
        while at < last:
            lays[at] = lays[at + 1]
            heaps[at] = heaps[at + 1]
            at += 1
        self.lays = lays[:last]
        self.heaps = heaps[:last]
        self.covered_low ^= tables.lay_low[lay]
        self.covered_high ^= tables.lay_high[lay]
        self.colours -= tables.heap_step[lifted]
        return lifted

    def holds(self) -> bool:
        if self.hand != NO_TILE:
            return True
        return self.second != NO_TILE

    def has_free_hand(self) -> bool:
        if self.hand == NO_TILE:
            return True
        return self.second == NO_TILE

    def in_use(self, tables: Tables) -> i64:
        """Counters of the colours: what lies on the board, and what the second hand has lifted (OOM-3.3)."""
        if self.second == NO_TILE:
            return self.colours
        return self.colours + tables.heap_step[self.second]

    def covered(self, tables: Tables) -> bool:
        """Whether tiles lie on the whole gallery, right or wrong (OOM-3.5)."""
        face: i64 = self.board * 2 + self.side
        return (
            tables.gallery_low[face] & ~self.covered_low == 0
            and tables.gallery_high[face] & ~self.covered_high == 0
        )


@mypyc_attr(allow_interpreted_subclasses=False)
class Count:
    """How a player's round was counted; `faults` has an entry for each tile of the mine."""

    def __init__(self, mine: Mine) -> None:
        self.mine: Mine = mine
        self.faults: vec[i64] = vec[i64]()
        self.empty: i64 = 0
        self.call: i64 = 0
        self.elves: i64 = 0
        self.finds: i64 = 0
        self.points: i64 = 0


def count(tables: Tables, mine: Mine, *, called: bool, elves: bool, finds: bool) -> Count:
    sheet = Count(mine)
    face: i64 = mine.board * 2 + mine.side
    low: i64 = tables.gallery_low[face]
    high: i64 = tables.gallery_high[face]
    free_low: i64 = low
    free_high: i64 = high
    used: i64 = 0
    wrong = False
    for at in range(len(mine.lays)):
        lay_low: i64 = tables.lay_low[mine.lays[at]]
        lay_high: i64 = tables.lay_high[mine.lays[at]]
        heap: i64 = mine.heaps[at]
        colour: i64 = tables.heap_colour[heap]
        granted: i64 = tables.card_tiles[mine.card * COLOUR_COUNT + colour]
        fault: i64 = RIGHT
        if lay_low & ~low or lay_high & ~high:
            fault = OVER_THE_EDGE
        elif granted == 0:
            fault = WRONG_COLOUR
        elif used >> colour * _COLOUR_BITS & 255 == granted:
            fault = ONE_TOO_MANY
        else:
            used += tables.heap_step[heap]
            free_low &= ~lay_low
            free_high &= ~lay_high
            if elves:
                sheet.elves += _ELF_POINTS * _ones(lay_low & tables.elf_low[face * COLOUR_COUNT + colour])
                sheet.elves += _ELF_POINTS * _ones(lay_high & tables.elf_high[face * COLOUR_COUNT + colour])
            if finds:
                sheet.finds += tables.card_finds[mine.card * FIND_COUNT + tables.heap_find[heap]]
        wrong = wrong or fault != RIGHT
        sheet.faults = append(sheet.faults, fault)
    sheet.empty = _ones(free_low) + _ones(free_high)
    if called:  # OOM-4.3
        sheet.call = -_CALL_POINTS if wrong or sheet.empty else _CALL_POINTS
    if sheet.empty <= _MOST_EMPTY:  # OOM-4.2, OOM-4.3
        sheet.points = max(0, _FULL_POINTS - sheet.empty + sheet.call + sheet.elves + sheet.finds)
    return sheet


def _ones(bits: i64) -> i64:
    ones: i64 = 0
    while bits:
        ones += 1
        bits &= bits - 1
    return ones
