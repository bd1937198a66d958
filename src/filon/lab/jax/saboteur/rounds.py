"""Rounds of Saboteur for learning: what the seat in turn sees and may do, and its move, round after round.

Moves are numbered as the network wants them, seats counted from the one in turn: what is laid by place of its
window, tools broken and mended of each of the others, then looks, discards, own tools mended, and the pass.
What lies outside that window cannot be chosen; there is always something else.
"""

from functools import cache, partial
from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from filon.lab.jax.chance import Key
from filon.lab.jax.saboteur.features import SEATS, Inputs, Seen, features
from filon.lab.jax.saboteur.memory import Memory, fresh, judged, noted
from filon.lab.jax.saboteur.moves import Move
from filon.lab.jax.saboteur.network import MENDED, PLACED
from filon.lab.jax.saboteur.numbers import (
    BREAK,
    DISCARD,
    GOALS,
    KINDS,
    LOOK,
    MEND,
    PASS,
    PLACE,
    REPAIRS,
    ROCKS,
    TOOLS,
    WAYS,
)
from filon.lab.jax.saboteur.state import State, either
from filon.lab.jax.saboteur.table import Saboteur
from filon.lab.jax.saboteur.ways import HEIGHT, LEFT, TOP, WIDTH, cut, from_start, missing_maps, window_of

_PASSES: Final = GOALS
"""The bit of `Legal.few`."""
LAID: Final = HEIGHT * WIDTH * PLACED
"""Moves below this number change the maze."""
_BREAKS: Final = (SEATS - 1) * TOOLS
_MENDS: Final = (SEATS - 1) * MENDED
_FIRST: Final = np.cumsum([0, LAID, _BREAKS, _MENDS, GOALS, KINDS, MENDED])

TOLD: Final = 2 * KINDS + 2 * GOALS + 7
"""Numbers that only the critic sees."""


class Look(NamedTuple):
    inputs: Inputs
    mask: Array
    """By move, whether it is legal."""
    told: Array
    """To the critic: the hands of both sides, where the treasure lies, who is suspected rightly."""
    digger: Array
    """Whether the seat in turn is one."""


class Round:
    """The first round of games at one number of seats, one after the other."""

    def __init__(self, seats: int) -> None:
        self.seats: Final = seats
        self.table: Final = Saboteur(seats, starter="random", frame=32)
        self.deal: Final = jax.jit(jax.vmap(partial(self.begin, draws=jnp.uint32(0))))
        """Many at once, a key each."""

    def begin(self, key: Key, draws: Array) -> tuple[State, Memory]:
        blank = self.table.blank(key)._replace(draws=draws)
        return self.table.begun(blank, self.table.chance(blank)), fresh(self.seats)

    def look(self, state: State, memory: Memory, trusting: Array) -> tuple[Look, Memory]:
        """Of the seat in turn, and the memory with the last card judged. Where `trusting`, a digger sees
        nothing of what anybody did.
        """
        window = window_of(self.table.frame, state.maze)
        maps = missing_maps(window)
        memory = judged(memory, from_start(maps), state.seen_by)
        seen = self.seen(state, memory, window)
        digger = seen.role == 0
        blind = jnp.where(trusting & digger, 0.0, 1.0)
        seen = seen._replace(
            **{name: getattr(seen, name) * blind for name in ("motives", "told", "counts", "broke", "mended")}
        )
        inputs = features(self.seats, seen, maps)
        return Look(inputs, self._mask(state), self._told(state, memory, from_start(maps)), digger), memory

    def seen(self, state: State, memory: Memory, window: Array) -> Seen:
        """By the seat in turn; `memory` is public."""
        seats, own = self.seats, state.turn
        order = (own + jnp.arange(seats)) % seats
        bits = order.astype(jnp.uint32)
        goals = jnp.arange(GOALS, dtype=jnp.uint32)
        face_up = (state.goals.face_up >> goals & 1).astype(jnp.int32)
        seen_by = (state.seen_by[:, None] >> bits & 1).astype(jnp.int32)
        known = (face_up == 1) | (seen_by[:, 0] == 1)
        return Seen(
            window=window,
            hand=state.hands[own],
            role=state.roles >> bits[0] & 1,
            broken=state.broken >> bits[:, None] & 1,
            hand_sizes=state.hands.sum(1)[order],
            pile=state.pile.sum(),
            cards=jnp.where(known, jnp.stack(state.goals.card) >> 1, -1),
            face_up=face_up,
            seen_by=seen_by,
            gone=state.discards.astype(jnp.int32).sum(0),
            down=state.face_down[own],
            downs=state.face_down.astype(jnp.int32).sum(1)[order],
            motives=memory.motives[order],
            told=memory.told,
            counts=memory.counts[order],
            broke=memory.broke[order][:, order],
            mended=memory.mended[order][:, order],
        )

    def move(self, state: State, index: Array) -> Move:
        """A legal one by its number."""
        kind_at = (index >= _FIRST[1:]).sum()
        inside = index - jnp.asarray(_FIRST)[kind_at]
        places, breaks, mends, looks, discards, own = (kind_at == part for part in range(6))
        cell, way = inside // PLACED, inside % PLACED
        lays = places & (way < WAYS)
        repair = inside % MENDED
        away = jnp.where(breaks, 1 + inside // TOOLS, jnp.where(mends, 1 + inside // MENDED, 0))
        kind = jnp.select(
            [lays, places, breaks, mends | own, looks, discards],
            [PLACE, ROCKS, BREAK, MEND, LOOK, DISCARD],
            PASS,
        )
        return self.table.moves.made(
            kind,
            way=jnp.where(places, way, 0),
            row=(cell // WIDTH + TOP) % self.table.frame.size,
            column=(cell % WIDTH + LEFT) % self.table.frame.size,
            tool=jnp.where(breaks, inside, repair) % TOOLS,
            target=(state.turn + away) % self.seats,
            which=jnp.where(mends | own, repair // TOOLS, inside),
        )

    def step(self, state: State, memory: Memory, index: Array) -> tuple[State, Memory, Array]:
        """After a move; the winner, nought while the round goes on. After one that is over comes the next."""
        move = self.move(state, index)
        memory = noted(memory, state, move)
        after = self.table.play(state, move, self.table.chance(state))
        winner = after.winners[0]
        begun = self.begin(state.key, after.draws)
        state, memory = either(winner != 0, begun, (after, memory))
        return state, memory, winner

    def _mask(self, state: State) -> Array:
        table, seats = self.table, self.seats
        legal = table.legal(state)
        planes = jnp.stack([*table.moves.placements(legal), legal.rocks])
        places = jnp.moveaxis(cut(table.frame.in_window(planes, state.maze.edges)), 0, -1)
        order = (state.turn + jnp.arange(seats)) % seats
        bits = (np.arange(TOOLS) * seats + order[:, None]).astype(jnp.uint32)
        breaks = legal.breaks >> bits & 1
        mends = (legal.repairs[:, None] >> bits[:, None] & 1).reshape(seats, REPAIRS * TOOLS)
        nobody = ((0, SEATS - seats), (0, 0))
        parts = [
            places,
            jnp.pad(breaks[1:], nobody),
            jnp.pad(mends[1:], nobody),
            legal.few >> np.arange(GOALS, dtype=np.uint32) & 1,
            legal.discards >> np.arange(KINDS, dtype=np.uint32) & 1,
            mends[0],
            legal.few >> np.uint32(_PASSES) & 1,
        ]
        return jnp.concatenate([part.reshape(-1) for part in parts]) == 1

    def _told(self, state: State, memory: Memory, missing: Array) -> Array:
        seats = self.seats
        everybody = jnp.arange(seats, dtype=jnp.uint32)
        bad = state.roles >> everybody & 1 == 1
        hands = state.hands.astype(jnp.float32)
        treasure = (jnp.stack(state.goals.card) >> 1 == 0).astype(jnp.float32)
        lame = (state.broken[:, None] >> everybody & 1 == 1).any(0)
        looked = (state.seen_by >> state.turn.astype(jnp.uint32) & 1).astype(jnp.float32)
        parts: list[Any] = [
            (hands * ~bad[:, None]).sum(0) / 6,
            (hands * bad[:, None]).sum(0) / 3,
            treasure,
            missing / 8,
            (missing * treasure).sum() / 8,
            bad.sum() / 3,
            (~bad & lame).sum() / seats,
            (bad & lame).sum() / seats,
            (memory.motives * bad).sum() / 4,
            (memory.motives * ~bad).sum() / 8,
            (looked * treasure).sum(),
        ]
        return jnp.concatenate([part.astype(jnp.float32).reshape(-1) for part in parts])


@cache
def round_of(seats: int) -> Round:
    return Round(seats)
