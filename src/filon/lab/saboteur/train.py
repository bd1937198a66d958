"""Saboteur's learnt policy, one file for all numbers of players; docs/saboteur.md tells what it comes to."""

from functools import cache
from typing import Final

from filon import __version__
from filon.kernels.saboteur.policy import FILE, network_file
from filon.lab.extras import extra
from filon.lab.training import Lesson, Training

with extra("jax"):
    import jax
    import numpy as np
    from jax import Array

    from filon.lab.jax.saboteur.learn import Plan, School, Stage

_WITHOUT_HANDICAPS: Final = Stage(
    updates=1217, lanes={4: 8192, 5: 8192, 7: 8192}, handicapped=False, since=0.0, until=0.4
)
_WITH_HANDICAPS: Final = Stage(
    updates=1600,
    lanes={3: 2560, 4: 6400, 5: 4480, 6: 3200, 7: 4480, 8: 1920, 9: 1280, 10: 1920},
    handicapped=True,
    since=0.4,
    until=1.0,
)
_PLAN: Final = Plan(stages=(_WITHOUT_HANDICAPS, _WITH_HANDICAPS))
_SMALL: Final = Plan(
    stages=tuple(stage._replace(updates=2, lanes={4: 20}) for stage in _PLAN.stages), steps=4, parts=2
)
_TOLD_EVERY: Final = 50
"""Updates."""


@cache
def school(*, small: bool) -> School:
    """What it has compiled serves again."""
    return School(_SMALL if small else _PLAN)


def learn(lesson: Lesson) -> bytes:
    teaching = school(small=lesson.small)
    plan = teaching.plan
    last: dict[str, float] = {}

    def after(stage: int, updates: int, figures: dict[str, Array]) -> None:
        if updates % _TOLD_EVERY == 0 or updates == plan.stages[stage - 1].updates:
            last.update({name: float(figure) for name, figure in figures.items()})
            said = ", ".join(f"{name} {figure:.3f}" for name, figure in last.items())
            lesson.say(f"part {stage}, {updates} updates: {said}")

    weights = teaching.learn(jax.random.key(lesson.seed), after)
    made = {
        "command": f"filon train saboteur --seed {lesson.seed}" + " --small" * lesson.small,
        "release": __version__,
        "on": f"{jax.devices()[0].device_kind}, JAX {jax.__version__}",
        "updates": sum(stage.updates for stage in plan.stages),
        "choices": sum(stage.updates * sum(stage.lanes.values()) for stage in plan.stages) * plan.steps,
    }
    layers = {name: np.asarray(layer) for name, layer in weights.items()}
    return network_file({name: (layer.shape, layer.ravel().tolist()) for name, layer in layers.items()}, made)


TRAIN: Final[Training] = {FILE: learn}
