"""A small policy for Diamant, trained from nothing; docs/lab/tutorial.md tells it step by step.

It leaves or goes on by a weighted sum of what it sees. The weights are learnt by REINFORCE, from thousands of
games at once: what winners did is made a little likelier, what the others did a little less so.
"""

import argparse
import os
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from filon.bots import Sight
from filon.games.contract import Random
from filon.lab.batch import batch
from filon.lab.diamant.encoding import ARTIFACT, GO_ON, HAZARD, LEAVE
from filon.lab.encoding import Layout
from filon.lab.registry import encoding_for

WEIGHTS: Final = Path(os.environ.get("DIAMANT_WEIGHTS", "diamant_weights.npy"))
SEATS: Final = 5
Floats = NDArray[np.float64]


def features(layout: Layout, rows: NDArray[np.int16]) -> Floats:
    """What a decision goes by, of each row: small numbers about one."""
    seen = layout.split(rows)
    codes, lying = seen["gallery"][..., 0], seen["gallery"][..., 1]
    hazards = (codes[:, :, None] == HAZARD + np.arange(5)).sum(axis=1)
    left = np.where(seen["met"] > 0, 3 - seen["removed"] - hazards, 0).sum(axis=1)
    pile = np.maximum(seen["pile"][:, 0], 1)
    danger = left / pile
    inside = seen["inside"].sum(axis=1)
    loot = seen["loot"][:, 0] / 10
    stones = (lying * (codes < HAZARD)).sum(axis=1) / 10
    artifacts = (lying * (codes == ARTIFACT)).sum(axis=1) / 10
    chests = np.maximum(seen["chests"], 0) / 10
    lead = chests[:, 0] - chests[:, 1:].max(axis=1)
    last = (seen["cave"][:, 0] == 5).astype(float)
    alone = (inside == 1).astype(float)
    turned = (codes > 0).sum(axis=1) / 10
    one = np.ones(len(rows))
    share = stones / inside
    columns = (
        one, danger * 10, danger * loot * 10, loot, loot**2, stones, share, artifacts, alone, alone * stones,
        inside / 5, turned, lead, last, last * lead, last * loot, last * (loot + lead > 0),
        danger * 10 * last, (hazards > 0).sum(axis=1), loot / inside,
    )  # fmt: skip
    return np.stack(columns, axis=1)


class Policy:
    """The chance of leaving is the logistic function of a weighted sum."""

    def __init__(self, weights: Floats) -> None:
        self.weights = weights

    def leaving(self, seen: Floats) -> Floats:
        return 1 / (1 + np.exp(-np.clip(seen @ self.weights, -30, 30)))


def train(*, updates: int, games: int = 2048, seed: int = 1) -> Policy:
    """All seats play the policy of the moment. The same words give the same weights."""
    rng = np.random.default_rng(seed)
    with batch("diamant", games=games, seats=SEATS, seed=seed) as tables:
        count = features(tables.layout, tables.observations).shape[1]
        policy, learner = Policy(np.zeros(count)), Adam(count)
        policy.weights[0] = -2.0  # who leaves every second time never sees a gem
        every = np.arange(games)
        traces = np.zeros((games, SEATS, count))
        """For each seat the sum over its decisions of how the weights would make them likelier."""
        gathered, finished = np.zeros(count), 0
        while updates:
            seen = features(tables.layout, tables.observations)
            chance = policy.leaving(seen)
            leave = rng.random(games) < chance
            traces[every, tables.actors] += (leave - chance)[:, None] * seen
            tables.step(np.where(leave, LEAVE, GO_ON))
            over = np.flatnonzero(tables.ended)
            if over.size:
                surplus = tables.rewards[over] - 1 / SEATS  # more or less than a fair share of the win
                gathered += np.einsum("gs,gsf->f", surplus, traces[over])
                traces[over] = 0
                finished += over.size
            if finished >= games:
                policy.weights += learner.step(gathered / finished)
                gathered, finished = np.zeros(count), 0
                updates -= 1
    return policy


class Adam:
    def __init__(self, count: int) -> None:
        self._mean, self._square = np.zeros(count), np.full(count, 1e-3)

    def step(self, gradient: Floats) -> Floats:
        self._mean = 0.9 * self._mean + 0.1 * gradient
        self._square = 0.99 * self._square + 0.01 * gradient**2
        return 0.05 * self._mean / (np.sqrt(self._square) + 1e-4)


class Trained:
    """Takes a seat like any bot: `--bots examples.train_diamant:Trained` in the arena, `--bot` at a table."""

    remembers = False

    def __init__(self) -> None:
        self.policy = Policy(np.load(WEIGHTS))

    def choose(self, sight: Sight, _random: Random, /) -> Any:
        encoding = encoding_for("diamant", len(sight.view.chests))
        row = np.empty((1, encoding.layout.size), np.int16)
        encoding.observe(sight.view, row[0])
        leaves = self.policy.leaving(features(encoding.layout, row))[0] > 0.5
        return sight.legal[encoding.indices(sight.view.seat, sight.legal).index(LEAVE if leaves else GO_ON)]


def main() -> None:
    words = argparse.ArgumentParser(description="Train a policy for Diamant and keep its weights.")
    words.add_argument("--updates", type=int, default=60, help="Steps of learning.")
    words.add_argument("--games", type=int, default=2048, help="Games to learn from at each.")
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--out", type=Path, default=WEIGHTS)
    given = words.parse_args()
    np.save(given.out, train(updates=given.updates, games=given.games, seed=given.seed).weights)


if __name__ == "__main__":
    main()
