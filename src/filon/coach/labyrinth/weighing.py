"""Everything a seat may do in Le Labyrinthe Secret, weighed by what it saw: played out round by round.

A change is worth what the best turn that begins with it is worth, a walk with whatever may still follow it.
Which turn that is, trials say that count for nothing else; then all are played out with the same chance.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from filon.bots.labyrinth.plan import Plan
from filon.bots.sight import Sight
from filon.coach.contract import Weighed
from filon.coach.labyrinth.duels import weigh_throw
from filon.coach.labyrinth.lines import Line, lines
from filon.coach.labyrinth.reasons import kind, why
from filon.coach.labyrinth.trials import HEATS, TRIALS, Trials, contest
from filon.coach.model import Depth, Option
from filon.games.contract import Random
from filon.games.labyrinth.model import Action, DuelView, View

_MOST: Final = 9
"""How many of the things that may be done are played out beside what was done."""


def weigh(sight: Sight, played: Action, random: Random, depth: Depth) -> Weighed:
    view: View = sight.view
    plan = Plan(view, sight.past)
    trials = Trials(plan, random, HEATS[depth][-1])
    if isinstance(view.phase, DuelView):
        return weigh_throw(plan, trials, sight, view.phase, depth)
    chosen = _best_lines(lines(plan, sight.legal, played), trials, played, depth)
    at = next(number for number, line in enumerate(chosen) if line.action == played)
    short = contest(trials, [line.codes for line in chosen], at, depth)
    order = sorted(range(len(chosen)), key=lambda number: (short[number].mean, number != at))
    best = chosen[order[0]]
    shares = trials.batches(best.codes, HEATS[depth][-1])
    share = sum(shares) / len(shares)
    options = tuple(
        Option(chosen[number].action, _within(share - short[number].mean), short[number].error)
        for number in order
    )
    other = chosen[at] if order[0] != at else chosen[order[1 % len(order)]]
    return Weighed(options, why(plan, best, other), kind(plan, best, other))


def _best_lines(found: Sequence[Line], trials: Trials, played: Action, depth: Depth) -> list[Line]:
    """The best for each action, of the actions that turn out best in trials."""
    lines_left = list(found)
    for heat, (kept, batches) in enumerate(TRIALS[depth]):
        tried = {line.codes: trials.trial(line.codes, heat, batches) for line in lines_left}
        lines_left.sort(key=lambda line: -tried[line.codes])
        seen = Counter[Action]()
        best: list[Line] = []
        for line in lines_left:
            seen[line.action] += 1
            if seen[line.action] <= kept and (len(seen) <= _MOST or line.action == played):
                best.append(line)
        lines_left = best
    return lines_left


def _within(share: float) -> float:
    return min(1.0, max(0.0, share))
