"""The tables as a caller asks for them: what the law does not know is refused by name.

Under `jax.jit` nothing can be raised: there an action that is not legal, or a step after the end, leaves the
state as it is. `Checked` is the same table with refusals, for trying things out.
"""

from typing import Any, Final, Protocol

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from filon.games.contract import Malformed
from filon.lab.errors import GameIsOver, NotLegal
from filon.lab.jax.diamant.table import Diamant
from filon.lab.registry import encoding_for


class Environment(Protocol):
    """What both games' tables can do; `state` is a tree of arrays, and methods are pure."""

    seats: int
    observation_size: int
    actions: int

    def init(self, key: Array) -> Any: ...

    def step(self, state: Any, actions: Array) -> Any: ...

    def waiting(self, state: Any) -> Array: ...

    def done(self, state: Any) -> Array: ...

    def mask(self, state: Any, seat: Array | int) -> Array: ...

    def observe(self, state: Any, seat: Array | int) -> Array: ...

    def scores(self, state: Any) -> Array: ...

    def rewards(self, state: Any) -> Array: ...


def diamant(seats: int = 3, **options: object) -> Diamant:
    """Raises Malformed, which names the seats or the option."""
    asked = encoding_for("diamant", seats, **options).options
    return Diamant(seats, chests=asked.chests, leftovers=asked.leftovers, artifacts=asked.artifacts)


class Checked:
    """One table, one game at a time, outside of any transformation."""

    def __init__(self, table: Environment) -> None:
        self.table: Final = table
        self._step: Final = jax.jit(table.step)
        self._mask: Final = jax.jit(table.mask)

    def step(self, state: Any, actions: Any) -> Any:
        """Raises Malformed, GameIsOver or NotLegal, and is `table.step` otherwise."""
        chosen = np.asarray(actions)
        joint = isinstance(self.table, Diamant)
        wanted = (self.table.seats,) if joint else ()
        if chosen.shape != wanted or not np.issubdtype(chosen.dtype, np.integer):
            raise Malformed(
                "actions", f"whole numbers of the shape {wanted}, not {chosen.dtype}{chosen.shape}"
            )
        if self.table.done(state):
            raise GameIsOver("the game is over; make another one with init")
        first = int(self.table.waiting(state))
        for seat in range(self.table.seats) if joint else (first,):
            legal = np.flatnonzero(self._mask(state, seat)).tolist()
            index = int(chosen[seat] if joint else chosen)
            if legal and index not in legal:
                raise NotLegal(index, f"seat {seat}", legal)
        return self._step(state, jnp.asarray(chosen))
