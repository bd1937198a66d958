"""Where XLA has to stop joining operations into one: results that are written down before they are used.

Left to itself it repeats a cheap-looking chain, a shuffle say, for every element that depends on it, a
thousand times and more. `lax.optimization_barrier` does not outlive its early passes on a CPU; the body of
a loop does.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import jax
import jax.numpy as jnp
from jax import Array, lax, tree

T = TypeVar("T")


def materialized(compute: Callable[..., T], *operands: Any, once: Array) -> T:
    """`compute(*operands)`; `once` is true, in a way that only the run itself can tell."""

    def body(now: tuple[Array, T]) -> tuple[Array, T]:
        return jnp.zeros_like(now[0]), compute(*operands)

    blank = tree.map(lambda part: jnp.zeros(part.shape, part.dtype), jax.eval_shape(compute, *operands))
    result: T = lax.while_loop(lambda now: now[0], body, (once, blank))[1]
    return result
