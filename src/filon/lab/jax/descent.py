"""What all learning by slopes shares: Adam's steps, advantages over many steps, the mean of late weights."""

from typing import Any, NamedTuple

import jax.numpy as jnp
from jax import Array, lax, tree


class Moments(NamedTuple):
    """Of the slopes so far, for Adam's steps."""

    mean: Any
    square: Any
    update: Array


def no_moments(nets: Any) -> Moments:
    nothing = tree.map(jnp.zeros_like, nets)
    return Moments(nothing, nothing, jnp.int32(0))


def adam(
    nets: Any, slope: Any, moments: Moments, rate: Array, *, square_decay: float, least: float
) -> tuple[Any, Moments]:
    """`square_decay`: how much of the old squares stays; `least` is added to their root."""
    mean = tree.map(lambda old, new: 0.9 * old + 0.1 * new, moments.mean, slope)
    square = tree.map(
        lambda old, new: square_decay * old + (1 - square_decay) * new**2, moments.square, slope
    )
    number = moments.update + 1.0

    def stepped(weight: Array, first: Array, second: Array) -> Array:
        first = first / (1 - 0.9**number)
        second = second / (1 - square_decay**number)
        return weight - rate * first / (jnp.sqrt(second) + least)

    return tree.map(stepped, nets, mean, square), Moments(mean, square, moments.update + 1)


def advantages(won: Array, over: Array, values: Array, value_after: Array, decay: float) -> Array:
    """Generalised, by step: how much better it went than `values` said; `value_after` is that of what comes
    after the last step. `over` tells where a game ended with what was won.
    """

    def back(now: tuple[Array, Array], step: Any) -> tuple[tuple[Array, Array], Array]:
        gain, after = now
        value, won, over = step
        going = jnp.where(over, 0.0, 1.0)
        gain = won + going * after - value + decay * going * gain
        return (gain, value), gain

    start = (jnp.zeros_like(value_after), value_after)
    _, gains = lax.scan(back, start, (values, won, over), reverse=True)
    return gains


def mean_of_late(kept: Any, new: Any, update: Array, most: float) -> Any:
    """`kept` with the weights after one more update: the first ones are soon forgotten."""
    stays = jnp.minimum(most, update / (update + 10.0))
    return tree.map(lambda old, new: stays * old + (1 - stays) * new, kept, new)
