"""What was carried home: all have seen it, and who adds it up knows every chest, DIA-4.1."""

from filon.games.contract import Hidden
from filon.games.diamant.model import Returned, Takings, View


def with_takings(takings: Takings, cave: int, event: Returned, seats: int) -> Takings:
    if not event.banked:
        return takings
    *before, here = takings + ((0,) * seats,) * (cave - len(takings))
    carried = list(here)
    for seat in event.seats:
        carried[seat] = event.banked
    return (*before, tuple(carried))


def watched_chests(view: View) -> tuple[int, ...]:
    """What lies in all chests, the hidden ones too."""
    return tuple(
        sum(cave[seat] for cave in view.takings) if isinstance(chest, Hidden) else chest
        for seat, chest in enumerate(view.chests)
    )
