"""What a card was worth beside all others, from what one seat saw and believed alone."""

from collections.abc import Sequence
from typing import Any

from filon.bots.saboteur.hard import prepare
from filon.bots.sight import Sight
from filon.coach.contract import Weighed
from filon.coach.model import Depth, Option
from filon.coach.saboteur.deeds import kind_of
from filon.coach.saboteur.reasons import Reasons, Shares
from filon.coach.saboteur.trials import EFFORT, Trials, Worth
from filon.games.contract import Random
from filon.games.saboteur.model import Action, BreakTool, Discard, PlacePath, RepairTool, View
from filon.kernels.stream import Stream


def weigh(sight: Sight, played: Action, random: Random, depth: Depth) -> Weighed:
    """Every legal card is tried; of those that do the same with the same card the best one is told.

    The reason speaks for the best beside what was played; where that was the best, beside the next best.
    """
    view: View = sight.view
    stream = Stream(random.below(1 << 30))
    effort = EFFORT[depth]
    prepared = prepare(sight, stream, worlds=effort.first)
    codes = {action: code for code, action in prepared.codes.items()}
    worths = Trials(view, prepared, stream, effort).compare(codes[played])
    best, next_best = (prepared.codes[each.code] for each in worths[:2])
    beside = next_best if best == played else played
    share = {prepared.codes[each.code]: each.round for each in worths}
    told = _told(worths, prepared.codes, played)
    belief = prepared.belief
    return Weighed(
        tuple(Option(prepared.codes[each.code], each.game, each.error, each.round) for each in told),
        Reasons(sight, belief).of(best, beside, Shares(share[best], share[beside])),
        kind_of(view, belief.doubts, belief.treasure, best, played),
    )


def _told(worths: Sequence[Worth], actions: dict[int, Any], played: Action) -> list[Worth]:
    seen: set[object] = set()
    told: list[Worth] = []
    for worth in worths:
        action = actions[worth.code]
        alike = _alike(action)
        if alike not in seen or action == played:
            told.append(worth)
        seen.add(alike)
    return told


def _alike(action: Action) -> object:
    """The same for actions that do the same with the same card, each in another place."""
    match action:
        case PlacePath(card) | RepairTool(card) | Discard(card):
            return type(action), card
        case BreakTool(tool):
            return type(action), tool
        case _:
            return type(action)
