"""Le Labyrinthe Secret, easy: turns what looks promising, walks to the secret when the way is open."""

from collections.abc import Sequence
from typing import Final

from filon.bots.advice import chance
from filon.bots.labyrinth.ways import reach, turned
from filon.games.chance import pick
from filon.games.contract import Random
from filon.games.labyrinth.castle import Rotation
from filon.games.labyrinth.model import (
    Action,
    AnimalTurned,
    Arrived,
    Challenge,
    DuelView,
    End,
    Fetch,
    Fetched,
    FirstChange,
    Move,
    Moving,
    SecondChange,
    Stay,
    Swap,
    Throw,
    Turn,
    View,
)
from filon.games.labyrinth.pieces import Stake, Thing

_LOOKED_AT: Final = 4
"""Changes that the easy player tries in the mind before turning."""
_FAVOURITES: Final = (*[Thing.STONE] * 4, *[Thing.SCISSORS] * 3, *[Thing.PAPER] * 3)
"""Beginners like stone, but not so well that a child who likes paper wins every duel."""


def choose_easily(view: View, legal: Sequence[Action], random: Random) -> Action:
    match view.phase:
        case FirstChange():
            return pick(legal, random)
        case SecondChange():
            return _second(view, legal, random)
        case Moving():
            return _move(view, legal, random)
        case Arrived() | Fetched():
            return _settle(view, legal, random)
        case AnimalTurned():
            return Fetch()
        case DuelView():
            return Throw(pick(_FAVOURITES, random))
        case _:
            return pick(legal, random)


def _second(view: View, legal: Sequence[Action], random: Random) -> Action:
    for _ in range(_LOOKED_AT):
        turn = pick(legal, random)
        if isinstance(turn, Turn) and _opens(view, turned(view.rotation, turn)):
            return turn
    return pick(legal, random)


def _opens(view: View, rotation: Rotation) -> bool:
    assert view.seat is not None, "spectators turn nothing"
    return view.square is not None and bool(reach(rotation, view.pawns[view.seat]) >> view.square & 1)


def _move(view: View, legal: Sequence[Action], random: Random) -> Action:
    assert view.seat is not None, "spectators walk nowhere"
    own = view.pawns[view.seat]
    if view.square is not None:
        if own == view.square:
            return Stay()
        if Move(view.square) in legal:
            return Move(view.square)
    elif not view.pile:
        for seat, square in enumerate(view.pawns):
            if seat != view.seat and Move(square) in legal:
                return Move(square)
    return pick([action for action in legal if isinstance(action, Move | Stay)], random)


def _settle(view: View, legal: Sequence[Action], random: Random) -> Action:
    """Duels are fun, but for one card at a time while there is still something to find."""
    late = view.sought is None and not view.pile
    swaps = [action for action in legal if isinstance(action, Swap) and view.counts[action.opponent] > 1]
    if swaps and chance(random, 0.3):
        return pick(swaps, random)
    duels = [
        action
        for action in legal
        if isinstance(action, Challenge)
        and view.counts[action.opponent]
        and (late or action.stake is Stake.ONE)
    ]
    if duels and chance(random, 0.9 if late else 0.4):
        return pick(duels, random)
    return End()
