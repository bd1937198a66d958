"""The coach of Saboteur: cards weighed in worlds that the seat believed in, and who suspected whom."""

from collections.abc import Sequence
from typing import Any, Final

from msgspec.structs import replace

from filon.bots.sight import Sight
from filon.coach.contract import Coach, Moment, Weighed
from filon.coach.model import Depth
from filon.coach.saboteur.insight import SaboteurInsight, insight
from filon.coach.saboteur.value import value
from filon.coach.saboteur.weighing import weigh
from filon.games.chance import FastRandom, shuffled
from filon.games.contract import Random
from filon.games.saboteur import SABOTEUR
from filon.games.saboteur.model import Digging, DiggingView, RoundEnded, SharingGold, State

__all__ = ["COACH", "SaboteurInsight"]


class SaboteurCoach:
    insight_type: Any = SaboteurInsight

    def is_real(self, sight: Sight) -> bool:
        """Gold is no decision: the card with the most nuggets is never worse than another."""
        return isinstance(sight.view.phase, DiggingView) and len(sight.legal) > 1

    def weigh(self, sight: Sight, played: Any, random: Random, depth: Depth) -> Weighed:
        return weigh(sight, played, random, depth)

    def value(self, state: State) -> tuple[float, ...]:
        return value(state)

    def redraw(self, state: State, random: Random) -> State:
        """Pile and gold deck lie face down and nobody has seen them; roles and goals the deal has decided."""
        pile = shuffled(state.round.pile, random)
        gold = shuffled(state.gold_deck, random)
        return replace(state, round=replace(state.round, pile=pile), gold_deck=gold)

    def draws(self, state: State, actor: Any, action: Any) -> bool:
        """A card from the pile, gold for the diggers, or what is dealt for the next round."""
        match state.phase:
            case Digging() if not state.round.pile:
                events = SABOTEUR.decide(state, actor, action, FastRandom(0))
                return any(isinstance(event, RoundEnded) for event in events)
            case SharingGold(_, cards):
                return len(cards) == 1
            case _:
                return True

    def insight(
        self,
        moments: Sequence[Moment],
        players: Sequence[str],  # noqa: ARG002
        random: Random,
        depth: Depth,
    ) -> SaboteurInsight:
        return insight(moments, random, depth)


COACH: Final[Coach] = SaboteurCoach()
