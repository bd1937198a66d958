"""Who was on which side in the rounds of a finished game, and won: for records by role."""

from typing import Any

from filon.bots.registry import bots_of
from filon.coach.record_model import RoundPlayed
from filon.coach.replay import moments
from filon.tables.export import GameFile


def rounds_of(file: GameFile[Any, Any, Any]) -> tuple[tuple[RoundPlayed, ...], ...]:
    """By seat; none in a game without sides."""
    played: list[list[RoundPlayed]] = [[] for _ in file.players]
    sides = bots_of(file.game).sides
    if sides is not None:
        for one in sides.rounds(moments(file)[-1].after):
            for seat, side in enumerate(one.sides):
                played[seat].append(RoundPlayed(side, side == one.winner))
    return tuple(map(tuple, played))
