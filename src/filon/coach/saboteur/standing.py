"""From nuggets to shares of the win, with rounds still to come.

With `left` rounds to go, and nothing known of them, a seat wins in proportion to `exp(b * nuggets)`. The
steepness `b` was fitted, for each number of players, to whole games between the players of playouts
(tools/fit_saboteur_value.py).
"""

from collections.abc import Sequence
from math import exp
from typing import Final

from filon.coach.saboteur.fitted import OPEN, SETTLED
from filon.games.contract import Seat
from filon.games.saboteur.model import State
from filon.games.saboteur.pieces import BOUNTY, ROUNDS, SHARED_AT_MOST, Role

_SURE: Final = 1e-9


def settled(scores: Sequence[float], left: int) -> tuple[float, ...]:
    """All gold so far is paid; with no round left the most nuggets win, and equals share."""
    if left:
        return in_proportion(scores, SETTLED[len(scores)][left - 1])
    most = max(scores)
    winners = [score > most - _SURE for score in scores]
    return tuple(won / sum(winners) for won in winners)


def after_win(state: State, scores: Sequence[float], *, diggers: bool) -> tuple[float, ...]:
    table = state.round
    return won_round(table.roles, state.gold_deck, scores, table.number, diggers=diggers)


def won_round(
    roles: Sequence[Role], gold_deck: Sequence[int], scores: Sequence[float], number: int, *, diggers: bool
) -> tuple[float, ...]:
    """Round `number` is won by one side; how the gold will be shared is not yet known."""
    gold = gains(roles, gold_deck, diggers=diggers)
    then = [have + more for have, more in zip(scores, gold, strict=True)]
    return in_proportion(then, OPEN[len(then)][ROUNDS - number])


def gains(roles: Sequence[Role], gold_deck: Sequence[int], *, diggers: bool) -> list[float]:
    """Nuggets that each may expect of a round won by one side.

    Every digger is expected to get the same: who lays the last card, and chooses first, nobody knows yet.
    """
    seats = len(roles)
    saboteurs = [seat for seat, role in enumerate(roles) if role is Role.SABOTEUR]
    if not diggers:
        return [float(BOUNTY[len(saboteurs)]) if seat in saboteurs else 0.0 for seat in range(seats)]
    cards = min(len(gold_deck), seats, SHARED_AT_MOST)
    nuggets = cards * sum(gold_deck) / len(gold_deck) if gold_deck else 0.0
    return [0.0 if seat in saboteurs else nuggets / (seats - len(saboteurs)) for seat in range(seats)]


def shared_out(state: State, scores: Sequence[float], chooser: Seat, cards: Sequence[int]) -> list[float]:
    """The scores once every chooser has taken the best card offered, counter-clockwise, SAB-7.1."""
    result = list(scores)
    seat = int(chooser)
    for nuggets in sorted(cards, reverse=True):
        result[seat] += nuggets
        seat = (seat - 1) % len(scores)
        while state.round.roles[seat] is Role.SABOTEUR:
            seat = (seat - 1) % len(scores)
    return result


def in_proportion(scores: Sequence[float], steepness: float) -> tuple[float, ...]:
    most = max(scores)
    weights = [exp(steepness * (score - most)) for score in scores]
    total = sum(weights)
    return tuple(weight / total for weight in weights)
