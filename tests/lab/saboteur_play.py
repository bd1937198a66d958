"""Ways to play Saboteur that lead where random play hardly does: far outside the window, to the goals."""

from collections.abc import Callable
from typing import TypeAlias

from filon.games.chance import FastRandom
from filon.games.saboteur.model import DropRocks, PlacePath, SharingGold
from filon.lab.episode import Episode
from filon.lab.saboteur.encoding import in_window
from tests.games.saboteur.mines import keen

Choose: TypeAlias = Callable[[Episode, FastRandom], int]
"""The index of an action of the seat that is waited for."""


def at_random(episode: Episode, random: FastRandom) -> int:
    choices = list(episode.choices(episode.waiting[0]))
    return choices[random.below(len(choices))]


def outwards(episode: Episode, random: FastRandom) -> int:
    """To the west and on: the passage that lies farthest out, now and then a rockfall out there."""
    choices = episode.choices(episode.waiting[0])
    paths = {
        index: action
        for index, action in choices.items()
        if isinstance(action, PlacePath) and not action.card.value.startswith("x")
    }
    rocks = [i for i, action in choices.items() if isinstance(action, DropRocks) and not in_window(action.at)]
    if rocks and random.below(3) == 0:
        return rocks[random.below(len(rocks))]
    if paths and random.below(6):
        far = max(abs(action.at[1]) - action.at[0] for action in paths.values())
        best = [index for index, action in paths.items() if abs(action.at[1]) - action.at[0] == far]
        return best[random.below(len(best))]
    return at_random(episode, random)


def to_the_goals(episode: Episode, random: FastRandom) -> int:
    seat = episode.waiting[0]
    if isinstance(episode.state.phase, SharingGold) or not episode.state.round.hands[seat]:
        return at_random(episode, random)
    wanted = keen(episode.state, random)
    return next(index for index, action in episode.choices(seat).items() if action == wanted)
