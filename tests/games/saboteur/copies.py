"""With how many of the actor's cards an action can be done: Saboteur's are not all different."""

from typing import Any

from filon.games.contract import TABLE, Actor, Continue
from filon.games.saboteur.model import BreakTool, DropRocks, Pass, ReadMap, TakeGold
from filon.games.saboteur.pieces import BROKEN, Card


def copies(state: Any, actor: Actor, action: Any) -> int:
    if actor is TABLE or isinstance(action, Pass | Continue):
        return 1
    match action:
        case TakeGold(nuggets):
            return int(state.phase.cards.count(nuggets))
        case BreakTool(tool):
            card = BROKEN[tool]
        case DropRocks():
            card = Card.ROCKFALL
        case ReadMap():
            card = Card.MAP
        case _:
            card = action.card
    return int(state.round.hands[actor].count(card))
