"""Random play in bulk: how fast the law is, and who wins when nobody thinks."""

from collections import Counter
from collections.abc import Callable
from time import perf_counter
from typing import Any

import msgspec

from filon.games.chance import FastRandom
from filon.games.contract import AnyGame, Outcome
from filon.lab.walk import walk


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """All but the three times is the same for the same seed on every machine."""

    game: str
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
    after_each: Callable[[], object] = lambda: None,
) -> Report:
    """`games` random games; each has a stream of its own, so any part of the series can be repeated alone."""
    decisions = 0
    outcomes: list[Outcome] = []
    started = perf_counter()
    for number in range(games):
        played, outcome = _one_game(game, seats, options, FastRandom((seed << 32) + number))
        decisions += played
        outcomes.append(outcome)
        after_each()
    seconds = perf_counter() - started
    tally: Counter[str] = Counter()
    for outcome in outcomes:
        tally.update(outcome.tally)
    return Report(
        game=game.name,
        seats=seats,
        options=msgspec.to_builtins(options),
        seed=seed,
        games=games,
        decisions=decisions,
        seconds=seconds,
        games_per_second=games / seconds,
        decisions_per_second=decisions / seconds,
        wins=tuple(sum(seat in outcome.winners for outcome in outcomes) for seat in range(seats)),
        shared_wins=sum(len(outcome.winners) > 1 for outcome in outcomes),
        mean_scores=tuple(sum(outcome.scores[seat] for outcome in outcomes) / games for seat in range(seats)),
        tally=dict(sorted(tally.items())),
    )


def _one_game(game: AnyGame, seats: int, options: Any, random: FastRandom) -> tuple[int, Outcome]:
    state = game.deal(seats, options, random)
    decisions = 0
    for step in walk(game, state, random):
        state = step.after
        decisions += 1
    outcome = game.outcome(state)
    assert outcome is not None, "random play stopped before the end"
    return decisions, outcome
