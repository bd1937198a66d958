"""The tables as a caller asks for them: what the law does not know is refused by name.

Shapes and kinds of numbers are known before anything runs, under `jax.jit` too: what is no action, key or
state of one game is refused then. Nothing else can be raised there: an action that is not legal, or a step
after the end, leaves the state as it is. `Checked` is the same table with those refusals too, for trying
things out.
"""

from typing import Any, Final, Protocol

from filon.games.contract import Malformed
from filon.lab.errors import GameIsOver, NotLegal
from filon.lab.extras import extra

with extra("jax"):
    import jax
    import jax.numpy as jnp
    import numpy as np
    from jax import Array

    from filon.lab.jax.diamant import table as of_diamant
    from filon.lab.jax.diamant.table import Diamant
    from filon.lab.jax.saboteur import state as of_saboteur
    from filon.lab.jax.saboteur.dealing import Chance
    from filon.lab.jax.saboteur.maze import FRAMES
    from filon.lab.jax.saboteur.table import Saboteur
    from filon.lab.registry import encoding_for


class Environment(Protocol):
    """What both games' tables can do; `state` is a tree of arrays, and methods are pure."""

    joint: bool
    """Whether a step takes an action of every seat, or one alone of the seat that `waiting` names."""

    @property
    def seats(self) -> int: ...

    @property
    def observation_size(self) -> int: ...

    @property
    def actions(self) -> int: ...

    def init(self, key: Array) -> Any: ...

    def step(self, state: Any, action: Array) -> Any: ...

    def waiting(self, state: Any) -> Array: ...

    def done(self, state: Any) -> Array: ...

    def mask(self, state: Any, seat: Array | int) -> Array: ...

    def observe(self, state: Any, seat: Array | int) -> Array: ...

    def scores(self, state: Any) -> Array: ...

    def rewards(self, state: Any) -> Array: ...


def diamant(seats: int = 3, **options: object) -> Diamant:
    """Raises Malformed, which names the seats or the option."""
    asked = encoding_for("diamant", seats, **options).options
    return _Diamant(seats, chests=asked.chests, leftovers=asked.leftovers, artifacts=asked.artifacts)


def saboteur(seats: int = 3, *, frame: int = 64, **options: object) -> Saboteur:
    """Raises Malformed, which names the seats, the option or the frame.

    With a `frame` of 32 it is twice as fast and more, and all but the widest mazes are those of the law.
    """
    asked = encoding_for("saboteur", seats, **options).options
    if frame not in FRAMES:
        raise Malformed("frame", f"{frame!r}; {' or '.join(map(str, FRAMES))} is wanted")
    return _Saboteur(seats, placement=asked.placement, starter=asked.starter, frame=frame)


class _Diamant(Diamant):
    def init(self, key: Array, pick: of_diamant.Pick | None = None) -> of_diamant.State:
        _require_key(key)
        return super().init(key, pick)

    def step(
        self, state: of_diamant.State, actions: Array, pick: of_diamant.Pick | None = None
    ) -> of_diamant.State:
        _require_one_game(state.chosen)
        return super().step(state, _whole_numbers("actions", actions, (self.seats,)), pick)

    def choose(
        self, state: of_diamant.State, action: Array, pick: of_diamant.Pick | None = None
    ) -> of_diamant.State:
        _require_one_game(state.chosen)
        return super().choose(state, _whole_numbers("action", action, ()), pick)


class _Saboteur(Saboteur):
    def init(self, key: Array, chance: Chance | None = None) -> of_saboteur.State:
        _require_key(key)
        return super().init(key, chance)

    def step(
        self, state: of_saboteur.State, action: Array, chance: Chance | None = None
    ) -> of_saboteur.State:
        _require_one_game(state.turn)
        return super().step(state, _whole_numbers("action", action, ()), chance)


def _require_key(key: object) -> None:
    """One of `jax.random.key`, or its words."""
    dtype, shape = getattr(key, "dtype", None), getattr(key, "shape", None)
    typed = dtype is not None and jnp.issubdtype(dtype, jax.dtypes.prng_key)
    if not (shape == () if typed else dtype == jnp.uint32 and shape in {(2,), (4,)}):
        what = type(key).__name__ if dtype is None else f"{dtype} of the shape {shape}"
        raise Malformed("key", f"one of jax.random.key is wanted, not {what}; jax.vmap takes many")


def _require_one_game(number: Array) -> None:
    """By one of a state's numbers."""
    if jnp.ndim(number):
        raise Malformed(
            "state", f"games of the shape {jnp.shape(number)}; one is wanted, jax.vmap takes many"
        )


def _whole_numbers(name: str, given: Any, wanted: tuple[int, ...]) -> Array:
    try:
        array = jnp.asarray(given)
    except (TypeError, ValueError, OverflowError):
        raise Malformed(name, f"no array; whole numbers of the shape {wanted} are wanted") from None
    if array.shape != wanted or not jnp.issubdtype(array.dtype, jnp.integer):
        kind = f"{array.dtype} of the shape {array.shape}"
        raise Malformed(name, f"whole numbers of the shape {wanted} are wanted, not {kind}")
    return array


class Checked:
    """One table, one game at a time, outside of any transformation."""

    def __init__(self, table: Environment) -> None:
        self.table: Final = table
        self._step: Final = jax.jit(table.step)
        self._masks: Final = jax.jit(jax.vmap(table.mask, in_axes=(None, 0)))

    def step(self, state: Any, action: Any) -> Any:
        """Raises Malformed, GameIsOver or NotLegal, and is `table.step` otherwise."""
        table = self.table
        try:
            chosen = np.asarray(action)
        except ValueError:  # rows of different lengths
            raise Malformed("action", "no array") from None
        wanted = (table.seats,) if table.joint else ()
        if chosen.shape != wanted or not np.issubdtype(chosen.dtype, np.integer):
            kind = f"{chosen.dtype} of the shape {chosen.shape}"
            raise Malformed("action", f"whole numbers of the shape {wanted} are wanted, not {kind}")
        if table.done(state):
            raise GameIsOver("the game is over; make another one with init")
        for seat, mask in enumerate(np.asarray(self._masks(state, jnp.arange(table.seats)))):
            legal = np.flatnonzero(mask).tolist()
            index = int(chosen[seat] if table.joint else chosen)
            if legal and index not in legal:
                raise NotLegal(index, f"seat {seat}", legal)
        return self._step(state, jnp.asarray(chosen))
