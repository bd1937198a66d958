"""The coach of Le Labyrinthe Secret: what could be done is played out, and missed ways are found."""

from collections.abc import Sequence
from typing import Any, Final

from msgspec.structs import replace

from filon.bots.sight import Sight
from filon.coach.contract import Coach, Moment, Weighed
from filon.coach.labyrinth.insight import LabyrinthInsight, insight
from filon.coach.labyrinth.value import value
from filon.coach.labyrinth.weighing import weigh
from filon.coach.model import Depth
from filon.games.chance import shuffled
from filon.games.contract import Random
from filon.games.labyrinth.castle import SQUARE_OF
from filon.games.labyrinth.model import Challenge, Decline, Fetch, Move, State, Swap, Throw, Turn
from filon.games.labyrinth.pieces import Stake

__all__ = ["COACH", "LabyrinthInsight"]


class LabyrinthCoach:
    insight_type = LabyrinthInsight

    def is_real(self, sight: Sight) -> bool:  # noqa: ARG002
        """Throws too: they stand in the list, most of them ungraded."""
        return True

    def weigh(self, sight: Sight, played: Any, random: Random, depth: Depth) -> Weighed:
        return weigh(sight, played, random, depth)

    def value(self, state: State) -> tuple[float, ...]:
        return value(state)

    def redraw(self, state: State, random: Random) -> State:
        """The pile. Hands are somebody's already, and a throw that is made is a decision."""
        return replace(state, pile=shuffled(state.pile, random))

    def draws(self, state: State, actor: Any, action: Any) -> bool:  # noqa: ARG002
        """A card is turned up only when the sought one is taken, missing or under four pawns."""
        match action:
            case Turn() | Throw():
                return False
            case Challenge(stake=stake):
                return stake is Stake.DIE
            case Swap() | Fetch() | Decline():
                return True
            case Move(to) if state.sought is not None and to != SQUARE_OF[state.sought]:
                return False
            case _:
                return bool(state.pile)

    def insight(
        self,
        moments: Sequence[Moment],
        players: Sequence[str],  # noqa: ARG002
        random: Random,  # noqa: ARG002
        depth: Depth,  # noqa: ARG002
    ) -> LabyrinthInsight:
        return insight(moments)


COACH: Final[Coach] = LabyrinthCoach()
