"""Policies for Saboteur that lead where random play hardly does: far outside the window, to the goals.

For comparing two forms of the game: one that is played at random alone shows no gold and no wide maze.
"""

from collections.abc import Callable
from typing import Final, TypeAlias, TypeGuard

from filon.games.chance import pick
from filon.games.contract import Random
from filon.games.saboteur import SABOTEUR
from filon.games.saboteur.maze import GOAL_PLACES, SHAPES, SIDES
from filon.games.saboteur.model import Action, BreakTool, DropRocks, PlacePath, SharingGold, State
from filon.lab.episode import Episode
from filon.lab.saboteur.encoding import in_window

Policy: TypeAlias = Callable[[Episode, Random], int]
"""The index of an action of the seat that is waited for."""

_BESIDE: Final = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}


def at_random(episode: Episode, random: Random) -> int:
    return pick(list(episode.choices(episode.waiting[0])), random)


def outwards(episode: Episode, random: Random) -> int:
    """To the west and on: the passage that lies farthest out, now and then a rockfall out there."""
    choices = episode.choices(episode.waiting[0])
    paths = {index: action for index, action in choices.items() if _is_passage(action)}
    rocks = [i for i, action in choices.items() if isinstance(action, DropRocks) and not in_window(action.at)]
    if rocks and random.below(3) == 0:
        return pick(rocks, random)
    if paths and random.below(6):
        far = max(abs(action.at[1]) - action.at[0] for action in paths.values())
        return pick([i for i, action in paths.items() if abs(action.at[1]) - action.at[0] == far], random)
    return at_random(episode, random)


def to_the_goals(episode: Episode, random: Random) -> int:
    seat = episode.waiting[0]
    if isinstance(episode.state.phase, SharingGold) or not episode.state.round.hands[seat]:
        return at_random(episode, random)
    wanted = keen(episode.state, random)
    return next(index for index, action in episode.choices(seat).items() if action == wanted)


POLICIES: Final[tuple[Policy, ...]] = (to_the_goals, outwards, at_random)


def keen(state: State, random: Random) -> Action:
    """A digger's choice, mostly: the passage that leads nearest to a goal; else anything, dead ends last."""
    (seat,) = SABOTEUR.to_act(state)
    actions = SABOTEUR.legal_actions(state, seat)
    paths = [action for action in actions if _is_passage(action)]
    if paths and random.below(8):
        return min(paths, key=_way_to_go)
    return pick([a for a in actions if not isinstance(a, PlacePath | BreakTool | DropRocks)], random)


def _is_passage(action: Action) -> TypeGuard[PlacePath]:
    return isinstance(action, PlacePath) and not action.card.value.startswith("x")


def _way_to_go(action: PlacePath) -> int:
    """From the best of the card's openings to the nearest goal."""
    x, y = action.at
    shape = SHAPES[action.card][action.turned]
    ends = [(x + dx, y + dy) for side, (dx, dy) in _BESIDE.items() if shape & SIDES[side]]
    return min(abs(ex - gx) + abs(ey - gy) for ex, ey in ends for gx, gy in GOAL_PLACES)
