"""A finished game as rows: its log folded, and what each seat could know beside what it did."""

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np
import pyarrow as pa

from filon.games.contract import AnyGame, Malformed, Seat, in_intermission
from filon.lab.dataset.record import Kind, Record, Step
from filon.lab.dataset.schema import SCHEMA
from filon.lab.encoding import Encoding
from filon.lab.registry import encoding_for


class Known(NamedTuple):
    """What a seat could go by when it acted."""

    view: Any
    legal: tuple[Any, ...]
    told: tuple[Any, ...]
    observation: np.ndarray[Any, np.dtype[np.int16]] | None
    legal_indices: list[int] | None
    index: int | None


class Folded(NamedTuple):
    step: Step
    kind: Kind
    known: Known | None
    """None: the table acted."""
    after: Any


_UNKNOWN: Final = Known(None, (), (), None, None, None)


def encoding_of(game: AnyGame, seats: int, options: Any) -> Encoding | None:
    """None for a game that has none: it is written without arrays."""
    try:
        return encoding_for(game.name, seats, **msgspec.structs.asdict(options))
    except Malformed as refusal:
        if refusal.field == "game":
            return None
        raise


def folded(record: Record, encoding: Encoding | None) -> Iterator[Folded]:
    """Step by step; Malformed where a seat did what it could not."""
    game, state = record.game, record.state
    happened: list[Any] = []
    heard = dict.fromkeys(range(len(record.players)), 0)
    for number, step in enumerate(record.steps, start=1):
        known, kind = None, _kind(game, state, step)
        if step.seat is not None:
            told = tuple(game.redact(event, step.seat) for event in happened[heard[step.seat] :])
            heard[step.seat] = len(happened)
            known = _known(
                game, state, step.seat, step.action, told, encoding if kind == "decision" else None
            )
            if step.action not in known.legal:
                raise Malformed(
                    f"sequence {number}", f"{game.write(step.action)} is not legal for seat {step.seat}"
                )
        for event in step.events:
            state = game.evolve(state, event)
        happened += step.events
        yield Folded(step, kind, known, state)


def _kind(game: AnyGame, state: Any, step: Step) -> Kind:
    if step.seat is None:
        return "table"
    return "ready" if in_intermission(game, state) else "decision"


def _known(
    game: AnyGame, state: Any, seat: Seat, action: Any, told: tuple[Any, ...], encoding: Encoding | None
) -> Known:
    view, legal = game.view(state, seat), tuple(game.legal_actions(state, seat))
    if encoding is None:
        return Known(view, legal, told, None, None, None)
    indices = encoding.indices(seat, legal)
    index = indices[legal.index(action)] if action in legal else None
    return Known(view, legal, told, observed(encoding, view), indices, index)


def observed(encoding: Encoding, view: Any) -> np.ndarray[Any, np.dtype[np.int16]]:
    observation = np.empty(encoding.layout.size, np.int16)
    encoding.observe(view, observation)
    return observation


def batch_of(record: Record) -> pa.RecordBatch:
    """All rows of one game. `episode` is nought: the file knows which game of its own this is."""
    game, outcome = record.game, record.outcome
    encoding = encoding_of(game, len(record.players), record.options)
    rows = [*folded(record, encoding)]
    steps: list[Step | None] = [None, *(row.step for row in rows)]
    known = [row.known or _UNKNOWN for row in rows]
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
        "view": [None, *(None if one is _UNKNOWN else _json(one.view) for one in known)],
        "legal": [None, *(None if one is _UNKNOWN else _json(one.legal) for one in known)],
        "told": [None, *(None if one is _UNKNOWN else _json(one.told) for one in known)],
        "observation": [None, *(one.observation for one in known)],
        "legal_indices": [None, *(one.legal_indices for one in known)],
        "index": [None, *(one.index for one in known)],
        "log_state": [_json(record.state), *(None for _ in rows)],
        "log_events": ["[]", *(_json(row.step.events) for row in rows)],
    }
    return pa.RecordBatch.from_pydict(columns, schema=SCHEMA)


def _each(steps: list[Step | None], part: Callable[[Step], Any]) -> list[Any]:
    return [None if step is None else part(step) for step in steps]


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
