"""Diamant as a tree: the card turned up is a chance node with its true probabilities.

The law shuffles a pile when a cave is entered, and turns its cards one by one. Here the order stays open
until a card is turned: one of those left, each as likely as any other. It comes to the same. Nobody looks
into the pile, nothing in the law depends on the order of what is still face down, and a shuffled pile is
exchangeable: whatever was turned, the next card is any of the others with the same probability. When the
cave is over all cards are shuffled again.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from msgspec.structs import replace

from filon.games.diamant.evolve import gathered
from filon.games.diamant.model import CardTurned, CaveOver, Choice, Expedition, Options, State
from filon.games.diamant.pieces import (
    ARTIFACT,
    ARTIFACT_WORTH,
    CAVES,
    DECK,
    GEM_VALUES,
    Card,
    Hazard,
    card_name,
)
from filon.kernels.stream import Stream
from filon.lab.tree.chance import Decision, LawDrawing, Played, Resolved, weighted
from filon.lab.tree.traits import Traits

CARDS: Final[tuple[Card, ...]] = (*dict.fromkeys(DECK), ARTIFACT)
"""A chance outcome is a card's place here: gems by worth, hazards, the artifact."""
_MOST_TURNED: Final = len(GEM_VALUES) + len(Hazard) + 1
"""In a cave that goes on: each hazard has come once at most."""


class _Shuffling:
    """Makes the law's shuffle (Fisher-Yates from the top of the pile) put the card of this index on top."""

    def __init__(self, index: int) -> None:
        self._next: int | None = index

    def below(self, limit: int, /) -> int:
        answer, self._next = self._next, None
        return limit - 1 if answer is None else answer


class DiamantDrawing(LawDrawing):
    most_outcomes = len(CARDS)

    def resolve(self, decision: Decision, drawn: tuple[int, ...], past: Sequence[Any]) -> Resolved:  # noqa: ARG002
        cards = self._cards_to_turn(decision)
        if not cards:
            return self.play(decision, Stream(0))
        if not drawn:
            left = Counter(cards)
            return weighted(
                [(at, card_name(card), left[card]) for at, card in enumerate(CARDS) if left[card]]
            )
        return self._turned(decision, cards, CARDS[drawn[0]])

    def _cards_to_turn(self, decision: Decision) -> tuple[Card, ...]:
        """One of which the decision turns up, in the order in which the law would shuffle them."""
        artifact = (ARTIFACT,) if self.options.artifacts == "one_per_cave" else ()
        if decision.state is None:
            return *DECK, *artifact
        match decision.state.phase:
            case CaveOver(cave=cave) as over:
                return () if cave == CAVES else (*gathered(over), *artifact)
            case Expedition(pile=pile, inside=inside, choices=choices):
                last = len(choices) + 1 == len(inside)
                on = Choice.GO_ON in (decision.action.choice, *choices.values())
                return pile if last and on else ()
            case _:
                return ()

    def _turned(self, decision: Decision, cards: tuple[Card, ...], card: Card) -> Played:
        at = cards.index(card)
        state = decision.state
        if state is not None and isinstance(state.phase, Expedition):
            pile = (*cards[:at], *cards[at + 1 :], card)
            decision = replace(decision, state=replace(state, phase=replace(state.phase, pile=pile)))
        played = self.play(decision, _Shuffling(at))
        assert _latest(played) == card, "what was drawn is what is turned"
        return played


def _latest(played: Played) -> Card:
    for event in reversed(played.events):
        if isinstance(event, CardTurned):
            return event.card
    return played.state.phase.gallery[-1].card  # type: ignore[no-any-return]


def _longest(seats: int, options: Options) -> int:  # noqa: ARG001
    return CAVES * _MOST_TURNED * seats


def _chances(seats: int, options: Options) -> int:  # noqa: ARG001
    return CAVES * (_MOST_TURNED + 1)


def _scores(seats: int, options: Options) -> tuple[float, float]:  # noqa: ARG001
    artifacts = sum(ARTIFACT_WORTH) if options.artifacts == "one_per_cave" else 0
    return 0.0, float(CAVES * sum(GEM_VALUES) + artifacts)


def _simultaneous(state: State) -> bool:  # noqa: ARG001
    return True


TRAITS: Final = Traits(
    longest=_longest, chances=_chances, scores=_scores, simultaneous=_simultaneous, drawing=DiamantDrawing
)
