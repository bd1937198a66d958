"""The batch kernel of Saboteur writes what the encoding writes of the law's games, number for number."""

from typing import Any

import numpy as np
import pytest

from filon.games.contract import Seat
from filon.games.saboteur import SABOTEUR
from filon.games.saboteur.model import Options
from filon.games.saboteur.pieces import SEATS
from filon.kernels.saboteur.batch import make_batch
from filon.kernels.saboteur.kernel_offsets import ActionOffsets, RowOffsets
from filon.kernels.stream import Stream
from filon.lab.episode import Episode
from filon.lab.lockstep import every_table
from filon.lab.saboteur.encoding import SaboteurEncoding

TABLES = list(every_table(SABOTEUR))


class Lockstep:
    """A batch, and beside it each of its games by the law."""

    def __init__(self, seats: int, options: Options, *, seed: int, games: int, first: int = 0, total: int) -> None:
        self.encoding = SaboteurEncoding(seats, options)
        self.seed = seed
        self.first = first
        self.total = total
        self.batch = make_batch(seats, options, seed, games=games, first=first, total=total)
        self.observations = np.asarray(memoryview(self.batch.observations)).reshape(games, -1)
        self.masks = np.asarray(memoryview(self.batch.masks)).reshape(games, -1)
        self.deals = [0] * games
        self.episodes = [self.episode(game) for game in range(games)]
        self.outside = 0

    def episode(self, game: int) -> Episode:
        return Episode(self.encoding, self.seed, self.first + game + self.deals[game] * self.total)

    def agree(self) -> None:
        for game, episode in enumerate(self.episodes):
            (seat,) = episode.waiting
            assert self.batch.actors[game] == seat
            assert parts(self.encoding.layout, self.observations[game]) == parts(
                self.encoding.layout, episode.observe(seat)
            )
            assert np.array_equal(self.masks[game], episode.mask(seat))

    def step(self, random: Stream) -> int:
        """One random action in each game; how many ended."""
        actions = []
        elsewhere = self.encoding.actions.offsets["elsewhere"]
        for game in range(len(self.episodes)):
            legal = np.flatnonzero(self.masks[game])
            actions.append(int(legal[random.below(len(legal))]))
            self.outside += actions[-1] >= elsewhere
        self.batch.step(np.array(actions, "<i4").tobytes())
        ended = 0
        for game, (episode, action) in enumerate(zip(self.episodes, actions, strict=True)):
            episode.step(episode.waiting[0], action)
            outcome = episode.outcome
            assert self.batch.ended[game] == (outcome is not None)
            if outcome is not None:
                ended += 1
                self.deals[game] += 1
                self.episodes[game] = self.episode(game)
                winners = [seat for seat in range(self.encoding.seats) if self.batch.winners[game] >> seat & 1]
                assert tuple(winners) == outcome.winners
                first = game * self.encoding.seats
                scores = [self.batch.scores[first + seat] for seat in range(self.encoding.seats)]
                assert tuple(scores) == outcome.scores
        return ended


def parts(layout: Any, row: Any) -> dict[str, list[int]]:
    return {name: part.tolist() for name, part in layout.split(row).items()}


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_batch_and_law_show_the_same_numbers_at_every_step(seats: int, options: Options) -> None:
    together = Lockstep(seats, options, seed=seats, games=2, total=2)
    random = Stream(7, seats)
    ended = 0
    together.agree()
    while ended < 3:
        ended += together.step(random)
        together.agree()
