"""Gold as three counts, of cards with one, two and three nuggets: how it is drawn and paid (SAB-7)."""

from typing import TypeAlias

import jax.numpy as jnp
from jax import Array

from filon.lab.jax.chance import below
from filon.lab.jax.saboteur.numbers import BOUNTY, MOST_PAID, MOST_SABOTEURS, MOST_SHARED

Counts: TypeAlias = tuple[Array, Array, Array]
_PACKED_BOUNTY = sum(value << 4 * people for people, value in enumerate(BOUNTY))


def drawn(deck: Counts, seats: int, chances: Array) -> Counts:
    """SAB-7.1: a card for each player, at most nine; one word for each."""
    most = min(seats, MOST_SHARED)
    left = list(deck)
    found = [jnp.zeros_like(deck[0])] * 3
    for at in range(most):
        total = left[0] + left[1] + left[2]
        which = below(chances[at], total.astype(jnp.uint32)).astype(jnp.int32)
        for nuggets, before in enumerate((jnp.zeros_like(total), left[0], left[0] + left[1])):
            one = (which >= before) & (which < before + left[nuggets])
            found[nuggets] = found[nuggets] + one
            left[nuggets] = left[nuggets] - one
    return found[0], found[1], found[2]


def bounty(people: Array) -> Array:
    """SAB-7.4: nuggets for each of so many saboteurs."""
    return (jnp.uint32(_PACKED_BOUNTY) >> people * 4 & 15).astype(jnp.int32)


def paid(deck: Counts, people: Array) -> tuple[Counts, list[Counts], list[Array]]:
    """SAB-7.5: the deck afterwards; by turn, the cards of each of some saboteurs and what each is owed."""
    value = bounty(people)
    cards, owed = [], []
    for turn in range(MOST_SABOTEURS):
        found, debt = _share(deck, jnp.where(people > turn, value, 0))
        deck = (deck[0] - found[0], deck[1] - found[1], deck[2] - found[2])
        cards.append(found)
        owed.append(debt)
    return deck, cards, owed


def _share(deck: Counts, value: Array) -> tuple[Counts, Array]:
    """As little owed as can be, then as few cards as can be, then the higher ones."""
    best = [jnp.zeros_like(value)] * 3
    least, debt = jnp.full_like(value, 1 << 20), value
    for three in range(MOST_PAID // 3 + 1):
        for two in range((MOST_PAID - 3 * three) // 2 + 1):
            rest = value - 3 * three - 2 * two
            one = jnp.minimum(deck[0], rest)
            owed = rest - one
            cost = owed * 64 + (one + two + three) * 8 + 3 - three
            better = (deck[2] >= three) & (deck[1] >= two) & (rest >= 0) & (cost < least)
            found = (one, jnp.int32(two), jnp.int32(three))
            best = [jnp.where(better, new, old) for new, old in zip(found, best, strict=True)]
            least, debt = jnp.where(better, cost, least), jnp.where(better, owed, debt)
    return (best[0], best[1], best[2]), debt
