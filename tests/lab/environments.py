"""What the tests of the lab's environments play on, and who plays there."""

from collections.abc import Iterator
from hashlib import blake2b
from typing import Any

import msgspec
import numpy as np

from filon.games.chance import FastRandom, pick
from filon.games.contract import Outcome, Seat
from filon.games.registry import GAMES
from filon.lab.episode import Episode
from filon.lab.pettingzoo import JointEnv, TurnEnv
from tests.games_under_test import ENCODED

SMALLEST = [(name, GAMES[name].seats[0]) for name in ENCODED]
TABLES = sorted({*SMALLEST, *((name, GAMES[name].seats[-1]) for name in ENCODED)})
FEW = 120
"""Decisions after which a test of single steps has seen enough of the longer games."""

# What PettingZoo says of all its own card and board games: their observations are dicts, with masks that are
# empty for who cannot act any more.
CUSTOMARY = (
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation space for each agent probably should be:UserWarning",
    "ignore:Action mask numpy array is all zeros:UserWarning",
)


def episode_of(env: Any) -> Episode:
    """What the environment plays, which it shows nobody."""
    episode = env.unwrapped._dealt
    assert isinstance(episode, Episode)
    return episode


def outcome_of(env: Any) -> Outcome:
    outcome = env.outcome
    assert isinstance(outcome, Outcome)
    return outcome


def masked(observation: dict[str, Any]) -> list[int]:
    legal: list[int] = np.flatnonzero(observation["action_mask"]).tolist()
    return legal


def turns(env: Any, seed: int, *, deal: int | None = None) -> Iterator[tuple[str, int | None]]:
    """A game by lot, agent by agent with what it does next; `deal` also resets."""
    random = FastRandom(seed)
    if deal is not None:
        env.reset(seed=deal)
    for agent in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        action = None if terminated or truncated else pick(masked(observation), random)
        yield agent, action
        env.step(action)


def joint_steps(
    env: JointEnv, seed: int, *, deal: int | None = None
) -> Iterator[tuple[dict[str, int], tuple[Any, ...]]]:
    """A game by lot: the actions of each step, and what came of them."""
    random = FastRandom(seed)
    observations, _ = env.reset(seed=deal)
    while env.agents:
        actions = {agent: pick(masked(observations[agent]), random) for agent in env.agents}
        result = env.step(actions)
        observations = result[0]
        yield actions, result


def frozen(value: Any) -> bytes:
    """All of it: two are alike only if every byte is."""
    return msgspec.json.encode(value, enc_hook=_array, order="deterministic")


def _array(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return [str(value.dtype), value.shape, blake2b(value.tobytes()).hexdigest()]
    if isinstance(value, np.generic):
        return value.item()
    raise NotImplementedError(type(value))


def the_same_world(env: TurnEnv | JointEnv) -> Any:
    """A copy that goes on alone, with the same chance to come."""
    twin = object.__new__(type(env))
    twin.__dict__.update(
        {
            name: value.copy() if isinstance(value, dict | list) else value
            for name, value in env.__dict__.items()
        }
    )
    twin._dealt, twin._lots = episode_of(env).copy(), env._lots.copy()
    return twin


def in_another_world(env: TurnEnv | JointEnv, viewer: Seat | None, random: FastRandom) -> Any:
    """The same over a state that the viewer cannot tell from the true one."""
    twin = the_same_world(env)
    episode = episode_of(twin)
    episode.state = episode.game.imagine(episode.view(viewer), random)
    episode._legal, episode._indices = {}, {}
    return twin


def told(env: Any, viewer: Seat | None, since: int) -> bytes:
    return msgspec.json.encode(episode_of(env).told(viewer, since=since))


def shared_choice(env: Any, twin: Any, seat: Seat, random: FastRandom) -> int | None:
    """An index that means the same action in both worlds."""
    here, there = episode_of(env).choices(seat), episode_of(twin).choices(seat)
    shared = [index for index, action in here.items() if there.get(index) == action]
    return pick(shared, random) if shared else None
