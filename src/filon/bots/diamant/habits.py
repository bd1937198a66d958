"""Diamant: what the others' choices so far say about when they leave.

Everybody is taken to play the learnt policy or to have one of a few habits; each choice that was shown makes
some likelier (Bayes). Who has a habit seldom sits alone among those who have none: what one shows speaks for
habits of the others, until their own choices speak against it.
"""

from collections.abc import Iterator, Sequence
from itertools import takewhile
from math import prod
from typing import Any, Final

from msgspec.structs import replace

from filon.games.contract import Seat
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
from filon.games.diamant.pieces import ARTIFACT, DECK, HAZARD_COPIES, Card, Danger, Gems, Hazard
from filon.kernels.diamant.bridge import DIAMANT_BRIDGE
from filon.kernels.diamant.kernel import DiamantKernel
from filon.kernels.diamant.kernel_policy import SURE
from filon.kernels.diamant.kernel_rollouts import (
    CARDS,
    KINDS,
    LEARNT,
    LIKELY,
    LOOT,
    LOT,
    WARNINGS,
    WEIGHING,
    Situation,
)
from filon.kernels.diamant.policy import policy_of
from filon.kernels.stream import Stream

_NUMBERS: Final = {
    LOOT: (3, 5, 7, 8, 9, 10, 11, 12, 15, 20, 25),
    WARNINGS: (1, 2, 3),
    CARDS: (3, 4, 5, 6, 7, 8, 10),
    LOT: (5, 10, 20, 35, 50),
    WEIGHING: (40, 60, 80, 100, 130, 170, 250),
    LEARNT: (0,),
}
HABITS: Final = tuple(kind + KINDS * number for kind, numbers in _NUMBERS.items() for number in numbers)
"""The last one is to play the policy."""
_KIND_AHEAD: Final = {LOOT: 2.0, WARNINGS: 1.0, CARDS: 1.0, LOT: 1.5, WEIGHING: 4.0}
"""How likely each kind of habit is before anything is known, beside the others."""
_TABLES: Final = ((0.65, 0.05), (0.35, 0.95))
"""How likely a table is ahead, and what part of those who sit there has a habit. Nobody is thought to be easy
prey without a sign."""
_SLIP: Final = 0.06
"""How often anybody does what their habit does not say."""
_NO_CHANCE: Final = Stream(0)
"""For habits that need none."""


def likely_habits(view: View, past: Sequence[Any]) -> list[list[float]]:
    """For each seat how likely each habit is; they add up to one."""
    weights = [[*_ahead(), 1.0] for _ in view.chests]
    policy = policy_of(len(view.chests))
    situation = Situation()
    for kernel, choices in _shown(view, past):
        situation.see(kernel)
        policy.see(kernel)
        leaves = [_would_leave(situation, habit) for habit in HABITS[:-1]]
        for seat, choice in choices.items():
            learnt = policy.leaving(kernel, seat) / int(SURE)
            odds = [*leaves, _SLIP / 2 + (1 - _SLIP) * learnt]
            left = choice is Choice.LEAVE
            weights[seat] = [
                weight * (one if left else 1 - one) for weight, one in zip(weights[seat], odds, strict=True)
            ]
    return [
        [*_shared(habits, habit), 1 - habit]
        for (*habits, _), habit in zip(weights, _with_habits(weights, view.seat), strict=True)
    ]


def _with_habits(weights: Sequence[Sequence[float]], own: Seat | None) -> list[float]:
    """For each seat how likely it has a habit at all; what `own` did says nothing of the table."""
    shown = [1 - one[-1] / sum(one) for one in weights]
    tables = [
        ahead * prod(_fits_table(part, one) for seat, one in enumerate(shown) if seat != own)
        for ahead, part in _TABLES
    ]
    return [
        sum(
            table * part * one / _fits_table(part, one)
            for table, (_, part) in zip(tables, _TABLES, strict=True)
        )
        / sum(tables)
        for one in shown
    ]


def _fits_table(part: float, shown: float) -> float:
    return part * shown + (1 - part) * (1 - shown)


def running(likely: Sequence[Sequence[float]]) -> list[int]:
    """As the kernel draws from them: for each seat the sums up to each habit, of LIKELY."""
    return [sum_so_far for one in likely for sum_so_far in _running(one)]


def _whole(view: View, past: Sequence[Any]) -> bool:
    assert isinstance(view.phase, ExpeditionView)
    return sum(isinstance(event, CaveEntered) for event in past) == view.phase.cave - 1


def _ahead() -> list[float]:
    return _shared(
        [ahead / len(_NUMBERS[kind]) for kind, ahead in _KIND_AHEAD.items() for _ in _NUMBERS[kind]], 1.0
    )


def _shared(weights: Sequence[float], whole: float) -> list[float]:
    """In the same proportions, so that they add up to `whole`."""
    times = whole / sum(weights)
    return [times * weight for weight in weights]


def _running(weights: Sequence[float]) -> Iterator[int]:
    done = 0.0
    for weight in weights[:-1]:
        done += weight
        yield min(int(LIKELY), round(int(LIKELY) * done))
    yield LIKELY


def _would_leave(situation: Situation, habit: int) -> float:
    kind, number = habit % KINDS, habit // KINDS
    if kind == LOT:
        return number / 100
    return 1 - _SLIP if situation.leaves(habit, _NO_CHANCE) else _SLIP


class _Watched:
    """The game as it was, card by card: `view()` is what all saw then."""

    def __init__(self, view: View) -> None:
        self._last = view
        self._seats = len(view.chests)
        self._chests = [0] * self._seats
        self._removed: tuple[Hazard, ...] = ()
        self._artifacts = 0
        self._cave = 0
        self.enter()

    def enter(self) -> None:
        self._cave += 1
        self._gallery: list[Turned] = []
        self._loot = 0
        self._inside = list(range(self._seats))

    def turn(self, card: Card, share: int, left: int) -> None:
        self._gallery.append(Turned(card, left))
        self._loot += share
        self._artifacts += card == ARTIFACT

    def leave(self, seats: Sequence[int], banked: int, left: Sequence[int]) -> None:
        for seat in seats:
            self._inside.remove(seat)
            self._chests[seat] += banked
        self._gallery = [
            Turned(turned.card, stones) for turned, stones in zip(self._gallery, left, strict=True)
        ]

    def flee(self, hazard: Hazard) -> None:
        self._removed = (*self._removed, hazard)

    def view(self) -> View:
        inside = tuple(Seat(seat) for seat in self._inside)
        return replace(
            self._last,
            chests=tuple(self._chests),
            phase=ExpeditionView(self._cave, 0, tuple(self._gallery), inside, self._loot, {}),
            removed=self._removed,
            artifacts_turned=self._artifacts,
            takings=(),
        )


def _shown(view: View, past: Sequence[Any]) -> Iterator[tuple[DiamantKernel, dict[Any, Choice]]]:
    """Every decision of the game so far: what all saw, and what each chose."""
    if not past or not _whole(view, past):
        return
    watched = _Watched(view)
    first = _first_card(view, past)
    if isinstance(first, Gems):
        watched.turn(first, *divmod(first.stones, len(view.chests)))
    else:
        watched.turn(first, 0, 0)
    for event in past:
        match event:
            case ChoicesShown(choices):
                yield DIAMANT_BRIDGE.imaginer(watched.view()).known, choices
            case Returned(seats, banked, left):
                watched.leave(seats, banked, left)
            case CardTurned(card, share, left):
                watched.turn(card, share, left)
            case CaveFled(_, hazard):
                watched.flee(hazard)
            case CaveEntered():
                watched.enter()
            case _:
                pass


def _first_card(view: View, past: Sequence[Any]) -> Card:
    """The card turned at the deal, of which no event tells: the middle one of those that fit the rest."""
    assert isinstance(view.phase, ExpeditionView)
    if view.phase.cave == 1:
        return view.phase.gallery[0].card
    first_cave = list(takewhile(lambda event: not isinstance(event, CaveEntered), past))
    fitting: list[Card] = [*DECK, ARTIFACT]
    loot = floor = 0
    home: Returned | None = None
    for event in first_cave:
        match event:
            case CardTurned(card, share, left):
                fitting.remove(card)
                if home is None:
                    loot += share
                    floor += left if card != ARTIFACT else 0
            case Returned():
                home = home or event
            case CaveFled(_, hazard) if fitting.count(Danger(hazard)) > HAZARD_COPIES - 2:
                return Danger(hazard)
            case _:
                pass
    if ARTIFACT in fitting:
        fitting.remove(ARTIFACT)
    if home is not None:
        stones = home.banked - loot
        fitting = [card for card in fitting if _fits(card, view, home.seats, stones, floor)] or fitting
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
