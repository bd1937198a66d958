"""Saboteur: diggers against saboteurs, anew each round."""

from typing import Final

from filon.bots.sides import Round, Sides
from filon.games.contract import Seat
from filon.games.saboteur.model import State, Winner
from filon.games.saboteur.pieces import Role

_WON_BY: Final = {Winner.DIGGERS: Role.DIGGER.value, Winner.SABOTEURS: Role.SABOTEUR.value, Winner.NOBODY: ""}


def _rounds(state: State) -> tuple[Round, ...]:
    return tuple(
        Round(tuple(role.value for role in result.roles), _WON_BY[result.winner]) for result in state.results
    )


def _side(state: State, seat: Seat) -> str:
    return state.round.roles[seat].value


SIDES: Final = Sides(tuple(role.value for role in Role), _side, _rounds)
