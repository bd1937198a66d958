"""What both of PettingZoo's forms have in common: agents and their names, spaces, looking on."""

from typing import Any, Final

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from filon.games.chance import pick
from filon.games.contract import Malformed, Outcome, Seat
from filon.kernels.stream import Stream
from filon.lab.encoding import Mask
from filon.lab.environment import (
    FRAMES_A_SECOND,
    RENDER_MODES,
    action_space,
    chance_of,
    mask_space,
    observation_space,
    read_index,
    read_limit,
    set_up,
)
from filon.lab.episode import Episode
from filon.lab.errors import NotLegal, NotReset

ILLEGAL: Final = ("raise", "replace")
"""What becomes of an illegal action: an error, or a legal one drawn by lot, as its agent's info then says."""


class Agents:
    """Whatever does not depend on whether agents are asked in turn or all at once."""

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": FRAMES_A_SECOND}  # noqa: RUF012

    def _seat_agents(
        self,
        game: str,
        seats: int | None,
        options: dict[str, object],
        *,
        rewards: str,
        render_mode: str | None,
        max_cycles: int | None,
        illegal: str,
        waiting_actions: int,
    ) -> None:
        """`waiting_actions` follow those of the game."""
        self.setup = set_up(
            game,
            seats,
            options,
            rewards=rewards,
            illegal=illegal,
            illegal_kinds=ILLEGAL,
            render_mode=render_mode,
        )
        self.encoding = self.setup.encoding
        self.render_mode = render_mode
        self.max_cycles = read_limit("max_cycles", max_cycles)
        self.metadata = {
            **Agents.metadata,
            "name": f"filon_{self.encoding.game.name}_v0",
            # PettingZoo's own conversion asks every agent once a cycle; these games ask whom they wait for.
            "is_parallelizable": False,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(self.encoding.seats)]
        self.agents: list[str] = []
        self._size = self.encoding.actions.size + waiting_actions
        self.action_spaces: dict[str, Any] = {
            agent: action_space(self._size) for agent in self.possible_agents
        }
        self.observation_spaces: dict[str, Any] = {
            agent: spaces.Dict(
                {
                    "observation": observation_space(self.encoding.layout),
                    "action_mask": mask_space(self._size),
                }
            )
            for agent in self.possible_agents
        }
        one = self.observation_spaces[self.possible_agents[0]]["observation"]
        self.state_space = spaces.Box(
            np.tile(one.low, self.encoding.seats), np.tile(one.high, self.encoding.seats), dtype=np.int16
        )
        self._chance: np.random.Generator | None = None
        self._dealt: Episode | None = None
        self._lots = Stream(0)

    def _deal(self, seed: int | None) -> None:
        self._chance = chance_of(seed, self._chance)
        self._dealt, number = self.setup.deal(self._chance)
        # Of the environment, not of the game: what it decides by lot changes no deal.
        self._lots = Stream(number, 1)

    def _episode(self, what: str) -> Episode:
        if self._dealt is None:
            raise NotReset(what)
        return self._dealt

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[self.possible_agents[self.seat_of(agent)]]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[self.possible_agents[self.seat_of(agent)]]

    def seat_of(self, agent: str) -> Seat:
        if agent not in self.possible_agents:
            raise Malformed(
                "agent", f"no agent is called {agent!r}; there are {', '.join(self.possible_agents)}"
            )
        return Seat(self.possible_agents.index(agent))

    def view(self, agent: str | None) -> Any:
        """What the agent may know, as the game's own View; None is a spectator."""
        return self._episode("view()").view(None if agent is None else self.seat_of(agent))

    @property
    def outcome(self) -> Outcome | None:
        """Who has won and why, once the game is over."""
        return self._episode("outcome").outcome

    def state(self) -> NDArray[np.int16]:
        """All agents' observations, one after another: what they know together, with each other's secrets."""
        episode = self._episode("state()")
        together = np.empty((self.encoding.seats, self.encoding.layout.size), np.int16)
        for seat in range(self.encoding.seats):
            episode.observe(Seat(seat), together[seat])
        return together.reshape(-1)

    def render(self) -> Any:
        """As a spectator sees it: whoever looks on learns no secret."""
        return self.setup.render(self._episode("render()"), None)

    def close(self) -> None:
        """There is nothing to give back."""

    def _observed(self, agent: str, mask: Mask) -> dict[str, Any]:
        seen = self._episode("observe()").observe(self.seat_of(agent))
        return {"observation": seen, "action_mask": mask}

    def _read(self, action: object, agent: str, legal: list[int]) -> tuple[int, NotLegal | None]:
        """Draws nothing and changes nothing: whatever is refused is refused here."""
        number, refusal = read_index(action, agent, legal, self._size)
        if refusal is not None and self.setup.illegal == "raise":
            raise refusal
        return number, refusal

    def _settle(self, number: int, refusal: NotLegal | None, legal: list[int]) -> tuple[int, bool]:
        """The action to take, and whether it stands for an illegal one."""
        return (number, False) if refusal is None else (pick(legal, self._lots), True)
