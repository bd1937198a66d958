"""A row as Parquet has it: every cell of the type that the schema says, and there where it has to be."""

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from filon.games.contract import Malformed
from filon.lab.dataset.record import By, Kind, Source

_SEATS: Final = ("seat", "view", "legal", "told")
_ACTED: Final = ("by", "action", "notation")
_GIVEN: Final[dict[Kind, tuple[str, ...]]] = {
    "deal": (),
    "decision": (*_SEATS, *_ACTED),
    "ready": (*_SEATS, *_ACTED),
    "table": _ACTED,
}
"""What is not null. Of a game without an encoding a decision has no arrays."""


class Plain(msgspec.Struct, frozen=True, kw_only=True):
    episode: int
    game: str
    source: Source
    number: int
    seats: int
    options: str
    players: tuple[str, ...]
    seed: str
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str
    tally: str
    sequence: int
    kind: Kind
    seat: int | None
    by: By | None
    after_ms: int | None
    action: str | None
    notation: str | None
    view: str | None
    legal: str | None
    told: str | None
    observation: list[int] | None
    legal_indices: list[int] | None
    index: int | None
    log_state: str | None = None
    log_events: str | None = None


def plain_row(number: int, cells: dict[str, Any]) -> Plain:
    """Malformed, which names the row by its place in the file, and the column."""
    try:
        row = msgspec.convert(cells, Plain)
    except msgspec.ValidationError as error:
        raise Malformed(f"row {number}", str(error)) from None
    for column, reason in _faults(row, logged="log_events" in cells):
        raise Malformed(f"row {number}: {column}", reason)
    return row


def _faults(row: Plain, *, logged: bool) -> Iterator[tuple[str, str]]:
    wanted = _GIVEN[row.kind]
    for column in (*_SEATS, *_ACTED):
        if (getattr(row, column) is not None) != (column in wanted):
            yield column, _expected(row, wanted=column in wanted)
    arrays = [cell is not None for cell in (row.observation, row.legal_indices, row.index)]
    if any(arrays) != all(arrays) or (any(arrays) and row.kind != "decision"):
        yield "observation", "arrays are there together, and of decisions"
    if row.kind == "deal" and row.after_ms is not None:
        yield "after_ms", _expected(row, wanted=False)
    if logged:
        if (row.log_state is not None) != (row.kind == "deal"):
            yield "log_state", _expected(row, wanted=row.kind == "deal")
        if row.log_events is None or (row.kind == "deal" and row.log_events != "[]"):
            yield "log_events", "the events that followed are missing"
    every = range(row.seats)
    if row.seat is not None and row.seat not in every:
        yield "seat", f"{row.seat}; there are {row.seats}"
    if not len(row.players) == len(row.scores) == row.seats:
        yield "seats", f"{row.seats}, with {len(row.players)} players and {len(row.scores)} scores"
    if not set(row.winners) <= set(every):
        yield "winners", f"{[*row.winners]}; there are {row.seats} seats"


def _expected(row: Plain, *, wanted: bool) -> str:
    return f"{'missing' if wanted else 'not null'} in a row of the kind {row.kind}"
