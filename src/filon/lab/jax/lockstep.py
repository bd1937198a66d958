"""The JAX forms beside the law: the same games, compared at every decision.

Law and JAX draw their chance differently. So the law plays, and what it turned up, drew or dealt is given to
the JAX form, many games at once; then each seat's observation, the mask, whose turn it is and the scores have
to agree, to the number.
"""

from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from typing import Any, Final, Protocol, TypeAlias

import jax
import jax.numpy as jnp
import msgspec
import numpy as np
from jax import Array, tree

from filon.games.contract import Malformed, Random, Seat
from filon.kernels.stream import Stream
from filon.lab.encoding import Encoding
from filon.lab.episode import Episode
from filon.lab.jax.environments import Environment
from filon.lab.lockstep import Apart, Compared, every_table
from filon.lab.registry import encoding_for

LANES: Final = 256
"""Games side by side."""
LED: Final = {
    "diamant": "filon.lab.jax.diamant.led:LedDiamant",
    "saboteur": "filon.lab.jax.saboteur.led:LedSaboteur",
}

Given: TypeAlias = Any
"""The chance that the law had, as the JAX form takes it: a tree of numbers and arrays, of one game."""


class Led(Protocol):
    """A JAX form whose chance comes from the law. States are its own; `look` is into the table's."""

    @property
    def table(self) -> Environment: ...

    @property
    def nothing(self) -> Given:
        """No chance was needed, or the game is over."""
        ...

    def init(self, given: Given) -> Any: ...

    def play(self, state: Any, action: Array, given: Given) -> Any:
        """One decision of the seat waited for."""
        ...

    def within(self, state: Any) -> Any:
        """The table's state."""
        ...

    def sound(self, state: Any) -> Array:
        """Whether what a game has to check besides has held so far."""
        ...

    def choose(self, episode: Episode, lane: int, chance: Random) -> int:
        """The index of an action of the seat waited for; which games are played how, `lane` decides."""
        ...

    def dealt(self, episode: Episode) -> Given: ...

    def happened(self, events: Sequence[Any]) -> Given: ...


class Looked(msgspec.Struct, frozen=True):
    """Into all lanes; the mask is of the seat waited for."""

    waiting: Any
    done: Any
    observations: Any
    mask: Any
    scores: Any
    rewards: Any
    sound: Any


class SideBySide:
    """At one kind of table."""

    def __init__(self, encoding: Encoding, led: Led) -> None:
        self.encoding: Final = encoding
        self.led: Final = led
        self._init: Final = jax.jit(jax.vmap(led.init))
        self._play: Final = jax.jit(jax.vmap(led.play))
        self._look: Final = jax.jit(jax.vmap(self._looked))

    def play(self, seed: int, numbers: Sequence[int], lanes: int = LANES) -> Compared:
        decisions = 0
        for first in range(0, len(numbers), lanes):
            decisions += self._together(seed, numbers[first : first + lanes], lanes)
        return Compared(len(numbers), decisions)

    def _together(self, seed: int, numbers: Sequence[int], lanes: int) -> int:
        led = self.led
        episodes = [Episode(self.encoding, seed, number) for number in numbers]
        choices = [Stream(seed + 1, number) for number in numbers]
        # Lanes without a game play the first one again, unwatched: every batch has the same shape.
        spare = lanes - len(episodes)
        states = self._init(_stacked([led.dealt(episode) for episode in [*episodes, *episodes[:1] * spare]]))
        decisions = 0
        while True:
            self._agree(states, episodes, seed, numbers)
            if all(episode.outcome is not None for episode in episodes):
                return decisions
            actions, given = [0] * lanes, [led.nothing] * lanes
            for lane, episode in enumerate(episodes):
                if episode.outcome is None:
                    seat = episode.waiting[0]
                    actions[lane] = led.choose(episode, lane, choices[lane])
                    before = len(episode.past)
                    episode.step(seat, actions[lane])
                    given[lane] = led.happened(episode.past[before:])
                    decisions += 1
            states = self._play(states, jnp.asarray(actions), _stacked(given))

    def _agree(self, states: Any, episodes: Sequence[Episode], seed: int, numbers: Sequence[int]) -> None:
        looked = Looked(*map(np.asarray, self._look(states)))
        for lane, (episode, number) in enumerate(zip(episodes, numbers, strict=True)):
            try:
                self._agrees(looked, lane, episode)
            except AssertionError as apart:
                where = f"{episode.game.name}, {self.encoding.seats} seats, {self.encoding.options}"
                at = f"seed {seed}, game {number}, decision {episode.decisions}"
                raise Apart(f"{where}, {at}: {apart}") from apart

    def _agrees(self, looked: Looked, lane: int, episode: Episode) -> None:
        outcome = episode.outcome
        assert looked.sound[lane], "what the game checks besides does not hold"
        assert looked.done[lane] == (outcome is not None), "one says that the game is over"
        for seat in range(self.encoding.seats):
            seen = episode.observe(Seat(seat))
            _require_equal(f"seat {seat} sees", self.encoding.layout, looked.observations[lane, seat], seen)
        if outcome is None:
            waiting = episode.waiting[0]
            assert looked.waiting[lane] == waiting, (looked.waiting[lane], waiting)
            _require_equal("legal", self.encoding.actions, looked.mask[lane], episode.mask(waiting))
        else:
            assert tuple(looked.scores[lane]) == outcome.scores, (looked.scores[lane], outcome.scores)
            share = np.array([seat in outcome.winners for seat in range(self.encoding.seats)])
            assert np.allclose(looked.rewards[lane], share / share.sum()), looked.rewards[lane]

    def _looked(self, state: Any) -> tuple[Any, ...]:
        table, inner = self.led.table, self.led.within(state)
        waiting = table.waiting(inner)
        everybody = jnp.arange(table.seats)
        observations = jax.vmap(table.observe, in_axes=(None, 0))(inner, everybody)
        return (
            waiting,
            table.done(inner),
            observations,
            table.mask(inner, waiting),
            table.scores(inner),
            table.rewards(inner),
            self.led.sound(state),
        )


def _require_equal(what: str, layout: Any, found: Any, wanted: Any) -> None:
    if not np.array_equal(found, wanted):
        parts, lawful = layout.split(found), layout.split(wanted)
        apart = [name for name in parts if not np.array_equal(parts[name], lawful[name])]
        name = apart[0]
        where = np.argwhere(parts[name] != lawful[name])[:8].tolist()
        raise AssertionError(f"{what} {apart} differently: {name} at {where}")


def _stacked(given: Sequence[Given]) -> Any:
    return tree.map(lambda *each: jnp.asarray(np.stack(each)), *given)


def side_by_side(encoding: Encoding) -> SideBySide:
    """Raises Malformed for a game that has no form in JAX."""
    module, _, attribute = LED[require_form(encoding.game.name)].partition(":")
    made: Callable[[Encoding], Led] = getattr(import_module(module), attribute)
    return SideBySide(encoding, made(encoding))


def require_form(name: str) -> str:
    if name not in LED:
        raise Malformed("game", f"{name!r} has no form in JAX; {' and '.join(LED)} have")
    return name


def walk_tables(name: str, seed: int, games: int, lanes: int = LANES) -> Iterator[Compared]:
    """Games numbered from nought, dealt round every table of the game; table by table."""
    game = encoding_for(name).game
    tables = list(every_table(game))
    for at, (seats, options) in enumerate(tables):
        numbers = range(at, games, len(tables))
        if numbers:
            encoding = encoding_for(name, seats, **msgspec.structs.asdict(options))
            yield side_by_side(encoding).play(seed, numbers, min(lanes, len(numbers)))
