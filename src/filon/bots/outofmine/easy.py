"""The easy player tries things out, and finds out."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from filon.bots.advice import chance
from filon.bots.outofmine.normal import Bench, bench, work
from filon.games.chance import pick
from filon.games.contract import Random
from filon.games.outofmine.model import Action, ChoosingView, Place, PlacingView, Take, View
from filon.games.outofmine.pieces import COLOURS

_SLIP: Final = 0.45
"""How often the easy player lays a tile where it fits without looking on."""
_TRUSTING: Final = 4
"""With so many tiles on the board the easy player begins to look."""


def choose_easily(view: View, legal: Sequence[Action], random: Random) -> Action:
    """The easy player tries things out while there is room, finds out, takes off again, and never calls
    before the gallery is full.
    """
    phase = view.phase
    if isinstance(phase, ChoosingView):
        return pick(legal, random)
    assert isinstance(phase, PlacingView), "between the phases there is nothing to choose"
    table = bench(view, phase)
    if not table.wrong and len(table.right) < _TRUSTING and chance(random, _SLIP):
        tried = _tried(table, legal)
        if tried:
            return pick(tried, random)
    action: Action = work(table, legal, random).action
    return action


def _tried(table: Bench, legal: Sequence[Action]) -> list[Action]:
    """What looks fine at first sight: a tile of the card, laid wholly inside the gallery. With a tile in the
    second hand, which this player never lifts, there is nothing to try before that one lies again.
    """
    if table.mine.second is not None:
        return []
    used = Counter(COLOURS[placed.tile.shape] for placed in table.right)
    if table.mine.hand is None:
        return [
            action
            for action in legal
            if isinstance(action, Take)
            and used[COLOURS[action.tile.shape]] < table.card.tiles.get(COLOURS[action.tile.shape], 0)
        ]
    if used[COLOURS[table.mine.hand.shape]] >= table.card.tiles.get(COLOURS[table.mine.hand.shape], 0):
        return []
    return [
        action for action in legal if isinstance(action, Place) and table.gallery.issuperset(action.squares)
    ]
