"""Out of Mine!'s coach: full fillings by the exact solver, haste by a race against the others."""

from collections.abc import Sequence
from typing import Any, Final

from filon.bots.sight import Sight
from filon.coach.contract import Coach, Moment, Weighed
from filon.coach.model import Depth
from filon.coach.outofmine.insight import OutOfMineInsight, insight
from filon.coach.outofmine.situations import situation
from filon.coach.outofmine.value import value
from filon.coach.outofmine.weighing import weigh
from filon.games.contract import Continue, Random
from filon.games.outofmine import OUTOFMINE
from filon.games.outofmine.model import Call, GiveUp, Signal, State, TimeUp
from filon.games.outofmine.pieces import ROUNDS

__all__ = ["COACH", "OutOfMineInsight"]


class OutOfMineCoach:
    insight_type: Any = OutOfMineInsight

    def is_real(self, sight: Sight) -> bool:
        """A motion is one of hundreds: only where much hangs on it."""
        return situation(sight) is not None

    def weigh(self, sight: Sight, played: Any, random: Random, depth: Depth) -> Weighed:
        return weigh(sight, played, random, depth)

    def value(self, state: State) -> tuple[float, ...]:
        return value(state)

    def redraw(self, state: State, random: Random) -> State:
        """The piles, and which boards stayed in the box: all else lies open, to spectators too."""
        return OUTOFMINE.imagine(OUTOFMINE.view(state, None), random)

    def draws(self, state: State, actor: Any, action: Any) -> bool:  # noqa: ARG002 - the contract's signature
        """Cards at the signal; and boards after a round that is not the last."""
        if isinstance(action, Signal):
            return True
        return state.round < ROUNDS and isinstance(action, Call | TimeUp | GiveUp | Continue)

    def insight(
        self,
        moments: Sequence[Moment],
        players: Sequence[str],  # noqa: ARG002
        random: Random,  # noqa: ARG002
        depth: Depth,  # noqa: ARG002
    ) -> OutOfMineInsight:
        return insight(moments)


COACH: Final[Coach] = OutOfMineCoach()
