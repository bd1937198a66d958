"""Saboteur at full speed: the whole law, folded in place.

Hands, gold, results and who looked where are single numbers; the maze has a file of its own. The order of the
choices is the law's, so the same stream plays the same games here and there.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from filon.kernels.saboteur.kernel_cards import (
    BROKEN,
    CARD_OF_SHAPE,
    DECK_CARDS,
    DECK_SIZE,
    FIRST_WAY,
    GOAL_CELLS,
    GOAL_COUNT,
    GOAL_SHAPE,
    GOLD_CARDS,
    GOLD_SIZE,
    HAND_SIZE,
    LAST_ROUND,
    MAP,
    MENDS,
    MOST_SHARED,
    REPAIR,
    ROCKFALL,
    SABOTEURS,
    START,
    STEPS,
    WAY_BITS,
    WAY_CARD,
    WAY_COUNT,
    WAY_SHAPE,
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
from filon.kernels.saboteur.kernel_maze import Maze, is_goal
from filon.kernels.stream import Stream
from filon.kernels.totals import Totals

PLACE: Final[i64] = 0
BREAK: Final[i64] = 1
MEND: Final[i64] = 2
ROCKS: Final[i64] = 3
LOOK: Final[i64] = 4
DISCARD: Final[i64] = 5
PASS: Final[i64] = 6
TAKE: Final[i64] = 7
"""The lowest three bits of a code. Above them: the way (5) and the cell; the tool (2) and the target; the
tool (2), the target (4) and the card; the cell; the goal; the card; nothing; the nuggets."""

DIGGING: Final[i64] = 0
SHARING: Final[i64] = 1
FINISHED: Final[i64] = 2

DIGGERS: Final[i64] = 1
THWARTERS: Final[i64] = 2
NOBODY: Final[i64] = 3
"""Who won a round; the thwarters are the saboteurs."""

_CARDS: Final[i64] = (1 << 32) - 1
_MOST_CHOICES: Final = 2048


@mypyc_attr(allow_interpreted_subclasses=False)
class SaboteurKernel:
    """`hand`: by seat, five bits a card, the oldest lowest, and the number of cards from bit 32 on.

    `broken`: by tool, a bit for each seat; `broken_order`: by seat, two bits a tool (its number and one),
    the first broken lowest. `goal`: by place, twice the goal card and one more if it lies turned. `seen_by`:
    by goal, four bits a seat (its number and one), the first looker lowest. `discard`: card, seat from bit 5
    on, and 512 if face down. `gold`, `offered`: two bits a card, the next to draw highest. `record`: by
    round, shares or payments. `result`: by round, the winner (2 bits), the last to play (4), roles (10), the
    dwarf set aside (1), three goals (3 each), and whether gold was drawn; nought before the end of the
    round.
    """

    def __init__(self, seats: i64, stream: Stream, *, adjacent: bool, random_starter: bool) -> None:
        self.stream = stream
        self.seats: i64 = seats
        self.random_starter = random_starter
        self.maze = Maze(adjacent=adjacent)
        self.phase: i64 = DIGGING
        self.turn: i64 = 0
        self.number: i64 = 1
        self.starter: i64 = 0
        self.roles: i64 = 0
        self.set_aside: i64 = 0
        self.face_up: i64 = 0
        self.goal: vec[i64] = vec[i64]()
        self.seen_by: vec[i64] = vec[i64]()
        self.hand: vec[i64] = vec[i64]()
        self.broken: vec[i64] = vec[i64]()
        self.broken_order: vec[i64] = vec[i64]()
        self.pile: vec[i64] = vec[i64]()
        self.pile_count: i64 = 0
        self.discard: vec[i64] = vec[i64]()
        self.discard_count: i64 = 0
        self.gold: i64 = 0
        self.offered: i64 = 0
        self.record: vec[i64] = vec[i64]()
        self.result: vec[i64] = vec[i64]()
        self._codes: vec[i64] = vec[i64]()

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

    def make_room(self) -> None:
        """An empty table, before anything is dealt."""
        self.goal = vec[i64]([0] * 3)
        self.seen_by = vec[i64]([0] * 3)
        self.hand = vec[i64]([0] * 10)
        self.broken = vec[i64]([0] * 3)
        self.broken_order = vec[i64]([0] * 10)
        self.pile = vec[i64]([0] * 67)
        self.discard = vec[i64]([0] * 67)
        self.record = vec[i64]([0] * 3)
        self.result = vec[i64]([0] * 3)
        self.maze.clear()

    # Dealing, SAB-2.

    def deal(self) -> None:
        """A new game, on a table with room; chance is drawn in the law's order."""
        stream = self.stream
        gold: i64 = 0
        # The gold is shuffled in the pile's place; the pile is dealt later.
        pile = self.pile
        at: i64 = 0
        while at < GOLD_SIZE:
            pile[at] = GOLD_CARDS[at]
            at += 1
        shuffle(pile, GOLD_SIZE, stream)
        at = 0
        while at < GOLD_SIZE:
            gold |= pile[at] << 2 * at
            at += 1
        self.gold = gold
        self.offered = 0
        at = 0
        while at < LAST_ROUND:
            self.record[at] = 0
            self.result[at] = 0
            at += 1
        self._deal_round(1, stream.below(self.seats) if self.random_starter else 0)

    def _deal_round(self, number: i64, starter: i64) -> None:
        self.phase = DIGGING
        self.number = number
        self.starter = starter
        self.turn = starter
        self._deal_roles()
        self._deal_goals()
        self._deal_cards()
        self.maze.clear()
        self.discard_count = 0
        at: i64 = 0
        while at < 3:
            self.broken[at] = 0
            at += 1
        at = 0
        while at < self.seats:
            self.broken_order[at] = 0
            at += 1

    def _deal_roles(self) -> None:
        pile = self.pile
        dwarves: i64 = self.seats + 1
        saboteurs: i64 = SABOTEURS[self.seats]
        at: i64 = 0
        while at < dwarves:
            pile[at] = 1 if at < saboteurs else 0
            at += 1
        shuffle(pile, dwarves, self.stream)
        roles: i64 = 0
        at = 0
        while at < self.seats:
            roles |= pile[at] << at
            at += 1
        self.roles = roles
        self.set_aside = pile[self.seats]

    def _deal_goals(self) -> None:
        goal = self.goal
        goal[0] = 0
        goal[1] = 2
        goal[2] = 4
        shuffle(goal, GOAL_COUNT, self.stream)
        at: i64 = 0
        while at < GOAL_COUNT:
            if goal[at]:
                goal[at] += self.stream.below(2)
            self.seen_by[at] = 0
            at += 1
        self.face_up = 0

    def _deal_cards(self) -> None:
        pile = self.pile
        deck = DECK_CARDS
        at: i64 = 0
        while at < DECK_SIZE:
            pile[at] = deck[at]
            at += 1
        shuffle(pile, DECK_SIZE, self.stream)
        size: i64 = HAND_SIZE[self.seats]
        dealt: i64 = 0
        seat: i64 = 0
        while seat < self.seats:
            hand: i64 = size << 32
            at = 0
            while at < size:
                hand |= pile[dealt] << 5 * at
                dealt += 1
                at += 1
            self.hand[seat] = hand
            seat += 1
        at = dealt
        while at < DECK_SIZE:
            pile[at - dealt] = pile[at]
            at += 1
        self.pile_count = DECK_SIZE - dealt

    # What may be done.

    def waiting(self) -> int:
        return 0 if self.phase == FINISHED else 1 << self.turn

    def legal(self, actor: int) -> list[int]:
        if self.phase == FINISHED or actor != self.turn:
            return []
        number: i64 = self.list_choices()
        codes = self._codes
        return [int(codes[at]) for at in range(number)]

    def choice(self, at: i64) -> i64:
        """One of the choices that were listed."""
        return self._codes[at]

    def list_choices(self) -> i64:
        """Lists what the seat waited for may do, in the law's order; how much that is."""
        if not len(self._codes):
            self._codes = vec[i64]([0] * _MOST_CHOICES)
        codes = self._codes
        number: i64 = 0
        if self.phase == SHARING:
            nuggets: i64 = 1
            while nuggets <= 3:
                if _holds_gold(self.offered, nuggets):
                    codes[number] = TAKE | nuggets << 3
                    number += 1
                nuggets += 1
            return number
        hand: i64 = self.hand[self.turn] & _CARDS
        size: i64 = self.hand[self.turn] >> 32
        if not size:
            codes[0] = PASS
            return 1
        kinds: i64 = 0
        kind_count: i64 = 0
        seen: i64 = 0
        ways: i64 = 0
        while size:
            card: i64 = hand & 31
            hand >>= 5
            size -= 1
            if not seen >> card & 1:
                seen |= 1 << card
                kinds |= card << 5 * kind_count
                kind_count += 1
                ways |= WAY_BITS[card]
        if ways and not self.broken_order[self.turn]:
            number = self._list_placements(kinds, kind_count, ways)
        at: i64 = 0
        if seen >> MAP:
            while at < kind_count:
                card = kinds >> 5 * at & 31
                if card >= MAP:
                    number = self._list_actions(card, number)
                at += 1
        at = 0
        while at < kind_count:
            codes[number] = DISCARD | (kinds >> 5 * at & 31) << 3
            number += 1
            at += 1
        return number

    def _list_placements(self, kinds: i64, kind_count: i64, ways: i64) -> i64:
        maze = self.maze
        if not maze.fresh:
            maze.survey()
        codes = self._codes
        number: i64 = 0
        site: i64 = 0
        while site < maze.site_count:
            fitting: i64 = maze.fitting(site) & ways
            if fitting:
                cell: i64 = maze.site[site]
                at: i64 = 0
                while at < kind_count:
                    card: i64 = kinds >> 5 * at & 31
                    if fitting & WAY_BITS[card]:
                        way: i64 = FIRST_WAY[card]
                        if fitting >> way & 1:
                            codes[number] = PLACE | way << 3 | cell << 8
                            number += 1
                        if WAY_COUNT[card] == 2 and fitting >> (way + 1) & 1:
                            codes[number] = PLACE | (way + 1) << 3 | cell << 8
                            number += 1
                    at += 1
            site += 1
        return number

    def _list_actions(self, card: i64, number: i64) -> i64:
        codes = self._codes
        seat: i64 = 0
        at: i64 = 0
        if card == MAP:
            while at < GOAL_COUNT:
                if not self.face_up >> at & 1:
                    codes[number] = LOOK | at << 3
                    number += 1
                at += 1
        elif card == ROCKFALL:
            maze = self.maze
            while at < maze.laid_count:
                cell: i64 = maze.laid[at]
                if cell != START and not is_goal(cell):
                    codes[number] = ROCKS | cell << 3
                    number += 1
                at += 1
        elif card < REPAIR:
            tool: i64 = card - BROKEN
            spared: i64 = self.broken[tool] | 1 << self.turn
            while seat < self.seats:
                if not spared >> seat & 1:
                    codes[number] = BREAK | tool << 3 | seat << 5
                    number += 1
                seat += 1
        else:
            mends: i64 = MENDS[card]
            while seat < self.seats:
                if self.broken_order[seat]:
                    tool = 0
                    while tool < 3:
                        if mends >> tool & 1 and self.broken[tool] >> seat & 1:
                            codes[number] = MEND | tool << 3 | seat << 5 | card << 9
                            number += 1
                        tool += 1
                seat += 1
        return number

    # What happens.

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
        """SAB-6.2: a stone meets the card that reached it, the one just laid if there are several."""
        cell: i64 = GOAL_CELLS[which]
        goal: i64 = self.goal[which]
        if goal:
            if sides & (sides - 1):
                sides &= _side_towards(cell, laid)
            if sides:
                upright: i64 = GOAL_SHAPE[goal & 6]
                goal = (goal & 6) | (0 if upright & sides else 1)
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
        cards: i64 = hand & _CARDS
        self.hand[self.turn] = (cards & below) | (cards >> 5 & ~below) | ((hand >> 32) - 1) << 32

    def _end_turn(self) -> None:
        """SAB-3.2, SAB-6.5."""
        hand: i64 = self.hand[self.turn]
        if self.pile_count:
            self.pile_count -= 1
            size: i64 = hand >> 32
            drawn: i64 = self.pile[self.pile_count]
            self.hand[self.turn] = (hand & _CARDS) | drawn << 5 * size | (size + 1) << 32
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
        self._deal_round(self.number + 1, (last + 1) % self.seats)

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

    # Whole games.

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


def _holds_gold(deck: i64, nuggets: i64) -> bool:
    while deck:
        if deck & 3 == nuggets:
            return True
        deck >>= 2
    return False


def _side_towards(cell: i64, other: i64) -> i64:
    side: i64 = 0
    while side < 4:
        if cell + STEPS[side] == other:
            return 1 << side
        side += 1
    return 0


def shuffle(cards: vec[i64], number: i64, stream: Stream) -> None:
    """Fisher-Yates, as the law shuffles."""
    last: i64 = number - 1
    while last > 0:
        other: i64 = stream.below(last + 1)
        card: i64 = cards[last]
        cards[last] = cards[other]
        cards[other] = card
        last -= 1
