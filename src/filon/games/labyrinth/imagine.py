"""A state that the viewer cannot tell from the true one."""

from typing import Final

from filon.games.chance import pick, shuffled
from filon.games.contract import Hidden, Random
from filon.games.labyrinth.model import Duel, DuelView, Finished, Phase, State, View
from filon.games.labyrinth.pieces import SECRETS, Secret, Thing, in_order, largest_set

_THINGS: Final = tuple(Thing)


def imagine(view: View, random: Random) -> State:
    hands, pile = _dealt(view, random)
    return State(
        options=view.options,
        rotation=view.rotation,
        pawns=view.pawns,
        hands=hands,
        pile=pile,
        sought=view.sought,
        on_turn=view.on_turn,
        phase=_imagined(view, random),
        turn=view.turn,
        swapped=view.swapped,
        discarded=view.discarded,
        challenged=view.challenged,
        turned_up=view.turned_up,
        finder=view.finder,
    )


def _dealt(view: View, random: Random) -> tuple[tuple[tuple[Secret, ...], ...], tuple[Secret, ...]]:
    """Unseen cards anywhere they can be. Deals with a full set, which ends the game, are thrown away."""
    while True:
        unseen = shuffled(_unseen(view), random)
        hands: list[tuple[Secret, ...]] = []
        for hand, count in zip(view.hands, view.counts, strict=True):
            if isinstance(hand, Hidden):
                hands.append(in_order(unseen[:count]))
                unseen = unseen[count:]
            else:
                hands.append(hand)
        if isinstance(view.phase, Finished) or all(largest_set(hand) < view.options.goal for hand in hands):
            return tuple(hands), unseen


def _unseen(view: View) -> list[Secret]:
    seen = {view.sought, *view.discarded}
    for hand in view.hands:
        if not isinstance(hand, Hidden):
            seen.update(hand)
    return [secret for secret in SECRETS if secret not in seen]


def _imagined(view: View, random: Random) -> Phase:
    match view.phase:
        case DuelView(duellists, prize, throws):
            thrown = {
                seat: pick(_THINGS, random) if isinstance(thing, Hidden) else thing
                for seat, thing in throws.items()
            }
            return Duel(duellists, prize, thrown)
        case phase:
            return phase
