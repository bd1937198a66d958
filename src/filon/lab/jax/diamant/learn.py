"""Learning Diamant by playing it: everybody by one policy, or one seat against a policy that stays as it is.

A policy is a small network whose output is how much it wants to leave. What it learns from is the share of
the win alone (actor and critic, generalised advantages), from many thousands of games at once.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final, NamedTuple, TypeAlias

import jax
import jax.numpy as jnp
from jax import Array, lax, tree

from filon.lab.jax.chance import words
from filon.lab.jax.descent import Moments, adam, advantages, mean_of_late, no_moments
from filon.lab.jax.diamant.features import ONE, feature_count, features
from filon.lab.jax.diamant.table import CAVES, FINISHED, GALLERY, Course, Diamant

Layers: TypeAlias = list[tuple[Array, Array]]
"""Weights and biases, from the input on."""

_COINS: Final = 1
"""The second number of the words that choices are made by; the cards' is nought."""


_adam: Final = partial(adam, square_decay=0.99, least=1e-8)

_HIDDEN: Final = (32, 24)
"""Units of the policies that bots play by."""


class Plan(NamedTuple):
    """How much is learnt, and how."""

    updates: int
    lanes: int
    """Games at once."""
    steps: int = 16
    """Joint choices between two updates."""
    hidden: tuple[int, ...] = _HIDDEN
    rate: float = 3e-3
    last_rate: float = 3e-5
    entropy: float = 0.01
    last_entropy: float = 1e-5
    """What an even choice is worth, in wins: it keeps all choices alive, and falls to almost nothing."""
    trace: float = 0.97
    averaged: float = 0.999
    """The policy that is kept is the mean of the late ones."""


class Learner(NamedTuple):
    policy: Layers
    critic: Layers
    kept: Layers
    moments: Moments


def layers(key: Array, sizes: Sequence[int]) -> Layers:
    keys = jax.random.split(key, len(sizes) - 1)
    made = []
    for number, (one, before, after) in enumerate(zip(keys, sizes, sizes[1:], strict=False)):
        scale = jnp.sqrt(2 / before) * (0.1 if number == len(sizes) - 2 else 1)
        made.append((scale * jax.random.normal(one, (before, after)), jnp.zeros(after)))
    return made


def output(net: Layers, rows: Array) -> Array:
    """Of a network with one output, of rows of features as numbers about one."""
    for weights, bias in net[:-1]:
        rows = jax.nn.relu(rows @ weights + bias)
    weights, bias = net[-1]
    return (rows @ weights + bias)[..., 0]


class Trace(NamedTuple):
    """Of each step, lane and seat."""

    rows: Array
    inside: Array
    leave: Array
    won: Array
    over: Array


def play(
    table: Diamant, courses: Course, steps: int, wants: Callable[[Array], Array]
) -> tuple[Course, Trace, Array]:
    """So many joint choices in every lane; a game that is over is followed by the next. `wants` is, of rows,
    how much each seat wants to leave. The rows after the last choice come too.
    """
    seats = jnp.arange(table.seats, dtype=jnp.uint32)
    look = jax.vmap(partial(features, table))

    def step(courses: Course, _: None) -> tuple[Course, Trace]:
        rows = look(courses).astype(jnp.float32) / ONE
        inside = courses.inside[:, None] >> seats & 1 == 1
        coins = jax.vmap(lambda key, draws: _coins(key, draws, table.seats))(courses.key, courses.draws)
        leave = inside & (coins < jax.nn.sigmoid(wants(rows)))
        leaving = jnp.where(leave, jnp.uint32(1) << seats, jnp.uint32(0)).sum(axis=1, dtype=jnp.uint32)
        after = jax.vmap(lambda course, who: table.advance(course, who, table.drawn(course))[0])(
            courses, leaving
        )
        over = after.cave == FINISHED
        chests = jnp.stack(after.chests, axis=1)
        best = chests == chests.max(axis=1, keepdims=True)
        won = jnp.where(over[:, None], best / best.sum(axis=1, keepdims=True), 0.0)
        fresh = jax.vmap(partial(_dealt, table))(after)
        after = tree.map(
            lambda new, old: jnp.where(over.reshape(over.shape + (1,) * (old.ndim - 1)), new, old),
            fresh,
            after,
        )
        return after, Trace(rows, inside, leave, won, over)

    courses, trace = lax.scan(step, courses, None, steps)
    return courses, trace, look(courses).astype(jnp.float32) / ONE


def deal(table: Diamant, key: Array, lanes: int) -> Course:
    raw = jax.random.bits(key, (2, lanes), jnp.uint32)
    return jax.vmap(lambda one, two: _first(table, table.before((one, two))))(raw[0], raw[1])


def _dealt(table: Diamant, over: Course) -> Course:
    return _first(table, table.before(over.key)._replace(draws=over.draws))


def _first(table: Diamant, course: Course) -> Course:
    return table.advance(course, jnp.uint32(0), table.drawn(course))[0]


def _coins(key: Any, draws: Array, seats: int) -> Array:
    """A number from 0 to 1 a seat."""
    pairs = [words(key, draws, _COINS + number) for number in range((seats + 1) // 2)]
    drawn = jnp.stack([word for pair in pairs for word in pair])[:seats]
    return (drawn >> jnp.uint32(8)).astype(jnp.float32) / (1 << 24)


class School:
    """One kind of learning: `tables` with the part of the lanes that each has.

    Without `against` all seats play the policy that is learnt. With it seat 0 alone does, and the others play
    the policy given, which stays as it is.
    """

    def __init__(
        self, tables: Sequence[tuple[Diamant, float]], plan: Plan, against: Layers | None = None
    ) -> None:
        self.tables: Final = tables
        self.plan: Final = plan
        self.seats: Final = tables[0][0].seats
        self._against: Final = against
        self._many: Final = jax.jit(self._updates, static_argnums=2)

    def begin(self, key: Array, policy: Layers | None = None) -> tuple[Learner, list[Course]]:
        one, two, three = jax.random.split(key, 3)
        width = feature_count(self.seats)
        if policy is None:
            policy = layers(one, (width, *self.plan.hidden, 1))
            policy[-1] = (policy[-1][0], policy[-1][1] - 2.0)  # who leaves at once never sees a gem
        critic = layers(two, (width + 1, 64, 64, 1))
        critic[-1] = (critic[-1][0], critic[-1][1] + 1 / self.seats)
        learner = Learner(policy, critic, policy, no_moments((policy, critic)))
        courses = [
            deal(table, key, int(part * self.plan.lanes))
            for (table, part), key in zip(self.tables, jax.random.split(three, len(self.tables)), strict=True)
        ]
        return learner, courses

    def learn(
        self,
        key: Array,
        policy: Layers | None = None,
        after: Callable[[Learner, dict[str, float]], None] = lambda _learner, _figures: None,
    ) -> Layers:
        learner, courses = self.begin(key, policy)
        at_once = max(1, min(100, self.plan.updates // 10))
        for _ in range(0, self.plan.updates, at_once):
            learner, courses, figures = self._many(learner, courses, at_once)
            after(learner, {name: float(number) for name, number in figures.items()})
        return learner.kept

    def _updates(
        self, learner: Learner, courses: list[Course], number: int
    ) -> tuple[Learner, list[Course], dict[str, Array]]:
        def one(now: tuple[Learner, list[Course]], _: None) -> tuple[tuple[Learner, list[Course]], Any]:
            learner, courses, figures = self._update(*now)
            return (learner, courses), figures

        (learner, courses), figures = lax.scan(one, (learner, courses), None, number)
        return learner, courses, tree.map(jnp.mean, figures)

    def _wants(self, policy: Layers, rows: Array) -> Array:
        if self._against is None:
            return output(policy, rows)
        return against(policy, self._against)(rows)

    def _update(
        self, learner: Learner, courses: list[Course]
    ) -> tuple[Learner, list[Course], dict[str, Array]]:
        plan = self.plan
        learners = self.seats if self._against is None else 1
        update = learner.moments.update
        done = jnp.minimum(1.0, update / plan.updates)
        rate = plan.rate * (plan.last_rate / plan.rate) ** done
        entropy = plan.entropy * (plan.last_entropy / plan.entropy) ** done
        traces, gains, targets, after = [], [], [], []
        for (table, _), before in zip(self.tables, courses, strict=True):
            course, trace, rows = play(table, before, plan.steps, partial(self._wants, learner.policy))
            last = course.inside[:, None] >> jnp.arange(self.seats, dtype=jnp.uint32) & 1 == 1
            values = output(learner.critic, _seen(trace.rows, trace.inside)[..., :learners, :])
            value_after = output(learner.critic, _seen(rows, last)[..., :learners, :])
            won = trace.won[..., :learners]
            gain = advantages(won, trace.over[..., None], values, value_after, plan.trace)
            traces.append(tree.map(lambda part: part[:, :, :learners] if part.ndim > 2 else part, trace))
            gains.append(gain)
            targets.append(gain + values)
            after.append(course)

        def loss(nets: tuple[Layers, Layers]) -> tuple[Array, dict[str, Array]]:
            policy, critic = nets
            nought = jnp.float32(0)
            wins, errors, doubt, choices, games, won = (nought,) * 6
            for trace, gain, target in zip(traces, gains, targets, strict=True):
                want = output(policy, trace.rows)
                said = jnp.where(trace.leave, jax.nn.log_sigmoid(want), jax.nn.log_sigmoid(-want))
                chance = jax.nn.sigmoid(want)
                even = -(chance * jax.nn.log_sigmoid(want) + (1 - chance) * jax.nn.log_sigmoid(-want))
                wins += (said * gain * trace.inside).sum()
                doubt += (even * trace.inside).sum()
                errors += ((output(critic, _seen(trace.rows, trace.inside)) - target) ** 2).sum()
                choices += trace.inside.sum()
                games += trace.over.sum()
                won += trace.won[..., 0].sum()
            rows = sum(gain.size for gain in gains)
            figures = {"won": won / games, "entropy": doubt / choices, "error": errors / rows}
            return -(wins + entropy * doubt) / choices + errors / rows, figures

        nets = (learner.policy, learner.critic)
        (_, figures), slope = jax.value_and_grad(loss, has_aux=True)(nets)
        nets, moments = _adam(nets, slope, learner.moments, rate)
        kept = mean_of_late(learner.kept, nets[0], update, plan.averaged)
        return Learner(nets[0], nets[1], kept, moments), after, figures


def _seen(rows: Array, inside: Array) -> Array:
    """What the critic goes by: also whether the seat is inside."""
    return jnp.concatenate([rows, inside[..., None].astype(rows.dtype)], axis=-1)


def fitted(key: Array, rows: Array, left: Array, steps: int = 1500) -> Layers:
    """The policy that does what was done most alike: of each row whether somebody left."""
    start = layers(key, (rows.shape[1], *_HIDDEN, 1))

    def loss(policy: Layers) -> Array:
        want = output(policy, rows)
        return -jnp.where(left > 0, jax.nn.log_sigmoid(want), jax.nn.log_sigmoid(-want)).mean()

    def step(now: tuple[Layers, Moments], _: None) -> tuple[tuple[Layers, Moments], None]:
        policy, moments = now
        rate = 1e-2 * (1 - moments.update / steps) + 1e-4
        return _adam(policy, jax.grad(loss)(policy), moments, rate), None

    found, _ = jax.jit(lambda: lax.scan(step, (start, no_moments(start)), None, steps))()
    return found[0]


def first_games(table: Diamant, key: Array, lanes: int, wants: Callable[[Array], Array]) -> Array:
    """What each seat won in one game a lane, all of them played to the end."""
    _, trace, _ = play(table, deal(table, key, lanes), CAVES * GALLERY, wants)
    first = trace.over & (jnp.cumsum(trace.over, axis=0) == 1)
    return (trace.won * first[..., None]).sum(axis=(0, 1))


def against(one: Layers, others: Layers) -> Callable[[Array], Array]:
    """Seat 0 plays `one`, everybody else `others`."""

    def wants(rows: Array) -> Array:
        return jnp.concatenate([output(one, rows[..., :1, :]), output(others, rows[..., 1:, :])], axis=-1)

    return wants
