"""What cards are worth to whom: hands that are hidden are estimated from what is nowhere else to be seen."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from filon.games.contract import Hidden, Seat
from filon.games.labyrinth.model import Challenge, Swap, View
from filon.games.labyrinth.pieces import DIE, DRAWN_BY_SWAP, KIND, SECRETS, SET_KINDS, Kind, Stake

_VICTORY: Final = 5.0
"""What a full set is worth beside its cards, each of which adds less than a third of 1."""


class Holding(NamedTuple):
    """How many treasures and gnomes a seat has, for certain or on average."""

    treasures: float
    gnomes: float

    def of(self, kind: Kind) -> float:
        return self.treasures if kind is Kind.TREASURE else self.gnomes


def holdings(view: View) -> list[Holding]:
    """By seat. What is not in my hand, not sought and not discarded is in the pile or in a hidden hand."""
    seen = {card for hand in view.hands if not isinstance(hand, Hidden) for card in hand}
    seen.update(view.discarded)
    if view.sought is not None:
        seen.add(view.sought)
    unseen = [KIND[card] for card in SECRETS if card not in seen]
    share = {kind: unseen.count(kind) / len(unseen) if unseen else 0.0 for kind in SET_KINDS}
    found: list[Holding] = []
    for hand, count in zip(view.hands, view.counts, strict=True):
        if isinstance(hand, Hidden):
            found.append(Holding(*(count * share[kind] for kind in SET_KINDS)))
        else:
            kinds = [KIND[card] for card in hand]
            found.append(Holding(*(float(kinds.count(kind)) for kind in SET_KINDS)))
    return found


class Prospect(NamedTuple):
    """What an action with the cards is expected to bring; `mine` and `theirs` are the cards it is about."""

    value: float
    action: Challenge | Swap
    mine: float
    theirs: float


def worth(cards: float, goal: int) -> float:
    """The last cards of a set count more than the first ones."""
    return (cards / goal) ** 2 + (_VICTORY if cards > goal - 0.5 else 0.0)


def challenge_value(view: View, held: list[Holding], action: Challenge) -> Prospect:
    """Either wins as often as the other; what differs is what each has to lose, LAB-5.4."""
    assert view.seat is not None, "spectators challenge nobody"
    goal = view.options.goal
    mine = held[view.seat].of(action.kind)
    theirs = held[action.opponent].of(action.kind)
    stakes = (1,) if action.stake is Stake.ONE else DIE
    value = 0.0
    for stake in stakes:
        won, lost = min(stake, theirs), min(stake, mine)
        gained = worth(mine + won, goal) - worth(theirs - won, goal)
        spared = worth(mine - lost, goal) - worth(theirs + lost, goal)
        value += (gained + spared) / 2 - (worth(mine, goal) - worth(theirs, goal))
    return Prospect(value / len(stakes), action, mine, theirs)


def swap_value(view: View, held: list[Holding], action: Swap) -> Prospect:
    """Two unseen cards of theirs for one of mine and an animal, LAB-4.2."""
    assert view.seat is not None, "spectators swap nothing"
    goal = view.options.goal
    count = view.counts[action.opponent]
    drawn = min(DRAWN_BY_SWAP, count)
    value = 0.0
    for kind in SET_KINDS:
        mine, theirs = held[view.seat].of(kind), held[action.opponent].of(kind)
        given = 1.0 if kind is action.given else 0.0
        got = drawn * theirs / count if count else 0.0
        value += worth(mine - given + got, goal) - worth(mine, goal)
        value += (worth(theirs, goal) - worth(theirs - got + given, goal)) / max(1, len(held) - 1)
    return Prospect(value, action, held[view.seat].of(action.given), float(count))


def odds(duellists: Sequence[int]) -> tuple[float, ...]:
    """Each one's chance in a contest, in the order of LAB-5.6: who comes third has only one duel to win."""
    return (1 / 2, 1 / 2) if len(duellists) == 2 else (1 / 4, 1 / 4, 1 / 2)


def seats_of_others(view: View) -> list[Seat]:
    """In turn order after the viewer."""
    assert view.seat is not None, "spectators have no turn"
    seats = len(view.pawns)
    return [Seat((view.seat + step) % seats) for step in range(1, seats)]
