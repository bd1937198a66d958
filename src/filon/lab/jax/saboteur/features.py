"""What the policy of Saboteur goes by, of the seat in turn: planes of the maze, a row, and a row a seat.

The order and the scale of all numbers are those of the weights in `kernels/saboteur/policy.json`: whoever
changes them learns anew. The kernels count the same in whole numbers.
"""

from functools import cache
from math import perm
from typing import Any, Final, NamedTuple, TypeAlias

import jax.numpy as jnp
import numpy as np
from jax import Array

from filon.lab.jax.saboteur.numbers import COPIES, GOALS, MAP, SABOTEURS
from filon.lab.jax.saboteur.ways import GOAL_CELLS, HEIGHT, IS_GOAL, WIDTH, from_start

SEATS: Final = max(SABOTEURS)
PLANES: Final = 20
_LEAST_SEATS: Final = min(SABOTEURS)

_ROUND_ABOUT: Final = 6.0
"""Cards more than the shortest way has: beyond it, places are alike."""

Numbers: TypeAlias = Any
"""Of NumPy or of JAX."""


class Seen(NamedTuple):
    """All that the seat in turn may know. Seats are counted from itself on, clockwise; cards by kind."""

    window: Numbers
    """By row and column, as `ways.window_of` has it."""
    hand: Numbers
    role: Numbers
    """1 for a saboteur."""
    broken: Numbers
    """By seat and tool."""
    hand_sizes: Numbers
    pile: Numbers
    cards: Numbers
    """By goal: 0 for the treasure, 1 and 2 for the stones, -1 where it is not known."""
    face_up: Numbers
    seen_by: Numbers
    """By goal and seat: who has looked at it."""
    gone: Numbers
    """On the discard pile, face up."""
    down: Numbers
    """What the seat itself has discarded face down."""
    downs: Numbers
    """By seat, how many it has."""
    motives: Numbers
    told: Numbers
    counts: Numbers
    broke: Numbers
    mended: Numbers
    """The last five: as in `memory.Memory`."""


class Inputs(NamedTuple):
    planes: Array
    """By row, column and plane."""
    row: Array
    around: Array
    """By seat from the next one on, and as many rows as the largest table has; the first number is one where
    somebody sits.
    """


def features(seats: int, seen: Seen, maps: Array) -> Inputs:
    """`maps` as in `ways.missing_maps`, of the window that is seen."""
    public, private = doubts(seats, _float(seen.motives), _float(seen.role))
    aim, plain = treasure(seen)
    return Inputs(
        _planes(seen, _float(maps), aim),
        _row(seats, seen, from_start(maps), (aim, plain), (public, private)),
        _around(seats, seen, public, private),
    )


def doubts(seats: int, motives: Array, role: Array) -> tuple[Array, Array]:
    """By seat how likely it is a saboteur, from the deal and the deeds: to anybody, and to seat 0, whose role
    is `role`.
    """
    members, deals = _deals(seats)
    weights = jnp.asarray(deals) * jnp.exp(jnp.asarray(members) @ motives)
    own = weights * (members[:, 0] == role)
    return (
        (weights[:, None] * members).sum(0) / weights.sum(),
        (own[:, None] * members).sum(0) / own.sum(),
    )


def treasure(seen: Seen) -> tuple[Array, Array]:
    """By goal how likely the treasure lies there: by what was told, and by what was turned or looked at."""
    found = _float(seen.cards == 0)
    known = (seen.cards == 0).any()
    hidden = _float(seen.cards < 0)
    told = jnp.where(seen.cards < 0, jnp.exp(_float(seen.told)), 0.0)
    aim = jnp.where(known, found, told / jnp.maximum(told.sum(), 1e-6))
    plain = jnp.where(known, found, hidden / jnp.maximum(hidden.sum(), 1e-6))
    return aim, plain


@cache
def _deals(seats: int) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Every set of seats as noughts and ones, and how likely those are all that have a saboteur's card."""
    saboteurs = SABOTEURS[seats]
    diggers = seats + 1 - saboteurs
    sets = np.arange(1 << seats)
    members = (sets[:, None] >> np.arange(seats) & 1).astype(np.float32)
    weights = np.zeros(sets.size, np.float32)
    for number, bad in enumerate(members.sum(1).astype(int).tolist()):
        if bad <= saboteurs and seats - bad <= diggers:
            weights[number] = perm(saboteurs, bad) * perm(diggers, seats - bad)
    return members, weights / weights.sum()


def _planes(seen: Seen, maps: Array, aim: Array) -> Array:
    missing = from_start(maps)
    to_goals, away = maps[:GOALS], maps[GOALS]
    expected = (aim[:, None, None] * to_goals).sum(0)
    longer = to_goals + away - missing[:, None, None]
    slack = jnp.minimum(longer, _ROUND_ABOUT) / 4
    laid = _float((seen.window & 31) > 0)
    cards = _float(seen.cards)
    at_goals = np.zeros((GOALS, HEIGHT, WIDTH), np.float32)
    for which, cell in enumerate(GOAL_CELLS):
        at_goals[which][cell] = 1
    edge = np.ones((HEIGHT, WIDTH), np.float32)
    edge[1:-1, 1:-1] = 0
    return jnp.stack(
        [
            *(_float(seen.window >> bit & 1) for bit in range(6)),
            laid,
            _float(IS_GOAL),
            (aim[:, None, None] * at_goals).sum(0),
            (cards[:, None, None] * at_goals).sum(0),
            *(to_goals / 8),
            expected / 8,
            away / 8,
            *slack,
            (aim[:, None, None] * slack).sum(0),
            jnp.asarray(edge),
        ],
        -1,
    )


def _row(
    seats: int, seen: Seen, missing: Array, aims: tuple[Array, Array], doubted: tuple[Array, Array]
) -> Array:
    role = _float(seen.role)
    aim, plain = aims
    public, private = doubted
    left = _float(seen.pile) + _float(seen.hand_sizes).sum()
    unseen = _float(COPIES) - _float(seen.hand) - _float(seen.gone) - _float(seen.down)
    looked = _float(seen.seen_by)
    broken = _float(seen.broken)
    table = np.arange(_LEAST_SEATS, SEATS + 1) == seats
    parts = [
        role,
        1 - role,
        _float(seen.pile) / 40,
        left / 60,
        left / seats / 8,
        _float((seen.cards == 0).any()),
        _float(seen.hand) / 2,
        _float(table),
        broken[0],
        broken.sum(0) / seats,
        aim,
        plain,
        _float(seen.face_up),
        missing / 8,
        (aim * missing).sum() / 8,
        missing.min() / 8,
        looked[:, 0],
        looked.sum(1) / seats,
        _float(seen.told),
        unseen[MAP:] / 4,
        _float(seen.motives[0]) / 2,
        public[0],
        _float(seen.counts[0]) / 4,
        private[1:].max(),
        private[1:].min(),
        _float(seen.broke)[:, 0].sum() / 2,
    ]
    return jnp.concatenate([part.reshape(-1) for part in parts])


def _around(seats: int, seen: Seen, public: Array, private: Array) -> Array:
    place = np.arange(1, seats, dtype=np.float32) / seats
    role, broken, looked = _float(seen.role), _float(seen.broken), _float(seen.seen_by)
    broke, mended = _float(seen.broke), _float(seen.mended)
    suspicious = private - 0.5
    parts = [
        jnp.ones(seats - 1),
        jnp.asarray(place),
        jnp.asarray(1 - place),
        _float(seen.hand_sizes[1:]) / 6,
        _float(seen.motives[1:]) / 2,
        public[1:],
        private[1:],
        broke[1:, 0],
        broke[0, 1:],
        mended[1:, 0],
        mended[0, 1:],
        broke[1:].sum(1),
        broke[:, 1:].sum(0),
        (broke[1:] * suspicious).sum(1),
        (mended[1:] * suspicious).sum(1),
        (broke[:, 1:].T * suspicious).sum(1),
        _float(seen.downs[1:]) / 4,
        broken[1:],
        looked[:, 1:].T,
        _float(seen.counts[1:]) / 4,
        jnp.broadcast_to(role, seats - 1),
        role * private[1:],
        role * broken[1:].sum(1),
    ]
    rows = jnp.concatenate([part.reshape(seats - 1, -1) for part in parts], -1)
    return jnp.concatenate([rows, jnp.zeros((SEATS - seats, rows.shape[-1]))])


def _float(numbers: Numbers) -> Array:
    return jnp.asarray(numbers).astype(jnp.float32)
