"""The castle as a tree: the die, and the card turned up next, are chance nodes.

The pile is shuffled at the deal (by a seed), and its next card is drawn again when it is turned up, from all
that may lie there. It comes to the same, as in Diamant: what is face down in a shuffled pile is exchangeable.
The cards that went under the pile (LAB-5.6) are known to all and stay where they are.
"""

from collections.abc import Sequence
from typing import Any, Final

from msgspec.structs import replace

from filon.games.contract import Malformed
from filon.games.labyrinth.model import Duel, Options, SecretTurned, State
from filon.games.labyrinth.pieces import SECRETS, largest_set
from filon.lab.labyrinth.recall import buried, recalled
from filon.lab.tree.chance import Chance, Decision, LawDrawing, Resolved, weighted
from filon.lab.tree.traits import Traits

DECISIONS_A_TURN: Final = 40
"""A turn has seldom more than ten; equal throws (LAB-5.3) may be repeated without end: no bound."""


class CastleDrawing(LawDrawing):
    def resolve(self, decision: Decision, drawn: tuple[int, ...], past: Sequence[Any]) -> Resolved:
        resolved, used = self.by_law(decision, drawn)
        if isinstance(resolved, Chance) or decision.state is None:
            return resolved
        turned = sum(isinstance(event, SecretTurned) for event in resolved.events)
        if not turned:
            return resolved
        under = buried(decision.state.pile, past)
        chosen = [SECRETS[outcome] for outcome in drawn[used:]]
        loose = [card for card in decision.state.pile if card not in under and card not in chosen]
        pile = (*under, *loose, *reversed(chosen))
        stacked = replace(decision, state=replace(decision.state, pile=pile))
        resolved, _ = self.by_law(stacked, drawn[:used])
        assert not isinstance(resolved, Chance), "the law draws as it did with another pile"
        turned = sum(isinstance(event, SecretTurned) for event in resolved.events)
        if turned <= len(chosen) or not loose:
            return resolved
        return weighted([(SECRETS.index(card), card.value, 1) for card in SECRETS if card in loose])


def _longest(seats: int, options: Options) -> int:  # noqa: ARG001
    if options.turn_limit is None:
        raise Malformed("turn_limit", "this game must come to its end; give a number of turns")
    return options.turn_limit * DECISIONS_A_TURN


def _chances(seats: int, options: Options) -> int:
    return _longest(seats, options)


def _scores(seats: int, options: Options) -> tuple[float, float]:  # noqa: ARG001
    """A duel may bring more cards than the goal asks for."""
    return 0.0, float(largest_set(SECRETS))


def _simultaneous(state: State) -> bool:
    return isinstance(state.phase, Duel)


TRAITS: Final = Traits(
    longest=_longest,
    chances=_chances,
    scores=_scores,
    simultaneous=_simultaneous,
    drawing=CastleDrawing,
    recalled=recalled,
)
