"""A batch of the kernels beside episodes of the law: number for number, at every step."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from filon.kernels.stream import Stream
from filon.lab.encoding import Encoding
from filon.lab.episode import Episode


class SideBySide:
    """Games `first`, `first` + 1, ... of `total` that share a seed, each beside its episode."""

    def __init__(
        self, make_batch: Any, encoding: Encoding, seed: int, *, games: int, first: int = 0, total: int = 7
    ) -> None:
        self.encoding = encoding
        self.seed = seed
        self.total = total
        self.batch = make_batch(encoding.seats, encoding.options, seed, games=games, first=first, total=total)
        rows = self.batch.observations, self.batch.masks, self.batch.scores
        dtypes = np.int16, np.uint8, np.int64
        self.observations, self.masks, self.scores = (
            np.frombuffer(array, dtype).reshape(games, -1) for array, dtype in zip(rows, dtypes, strict=True)
        )
        self.numbers = [first + game for game in range(games)]
        self.episodes = [Episode(encoding, seed, number) for number in self.numbers]
        self.over = 0
        self.agree()

    def step(self, chosen: Sequence[int]) -> None:
        """Each game goes on by this legal action of the seat that decides."""
        for game, index in enumerate(chosen):
            self.episodes[game].step(min(self.episodes[game].waiting), index)
        self.batch.step(np.array(chosen, "<i4").tobytes())
        for game, episode in enumerate(self.episodes):
            outcome = episode.outcome
            assert self.batch.ended[game] == (outcome is not None)
            if outcome is not None:
                assert self.batch.winners[game] == sum(1 << seat for seat in outcome.winners)
                assert tuple(self.scores[game]) == outcome.scores
                self.over += 1
                self.numbers[game] += self.total
                self.episodes[game] = Episode(self.encoding, self.seed, self.numbers[game])
        self.agree()

    def agree(self) -> None:
        for game, episode in enumerate(self.episodes):
            seat = min(episode.waiting)
            assert self.batch.actors[game] == seat
            expected = episode.observe(seat)
            if not np.array_equal(self.observations[game], expected):
                raise AssertionError(f"{self._named(np.flatnonzero(self.observations[game] != expected))}")
            legal = sorted(episode.choices(seat))
            assert np.flatnonzero(self.masks[game]).tolist() == legal, (seat, legal)

    def legal(self, game: int) -> list[int]:
        """The actions of the seat that decides, in the law's order."""
        episode = self.episodes[game]
        return list(episode.choices(min(episode.waiting)))

    def play_at_random(self, steps: int) -> None:
        chance = Stream(self.seed, 1 << 20)
        for _ in range(steps):
            self.step([_one_of(self.legal(game), chance) for game in range(len(self.episodes))])

    def _named(self, places: Any) -> set[str]:
        """The fields that differ."""
        offsets = self.encoding.layout.offsets
        return {max((at, name) for name, at in offsets.items() if at <= place)[1] for place in places}


def _one_of(legal: Sequence[int], chance: Stream) -> int:
    return legal[chance.below(len(legal))]
