"""The games as PettingZoo knows environments: `env` asks one agent after another, `parallel_env` all at once.

Layouts, masks, rewards and the order of asking: docs/lab/pettingzoo.md.
"""

from filon.lab.extras import extra

with extra("lab"):
    from filon.lab.pettingzoo.in_order import InOrder
    from filon.lab.pettingzoo.joint import JointEnv
    from filon.lab.pettingzoo.turns import TurnEnv

__all__ = ["InOrder", "JointEnv", "TurnEnv", "env", "parallel_env", "raw_env"]


def env(
    game: str,
    seats: int | None = None,
    *,
    rewards: str = "win",
    render_mode: str | None = None,
    max_cycles: int | None = None,
    illegal: str = "raise",
    **options: object,
) -> InOrder:
    """An AEC environment; the least number of seats by default. Raises Malformed, which names what is wrong.

    It is `raw_env` in a wrapper that holds callers to PettingZoo's order of calls. The other wrappers of
    custom would turn a refusal that says what is legal into an assertion, or into a lost game.
    """
    return InOrder(
        TurnEnv(
            game,
            seats,
            rewards=rewards,
            render_mode=render_mode,
            max_cycles=max_cycles,
            illegal=illegal,
            **options,
        )
    )


raw_env = TurnEnv
parallel_env = JointEnv
