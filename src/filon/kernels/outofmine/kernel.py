"""Out of Mine! as one position changed in place; `kernels/contract.py` says what a kernel is.

Beside it: the actions' codes, one player's board and its count (`kernel_mine.py`), whole games in bulk.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from filon.games.outofmine.pieces import ROUNDS
from filon.kernels.outofmine.kernel_codes import (
    AWAY,
    CALL,
    CHOOSE_FACE,
    GIVE_UP,
    KIND,
    PICK_UP,
    PLACE,
    PLACE_SECOND,
    PUT_BACK,
    PUT_BACK_SECOND,
    SIGNAL,
    SWAP,
    TAKE,
    TAKE_OFF,
    TIME_UP,
)
from filon.kernels.outofmine.kernel_mine import NO_TILE, Count, Mine, count
from filon.kernels.outofmine.kernel_tables import COLOUR_BITS, COLOUR_COUNT, TABLES, Tables
from filon.kernels.stream import Stream

CHOOSING: Final[i64] = 0
READY: Final[i64] = 1
PLACING: Final[i64] = 2
FINISHED: Final[i64] = 3

NOBODY: Final[i64] = -1
TABLE: Final[i64] = 15
PATIENCE: Final[i64] = 200
"""As in `lab.walk`: decisions of the seats after which the table's clock runs out."""
MOST_CODES: Final[i64] = 1200
"""More than anybody can ever do at once, with a large tile in either hand."""
_COLOUR_BITS: Final[i64] = COLOUR_BITS
_ROUNDS: Final[i64] = ROUNDS


@mypyc_attr(allow_interpreted_subclasses=False)
class Rules:
    """The options; `limit` is nought for a round that may last for ever."""

    def __init__(self, limit: i64, *, live: bool, elves: bool, finds: bool) -> None:
        self.limit: i64 = limit
        self.live: bool = live
        self.elves: bool = elves
        self.finds: bool = finds


@mypyc_attr(allow_interpreted_subclasses=False)
class OutOfMineKernel:
    """Sides are 0 and 1; `barred` and `chosen` have for each seat none (0), or one more than a side."""

    def __init__(self, stream: Stream, rules: Rules, seats: i64) -> None:
        self.stream: Stream = stream
        self.rules: Rules = rules
        self.tables: Tables = TABLES[1 if rules.finds else 0]
        self.seats: i64 = seats
        self.round: i64 = 1
        self.phase: i64 = CHOOSING
        self.scores: vec[i64] = vec[i64]()
        self.boards: vec[i64] = vec[i64]()
        self.barred: vec[i64] = vec[i64]()
        self.chosen: vec[i64] = vec[i64]()
        for _ in range(seats):
            self.scores = append(self.scores, 0)
            self.boards = append(self.boards, 0)
            self.barred = append(self.barred, 0)
            self.chosen = append(self.chosen, 0)
        self.board_pile: vec[i64] = vec[i64]()
        self.box: vec[i64] = vec[i64]()
        self.card_pile: vec[i64] = vec[i64]()
        self.boards_left: vec[i64] = vec[i64]()
        self.cards_used: vec[i64] = vec[i64]()
        self.points: vec[i64] = vec[i64]()
        """Round by round, seat by seat."""
        self.mines: list[Mine] = []
        self.stock: vec[i64] = vec[i64]()
        self.last: list[Count] = []
        """The count of the latest round; nobody changes it any more."""
        self.last_caller: i64 = NOBODY
        self.codes: vec[i64] = vec[i64]()
        """What `list_legal` listed last: the first `code_count` of these."""
        self.code_count: i64 = 0

    def copy(self, stream: Stream) -> "OutOfMineKernel":
        twin = OutOfMineKernel(stream, self.rules, 0)
        twin.seats = self.seats
        twin.round = self.round
        twin.phase = self.phase
        twin.scores = self.scores[:]
        twin.boards = self.boards[:]
        twin.barred = self.barred[:]
        twin.chosen = self.chosen[:]
        twin.board_pile = self.board_pile[:]
        twin.box = self.box[:]
        twin.card_pile = self.card_pile[:]
        twin.boards_left = self.boards_left[:]
        twin.cards_used = self.cards_used[:]
        twin.points = self.points[:]
        for mine in self.mines:
            twin.mines.append(mine.copy())
        twin.stock = self.stock[:]
        twin.last = self.last
        twin.last_caller = self.last_caller
        return twin

    def waiting(self) -> int:
        return self._waiting()

    def legal(self, actor: int) -> list[int]:
        self.list_legal(actor)
        return [int(self.codes[at]) for at in range(self.code_count)]

    def play(self, actor: int, code: int) -> None:
        self._play(actor, code)

    def playout(self) -> int:
        decisions: i64 = 0
        since_table: i64 = 0
        stream = self.stream
        while True:
            waiting: i64 = self._waiting()
            if waiting == 0 or since_table >= PATIENCE:
                self.list_legal(TABLE)
                if self.code_count:
                    since_table = 0
                    self._play(TABLE, self.codes[stream.below(self.code_count)])
                    decisions += 1
                    continue
                if waiting == 0:
                    return decisions
            seat: i64 = _seat_of(waiting, stream)
            since_table += 1
            self.list_legal(seat)
            self._play(seat, self.codes[stream.below(self.code_count)])
            decisions += 1

    def winners(self) -> int:
        """A bit for each seat with the most points."""
        best: i64 = 0
        winners: i64 = 0
        for seat in range(self.seats):
            if self.scores[seat] > best:
                best = self.scores[seat]
                winners = 0
            if self.scores[seat] == best:
                winners |= i64(1) << seat
        return winners

    def _waiting(self) -> i64:
        waiting: i64 = 0
        if self.phase == CHOOSING:
            for seat in range(self.seats):
                if self.chosen[seat] == 0:
                    waiting |= i64(1) << seat
        elif self.phase == PLACING:
            for seat in range(self.seats):
                if not self.mines[seat].given_up:
                    waiting |= i64(1) << seat
        return waiting

    def _note(self, kind: i64, about: i64) -> None:
        self.codes[self.code_count] = kind * KIND + about
        self.code_count += 1

    def list_legal(self, actor: i64) -> None:
        """As `legal`, without making a list: into `codes`."""
        if len(self.codes) == 0:
            self.codes = vec[i64]([i64(0)] * MOST_CODES)
        self.code_count = 0
        if actor == TABLE:
            self._list_for_the_table()
        elif self.phase == CHOOSING:
            for side in range(2):
                if side + 1 != self.barred[actor] and side + 1 != self.chosen[actor]:
                    self._note(CHOOSE_FACE, side)
        elif self.phase == PLACING and not self.mines[actor].given_up:
            self._list_in_the_mine(self.mines[actor])

    def _list_for_the_table(self) -> None:
        if self.phase == READY:
            self._note(SIGNAL, 0)
        elif self.phase == PLACING:
            if self.rules.limit:
                self._note(TIME_UP, 0)
            for seat in range(self.seats):
                if self.mines[seat].holds():
                    self._note(AWAY, seat)

    def _list_in_the_mine(self, mine: Mine) -> None:
        tables = self.tables
        if mine.hand == NO_TILE:
            self._list_takeable(mine, TAKE)
        else:
            self._list_takeable(mine, SWAP)
            self._list_places(mine, tables.heap_shape[mine.hand], PLACE)
            self._note(PUT_BACK, 0)
        if mine.second != NO_TILE:
            self._list_places(mine, tables.heap_shape[mine.second], PLACE_SECOND)
            self._note(PUT_BACK_SECOND, 0)
        if mine.has_free_hand():
            self._list_placed(mine, PICK_UP)
        self._list_placed(mine, TAKE_OFF)
        if mine.covered(tables):
            self._note(CALL, 0)
        self._note(GIVE_UP, 0)

    def _list_takeable(self, mine: Mine, kind: i64) -> None:
        """Heaps that are not empty, of colours that the referee lets the player have (OOM-3.3)."""
        tables = self.tables
        stock = self.stock
        granted: i64 = 31
        if self.rules.live:
            granted = 0
            in_use: i64 = mine.in_use(tables)
            for colour in range(COLOUR_COUNT):
                used: i64 = in_use >> colour * _COLOUR_BITS & 255
                if used < tables.card_tiles[mine.card * COLOUR_COUNT + colour]:
                    granted |= i64(1) << colour
        colours = tables.heap_colour
        codes = self.codes
        base: i64 = kind * KIND
        found: i64 = self.code_count
        held: i64 = mine.hand
        heap: i64 = 0
        end: i64 = len(stock)
        while heap < end:
            if stock[heap] and heap != held and granted >> colours[heap] & 1:
                codes[found] = base + heap
                found += 1
            heap += 1
        self.code_count = found

    def _list_placed(self, mine: Mine, kind: i64) -> None:
        """The tiles of the board, each named by its first square."""
        squares = self.tables.lay_square
        lays = mine.lays
        codes = self.codes
        base: i64 = kind * KIND
        found: i64 = self.code_count
        at: i64 = 0
        end: i64 = len(lays)
        while at < end:
            codes[found + at] = base + squares[lays[at]]
            at += 1
        self.code_count = found + end

    def _list_places(self, mine: Mine, shape: i64, kind: i64) -> None:
        tables = self.tables
        low: i64 = mine.covered_low
        high: i64 = mine.covered_high
        if self.rules.live:
            low |= ~tables.gallery_low[mine.board * 2 + mine.side]
            high |= ~tables.gallery_high[mine.board * 2 + mine.side]
        lows = tables.lay_low
        highs = tables.lay_high
        codes = self.codes
        base: i64 = kind * KIND
        found: i64 = self.code_count
        lay: i64 = tables.first_lay[shape]
        end: i64 = tables.first_lay[shape + 1]
        while lay < end:
            if not lows[lay] & low and not highs[lay] & high:
                codes[found] = base + lay
                found += 1
            lay += 1
        self.code_count = found

    def _play(self, actor: i64, code: i64) -> None:
        kind: i64 = code // KIND
        about: i64 = code % KIND
        if kind == CHOOSE_FACE:
            self.chosen[actor] = about + 1
            if self._waiting() == 0:
                self.phase = READY
        elif kind == SIGNAL:
            self._start()
        elif kind == TIME_UP:
            self._close(NOBODY)
        elif kind == AWAY:
            self._let_go(self.mines[about])
        else:
            self._work(actor, kind, about)

    def _work(self, seat: i64, kind: i64, about: i64) -> None:
        mine = self.mines[seat]
        if kind == TAKE:
            mine.hand = about
            self.stock[about] -= 1
        elif kind == SWAP:
            self._put_back(mine)
            mine.hand = about
            self.stock[about] -= 1
        elif kind == PLACE:
            mine.put(self.tables, about, mine.hand)
            mine.hand = NO_TILE
        elif kind == PUT_BACK:
            self._put_back(mine)
        elif kind == PICK_UP:
            if mine.hand == NO_TILE:
                mine.hand = mine.lift(self.tables, about)
            else:
                mine.second = mine.lift(self.tables, about)
        elif kind == PLACE_SECOND:
            mine.put(self.tables, about, mine.second)
            mine.second = NO_TILE
        elif kind == PUT_BACK_SECOND:
            self._put_back_second(mine)
        elif kind == TAKE_OFF:
            self.stock[mine.lift(self.tables, about)] += 1
        elif kind == CALL:
            self._close(seat)
        elif self._waiting() == i64(1) << seat:
            # The law counts what it finds, the tiles still in the last hands.
            self._close(NOBODY)
        else:
            self._let_go(mine)
            mine.given_up = True

    def _put_back(self, mine: Mine) -> None:
        if mine.hand != NO_TILE:
            self.stock[mine.hand] += 1
            mine.hand = NO_TILE

    def _put_back_second(self, mine: Mine) -> None:
        if mine.second != NO_TILE:
            self.stock[mine.second] += 1
            mine.second = NO_TILE

    def _let_go(self, mine: Mine) -> None:
        """OOM-3.6, OOM-3.7."""
        self._put_back(mine)
        self._put_back_second(mine)

    def _start(self) -> None:
        """OOM-3.1: one card each from the top of the pile."""
        self.phase = PLACING
        self.mines = []
        top: i64 = len(self.card_pile) - 1
        for seat in range(self.seats):
            self.mines.append(Mine(self.boards[seat], self.chosen[seat] - 1, self.card_pile[top - seat]))
        self.card_pile = self.card_pile[: top + 1 - self.seats]
        self.stock = self.tables.stock[:]

    def _close(self, caller: i64) -> None:
        """The round is counted, and the next is dealt, or the game is over."""
        rules = self.rules
        self.last = []
        self.last_caller = caller
        leaving: i64 = caller
        fewest: i64 = 99
        for seat in range(self.seats):
            mine = self.mines[seat]
            counted = count(self.tables, mine, called=caller == seat, elves=rules.elves, finds=rules.finds)
            self.last.append(counted)
            self.scores[seat] += counted.points
            self.points = append(self.points, counted.points)
            self.cards_used = append(self.cards_used, mine.card)
            if caller == NOBODY and counted.empty < fewest:  # OOM-5.1
                fewest = counted.empty
                leaving = seat
        if self.round == _ROUNDS:
            self.phase = FINISHED
        else:
            self._deal_boards(leaving)

    def _deal_boards(self, leaving: i64) -> None:
        """OOM-5.1."""
        self.round += 1
        self.phase = CHOOSING
        self.boards_left = append(self.boards_left, self.boards[leaving])
        boards: vec[i64] = vec[i64]()
        for seat in range(self.seats):
            if seat != leaving:
                boards = append(boards, self.boards[seat])
        top: i64 = len(self.board_pile) - 1
        boards = append(boards, self.board_pile[top])
        self.board_pile = self.board_pile[:top]
        shuffle(boards, self.stream)
        self.boards = boards
        for seat in range(self.seats):
            mine = self.mines[seat]
            self.barred[seat] = mine.side + 1 if mine.board == boards[seat] else 0
            self.chosen[seat] = 0


def _seat_of(waiting: i64, stream: Stream) -> i64:
    """One of the seats waited for, each as likely as any other."""
    count: i64 = 0
    bits: i64 = waiting
    while bits:
        count += 1
        bits &= bits - 1
    passed: i64 = stream.below(count)
    seat: i64 = 0
    while True:
        if waiting >> seat & 1:
            if passed == 0:
                return seat
            passed -= 1
        seat += 1


def shuffle(pile: vec[i64], stream: Stream) -> None:
    """Fisher-Yates in place, as `games.chance.shuffled` draws it."""
    last: i64 = len(pile) - 1
    while last > 0:
        other: i64 = stream.below(last + 1)
        kept: i64 = pile[last]
        pile[last] = pile[other]
        pile[other] = kept
        last -= 1
