"""A player for any game, by its law alone: tries actions in worlds that it imagines, and lets chance go on.

Flat Monte Carlo, for games without bots of their own. How much is played is counted in decisions, not in
seconds: the same sight and the same chance give the same choice on every machine.
"""

from collections.abc import Mapping
from typing import Any, Final

from filon.bots.advice import Hint, because
from filon.bots.sight import Sight
from filon.games.chance import pick, shuffled
from filon.games.contract import TABLE, AnyGame, Random, play
from filon.games.registry import game_named

EASY: Final = 100
NORMAL: Final = 2_000
HARD: Final = 8_000
"""Decisions played out for one choice, by level: a second for the last where the law is slow."""
_CANDIDATES: Final = 40
"""Actions that are tried; where more are legal, chance says which."""
_LONGEST: Final = 1_000
"""Decisions of one playout. One that is not over by then tells nothing."""
_PATIENCE: Final = 200
"""Decisions after which a clock of the table runs out in a playout."""

REASONS: Final[Mapping[str, str]] = {
    "any.only": "There is nothing else to do.",
    "any.played_out": "Of games that chance played on from here, {share} in 100 were won.",
}


def play_out(sight: Sight, random: Random, *, decisions: int) -> Hint:
    """Every candidate is tried in the same worlds, and in one at least, however few `decisions` there are."""
    if len(sight.legal) == 1:
        return because(sight.legal[0], "any.only")
    candidates = list(sight.legal)
    if len(candidates) > _CANDIDATES:
        candidates = list(shuffled(candidates, random)[:_CANDIDATES])
    law, won, worlds = game_named(sight.game.name), [0.0] * len(candidates), 0
    while decisions > 0:
        worlds += 1
        world = law.imagine(sight.view, random)
        for at, action in enumerate(candidates):
            share, played = _played_out(law, world, sight.view.seat, action, random)
            won[at] += share
            decisions -= played
    best = max(won)
    action = candidates[pick([at for at, share in enumerate(won) if share == best], random)]
    return because(action, "any.played_out", share=round(100 * best / worlds))


def _played_out(game: AnyGame, world: Any, seat: Any, action: Any, random: Random) -> tuple[float, int]:
    """The seat's share of the win, and how many decisions were played."""
    state, _ = play(game, world, seat, action, random)
    since_table = 0
    for played in range(1, _LONGEST):
        waiting = sorted(game.to_act(state))
        actor = pick(waiting, random) if waiting else TABLE
        if since_table >= _PATIENCE and game.legal_actions(state, TABLE):
            actor = TABLE
        legal = game.legal_actions(state, actor)
        if not legal:
            outcome = game.outcome(state)
            won = outcome is not None and seat in outcome.winners
            return (1 / len(outcome.winners) if outcome is not None and won else 0.0), played
        since_table = 0 if actor is TABLE else since_table + 1
        state, _ = play(game, state, actor, pick(legal, random), random)
    return 0.0, _LONGEST
