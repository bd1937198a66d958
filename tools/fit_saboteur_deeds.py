"""Fits what Saboteur's deeds weigh to who turned out to be a saboteur, and prints the weights for `deeds.py`.

    python tools/fit_saboteur_deeds.py --seed 1 > fitted.txt

The lines go to src/filon/kernels/saboteur/deeds.py in place of those there; then compile. It takes about half
an hour of one core, nearly all of it the hard level's thinking.

First rounds are played by bots as the arena plays them, hard against hard above all, and their deeds are kept
as `belief.py` judges them. Every few turns the roles that were truly dealt have some chance by what the deeds
say until then; weights are drawn by lot near the best ones so far, and kept if they make the true roles
likelier by more than it costs to be so far from today's. How well they do on rounds that they were not fitted
to is told on the standard error.
"""

import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterator, Sequence
from math import log
from typing import Final, NamedTuple

from filon.bots import level
from filon.bots.arena.match import turns
from filon.bots.saboteur.belief import Evidence, roles_by
from filon.bots.saboteur.motives import WEIGHTS, Deed, Motives, Weights
from filon.games.chance import FastRandom
from filon.games.contract import FilonError, Random
from filon.games.saboteur import SABOTEUR
from filon.games.saboteur.model import Options, State
from filon.games.saboteur.pieces import Role

_HELD_OUT: Final = 3
"""Every so-manieth round of each pairing is for judging."""
_OFTEN: Final = 4
"""The roles are guessed every so many turns, or once a lap where there are more seats."""
_LEASH: Final = 0.002
"""What it costs, in mean logarithmic loss, to move one weight by as much as its reach; by the square."""
_REACH: Final = Weights(
    most=50,
    nearer=30,
    farther=30,
    neither=10,
    dead_end=30,
    buried=30,
    cleared=30,
    broke=40,
    stopped=15,
    mended=30,
    discarded=10,
    looked=10,
    dealt=30,
)
"""How far one draw may move each weight."""
_LEAST_SURE: Final = 200
_SUREST: Final = 450
_LEAST: Final = 1e-9
"""No chance counts as less."""


class Pairing(NamedTuple):
    saboteurs: str
    diggers: str


PAIRINGS: Final = (
    Pairing("hard", "hard"),
    Pairing("hard", "normal"),
    Pairing("hard", "hard"),
    Pairing("normal", "hard"),
)
SEATS: Final = (4, 5, 7)


class Round(NamedTuple):
    seats: int
    saboteurs: int
    """A bit for each."""
    deeds: tuple[Deed, ...]
    moments: tuple[int, ...]
    """The roles are guessed after so many of the deeds."""
    held_out: bool


def played(seats: int, pairings: Sequence[Pairing], number: int, seed: int) -> Round:
    """Round `number`. The pairings take turns; a round may be dealt without any saboteur, as at the table."""
    random = FastRandom(seed << 32 | number)
    state: State = SABOTEUR.deal(seats, Options(), random)
    roles = state.round.roles
    saboteurs, diggers = (level(name) for name in pairings[number % len(pairings)])
    evidence = Evidence(seats, adjacent=state.options.placement == "adjacent")
    moments: list[int] = []
    every = max(_OFTEN, seats)
    for count, turn in enumerate(
        turns(
            SABOTEUR,
            state,
            lambda _, seat: saboteurs if roles[seat] is Role.SABOTEUR else diggers,
            random,
            lambda: random,
        ),
        1,
    ):
        if turn.after.results:
            break
        for deed in turn.deeds:
            for event in deed.events:
                evidence.take_in(event)
        if count % every == 0:
            moments.append(len(evidence.deeds))
    return Round(
        seats,
        sum(1 << seat for seat, role in enumerate(roles) if role is Role.SABOTEUR),
        tuple(evidence.deeds),
        tuple(moments),
        held_out=number // len(pairings) % _HELD_OUT == 0,
    )


def guesses(one: Round, weights: Weights) -> Iterator[dict[int, float]]:
    """By moment: what is believed of the roles by somebody who has none."""
    motives = Motives(one.seats, weights)
    judged = 0
    for moment in one.moments:
        for deed in one.deeds[judged:moment]:
            motives.take_in(deed)
        judged = moment
        yield roles_by(motives.by_seat)


def loss(rounds: Sequence[Round], weights: Weights) -> float:
    """The mean of the moments' logarithmic losses: of what chance the true roles had."""
    losses = [-log(max(_LEAST, guess[one.saboteurs])) for one in rounds for guess in guesses(one, weights)]
    return sum(losses) / len(losses)


def likeliest(rounds: Sequence[Round], random: Random, *, steps: int, leash: float) -> Weights:
    """Never likelier to be wrong on these rounds than `WEIGHTS`, from which it starts."""
    best, least = WEIGHTS, loss(rounds, WEIGHTS)
    for step in range(steps):
        drawn = _drawn(best, random, nearby=2 * step >= steps)
        cost = loss(rounds, drawn) + leash * _moved(drawn)
        if cost < least:
            best, least = drawn, cost
    return best


def _drawn(weights: Weights, random: Random, *, nearby: bool) -> Weights:
    """One to three of them moved."""
    numbers = list(weights)
    for _ in range(1 + random.below(3)):
        which = random.below(len(numbers))
        reach = _REACH[which] // 2 if nearby else _REACH[which]
        numbers[which] += random.below(2 * reach + 1) - reach
    drawn = Weights(*numbers)
    return drawn._replace(most=max(_LEAST_SURE, min(_SUREST, drawn.most)))


def _moved(weights: Weights) -> float:
    return sum(
        ((now - before) / reach) ** 2 for now, before, reach in zip(weights, WEIGHTS, _REACH, strict=True)
    )


def _told(rounds: Sequence[Round], fitted: Weights) -> str:
    moments = sum(len(one.moments) for one in rounds)
    by_the_deal = loss(rounds, WEIGHTS._replace(most=0))
    before, after = loss(rounds, WEIGHTS), loss(rounds, fitted)
    return (
        f"{moments} moments of {len(rounds)} rounds, loss {before:.4f} before, {after:.4f} after, "
        f"{by_the_deal:.4f} by the deal alone"
    )


def _pairing(text: str) -> Pairing:
    saboteurs, _, diggers = text.partition(":")
    try:
        level(saboteurs), level(diggers)
    except FilonError as error:
        raise ArgumentTypeError(str(error)) from None
    return Pairing(saboteurs, diggers)


def _options(words: Sequence[str] | None) -> Namespace:
    parser = ArgumentParser(description="Fits the weights of Saboteur's deeds.")
    pairs = " ".join(":".join(each) for each in PAIRINGS)
    parser.add_argument(
        "--bots",
        nargs="+",
        type=_pairing,
        default=PAIRINGS,
        metavar="SABOTEURS:DIGGERS",
        help=f"levels that take turns; one named twice plays twice as often ({pairs})",
    )
    parser.add_argument("--seats", nargs="+", type=int, default=SEATS)
    parser.add_argument("--rounds", type=int, default=60, help="for each number of seats (60)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=400, help="draws of weights (400)")
    parser.add_argument("--leash", type=float, default=_LEASH, help=f"cost of moving away ({_LEASH})")
    options = parser.parse_args(words)
    if options.rounds <= len(options.bots):
        parser.error("--rounds: more than there are pairings, so that some are fitted to and some held out")
    return options


def main(words: Sequence[str] | None = None) -> None:
    options = _options(words)
    rounds: list[Round] = []
    for seats in options.seats:
        rounds += [played(seats, options.bots, number, options.seed) for number in range(options.rounds)]
        print(f"{seats} seats: played", file=sys.stderr, flush=True)
    training = [one for one in rounds if not one.held_out]
    fitted = likeliest(training, FastRandom(options.seed), steps=options.steps, leash=options.leash)
    print("training:", _told(training, fitted), file=sys.stderr)
    print("held out:", _told([one for one in rounds if one.held_out], fitted), file=sys.stderr)
    for name, weight in fitted._asdict().items():
        print(f"{name.upper()}: Final = {weight}")


if __name__ == "__main__":
    main()
