"""A data set as Minari keeps them: an episode is what one seat decided in one game.

Observations, actions and masks are those of `gymnasium.make("filon/...-v0")`, which Minari is told as the
environment of the data set.
"""

import warnings
from collections.abc import Collection, Iterator
from functools import reduce
from itertools import chain
from typing import Any

import gymnasium
import minari
import msgspec
import numpy as np
from minari.data_collector import EpisodeBuffer
from minari.dataset.minari_dataset import parse_dataset_id
from minari.storage import get_dataset_path

import filon
from filon.games.contract import Malformed, Seat
from filon.lab.dataset.reading import DatasetPath, Game, games
from filon.lab.dataset.rows import encoding_of, observed
from filon.lab.encoding import Encoding
from filon.lab.gymnasium import id_of
from filon.lab.rewards import Rewards, require_rewards, rewards


def require_name(name: str) -> None:
    """Malformed for a name that Minari does not accept, or has already on this machine."""
    try:
        parse_dataset_id(name)
    except ValueError as error:
        raise Malformed("minari", str(error)) from None
    if get_dataset_path(name).exists():
        raise Malformed("minari", f"there is a data set called {name} already")


def to_minari(
    path: DatasetPath,
    name: str,
    *,
    seats: Collection[int] | None = None,
    players: Collection[str] | None = None,
    opponents: str = "normal",
    reward: str = "win",
) -> minari.MinariDataset:
    """Writes `name` (`filon/diamant/normal-v0`) where Minari keeps its data sets, and loads it.

    Of every game what these seats and players decided, all of them by default. `opponents` sit in the
    environment that the data set names. Malformed for games of several kinds of tables, for a game without an
    encoding, and for a name that Minari does not accept or has already.
    """
    require_name(name)
    played = games(path)
    first = next(played, None)
    if first is None:
        raise Malformed("file", "there is no game in it")
    encoding = encoding_of(first.game, first.seats, first.options)
    if encoding is None:
        raise Malformed("game", f"{first.game.title} has no encoding: Minari keeps nothing but arrays")
    for seat in seats or ():
        if seat not in range(first.seats):
            raise Malformed("seats", f"{seat!r} is no seat; they are from 0 to {first.seats - 1}")
    kind = require_rewards(reward)
    table = _Table(encoding, kind, seats, players)
    dataset = _empty(name, table.environment(opponents))
    try:
        dataset.storage.update_episodes(table.episodes(chain([first], played)))
        if not dataset.storage.total_episodes:
            raise Malformed("players", "nobody among these decided anything in these games")
    except BaseException:
        minari.delete_dataset(name)
        raise
    return minari.load_dataset(name)


class _Table(msgspec.Struct, frozen=True):
    encoding: Encoding
    reward: Rewards
    seats: Collection[int] | None
    players: Collection[str] | None

    def episodes(self, played: Iterator[Game]) -> Iterator[EpisodeBuffer]:
        for one in played:
            self._require_same(one)
            for seat, player in enumerate(one.players):
                if self._wanted(seat, player) and (episode := self._episode(one, Seat(seat))):
                    yield episode

    def environment(self, opponents: str) -> gymnasium.Env[Any, Any]:
        game, options = self.encoding.game, msgspec.structs.asdict(self.encoding.options)
        seat: Any = next(iter(self.seats)) if self.seats is not None and len(self.seats) == 1 else "random"
        return gymnasium.make(
            id_of(game),
            seats=self.encoding.seats,
            seat=seat,
            opponents=opponents,
            rewards=self.reward,
            **options,
        )

    def _require_same(self, one: Game) -> None:
        ours = (self.encoding.game.name, self.encoding.seats, self.encoding.options)
        if (one.game.name, one.seats, one.options) != ours:
            raise Malformed(
                f"game {one.episode}", "another kind of table than the first: spaces are one for all"
            )

    def _wanted(self, seat: int, player: str) -> bool:
        return (self.seats is None or seat in self.seats) and (self.players is None or player in self.players)

    def _episode(self, one: Game, seat: Seat) -> EpisodeBuffer | None:
        """The last observation is of the end, where the environment's mask is all ones."""
        rows = [row for row in one.rows if row.seat == seat and row.index is not None]
        if not rows:
            return None
        masks = np.zeros((len(rows) + 1, self.encoding.actions.size), np.int8)
        for place, row in enumerate(rows):
            masks[place, row.legal_indices] = 1
        masks[-1] = 1
        end = reduce(one.game.evolve, (event for row in one.rows for event in row.events or ()), one.state)
        observations = [
            *(row.observation for row in rows),
            observed(self.encoding, one.game.view(end, seat)),
        ]
        won = rewards(one.outcome, one.seats, self.reward)[seat]
        last = len(rows) - 1
        return EpisodeBuffer(
            observations=observations,
            actions=[row.index for row in rows],
            rewards=[0.0] * last + [won],
            terminations=[False] * last + [True],
            truncations=[False] * len(rows),
            infos={"action_mask": masks, "seat": [int(seat)] * (len(rows) + 1)},
        )


def _empty(name: str, environment: gymnasium.Env[Any, Any]) -> minari.MinariDataset:
    with warnings.catch_warnings():
        # It misses an author, an address and other environments for measuring: whoever publishes adds them.
        warnings.simplefilter("ignore", UserWarning)
        return minari.create_dataset_from_buffers(
            name,
            [],
            env=environment,
            description="Finished games of Filon's, seat by seat",
            data_format="arrow",
            requirements=[f"filon[lab]>={filon.__version__}"],
        )
