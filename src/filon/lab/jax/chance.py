"""Chance without a state to keep: a word for each key and number, by Threefry as `jax.random` has it.

Written out on whole words, so that it runs inside one kernel with the game that draws from it.
"""

from typing import Final, TypeAlias

import jax
import jax.numpy as jnp
from jax import Array, lax

Key: TypeAlias = tuple[Array, Array]
"""Two words. What is drawn for one pair of numbers says nothing about any other."""

_ROTATIONS: Final = ((13, 15, 26, 6), (17, 29, 16, 24))
_PARITY: Final = 0x1BD11BDA


def key_words(key: Array) -> Key:
    """Of a key of `jax.random`, typed or raw."""
    raw = jax.random.key_data(key) if jnp.issubdtype(key.dtype, jax.dtypes.prng_key) else key
    return raw[..., 0], raw[..., 1]


def words(key: Key, first: Array | int, second: Array | int = 0) -> Key:
    """Two words of 32 bits each (Threefry-2x32, twenty rounds)."""
    schedule = (key[0], key[1], key[0] ^ key[1] ^ jnp.uint32(_PARITY))
    left = jnp.uint32(first) + schedule[0]
    right = jnp.uint32(second) + schedule[1]
    for block in range(5):
        for turn in _ROTATIONS[block % 2]:
            left = left + right
            right = (right << jnp.uint32(turn) | right >> jnp.uint32(32 - turn)) ^ left
        left = left + schedule[(block + 1) % 3]
        right = right + schedule[(block + 2) % 3] + jnp.uint32(block + 1)
    return left, right


def below(word: Array, limit: Array) -> Array:
    """A number from 0 to `limit` - 1; no chance is off by more than 2**-32. `limit` is less than 2**16."""
    # The high word of the product, without a word of 64 bits.
    low = (word & jnp.uint32(0xFFFF)) * limit >> jnp.uint32(16)
    return (word >> jnp.uint32(16)) * limit + low >> jnp.uint32(16)


def count_bits(bits: Array) -> Array:
    # Of signed words: Pallas knows no other count on a GPU.
    return lax.population_count(bits.astype(jnp.int32)).astype(jnp.uint32)


def nth_bit(bits: Array, number: Array) -> Array:
    """The place of the bit that has `number` set bits below it; 31 if there are too few."""
    place = jnp.zeros_like(bits)
    for width in (16, 8, 4, 2, 1):
        here = count_bits(bits >> place & jnp.uint32((1 << width) - 1))
        beyond = number >= here
        number = number - jnp.where(beyond, here, jnp.uint32(0))
        place = place + jnp.where(beyond, jnp.uint32(width), jnp.uint32(0))
    return place
