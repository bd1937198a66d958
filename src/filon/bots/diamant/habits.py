"""Diamant: what the others' choices so far say about when they leave.

Everybody is taken to have one of a few habits; each choice that was shown makes some likelier (Bayes).
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from filon.games.diamant.model import (
    CardTurned,
    CaveEntered,
    CaveFled,
    Choice,
    ChoicesShown,
    ExpeditionView,
    Returned,
    Turned,
    View,
)
from filon.games.diamant.pieces import ARTIFACT, DECK, GEM_VALUES, HAZARD_COPIES, Card, Danger, Gems, Hazard
from filon.kernels.diamant.kernel_rollouts import (
    CARDS,
    KINDS,
    LIKELY,
    LOOT,
    LOT,
    WARNINGS,
    WEIGHING,
    Situation,
)
from filon.kernels.stream import Stream

_NUMBERS: Final = {
    LOOT: (3, 5, 7, 8, 9, 10, 11, 12, 15, 20, 25),
    WARNINGS: (1, 2, 3),
    CARDS: (3, 4, 5, 6, 7, 8, 10),
    LOT: (5, 10, 20, 35, 50),
    WEIGHING: (40, 60, 80, 100, 130, 170, 250),
}
HABITS: Final = tuple(kind + KINDS * number for kind, numbers in _NUMBERS.items() for number in numbers)
_KIND_AHEAD: Final = {LOOT: 2.0, WARNINGS: 1.0, CARDS: 1.0, LOT: 1.5, WEIGHING: 4.0}
"""How likely each kind is before anything is known; people and bots who think weigh."""
_SLIP: Final = 0.06
"""How often anybody does what their habit does not say."""
_NO_CHANCE: Final = Stream(0)
"""For habits that need none."""


def likely_habits(view: View, past: Sequence[Any]) -> list[int]:
    """For each seat the running sums of how likely each habit is, up to LIKELY."""
    weights = [_ahead() for _ in view.chests]
    for situation, choices in _shown(view, past):
        leaves = [_would_leave(situation, habit) for habit in HABITS]
        for seat, choice in choices.items():
            left = choice is Choice.LEAVE
            weights[seat] = [
                weight * (odds if left else 1 - odds)
                for weight, odds in zip(weights[seat], leaves, strict=True)
            ]
    return [running for one in weights for running in _running(one)]


def _whole(view: View, past: Sequence[Any]) -> bool:
    assert isinstance(view.phase, ExpeditionView)
    return sum(isinstance(event, CaveEntered) for event in past) == view.phase.cave - 1


def _ahead() -> list[float]:
    return [_KIND_AHEAD[kind] / len(numbers) for kind, numbers in _NUMBERS.items() for _ in numbers]


def _running(weights: Sequence[float]) -> Iterator[int]:
    total = sum(weights)
    done = 0.0
    for weight in weights[:-1]:
        done += weight
        yield min(int(LIKELY), round(int(LIKELY) * done / total))
    yield LIKELY


def _would_leave(situation: Situation, habit: int) -> float:
    kind, number = habit % KINDS, habit // KINDS
    if kind == LOT:
        return number / 100
    return 1 - _SLIP if situation.leaves(habit, _NO_CHANCE) else _SLIP


class _Watched:
    """The cave as it was, card by card."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.removed: list[Hazard] = []
        self.enter()

    def enter(self) -> None:
        self.gallery: list[Turned] = []
        self.loot = 0
        self.inside = set(range(self.seats))

    def turn(self, card: Card, share: int, left: int) -> None:
        self.gallery.append(Turned(card, left))
        self.loot += share

    def situation(self) -> Situation:
        found = Situation()
        met = {turned.card.hazard for turned in self.gallery if isinstance(turned.card, Danger)}
        found.loot = self.loot
        found.turned = len(self.gallery)
        found.warnings = len(met)
        found.deadly = sum(HAZARD_COPIES - 1 - self.removed.count(hazard) for hazard in met)
        found.gems = sum(GEM_VALUES) - sum(
            turned.card.stones for turned in self.gallery if isinstance(turned.card, Gems)
        )
        found.floor = sum(turned.left for turned in self.gallery)
        found.explorers = len(self.inside)
        return found


def _shown(view: View, past: Sequence[Any]) -> Iterator[tuple[Situation, dict[Any, Choice]]]:
    """Every decision of the game so far: what all saw, and what each chose."""
    if not past or not _whole(view, past):
        return
    watched = _Watched(len(view.chests))
    first = _first_card(view, past)
    if isinstance(first, Gems):
        watched.turn(first, *divmod(first.stones, watched.seats))
    else:
        watched.turn(first, 0, 0)
    for event in past:
        match event:
            case ChoicesShown(choices):
                yield watched.situation(), choices
            case Returned(seats, _, left):
                watched.inside -= set(seats)
                watched.gallery = [
                    Turned(turned.card, stones) for turned, stones in zip(watched.gallery, left, strict=True)
                ]
            case CardTurned(card, share, left):
                watched.turn(card, share, left)
            case CaveFled(_, hazard):
                watched.removed.append(hazard)
            case CaveEntered():
                watched.enter()
            case _:
                pass


def _first_card(view: View, past: Sequence[Any]) -> Card:
    """The card turned at the deal, of which no event tells: the middle one of those that fit the rest."""
    assert isinstance(view.phase, ExpeditionView)
    if view.phase.cave == 1:
        return view.phase.gallery[0].card
    fitting = list(DECK)
    loot = floor = 0
    for event in past:
        match event:
            case CardTurned(card, share, left):
                if card in fitting:
                    fitting.remove(card)
                loot += share
                floor += left if card != ARTIFACT else 0
            case CaveFled(_, hazard):
                seen_twice = fitting.count(Danger(hazard)) == HAZARD_COPIES - 2
                return _middle(fitting) if seen_twice else Danger(hazard)
            case Returned(seats, banked):
                stones = banked - loot
                return _middle(
                    [card for card in fitting if _fits(card, view, seats, stones, floor)] or fitting
                )
            case CaveEntered():
                break
            case _:
                pass
    return _middle(fitting)


def _fits(card: Card, view: View, leavers: Sequence[Any], stones: int, floor: int) -> bool:
    """Whether those who left first took what they would have with this card at the mouth of the cave."""
    if not isinstance(card, Gems):
        return stones == floor // len(leavers)
    share, left = divmod(card.stones, len(view.chests))
    return stones == share + (floor + left) // len(leavers)


def _middle(cards: Sequence[Card]) -> Card:
    gems = sorted((card for card in cards if isinstance(card, Gems)), key=lambda card: card.stones)
    return gems[len(gems) // 2] if gems else cards[0]
