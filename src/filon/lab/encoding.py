"""How a game looks in arrays: what every face of the lab shares.

An encoding belongs to one table: a game, a number of seats, options. Everything is told from one seat's
side: wherever players are listed, the seat itself comes first, then the others clockwise, so that one
policy can play every seat.
"""

from collections.abc import Mapping, Sequence
from math import prod
from typing import Any, Final, Protocol, TypeAlias, TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from filon.games.contract import AnyGame, Malformed, Seat

Observation: TypeAlias = NDArray[np.int16]
Mask: TypeAlias = NDArray[np.int8]
"""A one for each index that is a legal action, as PettingZoo and Gymnasium have it."""

NOBODY_KNOWS: Final = -1
"""In an observation: hidden from this seat."""


class Field(msgspec.Struct, frozen=True):
    """Some neighbouring numbers with one meaning; `low` and `high` are the least and greatest they can be."""

    name: str
    shape: tuple[int, ...]
    low: int
    high: int
    about: str

    @property
    def size(self) -> int:
        return prod(self.shape)


class Layout:
    """Fields one after another in one row of numbers."""

    def __init__(self, *fields: Field) -> None:
        self.fields: Final = fields
        self.offsets: Final[Mapping[str, int]] = {
            field.name: sum(before.size for before in fields[:at]) for at, field in enumerate(fields)
        }
        self.size: Final = sum(field.size for field in fields)
        if len(self.offsets) != len(fields):
            raise ValueError("two fields of one name")

    @property
    def low(self) -> Observation:
        return np.repeat([field.low for field in self.fields], self._sizes).astype(np.int16)

    @property
    def high(self) -> Observation:
        return np.repeat([field.high for field in self.fields], self._sizes).astype(np.int16)

    @property
    def _sizes(self) -> list[int]:
        return [field.size for field in self.fields]

    def split(self, rows: NDArray[Any]) -> dict[str, NDArray[Any]]:
        """By name, views of the last axis; axes before it stay. Raises Malformed for other rows."""
        if rows.shape[-1:] != (self.size,):
            raise Malformed("rows", f"rows of {self.size} numbers are wanted, not the shape {rows.shape}")
        return {
            field.name: rows[..., at : at + field.size].reshape(*rows.shape[:-1], *field.shape)
            for field, at in zip(self.fields, self.offsets.values(), strict=True)
        }


class Encoding(Protocol):
    """One game at one kind of table."""

    game: AnyGame
    seats: int
    options: Any
    layout: Layout
    """Of an observation. It tells all that the seat's view does of the position at hand."""
    actions: Layout
    """What the indices of actions mean: an index within a field is a place in its shape; 0 and 1 are the
    least and greatest entries of a mask.
    """

    def observe(self, view: Any, out: Observation) -> None:
        """Writes every number of `out`, which has the layout's size."""
        ...

    def indices(self, seat: Seat, legal: Sequence[Any]) -> list[int]:
        """The indices of the seat's legal actions in their order, no two alike.

        All of them are asked at once: an index may depend on what else is legal, never on what is hidden.
        """
        ...


Row = TypeVar("Row", bound=NDArray[Any])


def require_row(name: str, row: Row, size: int, kind: type[np.generic]) -> Row:
    """The same, if it can be written into; raises Malformed, which names it."""
    if (
        not isinstance(row, np.ndarray)
        or row.shape != (size,)
        or row.dtype != kind
        or not row.flags.writeable
    ):
        raise Malformed(name, f"an array of {size} numbers of {kind.__name__} is wanted, to be written into")
    return row


def clockwise(seats: int, seat: Seat | None) -> list[Seat]:
    """The order in which a seat sees the players; a spectator sees them as they are numbered."""
    first = seat or 0
    return [Seat((first + place) % seats) for place in range(seats)]
