"""All agents at once, as PettingZoo's parallel form has it."""

from typing import Any, NamedTuple

import numpy as np
from gymnasium.utils import EzPickle
from pettingzoo import ParallelEnv  # type: ignore[import-untyped]

from filon.games.chance import shuffled
from filon.games.contract import Malformed, Seat
from filon.lab.encoding import Mask
from filon.lab.episode import Episode
from filon.lab.errors import GameIsOver
from filon.lab.pettingzoo.agents import Agents


class _Wish(NamedTuple):
    """The action as the law knows it: by another's action, its index may come to mean something else."""

    action: Any
    replaced: bool


class JointEnv(Agents, ParallelEnv, EzPickle):  # type: ignore[misc]
    """Every agent acts in every step; who is not waited for can only `wait`.

    The actions are taken in an order drawn by lot. One that somebody else has made illegal by then is
    dropped, and its agent's info says that it came too late.
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
            waiting_actions=1,
        )
        self.wait = self.encoding.actions.size
        """The last index, after all those of the game."""

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Deals the next game. `options` change nothing: they are the environment's from the start."""
        self._deal(seed)
        self.agents = self.possible_agents.copy()
        self._steps = 0
        return self._shown({}, set())

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        episode = self._episode("step()")
        if not self.agents:
            raise GameIsOver("the game is over; reset() deals another one")
        wishes = self._wishes(actions, episode)
        late = self._take(wishes, episode)
        self._steps += 1
        agents, over = self.agents, episode.outcome is not None
        cut = not over and self.max_cycles is not None and self._steps >= self.max_cycles
        rewards = dict(zip(agents, self.setup.worth(episode), strict=True))
        observations, infos = self._shown(wishes, late)
        if over or cut:
            self.agents = []
        return observations, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, cut), infos

    def _wishes(self, actions: dict[str, Any], episode: Episode) -> dict[Seat, _Wish]:
        """All of them are read before any is taken."""
        if not isinstance(actions, dict):
            raise Malformed("actions", f"{type(actions).__name__} is no dict of agents and their actions")
        for agent in (*actions, *self.agents):
            if agent not in actions:
                raise Malformed(
                    "actions", f"{agent} has none; who is not waited for takes {self.wait}, to wait"
                )
            if agent not in self.agents:
                raise Malformed(
                    "actions", f"no agent is called {agent!r}; there are {', '.join(self.agents)}"
                )
        choices = {agent: episode.choices(self.seat_of(agent)) for agent in self.agents}
        legal = {agent: [*choices[agent]] or [self.wait] for agent in self.agents}
        read = {agent: self._read(actions[agent], agent, legal[agent]) for agent in self.agents}
        wishes = {}
        for agent in self.agents:
            number, replaced = self._settle(*read[agent], legal[agent])
            wishes[self.seat_of(agent)] = _Wish(choices[agent].get(number), replaced)
        return wishes

    def _take(self, wishes: dict[Seat, _Wish], episode: Episode) -> set[Seat]:
        """In the order of the lots; the seats that came too late."""
        waiting = episode.waiting
        late = set()
        for seat in shuffled(waiting, self._lots) if len(waiting) > 1 else waiting:
            if wishes[seat].action in episode.legal(seat):
                episode.act(seat, wishes[seat].action)
            else:
                late.add(seat)
        return late

    def _shown(
        self, wishes: dict[Seat, _Wish], late: set[Seat]
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        observations = {agent: self._observed(agent, self._mask(agent)) for agent in self.agents}
        infos: dict[str, dict[str, Any]] = {}
        for agent in self.agents:
            seat = self.seat_of(agent)
            info = {"action_mask": observations[agent]["action_mask"].copy(), "too_late": seat in late}
            if self.setup.illegal == "replace":
                info["illegal_action"] = seat in wishes and wishes[seat].replaced
            infos[agent] = info
        return observations, infos

    def _mask(self, agent: str) -> Mask:
        mask = np.zeros(self._size, np.int8)
        choices = self._episode("observe()").choices(self.seat_of(agent))
        mask[[*choices] or [self.wait]] = 1
        return mask
