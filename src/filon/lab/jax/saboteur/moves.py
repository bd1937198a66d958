"""What may be done: all moves of the seat waited for as sets of bits, and one of them by index or by lot.

A move is some small numbers; which of them mean anything depends on its kind.
"""

from typing import NamedTuple

import jax.numpy as jnp
import numpy as np
from jax import Array

from filon.lab.jax.chance import below, count_bits, nth_bit
from filon.lab.jax.saboteur.maze import WORD, Frame
from filon.lab.jax.saboteur.numbers import (
    BREAK,
    BROKEN,
    COLUMNS,
    DISCARD,
    GOALS,
    KINDS,
    LOOK,
    MAP,
    MEND,
    MOST_ELSEWHERE,
    NORTH,
    NUGGETS,
    PASS,
    PLACE,
    REPAIR,
    REPAIRS,
    ROCKFALL,
    ROCKS,
    ROWS,
    TAKE,
    TOOLS,
    WAY_CARD,
    WAY_SIDES,
    WAYS,
    WEST,
)

_PASS_BIT = GOALS
_TAKE_BIT = GOALS + 1


class Legal(NamedTuple):
    """`fits`: by the sides a card has open, a plane of places; `ways`: the ways that the hand can lay.
    `rocks`: a plane. `breaks` and, by repair card, `repairs`: a bit for tool * seats + seat. `few`: a bit
    for each goal to look at, one for passing, one for each gold card to take. `discards`: a bit a kind.
    """

    fits: Array
    ways: Array
    rocks: Array
    breaks: Array
    repairs: Array
    few: Array
    discards: Array


class Move(NamedTuple):
    kind: Array
    card: Array
    way: Array
    row: Array
    column: Array
    tool: Array
    target: Array
    which: Array
    """The goal looked at, or the gold card taken: one nugget is 0."""


class Moves:
    """At one number of seats, on one frame."""

    def __init__(self, seats: int, frame: Frame) -> None:
        self.seats = seats
        self.frame = frame
        sizes = {
            PLACE: WAYS * ROWS * COLUMNS,
            ROCKS: ROWS * COLUMNS,
            BREAK: TOOLS * seats,
            MEND: REPAIRS * seats * TOOLS,
            LOOK: GOALS,
            DISCARD: KINDS,
            PASS: 1,
            TAKE: NUGGETS,
        }
        self.first = np.cumsum([0, *sizes.values()])
        """By kind, the index of its first action; then that of the first elsewhere."""
        self.actions = int(self.first[-1]) + MOST_ELSEWHERE[seats]

    def mask(self, legal: Legal, turn: Array, edges: Array) -> Array:
        """By index, as in `SaboteurEncoding.actions`."""
        in_window = self.frame.in_window
        everybody = (turn + jnp.arange(self.seats)) % self.seats
        bits = (jnp.arange(TOOLS)[:, None] * self.seats + everybody).astype(jnp.uint32)
        placements, rocks = self._outside(legal, edges)
        beyond = count_bits(placements).sum() + count_bits(rocks).sum()
        parts = (
            in_window(self.placements(legal), edges),
            in_window(legal.rocks, edges),
            legal.breaks >> bits & 1,
            legal.repairs[:, None, None] >> bits.T & 1,
            legal.few >> np.arange(GOALS, dtype=np.uint32) & 1,
            legal.discards >> np.arange(KINDS, dtype=np.uint32) & 1,
            legal.few >> np.uint32(_PASS_BIT) & 1,
            legal.few >> np.arange(_TAKE_BIT, _TAKE_BIT + NUGGETS, dtype=np.uint32) & 1,
            jnp.arange(MOST_ELSEWHERE[self.seats]) < beyond,
        )
        return jnp.concatenate([part.astype(jnp.int8).reshape(-1) for part in parts])

    def at(self, legal: Legal, turn: Array, edges: Array, index: Array) -> tuple[Move, Array]:
        """The move with this index, and whether it is legal."""
        first = self.first
        # Before it is made narrower: a word of 64 bits may be far off and end like a legal index.
        known = (index >= 0) & (index < np.int32(self.actions))
        index = jnp.where(known, index.astype(jnp.int32), -1)
        kind = (index >= first[1:]).sum()
        inside = index - jnp.asarray(first)[kind]
        elsewhere, found = self._elsewhere(legal, edges, inside)
        square = inside % (ROWS * COLUMNS)
        x, y = WEST + square % COLUMNS, NORTH + square // COLUMNS
        # Breaks have the tool before the target, repairs after it.
        tool = jnp.where(kind == BREAK, inside // self.seats, inside % TOOLS)
        away = jnp.where(kind == BREAK, inside, inside // TOOLS) % self.seats
        repair = inside // (TOOLS * self.seats)
        way = inside // (ROWS * COLUMNS)
        move = self.made(
            jnp.where(kind > TAKE, elsewhere.kind, kind),
            way=jnp.where(kind > TAKE, elsewhere.way, way),
            row=jnp.where(kind > TAKE, elsewhere.row, y % self.frame.size),
            column=jnp.where(kind > TAKE, elsewhere.column, x % self.frame.size),
            tool=tool,
            target=(turn + away) % self.seats,
            which=jnp.where(kind == DISCARD, inside, jnp.where(kind == MEND, repair, inside)),
        )
        return move, jnp.where(kind > TAKE, found, self._allows(legal, edges, kind, inside, move))

    def by_lot(self, legal: Legal, word: Array) -> Move:
        """One of all legal moves, each as likely as any other."""
        by_sides = count_bits(legal.fits).sum((1, 2))
        held = legal.ways >> np.arange(WAYS, dtype=np.uint32) & 1
        sets = jnp.stack([legal.breaks, *legal.repairs, legal.few, legal.discards])
        rocks = count_bits(legal.rocks).sum()
        numbers = jnp.concatenate([held * by_sides[WAY_SIDES], rocks[None], count_bits(sets)])
        upto = jnp.cumsum(numbers)
        number = below(word, upto[-1])
        entry = jnp.minimum((upto <= number).sum(), numbers.size - 1)
        number = number - (upto[entry] - numbers[entry])
        way = jnp.minimum(entry, WAYS - 1)
        plane = jnp.where(entry < WAYS, legal.fits[jnp.asarray(WAY_SIDES)[way]], legal.rocks)
        row, column = self.frame.nth(plane, number)
        at = entry - WAYS - 1
        bit = nth_bit(sets[jnp.clip(at, 0)], number).astype(jnp.int32)
        few, discards = 1 + REPAIRS, 2 + REPAIRS
        kinds = jnp.where(bit < _PASS_BIT, LOOK, jnp.where(bit == _PASS_BIT, PASS, TAKE))
        kind = jnp.where(at == 0, BREAK, jnp.where(at < few, MEND, jnp.where(at < discards, kinds, DISCARD)))
        which = jnp.where(kind == MEND, at - 1, jnp.where(kind == TAKE, bit - _TAKE_BIT, bit))
        return self.made(
            jnp.where(entry < WAYS, PLACE, jnp.where(entry == WAYS, ROCKS, kind)),
            way=way,
            row=row,
            column=column,
            tool=bit // self.seats,
            target=bit % self.seats,
            which=which,
        )

    def made(
        self,
        kind: Array,
        *,
        way: Array,
        row: Array,
        column: Array,
        tool: Array,
        target: Array,
        which: Array,
    ) -> Move:
        """`which` is the goal, the repair, the kind discarded or the gold."""
        way = jnp.clip(way, 0, WAYS - 1)
        tool = jnp.clip(tool, 0, TOOLS - 1)
        card = jnp.where(kind == PLACE, jnp.asarray(WAY_CARD)[way], which)
        card = jnp.where(kind == ROCKS, ROCKFALL, jnp.where(kind == LOOK, MAP, card))
        card = jnp.where(kind == BREAK, BROKEN + tool, jnp.where(kind == MEND, REPAIR + which, card))
        return Move(*map(jnp.int32, (kind, card, way, row, column, tool, target, which)))

    def placements(self, legal: Legal) -> Array:
        """By way, a plane."""
        held = legal.ways >> np.arange(WAYS, dtype=np.uint32) & 1
        return jnp.where(held[:, None, None] == 1, legal.fits[WAY_SIDES], jnp.uint32(0))

    def _outside(self, legal: Legal, edges: Array) -> tuple[Array, Array]:
        outside = self.frame.outside(edges)
        return self.placements(legal) & outside, legal.rocks & outside

    def _elsewhere(self, legal: Legal, edges: Array, number: Array) -> tuple[Move, Array]:
        """Placements by y, x and way, then rockfalls by y and x: the one with this number."""
        placements, rocks = self._outside(legal, edges)
        laid = jnp.moveaxis(self.frame.by_place(placements, edges), 0, -1).reshape(-1)
        fallen = self.frame.by_place(rocks, edges).reshape(-1)
        upto = jnp.cumsum(jnp.concatenate([laid, fallen]))
        at = jnp.minimum((upto <= number.astype(jnp.uint32)).sum(), upto.size - 1)
        falls = at >= laid.size
        place = jnp.where(falls, at - laid.size, at // WAYS)
        row = (edges[1] - 1 + place // self.frame.size) % self.frame.size
        column = (edges[0] - 1 + place % self.frame.size) % self.frame.size
        move = self.made(
            jnp.where(falls, ROCKS, PLACE),
            way=jnp.where(falls, 0, at % WAYS),
            row=row,
            column=column,
            tool=jnp.int32(0),
            target=jnp.int32(0),
            which=jnp.int32(0),
        )
        return move, (number >= 0) & (number.astype(jnp.uint32) < upto[-1])

    def _allows(self, legal: Legal, edges: Array, kind: Array, inside: Array, move: Move) -> Array:
        """Whether a move in the window, or of no place, is among the legal ones."""
        ys, xs = self.frame.window(edges)
        square = inside % (ROWS * COLUMNS)
        shown = ys[square // COLUMNS] & xs[square % COLUMNS]
        held = legal.ways >> move.way.astype(jnp.uint32) & 1 == 1
        fits = legal.fits[jnp.asarray(WAY_SIDES)[move.way]]
        word, bit = move.column // WORD, (move.column % WORD).astype(jnp.uint32)
        tool = (move.tool * self.seats + move.target).astype(jnp.uint32)
        which = move.which.astype(jnp.uint32)
        allowed = (
            (fits[move.row, word] >> bit & 1 == 1) & held & shown,
            (legal.rocks[move.row, word] >> bit & 1 == 1) & shown,
            legal.breaks >> tool & 1 == 1,
            legal.repairs[jnp.clip(move.which, 0, REPAIRS - 1)] >> tool & 1 == 1,
            legal.few >> which & 1 == 1,
            legal.discards >> which & 1 == 1,
            legal.few >> jnp.uint32(_PASS_BIT) & 1 == 1,
            legal.few >> which + _TAKE_BIT & 1 == 1,
        )
        return jnp.stack(allowed)[jnp.minimum(kind, TAKE)] & (inside >= 0)
