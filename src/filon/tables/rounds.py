"""The round of a game under way that has ended last, as somebody saw it: never more than they were shown.

Each entry is looked at as whom the viewer was then (audience.py). What is shown late is not there yet, taking
back included; a round of which a part was not for this viewer is not for them.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from filon.games.contract import CONTINUE, Seat, in_intermission
from filon.tables.audience import Audience, audience, audience_then
from filon.tables.events import Entry, Played
from filon.tables.model import AnyTable, Guest, Playing
from filon.tables.replays import Eyes, Recording, Step
from filon.tables.seating import game_of


class Round(NamedTuple):
    eyes: Eyes
    state: Any
    """As it began."""
    steps: Sequence[Step]


class RoundWatcher:
    """Takes the entries of the game that goes on, from its deal on, each with the table it led to."""

    def __init__(self, present: AnyTable, guest: Guest | None, *, now: int) -> None:
        """Raises Refused for whom may not look at the table as it is now."""
        self._game = game_of(present)
        self._today = audience(present, guest)
        self._guest = guest
        self._now = now
        self._entries: list[Entry] = []
        self._viewers: dict[int, Audience | None] = {}
        self._began: dict[int, Any] = {}
        """How rounds began, by the entry in which the table went on; the first is in the deal."""
        self._paused: set[int] = set()
        """The entries after which everybody looks at what has happened."""
        self._state: Any = None

    def take(self, then: AnyTable, entry: Entry) -> None:
        assert isinstance(then.phase, Playing)
        for event in entry.events:
            if isinstance(event, Played) and _goes_on(event):
                self._began[entry.sequence] = self._folded(entry)
        self._entries.append(entry)
        self._viewers[entry.sequence] = audience_then(then, entry, self._today, self._guest, now=self._now)
        self._state = then.phase.state
        if in_intermission(self._game, self._state):
            self._paused.add(entry.sequence)

    def _folded(self, entry: Entry) -> Any:
        """As far as the table goes on: the first move of the round may be in the same entry."""
        state = self._state
        for event in entry.events:
            if isinstance(event, Played):
                for happened in event.events:
                    state = self._game.evolve(state, happened)
                if _goes_on(event):
                    break
        return state

    def latest(self) -> Round | None:
        """None where no round has ended yet, as far as this viewer can know."""
        known = self._known()
        recording = Recording()
        for entry in known:
            recording.take(entry)
        if recording.started is None:
            return None
        opened, began, steps = known[0].sequence, recording.dealt, list[Step]()
        ended: tuple[int, Any, list[Step]] | None = None
        for step in recording.steps:
            if _goes_on(step):
                ended = opened, began, steps
                opened, began, steps = step.sequence, self._began[step.sequence], []
            elif step.action != CONTINUE:
                steps.append(step)
        if known[-1].sequence in self._paused:
            ended = opened, began, steps
        return None if ended is None else self._seen(*ended)

    def _known(self) -> Sequence[Entry]:
        """Up to the last that the viewer may have been shown: what is late comes last."""
        last = max((at for at, viewer in self._viewers.items() if viewer is not None), default=0)
        return [entry for entry in self._entries if entry.sequence <= last]

    def _seen(self, opened: int, began: Any, steps: Sequence[Step]) -> Round | None:
        seats: set[int | None] = set()
        for sequence in (opened, *(step.sequence for step in steps)):
            viewer = self._viewers[sequence]
            if viewer is None:
                return None
            seats.add(viewer.seat)
        (seat,) = seats if len(seats) == 1 else (None,)
        return Round(Eyes("public") if seat is None else Eyes("seat", Seat(seat)), began, steps)


def _goes_on(move: Played[Any, Any] | Step) -> bool:
    """The table leaves an intermission, and the next round begins."""
    return move.seat is None and move.action == CONTINUE
