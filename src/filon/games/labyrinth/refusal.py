"""Why an action is refused: the most helpful rule, and what would be legal instead.

Nothing here decides; it is asked only about actions that are not legal, and it answers from what the
actor may know.
"""

from typing import assert_never

from filon.games.contract import IllegalAction, Seat
from filon.games.labyrinth.castle import NAMES
from filon.games.labyrinth.model import (
    Action,
    AnimalTurned,
    Arrived,
    Challenge,
    Decline,
    Duel,
    End,
    Fetch,
    Fetched,
    Finished,
    FirstChange,
    Move,
    Moving,
    Place,
    Placing,
    SecondChange,
    State,
    Stay,
    Swap,
    Throw,
    Turn,
)
from filon.games.labyrinth.pieces import SET_KINDS, Kind, Ring, of_kind


def refusal(state: State, seat: Seat, action: Action) -> IllegalAction:
    match state.phase:
        case Finished():
            return IllegalAction("LAB-6.1", "the game is over")
        case Duel(duellists=(one, other)):
            if seat not in (one, other):
                return IllegalAction("LAB-5.3", f"seats {one} and {other} are duelling; wait for them")
            return IllegalAction("LAB-5.3", "you are in a duel: choose stone, scissors or paper")
        case AnimalTurned(turner):
            if seat != turner:
                return IllegalAction("LAB-4.1", f"seat {turner} decides first whether to fetch the animal")
            return IllegalAction("LAB-4.1", "you turned up an animal: fetch it or decline")
        case Fetched(fetcher, meets):
            if seat != fetcher:
                return IllegalAction(
                    "LAB-4.1", f"seat {fetcher}, at the animal, may challenge somebody first"
                )
            if isinstance(action, Challenge):
                return _no_such_challenge(state, meets, action)
            return IllegalAction("LAB-4.1", "challenge somebody here, or end and turn up the next card")
        case Placing(winner, loser):
            if seat != winner:
                return IllegalAction("LAB-5.5", f"seat {winner} puts the loser's pawn somewhere first")
            return IllegalAction("LAB-5.5", f"put the pawn of seat {loser} on a square without a pawn")
        case FirstChange() | SecondChange() | Moving() | Arrived() as phase:
            if seat != state.on_turn:
                return IllegalAction("LAB-3.6", f"it is the turn of seat {state.on_turn}")
            return _on_turn(state, phase, action)
        case _:
            assert_never(state.phase)


def _on_turn(
    state: State, phase: FirstChange | SecondChange | Moving | Arrived, action: Action
) -> IllegalAction:
    match phase, action:
        case ((FirstChange() | SecondChange()), Turn()):
            return _no_such_turn(state, phase, action)
        case ((FirstChange() | SecondChange()), _):
            left = "two changes" if isinstance(phase, FirstChange) else "a second change"
            return IllegalAction("LAB-3.1", f"first comes {left} of the paths")
        case _, Turn():
            return IllegalAction("LAB-3.1", "both changes of the paths are made")
        case Moving(), Move(to):
            here = NAMES[state.pawns[state.on_turn]]
            return IllegalAction("LAB-3.4", f"no walk leads from {here} to {NAMES[to]} now; or say stay")
        case _, (Move() | Stay()):
            return IllegalAction("LAB-3.4", "you have moved or stayed already this turn")
        case _, Swap():
            return _no_such_swap(state, action)
        case Moving(), End():
            return IllegalAction("LAB-3.4", "say first whether you move or stay")
        case _, Challenge():
            if not isinstance(phase, Arrived):
                return IllegalAction("LAB-5.1", "move onto an occupied square first")
            return _no_such_challenge(state, phase.meets, action)
        case _, Throw():
            return IllegalAction("LAB-5.3", "there is no duel")
        case _, Place():
            return IllegalAction("LAB-5.5", "you have won no duel whose loser is to be placed")
        case _, (Fetch() | Decline() | End()):
            return IllegalAction("LAB-4.1", "no animal has just been turned up by you")
        case _:
            assert_never(action)


def _no_such_turn(state: State, phase: FirstChange | SecondChange, turn: Turn) -> IllegalAction:
    if turn.ring is Ring.CENTRE:
        if isinstance(phase, SecondChange) and phase.first is Ring.CENTRE:
            return IllegalAction("LAB-3.1", "the centre may not be turned twice; turn a corridor")
        return IllegalAction("LAB-3.1", "the centre turns by 1 to 5 positions")
    if state.options.corridors == "clockwise":
        return IllegalAction("LAB-3.2", "a corridor turns one notch clockwise")
    return IllegalAction("LAB-3.1", "a corridor turns one notch, +1 or -1")


def _no_such_swap(state: State, swap: Swap) -> IllegalAction:
    """Own cards, and how many the others have, are no secret to the actor."""
    hand = state.hands[state.on_turn]
    if state.swapped:
        return IllegalAction("LAB-4.2", "you have played an animal this turn already")
    if state.all_found:
        return IllegalAction("LAB-3.7", "all secrets are found: no animal is played now, only duels are left")
    if not of_kind(hand, Kind.ANIMAL):
        return IllegalAction("LAB-4.2", "you hold no animal")
    if swap.given not in SET_KINDS or not of_kind(hand, swap.given):
        return IllegalAction("LAB-4.2", "give a treasure or a gnome that you hold")
    return IllegalAction("LAB-4.2", "name an opponent who holds cards")


def _no_such_challenge(state: State, meets: tuple[Seat, ...], challenge: Challenge) -> IllegalAction:
    if challenge.kind not in SET_KINDS:
        return IllegalAction("LAB-5.2", "duel for treasures or for gnomes")
    if challenge.opponent in meets:
        return IllegalAction("LAB-5.2", "the stake is one card or the die")
    if state.challenged:
        return IllegalAction("LAB-5.7", "the one challenge of this turn has been made")
    return IllegalAction("LAB-5.1", "only who stands where you have just moved can be challenged")
