"""The policy of Saboteur's hard level, as `filon train saboteur` has learnt it."""

import sys
from array import array
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from math import prod
from typing import Any, Final

import msgspec
from librt.vecs import vec
from mypy_extensions import i16

from filon.kernels.saboteur.kernel_network import Convolution, Dense, Network

FILE: Final = "policy.json"
_WEIGHT: Final = 4096
"""A weight of this size is one: WEIGHT of `kernel_network.py`."""
_LARGEST: Final = (1 << 15) - 1

_SEAT: Final = 40
_COMMON: Final = 96
_SQUARE: Final = 64
_CHANNELS: Final = 32
_DENSE: Final[Mapping[str, tuple[int, int]]] = {
    "seat": (34, _SEAT),
    "row": (95, _COMMON),
    "crowd": (2 * _SEAT, _COMMON),
    "row2": (_COMMON, _COMMON),
    "c0g": (_COMMON, _CHANNELS),
    "c1g": (_COMMON, _CHANNELS),
    "c2g": (_COMMON, _CHANNELS),
    "c3g": (_COMMON, _CHANNELS),
    "h": (_COMMON + 2 * _CHANNELS, _COMMON),
    "y": (_CHANNELS, _SQUARE),
    "yg": (_COMMON, _SQUARE),
    "cells": (_SQUARE, 27),
    "hs": (_SEAT, _SEAT),
    "hsh": (_COMMON, _SEAT),
    "break": (_SEAT, 3),
    "mend": (_SEAT, 18),
    "rest": (_COMMON, 49),
}
"""By layer: inputs and outputs."""
_CONVOLUTIONS: Final[Mapping[str, tuple[int, int, int, int]]] = {
    "c0": (3, 3, 20, _CHANNELS),
    "c1": (3, 3, _CHANNELS, _CHANNELS),
    "c2": (3, 3, _CHANNELS, _CHANNELS),
    "c3": (3, 3, _CHANNELS, _CHANNELS),
}
"""Rows, columns, inputs and outputs; their biases are those of `c0g` and so on."""
SHAPES: Final[Mapping[str, tuple[int, ...]]] = {
    **{f"{name}_w": shape for name, shape in _DENSE.items()},
    **{f"{name}_b": shape[1:] for name, shape in _DENSE.items()},
    **{f"{name}_w": shape for name, shape in _CONVOLUTIONS.items()},
}
"""Of all that the file holds, by its name there."""


class Layer(msgspec.Struct, frozen=True):
    shape: tuple[int, ...]
    weights: str
    """The last place of the shape runs fastest; two bytes each, low one first, in base 64."""


class Model(msgspec.Struct, frozen=True):
    """What `filon train saboteur` writes."""

    made: dict[str, Any]
    """By what command, from what seed, and what it came to."""
    layers: dict[str, Layer]


def network_file(
    layers: Mapping[str, tuple[Sequence[int], Sequence[float]]], made: Mapping[str, Any]
) -> bytes:
    """By name, the shapes and the weights; rounded to what two bytes hold. What does not play is left out."""
    kept = {name: layers[name] for name in SHAPES}
    for name, (shape, _) in kept.items():
        if tuple(shape) != SHAPES[name]:
            raise ValueError(f"{name} is {tuple(shape)}, and the network that plays has {SHAPES[name]}")
    model = Model(dict(made), {name: _packed(shape, weights) for name, (shape, weights) in kept.items()})
    return msgspec.json.format(msgspec.json.encode(model), indent=1) + b"\n"


def _packed(shape: Sequence[int], weights: Sequence[float]) -> Layer:
    numbers = array(
        "h", [max(-_LARGEST, min(_LARGEST, round(float(weight) * _WEIGHT))) for weight in weights]
    )
    if len(numbers) != prod(shape):
        raise ValueError(f"{len(numbers)} weights do not fill {tuple(shape)}")
    if sys.byteorder == "big":
        numbers.byteswap()
    return Layer(tuple(shape), b64encode(numbers.tobytes()).decode())


def layers_of(file: bytes) -> dict[str, list[int]]:
    """Of each layer the weights, of which WEIGHT is one."""
    model = msgspec.json.decode(file, type=Model)
    return {name: _unpacked(layer) for name, layer in model.layers.items()}


def _unpacked(layer: Layer) -> list[int]:
    numbers = array("h", b64decode(layer.weights))
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers.tolist()


def network(file: bytes) -> Network:
    weights = {name: vec[i16](numbers) for name, numbers in layers_of(file).items()}
    dense = {name: Dense(weights[f"{name}_w"], weights[f"{name}_b"]) for name in _DENSE}
    return Network(dense, [Convolution(weights[f"{name}_w"]) for name in _CONVOLUTIONS])


def shipped() -> bytes:
    """The file of the package."""
    return files(__package__).joinpath(FILE).read_bytes()


@cache
def policy() -> Network:
    """To ask again and again; it is nobody else's while it is asked."""
    return network(shipped())
