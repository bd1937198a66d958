"""A finished game folded again: each step with the position before and after it, and what its seat saw."""

from collections.abc import Iterator
from typing import Any

from filon.bots.sight import Sight
from filon.coach.contract import Moment
from filon.games.contract import AnyGame, Malformed, Seat
from filon.games.registry import game_named
from filon.tables.export import GameFile, TakenBack


def moments(file: GameFile[Any, Any, Any]) -> tuple[Moment, ...]:
    """The steps that count, in order: what was taken back is left out, and so is the taking back.

    Each begins where the one before it ended. Raises Malformed where a file goes back to nowhere.
    """
    game = game_named(file.game)
    counted: list[Moment] = []
    before: dict[int, Any] = {}
    state = file.state
    for index, step in enumerate(file.steps):
        before.setdefault(step.sequence, state)
        if isinstance(step, TakenBack):
            if step.to not in before:
                raise Malformed("file", f"step {index + 1} goes back to a position that never was")
            state = before[step.to]
            while counted and counted[-1].sequence >= step.to:
                counted.pop()
            continue
        after = state
        for event in step.events:
            after = game.evolve(after, event)
        counted.append(
            Moment(
                step=index,
                sequence=step.sequence,
                seat=step.seat,
                by=step.by,
                action=step.action,
                before=state,
                events=step.events,
                after=after,
                after_ms=step.after_ms,
            )
        )
        state = after
    return tuple(counted)


def sights(file: GameFile[Any, Any, Any]) -> Iterator[tuple[Moment, Sight]]:
    """Each moment at which a seat acted, with all that this seat could go by when it did."""
    game = game_named(file.game)
    happened: list[Any] = []
    told: dict[Seat, list[Any]] = {}
    for moment in moments(file):
        if moment.seat is not None:
            yield moment, _sight(game, moment, Seat(moment.seat), happened, told)
        happened += moment.events


def _sight(
    game: AnyGame, moment: Moment, seat: Seat, happened: list[Any], told: dict[Seat, list[Any]]
) -> Sight:
    known = told.setdefault(seat, [])
    known += [game.redact(event, seat) for event in happened[len(known) :]]
    return Sight(game, game.view(moment.before, seat), game.legal_actions(moment.before, seat), tuple(known))
