"""What an outcome is worth to each seat."""

from typing import Final, Literal, TypeAlias, get_args

from filon.games.contract import Malformed, Outcome

Rewards: TypeAlias = Literal["win", "score"]
"""`win`: one for the win, shared evenly by all who share it, so that all rewards add up to one.
`score`: what the game itself counts. Both come at the end of the game.
"""
REWARDS: Final[tuple[Rewards, ...]] = get_args(Rewards)


def rewards(outcome: Outcome, seats: int, kind: Rewards) -> tuple[float, ...]:
    if kind == "score":
        return tuple(float(score) for score in outcome.scores)
    share = 1.0 / len(outcome.winners) if outcome.winners else 0.0
    return tuple(share if seat in outcome.winners else 0.0 for seat in range(seats))


def require_rewards(kind: str) -> Rewards:
    for known in REWARDS:
        if kind == known:
            return known
    raise Malformed("rewards", f"no rewards are called {kind!r}; there are {', '.join(REWARDS)}")
