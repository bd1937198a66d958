"""A state of a game that follows the law."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pyspiel

from filon.games.contract import Seat
from filon.lab.openspiel.errors import (
    GameIsOver,
    NotLegal,
    NotWaitedFor,
    require_player,
    require_together,
)
from filon.lab.rewards import Rewards, rewards
from filon.lab.tree.chance import Decision
from filon.lab.tree.position import Position


class FilonState(pyspiel.State):
    """All that changes is which position this is; positions never change, so that clones share them.

    pyspiel calls the methods that begin with an underscore, and asks an observer for what a player sees.
    """

    def __init__(self, game: Any, position: Position, kind: Rewards) -> None:
        super().__init__(game)
        self.position = position
        self._kind = kind

    def current_player(self) -> int:
        position = self.position
        if position.queue:
            return int(pyspiel.PlayerId.CHANCE)
        waiting = position.waiting
        if not waiting:
            return int(pyspiel.PlayerId.TERMINAL)
        return waiting[0] if len(waiting) == 1 else int(pyspiel.PlayerId.SIMULTANEOUS)

    def is_terminal(self) -> bool:
        return self.position.outcome is not None

    def chance_outcomes(self) -> list[tuple[int, float]]:
        chance = self.position.chance
        if chance is None:
            raise NotWaitedFor("nothing is to be drawn here: this is no chance node")
        return list(chance.outcomes)

    def returns(self) -> list[float]:
        outcome, seats = self.position.outcome, self.position.setting.seats
        return [0.0] * seats if outcome is None else list(rewards(outcome, seats, self._kind))

    def resample_from_infostate(self, player: int, uniform: Callable[[], float]) -> "FilonState":
        """A state that the player cannot tell from this one, drawn by `uniform` (numbers from 0 to below 1).

        Its history is empty: how the imagined game came about nobody knows.
        """
        seat = require_player(player, self.position.setting.seats)
        if self.position.queue:
            raise NotWaitedFor("a chance node is nobody's information state: let chance decide first")
        position = self.position.resampled(seat, _Uniform(uniform))
        return FilonState(self.get_game(), position, self._kind)

    def __str__(self) -> str:
        position = self.position
        lines = [position.picture, *map(self._told, position.queue)]
        if position.drawn:
            lines.append(f"drawn: {' '.join(map(str, position.drawn))}")
        return "\n".join(lines)

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.position.choices.get(Seat(player), ()))

    def _apply_action(self, action: int) -> None:
        position = self.position
        if position.queue:
            outcomes = [outcome for outcome, _ in self.chance_outcomes()]
            if action not in outcomes:
                raise NotLegal(action, "chance", outcomes)
            self.position = position.after_chance(action)
            return
        if position.outcome is not None:
            raise GameIsOver("the game is over; start from a new initial state")
        seat, *others = position.waiting
        if others:
            raise NotWaitedFor("several choose at once here: apply_actions takes an action of every player")
        self.position = position.after(self._chosen({seat: action}))

    def _apply_actions(self, actions: Sequence[int]) -> None:
        """Whatever stands for players who have nothing to choose is passed over."""
        setting = self.position.setting
        require_together(self.current_player(), actions, setting.seats, simultaneous=setting.simultaneous)
        waiting = self.position.waiting
        self.position = self.position.after(self._chosen({seat: actions[seat] for seat in waiting}))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            chance = self.position.chance
            outcomes = [] if chance is None else [outcome for outcome, _ in chance.outcomes]
            if chance is None or action not in outcomes:
                raise NotLegal(action, "chance", outcomes)
            return chance.names[outcomes.index(action)]
        choices = self.position.choices.get(Seat(player), {})
        if action not in choices:
            raise NotLegal(action, f"seat {player}", list(choices))
        return self.position.setting.game.write(choices[action])

    def _chosen(self, actions: Mapping[Seat, int]) -> Mapping[Seat, int]:
        """The same, if each is legal."""
        for seat, action in actions.items():
            legal = self.position.choices[seat]
            if action not in legal:
                raise NotLegal(action, f"seat {seat}", list(legal))
        return actions

    def _told(self, decision: Decision) -> str:
        if decision.actor is None:
            return "to be dealt"
        return f"to be played: {decision.actor} {self.position.setting.game.write(decision.action)}"


class _Uniform:
    """A game's `Random` out of numbers from 0 to below 1."""

    def __init__(self, uniform: Callable[[], float]) -> None:
        self._uniform = uniform

    def below(self, limit: int, /) -> int:
        return min(int(self._uniform() * limit), limit - 1)
