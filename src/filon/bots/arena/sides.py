"""Games with sides: who was on which in each round, and which side won it."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from filon.games.contract import Seat
from filon.games.saboteur.model import State as SaboteurState
from filon.games.saboteur.model import Winner
from filon.games.saboteur.pieces import Role

_WON_BY: Final = {Winner.DIGGERS: Role.DIGGER.value, Winner.SABOTEURS: Role.SABOTEUR.value, Winner.NOBODY: ""}


class Round(msgspec.Struct, frozen=True):
    sides: tuple[str, ...]
    """By seat."""
    winner: str
    """Empty where nobody won."""

    @property
    def contested(self) -> bool:
        """A round without an opponent says nothing about skill."""
        return len(set(self.sides)) > 1


def _rounds(state: SaboteurState) -> tuple[Round, ...]:
    return tuple(
        Round(tuple(role.value for role in result.roles), _WON_BY[result.winner]) for result in state.results
    )


def _side(state: SaboteurState, seat: Seat) -> str:
    return state.round.roles[seat].value


class Sides(msgspec.Struct, frozen=True):
    names: tuple[str, ...]
    of: Callable[[Any, Seat], str]
    rounds: Callable[[Any], tuple[Round, ...]]


SIDES: Final[Mapping[str, Sides]] = {
    "saboteur": Sides(tuple(role.value for role in Role), _side, _rounds),
}
