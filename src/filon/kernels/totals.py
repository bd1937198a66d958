"""What a series of random games adds up to, kept by the kernels without leaving machine code."""

from mypy_extensions import i64, mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=False)
class Totals:
    """`tally` counts in the order of the bridge's `tally_names`."""

    def __init__(self, seats: i64, tallies: i64) -> None:
        self.games: i64 = 0
        self.decisions: i64 = 0
        self.shared_wins: i64 = 0
        self.wins: list[i64] = [0 for _ in range(seats)]
        self.scores: list[i64] = [0 for _ in range(seats)]
        self.tally: list[i64] = [0 for _ in range(tallies)]

    def count(self, winners: i64, decisions: i64) -> None:
        """One game more; `winners` has a bit for each seat that won."""
        self.games += 1
        self.decisions += decisions
        if winners & (winners - 1):
            self.shared_wins += 1
        for seat in range(len(self.wins)):
            if winners >> seat & 1:
                self.wins[seat] += 1
