"""The normal player's second thoughts: a tile goes back, is lifted again, or lies where it only seems to fit.

Everything in the mine lies open, so that a doubt betrays nothing. It costs motions: what was laid badly is
taken off by the level itself as soon as it looks. A few belong to how strong the level is, in the arena too;
most are manner, at a table where people watch.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from filon.bots.advice import chance
from filon.games.chance import pick
from filon.games.contract import Random
from filon.games.outofmine.legal import held
from filon.games.outofmine.model import (
    Action,
    MineView,
    PickUp,
    Place,
    PlacingView,
    PutBack,
    Swap,
    Take,
    View,
)
from filon.games.outofmine.pieces import COLOURS, Shape

_SLIPS: Final = 0.05
"""How often, before a take or a placing, wherever it plays: thrice in four galleries. Without a motion too
many hardly anything is left for the hard level to be better at (bench/race.py).
"""
_DOUBTS: Final = 0.18
"""How often besides, at a table: with the slips two or three times in a gallery."""
_IN_SIGHT: Final = 2
"""Of the board the tiles laid last are doubted."""


def slip(view: View, legal: Sequence[Action], action: Action, random: Random) -> Action:
    """What the normal player does in place of a hint, now and then; else that."""
    return _instead(view, legal, action, random) if chance(random, _SLIPS) else action


def doubt(view: View, legal: Sequence[Action], action: Action, random: Random) -> Action:
    """What it does at a table in place of what it meant to do, now and then; else that."""
    return _instead(view, legal, action, random) if chance(random, _DOUBTS) else action


def _instead(view: View, legal: Sequence[Action], action: Action, random: Random) -> Action:
    phase = view.phase
    if view.seat is None or not isinstance(phase, PlacingView):
        return action
    own = phase.mines[view.seat]
    match action:
        case Take():
            ways: Sequence[Action] = [PickUp(placed.squares[0]) for placed in own.mine.placed[-_IN_SIGHT:]]
        case Place(squares, hand) if len(squares) < _empty(own):
            tile = dict(held(own.mine))[hand]
            left = sum(heap.left for heap in phase.stock if heap.tile.shape is tile.shape)
            kinds = [
                _elsewhere(own, legal),
                _another(own, legal, tile.shape),
                [PutBack(hand)] if left else [],
            ]
            ways = pick([kind for kind in kinds if kind] or [[]], random)
        case _:  # to lay the last tile, to call, to clear up: nobody hesitates
            ways = ()
    ways = [way for way in ways if way in legal]
    return pick(ways, random) if ways else action


def _empty(own: MineView) -> int:
    return len(own.gallery.squares) - sum(len(placed.squares) for placed in own.mine.placed)


def _elsewhere(own: MineView, legal: Sequence[Action]) -> Sequence[Action]:
    """Wholly inside the gallery, which looks as good as any."""
    gallery = frozenset(own.gallery.squares)
    return [each for each in legal if isinstance(each, Place) and gallery.issuperset(each.squares)]


def _another(own: MineView, legal: Sequence[Action], shape: Shape) -> Sequence[Action]:
    """A tile that the card still grants, for the one in hand."""
    used = Counter(COLOURS[placed.tile.shape] for placed in own.mine.placed)
    granted = {colour for colour, count in own.card.tiles.items() if used[colour] < count}
    return [
        each
        for each in legal
        if isinstance(each, Swap) and each.tile.shape is not shape and COLOURS[each.tile.shape] in granted
    ]
