"""The policy of Diamant that nobody can better by much, as `filon train diamant` has learnt it."""

from base64 import b64decode, b64encode
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from math import exp
from typing import Any, Final

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from filon.kernels.diamant.kernel_policy import ONE, SURE, WEIGHT, DiamantPolicy

_BYTES: Final = 2
"""A weight."""
_LARGEST: Final = (1 << 8 * _BYTES - 1) - 1


class Network(msgspec.Struct, frozen=True):
    sizes: tuple[int, ...]
    """Of the layers, the features first."""
    weights: str
    """Layer by layer those of each input, then the biases; two bytes each, low one first, in base 64."""


class Model(msgspec.Struct, frozen=True):
    """What `filon train diamant` writes."""

    made: dict[str, Any]
    """By what command, from what seed, and what it came to."""
    network: Network


def file_of(seats: int) -> str:
    return f"policy-{seats}.json"


def network(sizes: Sequence[int], weights: Sequence[float]) -> Network:
    """Rounds them to what two bytes hold."""
    rounded = [max(-_LARGEST, min(_LARGEST, round(float(weight) * int(WEIGHT)))) for weight in weights]
    packed = b"".join(number.to_bytes(_BYTES, "little", signed=True) for number in rounded)
    return Network(tuple(sizes), b64encode(packed).decode())


def policy(net: Network) -> DiamantPolicy:
    """To ask again and again; it is nobody else's while it is asked."""
    return DiamantPolicy(vec[i64](list(net.sizes)), vec[i64](weights_of(net)), vec[i64](_curve()))


def weights_of(net: Network) -> list[int]:
    """In the order of the file, of which WEIGHT is one."""
    packed = b64decode(net.weights)
    return [
        int.from_bytes(packed[at : at + _BYTES], "little", signed=True)
        for at in range(0, len(packed), _BYTES)
    ]


@cache
def policy_of(seats: int) -> DiamantPolicy:
    return policy(network_of(seats))


def network_of(seats: int) -> Network:
    packed = files(__package__).joinpath(file_of(seats)).read_bytes()
    return msgspec.json.decode(packed, type=Model).network


@cache
def _curve() -> list[int]:
    """The logistic function, from -8 to 8."""
    one, whole = int(ONE), int(SURE)
    return [round(whole / (1 + exp(-wish / one))) for wish in range(-8 * one, 8 * one + 1)]
