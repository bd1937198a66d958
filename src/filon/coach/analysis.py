"""A finished game analysed: every real decision weighed, the curve, its turning points, luck told from skill.

Pure: the same file, depth and seed give the same analysis. `analysing` pauses after each piece of work, for
a job that shares its process or may be cancelled; `analyse` is for who waits.
"""

from bisect import bisect_left
from collections.abc import Callable, Generator, Sequence
from typing import Any, Final

from filon.bots.advice import Value, Why
from filon.bots.sight import Sight
from filon.coach.contract import Coach, Moment
from filon.coach.luck import REDRAWS, Change, Span, Tally, spans
from filon.coach.model import FORMAT, Analysis, Decision, Depth, TurningPoint
from filon.coach.registry import coach_of
from filon.coach.replay import moments, sights
from filon.games.chance import FastRandom
from filon.games.contract import CONTINUE, Malformed, Random
from filon.games.registry import game_named
from filon.tables.export import GameFile

MOST_TURNING_POINTS: Final = 5
LEAST_CHANGE: Final = 0.05
"""A part of the win below which nothing is called a turning point."""
_SURE: Final = 2.0
"""Standard errors within which a difference is too close to call."""
_EXACT: Final = 1e-9
"""Below this, exact values are the same value."""
_WEIGHING: Final = 0.8
_VALUING: Final = 0.95
"""How much of the work is done after each part, roughly."""


def analyse(
    file: GameFile[Any, Any, Any],
    *,
    depth: Depth = "standard",
    seed: int = 0,
    progress: Callable[[float], object] = lambda _done: None,
) -> Analysis:
    work = analysing(file, depth=depth, seed=seed)
    while True:
        try:
            progress(next(work))
        except StopIteration as end:
            found: Analysis = end.value
            return found


def analysing(
    file: GameFile[Any, Any, Any], *, depth: Depth = "standard", seed: int = 0
) -> Generator[float, None, Analysis]:
    """Yields how much is done, from 0 to 1, between any two decisions; returns the analysis."""
    game = game_named(file.game)
    coach = coach_of(file.game)
    steps = moments(file)
    if not steps:
        raise Malformed("file", "nothing was played in this game")
    decisions: list[Decision] = []
    for moment, sight in sights(file):
        if is_decision(coach, moment, sight):
            decisions.append(_weighed(coach, moment, sight, _chance(seed, 0, moment.step), depth))
            yield _WEIGHING * moment.step / len(file.steps)
    tally = Tally(game, coach, file.state, len(file.players))
    changes: list[tuple[Span, Change]] = []
    for span in spans(game, steps):
        changes.append((span, tally.take(span, _chance(seed, 1, span.step), REDRAWS[depth])))
        yield _WEIGHING + (_VALUING - _WEIGHING) * span.step / len(file.steps)
    insight = coach.insight(steps, file.players, _chance(seed, 2, 0), depth)
    return Analysis(
        format=FORMAT,
        game=game.name,
        depth=depth,
        players=file.players,
        decisions=tuple(decisions),
        curve=_curve(coach, steps, len(file.steps)),
        turning_points=_turning_points(changes, decisions),
        parts=tally.parts(file.outcome),
        insight=insight,
    )


def worst(analysis: Analysis, seat: int, count: int = 3) -> tuple[Decision, ...]:
    """The mistakes of a seat that cost most, the dearest first."""
    mistakes = [one for one in analysis.decisions if one.seat == seat and one.verdict == "mistake"]
    return tuple(sorted(mistakes, key=lambda one: (-one.cost, one.step))[:count])


def is_decision(coach: Coach, moment: Moment, sight: Sight) -> bool:
    """Neither forced nor a mere sign that the seat is ready."""
    return moment.action != CONTINUE and len(sight.legal) > 1 and coach.is_real(sight)


def _chance(seed: int, purpose: int, step: int) -> Random:
    """Each piece of work has chance of its own: leaving one out changes nothing in the others."""
    return FastRandom((seed << 40) + (purpose << 32) + step)


def _weighed(coach: Coach, moment: Moment, sight: Sight, random: Random, depth: Depth) -> Decision:
    assert moment.seat is not None
    weighed = coach.weigh(sight, moment.action, random, depth)
    played = next(at for at, option in enumerate(weighed.options) if option.action == moment.action)
    here = weighed.options[played]
    cost = max(0.0, weighed.options[0].game - here.game)
    verdict: Any = "mistake"
    if not weighed.graded:
        verdict = "ungraded"
    elif played == 0 or cost <= _EXACT:
        verdict = "best"
    elif cost <= _SURE * here.error:
        verdict = "close"
    return Decision(
        step=moment.step,
        sequence=moment.sequence,
        seat=moment.seat,
        played=played,
        options=weighed.options,
        verdict=verdict,
        cost=cost if verdict == "mistake" else 0.0,
        why=weighed.why,
        kind=weighed.kind,
    )


def _curve(coach: Coach, steps: Sequence[Moment], length: int) -> tuple[tuple[float, ...], ...]:
    """A point for each step of the file; what was taken back has the value of what was played instead."""
    values = [coach.value(moment.before) for moment in steps]
    values.append(coach.value(steps[-1].after))
    counted = [moment.step for moment in steps]
    return (*(values[bisect_left(counted, step)] for step in range(length)), values[-1])


def _turning_points(
    changes: Sequence[tuple[Span, Change]], decisions: Sequence[Decision]
) -> tuple[TurningPoint, ...]:
    weighed = {decision.step: decision for decision in decisions}
    points: list[TurningPoint] = []
    for span, change in changes:
        both = [luck + decided for luck, decided in zip(change.luck, change.decided, strict=True)]
        seat = max(range(len(both)), key=lambda at: abs(both[at]))
        if abs(both[seat]) >= LEAST_CHANGE:
            why = _why(span, change, seat, weighed.get(span.step))
            points.append(TurningPoint(span.step, seat, both[seat], why))
    points.sort(key=lambda point: -abs(point.change))
    return tuple(sorted(points[:MOST_TURNING_POINTS], key=lambda point: point.step))


def _why(span: Span, change: Change, seat: int, decision: Decision | None) -> Why:
    """`coach.gained` or `coach.lost`: `points` of a hundred, `by` a draw or a decision.

    A decision comes with `who` took it and, where it was weighed, the coach's reason: its key as `reason`,
    and its figures.
    """
    luck, decided = change.luck[seat], change.decided[seat]
    values: dict[str, Value] = {}
    by = "draw"
    if span.seat is not None and abs(decided) > abs(luck):
        by = "decision"
        if decision is not None:
            values = {**decision.why.values, "reason": decision.why.key}
        values["who"] = span.seat
    points = round(100 * abs(luck + decided))
    key = "coach.gained" if luck + decided > 0 else "coach.lost"
    return Why(key, {**values, "by": by, "points": points})
