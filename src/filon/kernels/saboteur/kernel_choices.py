"""What may be done at the table of Saboteur's kernel, in the law's order."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from filon.kernels.saboteur.kernel_cards import (
    BROKEN,
    FIRST_WAY,
    GOAL_COUNT,
    MAP,
    MENDS,
    REPAIR,
    ROCKFALL,
    START,
    WAY_BITS,
    WAY_COUNT,
)
from filon.kernels.saboteur.kernel_codes import (
    BREAK,
    DISCARD,
    FINISHED,
    LOOK,
    MEND,
    PASS,
    PLACE,
    ROCKS,
    SHARING,
    TAKE,
)
from filon.kernels.saboteur.kernel_maze import is_goal
from filon.kernels.saboteur.kernel_table import Table

CARDS_OF_HAND: Final[i64] = (1 << 32) - 1
"""The cards of a hand without their number."""
MOST_CHOICES: Final = 2048


@mypyc_attr(allow_interpreted_subclasses=False)
class Choices(Table):
    """A table, and what the seat that is waited for may do there."""

    def waiting(self) -> int:
        return 0 if self.phase == FINISHED else 1 << self.turn

    def legal(self, actor: int) -> list[int]:
        if self.phase == FINISHED or actor != self.turn:
            return []
        number: i64 = self.list_choices()
        codes = self._codes
        return [int(codes[at]) for at in range(number)]

    def list_into(self, codes: "vec[i64]") -> None:
        """From now on: kernels that list one at a time can share the room for it."""
        self._codes = codes

    def choice(self, at: i64) -> i64:
        """One of the choices that were listed."""
        return self._codes[at]

    def list_choices(self) -> i64:
        """Lists what the seat waited for may do, in the law's order; how much that is."""
        if not len(self._codes):
            self._codes = vec[i64]([0] * MOST_CHOICES)
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
        hand: i64 = self.hand[self.turn] & CARDS_OF_HAND
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


def _holds_gold(deck: i64, nuggets: i64) -> bool:
    while deck:
        if deck & 3 == nuggets:
            return True
        deck >>= 2
    return False
