"""Luck told from skill: a seat's result as fair share + luck + own decisions + the others' decisions.

A value V of positions telescopes from the deal to the end, where it is the result. Each step is cut in two at
Q, the mean of V over chance drawn anew after the same decision: V after it less Q is luck, Q less V before it
is the decision's. The true draw and those drawn anew have one law, so luck has mean zero whatever V is; a
good V only makes the rest less noisy (docs/coach.md has the proof).
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple, Protocol, runtime_checkable

from filon.coach.contract import Coach, Moment
from filon.coach.model import Depth, Parts
from filon.games.chance import FastRandom
from filon.games.contract import (
    TABLE,
    Actor,
    AnyGame,
    FilonError,
    Outcome,
    Random,
    Seat,
    in_intermission,
    play,
)

REDRAWS: Final[dict[Depth, int]] = {"quick": 8, "standard": 24}
_GRID: Final = float(1 << 48)
"""Parts are whole multiples of 1 / _GRID: sums of such numbers lose nothing, in whatever order."""


@runtime_checkable
class KnowsChance(Protocol):
    """What a coach may have beside `Coach`, to be spared redraws that cannot differ."""

    def draws(self, state: Any, actor: Any, action: Any) -> bool:
        """Whether chance has a part in what comes of this; from the rules, never from what did come."""
        ...


@runtime_checkable
class KnowsMean(Protocol):
    """What a coach may have beside `Coach`, to be spared redraws at all."""

    def mean(self, state: Any, actor: Any, action: Any) -> tuple[float, ...]:
        """What `value` is afterwards on average, all that chance may bring counted as it is likely."""
        ...


class Span(NamedTuple):
    """A decision and all that follows by itself: an intermission and what comes after it."""

    step: int
    seat: int | None
    action: Any
    before: Any
    after: Any


def spans(game: AnyGame, moments: Sequence[Moment]) -> Iterator[Span]:
    """An intermission belongs to what led into it: `play` passes through, and so does what is drawn anew."""
    first: Moment | None = None
    last: Moment | None = None
    for moment in moments:
        first, last = first or moment, moment
        if not in_intermission(game, moment.after):
            yield Span(first.step, first.seat, first.action, first.before, moment.after)
            first = None
    if first is not None and last is not None:
        yield Span(first.step, first.seat, first.action, first.before, last.after)


class Change(NamedTuple):
    """What a span brought each seat, apart: by chance, and by what was decided."""

    luck: tuple[float, ...]
    decided: tuple[float, ...]


class Tally:
    """Adds up luck and decisions, span by span."""

    def __init__(self, game: AnyGame, coach: Coach, dealt: Any, seats: int) -> None:
        self._game = game
        self._coach = coach
        self._seats = seats
        self._value = coach.value(dealt)
        # Who sits where is drawn like the cards; all shares add up to 1, so that over the seats this is 0.
        self.luck = [value - 1 / seats for value in self._value]
        self.own = [0.0] * seats

    def take(self, span: Span, random: Random, redraws: int) -> Change:
        after = self._coach.value(span.after)
        expected = self._expected(span, after, random, redraws)
        change = Change(_less(after, expected), _less(expected, self._value))
        for seat in range(self._seats):
            self.luck[seat] += change.luck[seat]
        if span.seat is not None:
            self.own[span.seat] += change.decided[span.seat]
        self._value = after
        return change

    def take_luck(self, span: Span, random: Random, redraws: int) -> None:
        """For who asks for luck alone: nothing is valued where chance has no part."""
        if self._draws(span):
            after = self._coach.value(span.after)
            luck = _less(after, self._expected(span, after, random, redraws))
            self.luck = [before + more for before, more in zip(self.luck, luck, strict=True)]

    def _draws(self, span: Span) -> bool:
        coach = self._coach
        return not isinstance(coach, KnowsChance) or coach.draws(span.before, _actor(span), span.action)

    def _expected(
        self, span: Span, after: tuple[float, ...], random: Random, redraws: int
    ) -> tuple[float, ...]:
        coach, game = self._coach, self._game
        actor = _actor(span)
        if not self._draws(span):
            return after
        if isinstance(coach, KnowsMean):
            return coach.mean(span.before, actor, span.action)
        total = [0.0] * self._seats
        for _ in range(redraws):
            fresh = FastRandom(random.below(1 << 32))
            drawn = coach.redraw(span.before, fresh)
            came, _events = play(game, drawn, actor, span.action, fresh)
            for seat, value in enumerate(coach.value(came)):
                total[seat] += value - after[seat]
        return tuple(value + more / redraws for value, more in zip(after, total, strict=True))

    def parts(self, outcome: Outcome) -> tuple[Parts, ...]:
        fair = _on_grid(1 / self._seats)
        found: list[Parts] = []
        for seat in range(self._seats):
            won = 1 / len(outcome.winners) if seat in outcome.winners else 0.0
            result = _on_grid(won)
            luck, own = _on_grid(self.luck[seat]), _on_grid(self.own[seat])
            found.append(Parts(result, fair, luck, own, result - fair - luck - own))
        return tuple(found)


def _actor(span: Span) -> Actor:
    return TABLE if span.seat is None else Seat(span.seat)


def _less(these: Sequence[float], those: Sequence[float]) -> tuple[float, ...]:
    return tuple(this - that for this, that in zip(these, those, strict=True))


def _on_grid(value: float) -> float:
    return round(value * _GRID) / _GRID


def parts_of(
    game: AnyGame,
    coach: Coach,
    moments: Sequence[Moment],
    outcome: Outcome,
    random: Random,
    *,
    depth: Depth,
) -> tuple[Parts, ...]:
    """By seat, for a game whose moments are all there; raises FilonError for one without any."""
    tally = _begun(game, coach, moments)
    for span in spans(game, moments):
        tally.take(span, random, REDRAWS[depth])
    return tally.parts(outcome)


def luck_of(
    game: AnyGame, coach: Coach, moments: Sequence[Moment], random: Random, *, depth: Depth
) -> tuple[float, ...]:
    """As the luck among `parts_of`, more quickly."""
    tally = _begun(game, coach, moments)
    for span in spans(game, moments):
        tally.take_luck(span, random, REDRAWS[depth])
    return tuple(tally.luck)


def _begun(game: AnyGame, coach: Coach, moments: Sequence[Moment]) -> Tally:
    if not moments:
        raise FilonError("a game in which nothing was played has no parts")
    dealt = moments[0].before
    return Tally(game, coach, dealt, len(coach.value(dealt)))


def mean_after(game: AnyGame, coach: Coach, span: Span, random: Random) -> tuple[float, ...]:
    """What the action of a span is worth before chance has spoken, whatever came of it."""
    actor = _actor(span)
    draws = not isinstance(coach, KnowsChance) or coach.draws(span.before, actor, span.action)
    if draws and isinstance(coach, KnowsMean):
        return coach.mean(span.before, actor, span.action)
    found: list[tuple[float, ...]] = []
    for _ in range(REDRAWS["quick"] if draws else 1):
        fresh = FastRandom(random.below(1 << 32))
        drawn = coach.redraw(span.before, fresh) if draws else span.before
        came, _events = play(game, drawn, actor, span.action, fresh)
        found.append(coach.value(came))
    return tuple(sum(values) / len(found) for values in zip(*found, strict=True))
