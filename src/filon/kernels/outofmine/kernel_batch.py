"""Many games of Out of Mine! stepped at once, what a seat sees and may do written in place.

A mask is laid out as in `filon.lab.outofmine.encoding`, and so is a row (`kernel_rows.py`). A mask is cleared
where it was set, entry by entry: a list of those is kept for each game. The codes of whoever looks for them
stand in one place for all games.
"""

from typing import Final

from librt.strings import read_i32_le
from librt.vecs import vec
from mypy_extensions import i16, i64, mypyc_attr, u8

from filon.games.outofmine.pieces import BOARD_SPAN
from filon.kernels.outofmine.kernel import (
    FINISHED,
    MOST_CODES,
    PATIENCE,
    PLACING,
    TABLE,
    OutOfMineKernel,
    Rules,
)
from filon.kernels.outofmine.kernel_codes import (
    CALL,
    CHOOSE_FACE,
    GIVE_UP,
    KIND,
    KIND_BITS,
    PICK_UP,
    PLACE,
    PLACE_SECOND,
    PUT_BACK,
    PUT_BACK_SECOND,
    SWAP,
    TAKE,
    TAKE_OFF,
)
from filon.kernels.outofmine.kernel_rows import Rows
from filon.kernels.outofmine.kernel_series import deal
from filon.kernels.outofmine.kernel_tables import TABLES
from filon.kernels.stream import Stream

_SQUARES: Final[i64] = BOARD_SPAN * BOARD_SPAN
_KINDS: Final = 16
_BY_PLACE: Final = (
    CHOOSE_FACE,
    TAKE,
    SWAP,
    PLACE,
    PLACE_SECOND,
    PUT_BACK,
    PUT_BACK_SECOND,
    PICK_UP,
    TAKE_OFF,
    CALL,
    GIVE_UP,
)
"""The kinds of the players' codes, in the order in which they stand in a mask."""


@mypyc_attr(allow_interpreted_subclasses=False)
class OutOfMineBatch:
    """`kernels.contract.BatchKernel`."""

    def __init__(self, seats: i64, rules: Rules, seed: i64, games: i64, *, first: i64, total: i64) -> None:
        self.seats: i64 = seats
        self.rules: Rules = rules
        self.seed: i64 = seed
        self.games: i64 = games
        self.total: i64 = total
        self._set_places()
        self.rows: Rows = Rows(seats, rules, games)
        self.observations: vec[i16] = self.rows.observations
        self.masks: vec[u8] = vec[u8]([u8(0)] * (games * self.choices))
        self.actors: vec[u8] = vec[u8]([u8(0)] * games)
        self.ended: vec[u8] = vec[u8]([u8(0)] * games)
        self.winners: vec[i64] = vec[i64]([i64(0)] * games)
        self.scores: vec[i64] = vec[i64]([i64(0)] * (games * seats))
        self.codes: vec[i64] = vec[i64]([i64(0)] * MOST_CODES)
        """Where every kernel lists what is legal."""
        self.legal: vec[i16] = vec[i16]([i16(0)] * (games * MOST_CODES))
        """By game, the entries of its mask that are set."""
        self.legal_counts: vec[i64] = vec[i64]([i64(0)] * games)
        self.since_table: vec[i64] = vec[i64]([i64(0)] * games)
        """By game, the decisions of the seats since the table acted."""
        self.next_deals: vec[i64] = vec[i64]([i64(0)] * games)
        """By game, the number of the stream of the deal to come."""
        self.kernels: list[OutOfMineKernel] = []
        for game in range(games):
            self.next_deals[game] = first + game
            kernel = self._dealt(game)
            self.kernels.append(kernel)
            self._look_anew(game, kernel)

    def _set_places(self) -> None:
        """Where the entries of each kind begin in a mask."""
        tables = TABLES[1 if self.rules.finds else 0]
        heaps: i64 = len(tables.stock)
        lays: i64 = len(tables.lay_low)
        self.places: vec[i64] = vec[i64]([i64(0)] * _KINDS)
        """By kind."""
        sizes = vec[i64]([2, heaps, heaps, lays, lays, 1, 1, _SQUARES, _SQUARES, 1, 1])
        self.kinds: vec[i64] = vec[i64](_BY_PLACE)
        place: i64 = 0
        for at in range(len(sizes)):
            self.places[self.kinds[at]] = place
            place += sizes[at]
        self.choices: i64 = place

    def step(self, actions: bytes) -> None:
        kernels = self.kernels
        for game in range(self.games):
            kernel = kernels[game]
            actor: i64 = i64(self.actors[game])
            code: i64 = self._code(i64(read_i32_le(actions, game * 4)))
            self._clear_mask(game)
            phase: i64 = kernel.phase
            kernel.play(actor, code)
            self.ended[game] = 0
            self.since_table[game] += 1
            if kernel.waiting() == 0 or self.since_table[game] >= PATIENCE:
                self._let_the_table_act(game, kernel)
                phase = -1
            if kernel.phase == FINISHED:
                self._end(game, kernel)
                kernel = self._dealt(game)
                kernels[game] = kernel
            elif kernel.phase == phase == PLACING and not kernel.mines[actor].given_up:
                self.rows.see_work(game, kernel, actor, code)
                self._list_legal(game, kernel, actor)
                continue
            self._look_anew(game, kernel)

    def _code(self, index: i64) -> i64:
        at: i64 = len(self.kinds) - 1
        while self.places[self.kinds[at]] > index:
            at -= 1
        kind: i64 = self.kinds[at]
        return kind * KIND + index - self.places[kind]

    def _let_the_table_act(self, game: i64, kernel: OutOfMineKernel) -> None:
        """As `lab.episode` has it: the first thing that it can do."""
        while kernel.waiting() == 0 or self.since_table[game] >= PATIENCE:
            kernel.list_legal(TABLE)
            if kernel.code_count == 0:
                return
            self.since_table[game] = 0
            kernel.play(TABLE, kernel.codes[0])

    def _dealt(self, game: i64) -> OutOfMineKernel:
        """The table does nothing until all have chosen a face."""
        number: i64 = self.next_deals[game]
        self.next_deals[game] = number + self.total
        self.since_table[game] = 0
        kernel = deal(self.seats, self.rules, Stream(self.seed, number))
        kernel.codes = self.codes
        return kernel

    def _end(self, game: i64, kernel: OutOfMineKernel) -> None:
        self.ended[game] = 1
        self.winners[game] = kernel.winners()
        seats: i64 = self.seats
        for seat in range(seats):
            self.scores[game * seats + seat] = kernel.scores[seat]

    def _look_anew(self, game: i64, kernel: OutOfMineKernel) -> None:
        waiting: i64 = kernel.waiting()
        actor: i64 = 0
        while not waiting >> actor & 1:
            actor += 1
        self.actors[game] = u8(actor)
        self.rows.see(game, kernel, actor)
        self._list_legal(game, kernel, actor)

    def _list_legal(self, game: i64, kernel: OutOfMineKernel, actor: i64) -> None:
        kernel.list_legal(actor)
        masks = self.masks
        legal = self.legal
        codes = self.codes
        places = self.places
        mask: i64 = game * self.choices
        listed: i64 = game * MOST_CODES
        count: i64 = kernel.code_count
        for at in range(count):
            code: i64 = codes[at]
            index: i64 = places[code >> KIND_BITS] + (code & KIND - 1)
            masks[mask + index] = 1
            legal[listed + at] = i16(index)
        self.legal_counts[game] = count

    def _clear_mask(self, game: i64) -> None:
        masks = self.masks
        legal = self.legal
        mask: i64 = game * self.choices
        listed: i64 = game * MOST_CODES
        for at in range(listed, listed + self.legal_counts[game]):
            masks[mask + i64(legal[at])] = 0
