"""A state that the viewer cannot tell from the true one."""

from collections import Counter
from typing import Final

from filon.games.chance import pick, shuffled
from filon.games.contract import Hidden, Random
from filon.games.diamant.model import (
    CaveOver,
    CaveOverView,
    Choice,
    Expedition,
    ExpeditionView,
    Finished,
    FinishedView,
    Phase,
    State,
    Turned,
    View,
)
from filon.games.diamant.pieces import ARTIFACT, DECK, Card, Danger
from filon.games.diamant.takings import watched_chests

_BOTH: Final = (Choice.GO_ON, Choice.LEAVE)


def imagine(view: View, random: Random) -> State:
    return State(
        view.options,
        watched_chests(view),
        _imagined(view, random),
        view.removed,
        view.artifacts_turned,
        view.takings,
    )


def _imagined(view: View, random: Random) -> Phase:
    match view.phase:
        case ExpeditionView() as cave:
            return Expedition(
                cave=cave.cave,
                pile=shuffled(_unseen(view, cave.gallery), random),
                gallery=cave.gallery,
                inside=cave.inside,
                loot=cave.loot,
                choices={
                    seat: pick(_BOTH, random) if isinstance(choice, Hidden) else choice
                    for seat, choice in cave.choices.items()
                },
            )
        case CaveOverView() as over:
            pile = shuffled(_unseen(view, over.gallery), random)
            return CaveOver(over.cave, pile, over.gallery, over.hazard, over.lost, over.ready)
        case _:
            return Finished(_unseen(view, ()))


def _unseen(view: View, gallery: tuple[Turned, ...]) -> tuple[Card, ...]:
    """The cards that are neither in the gallery nor out of the game, in the deck's order."""
    gone = Counter[Card](turned.card for turned in gallery)
    gone.update(Danger(hazard) for hazard in view.removed)
    if isinstance(view.phase, CaveOverView) and view.phase.hazard is not None:
        gone[Danger(view.phase.hazard)] -= 1  # out of the game, and still to be seen in the gallery
    cards: list[Card] = []
    for card in (*DECK, ARTIFACT) if _artifact_in_cave(view) else DECK:
        if gone[card]:
            gone[card] -= 1
        else:
            cards.append(card)
    return tuple(cards)


def _artifact_in_cave(view: View) -> bool:
    return view.options.artifacts == "one_per_cave" and not isinstance(view.phase, FinishedView)
