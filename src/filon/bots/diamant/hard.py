"""Diamant, hard: the exact odds of the deck, the others' habits, and the whole game played out many times.

Alone before the last cave, looking one card ahead is the best there is (see `normal`). Otherwise both choices
are played out to the end of the fifth cave, from piles that fit what is seen and with others who go on as
they have gone on so far; what counts is how often that wins.
"""

from math import sqrt
from typing import Any, Final

from librt.vecs import vec
from msgspec.structs import replace
from mypy_extensions import i64

from filon.bots.advice import chance
from filon.bots.diamant.cave import GO_ON, LEAVE, look
from filon.bots.diamant.habits import HABITS, likely_habits
from filon.bots.diamant.normal import advise
from filon.bots.sight import Sight
from filon.games.contract import Random
from filon.games.diamant.model import ExpeditionView, View
from filon.games.diamant.pieces import CAVES
from filon.games.diamant.takings import watched_chests
from filon.kernels import COMPILED
from filon.kernels.diamant.bridge import DIAMANT_BRIDGE
from filon.kernels.diamant.kernel_rollouts import KINDS, WEIGHING, WIN, DiamantRollouts
from filon.kernels.stream import Stream

_ROUNDS: Final = (150, 250, 400, 800, 1600, 3200) if COMPILED else (20, 20, 40)
"""Games played out, one batch after the other while the choice is not clear."""
_CLEAR: Final = 3.0
"""Standard errors between the two choices that end the thinking."""
_NOTHING: Final = 0.002
"""A part of the win that is not worth a thought: the gems decide then."""
_NEAR: Final = 0.02
"""A part of the win so small that it is drawn for: those who think alike would all walk out together."""
_OWN: Final = tuple(WEIGHING + KINDS * hundredths for hundredths in (100, 70, 140))
"""How the own seat may play on: by the odds, more bravely, more carefully."""


def choose_hard(sight: Sight, random: Random) -> Any:
    view: View = sight.view
    phase = view.phase
    assert isinstance(phase, ExpeditionView), "only in a cave is there anything to choose"
    assert view.seat is not None
    if look(view, phase).deadly == 0:
        return GO_ON
    if len(phase.inside) == 1 and phase.cave < CAVES:
        return advise(view, sight.legal, random).action
    rollouts = DiamantRollouts(
        DIAMANT_BRIDGE.imaginer(view),
        view.seat,
        vec[i64](HABITS),
        vec[i64](likely_habits(view, sight.past)),
    )
    gain = _gain(rollouts, Stream(random.below(1 << 32)))
    if abs(gain) < _NOTHING * int(WIN):
        return advise(replace(view, chests=watched_chests(view)), sight.legal, random).action
    if abs(gain) < _NEAR * int(WIN):
        return GO_ON if chance(random, 0.5 + gain / (2 * _NEAR * int(WIN))) else LEAVE
    return LEAVE if gain < 0 else GO_ON


def _gain(rollouts: DiamantRollouts, stream: Stream) -> float:
    """What going on, in the best way, has more than leaving."""
    sums = [0] * (2 * len(_OWN) + 1)
    games = 0
    gain = 0.0
    for batch in _ROUNDS:
        more = rollouts.worth(stream, batch, vec[i64](_OWN))
        sums = [before + here for before, here in zip(sums, more, strict=True)]
        games += batch
        best = max(range(1, len(_OWN) + 1), key=sums.__getitem__)
        gain = (sums[best] - sums[0]) / games
        error = sqrt(max(0.0, sums[best + len(_OWN)] / games - gain**2) / games)
        if abs(gain) > _CLEAR * error:
            break
    return gain
