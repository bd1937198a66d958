"""What cards are worth between two: my chance to win with them, wherever the pawns stand.

A game in small, solved by going over it until nothing changes. Who is on turn takes the sought card now and
then, meets the other now and then, and then challenges for the kind and the stake that pay best, LAB-5.2.
Each duel is even. The loser is put where the next turn leads nowhere, LAB-5.5: a challenge won is a turn won.
How often either finds a way is for the asker to say.
"""

from typing import Final

from mypy_extensions import i64, mypyc_attr

_KIND: Final[i64] = 7
TREASURE: Final[i64] = 8
GNOME: Final[i64] = 1
TRAPPED: Final = 0.75
"""How often a duel's loser can do nothing in the next turn."""
_SETTLED: Final = 0.0005
_PATIENCE: Final[i64] = 60
_WON: Final = 1.0
_LOST: Final = 0.0


def holding(treasures: i64, gnomes: i64) -> i64:
    """A hand as the stakes know it: a treasure more is 8 more, a gnome more is 1 more."""
    return treasures * TREASURE + gnomes * GNOME


@mypyc_attr(allow_interpreted_subclasses=False)
class Stakes:
    """For one goal of LAB-6.1. `mine` is the holding of who asks, `theirs` that of the other."""

    def __init__(
        self, goal: i64, *, i_take: float, they_take: float, i_meet: float, they_meet: float
    ) -> None:
        self.goal: i64 = goal
        self._i_take: float = i_take
        """How often a turn of mine finds a way to the sought secret."""
        self._they_take: float = they_take
        self._i_meet: float = i_meet
        """How often a turn of mine finds a way to the other."""
        self._they_meet: float = they_meet
        self._on_turn: list[float] = [0.5] * 4096
        self._waiting: list[float] = [0.5] * 4096
        sweep: i64 = 0
        while sweep < _PATIENCE and self._sweep() > _SETTLED:
            sweep += 1

    def is_full(self, held: i64) -> bool:
        return held >> 3 >= self.goal or held & 7 >= self.goal

    def on_turn(self, mine: i64, theirs: i64) -> float:
        """My chance to win when I am on turn."""
        if self.is_full(mine):
            return _WON
        if self.is_full(theirs):
            return _LOST
        return self._on_turn[mine << 6 | theirs]

    def waiting(self, mine: i64, theirs: i64) -> float:
        """My chance to win when the other is on turn."""
        if self.is_full(mine):
            return _WON
        if self.is_full(theirs):
            return _LOST
        return self._waiting[mine << 6 | theirs]

    def fought(self, mine: i64, theirs: i64, card: i64, stake: i64) -> float:
        """After my challenge, both ends of it as likely; `card` is TREASURE or GNOME, LAB-5.4."""
        shift: i64 = 3 if card == TREASURE else 0
        won: i64 = min(stake, theirs >> shift & 7) * card
        lost: i64 = min(stake, mine >> shift & 7) * card
        again: float = self.on_turn(mine + won, theirs - won)
        better: float = TRAPPED * again + (1 - TRAPPED) * self.waiting(mine + won, theirs - won)
        return (better + self.waiting(mine - lost, theirs + lost)) / 2

    def suffered(self, mine: i64, theirs: i64, card: i64, stake: i64) -> float:
        """After a challenge by the other."""
        shift: i64 = 3 if card == TREASURE else 0
        won: i64 = min(stake, theirs >> shift & 7) * card
        lost: i64 = min(stake, mine >> shift & 7) * card
        again: float = self.waiting(mine - lost, theirs + lost)
        worse: float = TRAPPED * again + (1 - TRAPPED) * self.on_turn(mine - lost, theirs + lost)
        return (worse + self.on_turn(mine + won, theirs - won)) / 2

    def for_die(self, mine: i64, theirs: i64, card: i64) -> float:
        """LAB-1.3: two, three or four."""
        two: float = self.fought(mine, theirs, card, 2)
        return (two + self.fought(mine, theirs, card, 3) + self.fought(mine, theirs, card, 4)) / 3

    def suffered_for_die(self, mine: i64, theirs: i64, card: i64) -> float:
        two: float = self.suffered(mine, theirs, card, 2)
        return (two + self.suffered(mine, theirs, card, 3) + self.suffered(mine, theirs, card, 4)) / 3

    def best_challenge(self, mine: i64, theirs: i64) -> float:
        """Or none at all, if that is better; once all cards are found, somebody has to dare, LAB-3.7."""
        best: float = _LOST if self._all_found(mine, theirs) else self.waiting(mine, theirs)
        best = max(best, self.fought(mine, theirs, TREASURE, 1), self.for_die(mine, theirs, TREASURE))
        return max(best, self.fought(mine, theirs, GNOME, 1), self.for_die(mine, theirs, GNOME))

    def worst_challenge(self, mine: i64, theirs: i64) -> float:
        """The same by the other."""
        worst: float = _WON if self._all_found(mine, theirs) else self.on_turn(mine, theirs)
        ones: float = min(self.suffered(mine, theirs, TREASURE, 1), self.suffered(mine, theirs, GNOME, 1))
        dice: float = self.suffered_for_die(mine, theirs, TREASURE)
        return min(worst, ones, dice, self.suffered_for_die(mine, theirs, GNOME))

    def _sweep(self) -> float:
        moved: float = 0.0
        mine: i64 = 0
        while mine < 64:
            theirs: i64 = 0
            while theirs < 64:
                if self._can_be(mine, theirs):
                    at: i64 = mine << 6 | theirs
                    chance: float = self._my_turn(mine, theirs)
                    moved = max(moved, abs(chance - self._on_turn[at]))
                    self._on_turn[at] = chance
                    chance = self._their_turn(mine, theirs)
                    moved = max(moved, abs(chance - self._waiting[at]))
                    self._waiting[at] = chance
                theirs += 1
            mine += 1
        return moved

    def _can_be(self, mine: i64, theirs: i64) -> bool:
        """There are seven of a kind, LAB-1.2, and nobody has won."""
        fits: bool = (mine >> 3) + (theirs >> 3) <= _KIND and (mine & 7) + (theirs & 7) <= _KIND
        return fits and not self.is_full(mine) and not self.is_full(theirs)

    def _all_found(self, mine: i64, theirs: i64) -> bool:
        return mine + theirs == _KIND * TREASURE + _KIND * GNOME

    def _my_turn(self, mine: i64, theirs: i64) -> float:
        idle: float = self.waiting(mine, theirs)
        met: float = self.best_challenge(mine, theirs)
        if self._all_found(mine, theirs):
            return self._i_meet * met + (1 - self._i_meet) * idle
        treasures = float(_KIND - (mine >> 3) - (theirs >> 3))
        gnomes = float(_KIND - (mine & 7) - (theirs & 7))
        found: float = 0.0
        if treasures > 0.0:
            found += treasures * self.waiting(mine + TREASURE, theirs)
        if gnomes > 0.0:
            found += gnomes * self.waiting(mine + GNOME, theirs)
        found /= treasures + gnomes
        alone: float = self._i_take * found + (1 - self._i_take) * idle
        return (
            self._i_meet * (self._i_take * max(found, met) + (1 - self._i_take) * met)
            + (1 - self._i_meet) * alone
        )

    def _their_turn(self, mine: i64, theirs: i64) -> float:
        idle: float = self.on_turn(mine, theirs)
        met: float = self.worst_challenge(mine, theirs)
        if self._all_found(mine, theirs):
            return self._they_meet * met + (1 - self._they_meet) * idle
        treasures = float(_KIND - (mine >> 3) - (theirs >> 3))
        gnomes = float(_KIND - (mine & 7) - (theirs & 7))
        found: float = 0.0
        if treasures > 0.0:
            found += treasures * self.on_turn(mine, theirs + TREASURE)
        if gnomes > 0.0:
            found += gnomes * self.on_turn(mine, theirs + GNOME)
        found /= treasures + gnomes
        alone: float = self._they_take * found + (1 - self._they_take) * idle
        return (
            self._they_meet * (self._they_take * min(found, met) + (1 - self._they_take) * met)
            + (1 - self._they_meet) * alone
        )
