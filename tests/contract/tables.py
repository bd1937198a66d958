"""What the contract suite plays on: any registered game, any number of players, any options, any chance."""

from functools import cache, lru_cache
from itertools import product
from typing import Any, NamedTuple

import msgspec
from hypothesis import settings
from hypothesis import strategies as st

from filon.games.chance import FastRandom, shuffled
from filon.games.codec import describe, read_options
from filon.games.contract import TABLE, Actor, AnyGame, Seat
from filon.games.registry import game_named
from filon.lab.walk import Step, walk


class Position(NamedTuple):
    """Somewhere in a random game."""

    game: AnyGame
    seats: int
    state: Any
    steps: list[Step]
    random: FastRandom

    def __repr__(self) -> str:
        return f"{self.game.name}, {self.seats} seats, after {len(self.steps)} decisions"

    @property
    def viewers(self) -> list[Seat | None]:
        return [None, *(Seat(seat) for seat in range(self.seats))]

    @property
    def actors(self) -> list[Actor]:
        return [TABLE, *(Seat(seat) for seat in range(self.seats))]


def all_options(game: AnyGame) -> list[Any]:
    """Every combination of options; a number stands in with its least value and one that simulations use."""
    choices = []
    for option in describe(game).options:
        default = getattr(game.simulation, option.name)
        values = {*option.values, *([option.least] if option.least is not None else []), default}
        choices.append([(option.name, value) for value in sorted(values, key=str)])
    return [read_options(game, dict(combination)) for combination in product(*choices)]


def ending_options(game: AnyGame) -> list[Any]:
    """The combinations under which every game ends by itself: a length without limit is given one."""
    bounded = []
    for options in all_options(game):
        changes = {
            field.name: getattr(game.simulation, field.name)
            for field in msgspec.structs.fields(game.options_type)
            if getattr(options, field.name) is None
        }
        bounded.append(msgspec.structs.replace(options, **changes))
    return bounded


def whole_games(game: AnyGame) -> st.SearchStrategy[Position]:
    return st.sampled_from(_tables(game.name)).map(lambda table: _played(game, *table, share=1.0))


def positions(game: AnyGame) -> st.SearchStrategy[Position]:
    return st.builds(
        lambda table, share: _played(game, *table, share=share),
        st.sampled_from(_tables(game.name)),
        st.sampled_from((0.0, 1.0)) | st.floats(0, 1),
    )


@cache
def _tables(name: str) -> list[tuple[int, Any, int]]:
    """Seats, options and chance, every kind in turn; more of them where hypothesis is to look harder."""
    game = game_named(name)
    kinds = shuffled(product(game.seats, ending_options(game)), FastRandom(0))
    return [(*kinds[number % len(kinds)], number) for number in range(2 * settings().max_examples)]


def _played(game: AnyGame, seats: int, options: Any, seed: int, *, share: float) -> Position:
    """The first `share` of a whole game."""
    dealt, whole = _walked(game.name, seats, options, seed)
    steps = whole[: int(share * len(whole))]
    return Position(game, seats, steps[-1].after if steps else dealt, steps, FastRandom(seed))


@lru_cache(maxsize=256)
def _walked(name: str, seats: int, options: Any, seed: int) -> tuple[Any, list[Step]]:
    """Walking takes longer than most of what is asked along the way."""
    game = game_named(name)
    random = FastRandom(seed)
    dealt = game.deal(seats, options, random)
    return dealt, list(walk(game, dealt, random, intermissions=True))
