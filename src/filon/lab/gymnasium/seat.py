"""One seat of a game, as Gymnasium has an environment."""

from typing import Any, ClassVar, Final

import gymnasium
import numpy as np
from gymnasium.utils import EzPickle
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from filon.games.chance import pick
from filon.games.contract import Malformed, Outcome, Seat
from filon.kernels.stream import Stream
from filon.lab.encoding import Mask, Observation
from filon.lab.environment import (
    FRAMES_A_SECOND,
    RENDER_MODES,
    action_space,
    observation_space,
    read_index,
    read_seed,
    set_up,
)
from filon.lab.episode import Episode
from filon.lab.errors import GameIsOver, NotReset
from filon.lab.gymnasium.opponents import Memory, Opponents, players
from filon.lab.whole import whole

ILLEGAL: Final = ("lose", "raise", "replace")
ILLEGAL_REWARD: Final = -1.0
"""Of a game lost by an illegal action: less than any game that was played to its end brings."""
RANDOM: Final = "random"
_DEALS: Final = 100
"""In so many games a seat is asked at least once, if ever."""


class ResetNeeded(NotReset, gymnasium.error.ResetNeeded):
    """Gymnasium's own error, and ours."""


class SeatEnv(gymnasium.Env[Observation, Any], EzPickle):
    """The agent is asked whenever the game waits for its seat; the bots play in between.

    `seat` may be drawn anew at each reset. An illegal action of the agent loses the game (`illegal="lose"`),
    since Gymnasium's own tools sample without a mask; or it raises; or a legal one is drawn in its place.
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "render_modes": list(RENDER_MODES),
        "render_fps": FRAMES_A_SECOND,
        # By itself it never deals anew; a vector environment around it declares its own mode.
        "autoreset_mode": AutoresetMode.DISABLED,
    }

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        *,
        seat: int | str = RANDOM,
        opponents: Opponents = "normal",
        rewards: str = "win",
        illegal: str = "lose",
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        kept: dict[str, Any] = {
            "seat": seat,
            "opponents": opponents,
            "rewards": rewards,
            "illegal": illegal,
            "render_mode": render_mode,
        }
        EzPickle.__init__(self, game, seats, **kept, **options)
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
        self._players = players(opponents, self.encoding.game.name, self.encoding.seats)
        self._wanted = _read_seat(seat, self.encoding.seats)
        for place, player in enumerate(self._players):
            if player is None and place != self._wanted:
                raise Malformed(
                    "opponents", f"nobody is named for seat {place}, where the agent does not always sit"
                )
        self.action_space = action_space(self.encoding.actions.size)
        self.observation_space = observation_space(self.encoding.layout)
        self.seat = Seat(0)
        """Where the agent sits in this game."""
        self._dealt: Episode | None = None
        self._memory = Memory()
        self._lots = Stream(0)
        self._forfeited = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deals the next game. `options` change nothing: they are the environment's from the start.

        Where a game may end before the agent's first turn (one of very few turns), the next is dealt.
        """
        super().reset(seed=None if seed is None else read_seed(seed), options=options)
        for _ in range(_DEALS):
            episode = self._deal()
            if episode.outcome is None:
                return episode.observe(self.seat), self._info(illegal=False)
        raise Malformed("seat", f"seat {self.seat} is never asked under these options, in {_DEALS} games")

    def _deal(self) -> Episode:
        episode, number = self.setup.deal(self.np_random)
        self._dealt = episode
        self._lots = Stream(number, 1)
        self._memory = Memory()
        self._forfeited = False
        wanted = self._wanted
        self.seat = Seat(self._lots.below(self.encoding.seats) if wanted is None else wanted)
        self._let_the_bots_play(episode)
        return episode

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Never truncated: every game ends."""
        episode = self._episode("step()")
        if self._over(episode):
            raise GameIsOver("the game is over; reset() deals another one")
        legal = [*episode.choices(self.seat)]
        number, refusal = read_index(action, f"seat {self.seat}", legal, self.encoding.actions.size)
        if refusal is not None:
            if self.setup.illegal == "raise":
                raise refusal
            if self.setup.illegal == "lose":
                self._forfeited = True
                return episode.observe(self.seat), ILLEGAL_REWARD, True, False, self._info(illegal=True)
            number = pick(legal, self._lots)
        episode.step(self.seat, number)
        self._let_the_bots_play(episode)
        reward = self.setup.worth(episode)[self.seat]
        info = self._info(illegal=refusal is not None)
        return episode.observe(self.seat), reward, self._over(episode), False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """As the learners that mask by themselves ask for it (sb3-contrib's MaskablePPO)."""
        return self._mask().astype(np.bool_)

    def view(self) -> Any:
        """What the agent's seat may know, as the game's own View."""
        return self._episode("view()").view(self.seat)

    @property
    def outcome(self) -> Outcome | None:
        """Who has won and why, once the game was played to its end."""
        return self._episode("outcome").outcome

    def render(self) -> Any:
        """As the agent's seat sees it."""
        return self.setup.render(self._episode("render()"), self.seat)

    def _episode(self, what: str) -> Episode:
        if self._dealt is None:
            raise ResetNeeded(what)
        return self._dealt

    def _over(self, episode: Episode) -> bool:
        return self._forfeited or episode.outcome is not None

    def _let_the_bots_play(self, episode: Episode) -> None:
        """Until the agent is asked. Who is first of several that the game waits for is drawn by lot, as in
        the arena.
        """
        while episode.outcome is None:
            seat = pick(episode.waiting, self._lots)
            if seat == self.seat:
                return
            player = self._players[seat]
            assert player is not None, "a seat without a bot is the agent's"
            self._memory.decide(player, episode, seat, self._lots)

    def _mask(self) -> Mask:
        """After the end all ones: whoever masks a policy by it divides by no zero."""
        episode = self._episode("action_masks()")
        if self._over(episode):
            return np.ones(self.encoding.actions.size, np.int8)
        return episode.mask(self.seat)

    def _info(self, *, illegal: bool) -> dict[str, Any]:
        return {"action_mask": self._mask(), "seat": int(self.seat), "illegal_action": illegal}


def _read_seat(seat: int | str, seats: int) -> Seat | None:
    """None: drawn at each reset."""
    if isinstance(seat, str) and seat == RANDOM:
        return None
    number = whole(seat)
    if number is None or not 0 <= number < seats:
        raise Malformed("seat", f"{seat!r} is no seat; it is from 0 to {seats - 1}, or {RANDOM!r}")
    return Seat(number)
