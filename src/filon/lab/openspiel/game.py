"""The games of the law as OpenSpiel's: what they are called, what they take, what they promise."""

from collections.abc import Mapping
from functools import cache
from typing import Any, ClassVar, Final

import msgspec
import pyspiel

from filon.games.contract import AnyGame, Malformed
from filon.games.registry import part
from filon.lab.openspiel.errors import BadParameter
from filon.lab.openspiel.observer import Observer
from filon.lab.openspiel.state import FilonState
from filon.lab.registry import encoding_for
from filon.lab.rewards import Rewards, require_rewards
from filon.lab.tree.position import Setting, start
from filon.lab.tree.traits import Traits, never

_OWN: Final = ("players", "rewards", "simultaneous")
"""Parameters that are no options of the game."""


def register(game: AnyGame) -> None:
    """`filon_NAME` from now on.

    A class is registered, not a function: pyspiel lets go of it only after the interpreter has ended, which a
    function would not survive.
    """

    class Named(FilonGame):
        law = game

    Named.__name__ = Named.__qualname__ = f"Filon_{game.name}"
    registered = _type(game, constant_sum=True, simultaneous="simultaneous" in parameters_of(game))
    pyspiel.register_game(registered, Named)


def parameters_of(game: AnyGame) -> dict[str, str | int | bool]:
    """With their defaults: the options are those of `Game.simulation`, under which every game ends."""
    traits: Traits | None = part(game.name, "trees")
    together = {} if traits is None or traits.simultaneous is never else {"simultaneous": True}
    options = msgspec.structs.asdict(game.simulation)
    said = {name: "none" if value is None else value for name, value in options.items()}
    return {"players": game.seats[0], "rewards": "win", **together, **said}


def traits_of(game: AnyGame) -> Traits:
    traits: Traits | None = part(game.name, "trees")
    if traits is None:
        raise Malformed("game", f"{game.title} has no tree: nobody says how long it is")
    return traits


@cache
def _setting(name: str, seats: int, options: tuple[tuple[str, Any], ...], together: str) -> Setting:
    made_by = (_setting, (name, seats, options, together))
    encoding = encoding_for(name, seats, **dict(options))
    traits = traits_of(encoding.game)
    return Setting(encoding, traits, simultaneous=together == "simultaneous", made_by=made_by)


class FilonGame(pyspiel.Game):
    law: ClassVar[AnyGame]

    def __init__(self, params: Mapping[str, Any]) -> None:
        game = self.law
        options = tuple(sorted((name, value) for name, value in params.items() if name not in _OWN))
        simultaneous = params.get("simultaneous", False)
        try:
            self._kind: Final = require_rewards(params["rewards"])
            self._setting: Final = _setting(
                game.name, params["players"], options, "simultaneous" if simultaneous else "in turn"
            )
            info = _info(self._setting, self._kind)
        except Malformed as wrong:
            field = "players" if wrong.field == "seats" else wrong.field
            raise BadParameter(field, wrong.reason) from None
        super().__init__(
            _type(game, constant_sum=self._kind == "win", simultaneous=simultaneous), info, params
        )
        self._start: Final = start(self._setting)

    def new_initial_state(self) -> FilonState:
        return FilonState(self, self._start, self._kind)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(
            self._setting, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params
        )

    def max_chance_nodes_in_history(self) -> int:
        setting = self._setting
        return setting.traits.chances(setting.seats, setting.encoding.options)


def _info(setting: Setting, kind: Rewards) -> Any:
    traits, seats, options = setting.traits, setting.seats, setting.encoding.options
    least, most = (0.0, 1.0) if kind == "win" else traits.scores(seats, options)
    return pyspiel.GameInfo(
        num_distinct_actions=setting.encoding.actions.size,
        max_chance_outcomes=setting.drawing.most_outcomes,
        num_players=seats,
        min_utility=least,
        max_utility=most,
        utility_sum=1.0 if kind == "win" else None,
        max_game_length=traits.longest(seats, options),
    )


def _type(game: AnyGame, *, constant_sum: bool, simultaneous: bool) -> Any:
    kinds = pyspiel.GameType
    return kinds(
        short_name=f"filon_{game.name}",
        long_name=f"Filon: {game.title}",
        dynamics=kinds.Dynamics.SIMULTANEOUS if simultaneous else kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.CONSTANT_SUM if constant_sum else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=parameters_of(game),
    )
