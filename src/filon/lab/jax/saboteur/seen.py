"""What a seat sees of Saboteur, in the layout of `SaboteurEncoding`."""

import jax.numpy as jnp
import numpy as np
from jax import Array

from filon.lab.jax.saboteur.maze import Frame
from filon.lab.jax.saboteur.numbers import DIGGING, FINISHED, GOALS, MOST_OUTSIDE, SHARING
from filon.lab.jax.saboteur.state import State, scores

_HIDDEN = -1


def observe(state: State, seat: Array | int, *, seats: int, frame: Frame) -> Array:
    around = (jnp.arange(seats) + seat) % seats
    away = lambda other: (other - seat) % seats  # noqa: E731
    over = state.phase != DIGGING
    finished = state.phase == FINISHED
    sharing = state.phase == SHARING
    bits = around.astype(jnp.uint32)
    own = jnp.arange(seats) == 0
    roles = (state.roles >> bits & 1).astype(jnp.int32)
    roles = jnp.where(over | own, roles, _HIDDEN)
    hands = state.hands[seat]
    offered = jnp.stack(state.offered)
    in_hand = (state.turn == seat) | (state.taker == seat)
    gone = jnp.arange(state.winners.size) < state.number - jnp.where(over, 0, 1)
    past = (state.past_roles[:, None] >> bits & 1).astype(jnp.int32)
    gold = state.held[around].astype(jnp.int32)
    window, outside = _maze(state, frame)
    parts = (
        state.phase,
        state.number,
        jnp.where(finished, _HIDDEN, away(state.turn)),
        away(state.starter),
        state.pile.sum(),
        sum(state.deck),
        window,
        outside,
        _goals(state, seat),
        state.seen_by[:, None] >> bits & 1,
        roles[0],
        roles,
        state.broken >> bits[:, None] & 1,
        hands,
        state.hands[around].sum(1),
        state.discards[around],
        state.face_down[around].sum(1),
        state.face_down[seat],
        gold[0],
        gold.sum(1),
        state.owed[around],
        jnp.where(sharing, offered.sum(), 0),
        jnp.where(sharing, jnp.where(in_hand, offered, _HIDDEN), 0),
        state.winners,
        jnp.where(gone[:, None], past, _HIDDEN),
        jnp.where(finished, scores(state)[around], _HIDDEN),
    )
    return jnp.concatenate([jnp.asarray(part).astype(jnp.int16).reshape(-1) for part in parts])


def _goals(state: State, seat: Array | int) -> Array:
    which = np.arange(GOALS, dtype=np.uint32)
    card = jnp.stack(state.goals.card)
    face_up = state.goals.face_up >> which & 1
    known = (face_up == 1) | (state.seen_by >> jnp.uint32(seat) & 1 == 1) | (state.phase != DIGGING)
    shown = jnp.where(known, jnp.stack([card >> 1, card & 1]), _HIDDEN)
    return jnp.concatenate([shown, face_up[None].astype(jnp.int32)]).T


def _maze(state: State, frame: Frame) -> tuple[Array, Array]:
    """By place in the window, and a list of the others by y and x."""
    maze = state.maze
    planes = jnp.stack([*maze.sides, maze.joined, maze.reached])
    weights = jnp.asarray(1 << np.arange(len(planes)), jnp.uint32)[:, None, None]
    window = (frame.in_window(planes, maze.edges) * weights).sum(0)
    beyond = planes & frame.outside(maze.edges)
    shapes = (frame.by_place(beyond, maze.edges) * weights).sum(0).astype(jnp.int32)
    ys, xs = jnp.nonzero(shapes, size=MOST_OUTSIDE, fill_value=frame.size)
    there = ys < frame.size
    places = jnp.stack([maze.edges[0] - 1 + xs, maze.edges[1] - 1 + ys, shapes[ys, xs]], 1)
    return window, jnp.where(there[:, None], places, 0)
