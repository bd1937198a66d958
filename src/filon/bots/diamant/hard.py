"""Diamant, hard: a policy that nobody can better by much, left as far as the others' habits pay for it.

What to do among players of whom nothing is known was learnt beforehand (docs/diamant.md). Where what somebody
has done looks like a habit, both choices are played out to the end of the fifth cave, with others who go on
as they have gone on so far; the more of a win that shows, the further it moves away from the policy. Alone
before the last cave looking one card ahead is the best there is (see `normal`).
"""

from math import exp, log
from typing import Any, Final

from librt.vecs import vec
from msgspec.structs import replace
from mypy_extensions import i64

from filon.bots.advice import chance
from filon.bots.diamant.cave import GO_ON, LEAVE, look
from filon.bots.diamant.habits import HABITS, likely_habits, running
from filon.bots.diamant.lookahead import ROUNDS, outlook
from filon.bots.diamant.normal import advise
from filon.bots.sight import Sight
from filon.games.contract import Random
from filon.games.diamant.model import ExpeditionView, View
from filon.games.diamant.pieces import CAVES
from filon.games.diamant.takings import watched_chests
from filon.kernels.diamant.bridge import DIAMANT_BRIDGE
from filon.kernels.diamant.kernel_policy import SURE
from filon.kernels.diamant.kernel_rollouts import DiamantRollouts
from filon.kernels.diamant.policy import policy_of
from filon.kernels.stream import Stream

_LEASH: Final = 0.005
"""The part of a win that makes a choice likelier by a factor of e than the policy has it."""
_STRANGE: Final = 0.3
"""Who is less likely than this to play the policy is played against by the habits shown. Among players of the
policy it happens next to never."""
_ROUNDS: Final = ROUNDS[:-1]
"""The leash blurs what more games would tell."""
_NOTHING: Final = 0.002
"""A part of the win that is not worth a thought: the gems decide then."""
_WON: Final = 0.97
"""Who wins so surely by leaving the last cave goes home, and does not play on for nothing."""
_NEVER: Final = 0.02
"""What the policy does more rarely than this it does not do."""


def choose_hard(sight: Sight, random: Random) -> Any:
    view: View = sight.view
    assert isinstance(view.phase, ExpeditionView), "only in a cave is there anything to choose"
    assert view.seat is not None
    if view.phase.inside == (view.seat,):
        cave = look(view, view.phase)
        if cave.deadly == 0:
            return GO_ON
        if view.phase.cave < CAVES:
            return advise(view, sight.legal, random).action
    imaginer = DIAMANT_BRIDGE.imaginer(view)
    policy = policy_of(len(view.chests))
    policy.see(imaginer.known)
    leaving = policy.leaving(imaginer.known, view.seat) / int(SURE)
    likely = likely_habits(view, sight.past)
    strange = any(one[-1] < _STRANGE for seat, one in enumerate(likely) if seat != view.seat)
    if strange or view.phase.cave == CAVES:
        rollouts = DiamantRollouts(imaginer, policy, view.seat, vec[i64](HABITS), vec[i64](running(likely)))
        ahead = outlook(rollouts, Stream(random.below(1 << 32)), _ROUNDS if strange else _ROUNDS[:1])
        if view.phase.cave == CAVES and ahead.leaving > _WON and ahead.more < 1 - _WON:
            return LEAVE
        if abs(ahead.more) < _NOTHING:
            return advise(replace(view, chests=watched_chests(view)), sight.legal, random).action
        if strange:
            leaving = _moved(leaving, -ahead.more)
    if leaving < _NEVER or leaving > 1 - _NEVER:
        return LEAVE if leaving > 0.5 else GO_ON
    return LEAVE if chance(random, leaving) else GO_ON


def _moved(leaving: float, better: float) -> float:
    """The policy's chance of leaving, on a leash: what pays more gets likelier."""
    least = 1e-4
    wish = log(max(least, leaving) / max(least, 1 - leaving)) + better / _LEASH
    return 1 / (1 + exp(-max(-30.0, min(30.0, wish))))
