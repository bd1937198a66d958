"""What a seat has seen happen in the game under way, out of the table's log."""

from collections.abc import Iterable
from typing import Any

from filon.games.contract import AnyGame, Seat
from filon.tables.events import Entry, Played, Started, Undone


def past_of(game: AnyGame, seat: int, entries: Iterable[Entry]) -> tuple[Any, ...]:
    """The game's events since its deal, oldest first, as redacted for the seat.

    What was taken back is not among them.
    """
    happened: list[tuple[int, Any]] = []
    for entry in entries:
        for event in entry.events:
            match event:
                case Started():
                    happened = []
                case Undone(to):
                    happened = [(at, one) for at, one in happened if at < to]
                case Played(events=events):
                    happened += [(entry.sequence, game.redact(one, Seat(seat))) for one in events]
                case _:
                    pass
    return tuple(one for _, one in happened)
