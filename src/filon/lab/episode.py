"""One game by the law, as the lab's faces play it: whom it waits for, what that seat sees, its next step.

Intermissions are passed, and the table itself acts where nobody else can, or once `PATIENCE` decisions went
by without it (a clock runs out), as in random play (`lab.walk`).
"""

from collections.abc import Sequence
from copy import copy
from typing import Any, Final, Self

import numpy as np

from filon.games.contract import TABLE, AnyGame, Malformed, Outcome, Seat, play
from filon.kernels.stream import Stream
from filon.lab.encoding import Encoding, Mask, Observation, require_row
from filon.lab.errors import GameIsOver, NotLegal, NotWaitedFor
from filon.lab.walk import PATIENCE
from filon.lab.whole import whole

SEEDS: Final = 1 << 63
"""Below this a Stream takes them."""


class Episode:
    """The same seed and the same actions give the same game; a `copy` goes on as this one would.

    `number` tells the games of one seed apart. Whatever is asked of a seat that is none raises Malformed.
    """

    def __init__(self, encoding: Encoding, seed: int, number: int = 0) -> None:
        self.encoding = encoding
        self.game: AnyGame = encoding.game
        self.random = Stream(_read("seed", seed), _read("number", number))
        self.state: Any = self.game.deal(encoding.seats, encoding.options, self.random)
        self.past: list[Any] = []
        """All events since the deal, whole: `told` gives a seat its part of them."""
        self.decisions = 0
        self._since_table = 0
        self._legal: dict[Seat, Sequence[Any]] = {}
        self._indices: dict[Seat, dict[int, Any]] = {}
        self._let_the_table_act()

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """Whoever has to decide, in the order of the seats; nobody when the game is over."""
        return tuple(sorted(self.game.to_act(self.state)))

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.state)

    def view(self, seat: Seat | None) -> Any:
        self._require_seat(seat)
        return self.game.view(self.state, seat)

    def told(self, seat: Seat | None, *, since: int = 0) -> list[Any]:
        """What has happened since the deal or after `since` events, as far as the seat may know it."""
        self._require_seat(seat)
        return [self.game.redact(event, seat) for event in self.past[since:]]

    def legal(self, seat: Seat) -> Sequence[Any]:
        """The legal actions of a seat that is waited for; none of any other."""
        if seat not in self._legal:
            self._require_seat(seat)
            waiting = seat in self.game.to_act(self.state)
            self._legal[seat] = self.game.legal_actions(self.state, seat) if waiting else ()
        return self._legal[seat]

    def choices(self, seat: Seat) -> dict[int, Any]:
        """The legal actions by their indices, in the law's order."""
        if seat not in self._indices:
            legal = self.legal(seat)
            self._indices[seat] = dict(zip(self.encoding.indices(seat, legal), legal, strict=True))
        return self._indices[seat]

    def observe(self, seat: Seat | None, out: Observation | None = None) -> Observation:
        size = self.encoding.layout.size
        into = np.empty(size, np.int16) if out is None else require_row("out", out, size, np.int16)
        self.encoding.observe(self.view(seat), into)
        return into

    def mask(self, seat: Seat, out: Mask | None = None) -> Mask:
        size = self.encoding.actions.size
        into = np.empty(size, np.int8) if out is None else require_row("out", out, size, np.int8)
        into[:] = 0
        into[list(self.choices(seat))] = 1
        return into

    def step(self, seat: Seat, index: int) -> None:
        """Raises GameIsOver, NotWaitedFor, NotLegal or Malformed and changes nothing otherwise."""
        if self.outcome is not None:
            raise GameIsOver("the game is over; deal another one")
        number = whole(index)
        if number is None:
            raise Malformed("index", f"{index!r} is no whole number")
        choices = self.choices(seat)
        if not choices:
            waited = " and ".join(f"seat {one}" for one in self.waiting)
            raise NotWaitedFor(f"seat {seat} has nothing to decide now; the game waits for {waited}")
        if number not in choices:
            raise NotLegal(number, f"seat {seat}", list(choices))
        self.act(seat, choices[number])

    def act(self, seat: Seat, action: Any) -> None:
        """As `step`, for an action that is known to be legal."""
        self._play(seat, action)
        self.decisions += 1
        self._since_table += 1
        self._let_the_table_act()

    def copy(self) -> Self:
        twin = copy(self)
        twin.random = self.random.copy()
        twin.past = self.past.copy()
        return twin

    def _require_seat(self, seat: Seat | None) -> None:
        """By type too: a law would read -1 as the last seat, and 1.0 as nobody's."""
        if seat is not None and (whole(seat) is None or not 0 <= seat < self.encoding.seats):
            raise Malformed("seat", f"{seat!r} is no seat; they are from 0 to {self.encoding.seats - 1}")

    def _let_the_table_act(self) -> None:
        while not self.game.to_act(self.state) or self._since_table >= PATIENCE:
            actions = self.game.legal_actions(self.state, TABLE)
            if not actions:
                return
            self._since_table = 0
            self._play(TABLE, actions[0])

    def _play(self, actor: Any, action: Any) -> None:
        self.state, events = play(self.game, self.state, actor, action, self.random)
        self.past += events
        # Made anew, not emptied: a copy may still go by the old ones.
        self._legal = {}
        self._indices = {}


def _read(name: str, value: int) -> int:
    number = whole(value)
    if number is None or not 0 <= number < SEEDS:
        raise Malformed(name, f"{value!r} is no whole number from 0 to {SEEDS - 1}")
    return number
