"""What a guest's finished games come to: ratings, accuracy, and mistakes pooled by kind.

Pure: games go in, the oldest first, and a record comes out. Nothing is known of a game but who sat where, how
it ended and, where it was analysed, the digest of the guest's own decisions.
"""

from collections import defaultdict
from collections.abc import Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from filon.coach.record_model import (
    AccuracyAt,
    Digest,
    GameRecord,
    MistakeMade,
    Mistakes,
    MyRecord,
    RatingAt,
    RecordedGame,
    Standing,
    Tally,
)

PEOPLE: Final = "people"
"""Beside the levels of bots: whom a game was played against."""
MOST_LINKS: Final = 20
"""Of the mistakes of a kind, the dearest."""
_SURE: Final = 1.96
"""Standard deviations of a 95 per cent interval."""


class Recorder:
    """Takes games one at a time, so that whoever has many can pause in between."""

    def __init__(self) -> None:
        self._games: dict[str, _OneGame] = {}

    def take(self, played: RecordedGame) -> None:
        """In the order in which they ended."""
        self._games.setdefault(played.game, _OneGame()).take(played)

    def record(self) -> MyRecord:
        return MyRecord(tuple(game.record(name) for name, game in sorted(self._games.items())))


def record_of(games: Sequence[RecordedGame]) -> MyRecord:
    recorder = Recorder()
    for played in games:
        recorder.take(played)
    return recorder.record()


class _Belief(NamedTuple):
    mu: float
    sigma: float


class _Rated:
    """The guest's rating among opponents of one sort, who are rated along from the same games."""

    def __init__(self) -> None:
        self._known: dict[str, _Belief] = {}
        self.games = 0
        self.wins = 0.0
        self.course: list[RatingAt] = []

    def take(self, played: RecordedGame, seats: Sequence[int]) -> None:
        self.games += 1
        self.wins += _won(played)
        model = _model()
        first = _Belief(model.mu, model.sigma)
        names = [played.opponents[seat] for seat in seats]
        teams = [[model.create_rating([*self._known.get(name, first)])] for name in names]
        rated = model.rate(teams, ranks=_ranks(played, seats))
        after: dict[str, list[Any]] = defaultdict(list)
        for name, (one,) in zip(names, rated, strict=True):
            after[name].append(one)
        for name, ones in after.items():
            count = len(ones)
            self._known[name] = _Belief(
                sum(one.mu for one in ones) / count, sum(one.sigma for one in ones) / count
            )
        mu, sigma = self._known[_ME]
        self.course.append(RatingAt(played.ended_at, mu, mu - _SURE * sigma, mu + _SURE * sigma))


_ME: Final = ""
"""Among opponents' names, the guest's own."""


class _OneGame:
    def __init__(self) -> None:
        self._games = 0
        self._wins = 0.0
        self._analysed = 0
        self._people = _Rated()
        self._bots = _Rated()
        self._roles: dict[str, list[float]] = {}
        self._levels: dict[str, list[float]] = {}
        self._accuracy: list[AccuracyAt] = []
        self._mistakes: dict[str, list[MistakeMade]] = defaultdict(list)

    def take(self, played: RecordedGame) -> None:
        self._games += 1
        self._wins += _won(played)
        for rated, bots in ((self._people, False), (self._bots, True)):
            seats = [seat for seat, is_bot in enumerate(played.bots) if seat == played.seat or is_bot is bots]
            if len(seats) > 1:
                rated.take(played, seats)
        for level in _levels(played):
            _count(self._levels, level, _won(played))
        if played.digest is not None:
            self._analysed += 1
            self._judge(played, played.digest)

    def _judge(self, played: RecordedGame, digest: Digest) -> None:
        for played_round in digest.rounds:
            _count(self._roles, played_round.side, float(played_round.won))
        if (accuracy := digest.accuracy) is not None:
            graded = sum(one.verdict != "ungraded" for one in digest.decisions)
            self._accuracy.append(
                AccuracyAt(played.ended_at, played.table, played.code, played.number, accuracy, graded)
            )
        for one in digest.decisions:
            if one.verdict == "mistake":
                self._mistakes[one.kind].append(
                    MistakeMade(
                        played.table,
                        played.code,
                        played.number,
                        one.step,
                        played.ended_at,
                        one.cost,
                        played.kept,
                    )
                )

    def record(self, game: str) -> GameRecord:
        standings = (
            Standing("people", self._people.games, self._people.wins, tuple(self._people.course)),
            Standing("bots", self._bots.games, self._bots.wins, tuple(self._bots.course)),
        )
        mistakes = [
            Mistakes(kind, len(made), sum(one.cost for one in made), _dearest(made))
            for kind, made in self._mistakes.items()
        ]
        return GameRecord(
            game=game,
            games=self._games,
            wins=self._wins,
            analysed=self._analysed,
            standings=tuple(one for one in standings if one.games),
            roles=_tallies(self._roles),
            levels=_tallies(self._levels),
            accuracy=tuple(self._accuracy),
            mistakes=tuple(sorted(mistakes, key=lambda one: (-one.cost, one.kind))),
        )


def _levels(played: RecordedGame) -> list[str]:
    """Whom it was played against, each sort once."""
    found = {
        played.opponents[seat] if is_bot else PEOPLE
        for seat, is_bot in enumerate(played.bots)
        if seat != played.seat
    }
    return sorted(found)


def _count(tallies: dict[str, list[float]], name: str, won: float) -> None:
    tally = tallies.setdefault(name, [0, 0.0])
    tally[0] += 1
    tally[1] += won


def _tallies(tallies: dict[str, list[float]]) -> tuple[Tally, ...]:
    return tuple(Tally(name, int(played), wins) for name, (played, wins) in sorted(tallies.items()))


def _dearest(made: Sequence[MistakeMade]) -> tuple[MistakeMade, ...]:
    """Of those that can be looked at first: the others lead nowhere."""
    return tuple(sorted(made, key=lambda one: (not one.kept, -one.cost, -one.at, one.step))[:MOST_LINKS])


def _won(played: RecordedGame) -> float:
    return 1 / len(played.winners) if played.seat in played.winners else 0.0


def _ranks(played: RecordedGame, seats: Sequence[int]) -> list[float]:
    """Winners first, the others by score."""
    keys = [(True, 0) if seat in played.winners else (False, played.scores[seat]) for seat in seats]
    ordered = sorted(set(keys), reverse=True)
    return [float(1 + ordered.index(key)) for key in keys]


@cache
def _model() -> Any:
    """Loaded when the first game is rated: a server whom nobody asks need not hold it in memory."""
    from openskill.models import PlackettLuce  # noqa: PLC0415 - see above

    return PlackettLuce()
