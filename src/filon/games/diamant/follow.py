"""A view after what its viewer was told: all that happens in a cave.

A new cave shows what its event does not tell: how many cards are left for it.
"""

from typing import Final

from msgspec.structs import replace

from filon.games.contract import Hidden
from filon.games.diamant.model import (
    CardTurned,
    CaveFled,
    CaveLeft,
    CaveOverView,
    ChoicesShown,
    Chose,
    Event,
    ExpeditionView,
    Returned,
    Turned,
    View,
)
from filon.games.diamant.pieces import ARTIFACT
from filon.games.diamant.takings import with_takings

FOLLOWED: Final[frozenset[type]] = frozenset({Chose, ChoicesShown, Returned, CardTurned, CaveLeft, CaveFled})


def follow(view: View, event: Event) -> View:
    cave = view.phase
    assert isinstance(cave, ExpeditionView), "what can be followed happens in a cave"
    match event:
        case Chose(seat, choice):
            return replace(view, phase=replace(cave, choices={**cave.choices, seat: choice}))
        case ChoicesShown():
            return replace(view, phase=replace(cave, choices={}))
        case Returned():
            return _with_returned(view, cave, event)
        case CardTurned(card, share, left):
            gallery = (*cave.gallery, Turned(card, left))
            deeper = replace(cave, pile=cave.pile - 1, gallery=gallery, loot=cave.loot + share)
            return replace(view, phase=deeper, artifacts_turned=view.artifacts_turned + (card == ARTIFACT))
        case CaveLeft():
            return replace(view, phase=CaveOverView(cave.cave, cave.pile, cave.gallery, None, {}, ()))
        case _:
            assert isinstance(event, CaveFled), "nothing else can be followed"
            lost = dict.fromkeys(cave.inside, cave.loot)
            over = CaveOverView(cave.cave, cave.pile, cave.gallery, event.hazard, lost, ())
            return replace(view, phase=over, removed=(*view.removed, event.hazard))


def _with_returned(view: View, cave: ExpeditionView, event: Returned) -> View:
    chests = tuple(
        chest + event.banked if seat in event.seats and not isinstance(chest, Hidden) else chest
        for seat, chest in enumerate(view.chests)
    )
    gallery = tuple(Turned(turned.card, left) for turned, left in zip(cave.gallery, event.left, strict=True))
    inside = tuple(seat for seat in cave.inside if seat not in event.seats)
    return replace(
        view,
        chests=chests,
        phase=replace(cave, gallery=gallery, inside=inside),
        takings=with_takings(view.takings, cave.cave, event, len(chests)),
    )
