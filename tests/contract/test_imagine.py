"""Play leaves what is hidden as evenly spread as `imagine` says: a chi-square over everything that a viewer
does not see, at the deal and after every kind of event.

One step is enough. In worlds imagined from what a viewer sees before it, somebody acts; what lies hidden in
them afterwards must be spread as in worlds imagined from what the viewer sees then. The deal begins it, so
whole games follow. A deck that is dealt from, paid out of or laid back without being shuffled is found.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache, reduce
from itertools import islice
from math import erfc, sqrt
from typing import Any, Final, NamedTuple, get_args

import msgspec
import pytest

from filon.games.chance import FastRandom, shuffled
from filon.games.contract import (
    CONTINUE,
    TABLE,
    Actor,
    AnyGame,
    Seat,
    in_intermission,
    play_one,
)
from filon.games.registry import GAMES, game_named
from filon.lab.walk import walk
from tests.contract.tables import ending_options
from tests.games_under_test import copies_of
from tests.golden import golden_files, read_header, read_moves

WORLDS: Final = 400
"""Imagined for each position and viewer."""
TRIES: Final = 10
"""For each world that is wanted: many are dropped, because the actor does not hold the card there."""
POSITIONS: Final = 2
"""For each kind of event of a game."""
RANDOM_GAMES: Final = 12
UNLIKELY: Final = 1e-7
"""A difference as large as this by chance. Some thousand are looked at, and the seeds are fixed."""
FEW: Final = 12
"""Lists up to this length are told apart place by place, longer ones by quarters."""

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())


class Case(NamedTuple):
    """A step of some game, as somebody saw it."""

    seats: int
    before: Any
    actor: Actor
    action: Any
    events: tuple[Any, ...]
    viewer: Seat | None = None

    def __str__(self) -> str:
        kinds = ", ".join(type(event).__name__ for event in self.events)
        return f"{self.seats} seats, viewer {self.viewer}, {self.action}: {kinds}"


@every_game
def test_a_deal_is_spread_as_imagined(game: AnyGame) -> None:
    random, options = FastRandom(1), _remembering(game)[0]
    for seats in (game.seats[0], game.seats[-1]):
        for viewer in (None, Seat(seats - 1)):
            spread = Spread()
            for _ in range(WORLDS):
                dealt = game.deal(seats, options, random)
                spread.add(dealt, game.imagine(game.view(dealt, viewer), random))
            assert not spread.differences()


@every_game
def test_every_kind_of_event_leaves_the_hidden_spread_as_imagined(game: AnyGame) -> None:
    random = FastRandom(2)
    faults: list[str] = []
    met: set[type] = set()
    for case in _cases(game):
        met.update(type(event) for event in case.events)
        spread = Spread()
        for after in _worlds_after(game, case, random):
            spread.add(after, game.imagine(game.view(after, case.viewer), random))
        faults += [f"{case}\n  {found}" for found in spread.differences()]
    assert not faults, "\n".join(faults[:20])
    missed = set(get_args(game.event_type)) - met - _last_events(game.name)
    assert len(missed) <= 1, f"these games are no sample of the rules: they never met {missed}"


@every_game
def test_what_a_view_forgets_is_spread_as_imagined(game: AnyGame) -> None:
    """Over whole games: who keeps nothing in mind can tell no more than `imagine` from what lies there."""
    forgetful = [options for options in ending_options(game) if not _keeps_all(options)]
    for number, options in enumerate(forgetful[:2]):
        for viewer in (None, Seat(number)):
            spread = Spread()
            for seed in range(WORLDS):
                random = FastRandom(seed)
                dealt = game.deal(game.seats[-1], options, random)
                *_, step = islice(walk(game, dealt, random), 40)
                spread.add(step.before, game.imagine(game.view(step.before, viewer), random))
            assert not spread.differences()


def test_a_deck_that_was_not_shuffled_is_found() -> None:
    """As Saboteur's gold once lay: the threes taken from one end, and the rest left in its order."""
    spread = Spread()
    random = FastRandom(3)
    for _ in range(WORLDS):
        deck = list(shuffled([3] * 4 + [2] * 8 + [1] * 16, random))
        for _ in range(3):
            deck.remove(3)
        spread.add(deck, list(shuffled(deck, random)))
    assert spread.differences()


class Spread:
    """What lay where, in worlds that were played and in worlds that look the same and were imagined.

    Where the two agree there is nothing to count: of the places where they differ, each is as likely to have
    a thing in the one as in the other.
    """

    def __init__(self) -> None:
        self._played: defaultdict[str, Counter[tuple[int, bytes]]] = defaultdict(Counter)
        self._imagined: defaultdict[str, Counter[tuple[int, bytes]]] = defaultdict(Counter)

    def add(self, played: Any, imagined: Any, path: str = "state", part: int = 0) -> None:
        if played == imagined:
            return
        if isinstance(played, msgspec.Struct) and type(played) is type(imagined):
            for field in played.__struct_fields__:
                self.add(getattr(played, field), getattr(imagined, field), f"{path}.{field}")
        elif isinstance(played, dict) and played.keys() == imagined.keys():
            for key, one in played.items():
                self.add(one, imagined[key], f"{path}.{key}")
        elif isinstance(played, tuple | list) and len(played) == len(imagined):
            self._add_list(played, imagined, path)
        else:
            self._played[path][part, msgspec.json.encode(played)] += 1
            self._imagined[path][part, msgspec.json.encode(imagined)] += 1

    def _add_list(self, played: Any, imagined: Any, path: str) -> None:
        parts = len(played) if len(played) <= FEW else 4
        for at, (one, other) in enumerate(zip(played, imagined, strict=True)):
            if isinstance(one, tuple):
                self.add(one, other, f"{path}.{at}")
            elif one != other:
                self._played[path][at * parts // len(played), msgspec.json.encode(one)] += 1
                self._imagined[path][at * parts // len(played), msgspec.json.encode(other)] += 1

    def differences(self) -> list[str]:
        """Where the played worlds are spread otherwise than the imagined ones."""
        found = []
        for path, played in self._played.items():
            imagined = self._imagined[path]
            chance = _chance(played, imagined)
            if chance < UNLIKELY:
                worst = max({*played, *imagined}, key=lambda at: _square(played[at], imagined[at]))
                found.append(
                    f"{path}: {worst[1].decode()} in part {worst[0]} {played[worst]} times,"
                    f" imagined {imagined[worst]} times, a chance of {chance:.0e}"
                )
        return found


def _chance(played: Counter[tuple[int, bytes]], imagined: Counter[tuple[int, bytes]]) -> float:
    """Of a chi-square as large as this, by Wilson and Hilferty; what is rare is counted together."""
    cells = {*played, *imagined}
    often = [at for at in cells if played[at] + imagined[at] >= 10]
    rare = cells.difference(often)
    squares = [_square(played[at], imagined[at]) for at in often]
    squares.append(_square(sum(played[at] for at in rare), sum(imagined[at] for at in rare)))
    spare = 2 / (9 * len(squares))
    normal = ((sum(squares) / len(squares)) ** (1 / 3) - (1 - spare)) / sqrt(spare)
    return erfc(normal / sqrt(2)) / 2


def _square(played: int, imagined: int) -> float:
    return (played - imagined) ** 2 / max(1, played + imagined)


def _cases(game: AnyGame) -> Iterator[Case]:
    """Steps that lead to each kind of event, seen by a spectator and by a player.

    After the last one all lies open.
    """
    met: Counter[type] = Counter()
    for step, number in _steps(game):
        kinds = {type(event) for event in step.events}
        if not _last_events(game.name) & kinds and any(met[kind] < POSITIONS for kind in kinds):
            met.update(kinds)
            yield step
            yield step._replace(viewer=Seat(number % step.seats))


@cache
def _last_events(name: str) -> frozenset[type]:
    """What ends games: the last event of each."""
    game = game_named(name)
    ends = frozenset(
        type(case.events[-1])
        for case, _ in _steps(game)
        if game.outcome(reduce(game.evolve, case.events, case.before))
    )
    assert ends, "no game ended"
    return ends


def _steps(game: AnyGame) -> Iterator[tuple[Case, int]]:
    """Of golden games, which meet what is rare, and of random ones."""
    options = _remembering(game)
    for number, text in enumerate(path.read_text() for path in golden_files()):
        header = read_header(text)
        if header.game is not game or not _keeps_all(header.options):
            continue
        state = header.deal()
        for part, (actor, action) in enumerate(read_moves(header, text), start=1):
            chance = header.chance(part)
            after, events = play_one(game, state, actor, action, chance)
            yield Case(header.seats, state, actor, action, tuple(events)), number
            state = after
            if in_intermission(game, state):
                after, events = play_one(game, state, TABLE, CONTINUE, chance)
                yield Case(header.seats, state, TABLE, CONTINUE, tuple(events)), number
                state = after
    for number in range(RANDOM_GAMES):
        seats, random = game.seats[-1 - number % len(game.seats)], FastRandom(number)
        dealt = game.deal(seats, options[number % len(options)], random)
        for step in walk(game, dealt, random, patience=20, intermissions=True):
            yield Case(seats, step.before, step.actor, step.action, step.events), number


def _remembering(game: AnyGame) -> list[Any]:
    return [options for options in ending_options(game) if _keeps_all(options)]


def _keeps_all(options: Any) -> bool:
    """Whether a view keeps all that was shown: with `memory` on, what lies face down again has to be
    remembered (LAB-3.6), and `imagine` knows only what can be seen.
    """
    return getattr(options, "memory", "off") == "off"


def _worlds_after(game: AnyGame, case: Case, random: FastRandom) -> Iterator[Any]:
    """Imagined worlds in which an action was done that looks to the viewer like the one of the case.

    What cannot be done with the cards held in a world is not seen in it. `imagine` takes every card that
    somebody may have played to be as likely as any other: what two of them allow is twice as likely.
    """
    view = game.view(case.before, case.viewer)
    secret = game.redact(case.events[0], case.viewer) != case.events[0]
    weigh = copies_of(game)
    found = []
    for _ in range(TRIES * WORLDS):
        world = game.imagine(view, random)
        alike = _told_alike(game, case, world) if secret else _same(game, case, world)
        if alike:
            found.append((world, alike, [weigh(world, case.actor, action) for action in alike]))
        if len(found) == WORLDS:
            break
    most = max((sum(copies) for _, _, copies in found), default=0)
    for world, alike, copies in found:
        drawn = random.below(most)
        for action, weight in zip(alike, copies, strict=True):
            drawn -= weight
            if drawn < 0:
                yield play_one(game, world, case.actor, action, random)[0]
                break


def _same(game: AnyGame, case: Case, world: Any) -> list[Any]:
    return [case.action] if case.action in game.legal_actions(world, case.actor) else []


def _told_alike(game: AnyGame, case: Case, world: Any) -> list[Any]:
    told = _told(game, case, case.before, case.action)
    return [
        action for action in game.legal_actions(world, case.actor) if _told(game, case, world, action) == told
    ]


def _told(game: AnyGame, case: Case, state: Any, action: Any) -> bytes:
    """What the viewer is told of the action itself: the first event, less what comes to light by it."""
    event = game.redact(game.decide(state, case.actor, action, FastRandom(0))[0], case.viewer)
    news = game.reveals.get(type(event).__name__, frozenset())
    known = [getattr(event, name) for name in event.__struct_fields__ if name not in news]
    return msgspec.json.encode((type(event).__name__, known))
