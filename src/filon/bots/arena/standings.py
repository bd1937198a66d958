"""What a contest shows: shares of wins with intervals, ratings, seats, sides and rounds."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from math import sqrt
from typing import Any, Final

import msgspec
from openskill.models import PlackettLuce

from filon.bots.arena.contest import Contest, Result, Thinking

_SURE: Final = 1.96
"""Standard deviations of a 95 per cent interval."""


class Share(msgspec.Struct, frozen=True):
    """`won` of `played`, and where the true share lies with 95 per cent (Wilson)."""

    played: int
    won: float
    share: float
    low: float
    high: float


def share_of(won: float, played: int) -> Share:
    if not played:
        return Share(0, 0.0, 0.0, 0.0, 1.0)
    part = won / played
    spread = _SURE**2 / played
    middle = (part + spread / 2) / (1 + spread)
    reach = _SURE * sqrt(part * (1 - part) / played + spread / (4 * played)) / (1 + spread)
    return Share(played, round(won, 3), part, max(0.0, middle - reach), min(1.0, middle + reach))


class Rating(msgspec.Struct, frozen=True):
    """OpenSkill (Plackett-Luce, begun at 25), and its 95 per cent interval."""

    skill: float
    low: float
    high: float


class Side(msgspec.Struct, frozen=True):
    """Rounds on one side, won by that side; only rounds with somebody on the other side count."""

    side: str
    rounds: Share
    by_round: tuple[Share, ...]


class Standing(msgspec.Struct, frozen=True):
    bot: str
    wins: Share
    """Of the games sat in; who shares a win has a part of it."""
    mean_score: float
    by_seat: tuple[Share, ...]
    sides: tuple[Side, ...]
    rating: Rating | None


class Pace(msgspec.Struct, frozen=True):
    """How long a bot thought: no two runs take the same time."""

    bot: str
    decisions: int
    mean_ms: float
    longest_ms: float


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """All but `pace` is the same for the same seed on every machine."""

    game: str
    seats: int
    options: dict[str, Any]
    seed: int
    games: int
    cast: dict[str, str]
    standings: tuple[Standing, ...]
    pace: tuple[Pace, ...]


def report_of(contest: Contest, results: Sequence[Result]) -> Report:
    bots = tuple(dict.fromkeys((*contest.bots, *contest.cast.values())))
    ratings = {} if contest.cast else _ratings(bots, results)
    standings = [_standing(bot, contest, results, ratings.get(bot)) for bot in bots]
    standings.sort(key=lambda one: (-(one.rating.skill if one.rating else 0.0), -one.wins.share))
    return Report(
        game=contest.game,
        seats=contest.seats,
        options=msgspec.to_builtins(contest.options),
        seed=contest.seed,
        games=len(results),
        cast=contest.cast,
        standings=tuple(standings),
        pace=tuple(_pace(bot, results) for bot in bots),
    )


def _standing(bot: str, contest: Contest, results: Sequence[Result], rating: Rating | None) -> Standing:
    won = [0.0] * contest.seats
    sat = [0] * contest.seats
    score = 0
    for result in results:
        for seat, name in enumerate(result.line_up):
            if name == bot:
                sat[seat] += 1
                score += result.scores[seat]
                won[seat] += (seat in result.winners) / len(result.winners) if result.winners else 0.0
    return Standing(
        bot=bot,
        wins=share_of(sum(won), sum(sat)),
        mean_score=score / max(1, sum(sat)),
        by_seat=tuple(share_of(*pair) for pair in zip(won, sat, strict=True)),
        sides=_sides(bot, contest, results),
        rating=rating,
    )


def _sides(bot: str, contest: Contest, results: Sequence[Result]) -> tuple[Side, ...]:
    """A round counts once a bot and side, however many seats it has there."""
    tallies: dict[str, dict[int, list[int]]] = defaultdict(lambda: defaultdict(lambda: [0, 0]))
    for result in results:
        for number, one in enumerate(result.rounds):
            if one.contested:
                for side in set(_sides_of(bot, contest, result, one.sides)):
                    tally = tallies[side][number]
                    tally[0] += one.winner == side
                    tally[1] += 1
    return tuple(_side(side, tallies[side]) for side in sorted(tallies))


def _sides_of(bot: str, contest: Contest, result: Result, sides: Sequence[str]) -> Iterable[str]:
    if contest.cast:
        return (side for side in sides if contest.cast[side] == bot)
    return (side for side, name in zip(sides, result.line_up, strict=True) if name == bot)


def _side(side: str, by_round: dict[int, list[int]]) -> Side:
    shares = tuple(share_of(won, played) for _, (won, played) in sorted(by_round.items()))
    won, played = (sum(column) for column in zip(*by_round.values(), strict=True))
    return Side(side, share_of(won, played), shares)


def _ratings(bots: Sequence[str], results: Sequence[Result]) -> dict[str, Rating]:
    """Game after game in their order. Bots do not learn, so nothing is added for change over time (tau)."""
    model = PlackettLuce(tau=0.0)
    known = dict.fromkeys(bots, (model.mu, model.sigma))
    for result in results:
        teams = [[model.create_rating([*known[name]])] for name in result.line_up]
        rated = model.rate(teams, ranks=[float(rank) for rank in _ranks(result)])
        after: dict[str, list[Any]] = defaultdict(list)
        for name, (one,) in zip(result.line_up, rated, strict=True):
            after[name].append(one)
        for name, ones in after.items():
            known[name] = (
                sum(one.mu for one in ones) / len(ones),
                sum(one.sigma for one in ones) / len(ones),
            )
    return {bot: Rating(mu, mu - _SURE * sigma, mu + _SURE * sigma) for bot, (mu, sigma) in known.items()}


def _ranks(result: Result) -> list[int]:
    """Winners first, the others by score."""
    keys = [(seat in result.winners, score) for seat, score in enumerate(result.scores)]
    ordered = sorted({key if not key[0] else (True, 0) for key in keys}, reverse=True)
    return [1 + ordered.index(key if not key[0] else (True, 0)) for key in keys]


def _pace(bot: str, results: Sequence[Result]) -> Pace:
    spent = [result.thinking.get(bot, Thinking()) for result in results]
    made = sum(one.decisions for one in spent)
    return Pace(
        bot,
        made,
        1000 * sum(one.seconds for one in spent) / max(1, made),
        1000 * max((one.longest for one in spent), default=0.0),
    )
