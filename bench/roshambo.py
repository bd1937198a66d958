"""How our duellist does against the 43 roshambo players that OpenSpiel brings (`pip install open_spiel`).

    python bench/roshambo.py [--throws 10000] [--seed 1] [--only greenberg,iocainebot]

`sigmas` is the difference in standard deviations of even play. Among 43 who throw evenly one or two land
beyond 2 either way by chance, so that a match counts as won or lost from where only one such series in twenty
has any match at all on that side: a little over 3 sigmas.
"""

import argparse
from importlib import import_module
from math import sqrt
from statistics import NormalDist
from typing import Any, Final, NamedTuple

from filon.bots.labyrinth.throwing import Thrower, points
from filon.games.chance import FastRandom

AS_THEIRS: Final = (0, 2, 1)
"""Our stone, scissors, paper are their 0, 2, 1; and back."""
BY_CHANCE: Final = 0.05
"""How often a whole series of even matches may show a win, or a loss, that is none."""


class Match(NamedTuple):
    won: int
    lost: int

    @property
    def sigmas(self) -> float:
        return (self.won - self.lost) / sqrt(max(1, self.won + self.lost))


def match(pyspiel: Any, name: str, throws: int, seed: int) -> Match:
    stage = pyspiel.load_game("matrix_rps")
    state = pyspiel.create_repeated_game(stage, {"num_repetitions": throws}).new_initial_state()
    bot = pyspiel.make_roshambo_bot(1, name, throws)
    thrower, random = Thrower(), FastRandom(seed)
    results = []
    for _ in range(throws):
        ours, theirs = thrower.throw(random), AS_THEIRS[bot.step(state)]
        state.apply_actions([AS_THEIRS[ours], AS_THEIRS[theirs]])
        thrower.learn(ours, theirs)
        results.append(points(ours, theirs))
    return Match(results.count(1), results.count(-1))


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    asked.add_argument("--throws", type=int, default=10_000)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--only", default="")
    options = asked.parse_args()
    pyspiel = import_module("pyspiel")
    names: list[str] = options.only.split(",") if options.only else pyspiel.roshambo_bot_names()
    print(f"{'opponent':<18}{'won':>7}{'lost':>7}{'difference':>12}{'sigmas':>8}")
    matches = []
    for name in names:
        found = match(pyspiel, name, options.throws, options.seed)
        print(
            f"{name:<18}{found.won:>7}{found.lost:>7}{found.won - found.lost:>12}{found.sigmas:>8.1f}",
            flush=True,
        )
        matches.append(found)
    bar = NormalDist().inv_cdf(1 - BY_CHANCE / len(matches))
    beaten, lost = (sum(sign * each.sigmas > bar for each in matches) for sign in (1, -1))
    print(f"{len(matches)} opponents: {beaten} beaten, {lost} lost to, by more than {bar:.2f} sigmas")


if __name__ == "__main__":
    main()
