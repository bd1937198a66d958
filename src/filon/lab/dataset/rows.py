"""A finished game as rows: its log folded, and what each seat could know beside what it did."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

import msgspec
import numpy as np
import pyarrow as pa

from filon.games.contract import TABLE, AnyGame, Malformed, Seat, in_intermission
from filon.lab.dataset.record import Kind, Record, Step
from filon.lab.dataset.schema import SCHEMA
from filon.lab.encoding import Encoding, Observation
from filon.lab.registry import encoding_for

T = TypeVar("T")


class Known(msgspec.Struct, frozen=True, eq=False):
    """What a seat could go by when it acted."""

    view: Any
    legal: tuple[Any, ...]
    told: tuple[Any, ...]
    observation: Observation | None = None
    legal_indices: list[int] | None = None
    index: int | None = None


class Folded(msgspec.Struct, frozen=True, eq=False):
    step: Step
    kind: Kind
    known: Known | None
    """None: the table acted."""


def encoding_of(game: AnyGame, seats: int, options: Any) -> Encoding | None:
    """None for a game that has none: it is written without arrays."""
    try:
        return encoding_for(game.name, seats, **msgspec.structs.asdict(options))
    except Malformed as refusal:
        if refusal.field == "game":
            return None
        raise


def folded(record: Record, encoding: Encoding | None) -> Iterator[Folded]:
    """Step by step; Malformed where a seat did what it could not, or the log comes to another outcome."""
    game, state = record.game, record.state
    happened: list[Any] = []
    heard = dict.fromkeys(range(len(record.players)), 0)
    for number, step in enumerate(record.steps, start=1):
        known, kind = None, _kind(game, state, step)
        legal = _legal(game, state, step, number)
        if step.seat is not None:
            told = tuple(game.redact(event, step.seat) for event in happened[heard[step.seat] :])
            heard[step.seat] = len(happened)
            known = Known(game.view(state, step.seat), legal, told)
            if encoding is not None and kind == "decision":
                known = _with_arrays(known, encoding, step.seat, step.action)
        state = _after(game, state, step, number)
        happened += step.events
        yield Folded(step, kind, known)
    if game.outcome(state) != record.outcome:
        raise Malformed("outcome", f"the log comes to {game.outcome(state)}, not to {record.outcome}")


def _legal(game: AnyGame, state: Any, step: Step, number: int) -> tuple[Any, ...]:
    """What could be done instead, too; Malformed where the step itself could not."""
    legal = tuple(game.legal_actions(state, TABLE if step.seat is None else step.seat))
    if step.action not in legal:
        who = "the table" if step.seat is None else f"seat {step.seat}"
        raise Malformed(f"sequence {number}", f"{game.write(step.action)} is not legal for {who}")
    return legal


def _after(game: AnyGame, state: Any, step: Step, number: int) -> Any:
    try:
        for event in step.events:
            state = game.evolve(state, event)
    except Exception as broken:  # a fold takes its log for granted: how it breaks is as various as logs are
        raise Malformed(f"sequence {number}", f"the log cannot be folded: {broken!r}") from broken
    return state


def _kind(game: AnyGame, state: Any, step: Step) -> Kind:
    if step.seat is None:
        return "table"
    return "ready" if in_intermission(game, state) else "decision"


def _with_arrays(known: Known, encoding: Encoding, seat: Seat, action: Any) -> Known:
    indices = encoding.indices(seat, known.legal)
    return Known(
        view=known.view,
        legal=known.legal,
        told=known.told,
        observation=observed(encoding, known.view),
        legal_indices=indices,
        index=indices[known.legal.index(action)],
    )


def observed(encoding: Encoding, view: Any) -> Observation:
    observation = np.empty(encoding.layout.size, np.int16)
    encoding.observe(view, observation)
    return observation


def batch_of(record: Record) -> pa.RecordBatch:
    """All rows of one game. `episode` is nought: the file knows which game of its own this is."""
    game, outcome = record.game, record.outcome
    encoding = encoding_of(game, len(record.players), record.options)
    rows = [*folded(record, encoding)]
    steps: list[Step | None] = [None, *(row.step for row in rows)]
    known = [None, *(row.known for row in rows)]
    every = {
        "episode": 0,
        "game": game.name,
        "source": record.source,
        "number": record.number,
        "seats": len(record.players),
        "options": _json(record.options),
        "players": record.players,
        "seed": record.seed,
        "winners": outcome.winners,
        "scores": outcome.scores,
        "reason": outcome.reason,
        "tally": _json(outcome.tally),
    }
    columns: dict[str, list[Any]] = {
        **{name: [value] * len(steps) for name, value in every.items()},
        "sequence": [*range(len(steps))],
        "kind": ["deal", *(row.kind for row in rows)],
        "seat": _each(steps, lambda step: step.seat),
        "by": _each(steps, lambda step: step.by),
        "after_ms": _each(steps, lambda step: step.after_ms),
        "action": _each(steps, lambda step: _json(step.action)),
        "notation": _each(steps, lambda step: game.write(step.action)),
        "view": _each(known, lambda one: _json(one.view)),
        "legal": _each(known, lambda one: _json(one.legal)),
        "told": _each(known, lambda one: _json(one.told)),
        "observation": _each(known, lambda one: one.observation),
        "legal_indices": _each(known, lambda one: one.legal_indices),
        "index": _each(known, lambda one: one.index),
        "log_state": [_json(record.state), *(None for _ in rows)],
        "log_events": ["[]", *(_json(row.step.events) for row in rows)],
    }
    return pa.RecordBatch.from_pydict(columns, schema=SCHEMA)


def _each(rows: Sequence[T | None], part: Callable[[T], Any]) -> list[Any]:
    return [None if row is None else part(row) for row in rows]


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
