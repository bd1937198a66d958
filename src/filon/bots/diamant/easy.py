"""Diamant, easy: somebody who goes by feeling."""

from collections.abc import Sequence

from filon.bots.advice import chance
from filon.bots.diamant.cave import GO_ON, LEAVE
from filon.games.contract import Random
from filon.games.diamant.model import Action, ExpeditionView, View
from filon.games.diamant.pieces import Danger


def choose_easily(view: View, legal: Sequence[Action], random: Random) -> Action:
    """The easy player goes by feeling: each warning and each handful of gems makes leaving look better."""
    phase = view.phase
    assert isinstance(phase, ExpeditionView), "only in a cave is there anything to choose"
    warnings = sum(isinstance(turned.card, Danger) for turned in phase.gallery)
    if not phase.loot and not any(turned.left for turned in phase.gallery):
        wish = 0.02 * warnings
    else:
        wish = 0.02 + 0.06 * warnings + 0.02 * phase.loot
    wanted = LEAVE if chance(random, min(0.9, wish)) else GO_ON
    return wanted if wanted in legal else legal[0]
