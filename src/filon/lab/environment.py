"""What an environment is made with, whatever library looks at it: read once, refused by name, and then
good for any number of games.
"""

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec
import numpy as np
from gymnasium import spaces

from filon.games.contract import Malformed, Seat
from filon.lab.encoding import Encoding, Layout
from filon.lab.episode import Episode
from filon.lab.errors import NotLegal
from filon.lab.registry import encoding_for
from filon.lab.rendering import Picture, picture
from filon.lab.rewards import Rewards, require_rewards, rewards
from filon.lab.whole import whole

RENDER_MODES: Final = ("ansi", "rgb_array")
FRAMES_A_SECOND: Final = 4
"""For who makes a film of the pictures: about as fast as one can follow."""
_SEEDS: Final = 1 << 62
"""Below this are the seeds of single games, which a Stream takes whole."""


class Setup(msgspec.Struct, frozen=True):
    encoding: Encoding
    rewards: Rewards
    illegal: str
    render_mode: str | None

    def deal(self, chance: np.random.Generator) -> tuple[Episode, int]:
        """The next game, and its seed, for whatever chance beside the game's own belongs to it."""
        seed = int(chance.integers(_SEEDS))
        return Episode(self.encoding, seed), seed

    def worth(self, episode: Episode) -> tuple[float, ...]:
        """By seat; nothing before the end."""
        if episode.outcome is None:
            return (0.0,) * self.encoding.seats
        return rewards(episode.outcome, self.encoding.seats, self.rewards)

    def render(self, episode: Episode, viewer: Seat | None) -> str | Picture:
        """The position as this seat sees it, or a spectator."""
        if self.render_mode is None:
            raise Malformed("render_mode", f"none was chosen; there are {', '.join(RENDER_MODES)}")
        text = episode.game.draw(episode.view(viewer))
        return text if self.render_mode == "ansi" else picture(text)


def set_up(
    game: str,
    seats: int | None,
    options: Mapping[str, object],
    *,
    rewards: str,
    illegal: str,
    illegal_kinds: Sequence[str],
    render_mode: str | None,
) -> Setup:
    """Raises Malformed, which names what cannot be read."""
    if illegal not in illegal_kinds:
        raise Malformed("illegal", f"nothing is called {illegal!r}; there are {', '.join(illegal_kinds)}")
    if render_mode is not None and render_mode not in RENDER_MODES:
        raise Malformed("render_mode", f"{render_mode!r} is none; there are {', '.join(RENDER_MODES)}")
    return Setup(encoding_for(game, seats, **options), require_rewards(rewards), illegal, render_mode)


def chance_of(seed: int | None, so_far: np.random.Generator | None) -> np.random.Generator:
    """Begun anew by a seed; without one the chance so far goes on, or begins somewhere."""
    if seed is not None:
        return np.random.default_rng(read_seed(seed))
    return np.random.default_rng() if so_far is None else so_far


def read_seed(seed: object) -> int:
    number = whole(seed)
    if number is None or number < 0:
        raise Malformed("seed", f"{seed!r} is no whole number from 0 up")
    return number


def read_index(action: object, who: str, legal: Sequence[int], size: int) -> tuple[int, NotLegal | None]:
    """The action's index, and what speaks against it; raises where it is no action at all."""
    number = whole(action)
    if number is None:
        raise Malformed(
            "action", f"{action!r} by {who} is no index; actions are numbers from 0 to {size - 1}"
        )
    refusal = None if number in legal else NotLegal(number, who, list(legal))
    if refusal is not None and not 0 <= number < size:
        raise refusal
    return number, refusal


def read_limit(name: str, value: int | None) -> int | None:
    number = None if value is None else whole(value)
    if value is not None and (number is None or number < 1):
        raise Malformed(name, f"{value!r} is no number of cycles; it is a whole number from 1 up, or None")
    return number


def observation_space(layout: Layout) -> "spaces.Box[np.int16]":
    return spaces.Box(layout.low, layout.high, dtype=np.int16)


def mask_space(actions: int) -> "spaces.Box[np.int8]":
    return spaces.Box(0, 1, (actions,), np.int8)


def action_space(actions: int) -> "spaces.Discrete[np.int64]":
    return spaces.Discrete(actions)
