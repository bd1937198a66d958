"""Going on or leaving, from what one seat saw: the share of the win of each, with the odds behind it."""

from math import sqrt
from typing import Final, NamedTuple

from librt.vecs import vec
from mypy_extensions import i64

from filon.bots.advice import Value, Why
from filon.bots.diamant.cave import GO_ON, LEAVE, Cave, look
from filon.bots.diamant.habits import HABITS, likely_habits, running
from filon.bots.diamant.normal import advise
from filon.bots.sight import Sight
from filon.coach.contract import Weighed
from filon.coach.diamant.solo import Alone, alone, unmet_hazards
from filon.coach.model import Depth, Option
from filon.games.contract import Random
from filon.games.diamant.model import Action, ExpeditionView, View
from filon.games.diamant.pieces import HAZARD_COPIES, Danger
from filon.kernels import COMPILED
from filon.kernels.diamant.bridge import DIAMANT_BRIDGE
from filon.kernels.diamant.kernel_rollouts import KINDS, WEIGHING, WIN, DiamantRollouts
from filon.kernels.diamant.policy import policy_of
from filon.kernels.stream import Stream

_TRIAL: Final = 200 if COMPILED else 10
"""Games that only say which way of going on is the best; what it is worth, others say."""
_GAMES: Final[dict[Depth, int]] = (
    {"quick": 300, "standard": 1500} if COMPILED else {"quick": 20, "standard": 40}
)
_OWN: Final = tuple(WEIGHING + KINDS * hundredths for hundredths in (100, 70, 140))
"""How the seat may play on: by the odds, more bravely, more carefully."""


class Worth(NamedTuple):
    """Shares of the win, and the standard error of their difference."""

    going: float
    leaving: float
    error: float


def weigh(sight: Sight, played: Action, random: Random, depth: Depth) -> Weighed:
    view: View = sight.view
    phase = view.phase
    assert isinstance(phase, ExpeditionView), "only in a cave is there anything to choose"
    cave = look(view, phase)
    stream = Stream(random.below(1 << 32))
    gems = lone_gems(view, phase, cave)
    worth = _played_out(sight, view, stream, depth)
    going = Option(GO_ON, worth.going, 0.0)
    leaving = Option(LEAVE, worth.leaving, 0.0)
    best, other = (going, leaving) if worth.going >= worth.leaving else (leaving, going)
    options = (best, Option(other.action, other.game, worth.error))
    return Weighed(options, _why(sight, phase, cave, gems, best), _kind(phase, played))


def lone_gems(view: View, phase: ExpeditionView, cave: Cave) -> Alone | None:
    """What who is alone can carry home, exactly."""
    if len(phase.inside) > 1:
        return None
    met = {turned.card.hazard for turned in phase.gallery if isinstance(turned.card, Danger)}
    return alone(cave, phase.loot, unmet_hazards(met, view.removed, HAZARD_COPIES))


def _played_out(sight: Sight, view: View, stream: Stream, depth: Depth) -> Worth:
    assert view.seat is not None
    rollouts = DiamantRollouts(
        DIAMANT_BRIDGE.imaginer(view),
        policy_of(len(view.chests)),
        view.seat,
        vec[i64](HABITS),
        vec[i64](running(likely_habits(view, sight.past))),
    )
    tried = rollouts.worth(stream, _TRIAL, vec[i64](_OWN))
    way = max(range(len(_OWN)), key=lambda at: tried[at + 1])
    games = _GAMES[depth]
    # The first habit is that for the caves to come, and stays; a way of its own is counted beside it.
    left, *ways = list(rollouts.worth(stream, games, vec[i64]((_OWN[0], _OWN[way]))))
    gain = (ways[1] - left) / games
    spread = max(0.0, ways[3] / games - gain**2)
    win = int(WIN)
    return Worth(ways[1] / games / win, left / games / win, sqrt(spread / games) / win)


def _why(sight: Sight, phase: ExpeditionView, cave: Cave, gems: Alone | None, best: Option) -> Why:
    """The odds of the next card, and gems for gems what the choice is between."""
    said = advise(sight.view, sight.legal, Stream(0)).why.values
    values: dict[str, Value] = {
        "risk": round(100 * cave.risk, 1),
        "deadly": cave.deadly,
        "cards": cave.cards,
        "loot": phase.loot,
        "floor": cave.share(1),
        "going": round(gems.going, 1) if gems else said["going"],
        "leaving": gems.leaving if gems else said["leaving"],
        "inside": len(phase.inside),
    }
    if gems is not None:
        return Why("coach.diamant.alone_go" if best.action == GO_ON else "coach.diamant.alone_leave", values)
    return Why("coach.diamant.go_on" if best.action == GO_ON else "coach.diamant.leave", values)


def _kind(phase: ExpeditionView, played: Action) -> str:
    """`late`: went on, where it may have been time to leave; `early`: left. By how many hazards were seen."""
    hazards = sum(isinstance(turned.card, Danger) for turned in phase.gallery)
    return f"diamant.{'early' if played == LEAVE else 'late'}_{hazards}"
