"""The network of Saboteur's policy, and the critic that learns along with it.

A row for the table and a pooled row for those around it become one; with it a small residual tower looks at
the maze. What is wanted is read off place by place, seat by seat, and from the whole. One network for 3 to 10
players and both sides. The names and shapes of `policy.json` are those of `SIZES` and `KERNELS`.
"""

from typing import Any, Final, NamedTuple, TypeAlias

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from filon.lab.jax.saboteur.features import PLANES, Inputs
from filon.lab.jax.saboteur.numbers import GOALS, KINDS, REPAIRS, TOOLS, WAYS

Weights: TypeAlias = dict[str, Array]
"""By layer and `_w` or `_b`."""

ROW: Final = 95
SEAT: Final = 34
"""Numbers of the features, without the one that says whether somebody sits there."""
_MAZE: Final = 32
_WHOLE: Final = 96
_SEATED: Final = 40
_PLACED: Final = 64

PLACED: Final = WAYS + 1
"""What may be done at a place: any way a path card lies, and rocks."""
MENDED: Final = REPAIRS * TOOLS
"""By repair card and tool."""
REST: Final = GOALS + KINDS + MENDED + 1
"""Looks, cards to throw away, own tools mended, a pass."""

SIZES: Final = {
    "seat": (SEAT, _SEATED),
    "row": (ROW, _WHOLE),
    "crowd": (2 * _SEATED, _WHOLE),
    "row2": (_WHOLE, _WHOLE),
    "c0g": (_WHOLE, _MAZE),
    "c1g": (_WHOLE, _MAZE),
    "c2g": (_WHOLE, _MAZE),
    "c3g": (_WHOLE, _MAZE),
    "h": (_WHOLE + 2 * _MAZE, _WHOLE),
    "y": (_MAZE, _PLACED),
    "yg": (_WHOLE, _PLACED),
    "cells": (_PLACED, PLACED),
    "hs": (_SEATED, _SEATED),
    "hsh": (_WHOLE, _SEATED),
    "break": (_SEATED, TOOLS),
    "mend": (_SEATED, MENDED),
    "rest": (_WHOLE, REST),
}
"""Of the dense layers, each with a bias."""
KERNELS: Final = {"c0": PLANES, "c1": _MAZE, "c2": _MAZE, "c3": _MAZE}
"""Channels that each 3 x 3 convolution sees; it makes `_MAZE`, and its bias is the layer with a g."""
_CRITIC: Final = (128, 64, 1)
_LAST: Final = ("cells", "break", "mend", "rest", f"v{len(_CRITIC)}")
"""They begin small: at first everything is as likely as anything else."""


class Said(NamedTuple):
    wants: Array
    """By move (`rounds.Round`), logits."""
    win: Array
    """The logit that the diggers win, if the critic was asked."""


def begin(key: Array, told: int) -> Weights:
    """By chance. `told`: how many numbers the critic goes by besides."""
    critic = zip((_WHOLE + 2 * _MAZE + told, *_CRITIC), _CRITIC, strict=False)
    sizes = SIZES | {f"v{number}": size for number, size in enumerate(critic, 1)}
    keys = jax.random.split(key, len(sizes) + len(KERNELS))
    weights: Weights = {}
    for one, (name, (before, after)) in zip(keys, sizes.items(), strict=False):
        scale = (0.05 if name in _LAST else 1.4) / np.sqrt(before)
        weights[f"{name}_w"] = scale * jax.random.normal(one, (before, after))
        weights[f"{name}_b"] = jnp.zeros(after)
    for one, (name, before) in zip(keys[len(sizes) :], KERNELS.items(), strict=True):
        scale = (1.4 if before == PLANES else 0.7) / np.sqrt(9 * before)
        weights[f"{name}_w"] = scale * jax.random.normal(one, (3, 3, before, _MAZE))
    return weights


def of_policy(weights: Weights) -> Weights:
    """Without the critic."""
    names = [*(f"{name}_{part}" for name in SIZES for part in "wb"), *(f"{name}_w" for name in KERNELS)]
    return {name: weights[name] for name in names}


def wants(weights: Weights, inputs: Inputs) -> Array:
    """Of many inputs at once, in the number format of the weights."""
    return _read(weights, inputs)[0]


def said(weights: Weights, inputs: Inputs, told: Array) -> Said:
    """With the critic, which is `told` what no player knows."""
    wanted, whole = _read(weights, inputs)
    value = jnp.concatenate([whole, told], -1)
    for number in range(1, len(_CRITIC)):
        value = jax.nn.relu(_dense(weights, f"v{number}", value))
    return Said(wanted, _dense(weights, f"v{len(_CRITIC)}", value)[..., 0])


def _read(weights: Weights, inputs: Inputs) -> tuple[Array, Array]:
    def dense(name: str, values: Array) -> Array:
        return _dense(weights, name, values)

    def at_all(name: str, values: Array) -> Array:
        """The same for all places, or seats."""
        return dense(name, values)[..., None, :]

    def at_places(name: str, values: Array) -> Array:
        return at_all(name, values)[..., None, :]

    relu = jax.nn.relu
    here = inputs.around[..., :1]
    seated = relu(dense("seat", inputs.around[..., 1:])) * here
    crowd = jnp.concatenate([seated.sum(-2) / here.sum(-2), seated.max(-2)], -1)
    table = relu(dense("row2", relu(dense("row", inputs.row) + dense("crowd", crowd))))
    maze = relu(_convolved(weights, "c0", inputs.planes) + at_places("c0g", table))
    for name in list(KERNELS)[1:]:
        maze = maze + relu(_convolved(weights, name, maze) + at_places(f"{name}g", table))
    pooled = jnp.concatenate([maze.mean((-3, -2)), maze.max((-3, -2))], -1)
    whole = relu(dense("h", jnp.concatenate([table, pooled], -1)))
    places = relu(dense("y", maze) + at_places("yg", whole))
    seats = relu(dense("hs", seated) + at_all("hsh", whole))
    parts = [dense("cells", places), dense("break", seats), dense("mend", seats), dense("rest", whole)]
    many = inputs.row.shape[:-1]
    wanted = jnp.concatenate([part.reshape(*many, -1) for part in parts], -1)
    return wanted, jnp.concatenate([whole, pooled], -1)


def _dense(weights: Any, name: str, values: Array) -> Array:
    return values @ weights[f"{name}_w"] + weights[f"{name}_b"]


def _convolved(weights: Any, name: str, planes: Array) -> Array:
    return lax.conv_general_dilated(
        planes, weights[f"{name}_w"], (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC")
    )
