"""What is learnt in JAX is what plays at the table: the same features, and the same wants."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from filon.bots.saboteur.learnt import index_of, seen
from filon.kernels.saboteur import kernel_eyes
from filon.kernels.saboteur.kernel_network import ONE, PLANES, WEIGHT
from filon.kernels.saboteur.policy import SHAPES, layers_of, policy, shipped
from filon.lab.jax.saboteur import network
from filon.lab.jax.saboteur.features import Inputs, Seen, features
from filon.lab.jax.saboteur.ways import HEIGHT, WIDTH, missing_maps
from tests.kernels.saboteur.positions import sights

ROUNDED = 0.003
"""What whole numbers make of a feature."""
READ = 0.08
"""And of a want."""


@jax.jit
def inputs_of(known: Seen) -> Inputs:
    return features(len(known.hand_sizes), known, missing_maps(known.window))


def as_arrays(known: kernel_eyes.Seen) -> Seen:
    arrays = Seen(*(jnp.asarray(part) for part in known))
    return arrays._replace(
        window=arrays.window.reshape(HEIGHT, WIDTH),
        motives=arrays.motives / int(ONE),
        told=arrays.told / int(ONE),
    )


@pytest.mark.parametrize("seats", [4, 7])
def test_what_plays_sees_and_wants_what_was_learnt(seats: int) -> None:
    weights = {
        name: jnp.asarray(numbers, jnp.float32).reshape(SHAPES[name]) / int(WEIGHT)
        for name, numbers in layers_of(shipped()).items()
    }
    wants = jax.jit(lambda inputs: network.wants(weights, jax.tree.map(lambda part: part[None], inputs))[0])
    compared = 0
    for sight in sights(seats, "hard", 3, every=6):
        known = seen(sight.view, sight.past)
        here = kernel_eyes.features(known)
        learnt = inputs_of(as_arrays(known))
        planes = np.reshape(list(here.planes), (HEIGHT, WIDTH, int(PLANES))) / int(ONE)
        assert np.abs(planes - learnt.planes).max() < ROUNDED
        assert np.abs(np.array(list(here.row)) / int(ONE) - learnt.row).max() < ROUNDED
        others = learnt.around[: seats - 1, 1:]
        around = np.reshape(list(here.around), (-1, others.shape[1]))[: seats - 1] / int(ONE)
        assert np.abs(around - others).max() < ROUNDED
        playing = policy()
        playing.see(*here)
        logits = wants(learnt)
        for action in sight.legal:
            index = index_of(action, sight.view.seat, seats)
            if index is not None:
                assert abs(playing.logit(index) / int(ONE) - float(logits[index])) < READ
                compared += 1
    assert compared > 100
