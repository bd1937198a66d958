"""A throw weighed: what hangs on the duel, and, against somebody who can be foreseen, what to throw."""

from typing import Final, NamedTuple

from filon.bots.advice import Value, Why
from filon.bots.labyrinth.plan import Plan
from filon.bots.sight import Sight
from filon.coach.contract import Weighed
from filon.coach.labyrinth.throws import THINGS, foreseen
from filon.coach.labyrinth.trials import Trials
from filon.coach.model import Depth, Option
from filon.games.labyrinth.model import DuelView, Throw
from filon.games.labyrinth.pieces import Thing
from filon.kernels.labyrinth.kernel_choices import THROW
from filon.kernels.labyrinth.kernel_position import NONE
from filon.kernels.labyrinth.kernel_ways import NOWHERE

_BATCHES: Final[dict[Depth, int]] = {"quick": 4, "standard": 16}
_STONE, _SCISSORS, _PAPER = (THINGS.index(thing) for thing in (Thing.STONE, Thing.SCISSORS, Thing.PAPER))


class AtStake(NamedTuple):
    """The seat's share of the win after the duel."""

    won: float
    lost: float


def weigh_throw(plan: Plan, trials: Trials, sight: Sight, duel: DuelView, depth: Depth) -> Weighed:
    """Equal throws are thrown again, and leave half of it."""
    other = next(seat for seat in duel.duellists if seat != plan.seat)
    read = foreseen(sight.past, other)
    at_stake = hangs_on_it(plan, trials, duel, _BATCHES[depth])
    middle, half = (at_stake.won + at_stake.lost) / 2, (at_stake.won - at_stake.lost) / 2
    values: dict[str, Value] = {"seat": other, "points": round(200 * half)}
    if read.advised is None or read.expected is None or not read.predictable:
        options = tuple(Option(action, middle, 0.0) for action in sight.legal)
        return Weighed(options, Why("coach.labyrinth.throw", values), "labyrinth.throw", graded=False)
    ahead = half * min(1.0, read.edge)
    gains = {read.advised: ahead, (read.advised + 1) % 3: 0.0, (read.advised + 2) % 3: -ahead}
    best_first = sorted(gains, key=lambda thing: -gains[thing])
    best = best_first[0]
    options = tuple(
        Option(
            Throw(THINGS[thing]),
            middle + gains[thing],
            abs(gains[best] - gains[thing]) * read.error / read.edge,
        )
        for thing in best_first
    )
    values |= {
        "thing": read.expected.value,
        "best": THINGS[read.advised].value,
        "won": read.won,
        "throws": read.throws,
        "chance": round(100 * (1 + 2 * min(1.0, read.edge)) / 3),
    }
    return Weighed(options, Why("coach.labyrinth.foreseen", values), "labyrinth.throw")


def hangs_on_it(plan: Plan, trials: Trials, duel: DuelView, batches: int) -> AtStake:
    """Both ends of the duel, played out with the same chance."""
    first = duel.duellists[0] == plan.seat
    ends: list[float] = []
    for theirs in (_SCISSORS, _PAPER):
        total = 0.0
        for batch in range(batches):
            known = trials.worlds[batch % len(trials.worlds)]
            world = known.copy(known.stream)
            world.one_threw, world.other_threw = (NONE, theirs) if first else (theirs, NONE)
            total += trials.share(world, (NOWHERE, THROW + _STONE), batch)
        ends.append(total / batches)
    return AtStake(*ends)
