"""A state that the viewer cannot tell from the true one."""

from collections import Counter
from typing import Final

from filon.games.chance import pick, shuffled
from filon.games.contract import Hidden, Random
from filon.games.diamant.model import Choice, Expedition, ExpeditionView, Finished, State, View
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


def _imagined(view: View, random: Random) -> Expedition | Finished:
    match view.phase:
        case ExpeditionView() as cave:
            return Expedition(
                cave=cave.cave,
                pile=shuffled(_unseen(view, tuple(turned.card for turned in cave.gallery)), random),
                gallery=cave.gallery,
                inside=cave.inside,
                loot=cave.loot,
                choices={
                    seat: pick(_BOTH, random) if isinstance(choice, Hidden) else choice
                    for seat, choice in cave.choices.items()
                },
            )
        case _:
            return Finished(_unseen(view, ()))


def _unseen(view: View, turned: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards that are neither in the gallery nor out of the game, in the deck's order."""
    gone = Counter[Card](turned)
    gone.update(Danger(hazard) for hazard in view.removed)
    cards: list[Card] = []
    for card in (*DECK, ARTIFACT) if _artifact_in_cave(view) else DECK:
        if gone[card]:
            gone[card] -= 1
        else:
            cards.append(card)
    return tuple(cards)


def _artifact_in_cave(view: View) -> bool:
    return (
        view.options.artifacts == "one_per_cave"
        and isinstance(view.phase, ExpeditionView)
        and bool(view.phase.inside)
    )
