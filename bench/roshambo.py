"""What our duellist wins from those it foresees, and what those who foresee it win.

    python bench/roshambo.py [--throws 10000] [--seed 1] [--only greenberg,iocainebot]
    python bench/roshambo.py --reader 1000 [--seed 1]

The first throws against the 43 roshambo players that OpenSpiel brings (`pip install open_spiel`). `sigmas` is
the difference in standard deviations of even play. Among 43 who throw evenly one or two land beyond 2 either
way by chance, so that a match counts as won or lost from where only one such series in twenty has any match
at all on that side: a little over 3 sigmas. In matches of a few hundred throws some of OpenSpiel's players
crash.

With `--reader` whole games of Le Labyrinthe Secret at two seats: hard against a copy of hard that foresees
its throws (`filon/lab/labyrinth/reader.py`). Each deal is played twice, with the seats changed. The exit
status is 1 if the reader wins more than 53 % of them.
"""

import argparse
import sys
from importlib import import_module
from math import sqrt
from statistics import NormalDist
from typing import Any, Final, NamedTuple

from filon.bots import Player, level
from filon.bots.arena.match import decisions
from filon.bots.arena.standings import share_of
from filon.bots.labyrinth.throwing import Thrower, points
from filon.games.chance import FastRandom
from filon.games.contract import Seat
from filon.games.labyrinth import LABYRINTH
from filon.games.labyrinth.model import Throw
from filon.lab.labyrinth.reader import THINGS, Reader

AS_THEIRS: Final = (0, 2, 1)
"""Our stone, scissors, paper are their 0, 2, 1; and back."""
BY_CHANCE: Final = 0.05
"""How often a whole series of even matches may show a win, or a loss, that is none."""
MOST_FOR_A_READER: Final = 0.53


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
        ours, theirs = thrower.throw(0, random), AS_THEIRS[bot.step(state)]
        state.apply_actions([AS_THEIRS[ours], AS_THEIRS[theirs]])
        thrower.learn(0, ours, theirs)
        results.append(points(ours, theirs))
    return Match(results.count(1), results.count(-1))


def against_players(throws: int, seed: int, only: str) -> None:
    pyspiel = import_module("pyspiel")
    names: list[str] = only.split(",") if only else pyspiel.roshambo_bot_names()
    print(f"{'opponent':<18}{'won':>7}{'lost':>7}{'difference':>12}{'sigmas':>8}")
    matches = []
    for name in names:
        found = match(pyspiel, name, throws, seed)
        print(
            f"{name:<18}{found.won:>7}{found.lost:>7}{found.won - found.lost:>12}{found.sigmas:>8.1f}",
            flush=True,
        )
        matches.append(found)
    bar = NormalDist().inv_cdf(1 - BY_CHANCE / len(matches))
    beaten, lost = (sum(sign * each.sigmas > bar for each in matches) for sign in (1, -1))
    print(f"{len(matches)} opponents: {beaten} beaten, {lost} lost to, by more than {bar:.2f} sigmas")


class Read(NamedTuple):
    """What the reader had of a game."""

    part: float
    """Of the win."""
    won: int
    lost: int
    equal: int


def read_game(seat: Seat, seed: int) -> Read:
    players: dict[Seat, Player] = {seat: Reader("hard"), Seat(1 - seat): level("hard")}
    results = []
    after: Any = None
    for step in decisions(LABYRINTH, 2, LABYRINTH.simulation, lambda _, own: players[own], seed):
        after = step.after
        if isinstance(step.action, Throw):
            throws = {**step.before.phase.throws, step.seat: step.action.thing}
            if len(throws) == 2:
                own, other = throws.pop(seat), *throws.values()
                results.append(points(THINGS.index(own), THINGS.index(other)))
    outcome = LABYRINTH.outcome(after)
    assert outcome is not None, "the game stopped before its end"
    part = (seat in outcome.winners) / len(outcome.winners)
    return Read(part, *(results.count(result) for result in (1, -1, 0)))


def against_reader(games: int, seed: int) -> bool:
    """Whether hard holds out."""
    read = [read_game(Seat(number % 2), (seed << 32) + number // 2) for number in range(games)]
    part, won, lost, equal = (sum(column) for column in zip(*read, strict=True))
    share = share_of(part, games)
    print(f"the reader wins {share.share:.1%} ({share.low:.1%} to {share.high:.1%}) of {games} games")
    print(f"throws a game: {won / games:.2f} won, {lost / games:.2f} lost, {equal / games:.2f} equal")
    return share.share <= MOST_FOR_A_READER


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    asked.add_argument("--throws", type=int, default=10_000)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--only", default="")
    asked.add_argument("--reader", type=int, default=0, metavar="GAMES")
    options = asked.parse_args()
    if options.reader:
        sys.exit(0 if against_reader(options.reader, options.seed) else 1)
    against_players(options.throws, options.seed, options.only)


if __name__ == "__main__":
    main()
