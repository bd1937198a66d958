"""A batch of games by the law, for a game that has no batch kernel: slow, and right by definition."""

import numpy as np
from numpy.typing import NDArray

from filon.games.contract import Seat
from filon.lab.encoding import Encoding
from filon.lab.episode import Episode


class LawBatch:
    """The face of `kernels.contract.BatchKernel`, with arrays of NumPy for its vecs."""

    def __init__(self, encoding: Encoding, seed: int, *, games: int, first: int, total: int) -> None:
        self._encoding = encoding
        self._seed = seed
        self._total = total
        self._seats = encoding.seats
        self.observations: NDArray[np.int16] = np.zeros(games * encoding.layout.size, np.int16)
        self.masks: NDArray[np.uint8] = np.zeros(games * encoding.actions.size, np.uint8)
        self.actors: NDArray[np.uint8] = np.zeros(games, np.uint8)
        self.ended: NDArray[np.uint8] = np.zeros(games, np.uint8)
        self.winners: NDArray[np.int64] = np.zeros(games, np.int64)
        self.scores: NDArray[np.int64] = np.zeros(games * encoding.seats, np.int64)
        self._observations = self.observations.reshape(games, -1)
        self._masks = self.masks.view(np.int8).reshape(games, -1)
        self._next_deals = list(range(first, first + games))
        self._episodes = [self._dealt(game) for game in range(games)]
        for game, episode in enumerate(self._episodes):
            self._see(game, episode)

    def step(self, actions: bytes) -> None:
        for game, index in enumerate(np.frombuffer(actions, "<i4").tolist()):
            episode = self._episodes[game]
            seat = Seat(int(self.actors[game]))
            episode.act(seat, episode.choices(seat)[index])
            self.ended[game] = 0
            outcome = episode.outcome
            if outcome is not None:
                self.ended[game] = 1
                self.winners[game] = sum(1 << winner for winner in outcome.winners)
                self.scores[game * self._seats : (game + 1) * self._seats] = outcome.scores
                episode = self._episodes[game] = self._dealt(game)
            self._see(game, episode)

    def _dealt(self, game: int) -> Episode:
        number = self._next_deals[game]
        self._next_deals[game] += self._total
        return Episode(self._encoding, self._seed, number)

    def _see(self, game: int, episode: Episode) -> None:
        # The past is for who asks what was told; here nobody does, and it would only grow.
        episode.past.clear()
        seat = episode.waiting[0]
        self.actors[game] = seat
        episode.observe(seat, self._observations[game])
        episode.mask(seat, self._masks[game])
