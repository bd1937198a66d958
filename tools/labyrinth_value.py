"""Fits the weights of the quick value of Le Labyrinthe Secret to whole games, and writes them as a module.

    python tools/labyrinth_value.py > src/filon/coach/labyrinth/weights.py

Normal players and hard ones play whole games, to a limit of turns. How often secrets are taken by who was
near is counted; the other weights are the likeliest by who won, from positions drawn by lot. What is left
of the log-loss in games put aside, beside that of equal shares, goes to the error stream.
"""

import sys
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import log
from typing import Final, NamedTuple

from filon.coach.labyrinth.value import Weights, open_halls, rotation_of, valued, ways_of
from filon.coach.played import played_game
from filon.coach.replay import moments
from filon.games.chance import FastRandom
from filon.games.contract import Seat
from filon.games.labyrinth import LABYRINTH
from filon.games.labyrinth.castle import SQUARE_OF
from filon.games.labyrinth.model import FirstChange, SecretContested, SecretTaken, State
from filon.games.labyrinth.pieces import SEATS
from filon.kernels.labyrinth.kernel_castle import HALL_OF

GAMES: Final = {
    2: {"normal": 300, "hard": 150},
    3: {"normal": 300, "hard": 50},
    4: {"normal": 250, "hard": 25},
}
"""By seats and level; of each, one in five is put aside."""
_KEPT: Final = 10
"""One position of so many."""
_BEGIN: Final = Weights(
    cards=0.5, animal=0.1, one_short=0.3, two_short=0.1, late=1.0, near=0.9, next=0.4, far=0.1
)
_FITTED: Final = ("cards", "animal", "one_short", "two_short", "late")
_STEPS: Final = (0.4, 0.2, 0.1, 0.05, 0.02, 0.01)
_SWEEPS: Final = 4
_LEAST: Final = 1e-3


class Sample(NamedTuple):
    state: State
    shares: tuple[float, ...]


class Turn(NamedTuple):
    began: State
    taken: bool
    """Whether the sought secret was taken, or fought for, in it."""


class Played(NamedTuple):
    samples: list[Sample]
    turns: list[Turn]


def played(level: str, seats: int, seed: int) -> Played:
    file = played_game(LABYRINTH, [level] * seats, seed)
    random = FastRandom(seed)
    shares = tuple((seat in file.outcome.winners) / len(file.outcome.winners) for seat in range(seats))
    samples: list[Sample] = []
    turns: list[Turn] = []
    for moment in moments(file):
        if random.below(_KEPT) == 0:
            samples.append(Sample(moment.before, shares))
        if isinstance(moment.before.phase, FirstChange):
            turns.append(Turn(moment.before, taken=False))
        if any(isinstance(event, SecretTaken | SecretContested) for event in moment.events):
            turns[-1] = turns[-1]._replace(taken=True)
    return Played(samples, turns)


def loss(samples: Sequence[Sample], weights: Weights) -> float:
    total = 0.0
    for state, shares in samples:
        found = valued(state, weights)
        total -= sum(
            part * log(max(_LEAST, share)) for part, share in zip(shares, found, strict=True) if part
        )
    return total / len(samples)


def counted(games: Sequence[Played]) -> Weights:
    """How often the near, the next and the far ones take the secret."""
    near = [turn.taken for game in games for turn in game.turns if _open(turn.began)]
    later = [found for game in games for found in _later(game.turns)]
    following = [taken for reaches, taken in later if reaches]
    far = [taken for reaches, taken in later if not reaches]
    return _BEGIN._replace(
        near=sum(near) / len(near), next=sum(following) / len(following), far=sum(far) / len(far)
    )


def _open(state: State) -> bool:
    if state.sought is None:
        return False
    return bool(open_halls(state, state.on_turn) >> HALL_OF[SQUARE_OF[state.sought]] & 1)


def _later(turns: Sequence[Turn]) -> Iterator[tuple[bool, bool]]:
    """Where the first player took nothing: whether the second had a way when the first began, and took it."""
    for turn, following in pairwise(turns):
        state = turn.began
        if state.sought is not None and not turn.taken:
            seat = Seat((state.on_turn + 1) % len(state.pawns))
            ways = ways_of(either_way=state.options.corridors == "either")
            reach = ways.reach(rotation_of(state), HALL_OF[state.pawns[seat]])
            yield bool(reach >> HALL_OF[SQUARE_OF[state.sought]] & 1), following.taken


def fit(samples: Sequence[Sample], begin: Weights) -> Weights:
    best, least = begin, loss(samples, begin)
    for step in _STEPS:
        for _ in range(_SWEEPS):
            before = least
            for name in _FITTED:
                for change in (step, -step):
                    tried = best._replace(**{name: max(0.0, getattr(best, name) + change)})
                    if (lost := loss(samples, tried)) < least:
                        best, least = tried, lost
            if least == before:
                break
    return best


def main() -> None:
    print('"""What the value of Le Labyrinthe Secret weighs, by seats; made by tools/labyrinth_value.py."""')
    print()
    print("from typing import Final")
    print()
    print("WEIGHTS: Final[dict[int, tuple[float, ...]]] = {")
    for seats in SEATS:
        games: list[Played] = []
        aside: dict[str, list[Sample]] = {}
        for level, count in GAMES[seats].items():
            found = [played(level, seats, number) for number in range(count)]
            games += found[count // 5 :]
            aside[level] = [sample for game in found[: count // 5] for sample in game.samples]
        fitted = fit([sample for game in games for sample in game.samples], counted(games))
        print(f"    {seats}: ({', '.join(f'{weight:.2f}' for weight in fitted)}),", flush=True)
        for level, samples in aside.items():
            print(seats, level, loss(samples, fitted), "for", log(seats), file=sys.stderr, flush=True)
    print("}")


if __name__ == "__main__":
    main()
