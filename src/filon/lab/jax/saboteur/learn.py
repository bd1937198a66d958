"""Learning Saboteur by playing it: one network in all seats, on both sides, for all numbers of players.

What is learnt from is who wins the round. A critic that sees all hands and roles says how likely the diggers
are to; who did better than it said is made likelier to do so again (proximal policy optimisation).
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple, TypeAlias

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax, tree

from filon.lab.jax.descent import Moments, adam, advantages, mean_of_late, no_moments
from filon.lab.jax.saboteur import handicaps, network
from filon.lab.jax.saboteur.features import Inputs
from filon.lab.jax.saboteur.handicaps import NOBODY, Handicaps
from filon.lab.jax.saboteur.memory import Memory
from filon.lab.jax.saboteur.network import Said, Weights
from filon.lab.jax.saboteur.numbers import DIGGERS
from filon.lab.jax.saboteur.rounds import TOLD, round_of
from filon.lab.jax.saboteur.state import State

_NEVER: Final = -1e9
_TOLD: Final = TOLD + 3
"""To the critic, with the handicap."""
_LONGEST: Final = 1.0
"""Slopes are cut down to this length."""
_adam: Final = partial(adam, square_decay=0.999, least=1e-7)


class Stage(NamedTuple):
    updates: int
    lanes: Mapping[int, int]
    """By number of players, rounds at once."""
    handicapped: bool
    since: float
    """How far rate and entropy bonus have fallen when it begins, and when it is over: from nought to one."""
    until: float


class Plan(NamedTuple):
    """How much is learnt, and how."""

    stages: Sequence[Stage]
    steps: int = 16
    """Choices in each lane between two updates."""
    parts: int = 8
    """Of the lanes; an update takes a step by the slopes of each, once."""
    rate: float = 8.3e-4
    last_rate: float = 3e-5
    entropy: float = 0.015
    last_entropy: float = 0.002
    """What an even choice is worth, in advantages of the usual size."""
    trace: float = 0.95
    clip: float = 0.2
    """How much likelier or less likely a choice is made by one update, as far as it is sought."""
    averaged: float = 0.99
    """The policy that is kept is the mean of the late ones."""


class Learner(NamedTuple):
    weights: Weights
    kept: Weights
    moments: Moments


class Trace(NamedTuple):
    """Of each step and lane."""

    inputs: Inputs
    told: Array
    mask: Array
    chosen: Array
    log_chance: Array
    """Of that, by a policy without a handicap."""
    value: Array
    """How likely the diggers are to win, as the critic says."""
    digger: Array
    free: Array
    """Whether the choice is one to learn from."""
    won: Array
    """By the diggers, when the round is over."""
    over: Array


class _Asked(NamedTuple):
    """Of each lane."""

    inputs: Inputs
    told: Array
    mask: Array
    digger: Array
    free: Array
    heat: Array


Tables: TypeAlias = dict[int, tuple[State, Memory]]
"""By number of players, with the lanes in front."""


class School:
    """What it compiles serves all stages with the same lanes."""

    def __init__(self, plan: Plan) -> None:
        self.plan: Final = plan
        self.learnt: Final = jax.jit(self._one_update)

    def learn(
        self,
        key: Array,
        after: Callable[[int, int, dict[str, Array]], None] = lambda _stage, _updates, _figures: None,
    ) -> Weights:
        """The policy's weights, without the critic's. `after` is told the stage, from one on, its updates so
        far, and figures of the last.
        """
        beginning, *keys = jax.random.split(key, 1 + len(self.plan.stages))
        learner = begin(beginning)
        for number, (stage, one) in enumerate(zip(self.plan.stages, keys, strict=True), 1):
            learner = self.learn_stage(stage, one, learner, partial(after, number))
        return network.of_policy(learner.kept)

    def learn_stage(
        self, stage: Stage, key: Array, learner: Learner, after: Callable[[int, dict[str, Array]], None]
    ) -> Learner:
        dealing, playing = jax.random.split(key)
        tables = dealt(dealing, stage.lanes)
        made = handicaps.spread if stage.handicapped else handicaps.none
        handicapped = {seats: made(lanes) for seats, lanes in stage.lanes.items()}
        for update in range(stage.updates):
            done = stage.since + (stage.until - stage.since) * update / stage.updates
            one = jax.random.fold_in(playing, update)
            tables, trace, value_after = play(learner.weights, tables, handicapped, one, self.plan.steps)
            learner, figures = self.learnt(learner, trace, value_after, handicapped, jnp.float32(done))
            after(update + 1, figures)
        return learner

    def _one_update(
        self,
        learner: Learner,
        trace: Trace,
        value_after: Array,
        handicapped: dict[int, Handicaps],
        done: Array,
    ) -> tuple[Learner, dict[str, Array]]:
        """`done`: how far rate and entropy bonus have fallen."""
        plan = self.plan
        rate = plan.rate + (plan.last_rate - plan.rate) * done
        entropy = plan.entropy * (plan.last_entropy / plan.entropy) ** done
        lanes = _Lanes(handicapped)
        gain = advantages(trace.won, trace.over, trace.value, value_after, plan.trace)
        target = jnp.clip(gain + trace.value, 0, 1)
        gain = lanes.evened(trace, jnp.where(trace.digger, gain, -gain))

        def step(now: tuple[Weights, Moments], part: Any) -> tuple[tuple[Weights, Moments], dict[str, Array]]:
            weights, moments = now
            slope, figures = jax.grad(self._loss, has_aux=True)(weights, *part, entropy)
            length = jnp.sqrt(sum((piece**2).sum() for piece in tree.leaves(slope)))
            slope = tree.map(lambda piece: piece * jnp.minimum(1.0, _LONGEST / (length + 1e-6)), slope)
            return _adam(weights, slope, moments, rate), figures

        parts = tree.map(self._parted, (trace, gain, target))
        (weights, moments), figures = lax.scan(step, (learner.weights, learner.moments), parts)
        kept = mean_of_late(learner.kept, weights, learner.moments.update / plan.parts, plan.averaged)
        return Learner(weights, kept, moments), tree.map(jnp.mean, figures) | lanes.won(trace)

    def _parted(self, numbers: Array) -> Array:
        """By part; each has lanes of all kinds, since neighbours go to different ones."""
        steps, lanes, *rest = numbers.shape
        parts = self.plan.parts
        numbers = numbers.reshape(steps, lanes // parts, parts, *rest)
        return jnp.moveaxis(numbers, 2, 0).reshape(parts, steps * lanes // parts, *rest)

    def _loss(
        self, weights: Weights, trace: Trace, gain: Array, target: Array, entropy: Array
    ) -> tuple[Array, dict[str, Array]]:
        found = _said(weights, trace.inputs, trace.told)
        logs = jax.nn.log_softmax(jnp.where(trace.mask, found.wants, _NEVER))
        ratio = jnp.exp(_at(logs, trace.chosen) - trace.log_chance)
        clip = self.plan.clip
        better = jnp.minimum(ratio * gain, jnp.clip(ratio, 1 - clip, 1 + clip) * gain)
        doubt = -(jnp.exp(logs) * jnp.where(trace.mask, logs, 0.0)).sum(-1)
        choices = jnp.maximum(trace.free.sum(), 1)
        wins, loses = jax.nn.log_sigmoid(found.win), jax.nn.log_sigmoid(-found.win)
        error = -(target * wins + (1 - target) * loses).mean()
        better, doubt = ((each * trace.free).sum() / choices for each in (better, doubt))
        return 0.5 * error - better - entropy * doubt, {"entropy": doubt, "error": error}


class _Lanes:
    """Figures by number of players."""

    def __init__(self, handicapped: dict[int, Handicaps]) -> None:
        numbers = [handicap.side.size for handicap in handicapped.values()]
        self._seats: Final = [*handicapped]
        self._table: Final = np.eye(len(numbers), dtype=np.float32).repeat(numbers, 0)
        self._plain: Final = jnp.concatenate([each.side == NOBODY for each in handicapped.values()])

    def evened(self, trace: Trace, gain: Array) -> Array:
        """Among the diggers, and the saboteurs, at each number of players: nought on average, one in size."""

        def of(side: Array) -> Array:
            chosen = (side & trace.free).astype(jnp.float32)
            number = jnp.maximum(self._sums(chosen), 1)
            mean = self._sums(gain * chosen) / number
            square = self._sums(gain**2 * chosen) / number
            return (gain - self._table @ mean) / jnp.sqrt(self._table @ (square - mean**2) + 1e-5)

        return jnp.where(trace.digger, of(trace.digger), of(~trace.digger))

    def won(self, trace: Trace) -> dict[str, Array]:
        """How often the diggers did, where nobody is handicapped."""
        share = self._sums(trace.won * self._plain) / jnp.maximum(self._sums(trace.over * self._plain), 1)
        return {f"won_by_diggers_{seats}": share[at] for at, seats in enumerate(self._seats)}

    def _sums(self, numbers: Array) -> Array:
        """Over steps, and lanes with the same number of players."""
        return numbers.sum(0) @ self._table


def begin(key: Array) -> Learner:
    weights = jax.jit(network.begin, static_argnums=1)(key, _TOLD)
    return Learner(weights, weights, no_moments(weights))


def dealt(key: Array, lanes: Mapping[int, int]) -> Tables:
    tables = {}
    for seats, one in zip(lanes, jax.random.split(key, len(lanes)), strict=True):
        left, right = jax.random.bits(one, (2, lanes[seats]), jnp.uint32)
        tables[seats] = round_of(seats).deal((left, right))
    return tables


@partial(jax.jit, static_argnums=4)
def play(
    weights: Weights, tables: Tables, handicapped: dict[int, Handicaps], key: Array, steps: int
) -> tuple[Tables, Trace, Array]:
    """So many choices in every lane; and what the critic says of what comes after the last."""
    ends = np.cumsum([handicap.side.size for handicap in handicapped.values()])[:-1]

    def step(tables: Tables, key: Array) -> tuple[Tables, Trace]:
        asked, memories = _look(tables, handicapped)
        found = _said(weights, asked.inputs, asked.told)
        wants = jnp.where(asked.mask, found.wants, _NEVER)
        chosen = jax.random.categorical(key, wants / asked.heat[:, None])
        after, winners = {}, []
        for (seats, (state, _)), each in zip(tables.items(), jnp.split(chosen, ends), strict=True):
            now, memory, winner = jax.vmap(round_of(seats).step)(state, memories[seats], each)
            after[seats] = (now, memory)
            winners.append(winner)
        winner = jnp.concatenate(winners)
        return after, Trace(
            inputs=asked.inputs,
            told=asked.told,
            mask=asked.mask,
            chosen=chosen,
            log_chance=_at(jax.nn.log_softmax(wants), chosen),
            value=jax.nn.sigmoid(found.win),
            digger=asked.digger,
            free=asked.free,
            won=(winner == DIGGERS).astype(jnp.float32),
            over=winner != 0,
        )

    tables, trace = lax.scan(step, tables, jax.random.split(key, steps))
    asked, _ = _look(tables, handicapped)
    return tables, trace, jax.nn.sigmoid(_said(weights, asked.inputs, asked.told).win)


def _look(tables: Tables, handicapped: dict[int, Handicaps]) -> tuple[_Asked, dict[int, Memory]]:
    """Of all lanes, one number of players after the other; memories with the last card judged."""
    asked, memories = [], {}
    for seats, (state, memory) in tables.items():
        handicap = handicapped[seats]
        look, memories[seats] = jax.vmap(round_of(seats).look)(state, memory, handicap.trusting)
        told = jnp.concatenate([look.told, handicap.told()], -1)
        free = handicap.free(look.digger)
        heat = jnp.where(free, 1.0, handicap.heat)
        inputs, told = tree.map(lambda part: part.astype(_numbers()), (look.inputs, told))
        asked.append(_Asked(inputs, told, look.mask, look.digger, free, heat))
    return tree.map(lambda *parts: jnp.concatenate(parts), *asked), memories


def _said(weights: Weights, inputs: Inputs, told: Array) -> Said:
    short = tree.map(lambda layer: layer.astype(_numbers()), weights)
    return Said(*(part.astype(jnp.float32) for part in network.said(short, inputs, told)))


def _numbers() -> Any:
    """A GPU counts half as many bits twice as fast."""
    return jnp.bfloat16 if jax.default_backend() == "gpu" else jnp.float32


def _at(rows: Array, index: Array) -> Array:
    return jnp.take_along_axis(rows, index[..., None], -1)[..., 0]
