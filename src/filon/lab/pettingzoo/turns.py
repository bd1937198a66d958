"""One agent after another, as PettingZoo's AEC has it."""

from typing import Any

import numpy as np
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv  # type: ignore[import-untyped]

from filon.games.contract import Seat
from filon.lab.encoding import Mask
from filon.lab.errors import GameIsOver
from filon.lab.pettingzoo.agents import Agents


class TurnEnv(Agents, AECEnv, EzPickle):  # type: ignore[misc]
    """Seats are asked in their order. Who is waited for even after acting (in real time) is asked again when
    the others were; a turn of several actions keeps its agent selected.
    """

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        *,
        rewards: str = "win",
        render_mode: str | None = None,
        max_cycles: int | None = None,
        illegal: str = "raise",
        **options: object,
    ) -> None:
        kept = {
            "rewards": rewards,
            "render_mode": render_mode,
            "max_cycles": max_cycles,
            "illegal": illegal,
        }
        EzPickle.__init__(self, game, seats, **kept, **options)
        self._seat_agents(
            game,
            seats,
            options,
            rewards=rewards,
            render_mode=render_mode,
            max_cycles=max_cycles,
            illegal=illegal,
            waiting_actions=0,
        )

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Deals the next game. `options` change nothing: they are the environment's from the start."""
        self._deal(seed)
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self._replaced = dict.fromkeys(self.agents, False)
        self.agent_selection = self.possible_agents[self._episode("reset()").waiting[0]]
        self._inform()

    def observe(self, agent: str) -> dict[str, Any]:
        """The mask is of zeros for who is not selected."""
        return self._observed(agent, self._mask(agent))

    def last(self, observe: bool = True) -> Any:  # noqa: FBT001, FBT002 - PettingZoo's signature
        self._episode("last()")
        if not self.agents:
            raise GameIsOver("the game is over and every agent has left; reset() deals another one")
        return super().last(observe)

    def agent_iter(self, max_iter: int = 2**63) -> Any:
        self._episode("agent_iter()")
        return super().agent_iter(max_iter)

    def step(self, action: object) -> None:
        episode = self._episode("step()")
        if not self.agents:
            raise GameIsOver("the game is over and every agent has left; reset() deals another one")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            if action is not None:
                raise GameIsOver(f"the game is over; {agent} can only step with None now")
            self._was_dead_step(None)
            return
        seat, waiting = self.seat_of(agent), episode.waiting
        legal = [*episode.choices(seat)]
        number, replaced = self._settle(*self._read(action, agent, legal), legal)
        self._replaced[agent] = replaced
        episode.step(seat, number)
        if episode.outcome is not None:
            self.rewards = dict(zip(self.agents, self.setup.worth(episode), strict=True))
            self._accumulate_rewards()
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.max_cycles is not None and episode.decisions >= self.max_cycles * self.encoding.seats:
            self.truncations = dict.fromkeys(self.agents, True)
        over = episode.outcome is not None or self.truncations[agent]
        self.agent_selection = (
            self.agents[0] if over else self.possible_agents[_next(seat, waiting, episode.waiting)]
        )
        self._inform()

    def _mask(self, agent: str) -> Mask:
        episode = self._episode("observe()")
        asked = agent in self.agents and agent == self.agent_selection
        if asked and not (self.terminations[agent] or self.truncations[agent]):
            return episode.mask(self.seat_of(agent))
        return np.zeros(self._size, np.int8)

    def _inform(self) -> None:
        self.infos: dict[str, dict[str, Any]] = {
            agent: {"action_mask": self._mask(agent)} for agent in self.agents
        }
        if self.setup.illegal == "replace":
            for agent, info in self.infos.items():
                info["illegal_action"] = self._replaced[agent]


def _next(actor: Seat, before: tuple[Seat, ...], waiting: tuple[Seat, ...]) -> Seat:
    """While the same question stands for the others, on clockwise from who acted; a new one begins with the
    lowest seat.
    """
    if {*before} - {actor} == {*waiting} - {actor}:
        later = [seat for seat in waiting if seat > actor]
        return later[0] if later else waiting[0]
    return waiting[0]
