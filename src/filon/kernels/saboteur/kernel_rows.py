"""One game of a batch: its kernel, and its part of the batch's observations and masks, written in place.

Only what one seat's view tells is written: the row of the seat that decides. Numbers that are nought nearly
everywhere (counts of cards, marks, the mask) are taken back one by one before the game goes on.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64, mypyc_attr, u8

from filon.kernels.saboteur.kernel import SaboteurKernel
from filon.kernels.saboteur.kernel_cards import GOAL_COUNT, KINDS, LAST_ROUND
from filon.kernels.saboteur.kernel_choices import CARDS_OF_HAND
from filon.kernels.saboteur.kernel_codes import DIGGERS, DIGGING, SHARING
from filon.kernels.saboteur.kernel_gold import PAYMENT_BITS, SHARE_BITS, cards_in, cards_paid, counted
from filon.kernels.saboteur.kernel_indices import ELSEWHERE, Indices
from filon.kernels.saboteur.kernel_offsets import GOLD_KINDS, TOOLS, RowOffsets
from filon.kernels.saboteur.kernel_window import SQUARE_OF_CELL, frame_x, frame_y

HIDDEN: Final[i64] = -1
FACE_DOWN: Final[i64] = 512
_MOST_SHOWN = 64


@mypyc_attr(allow_interpreted_subclasses=False)
class GameRow:
    """`number` tells which row of the observations and of the masks is this game's."""

    def __init__(
        self,
        kernel: SaboteurKernel,
        fields: RowOffsets,
        indices: Indices,
        *,
        observations: vec[i16],
        masks: vec[u8],
        number: i64,
    ) -> None:
        self.kernel = kernel
        self.listed: i64 = 0
        """How many choices of the kernel are listed."""
        self._fields = fields
        self._indices = indices
        self._row: vec[i16] = observations
        self._at: i64 = number * fields.size
        self._mask: vec[u8] = masks
        self._mask_at: i64 = number * indices.first.size
        self._marked: vec[i64] = vec[i64]([i64(0)] * 2048)
        """Where the mask has ones."""
        self._version: i64 = -1
        """Of the maze that is written."""
        self._squares: vec[i64] = vec[i64]([i64(0)] * _MOST_SHOWN)
        """Which squares of the window it fills."""
        self._square_count: i64 = 0
        self._beyond: vec[i64] = vec[i64]([i64(0)] * _MOST_SHOWN)
        """Its cells outside the window, in order."""
        self._beyond_count: i64 = 0

    def begin(self) -> None:
        """A new game is dealt: what later writing leaves alone is as it was before anything happened."""
        row = self._row
        fields = self._fields
        at: i64 = self._at
        while at < self._at + fields.past_roles:
            row[at] = 0
            at += 1
        while at < self._at + fields.size:
            row[at] = i16(HIDDEN)
            at += 1
        self._square_count = 0
        self._beyond_count = 0
        self._version = -1
        self.write()

    def play(self, index: i64) -> None:
        """A legal action. Nothing is written yet: the game may be over."""
        kernel = self.kernel
        code: i64 = self._indices.code(kernel, self.listed, index)
        self._take_back()
        kernel.do(code)

    def write(self) -> None:
        """What the seat that decides sees, and what it may do."""
        row = self._row
        fields = self._fields
        kernel = self.kernel
        at: i64 = self._at
        row[at + fields.phase] = i16(kernel.phase)
        row[at + fields.round] = i16(kernel.number)
        row[at + fields.starter] = i16(self._place(kernel.starter))
        row[at + fields.pile] = i16(kernel.pile_count)
        row[at + fields.gold_deck] = i16(cards_in(kernel.gold))
        if self._version != kernel.maze.version:
            self._write_maze()
        self._write_goals()
        self._write_players()
        self._write_cards()
        if kernel.result[0]:
            self._write_past()
        if kernel.phase == SHARING:
            self._write_offer()
        self._write_mask()

    def _place(self, seat: i64) -> i64:
        """How far clockwise from the seat that decides."""
        steps: i64 = seat - self.kernel.turn
        return steps + self.kernel.seats if steps < 0 else steps

    def _write_maze(self) -> None:
        row = self._row
        maze = self.kernel.maze
        at: i64 = self._at + self._fields.maze
        squares = self._squares
        number: i64 = 0
        while number < self._square_count:
            row[at + squares[number]] = 0
            number += 1
        shown: i64 = 0
        beyond: i64 = 0
        number = 0
        while number < maze.laid_count:
            cell: i64 = maze.laid[number]
            square: i64 = i64(SQUARE_OF_CELL[cell])
            if square >= 0:
                row[at + square] = i16(maze.grid[cell])
                squares[shown] = square
                shown += 1
            else:
                self._put_in_order(cell, beyond)
                beyond += 1
            number += 1
        self._square_count = shown
        if beyond or self._beyond_count:
            self._write_outside(beyond)
        self._version = maze.version

    def _put_in_order(self, cell: i64, count: i64) -> None:
        beyond = self._beyond
        at: i64 = count
        while at and beyond[at - 1] > cell:
            beyond[at] = beyond[at - 1]
            at -= 1
        beyond[at] = cell

    def _write_outside(self, count: i64) -> None:
        row = self._row
        at: i64 = self._at + self._fields.outside
        number: i64 = 0
        while number < count:
            cell: i64 = self._beyond[number]
            row[at] = i16(frame_x(cell))
            row[at + 1] = i16(frame_y(cell))
            row[at + 2] = i16(self.kernel.maze.grid[cell])
            at += 3
            number += 1
        while number < self._beyond_count:
            row[at] = 0
            row[at + 1] = 0
            row[at + 2] = 0
            at += 3
            number += 1
        self._beyond_count = count

    def _write_goals(self) -> None:
        row = self._row
        kernel = self.kernel
        seats: i64 = kernel.seats
        at: i64 = self._at + self._fields.goals
        looks: i64 = self._at + self._fields.seen_by
        which: i64 = 0
        while which < GOAL_COUNT:
            face_up: i64 = kernel.face_up >> which & 1
            known: bool = face_up == 1 or kernel.phase != DIGGING
            seen: i64 = kernel.seen_by[which]
            while seen:
                place: i64 = self._place((seen & 15) - 1)
                if place == 0:
                    known = True
                row[looks + place] = 1
                seen >>= 4
            goal: i64 = kernel.goal[which]
            row[at] = i16(goal >> 1 if known else HIDDEN)
            row[at + 1] = i16(goal & 1 if known else HIDDEN)
            row[at + 2] = i16(face_up)
            at += 3
            looks += seats
            which += 1

    def _write_players(self) -> None:
        row = self._row
        kernel = self.kernel
        fields = self._fields
        seats: i64 = kernel.seats
        turn: i64 = kernel.turn
        roles: i64 = self._at + fields.roles
        sizes: i64 = self._at + fields.hand_sizes
        tools: i64 = self._at + fields.broken
        over: bool = kernel.phase != DIGGING
        row[self._at + fields.role] = i16(kernel.roles >> turn & 1)
        seat: i64 = turn
        place: i64 = 0
        while place < seats:
            row[roles + place] = i16(kernel.roles >> seat & 1 if over or place == 0 else HIDDEN)
            row[sizes + place] = i16(kernel.hand[seat] >> 32)
            if kernel.broken_order[seat]:
                tool: i64 = 0
                while tool < TOOLS:
                    row[tools + tool] = i16(kernel.broken[tool] >> seat & 1)
                    tool += 1
            tools += TOOLS
            place += 1
            seat += 1
            if seat == seats:
                seat = 0

    def _write_cards(self) -> None:
        """Of the hand and the discard pile; `_take_back` wipes them out again."""
        row = self._row
        kernel = self.kernel
        fields = self._fields
        turn: i64 = kernel.turn
        seats: i64 = kernel.seats
        at: i64 = self._at + fields.hand
        hand: i64 = kernel.hand[turn] & CARDS_OF_HAND
        size: i64 = kernel.hand[turn] >> 32
        while size:
            row[at + (hand & 31)] += 1
            hand >>= 5
            size -= 1
        open_cards: i64 = self._at + fields.discards
        face_down: i64 = self._at + fields.face_down
        own: i64 = self._at + fields.own_face_down
        discard = kernel.discard
        number: i64 = 0
        while number < kernel.discard_count:
            each: i64 = discard[number]
            place: i64 = (each >> 5 & 15) - turn
            if place < 0:
                place += seats
            if each < FACE_DOWN:
                row[open_cards + place * KINDS + (each & 31)] += 1
            else:
                row[face_down + place] += 1
                if place == 0:
                    row[own + (each & 31)] += 1
            number += 1

    def _write_past(self) -> None:
        """Rounds that are over, and the gold that came of them."""
        row = self._row
        kernel = self.kernel
        fields = self._fields
        seats: i64 = kernel.seats
        gold: i64 = self._at + fields.gold
        while gold < self._at + fields.on_offer:
            row[gold] = 0
            gold += 1
        number: i64 = 0
        while number < LAST_ROUND:
            result: i64 = kernel.result[number]
            if result:
                row[self._at + fields.winners + number] = i16(result & 3)
                roles: i64 = self._at + fields.past_roles + number * seats
                seat: i64 = 0
                while seat < seats:
                    row[roles + self._place(seat)] = i16(result >> 6 + seat & 1)
                    seat += 1
                if result & 3 == DIGGERS:
                    self._add_shares(kernel.record[number])
                else:
                    self._add_payments(kernel.record[number])
            number += 1

    def _add_shares(self, record: i64) -> None:
        row = self._row
        fields = self._fields
        while record:
            place: i64 = self._place(record >> 2 & 15)
            row[self._at + fields.gold_cards + place] += 1
            if place == 0:
                row[self._at + fields.gold + (record & 3) - 1] += 1
            record >>= SHARE_BITS

    def _add_payments(self, record: i64) -> None:
        row = self._row
        fields = self._fields
        while record:
            place: i64 = self._place(record & 15)
            nuggets: i64 = 1
            while nuggets <= GOLD_KINDS:
                cards: i16 = i16(cards_paid(record, nuggets))
                row[self._at + fields.gold_cards + place] += cards
                if place == 0:
                    row[self._at + fields.gold + nuggets - 1] += cards
                nuggets += 1
            row[self._at + fields.owed + place] += i16(record >> 10 & 7)
            record >>= PAYMENT_BITS

    def _write_offer(self) -> None:
        row = self._row
        at: i64 = self._at + self._fields.on_offer
        offered: i64 = self.kernel.offered
        row[at] = i16(cards_in(offered))
        nuggets: i64 = 1
        while nuggets <= GOLD_KINDS:
            row[at + nuggets] = i16(counted(offered, nuggets))
            nuggets += 1

    def _write_mask(self) -> None:
        mask = self._mask
        marked = self._marked
        kernel = self.kernel
        indices = self._indices
        turn: i64 = kernel.turn
        at: i64 = self._mask_at
        elsewhere: i64 = at + indices.first.elsewhere
        listed: i64 = kernel.list_choices()
        number: i64 = 0
        while number < listed:
            index: i64 = indices.index(kernel.choice(number), turn)
            if index == ELSEWHERE:
                index = elsewhere
                elsewhere += 1
            else:
                index += at
            mask[index] = 1
            marked[number] = index
            number += 1
        self.listed = listed

    def _take_back(self) -> None:
        """Makes nought again what is only ever added to or marked."""
        row = self._row
        kernel = self.kernel
        fields = self._fields
        mask = self._mask
        marked = self._marked
        number: i64 = 0
        while number < self.listed:
            mask[marked[number]] = 0
            number += 1
        self._forget_cards()
        which: i64 = 0
        looks: i64 = self._at + fields.seen_by
        while which < GOAL_COUNT:
            seen: i64 = kernel.seen_by[which]
            while seen:
                row[looks + self._place((seen & 15) - 1)] = 0
                seen >>= 4
            looks += kernel.seats
            which += 1
        seat: i64 = 0
        while seat < kernel.seats:
            if kernel.broken_order[seat]:
                tools: i64 = self._at + fields.broken + TOOLS * self._place(seat)
                row[tools] = 0
                row[tools + 1] = 0
                row[tools + 2] = 0
            seat += 1
        if kernel.phase == SHARING:
            at: i64 = self._at + fields.on_offer
            while at < self._at + fields.winners:
                row[at] = 0
                at += 1

    def _forget_cards(self) -> None:
        row = self._row
        kernel = self.kernel
        fields = self._fields
        turn: i64 = kernel.turn
        seats: i64 = kernel.seats
        at: i64 = self._at + fields.hand
        hand: i64 = kernel.hand[turn] & CARDS_OF_HAND
        size: i64 = kernel.hand[turn] >> 32
        while size:
            row[at + (hand & 31)] = 0
            hand >>= 5
            size -= 1
        open_cards: i64 = self._at + fields.discards
        face_down: i64 = self._at + fields.face_down
        own: i64 = self._at + fields.own_face_down
        discard = kernel.discard
        number: i64 = 0
        while number < kernel.discard_count:
            each: i64 = discard[number]
            place: i64 = (each >> 5 & 15) - turn
            if place < 0:
                place += seats
            if each < FACE_DOWN:
                row[open_cards + place * KINDS + (each & 31)] = 0
            else:
                row[face_down + place] = 0
                if place == 0:
                    row[own + (each & 31)] = 0
            number += 1
