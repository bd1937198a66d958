"""Diamant: what a view says about the next card and the floor."""

from collections import Counter
from typing import Final, NamedTuple

from filon.games.diamant.model import Choice, Choose, ExpeditionView, View
from filon.games.diamant.pieces import (
    ARTIFACT_WORTH,
    GEM_VALUES,
    HAZARD_COPIES,
    Artifact,
    Danger,
    Gems,
    Hazard,
)

GO_ON: Final = Choose(Choice.GO_ON)
LEAVE: Final = Choose(Choice.LEAVE)


class Cave(NamedTuple):
    """What the view says about the next card and the floor."""

    gems: tuple[int, ...]
    """Stones on each gem card still in the pile."""
    deadly: int
    """Cards of the pile that end the expedition."""
    warnings: int
    """Cards of the pile with a hazard that is new in this cave."""
    artifact: int
    """Worth of the artifact still in the pile; 0 without one."""
    floor: tuple[int, ...]
    """Stones left on each card of the gallery."""
    relics: int
    """Worth of the artifacts that lie in the gallery."""
    together: bool
    """Whether leavers divide the floor in one sum, DIA-4.2."""

    @property
    def cards(self) -> int:
        return len(self.gems) + self.deadly + self.warnings + bool(self.artifact)

    @property
    def risk(self) -> float:
        return self.deadly / self.cards if self.cards else 0.0

    def share(self, leavers: int) -> int:
        stones = sum(self.floor) // leavers if self.together else sum(left // leavers for left in self.floor)
        return stones + (self.relics if leavers == 1 else 0)


def look(view: View, phase: ExpeditionView) -> Cave:
    gems = Counter(GEM_VALUES)
    hazards = dict.fromkeys(Hazard, HAZARD_COPIES)
    for hazard in view.removed:
        hazards[hazard] -= 1
    met: set[Hazard] = set()
    floor: list[int] = []
    relics = 0
    artifact = view.options.artifacts == "one_per_cave"
    for turned in phase.gallery:
        match turned.card:
            case Gems(stones):
                gems[stones] -= 1
                floor.append(turned.left)
            case Danger(hazard):
                hazards[hazard] -= 1
                met.add(hazard)
            case Artifact():
                artifact = False
                relics += turned.left
    worth = ARTIFACT_WORTH[min(view.artifacts_turned, len(ARTIFACT_WORTH) - 1)]
    return Cave(
        gems=tuple(gems.elements()),
        deadly=sum(hazards[hazard] for hazard in met),
        warnings=sum(left for hazard, left in hazards.items() if hazard not in met),
        artifact=worth if artifact else 0,
        floor=tuple(floor),
        relics=relics,
        together=view.options.leftovers == "together",
    )
