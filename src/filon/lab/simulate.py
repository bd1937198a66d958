"""Random play in bulk: how fast the law is, and who wins when nobody thinks."""

from collections import Counter
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any, Final

import msgspec

from filon.games.chance import FastRandom
from filon.games.contract import AnyGame, Outcome
from filon.kernels.registry import bridge_of
from filon.kernels.totals import Totals
from filon.lab.engine import Engine
from filon.lab.walk import walk

KERNEL_PART: Final = 1000
"""Games that a kernel plays before anybody hears of them."""


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """All but the three times is the same for the same seed on every machine."""

    game: str
    engine: str
    seats: int
    options: dict[str, Any]
    seed: int
    games: int
    decisions: int
    seconds: float
    games_per_second: float
    decisions_per_second: float
    wins: tuple[int, ...]
    """By seat; a shared win counts for each of its winners."""
    shared_wins: int
    mean_scores: tuple[float, ...]
    tally: dict[str, int]


def simulate(
    game: AnyGame,
    *,
    seats: int,
    games: int,
    seed: int,
    options: Any,
    engine: Engine = Engine.LAW,
    after: Callable[[int], object] = lambda _done: None,
) -> Report:
    """`games` random games; each has a stream of its own, so any part of the series can be repeated alone.

    `after` hears of every part that is done. The engines have other streams, and so play other games.
    """
    added = _Added(seats)
    started = perf_counter()
    if engine is Engine.LAW:
        for number in range(games):
            added.add(*_one_game(game, seats, options, FastRandom((seed << 32) + number)))
            after(1)
    else:
        bridge = bridge_of(game.name)
        for first in range(0, games, KERNEL_PART):
            part = range(first, min(games, first + KERNEL_PART))
            added.add_totals(bridge.series(seats, options, seed, part), bridge.tally_names)
            after(len(part))
    seconds = perf_counter() - started
    return Report(
        game=game.name,
        engine=engine.value,
        seats=seats,
        options=msgspec.to_builtins(options),
        seed=seed,
        games=games,
        decisions=added.decisions,
        seconds=seconds,
        games_per_second=games / seconds,
        decisions_per_second=added.decisions / seconds,
        wins=tuple(added.wins),
        shared_wins=added.shared_wins,
        mean_scores=tuple(score / games for score in added.scores),
        tally=dict(sorted(added.tally.items())),
    )


class _Added:
    """What the games so far come to."""

    def __init__(self, seats: int) -> None:
        self.decisions = 0
        self.shared_wins = 0
        self.wins = [0] * seats
        self.scores = [0] * seats
        self.tally: Counter[str] = Counter()

    def add(self, decisions: int, outcome: Outcome) -> None:
        self.decisions += decisions
        self.shared_wins += len(outcome.winners) > 1
        for winner in outcome.winners:
            self.wins[winner] += 1
        for seat, score in enumerate(outcome.scores):
            self.scores[seat] += score
        self.tally.update(outcome.tally)

    def add_totals(self, totals: Totals, names: Sequence[str]) -> None:
        self.decisions += totals.decisions
        self.shared_wins += totals.shared_wins
        self.wins = [sum(pair) for pair in zip(self.wins, totals.wins, strict=True)]
        self.scores = [sum(pair) for pair in zip(self.scores, totals.scores, strict=True)]
        self.tally.update(dict(zip(names, totals.tally, strict=True)))


def _one_game(game: AnyGame, seats: int, options: Any, random: FastRandom) -> tuple[int, Outcome]:
    state = game.deal(seats, options, random)
    decisions = 0
    for step in walk(game, state, random):
        state = step.after
        decisions += 1
    outcome = game.outcome(state)
    assert outcome is not None, "random play stopped before the end"
    return decisions, outcome
