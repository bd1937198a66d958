"""A position of Saboteur as arrays."""

from functools import partial
from typing import Any, NamedTuple

import jax.numpy as jnp
from jax import Array, tree

from filon.lab.jax.chance import Key
from filon.lab.jax.saboteur import gold
from filon.lab.jax.saboteur.maze import Goals, Maze
from filon.lab.jax.saboteur.numbers import NUGGETS


class State(NamedTuple):
    """Sets of seats are a bit each; cards are counted by kind, gold by nuggets.

    `last` played the last card of the round that is over; `taker` took the last gold card of the sharing at
    hand (`seats`: nobody). `off_frame` tells that the maze grew wider than the frame holds: the game went on,
    but not by the law.
    """

    key: Key
    draws: Array
    phase: Array
    number: Array
    turn: Array
    starter: Array
    last: Array
    roles: Array
    goals: Goals
    seen_by: Array
    maze: Maze
    broken: Array
    hands: Array
    pile: Array
    discards: Array
    face_down: Array
    deck: gold.Counts
    offered: gold.Counts
    taker: Array
    held: Array
    owed: Array
    winners: Array
    past_roles: Array
    off_frame: Array


def scores(state: State) -> Array:
    """SAB-8.3, with what is owed."""
    return (state.held.astype(jnp.int32) * jnp.arange(1, NUGGETS + 1)).sum(1) + state.owed


def either(condition: Array, one: Any, other: Any) -> Any:
    return tree.map(partial(jnp.where, condition), one, other)


def running(state: State) -> Array:
    """True of every state: no game draws so often."""
    return state.draws != jnp.uint32(0xFFFFFFFF)
