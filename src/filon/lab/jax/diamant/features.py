"""What the policy of Diamant goes by, of a course: the whole numbers of `kernels/diamant/kernel_policy.py`.

Everything is known to all who play (takings are shown when they happen), so hidden chests hide nothing here.
"""

from typing import Final

import jax.numpy as jnp
from jax import Array

from filon.lab.jax.chance import count_bits
from filon.lab.jax.diamant.table import ARTIFACT, CAVES, COPIES, GEM_VALUES, GEMS, HAZARDS, Course, Diamant

ONE: Final = 256
"""A feature of this size is one."""
COMMON: Final = 19
"""Features that all seats share."""
_MOST: Final = 48
"""Stones ahead or behind that are told apart."""
_LYING: Final = 7


def feature_count(seats: int) -> int:
    return COMMON + 2 + 2 * (seats - 1)


def features(table: Diamant, course: Course) -> Array:
    """A row a seat, in whole numbers of which `ONE` is one; rows of seats outside tell the same table."""
    common = _common(table, course)
    chests = jnp.stack(course.chests).astype(jnp.int32)
    seats = table.seats
    inside = (course.inside >> jnp.arange(seats, dtype=jnp.uint32) & 1).astype(jnp.int32)
    loot = course.loot.astype(jnp.int32)
    own = jnp.eye(seats, dtype=bool)
    others = jnp.where(own, -1, (2 * chests + inside)[None, :])
    ordered = -jnp.sort(-others, axis=1)[:, : seats - 1]
    ahead = jnp.clip((ordered >> 1) - chests[:, None], -_MOST, _MOST)
    nobody = -(1 << 12)
    outside = jnp.where(own | (inside == 1)[None, :], nobody, chests[None, :]).max(axis=1)
    within = jnp.where(own | (inside == 0)[None, :], nobody, chests[None, :]).max(axis=1)
    best = jnp.stack([outside - chests - loot, within - chests], axis=1)
    return jnp.concatenate(
        [
            jnp.broadcast_to(common, (seats, COMMON)),
            jnp.clip(best, -_MOST, _MOST) * 16,
            ahead * 16,
            (ordered & 1) * ONE,
        ],
        axis=1,
    )


def _common(table: Diamant, course: Course) -> Array:
    pile = course.pile
    cards = count_bits(pile).astype(jnp.int32)
    among = jnp.maximum(cards, 1)
    explorers = count_bits(course.inside).astype(jnp.int32)
    hazards = jnp.arange(HAZARDS, dtype=jnp.uint32) * COPIES + GEMS
    left = count_bits(pile >> hazards & 7).astype(jnp.int32)
    everything = jnp.uint32((1 << ARTIFACT) - 1)
    met = (everything & ~course.removed & ~pile) >> hazards & 7 != 0
    deadly = jnp.where(met, left, 0).sum()
    warnings = jnp.where(met, 0, left).sum()
    there = (pile >> jnp.arange(GEMS, dtype=jnp.uint32) & 1).astype(jnp.int32)
    shares = (there * (jnp.asarray(GEM_VALUES, jnp.int32) // jnp.maximum(explorers, 1))).sum()
    loot = course.loot.astype(jnp.int32)
    one, two, three = (_share(table, course.floor, leavers) for leavers in (1, 2, 3))
    coming = (pile >> jnp.uint32(ARTIFACT) & 1).astype(jnp.int32)
    caves = (course.cave == jnp.arange(1, CAVES + 1, dtype=jnp.uint32)).astype(jnp.int32)
    numbers = jnp.stack(
        [
            1024 * deadly // among,
            32 * deadly,
            16 * warnings,
            8 * cards,
            32 * shares // among,
            16 * loot,
            64 * loot * deadly // among,
            16 * one,
            16 * two,
            16 * three,
            16 * course.artifact.astype(jnp.int32),
            coming * ONE,
            32 * explorers,
            ONE * (explorers == 1),
        ]
    )
    return jnp.concatenate([numbers, caves * ONE])


def _share(table: Diamant, floor: Array, leavers: int) -> Array:
    if not table.per_card:
        return (floor // leavers).astype(jnp.int32)
    counts = floor >> (4 * jnp.arange(_LYING, dtype=jnp.uint32)) & 15
    return (counts * (jnp.arange(1, _LYING + 1, dtype=jnp.uint32) // leavers)).sum().astype(jnp.int32)
