"""Fits what Saboteur's coach thinks of positions to how rounds and games end, and writes it as a module.

    python tools/fit_saboteur_value.py > fitted.py && ruff format fitted.py

The module goes to src/filon/coach/saboteur/.

Games are played by the kernel, for each number of seats: the diggers as the normal level does, the saboteurs
in one game as that does too, in the next as those of the hard level's playouts. Of a round some moments are
kept, drawn by lot, with who won it; Newton's method finds the likeliest weights for the diggers' chance. How
steeply more nuggets mean more of the win is fitted to the scores between rounds and to who won the games.
How well the chance predicts games that it was not fitted to is told on the standard error.
"""

import sys
from collections.abc import Callable, Sequence
from math import exp, log
from typing import Final, NamedTuple

from filon.coach.saboteur.standing import gains, in_proportion
from filon.coach.saboteur.value import figures
from filon.games.saboteur import SABOTEUR
from filon.games.saboteur.gold import scores
from filon.games.saboteur.model import Options, State, Winner
from filon.games.saboteur.pieces import ROUNDS, SEATS
from filon.kernels.saboteur.bridge import SABOTEUR_BRIDGE
from filon.kernels.saboteur.kernel_codes import TAKE
from filon.kernels.saboteur.kernel_digger import Digger
from filon.kernels.saboteur.kernel_hider import Hider
from filon.kernels.saboteur.kernel_policy import Policy
from filon.kernels.saboteur.kernel_ways import Ways
from filon.kernels.stream import Stream

GAMES: Final = 2000
KEPT: Final = 6
"""Moments of each round, at most."""
_TURNS: Final = 60
"""Of a usual round: what the lot goes by."""
_CALM: Final = 2.0
"""How strongly weights are held near nought, where few rounds tell anything."""
_STEPS: Final = 8
_HELD_OUT: Final = 5
"""Every so-manieth game is for judging."""
_STEEPEST: Final = 6.0


class Moment(NamedTuple):
    row: tuple[float, ...]
    won: float
    """1 if the diggers won that round, 0 if not."""
    held_out: bool


class Standing(NamedTuple):
    """Nuggets when a round is over, by what was known before the gold was shared and after it."""

    left: int
    expected: tuple[float, ...]
    settled: tuple[float, ...]
    shares: tuple[float, ...]
    """Of the win, at the end of the game."""


def played(seats: int, number: int) -> tuple[list[Moment], list[Standing]]:
    stream = Stream(seats, number)
    lots = Stream(seats, number + GAMES)
    kernel = SABOTEUR_BRIDGE.deal(seats, Options(), stream)
    policy = Policy()
    hider = Hider(Digger(policy.ways, Ways()))
    rows: list[tuple[int, tuple[float, ...]]] = []
    dealt: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
    round_ = 0
    while kernel.waiting():
        codes = kernel.legal(int(kernel.turn))
        if codes[0] & 7 == TAKE:
            kernel.do(codes[-1])
            continue
        if kernel.number != round_:
            round_ = int(kernel.number)
            policy.ways.forget()
            state = SABOTEUR_BRIDGE.state(kernel)
            dealt.append((scores(state), state.gold_deck))
        if lots.below(_TURNS) < KEPT:
            rows.append((round_, figures(SABOTEUR_BRIDGE.state(kernel))))
        hides = number % 2 and kernel.roles >> kernel.turn & 1 and kernel.hand[kernel.turn]
        kernel.do((hider if hides else policy).choose(kernel))
    return _told(SABOTEUR_BRIDGE.state(kernel), rows, dealt, held_out=number % _HELD_OUT == 0)


def _told(
    end: State,
    rows: Sequence[tuple[int, tuple[float, ...]]],
    dealt: Sequence[tuple[tuple[int, ...], tuple[int, ...]]],
    *,
    held_out: bool,
) -> tuple[list[Moment], list[Standing]]:
    won = [result.winner is Winner.DIGGERS for result in end.results]
    moments = [Moment(row, float(won[round_ - 1]), held_out) for round_, row in rows]
    outcome = SABOTEUR.outcome(end)
    assert outcome is not None
    shares = tuple((seat in outcome.winners) / len(outcome.winners) for seat in range(len(end.round.hands)))
    after = [before for before, _ in dealt[1:]] + [outcome.scores]
    standings = [
        Standing(
            ROUNDS - 1 - at,
            tuple(have + more for have, more in zip(before, _expected(end, at, gold), strict=True)),
            tuple(map(float, after[at])),
            shares,
        )
        for at, (before, gold) in enumerate(dealt)
    ]
    return moments, standings


def _expected(end: State, at: int, gold: tuple[int, ...]) -> list[float]:
    result = end.results[at]
    if result.winner is Winner.NOBODY:
        return [0.0] * len(result.roles)
    return gains(result.roles, gold, diggers=result.winner is Winner.DIGGERS)


def likeliest(moments: Sequence[Moment]) -> list[float]:
    """Weights of the logistic model, by Newton's method."""
    size = len(moments[0].row)
    weights = [0.0] * size
    for _ in range(_STEPS):
        slope = [-_CALM * weight for weight in weights]
        bend = [[_CALM * (one == other) for other in range(size)] for one in range(size)]
        for row, won, _held in moments:
            chance = _chance(weights, row)
            off, steep = won - chance, chance * (1 - chance)
            some = [(at, figure) for at, figure in enumerate(row) if figure]
            for at, (one, figure) in enumerate(some):
                slope[one] += off * figure
                times, line = steep * figure, bend[one]
                for other, value in some[: at + 1]:
                    line[other] += times * value
        for one in range(size):
            for other in range(one):
                bend[other][one] = bend[one][other]
        weights = [weight + step for weight, step in zip(weights, _solved(bend, slope), strict=True)]
    return weights


def _chance(weights: Sequence[float], row: Sequence[float]) -> float:
    log_odds = sum(weight * figure for weight, figure in zip(weights, row, strict=True))
    return 1 / (1 + exp(-max(-30.0, min(30.0, log_odds))))


def _solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Gauss; the matrix is positive definite, and no row need be exchanged."""
    size = len(right)
    rows = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    for at in range(size):
        rows[at] = [value / rows[at][at] for value in rows[at]]
        for below in range(size):
            if below != at:
                times = rows[below][at]
                rows[below] = [value - times * own for value, own in zip(rows[below], rows[at], strict=True)]
    return [line[-1] for line in rows]


def steepness(standings: Sequence[Standing], nuggets: Callable[[Standing], Sequence[float]]) -> float:
    """The likeliest; the likelihood has one top, and thirds are left out until it is found."""

    def likelihood(b: float) -> float:
        return sum(
            share * log(max(1e-12, chance))
            for each in standings
            for share, chance in zip(each.shares, in_proportion(nuggets(each), b), strict=True)
        )

    low, high = 0.0, _STEEPEST
    while high - low > 0.005:
        third = (high - low) / 3
        if likelihood(low + third) < likelihood(high - third):
            low += third
        else:
            high -= third
    return (low + high) / 2


def judged(weights: Sequence[float], moments: Sequence[Moment]) -> str:
    """Of moments held out: mean logarithmic loss, and the part of the variance that is explained."""
    base = sum(each.won for each in moments) / len(moments)
    chances = [_chance(weights, each.row) for each in moments]
    loss = -sum(
        log(chance if each.won else 1 - chance) for chance, each in zip(chances, moments, strict=True)
    )
    of_constant = -(base * log(base) + (1 - base) * log(1 - base))
    missed = sum((chance - each.won) ** 2 for chance, each in zip(chances, moments, strict=True))
    explained = 1 - missed / len(moments) / (base * (1 - base))
    return f"won {base:.3f}, loss {loss / len(moments):.3f} for {of_constant:.3f}, explained {explained:.3f}"


def main() -> None:
    weights: dict[int, list[float]] = {}
    still_open: dict[int, list[float]] = {}
    settled: dict[int, list[float]] = {}
    for seats in SEATS:
        moments: list[Moment] = []
        standings: list[Standing] = []
        for number in range(GAMES):
            some, more = played(seats, number)
            moments += some
            standings += more
        weights[seats] = likeliest([each for each in moments if not each.held_out])
        by_left = [[each for each in standings if each.left == left] for left in range(ROUNDS)]
        still_open[seats] = [steepness(by_left[left], lambda each: each.expected) for left in range(ROUNDS)]
        settled[seats] = [steepness(by_left[left], lambda each: each.settled) for left in range(1, ROUNDS)]
        print(seats, judged(weights[seats], [each for each in moments if each.held_out]), file=sys.stderr)
    print('"""What Saboteur\'s coach thinks of positions, by seats; made by tools/fit_saboteur_value.py."""')
    print()
    print("from typing import Final")
    print()
    _write("WEIGHTS", weights)
    print('"""Of what `value.figures` says, in its order."""')
    _write("OPEN", still_open)
    print(
        '"""How steeply nuggets lead to the win, by rounds left: a round is won, its gold not yet shared."""'
    )
    _write("SETTLED", settled)
    print('"""The same once the gold is shared; by rounds left, from one on."""')


def _write(name: str, by_seats: dict[int, list[float]]) -> None:
    print(f"{name}: Final[dict[int, tuple[float, ...]]] = {{")
    for seats, numbers in by_seats.items():
        print(f"    {seats}: ({', '.join(f'{number:.3f}' for number in numbers)}),")
    print("}")


if __name__ == "__main__":
    main()
