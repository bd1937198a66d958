"""Whole random games of Diamant in one kernel: a game lives in one thread's registers from deal to count.

A lane plays one game after another; when each has played its share, the sums are all that leaves the kernel.
On a GPU the lanes run as a Pallas kernel in Triton's form, elsewhere as a plain loop over the same function.
"""

from functools import partial
from typing import Any, Final, Literal, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax, tree
from jax.experimental import pallas as pl
from jax.experimental.pallas import triton

from filon.lab.jax.chance import Key, count_bits, words
from filon.lab.jax.diamant.table import FINISHED, Course, Diamant

STEPS_AT_ONCE: Final = 8
"""Steps between two looks at whether all lanes are done."""
_HALF: Final = 16
_ADDED_UP: Final = 1 << 15
"""Lanes whose halves of words can be added up in a word."""
_CHOICES: Final = 1
"""The second number of the words that choices are made by; the cards' is nought."""


class Sums(NamedTuple):
    """Over games: `steps` are joint choices, `decisions` single ones; `fled` are caves that ended by a
    hazard, `shared` games with more than one winner.
    """

    games: Any
    steps: Any
    decisions: Any
    fled: Any
    shared: Any
    wins: tuple[Any, ...]
    scores: tuple[Any, ...]
    squares: tuple[Any, ...]
    """Of the scores: how far they spread."""


class RandomPlay:
    """`lanes` play `games` each; everybody inside goes on or leaves by the toss of a coin."""

    def __init__(
        self,
        diamant: Diamant,
        *,
        lanes: int,
        games: int,
        block: int = 128,
        warps: int = 4,
        run: Literal["loop", "kernel", "interpreted"] = "loop",
    ) -> None:
        """`kernel` needs a GPU; `interpreted` is the same kernel without one, to see that it is sound."""
        if lanes % block or lanes % min(lanes, _ADDED_UP):
            raise ValueError(f"{lanes} lanes are no whole number of blocks of {block}")
        self.diamant: Final = diamant
        self.lanes: Final = lanes
        self.games: Final = games
        self._block: Final = block
        self._warps: Final = warps
        self._interpret: Final = run == "interpreted"
        self._run: Final = jax.jit(self._in_loop if run == "loop" else self._in_kernel)

    def __call__(self, key: Array) -> Sums:
        """All games are played; each key gives others. Waits for the result."""
        whole = jax.device_get(self._run(jax.random.key_data(key)))
        return tree.map(
            lambda halves: (
                int(np.sum(halves[0], dtype=np.int64)) + (int(np.sum(halves[1], dtype=np.int64)) << _HALF)
            ),
            whole,
            is_leaf=lambda part: isinstance(part, list),
        )

    def _in_loop(self, key: Array) -> Any:
        return tree.map(_halves, self._played((key[0], key[1]), jnp.arange(self.lanes, dtype=jnp.uint32)))

    def _in_kernel(self, key: Array) -> Any:
        blank = tree.map(
            lambda _: jax.ShapeDtypeStruct((self.lanes,), jnp.uint32), self._nothing(jnp.uint32(0))
        )
        leaves, kind = tree.flatten(blank)
        one = pl.BlockSpec((self._block,), lambda at: (at,))

        def kernel(key_ref: Any, *sums: Any) -> None:
            first = pl.program_id(0).astype(jnp.uint32) * jnp.uint32(self._block)
            lane = first + jnp.arange(self._block, dtype=jnp.uint32)
            played = self._played((key_ref[0], key_ref[1]), lane)
            for into, number in zip(sums, tree.leaves(played), strict=True):
                into[...] = number

        call = pl.pallas_call(
            kernel,
            out_shape=leaves,
            grid=(self.lanes // self._block,),
            in_specs=[pl.BlockSpec((2,), lambda _: (0,))],
            out_specs=[one] * len(leaves),
            interpret=self._interpret,
            compiler_params=triton.CompilerParams(num_warps=self._warps, num_stages=1),
        )
        return tree.map(_halves, tree.unflatten(kind, call(key)))

    def _played(self, key: Key, lane: Array) -> Sums:
        course = self.diamant.before(words(key, lane))
        start = (course, self._nothing(lane))

        def unfinished(now: tuple[Course, Sums]) -> Array:
            return jnp.min(now[1].games.astype(jnp.int32)) < self.games

        def some(now: tuple[Course, Sums]) -> tuple[Course, Sums]:
            return lax.fori_loop(0, STEPS_AT_ONCE, lambda _, each: self._stepped(*each), now)

        sums: Sums = lax.while_loop(unfinished, some, start)[1]
        return sums

    def _stepped(self, course: Course, sums: Sums) -> tuple[Course, Sums]:
        """Everybody inside tosses a coin; a game that is over is counted, and the next one begins."""
        over = course.cave == FINISHED
        sums = self._counted(course, sums, over & (sums.games < jnp.uint32(self.games)))
        fresh = self.diamant.before(course.key)._replace(draws=course.draws)
        course = tree.map(partial(jnp.where, over), fresh, course)
        tossed, _ = words(course.key, course.draws, _CHOICES)
        playing = sums.games < jnp.uint32(self.games)
        sums = sums._replace(
            steps=sums.steps + (playing & (course.inside != 0)).astype(jnp.uint32),
            decisions=sums.decisions + jnp.where(playing, count_bits(course.inside), jnp.uint32(0)),
        )
        course, _ = self.diamant.advance(course, tossed & course.inside, self.diamant.drawn(course))
        return course, sums

    def _counted(self, course: Course, sums: Sums, over: Array) -> Sums:
        nought = jnp.uint32(0)
        best = course.chests[0]
        for chest in course.chests[1:]:
            best = jnp.maximum(best, chest)
        winners = [(over & (chest == best)).astype(jnp.uint32) for chest in course.chests]
        number = sum(winners, start=nought)
        return sums._replace(
            games=sums.games + over.astype(jnp.uint32),
            fled=sums.fled + jnp.where(over, count_bits(course.removed), nought),
            shared=sums.shared + (number > 1).astype(jnp.uint32),
            wins=tuple(before + won for before, won in zip(sums.wins, winners, strict=True)),
            scores=tuple(
                before + jnp.where(over, chest, nought)
                for before, chest in zip(sums.scores, course.chests, strict=True)
            ),
            squares=tuple(
                before + jnp.where(over, chest * chest, nought)
                for before, chest in zip(sums.squares, course.chests, strict=True)
            ),
        )

    def _nothing(self, lane: Array) -> Sums:
        nought = jnp.zeros_like(lane)
        each = (nought,) * self.diamant.seats
        return Sums(nought, nought, nought, nought, nought, each, each, each)


def _halves(number: Array) -> list[Array]:
    """Sums of the low and of the high halves of words, which fit into words."""
    rows = number.reshape(-1, min(number.size, _ADDED_UP))
    low = rows & jnp.uint32((1 << _HALF) - 1)
    return [
        jnp.sum(low, axis=1, dtype=jnp.uint32),
        jnp.sum(rows >> jnp.uint32(_HALF), axis=1, dtype=jnp.uint32),
    ]
