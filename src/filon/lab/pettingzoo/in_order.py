"""PettingZoo's own wrapper for the order of calls, with refusals that have a type."""

from typing import Any

from pettingzoo.utils.wrappers import OrderEnforcingWrapper  # type: ignore[import-untyped]

from filon.lab.errors import GameIsOver, NotReset


class InOrder(OrderEnforcingWrapper):  # type: ignore[misc]
    """The wrapper asserts before the first reset, and passes over a step after the end with a warning."""

    def step(self, action: Any) -> None:
        self._require_reset("step()")
        if not self.agents:
            raise GameIsOver("the game is over and every agent has left; reset() deals another one")
        super().step(action)

    def observe(self, agent: str) -> Any:
        self._require_reset("observe()")
        return super().observe(agent)

    def state(self) -> Any:
        self._require_reset("state()")
        return super().state()

    def render(self) -> Any:
        self._require_reset("render()")
        return super().render()

    def agent_iter(self, max_iter: int = 2**63) -> Any:
        self._require_reset("agent_iter()")
        return super().agent_iter(max_iter)

    def last(self, observe: bool = True) -> Any:  # noqa: FBT001, FBT002 - PettingZoo's signature
        self._require_reset("last()")
        return self.env.last(observe)

    def _require_reset(self, what: str) -> None:
        if not self._has_reset:
            raise NotReset(what)

    def __str__(self) -> str:
        return str(self.env)
