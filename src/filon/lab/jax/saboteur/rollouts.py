"""Random play of Saboteur in bulk: thousands of games step together, each choice even among all legal moves.

No mask is built: the legal moves are counted as sets of bits and one of them is drawn. A game that is over
is counted and the next one begun in its place.
"""

from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax, tree

from filon.lab.jax.chance import key_words, words
from filon.lab.jax.saboteur.numbers import FINISHED, ROUNDS
from filon.lab.jax.saboteur.state import State, either
from filon.lab.jax.saboteur.table import Saboteur

_CHOICES: Final = 1 << 20
"""The second number of the words that choices are made by; those of chance are small."""


_ADDED_UP: Final = 256
"""Lanes whose sums are added up on the device."""


class Sums(NamedTuple):
    """Over the games that ended; `decisions` over all. `rounds`: won by diggers, saboteurs, nobody.
    `off_frame`: games whose maze grew wider than the frame.
    """

    decisions: Any
    games: Any
    lengths: Any
    rounds: Any
    scores: Any
    squares: Any
    wins: Any
    shared: Any
    off_frame: Any


class RandomPlay:
    """`lanes` games at once, `steps` at a time. Call it again with what it gave to go on."""

    def __init__(self, saboteur: Saboteur, *, lanes: int, steps: int) -> None:
        self.saboteur: Final = saboteur
        self.lanes: Final = lanes
        self._run: Final = jax.jit(
            lambda lane: lax.fori_loop(0, steps, lambda _, now: self._all(now), lane), donate_argnums=0
        )
        self._add_up: Final = jax.jit(lambda sums: tree.map(_some_sums, sums))
        self._deal: Final = jax.jit(jax.vmap(self._dealt, in_axes=(None, 0)))

    def deal(self, key: Array) -> Any:
        """Each lane has its own stream; nothing is counted yet."""
        return self._deal(jnp.stack(key_words(key)), jnp.arange(self.lanes, dtype=jnp.uint32))

    def __call__(self, playing: Any) -> Any:
        return self._run(playing)

    def sums(self, playing: Any) -> Sums:
        """Over all lanes since the deal; waits for them."""
        whole: Sums = tree.map(
            lambda part: np.asarray(part, np.int64).sum(0).tolist(), self._add_up(playing[1])
        )
        return whole

    def _all(self, playing: Any) -> Any:
        return jax.vmap(self._one)(*playing)

    def _dealt(self, key: Array, lane: Array) -> tuple[State, Sums]:
        table = self.saboteur
        blank = table.blank(words((key[0], key[1]), lane))
        none, each = jnp.uint32(0), jnp.zeros(table.seats, jnp.uint32)
        nothing = Sums(none, none, none, jnp.zeros(ROUNDS, jnp.uint32), each, each, each, none, none)
        return table.begun(blank, table.chance(blank)), nothing

    def _one(self, state: State, sums: Sums) -> tuple[State, Sums]:
        table = self.saboteur
        over = state.phase == FINISHED
        sums = self._counted(state, sums, over)
        chance = table.chance(state)
        word, _ = words(state.key, state.draws, _CHOICES)
        played = table.play(state, table.by_lot(state, word), chance)
        fresh = table.begun(table.blank(state.key)._replace(draws=state.draws), chance)
        return either(over, fresh, played), sums

    def _counted(self, state: State, sums: Sums, over: Array) -> Sums:
        one = over.astype(jnp.uint32)
        scores = self.saboteur.scores(state).astype(jnp.uint32)
        best = (scores == scores.max()).astype(jnp.uint32)
        won = jnp.stack([(state.winners == winner).sum(dtype=jnp.uint32) for winner in (1, 2, 3)])
        return Sums(
            decisions=sums.decisions + (1 - one),
            games=sums.games + one,
            # Of the games that are over: those of the game at hand wait in `decisions`.
            lengths=jnp.where(over, sums.decisions, sums.lengths),
            rounds=sums.rounds + one * won,
            scores=sums.scores + one * scores,
            squares=sums.squares + one * scores * scores,
            wins=sums.wins + one * best,
            shared=sums.shared + one * (best.sum() > 1),
            off_frame=sums.off_frame + (over & state.off_frame),
        )


def _some_sums(part: Array) -> Array:
    """Few numbers instead of one a lane; so many fit into a word."""
    return part.reshape(-1, min(len(part), _ADDED_UP), *part.shape[1:]).sum(1, dtype=jnp.uint32)
