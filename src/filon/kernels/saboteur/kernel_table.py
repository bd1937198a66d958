"""All that lies on the table of Saboteur's kernel, and how it is dealt (SAB-2)."""

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from filon.kernels.saboteur.kernel_cards import (
    DECK_CARDS,
    DECK_SIZE,
    GOAL_COUNT,
    GOLD_DECK,
    HAND_SIZE,
    LAST_ROUND,
    SABOTEURS,
)
from filon.kernels.saboteur.kernel_codes import DIGGING
from filon.kernels.saboteur.kernel_maze import Maze
from filon.kernels.stream import Stream


@mypyc_attr(allow_interpreted_subclasses=False)
class Table:
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

    def deal(self) -> None:
        """A new game, on a table with room; chance is drawn in the law's order."""
        stream = self.stream
        self.gold = GOLD_DECK
        self.shuffle_gold()
        self.offered = 0
        at: i64 = 0
        while at < LAST_ROUND:
            self.record[at] = 0
            self.result[at] = 0
            at += 1
        self.deal_round(1, stream.below(self.seats) if self.random_starter else 0)

    def shuffle_gold(self) -> None:
        """Before the first round, and after a payment (SAB-7.5)."""
        # In the pile's place: it is dealt later, and nobody is paid before it is used up.
        pile = self.pile
        gold: i64 = self.gold
        cards: i64 = 0
        while gold:
            pile[cards] = gold & 3
            gold >>= 2
            cards += 1
        shuffle(pile, cards, self.stream)
        while cards:
            cards -= 1
            gold = gold << 2 | pile[cards]
        self.gold = gold

    def deal_round(self, number: i64, starter: i64) -> None:
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


def shuffle(cards: vec[i64], number: i64, stream: Stream) -> None:
    """Fisher-Yates, as the law shuffles."""
    last: i64 = number - 1
    while last > 0:
        other: i64 = stream.below(last + 1)
        card: i64 = cards[last]
        cards[last] = cards[other]
        cards[other] = card
        last -= 1
