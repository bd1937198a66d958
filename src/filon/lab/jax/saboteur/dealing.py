"""What chance brings in one step: a card drawn, gold to share; when a round begins, all that is dealt."""

from typing import NamedTuple

import jax.numpy as jnp
import numpy as np
from jax import Array

from filon.lab.jax.chance import Key, below, words
from filon.lab.jax.saboteur import gold
from filon.lab.jax.saboteur.numbers import COPIES, DECK, GOALS, HAND, KINDS, MOST_SHARED, SABOTEURS

_CARDS = len(DECK)
_FIRST_ID = np.cumsum(COPIES) - COPIES


class Deal(NamedTuple):
    """SAB-2: a bit a seat for the saboteurs, the goal cards as they lie, hands and pile by kind."""

    roles: Array
    goals: tuple[Array, Array, Array]
    hands: Array
    pile: Array


class Chance(NamedTuple):
    """`drawn`: a kind of card, `KINDS` from an empty pile. `starter`: of the first round."""

    drawn: Array
    offered: gold.Counts
    deal: Deal
    starter: Array


def chance(
    key: Key, draws: Array, pile: Array, deck: gold.Counts, *, seats: int, random_starter: bool
) -> Chance:
    """All that one step can need: it is drawn whether it is needed or not, so that no step branches."""
    wanted = _CARDS + seats + 1 + 2 * GOALS + MOST_SHARED + 2
    number = jnp.arange((wanted + 1) // 2, dtype=jnp.uint32)
    left, right = words(key, draws, number)
    found = jnp.concatenate([left, right])
    cards, dwarves, goals, turns, shares, drawn, starter = jnp.split(
        found[:wanted], np.cumsum([_CARDS, seats + 1, GOALS, GOALS, MOST_SHARED, 1])
    )
    return Chance(
        draw(pile, drawn[0]),
        gold.drawn(deck, seats, shares),
        _deal(cards, dwarves, goals, turns, seats),
        below(starter[0], jnp.uint32(seats)).astype(jnp.int32) if random_starter else jnp.int32(0),
    )


def draw(pile: Array, word: Array) -> Array:
    upto = jnp.cumsum(pile.astype(jnp.uint32))
    return (upto <= below(word, upto[-1])).sum().astype(jnp.int32)


def _deal(cards: Array, dwarves: Array, goals: Array, turns: Array, seats: int) -> Deal:
    hand = HAND[seats]
    owner = jnp.minimum(_ranks(cards) // hand, seats)
    # Cards of one kind are neighbours, so a kind is some columns of a small table.
    most = int(COPIES.max())
    ids = np.minimum(_FIRST_ID[:, None] + np.arange(most), _CARDS - 1)
    owners = jnp.where(np.arange(most) < COPIES[:, None], owner[ids], -1)
    counts = (owners[None] == jnp.arange(seats + 1)[:, None, None]).sum(2).astype(jnp.uint8)
    place = _ranks(dwarves)
    saboteur = jnp.where(place < seats, jnp.uint32(1) << place.astype(jnp.uint32), jnp.uint32(0))
    roles = saboteur[: SABOTEURS[seats]].sum(dtype=jnp.uint32)
    card = _ranks(goals)
    lies = jnp.where(card > 0, 2 * card + (turns >> jnp.uint32(31)).astype(jnp.int32), 0)
    return Deal(roles, (lies[0], lies[1], lies[2]), counts[:seats], counts[seats])


def _ranks(numbers: Array) -> Array:
    """The place of each in ascending order: an even shuffle of independent words."""
    at = np.arange(numbers.size)
    before = (numbers < numbers[:, None]) | (numbers == numbers[:, None]) & (at < at[:, None])
    return before.sum(1).astype(jnp.int32)


assert DECK.size == COPIES.sum()
assert COPIES.size == KINDS
