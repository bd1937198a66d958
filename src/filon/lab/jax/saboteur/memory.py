"""What everybody has done in a round, kept beside its state: motives, counts of deeds, who broke whose tools.

As `bots/saboteur/belief.py` reads it from the events, but for a card that turns a goal: here it is judged by
the maze with the goal in it. What the deeds weigh are the numbers of `kernels/saboteur/deeds.py`, over again
so that this runs where only JAX is; a test holds them together.
"""

from functools import cache
from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from filon.lab.jax.saboteur.moves import Move
from filon.lab.jax.saboteur.numbers import (
    ALL_SIDES,
    BREAK,
    DISCARD,
    GOALS,
    JOINED,
    LOOK,
    MEND,
    PLACE,
    ROCKS,
    WAY_SHAPE,
)
from filon.lab.jax.saboteur.state import State
from filon.lab.jax.saboteur.ways import HEIGHT, START_CELL, WIDTH, from_start, missing_maps

MOST: Final = 4.0
NEARER: Final = -1.10
FARTHER: Final = 1.40
NEITHER: Final = 0.10
DEAD_END: Final = 1.20
BURIED: Final = 1.80
CLEARED: Final = -1.35
BROKE: Final = 1.90
STOPPED: Final = 0.18
MENDED: Final = 0.90
DISCARDED: Final = 0.19
LOOKED: Final = -0.10
DEALT: Final = -0.80
"""In natural logarithms of the odds."""
_TOWARDS: Final = 0.35
"""By card: how much digging towards a goal says for it, if the digger has looked somewhere."""

COUNTED: Final = 9
"""Paths that led nearer, farther, neither; dead ends; rocks on what led nearer, other rocks; cards thrown
away with tools in order; looks at goals; cards thrown away with broken tools.
"""
_IN_THE_MAZE: Final = 6
_NOTHING: Final = -1


class Memory(NamedTuple):
    """Of the round at hand. A card laid in the maze is judged when the next seat looks at it (`judged`)."""

    motives: Any
    """By seat, above nought for a saboteur."""
    told: Any
    """By goal, what the digging of those who have looked at goals says for it."""
    counts: Any
    """By seat and deed, in the order of COUNTED."""
    broke: Any
    """By who did it and to whom, as the next."""
    mended: Any
    missing: Any
    """By goal, when the last card was laid in the maze; so are the next four."""
    face_up: Any
    mover: Any
    kind: Any
    """PLACE or ROCKS where that card waits to be judged."""
    passage: Any


def fresh(seats: int) -> Memory:
    """At the deal."""
    each, pairs = jnp.zeros(seats), jnp.zeros((seats, seats))
    return Memory(
        motives=each,
        told=jnp.zeros(GOALS),
        counts=jnp.zeros((seats, COUNTED)),
        broke=pairs,
        mended=pairs,
        missing=jnp.asarray(_missing_at_the_deal()),
        face_up=jnp.uint32(0),
        mover=jnp.int32(0),
        kind=jnp.int32(_NOTHING),
        passage=jnp.bool_(False),  # noqa: FBT003
    )


def noted(memory: Memory, state: State, move: Move) -> Memory:
    """With a legal move that is made in this state; one in the maze is judged later."""
    seats = jnp.arange(memory.motives.size)
    who, whom = seats == state.turn, seats == move.target
    kind = move.kind
    breaks, looks = kind == BREAK, kind == LOOK
    mends = (kind == MEND) & (move.target != state.turn)
    sound = (state.broken >> state.turn.astype(jnp.uint32) & 1 == 0).all()
    throws = (kind == DISCARD) & sound
    stopped_throws = (kind == DISCARD) & ~sound
    by, of = _seeming(memory.motives, who), _seeming(memory.motives, whom)
    against = (
        jnp.where(breaks, -BROKE * of, 0.0)
        + jnp.where(mends, MENDED * of, 0.0)
        + jnp.where(throws, DISCARDED, 0.0)
        + jnp.where(looks, LOOKED, 0.0)
    )
    motives = _bounded(memory.motives + who * against)
    motives = _bounded(motives + whom * jnp.where(breaks, -STOPPED * by, 0.0))
    counted = jnp.concatenate([jnp.zeros(_IN_THE_MAZE), jnp.stack([throws, looks, stopped_throws])])
    pair = who[:, None] & whom
    return memory._replace(
        motives=motives,
        counts=memory.counts + who[:, None] * counted,
        broke=memory.broke + pair * breaks,
        mended=memory.mended + pair * mends,
        face_up=state.goals.face_up,
        mover=state.turn,
        kind=jnp.where((kind == PLACE) | (kind == ROCKS), kind, _NOTHING),
        passage=jnp.asarray(WAY_SHAPE)[move.way] & JOINED != 0,
    )


def judged(memory: Memory, missing: Array, seen_by: Array) -> Memory:
    """With the last card in the maze; `missing` by goal now, `seen_by` of the state."""
    farther = _outlook(missing, memory.face_up) - _outlook(memory.missing, memory.face_up)
    far, near = farther > 0, farther < 0
    digs, falls = memory.kind == PLACE, memory.kind == ROCKS
    dead = digs & ~memory.passage
    who = jnp.arange(memory.motives.size) == memory.mover
    dug = jnp.where(far, FARTHER * jnp.minimum(farther, 3.0), jnp.where(near, NEARER, NEITHER))
    fallen = jnp.where(far, BURIED, jnp.where(near, CLEARED, NEITHER))
    motives = _bounded(memory.motives + who * jnp.where(digs, dug, jnp.where(falls, fallen, 0.0)))
    motives = _bounded(motives + who * jnp.where(dead, DEAD_END, 0.0))
    looked = (seen_by >> memory.mover.astype(jnp.uint32) & 1).any()
    towards = jnp.clip(memory.missing - missing, -3, 3) * (digs & looked)
    deeds = jnp.stack([digs & near, digs & far, digs & ~near & ~far, dead, falls & far, falls & ~far])
    counted = jnp.concatenate([deeds, jnp.zeros(COUNTED - _IN_THE_MAZE)])
    return memory._replace(
        motives=motives,
        told=_bounded(memory.told - _TOWARDS * _seeming(motives, who) * towards),
        counts=memory.counts + who[:, None] * counted,
        missing=missing,
        kind=jnp.int32(_NOTHING),
    )


def _outlook(missing: Array, face_up: Array) -> Array:
    """For somebody who knows nothing: half the nearest goal, half the mean of those face down."""
    hidden = face_up >> jnp.arange(GOALS, dtype=jnp.uint32) & 1 == 0
    nearest = jnp.where(hidden, missing, jnp.inf).min()
    mean = (missing * hidden).sum() / jnp.maximum(hidden.sum(), 1)
    return jnp.where(hidden.any(), (nearest + mean) / 2, 0.0)


def _seeming(motives: Array, who: Array) -> Array:
    """From -1, surely a digger, to 1, surely a saboteur."""
    odds = jnp.exp((motives * who).sum() + DEALT)
    return (odds - 1) / (odds + 1)


def _bounded(log_odds: Array) -> Array:
    return jnp.clip(log_odds, -MOST, MOST)


@cache
def _missing_at_the_deal() -> np.ndarray[Any, Any]:
    window = np.zeros((HEIGHT, WIDTH), np.int32)
    window[START_CELL] = ALL_SIDES | JOINED
    with jax.ensure_compile_time_eval():
        return np.asarray(from_start(missing_maps(jnp.asarray(window))))
