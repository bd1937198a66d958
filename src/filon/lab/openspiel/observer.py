"""Observations and information states, as text and as numbers.

As text: an observation is the seat's view in JSON; an information state is its memory (`Position.memory`), of
perfect recall. As numbers: the fields of the game's encoding in their order, each a tensor of its own;
to an information state the seat's own latest actions are added.
"""

from typing import Any, Final

import numpy as np
import pyspiel

from filon.games.contract import Seat
from filon.lab.openspiel.errors import require_player
from filon.lab.tree.position import Position, Setting

OWN_ACTIONS: Final = 128
"""In an information state's tensor, the latest first: index + 1, or 0 where there is none."""


class Observer:
    """One of a game's ways to look: `tensor` and its parts in `dict` are written anew by `set_from`."""

    def __init__(self, setting: Setting, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"these games have no observation parameters; given were {', '.join(params)}")
        if not kind.public_info or kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("a seat, or a spectator, sees all that is public and nobody else's secrets")
        self._private: Final = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._recall: Final = kind.perfect_recall
        self._layout: Final = setting.encoding.layout
        self._encoding: Final = setting.encoding
        self._row: Final = np.zeros(self._layout.size, np.int16)
        recalled = OWN_ACTIONS if self._recall else 0
        self.tensor: Final = np.zeros(self._layout.size + recalled, np.float32)
        self.dict: Final[dict[str, Any]] = self._layout.split(self.tensor[: self._layout.size])
        if self._recall:
            self.dict["own_actions"] = self.tensor[self._layout.size :]

    def set_from(self, state: Any, player: int) -> None:
        position: Position = state.position
        self.tensor.fill(0)
        view = position.view(self._seat(player))
        if view is None:
            return
        self._encoding.observe(view, self._row)
        self.tensor[: self._layout.size] = self._row
        if self._recall and self._private:
            latest = position.own[player][: -OWN_ACTIONS - 1 : -1]
            self.dict["own_actions"][: len(latest)] = np.array(latest, np.float32) + 1

    def string_from(self, state: Any, player: int) -> str:
        position: Position = state.position
        seat = self._seat(player)
        return position.memory(seat) if self._recall else position.observation(seat)

    def _seat(self, player: int) -> Seat | None:
        return require_player(player, self._encoding.seats) if self._private else None
