"""Work out what cards are worth among three or four in Le Labyrinthe Secret (`pip install numpy`).

    python bench/company.py

writes `filon/kernels/labyrinth/company-SEATS-GOAL.bin`, in a minute or two. A game in small, without a
castle: who is on turn reaches the sought card now and then, and each of the others now and then. The others
take what they can and challenge by the normal level's rule; I do what is best for me. All of it is gone over
until nothing changes. A duel is even, and a loser who would be next loses the turn as well, LAB-5.5.
"""

import zlib
from importlib import import_module
from itertools import combinations
from pathlib import Path
from typing import Any, Final, NamedTuple

from filon.kernels.labyrinth.kernel_shares import SURE, codes_of, handed, passed

FOLDER: Final = Path(__file__).resolve().parents[1] / "src" / "filon" / "kernels" / "labyrinth"
I_TAKE: Final = 0.44
"""How often a turn finds a way to the sought secret; these as counted in games of hard against normal."""
THEY_TAKE: Final = 0.38
I_MEET: Final = 0.5
"""How often a turn finds a way to somebody."""
THEY_MEET: Final = (0.12, 0.5)
"""Before and after all is found: they do not look for it before."""
TRAPPED: Final = (0.75, 0.6)
"""How often a loser of mine, and one of theirs, can do nothing in the next turn."""
DUEL_FROM: Final = 0.02
"""What a challenge must promise the others."""
SETTLED: Final = 0.0005
PATIENCE: Final = 120
KIND: Final = 7

np: Any = import_module("numpy")


class Cards(NamedTuple):
    """All ways to spread the cards of one kind, numbered; who is on turn comes first."""

    seats: int
    goal: int
    held: Any
    """By number: how many each player has."""
    after: Any
    """By number: the same cards, the next player on turn."""
    taken: Any
    """By number: one more for who is on turn, where there is one left."""
    moved: Any
    """By number, giver, taker and count."""

    @property
    def left(self) -> Any:
        return KIND - self.held.sum(1)


def cards_of(seats: int, goal: int) -> Cards:
    codes = codes_of(seats)
    number = {code: at for at, code in enumerate(codes)}
    players = range(seats)
    return Cards(
        seats,
        goal,
        np.array([[code >> 3 * player & 7 for player in players] for code in codes]),
        np.array([number[passed(code, seats)] for code in codes]),
        np.array([number.get(code + 1, 0) if code & 7 < KIND else 0 for code in codes]),
        np.array(
            [
                [
                    [[number[handed(code, giver, taker, count)] for count in range(5)] for taker in players]
                    for giver in players
                ]
                for code in codes
            ]
        ),
    )


def promises(cards: Cards, other: int) -> list[Any]:
    """By stake, one card or the die: what the normal level expects of a challenge, in cards of one kind."""
    goal = cards.goal
    mine, theirs = cards.held[:, 0], cards.held[:, other]

    def worth(count: Any) -> Any:
        return (count / goal) ** 2 + 5.0 * (count >= goal)

    def of(stake: int) -> Any:
        won, lost = np.minimum(stake, theirs), np.minimum(stake, mine)
        gained = worth(mine + won) - worth(theirs - won)
        spared = worth(mine - lost) - worth(theirs + lost)
        return (gained + spared) / 2 - worth(mine) + worth(theirs)

    return [of(1), (of(2) + of(3) + of(4)) / 3]


class Company:
    """`chance[me]`: of the player in that place, counted from who is on turn, by treasures and gnomes."""

    def __init__(self, seats: int, goal: int) -> None:
        self.cards = cards = cards_of(seats, goal)
        full = cards.held >= goal
        over = full.any(1)
        self.over = over[:, None] | over[None, :]
        both = full[:, None, :] | full[None, :, :]
        self.won = both / np.maximum(both.sum(2, keepdims=True), 1)
        left = cards.left
        self.unfound = left[:, None] + left[None, :]
        self.chance = [
            np.where(self.over, self.won[..., me], np.full(self.over.shape, 1 / seats)) for me in range(seats)
        ]
        self.promises = {other: promises(cards, other) for other in range(1, seats)}

    def settle(self) -> None:
        for _ in range(PATIENCE):
            moved = 0.0
            for me in reversed(range(self.cards.seats)):
                new = np.where(self.over, self.won[..., me], self.turn(me))
                moved = max(moved, float(np.abs(new - self.chance[me]).max()))
                self.chance[me] = new
            if moved < SETTLED:
                return

    def later(self, me: int, turns: int) -> Any:
        """My chance with these cards so many turns from now."""
        after = self.cards.after
        there = after if turns == 1 else after[after]
        chance = self.chance[(me - turns) % self.cards.seats][there][:, there]
        return np.where(self.over, self.won[..., me], chance)

    def duels(self, me: int, other: int, idle: Any) -> tuple[Any, Any]:
        """What who is on turn gets out of the best terms, as it is judged, and my chance then."""
        moved, trapped = self.cards.moved, self.later(me, 2)
        caught = TRAPPED[me > 0] if other == 1 else 0.0

        def fought(kind: int, stake: int) -> Any:
            won, lost = moved[:, other, 0, stake], moved[:, 0, other, stake]
            first, then, otherwise = (
                table[cards] if kind == 0 else table[:, cards]
                for table, cards in ((trapped, won), (idle, won), (idle, lost))
            )
            return (caught * first + (1 - caught) * then + otherwise) / 2

        chances, judged = [], []
        for kind in (0, 1):
            chances += [fought(kind, 1), (fought(kind, 2) + fought(kind, 3) + fought(kind, 4)) / 3]
            judged += [
                np.broadcast_to(promise[:, None] if kind == 0 else promise, idle.shape)
                for promise in self.promises[other]
            ]
        found = np.stack(chances)
        keys = found if me == 0 else np.stack(judged)
        best = keys.argmax(0)[None]
        return np.take_along_axis(keys, best, 0)[0], np.take_along_axis(found, best, 0)[0]

    def turn(self, me: int) -> Any:
        """My chance as the turn of who is on turn begins."""
        idle = self.later(me, 1)
        taken, left, unfound = self.cards.taken, self.cards.left, np.maximum(self.unfound, 1)
        took = (left[:, None] * idle[taken] + left[None, :] * idle[:, taken]) / unfound
        others = range(1, self.cards.seats)
        duels = {other: self.duels(me, other, idle) for other in others}
        late = self.unfound == 0
        total = np.zeros_like(idle)
        for count in range(self.cards.seats):
            for met in combinations(others, count):
                base = idle
                if met:
                    keys = np.stack([duels[other][0] for other in met])
                    best = keys.argmax(0)[None]
                    key = np.take_along_axis(keys, best, 0)[0]
                    fought = np.take_along_axis(np.stack([duels[other][1] for other in met]), best, 0)[0]
                    base = np.where(late | (key > (idle if me == 0 else DUEL_FROM)), fought, idle)
                ways = [I_MEET, I_MEET] if me == 0 else THEY_MEET
                early, afterwards = (way**count * (1 - way) ** (len(others) - count) for way in ways)
                take = I_TAKE if me == 0 else THEY_TAKE
                found = np.maximum(took, base) if me == 0 else took
                total += np.where(late, afterwards * base, early * (take * found + (1 - take) * base))
        return total

    def written(self) -> bytes:
        """As `Shares` reads it: both kinds are alike, and half of the table is enough."""
        table = bytearray()
        for chance in self.chance:
            even = np.clip(np.rint((chance + chance.T) / 2 * SURE), 1, SURE - 1).astype(np.uint8)
            for other in range(len(even)):
                table += even[: other + 1, other].tobytes()
        return bytes(table)


def main() -> None:
    for seats in (3, 4):
        for goal in (6, 7):
            company = Company(seats, goal)
            company.settle()
            packed = zlib.compress(company.written(), 9)
            FOLDER.joinpath(f"company-{seats}-{goal}.bin").write_bytes(packed)
            print(f"{seats} players, sets of {goal}: {company.chance[0][0, 0]:.3f} to begin with")


if __name__ == "__main__":
    main()
