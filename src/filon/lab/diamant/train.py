"""Diamant's learnt policies, one for each number of seats; docs/diamant.md tells what they come to."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from math import sqrt
from typing import Any, Final

import msgspec

from filon import __version__
from filon.games.diamant.pieces import SEATS
from filon.kernels.diamant.kernel_policy import WEIGHT
from filon.kernels.diamant.policy import Model, Network, file_of, network, weights_of
from filon.lab.extras import extra
from filon.lab.training import Lesson, Training

with extra("jax"):
    import jax
    import jax.numpy as jnp
    import numpy as np
    from jax import Array

    from filon.lab.jax.diamant.learn import Layers, Learner, Plan, School, against, first_games
    from filon.lab.jax.diamant.table import Diamant

_SELF_PLAY: Final = Plan(updates=6000, lanes=32768)
_BEST_RESPONSE: Final = Plan(updates=2000, lanes=32768, hidden=(64, 64))
_FROM_THE_POLICY: Final = Plan(updates=1000, lanes=32768, rate=1e-3)
_MEASURED: Final = (32, 65536)
"""Batches, and games in each, that a best response is measured in."""
_VARIANTS: Final = ((3 / 4, "together", "none"), (1 / 4, "per_card", "one_per_cave"))
"""How much of what is learnt from is played by which options."""


def tables(seats: int) -> list[tuple[Diamant, float]]:
    return [(Diamant(seats, leftovers=left, artifacts=found), part) for part, left, found in _VARIANTS]


def learn(seats: int, lesson: Lesson) -> bytes:
    """The policy for so many seats, with how much a best response to it wins."""
    learning, answering, correcting = (
        _sized(plan, lesson) for plan in (_SELF_PLAY, _BEST_RESPONSE, _FROM_THE_POLICY)
    )
    key = jax.random.fold_in(jax.random.key(lesson.seed), seats)
    school = School(tables(seats), learning)
    policy = school.learn(jax.random.fold_in(key, 0), after=_told(lesson, f"{seats} seats, policy"))
    net = rounded(policy)
    best: dict[str, Any] = {}
    usual = [(Diamant(seats), 1.0)]
    for number, (plan, start) in enumerate(((answering, None), (correcting, policy)), 1):
        words = f"{seats} seats, best response {number}"
        answer = School(usual, plan, policy).learn(
            jax.random.fold_in(key, number), start, after=_told(lesson, words)
        )
        figures = measured(
            usual[0][0],
            jax.random.fold_in(key, 10),
            (1, 256) if lesson.small else _MEASURED,
            answer=answer,
            policy=policy,
        )
        lesson.say(f"{words}: wins {figures['wins']:.4f} of {figures['games']:,}; fair {1 / seats:.4f}")
        best = max(best, figures, key=lambda found: found.get("wins", 0.0))
    made = {
        "command": f"filon train diamant --seed {lesson.seed}" + " --small" * lesson.small,
        "release": __version__,
        "on": f"{jax.devices()[0].device_kind}, JAX {jax.__version__}",
        "updates": learning.updates,
        "choices": learning.updates * learning.lanes * learning.steps,
        "best_response": best,
        "fair": 1 / seats,
    }
    return msgspec.json.format(msgspec.json.encode(Model(made, net)), indent=1) + b"\n"


def measured(
    table: Diamant, key: Array, size: tuple[int, int], *, answer: Layers, policy: Layers
) -> dict[str, float]:
    """How much of the wins seat 0 has with `answer` when all others play `policy`."""
    batches, games = size
    play = jax.jit(lambda one: first_games(table, one, games, against(answer, policy)))
    won = sum(float(play(one)[0]) for one in jax.random.split(key, batches))
    number = batches * games
    share = won / number
    return {"wins": share, "error": sqrt(share * (1 - share) / number), "games": number}


def rounded(policy: Layers) -> Network:
    sizes = [policy[0][0].shape[0], *(bias.size for _, bias in policy)]
    flat = [np.concatenate([np.ravel(weight), np.ravel(bias)]) for weight, bias in jax.device_get(policy)]
    return network(sizes, np.concatenate(flat).tolist())


def unrounded(net: Network) -> Layers:
    flat = np.array(weights_of(net), np.float32) / int(WEIGHT)
    found: Layers = []
    done = 0
    for before, width in pairwise(net.sizes):
        end = done + before * width
        weight = flat[done:end].reshape(before, width)
        found.append((jnp.asarray(weight), jnp.asarray(flat[end : end + width])))
        done = end + width
    return found


def _sized(plan: Plan, lesson: Lesson) -> Plan:
    return plan._replace(updates=4, lanes=64, hidden=(8,)) if lesson.small else plan


def _told(lesson: Lesson, words: str) -> Callable[[Learner, dict[str, float]], None]:
    def after(learner: Learner, figures: dict[str, float]) -> None:
        said = ", ".join(f"{name} {number:.4f}" for name, number in figures.items())
        lesson.say(f"{words}, {int(learner.moments.update)} updates: {said}")

    return after


def _files(seats: Sequence[int]) -> Training:
    return {file_of(number): partial(learn, number) for number in seats}


TRAIN: Final[Training] = _files(SEATS)
