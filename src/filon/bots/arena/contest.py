"""A contest: many games, on all cores, and the same result whatever their number."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, TypeAlias, TypeVar

import msgspec

from filon.bots import Player
from filon.bots.arena.line_up import line_up
from filon.bots.arena.match import Decision, PlayerOf, decisions
from filon.bots.arena.spread import Processes, Spread
from filon.bots.named import bot_named
from filon.bots.registry import bots_of
from filon.bots.sides import Round
from filon.games.contract import AnyGame, Malformed, Seat, require_seats
from filon.games.registry import GAMES

T = TypeVar("T")

Cast: TypeAlias = Mapping[str, str]
"""By side: the bot that plays whoever is on it, round by round."""


class Contest(msgspec.Struct, frozen=True):
    """Bots by name, as `bot_named` knows them; with a cast, sides decide who plays and not seats."""

    game: str
    seats: int
    options: Any
    seed: int
    bots: tuple[str, ...] = ()
    cast: dict[str, str] = {}

    def check(self) -> None:
        """Malformed unless it can be held."""
        game = GAMES[self.game]
        require_seats(self.seats, game.seats, game.title)
        if bool(self.bots) == bool(self.cast):
            raise Malformed("bots", "say who plays by --bots or, in a game with sides, by --cast")
        for name in (*self.bots, *self.cast.values()):
            bot_named(name, self.game)
        sides = bots_of(self.game).sides
        names = () if sides is None else sides.names
        if self.cast and set(self.cast) != set(names):
            known = ", ".join(names) or "none in this game"
            raise Malformed("cast", f"say a bot for each side; the sides are {known}")


class Thinking(msgspec.Struct):
    """How long a bot thought, all its decisions together."""

    decisions: int = 0
    seconds: float = 0.0
    longest: float = 0.0


class Result(msgspec.Struct, frozen=True):
    number: int
    line_up: tuple[str, ...]
    """By seat; empty with a cast."""
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    rounds: tuple[Round, ...]
    thinking: dict[str, Thinking]


PlayedBy: TypeAlias = Callable[[PlayerOf], Iterable[Decision]]
"""Who plays in each seat -> a game, decision by decision."""


def hold(
    contest: Contest,
    games: int,
    *,
    processes: int | None = None,
    after_each: Callable[[], object] = lambda: None,
) -> list[Result]:
    """All games of a contest, in order."""
    return each_game(contest, games, one_game, spread=Processes(processes), after_each=after_each)


def each_game(
    contest: Contest,
    games: int,
    play: Callable[[Contest, int], T],
    *,
    spread: Spread,
    after_each: Callable[[], object] = lambda: None,
) -> list[T]:
    """What `play` makes of every game, by its number; `play` and the result travel to other processes."""
    results: list[T] = []
    for result in as_they_come(contest, games, play, spread=spread):
        results.append(result)
        after_each()
    return results


def as_they_come(
    contest: Contest, games: int, play: Callable[[Contest, int], T], *, spread: Spread
) -> Iterator[T]:
    """As `each_game`, for who keeps less than all of it."""
    contest.check()
    return spread.each(partial(play, contest), range(games))


def one_game(contest: Contest, number: int, played_by: PlayedBy | None = None) -> Result:
    """Game `number` of a contest, which depends on nothing but the two. `played_by` may bring chance of its
    own, or look on.
    """
    game = GAMES[contest.game]
    seated = line_up_of(contest, number)
    names = _names(contest, seated)
    players = {name: bot_named(name, game.name) for name in (*seated, *contest.cast.values())}
    thinking = {name: Thinking() for name in players}
    state: Any = None

    def who(now: Any, seat: Seat) -> Player:
        return players[names(now, seat)]

    def dealt(who: PlayerOf) -> Iterable[Decision]:
        return decisions(game, contest.seats, contest.options, who, seed_of(contest, number))

    for step in (played_by or dealt)(who):
        spent = thinking[names(step.before, step.seat)]
        spent.decisions += 1
        spent.seconds += step.seconds
        spent.longest = max(spent.longest, step.seconds)
        state = step.after
    return _result(game, number, seated, state, thinking)


def seed_of(contest: Contest, number: int) -> int:
    return (contest.seed << 32) + number


def line_up_of(contest: Contest, number: int) -> tuple[str, ...]:
    """The bots of a game by seat; empty with a cast."""
    return () if contest.cast else line_up(contest.bots, contest.seats, contest.seed, number)


def _names(contest: Contest, seated: Sequence[str]) -> Callable[[Any, Seat], str]:
    if not contest.cast:
        return lambda _state, seat: seated[seat]
    sides = bots_of(contest.game).sides
    assert sides is not None, "a cast has been checked"
    side_of = sides.of
    return lambda state, seat: contest.cast[side_of(state, seat)]


def _result(
    game: AnyGame, number: int, seated: tuple[str, ...], state: Any, thinking: dict[str, Thinking]
) -> Result:
    outcome = game.outcome(state)
    assert outcome is not None, "the game stopped before its end"
    sides = bots_of(game.name).sides
    rounds = () if sides is None else sides.rounds(state)
    return Result(number, seated, tuple(outcome.winners), outcome.scores, rounds, thinking)
