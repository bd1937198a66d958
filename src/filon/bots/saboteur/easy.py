"""Saboteur, easy: digs towards the goals and likes to do something; a saboteur of this kind cannot wait.

It goes by what anybody sees at a glance, and is not the normal level with noise: it never weighs one card
against another.
"""

from collections.abc import Callable, Sequence
from typing import Final

from filon.bots.advice import chance
from filon.bots.saboteur.survey import cell_at, distances, maze_of, odds
from filon.games.chance import pick
from filon.games.contract import Random
from filon.games.saboteur.maze import JOINED, SHAPES
from filon.games.saboteur.model import (
    Action,
    BreakTool,
    Discard,
    DropRocks,
    Pass,
    PlacePath,
    ReadMap,
    RepairTool,
    RoundView,
    TakeGold,
    View,
)
from filon.games.saboteur.pieces import PATH_COUNTS, REPAIRS, ROLE_POOL, Card, Role

_CURIOUS: Final = 0.7
"""How often a map is used as soon as it is in the hand."""
_DREAMY: Final = 0.12
"""How often a digger lays a card just anywhere."""
_TEMPER: Final = 0.06
"""How often a digger swings a hammer without a reason."""
_KIND: Final = 0.5
"""How often a digger mends somebody else's tool."""
_HASTY: Final = 0.2
_ALONE: Final = 0.25
"""How often a saboteur does harm as soon as there is a card for it: so often, and oftener the fewer others
there may be to do it.
"""


def choose_easily(view: View, legal: Sequence[Action], random: Random) -> Action:
    gold = [action for action in legal if isinstance(action, TakeGold)]
    if gold:
        return max(gold, key=lambda action: action.nuggets)
    assert view.seat is not None, "spectators hold no cards"
    saboteur = view.round.roles[view.seat] is Role.SABOTEUR
    return _spoil(view, legal, random) if saboteur else _dig(view, legal, random)


def _dig(view: View, legal: Sequence[Action], random: Random) -> Action:
    table = view.round
    mends = [action for action in legal if isinstance(action, RepairTool)]
    own = [action for action in mends if action.target == view.seat]
    if own:
        return pick(own, random)
    maps = _worth_a_look(table, legal)
    if maps and chance(random, _CURIOUS):
        return pick(maps, random)
    hammers = [action for action in legal if isinstance(action, BreakTool)]
    if hammers and chance(random, _TEMPER):
        return pick(hammers, random)
    paths = [action for action in legal if isinstance(action, PlacePath) and _leads_on(action.card)]
    if paths and chance(random, _DREAMY):
        return pick(paths, random)
    nearer = _nearer(table, paths)
    if nearer:
        return pick(nearer, random)
    rocks = [action for action in legal if isinstance(action, DropRocks) and _dead_end(table, action)]
    if rocks:
        return pick(rocks, random)
    if mends and chance(random, _KIND):
        return pick(mends, random)
    if maps:
        return pick(maps, random)
    return _throw_away(legal, _digs, random)


def _spoil(view: View, legal: Sequence[Action], random: Random) -> Action:
    table = view.round
    harm: list[Action] = [
        action
        for action in legal
        if (isinstance(action, PlacePath) and not _leads_on(action.card))
        or (isinstance(action, BreakTool) and not table.broken[action.target])
        or (isinstance(action, DropRocks) and not _dead_end(table, action))
    ]
    saboteurs, _ = ROLE_POOL[len(table.hand_sizes)]
    if harm and chance(random, _HASTY + _ALONE / saboteurs):
        return pick(harm, random)
    paths = [action for action in legal if isinstance(action, PlacePath) and _leads_on(action.card)]
    nearer = _nearer(table, paths)
    quiet = [action for action in paths if action not in nearer]
    if quiet:
        return pick(quiet, random)
    return _throw_away(legal, lambda card: not _digs(card), random)


def _worth_a_look(table: RoundView, legal: Sequence[Action]) -> list[ReadMap]:
    chances = odds(table)
    open_goals = [goal.at for goal, here in zip(table.goals, chances, strict=True) if 0 < here < 1]
    return [action for action in legal if isinstance(action, ReadMap) and action.at in open_goals]


def _nearer(table: RoundView, paths: Sequence[PlacePath]) -> list[PlacePath]:
    """Those that shorten the way to a goal where the treasure may lie."""
    maze = maze_of(table)
    before = distances(maze)
    aims = [goal for goal, here in enumerate(odds(table)) if here]

    def shorter(path: PlacePath) -> bool:
        after = distances({**maze, cell_at(path.at): SHAPES[path.card][path.turned]})
        return any(after[goal] < before[goal] for goal in aims)

    return [path for path in paths if shorter(path)]


def _leads_on(card: Card) -> bool:
    return bool(SHAPES[card][0] & JOINED)


def _dead_end(table: RoundView, rocks: DropRocks) -> bool:
    return any(tile.at == rocks.at and not _leads_on(tile.card) for tile in table.maze)


def _digs(card: Card) -> bool:
    """What a digger would rather keep."""
    return card in REPAIRS or (card in PATH_COUNTS and _leads_on(card))


def _throw_away(legal: Sequence[Action], kept: Callable[[Card], bool], random: Random) -> Action:
    throws = [action for action in legal if isinstance(action, Discard)]
    spare = [action for action in throws if not kept(action.card)]
    return pick(spare or throws, random) if throws else Pass()
