"""`filon train saboteur`: a file that bots can play by, the same from the same seed; something is learnt."""

from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import msgspec
import numpy as np
import pytest
from jax import tree
from typer.testing import CliRunner

from filon.cli import app
from filon.kernels.saboteur.policy import FILE, SHAPES, Model, layers_of, network
from filon.lab.jax.saboteur import handicaps
from filon.lab.jax.saboteur.learn import Learner, School, Trace, begin, dealt, play
from filon.lab.jax.saboteur.network import wants
from filon.lab.jax.saboteur.rounds import LAID
from filon.lab.saboteur.train import school


@pytest.fixture(scope="module")
def small() -> School:
    """The one of the small run, so that it compiles once for all tests."""
    return school(small=True)


def test_a_small_run_writes_what_bots_can_play_by(tmp_path: Path) -> None:
    words = ["train", "saboteur", "--small", "--seed", "6", "--out", str(tmp_path)]
    typed = CliRunner().invoke(app, words)
    assert typed.exit_code == 0, typed.output
    (written,) = tmp_path.iterdir()
    assert written.name == FILE
    made = msgspec.json.decode(written.read_bytes(), type=Model).made
    assert made["command"] == "filon train saboteur --seed 6 --small"
    assert made["choices"] == made["updates"] * 80
    layers = layers_of(written.read_bytes())
    assert layers.keys() == SHAPES.keys()
    assert all(any(weights) for weights in layers.values())
    network(written.read_bytes())


def test_the_same_seed_learns_the_same_to_the_last_bit(small: School) -> None:
    first, again, other = (small.learn(jax.random.key(seed)) for seed in (5, 5, 6))
    assert all(np.array_equal(first[name], again[name]) for name in first)
    assert not np.array_equal(first["row_w"], other["row_w"])
    assert {name: layer.shape for name, layer in first.items()} == SHAPES


# What is learnt, of choices that were made once


@pytest.fixture(scope="module")
def played(small: School) -> tuple[Learner, Trace]:
    """As if each choice had ended the round, won by the diggers where a card was laid in the maze."""
    learner = begin(jax.random.key(3))
    tables = dealt(jax.random.key(4), lanes(small))
    _, trace, _ = play(learner.weights, tables, handicapped(small), jax.random.key(5), small.plan.steps)
    laid = trace.chosen < LAID
    return learner, trace._replace(won=laid.astype(jnp.float32), over=jnp.ones_like(laid))


def lanes(small: School) -> dict[int, int]:
    return dict(small.plan.stages[1].lanes)


def handicapped(small: School) -> dict[int, Any]:
    return {seats: handicaps.spread(number) for seats, number in lanes(small).items()}


def learnt(small: School, learner: Learner, trace: Trace, times: int) -> tuple[Learner, list[float]]:
    errors = []
    for _ in range(times):
        learner, figures = small.learnt(
            learner, trace, jnp.zeros(trace.won.shape[1]), handicapped(small), jnp.float32(0)
        )
        errors.append(float(figures["error"]))
    return learner, errors


def laying(learner: Learner, trace: Trace) -> Any:
    """How likely each seat in turn was to lay a card in the maze."""
    wanted = jax.vmap(wants, (None, 0))(learner.weights, trace.inputs)
    return jax.nn.softmax(jnp.where(trace.mask, wanted, -jnp.inf))[..., :LAID].sum(-1)


@pytest.mark.parametrize("digger", [True, False], ids=["diggers", "saboteurs"])
def test_a_side_does_more_of_what_wins_for_it(small: School, played: Any, *, digger: bool) -> None:
    learner, trace = played
    trace = trace._replace(free=trace.free & (trace.digger == digger))
    after, errors = learnt(small, learner, trace, 10)
    more = (laying(after, trace) - laying(learner, trace))[trace.free].mean()
    assert more > 0.02 if digger else more < -0.02
    assert errors[-1] < errors[0] - 0.01


def test_who_is_handicapped_teaches_nothing_by_its_own_choices(small: School, played: Any) -> None:
    learner, trace = played
    assert 0 < trace.free.mean() < 1
    others = trace._replace(chosen=jnp.where(trace.free, trace.chosen, trace.mask.argmax(-1)))
    assert not np.array_equal(others.chosen, trace.chosen)
    one, _ = learnt(small, learner, trace, 1)
    other, _ = learnt(small, learner, others, 1)
    assert all(map(np.array_equal, tree.leaves(one), tree.leaves(other)))


def test_handicaps_are_in_half_of_the_rounds_and_each_is_one() -> None:
    spread = handicaps.spread(1600)
    shares = np.bincount(spread.side, minlength=3) / 1600
    assert shares == pytest.approx([0.45, 0.35, 0.2])
    assert ((spread.heat > 1) | spread.trusting)[spread.side != handicaps.NOBODY].all()
    assert not ((spread.heat > 1) | spread.trusting)[spread.side == handicaps.NOBODY].any()
    assert not spread.trusting[spread.side == handicaps.SABOTEURS].any()
    plain = handicaps.none(8)
    assert plain.free(jnp.arange(8) % 2 == 0).all()
