"""Many games of bots, with luck and without: whether it comes to nothing, and how much sooner skill shows."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import combinations
from math import sqrt
from statistics import fmean, variance
from typing import Any, Final

import msgspec

from filon.bots.arena import Contest
from filon.bots.arena.contest import each_game, line_up_of, seed_of
from filon.bots.arena.spread import Processes, Spread
from filon.bots.named import bot_named
from filon.coach.luck import luck_of, mean_after, spans
from filon.coach.played import recorded
from filon.coach.registry import coach_of, require_coach
from filon.coach.replay import moments, sights
from filon.games.chance import FastRandom
from filon.games.contract import Malformed, Random
from filon.games.registry import GAMES
from filon.tables.export import GameFile

EVERY_CORE: Final = Processes()


class Studied(msgspec.Struct, frozen=True):
    """By seat."""

    line_up: tuple[str, ...]
    results: tuple[float, ...]
    luck: tuple[float, ...]
    drawn: tuple[float, ...]
    """What came of the lots that players drew for themselves; 0 where nobody was asked again."""


class Mean(msgspec.Struct, frozen=True):
    """Over the games, and its standard error."""

    mean: float
    error: float


class BotLuck(msgspec.Struct, frozen=True):
    """Shares of the win; of a bot in several seats, the mean of them."""

    bot: str
    games: int
    raw: Mean
    luck: Mean
    drawn: Mean
    """What came of the lots that players drew among their choices, as far as they were asked again."""
    corrected: Mean
    """The raw share less both: its mean is the same."""


class Compared(msgspec.Struct, frozen=True):
    """What `one` wins more than `other`, in games in which both sit."""

    one: str
    other: str
    games: int
    raw: Mean
    corrected: Mean
    factor: float
    """How many times fewer games the corrected shares need to say the same as surely."""


class LuckReport(msgspec.Struct, frozen=True, kw_only=True):
    game: str
    seats: int
    options: dict[str, Any]
    seed: int
    games: int
    bots: tuple[BotLuck, ...]
    pairs: tuple[Compared, ...]


def study(
    contest: Contest,
    games: int,
    *,
    asks: int = 0,
    spread: Spread = EVERY_CORE,
    after_each: Callable[[], object] = lambda: None,
) -> LuckReport:
    """The same report wherever the games are played. Players are asked `asks` times more for each choice.

    Malformed with a cast: sides are luck as well. NoCoach where nobody values positions.
    """
    if contest.cast:
        raise Malformed("cast", "who plays which side is dealt, and is luck: say who plays by --bots")
    require_coach(contest.game)
    found = each_game(contest, games, partial(studied, asks=asks), spread=spread, after_each=after_each)
    bots = tuple(dict.fromkeys(contest.bots))
    return LuckReport(
        game=contest.game,
        seats=contest.seats,
        options=msgspec.to_builtins(contest.options),
        seed=contest.seed,
        games=games,
        bots=tuple(_luck_of(bot, found) for bot in bots),
        pairs=tuple(_compared(one, other, found) for one, other in combinations(bots, 2)),
    )


def studied(contest: Contest, number: int, asks: int = 0) -> Studied:
    """Game `number` of a contest: the one that is saved under this number."""
    _result, file = recorded(contest, number)
    game = GAMES[contest.game]
    random = FastRandom(seed_of(contest, number))
    coach = coach_of(game.name)
    luck = luck_of(game, coach, moments(file), random, depth="quick")
    drawn = _drawn(file, line_up_of(contest, number), asks, random) if asks else (0.0,) * contest.seats
    winners = file.outcome.winners
    results = tuple((seat in winners) / max(1, len(winners)) for seat in range(contest.seats))
    return Studied(line_up_of(contest, number), results, luck, drawn)


def _drawn(
    file: GameFile[Any, Any, Any], line_up: Sequence[str], asks: int, random: Random
) -> tuple[float, ...]:
    """What was chosen less the mean of what the same player chooses when asked again, valued alike."""
    game, coach = GAMES[file.game], coach_of(file.game)
    seen = {moment.step: sight for moment, sight in sights(file)}
    total = [0.0] * len(line_up)
    for span in spans(game, moments(file)):
        if span.seat is None:
            continue
        player = bot_named(line_up[span.seat], game.name)
        again = [player.choose(seen[span.step], FastRandom(random.below(1 << 32))) for _ in range(asks)]
        if all(action == span.action for action in again):
            continue
        worth = {
            action: mean_after(game, coach, span._replace(action=action), random)
            for action in dict.fromkeys((span.action, *again))
        }
        for seat in range(len(line_up)):
            total[seat] += worth[span.action][seat] - fmean(worth[action][seat] for action in again)
    return tuple(total)


def _luck_of(bot: str, found: Sequence[Studied]) -> BotLuck:
    sat = [one for one in found if bot in one.line_up]
    return BotLuck(
        bot,
        len(sat),
        _mean([_share(one, bot, _raw) for one in sat]),
        _mean([_share(one, bot, _luck) for one in sat]),
        _mean([_share(one, bot, _lots) for one in sat]),
        _mean([_share(one, bot, _corrected) for one in sat]),
    )


def _compared(one: str, other: str, found: Sequence[Studied]) -> Compared:
    both = [game for game in found if {one, other} <= set(game.line_up)]
    raw, corrected = (
        [_share(game, one, part) - _share(game, other, part) for game in both] for part in (_raw, _corrected)
    )
    spread = _variance(corrected)
    return Compared(
        one, other, len(both), _mean(raw), _mean(corrected), _variance(raw) / spread if spread else 1.0
    )


def _raw(game: Studied, seat: int) -> float:
    return game.results[seat]


def _luck(game: Studied, seat: int) -> float:
    return game.luck[seat]


def _lots(game: Studied, seat: int) -> float:
    return game.drawn[seat]


def _corrected(game: Studied, seat: int) -> float:
    return game.results[seat] - game.luck[seat] - game.drawn[seat]


def _share(game: Studied, bot: str, part: Callable[[Studied, int], float]) -> float:
    return fmean(part(game, seat) for seat, name in enumerate(game.line_up) if name == bot)


def _mean(values: Sequence[float]) -> Mean:
    return Mean(fmean(values) if values else 0.0, sqrt(_variance(values) / max(1, len(values))))


def _variance(values: Iterable[float]) -> float:
    known = list(values)
    return variance(known) if len(known) > 1 else 0.0
