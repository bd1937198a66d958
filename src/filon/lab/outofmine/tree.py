"""Out of Mine! as a tree."""

from typing import Any, Final

from filon.games.contract import Malformed
from filon.games.outofmine.model import Choosing, Options, State
from filon.games.outofmine.pieces import ROUNDS
from filon.lab.outofmine.encoding import MOST_POINTS
from filon.lab.tree.chance import SEED_DIGITS
from filon.lab.tree.traits import Traits
from filon.lab.walk import PATIENCE


def _longest(seats: int, options: Options) -> int:
    """The faces chosen, and then no more decisions than the clock has patience for."""
    if options.round_limit is None:
        raise Malformed("round_limit", "this game must come to its end; give the rounds a clock")
    return ROUNDS * (seats + PATIENCE)


def _chances(seats: int, options: Any) -> int:  # noqa: ARG001
    """The deal, and who gets which board in each further round."""
    return SEED_DIGITS + (ROUNDS - 1) * (seats - 1)


def _scores(seats: int, options: Any) -> tuple[float, float]:  # noqa: ARG001
    return 0.0, float(ROUNDS * MOST_POINTS)


def _simultaneous(state: State) -> bool:
    """The choice of faces. In the mine everybody is waited for, and sees what anybody does."""
    return isinstance(state.phase, Choosing)


TRAITS: Final = Traits(longest=_longest, chances=_chances, scores=_scores, simultaneous=_simultaneous)
