"""What may be done in Diamant."""

from collections.abc import Mapping, Sequence
from typing import Final

from filon.games import intermission
from filon.games.contract import Actor, Cause, IllegalAction, Malformed, Seat, Table
from filon.games.diamant.model import Action, CaveOver, Choice, Choose, Expedition, State

_BOTH: Final = (Choose(Choice.GO_ON), Choose(Choice.LEAVE))


def to_act(state: State) -> frozenset[Seat]:
    match state.phase:
        case Expedition(inside=inside, choices=choices):
            return frozenset([seat for seat in inside if seat not in choices])
        case _:
            return frozenset()


def legal_actions(state: State, actor: Actor) -> Sequence[Action]:
    """Explorers inside may choose, and choose again until the last choice is in (DIA-2.4)."""
    match state.phase:
        case Expedition(inside=inside) if actor in inside:
            return _BOTH
        case CaveOver(ready=ready):
            return intermission.may_continue(ready, len(state.chests), actor)
        case _:
            return ()


def table_actions(state: State) -> Mapping[Action, Cause]:
    """The end of the intermission after a cave, DIA-3.4."""
    return intermission.ends(state.phase.ready) if isinstance(state.phase, CaveOver) else {}


def require_legal(state: State, actor: Actor, action: Action) -> tuple[Seat, Expedition]:
    """The seat and the expedition the action belongs to; raises with the rule otherwise."""
    if not isinstance(action, Choose) or not isinstance(action.choice, Choice):
        raise Malformed("type", "Diamant knows Choose, with go_on or leave, and Continue")
    if isinstance(actor, Table) or not 0 <= actor < len(state.chests):
        raise IllegalAction("DIA-1.0", f"{actor} is no player of this game")
    match state.phase:
        case Expedition(inside=inside) as expedition:
            if actor not in inside:
                raise IllegalAction("DIA-2.6", "who has left the cave is out until the next one")
            return actor, expedition
        case CaveOver():
            raise IllegalAction("DIA-3.4", "the cave is done; say that you are ready for what comes next")
        case _:
            raise IllegalAction("DIA-3.3", "the fifth cave is over and the chests are counted")
