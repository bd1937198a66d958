"""What a game brings along to be coached. One object a game, `COACH` in its folder here."""

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from filon.bots.advice import Why
from filon.bots.sight import Sight
from filon.coach.model import Depth, Option
from filon.games.contract import Random


class Moment(NamedTuple):
    """A step of a finished game, from the position before it to the one after it."""

    step: int
    sequence: int
    seat: int | None
    """None: the table itself."""
    by: str
    action: Any
    before: Any
    """The state; for the replay and for values over chance. What weighs a decision gets its sight alone."""
    events: tuple[Any, ...]
    after: Any
    after_ms: int = 0
    """Since the deal."""


class Weighed(NamedTuple):
    options: tuple[Option, ...]
    """The best first; what was played is among them."""
    why: Why
    kind: str
    graded: bool = True


class Coach(Protocol):
    @property
    def insight_type(self) -> Any:
        """Of what `insight` returns: stored, sent, and told to the web client's type check."""
        ...

    def is_real(self, sight: Sight) -> bool:
        """Whether there was anything to decide; `sight.legal` has two actions or more."""
        ...

    def weigh(self, sight: Sight, played: Any, random: Random, depth: Depth) -> Weighed:
        """From what the seat saw alone: the same sight and the same chance give the same answer."""
        ...

    def value(self, state: Any) -> tuple[float, ...]:
        """Each seat's share of the win, adding up to 1: cheap, and known at the end exactly.

        It must not depend on the order of what is still face down in piles: that is drawn anew by `redraw`.
        """
        ...

    def redraw(self, state: Any, random: Random) -> Any:
        """The same position with everything drawn anew that chance has still to decide and nobody has seen:
        the order of piles. Distributed as the true one, given all else.
        """
        ...

    def insight(self, moments: Sequence[Moment], players: Sequence[str], random: Random, depth: Depth) -> Any:
        """What this game alone has to tell of itself."""
        ...
