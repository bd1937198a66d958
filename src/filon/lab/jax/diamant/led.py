"""Diamant in JAX with the cards that the law turns."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import jax.numpy as jnp
from jax import Array, tree

from filon.games.chance import pick
from filon.games.contract import Random
from filon.games.diamant.model import CardTurned
from filon.games.diamant.pieces import Card, Danger, Gems, Hazard
from filon.lab.encoding import Encoding
from filon.lab.episode import Episode
from filon.lab.jax.chance import nth_bit
from filon.lab.jax.diamant import table as diamant
from filon.lab.jax.lockstep import Given


class Joint(NamedTuple):
    """The state, the state when the choices at hand began, those choices, and whether both ways agreed."""

    state: diamant.State
    opened: diamant.State
    actions: Array
    sound: Array


class LedDiamant:
    """Each decision by `choose`; when the last one is in, `step` has to come to the same."""

    nothing: Given = (0, 0)

    def __init__(self, encoding: Encoding) -> None:
        asked = encoding.options
        self.table: Final = diamant.Diamant(
            encoding.seats, chests=asked.chests, leftovers=asked.leftovers, artifacts=asked.artifacts
        )

    def init(self, given: Given) -> Joint:
        state = self.table.init(jnp.zeros(2, jnp.uint32), _pick(given))
        return Joint(state, state, jnp.zeros(self.table.seats, jnp.int32), jnp.bool_(True))  # noqa: FBT003

    def play(self, joint: Joint, action: Array, given: Given) -> Joint:
        table, pick = self.table, _pick(given)
        here = jnp.arange(table.seats) == table.waiting(joint.state)
        actions = jnp.where(here, action, joint.actions)
        state = table.choose(joint.state, action, pick)
        at_once = table.step(joint.opened, actions, pick)
        all_in = state.chosen == 0
        same = tree.leaves(tree.map(lambda one, other: (one == other).all(), state, at_once))
        opened = tree.map(lambda new, old: jnp.where(all_in, new, old), state, joint.opened)
        return Joint(state, opened, actions, joint.sound & (jnp.stack(same).all() | ~all_in))

    def within(self, joint: Joint) -> diamant.State:
        return joint.state

    def sound(self, joint: Joint) -> Array:
        return joint.sound

    def choose(self, episode: Episode, lane: int, chance: Random) -> int:  # noqa: ARG002 - all alike
        return pick(list(episode.choices(episode.waiting[0])), chance)

    def dealt(self, episode: Episode) -> Given:
        return _cards(episode.state.phase.gallery[0].card), 0

    def happened(self, events: Sequence[Any]) -> Given:
        turned = [_cards(event.card) for event in events if isinstance(event, CardTurned)]
        first, second, *_ = *turned, 0, 0
        return first, second


def _pick(given: Given) -> diamant.Pick:
    return lambda pile, which: nth_bit(pile & given[which].astype(jnp.uint32), jnp.uint32(0))


def _cards(card: Card) -> int:
    """All that look like this one, a bit each."""
    match card:
        case Gems(stones):
            return sum(1 << at for at, value in enumerate(diamant.GEM_VALUES) if value == stones)
        case Danger(hazard):
            first = diamant.GEMS + diamant.COPIES * list(Hazard).index(hazard)
            return (1 << diamant.COPIES) - 1 << first
        case _:
            return 1 << diamant.ARTIFACT
