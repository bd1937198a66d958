"""Saboteur at full speed: the whole law, folded in place.

Hands, gold, results and who looked where are single numbers; `kernel_table.py` says how. The order of the
choices is the law's, so the same stream plays the same games here and there.
"""

from mypy_extensions import i64, mypyc_attr

from filon.kernels.saboteur.kernel_cards import (
    BROKEN,
    CARD_OF_SHAPE,
    GOAL_CELLS,
    GOAL_COUNT,
    GOAL_SHAPE,
    LAST_ROUND,
    MAP,
    MOST_SHARED,
    ROCKFALL,
    STEPS,
    WAY_CARD,
    WAY_SHAPE,
)
from filon.kernels.saboteur.kernel_choices import CARDS_OF_HAND, Choices
from filon.kernels.saboteur.kernel_codes import (
    BREAK,
    DIGGERS,
    DISCARD,
    FINISHED,
    LOOK,
    MEND,
    NOBODY,
    PLACE,
    ROCKS,
    SHARING,
    TAKE,
    THWARTERS,
)
from filon.kernels.saboteur.kernel_gold import (
    PAYMENT_BITS,
    SHARE_BITS,
    cards_in,
    in_order,
    lowest,
    paid,
    payments,
    without,
    worth,
)
from filon.kernels.stream import Stream
from filon.kernels.totals import Totals


@mypyc_attr(allow_interpreted_subclasses=False)
class SaboteurKernel(Choices):
    """A table, what may be done there and what then happens."""

    def copy(self, stream: Stream) -> "SaboteurKernel":
        twin = SaboteurKernel(
            self.seats, stream, adjacent=self.maze.adjacent, random_starter=self.random_starter
        )
        twin.maze = self.maze.copy()
        twin.phase = self.phase
        twin.turn = self.turn
        twin.number = self.number
        twin.starter = self.starter
        twin.roles = self.roles
        twin.set_aside = self.set_aside
        twin.face_up = self.face_up
        twin.goal = self.goal[:]
        twin.seen_by = self.seen_by[:]
        twin.hand = self.hand[:]
        twin.broken = self.broken[:]
        twin.broken_order = self.broken_order[:]
        twin.pile = self.pile[:]
        twin.pile_count = self.pile_count
        twin.discard = self.discard[:]
        twin.discard_count = self.discard_count
        twin.gold = self.gold
        twin.offered = self.offered
        twin.record = self.record[:]
        twin.result = self.result[:]
        return twin

    def play(self, actor: int, code: int) -> None:  # noqa: ARG002 - only one seat ever acts
        self.do(code)

    def do(self, code: i64) -> None:
        """One of the choices of the seat waited for."""
        kind: i64 = code & 7
        if kind == PLACE:
            self._place(code >> 3 & 31, code >> 8)
        elif kind == TAKE:
            self._take_gold(code >> 3)
        else:
            if kind == DISCARD:
                self._put_away(code >> 3, 512)
            elif kind == BREAK:
                self._break(code >> 3 & 3, code >> 5)
            elif kind == MEND:
                self._mend(code >> 3 & 3, code >> 5 & 15, code >> 9)
            elif kind == ROCKS:
                cell: i64 = code >> 3
                card: i64 = CARD_OF_SHAPE[i64(self.maze.grid[cell]) & 31]
                self.maze.take_away(cell)
                self._put_away(ROCKFALL, 0)
                self._onto_discards(card, 0)
            elif kind == LOOK:
                self._put_away(MAP, 0)
                self._look(code >> 3)
            self._end_turn()

    def _place(self, way: i64, cell: i64) -> None:
        maze = self.maze
        self._play_from_hand(WAY_CARD[way])
        maze.lay(cell, WAY_SHAPE[way])
        if maze.may_reach(cell) and self._turn_goals(cell):
            self._end_round(DIGGERS)
        else:
            self._end_turn()

    def _turn_goals(self, laid: i64) -> bool:
        """SAB-6.1 to SAB-6.3: whether the treasure is among the goals turned face up."""
        maze = self.maze
        treasure = False
        while True:
            maze.follow()
            # All that are reached at once are turned by the passages as they are now, SAB-6.3.
            reached: i64 = maze.arrivals_at_goals()
            if not reached:
                return treasure
            which: i64 = 0
            while which < GOAL_COUNT:
                if reached >> 4 * which & 15:
                    self._turn_goal(which, reached >> 4 * which & 15, laid)
                    if not self.goal[which]:
                        treasure = True
                which += 1

    def _turn_goal(self, which: i64, sides: i64, laid: i64) -> None:
        """SAB-6.2: a stone meets the card just laid, or else as many paths that reached it as it can."""
        cell: i64 = GOAL_CELLS[which]
        goal: i64 = self.goal[which]
        if goal:
            just_laid: i64 = sides & _side_towards(cell, laid)
            if just_laid:
                sides = just_laid
            upright: i64 = _sides_in(GOAL_SHAPE[goal & 6] & sides)
            turned: i64 = _sides_in(GOAL_SHAPE[goal | 1] & sides)
            if upright != turned:
                goal = (goal & 6) | (1 if turned > upright else 0)
                self.goal[which] = goal
        self.face_up |= 1 << which
        self.maze.lay(cell, GOAL_SHAPE[goal])

    def _break(self, tool: i64, target: i64) -> None:
        self._play_from_hand(BROKEN + tool)
        self.broken[tool] |= 1 << target
        order: i64 = self.broken_order[target]
        at: i64 = 0
        while order >> at:
            at += 2
        self.broken_order[target] = order | (tool + 1) << at

    def _mend(self, tool: i64, target: i64, card: i64) -> None:
        self._put_away(card, 0)
        self._onto_discards(BROKEN + tool, 0)
        self.broken[tool] &= ~(1 << target)
        self.broken_order[target] = without(self.broken_order[target], tool + 1)

    def _look(self, which: i64) -> None:
        seen: i64 = self.seen_by[which]
        at: i64 = 0
        while seen >> at:
            if seen >> at & 15 == self.turn + 1:
                return
            at += 4
        self.seen_by[which] = seen | (self.turn + 1) << at

    def _put_away(self, card: i64, face_down: i64) -> None:
        self._play_from_hand(card)
        self._onto_discards(card, face_down)

    def _onto_discards(self, card: i64, face_down: i64) -> None:
        self.discard[self.discard_count] = card | self.turn << 5 | face_down
        self.discard_count += 1

    def _play_from_hand(self, card: i64) -> None:
        hand: i64 = self.hand[self.turn]
        at: i64 = 0
        while hand >> at & 31 != card:
            at += 5
        below: i64 = (1 << at) - 1
        cards: i64 = hand & CARDS_OF_HAND
        self.hand[self.turn] = (cards & below) | (cards >> 5 & ~below) | ((hand >> 32) - 1) << 32

    def _end_turn(self) -> None:
        """SAB-3.2, SAB-6.5."""
        hand: i64 = self.hand[self.turn]
        if self.pile_count:
            self.pile_count -= 1
            size: i64 = hand >> 32
            drawn: i64 = self.pile[self.pile_count]
            self.hand[self.turn] = (hand & CARDS_OF_HAND) | drawn << 5 * size | (size + 1) << 32
        elif not hand and self._all_hands_empty():
            self._end_round(THWARTERS if self.roles else NOBODY)
            return
        self.turn += 1
        if self.turn == self.seats:
            self.turn = 0

    def _all_hands_empty(self) -> bool:
        seat: i64 = 0
        while seat < self.seats:
            if self.hand[seat]:
                return False
            seat += 1
        return True

    # Between the rounds, SAB-7 and SAB-8.

    def _end_round(self, winner: i64) -> None:
        now: i64 = self.number - 1
        goals: i64 = self.goal[0] | self.goal[1] << 3 | self.goal[2] << 6
        result: i64 = winner | self.turn << 2 | self.roles << 6 | self.set_aside << 16 | goals << 17
        self.result[now] = result
        if winner == DIGGERS and self.gold:
            self.result[now] = result | 1 << 26
            held: i64 = cards_in(self.gold)
            drawn: i64 = min(held, self.seats, MOST_SHARED)
            left: i64 = 2 * (held - drawn)
            self.offered = in_order(self.gold >> left)
            self.gold &= lowest(left)
            self.phase = SHARING
            if self.roles >> self.turn & 1:
                self.turn = self._next_digger()
            return
        if winner == THWARTERS:
            record: i64 = payments(self.gold, self.seats, self.starter, self.roles)
            self.record[now] = record
            while record:
                self.gold = paid(self.gold, record)
                record >>= PAYMENT_BITS
            self.shuffle_gold()
        self._next_round()

    def _take_gold(self, nuggets: i64) -> None:
        now: i64 = self.number - 1
        record: i64 = self.record[now]
        at: i64 = 0
        while record >> at:
            at += SHARE_BITS
        self.record[now] = record | (self.turn << 2 | nuggets) << at
        self.offered = without(self.offered, nuggets)
        if self.offered:
            self.turn = self._next_digger()
        else:
            self._next_round()

    def _next_digger(self) -> i64:
        """Counter-clockwise; in the end the same player again."""
        seat: i64 = self.turn
        while True:
            seat = seat - 1 if seat else self.seats - 1
            if not self.roles >> seat & 1:
                return seat

    def _next_round(self) -> None:
        if self.number == LAST_ROUND:
            self.phase = FINISHED
            return
        last: i64 = self.result[self.number - 1] >> 2 & 15
        self.deal_round(self.number + 1, (last + 1) % self.seats)

    def score(self, seat: i64) -> i64:
        """SAB-8.3, with what is owed."""
        nuggets: i64 = 0
        at: i64 = 0
        while at < LAST_ROUND:
            record: i64 = self.record[at]
            if self.result[at] & 3 == DIGGERS:
                while record:
                    if record >> 2 & 15 == seat:
                        nuggets += record & 3
                    record >>= SHARE_BITS
            else:
                while record:
                    if record & 15 == seat:
                        nuggets += worth(record)
                    record >>= PAYMENT_BITS
            at += 1
        return nuggets

    def playout(self) -> int:
        return self.random_play()

    def random_play(self) -> i64:
        stream = self.stream
        decisions: i64 = 0
        while self.phase != FINISHED:
            stream.below(1)  # the seat is drawn too, from the one that is waited for
            self.do(self.choice(stream.below(self.list_choices())))
            decisions += 1
        return decisions


def play_series(
    totals: Totals, seats: i64, seed: i64, first: i64, after: i64, *, adjacent: bool, random_starter: bool
) -> None:
    """Random games numbered from `first` to the one before `after`, added to the totals."""
    kernel = SaboteurKernel(seats, Stream(seed, first), adjacent=adjacent, random_starter=random_starter)
    kernel.make_room()
    number: i64 = first
    while number < after:
        kernel.stream = Stream(seed, number)
        kernel.deal()
        decisions: i64 = kernel.random_play()
        best: i64 = -1
        winners: i64 = 0
        seat: i64 = 0
        while seat < seats:
            score: i64 = kernel.score(seat)
            totals.scores[seat] += score
            if score > best:
                best = score
                winners = 0
            if score == best:
                winners |= 1 << seat
            seat += 1
        totals.count(winners, decisions)
        at: i64 = 0
        while at < LAST_ROUND:
            totals.tally[(kernel.result[at] & 3) - 1] += 1
            at += 1
        number += 1


def _sides_in(sides: i64) -> i64:
    number: i64 = 0
    while sides:
        sides &= sides - 1
        number += 1
    return number


def _side_towards(cell: i64, other: i64) -> i64:
    side: i64 = 0
    while side < 4:
        if cell + STEPS[side] == other:
            return 1 << side
        side += 1
    return 0
