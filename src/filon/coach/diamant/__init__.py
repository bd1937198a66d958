"""Diamant's coach: going on or leaving, by the kernel's games; alone, exactly."""

from collections.abc import Sequence
from typing import Any, Final

from msgspec.structs import replace

from filon.bots.diamant.cave import look
from filon.bots.sight import Sight
from filon.coach.contract import Coach, Moment, Weighed
from filon.coach.diamant.insight import DiamantInsight, insight
from filon.coach.diamant.value import chosen, value
from filon.coach.diamant.weighing import weigh
from filon.coach.model import Depth
from filon.games.chance import shuffled
from filon.games.contract import Continue, Random
from filon.games.diamant.model import Expedition, ExpeditionView, State

__all__ = ["COACH", "DiamantInsight"]


class DiamantCoach:
    insight_type: Any = DiamantInsight

    def is_real(self, sight: Sight) -> bool:
        """Where no card can end the expedition there is nothing to fear: all go on."""
        phase = sight.view.phase
        return isinstance(phase, ExpeditionView) and look(sight.view, phase).deadly > 0

    def weigh(self, sight: Sight, played: Any, random: Random, depth: Depth) -> Weighed:
        return weigh(sight, played, random, depth)

    def value(self, state: State) -> tuple[float, ...]:
        return value(state)

    def redraw(self, state: State, random: Random) -> State:
        """The pile of the cave. Between caves nothing is face down that will not be shuffled anyway."""
        cave = state.phase
        if not isinstance(cave, Expedition):
            return state
        return replace(state, phase=replace(cave, pile=shuffled(cave.pile, random)))

    def draws(self, state: State, actor: Any, action: Any) -> bool:
        """Only the last choice turns a card, and only if somebody goes on or another cave follows."""
        cave = state.phase
        if not isinstance(cave, Expedition) or isinstance(action, Continue):
            return True
        return len({*cave.choices, actor}) == len(cave.inside)

    def mean(self, state: State, actor: Any, action: Any) -> tuple[float, ...]:
        """With all choices in, the playouts begin with a card of a fresh pile."""
        if isinstance(action, Continue):
            return value(state)
        cave = state.phase
        assert isinstance(cave, Expedition)
        return value(chosen(state, {**cave.choices, actor: action.choice}))

    def insight(
        self,
        moments: Sequence[Moment],
        players: Sequence[str],  # noqa: ARG002
        random: Random,  # noqa: ARG002
        depth: Depth,  # noqa: ARG002
    ) -> DiamantInsight:
        return insight(moments)


COACH: Final[Coach] = DiamantCoach()
