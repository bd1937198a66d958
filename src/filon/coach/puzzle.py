"""The puzzle of the day: a search for a position with one clear answer that is not the obvious one.

Bots play seeded games; where a fair player would go wrong, by a quick look and then by a thorough one, and
one action beats all others, is a puzzle. The same game and day give the same puzzle on every machine that has
the time to look through all that is looked through.
"""

from collections.abc import Callable, Generator, Iterator, Sequence
from hashlib import sha256
from typing import Any, Final, NamedTuple

from filon.bots.hints import hint
from filon.bots.sight import Sight
from filon.coach.analysis import is_decision
from filon.coach.contract import Coach, Moment, Weighed
from filon.coach.model import Decision, Depth
from filon.coach.played import played_game
from filon.coach.puzzle_model import FoundPuzzle
from filon.coach.registry import coach_of
from filon.coach.replay import sights
from filon.games.chance import FastRandom, shuffled
from filon.games.contract import AnyGame, FilonError, Random
from filon.games.registry import game_named

LEAST_SHARE: Final = 0.05
"""Of the win: by so much the answer beats everything else."""
SURE: Final = 4.0
"""And by so many standard errors."""
_LIKELY: Final = 2.0
"""Standard errors at the quick look, after which a thorough one is worth its time."""
_SAME: Final = 2.0
"""Standard errors within which an action that was not weighed with the others is as good as the best."""
MOST_GAMES: Final = 150
_EACH: Final = 10
"""Decisions of a game that are looked at."""
_THOROUGH: Final = 24
"""Thorough looks, after which the best that was found will do."""
_ENOUGH: Final = 3
"""Puzzles, of which the clearest is taken."""
_ALIKE: Final = 120
"""Legal actions beyond those weighed that are looked at each for itself."""
_SEATS: Final = (3, 4, 5)
_LEVELS: Final = ("normal", "easy")


class NoPuzzle(FilonError):  # noqa: N818
    """Nowhere was there anything to fall for."""


class _Position(NamedTuple):
    moment: Moment
    sight: Sight
    players: tuple[str, ...]


class _Candidate(NamedTuple):
    score: float
    """How far the best option is beyond what a puzzle needs; 0 and more is clear."""
    position: _Position
    weighed: Weighed
    obvious: Any
    """What a fair player would do."""


def searching(
    game_name: str, day: str, *, enough: Callable[[], bool] = lambda: False
) -> Generator[float, None, FoundPuzzle]:
    """Yields how much is done; `enough` ends it with the best so far, if there is any."""
    game, coach = game_named(game_name), coach_of(game_name)
    seed = int.from_bytes(sha256(f"{game.name} {day}".encode()).digest()[:6], "big")
    found: list[_Candidate] = []
    doubtful: _Candidate | None = None
    """The best that a quick look was not sure of: better than no puzzle."""
    looks = 0
    for number in range(MOST_GAMES):
        yield number / MOST_GAMES
        for position in _positions(game, coach, seed + number):
            chance = (seed << 16) + position.moment.step
            quick = _look(coach, position, FastRandom(chance), "quick")
            yield number / MOST_GAMES
            if quick is not None and _is_likely(quick):
                looks += 1
                thorough = _look(coach, position, FastRandom(chance + 1), "standard")
                if thorough is not None:
                    found.append(thorough)
                yield number / MOST_GAMES
            elif quick is not None and (doubtful is None or quick.score > doubtful.score):
                doubtful = quick
            if looks >= _THOROUGH or ((found or doubtful) and enough()):
                break
        if looks >= _THOROUGH or ((found or doubtful) and enough()) or _clear(found) >= _ENOUGH:
            break
    if not found and doubtful is None:
        raise NoPuzzle(f"{game.name}: a fair player was never clearly wrong")
    best = max(found, key=lambda one: one.score, default=doubtful)
    assert best is not None
    return (yield from _puzzle(coach, best, FastRandom(seed)))


def _clear(found: Sequence[_Candidate]) -> int:
    return sum(one.score >= 0 for one in found)


def _positions(game: AnyGame, coach: Coach, seed: int) -> Iterator[_Position]:
    """Some real decisions of a game of bots. Weak ones come into positions that good ones never see, where a
    fair player goes wrong more often.
    """
    random = FastRandom(seed)
    level = _LEVELS[random.below(len(_LEVELS))]
    sizes = [seats for seats in _SEATS if seats in game.seats]
    file = played_game(game, [level] * sizes[random.below(len(sizes))], seed)
    real = [(moment, sight) for moment, sight in sights(file) if is_decision(coach, moment, sight)]
    for moment, sight in shuffled(real, random)[:_EACH]:
        yield _Position(moment, sight, file.players)


def _look(coach: Coach, position: _Position, random: Random, depth: Depth) -> _Candidate | None:
    """None where there is nothing to fall for, or nothing that can be graded."""
    sight = position.sight
    obvious = hint(sight.game, sight.view, sight.legal, random).action
    weighed = coach.weigh(sight, obvious, random, depth)
    best = weighed.options[0]
    if not weighed.graded or len(weighed.options) < 2 or best.action == obvious:
        return None
    # The runner-up by what it might be worth at most: a bad one that is hardly known is as unclear.
    score = min(
        min(best.game - option.game - LEAST_SHARE, best.game - option.game - SURE * option.error)
        for option in weighed.options[1:]
    )
    return _Candidate(score, position, weighed, obvious)


def _is_likely(candidate: _Candidate) -> bool:
    best, *others = candidate.weighed.options
    return all(best.game - option.game > max(LEAST_SHARE / 2, _LIKELY * option.error) for option in others)


def _puzzle(coach: Coach, found: _Candidate, random: Random) -> Generator[float, None, FoundPuzzle]:
    (moment, sight, players), weighed = found.position, found.weighed
    actions = [option.action for option in weighed.options]
    listed = {action: at for at, action in enumerate(actions)}
    right: list[int] = []
    alone = 0
    for index, action in enumerate(sight.legal):
        if action in listed:
            if listed[action] == 0:
                right.append(index)
        elif alone < _ALIKE:
            alone += 1
            if _as_good(coach.weigh(sight, action, random, "quick"), action):
                right.append(index)
            yield 1.0
    assert moment.seat is not None
    played = listed[found.obvious]
    return FoundPuzzle(
        game=sight.game.name,
        players=players,
        view=sight.view,
        legal=tuple(sight.legal),
        options=tuple(listed.get(action) for action in sight.legal),
        right=tuple(right),
        decision=Decision(
            step=moment.step,
            sequence=moment.sequence,
            seat=moment.seat,
            played=played,
            options=weighed.options,
            verdict="mistake",
            cost=weighed.options[0].game - weighed.options[played].game,
            why=weighed.why,
            kind=weighed.kind,
        ),
        clear=found.score >= 0,
    )


def _as_good(weighed: Weighed, action: Any) -> bool:
    option = next(option for option in weighed.options if option.action == action)
    return weighed.options[0].game - option.game <= _SAME * option.error
