"""Numbers of legal sequences: a small change of the law changes them."""

from typing import Any

from filon.games.chance import SealedRandom
from filon.games.contract import TABLE, Actor, AnyGame, play

CHANCE = bytes(32)


def sequences(game: AnyGame, state: Any, depth: int) -> int:
    """How many sequences of `depth` decisions there are; the chance of each comes from a fixed stream."""
    if depth == 0:
        return 1
    count = 0
    actors: list[Actor] = [*sorted(game.to_act(state)), TABLE]
    for actor in actors:
        actions = game.legal_actions(state, actor)
        if depth == 1:
            count += len(actions)
            continue
        for action in actions:
            after, _ = play(game, state, actor, action, SealedRandom(CHANCE, part=depth))
            count += sequences(game, after, depth - 1)
    return count
