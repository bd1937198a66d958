"""Diamant's learnt policy: the same features in the kernel and in JAX, and the same chances once rounded."""

from itertools import product

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from librt.vecs import vec
from mypy_extensions import i64

from filon.games.diamant.model import Options
from filon.games.diamant.pieces import HAZARD_COPIES, SEATS
from filon.kernels.diamant import kernel as kernels
from filon.kernels.diamant.bridge import DIAMANT_BRIDGE
from filon.kernels.diamant.kernel import DiamantKernel
from filon.kernels.diamant.kernel_policy import ONE, SURE, DiamantPolicy
from filon.kernels.diamant.policy import network, policy
from filon.kernels.stream import Stream
from filon.lab.jax.diamant.features import feature_count, features
from filon.lab.jax.diamant.learn import layers, output
from filon.lab.jax.diamant.table import ARTIFACT, GEM_VALUES, GEMS, Course, Diamant

SEATED = (SEATS[0], 5, SEATS[-1])


def course_of(kernel: DiamantKernel) -> Course:
    """The position as JAX keeps it."""
    cards = list(kernel.cards)[: kernel.total]
    pile: set[int] = set()
    for code in cards[: kernel.left]:
        pile.add(next(number for number in _numbers(code) if number not in pile))
    removed: set[int] = set()
    for place in range(kernel.caves_fled()):
        hazard = kernel.removed >> kernels.HAZARD_BITS * place & 7
        alike = _numbers(kernels.HAZARD + hazard)
        removed.add(next(number for number in alike if number not in pile | removed))
    floor = relics = 0
    for at in range(kernel.left, kernel.total):
        lies = int(kernel.lying[at])
        if cards[at] == kernels.ARTIFACT:
            relics += lies
        elif kernel.per_card:
            floor += (1 << 4 * lies - 4) if lies else 0
        else:
            floor += lies
    word = jnp.uint32
    return Course(
        key=(word(0), word(0)),
        draws=word(0),
        cave=word(kernel.cave),
        pile=word(sum(1 << number for number in pile)),
        removed=word(sum(1 << number for number in removed)),
        inside=word(kernel.inside),
        loot=word(kernel.loot),
        floor=word(floor),
        artifact=word(relics),
        artifacts_turned=word(kernel.artifacts_turned),
        chests=tuple(word(kernel.chest(seat)) for seat in range(kernel.seats)),
    )


def _numbers(code: int) -> list[int]:
    if code < kernels.HAZARD:
        return [number for number, stones in enumerate(GEM_VALUES) if stones == code]
    if code < kernels.ARTIFACT:
        first = GEMS + HAZARD_COPIES * (code - kernels.HAZARD)
        return list(range(first, first + HAZARD_COPIES))
    return [ARTIFACT]


def blank(seats: int) -> DiamantPolicy:
    width = feature_count(seats)
    return DiamantPolicy(vec[i64]([width, 1]), vec[i64]([i64(0)] * (width + 1)), vec[i64]([i64(0)] * 4097))


@pytest.mark.parametrize(
    ("seats", "leftovers", "artifacts"),
    list(product(SEATED, ("together", "per_card"), ("none", "one_per_cave"))),
)
def test_kernel_and_jax_see_the_same(seats: int, leftovers: str, artifacts: str) -> None:
    options = Options(leftovers=leftovers, artifacts=artifacts)  # type: ignore[arg-type]
    table = Diamant(seats, leftovers=leftovers, artifacts=artifacts)
    look = jax.jit(lambda course: features(table, course))
    asked = blank(seats)
    compared = 0
    for seed in range(3):
        stream = Stream(seed)
        kernel = DIAMANT_BRIDGE.deal(seats, options, stream)
        while kernel.cave <= kernels.LAST_CAVE:
            rows = np.asarray(look(course_of(kernel)))
            for seat in range(seats):
                if kernel.inside >> seat & 1:
                    assert asked.features(kernel, seat) == rows[seat].tolist()
                    compared += 1
            leaving = sum((stream.below(5) == 0) << seat for seat in range(seats))
            kernel.show(leaving & kernel.inside)
    assert compared > 100


def test_the_rounded_policy_is_the_learnt_one() -> None:
    """Whole numbers lose less than one in a hundred of a chance, whatever is seen."""
    seats = 5
    sizes = (feature_count(seats), 32, 24, 1)
    net = [
        (3 * weight, bias + 0.1) for weight, bias in layers(jax.random.key(4), sizes)
    ]  # larger than at the start: as learnt
    flat = np.concatenate([np.concatenate([np.ravel(weight), bias]) for weight, bias in net])
    rounded = policy(network(sizes, flat.tolist()))
    kernel = DIAMANT_BRIDGE.deal(seats, Options(), Stream(8))
    apart, seen = 0.0, set()
    while kernel.cave <= kernels.LAST_CAVE:
        rounded.see(kernel)
        for seat in range(seats):
            if kernel.inside >> seat & 1:
                row = jnp.array(rounded.features(kernel, seat)) / int(ONE)
                wanted = float(jax.nn.sigmoid(output(net, row)))
                apart = max(apart, abs(rounded.leaving(kernel, seat) / int(SURE) - wanted))
                seen.add(round(wanted, 1))
        kernel.show(kernel.inside & kernel.stream.word() & kernel.stream.word())
    assert apart < 0.01
    assert len(seen) > 2, "a policy that always says the same shows nothing"
