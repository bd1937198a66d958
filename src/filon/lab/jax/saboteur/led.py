"""Saboteur in JAX with the cards and the gold that the law draws and deals."""

from collections.abc import Sequence
from typing import Any, Final

import jax.numpy as jnp
import numpy as np
from jax import Array, tree

from filon.games.contract import Random, whole
from filon.games.saboteur.model import CardDrawn, GoldDrawn, RoundDealt, State
from filon.games.saboteur.pieces import GOALS, Card, Role
from filon.kernels.saboteur.kernel_cards import NUMBER
from filon.lab.encoding import Encoding
from filon.lab.episode import Episode
from filon.lab.jax.lockstep import Given
from filon.lab.jax.saboteur import state, table
from filon.lab.jax.saboteur.dealing import Chance, Deal
from filon.lab.jax.saboteur.numbers import KINDS
from filon.lab.saboteur.policies import POLICIES


class LedSaboteur:
    def __init__(self, encoding: Encoding, frame: int = 64) -> None:
        asked = encoding.options
        self.seats: Final = encoding.seats
        self.table: Final = table.Saboteur(
            encoding.seats, placement=asked.placement, starter=asked.starter, frame=frame
        )
        none = np.zeros((encoding.seats, KINDS), np.uint8)
        deal = Deal._make((np.uint32(0), (np.int32(0),) * 3, none, none[0]))
        self.nothing: Given = Chance._make((np.int32(KINDS), (np.int32(0),) * 3, deal, np.int32(0)))

    def init(self, given: Given) -> state.State:
        return self.table.init(jnp.zeros(2, jnp.uint32), given)

    def play(self, now: state.State, action: Array, given: Given) -> state.State:
        return self.table.step(now, action, given)

    def within(self, now: state.State) -> state.State:
        return now

    def sound(self, now: state.State) -> Array:
        """By the law on this frame, and no hand or pile below nought."""
        few = tree.leaves(tree.map(lambda counts: (counts < 64).all(), (now.hands, now.pile, now.held)))
        return ~now.off_frame & jnp.stack(few).all()

    def choose(self, episode: Episode, lane: int, chance: Random) -> int:
        """At random one game in three: that finds no treasure and stays near the start."""
        return POLICIES[lane % len(POLICIES)](episode, chance)

    def dealt(self, episode: Episode) -> Given:
        law: State = episode.state
        table = law.round
        goals = [(goal.card, goal.turned) for goal in table.goals]
        deal = _deal(table.roles, goals, table.hands, table.pile)
        return self.nothing._replace(deal=deal, starter=np.int32(table.starter))

    def happened(self, events: Sequence[Any]) -> Given:
        given = self.nothing
        for event in events:
            match event:
                case CardDrawn():
                    given = given._replace(drawn=np.int32(NUMBER[whole(event.card)]))
                case GoldDrawn():
                    counts = [sum(card == nuggets for card in event.cards) for nuggets in (1, 2, 3)]
                    given = given._replace(offered=tuple(map(np.int32, counts)))
                case RoundDealt():
                    goals = [(face.card, face.turned) for face in whole(event.goals)]
                    deal = _deal(event.roles, goals, event.hands, whole(event.pile))
                    given = given._replace(deal=deal)
                case _:
                    pass
        return given


def _deal(roles: Sequence[Any], goals: Sequence[tuple[Card, bool]], hands: Sequence[Any], pile: Any) -> Deal:
    # Numbers of NumPy: to make arrays of JAX one by one would take most of the time.
    return Deal._make(
        (
            np.uint32(sum((role is Role.SABOTEUR) << seat for seat, role in enumerate(roles))),
            tuple(np.int32(2 * GOALS.index(card) + turned) for card, turned in goals),
            np.stack([_counts(whole(hand)) for hand in hands]),
            _counts(pile),
        )
    )


def _counts(cards: Sequence[Card]) -> Any:
    return np.bincount([NUMBER[card] for card in cards], minlength=KINDS).astype(np.uint8)
