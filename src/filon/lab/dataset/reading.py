"""Data sets read back: the game's own Views, Actions and Events instead of JSON."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby
from os import PathLike
from typing import Any, Final, TypeAlias

import msgspec
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from filon.games.codec import read_options
from filon.games.contract import AnyGame, Malformed, Outcome, Seat
from filon.games.registry import game_named
from filon.lab.dataset.record import Kind, Source
from filon.lab.dataset.schema import LOG, SCHEMA, require_version
from filon.lab.encoding import Observation

DatasetPath: TypeAlias = str | PathLike[str]
_SEATS_OWN: Final = [name for name in SCHEMA.names if name not in {column.name for column in LOG}]
_AT_ONCE: Final = 512
_TUPLE: Any = tuple


class Row(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """One step of a game; from `view` to `index` what its seat could know."""

    game: AnyGame
    episode: int
    sequence: int
    kind: Kind
    seat: Seat | None
    by: str | None
    after_ms: int | None
    action: Any
    notation: str | None
    view: Any
    legal: tuple[Any, ...] | None
    told: tuple[Any, ...] | None
    observation: Observation | None
    legal_indices: list[int] | None
    index: int | None
    events: tuple[Any, ...] | None
    """Whole; None where the log was not read."""


class Game(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    episode: int
    game: AnyGame
    source: Source
    number: int
    options: Any
    players: tuple[str, ...]
    seed: str
    outcome: Outcome
    state: Any
    """As it was dealt, whole."""
    rows: tuple[Row, ...]
    """Without the deal."""

    @property
    def seats(self) -> int:
        return len(self.players)


def read(path: DatasetPath) -> Iterator[Row]:
    """Every row, the log included. Raises Malformed for what is no data set of this version."""
    for plain in _plain(path, SCHEMA.names):
        yield _row(plain)


def decisions(path: DatasetPath) -> Iterator[Row]:
    """What the seats decided, with nothing that they could not know: the log is not even read."""
    for plain in _plain(path, _SEATS_OWN):
        if plain["kind"] == "decision":
            yield _row(plain)


def games(path: DatasetPath) -> Iterator[Game]:
    """Game by game, the log included."""
    for episode, plain in groupby(_plain(path, SCHEMA.names), key=lambda row: int(row["episode"])):
        yield _game(episode, [*plain])


def _plain(path: DatasetPath, columns: Sequence[str]) -> Iterator[dict[str, Any]]:
    try:
        file = pq.ParquetFile(path)
    except (pa.ArrowInvalid, OSError) as error:
        raise Malformed("file", str(error).splitlines()[0]) from None
    with file:
        require_version(file.schema_arrow)
        for batch in file.iter_batches(_AT_ONCE, columns=columns):
            yield from batch.to_pylist()


def _game(episode: int, plain: list[dict[str, Any]]) -> Game:
    deal, *steps = plain
    if deal["kind"] != "deal" or [row["sequence"] for row in plain] != [*range(len(plain))]:
        raise Malformed(f"game {episode}", "its rows are not there from the deal to the end")
    game = game_named(deal["game"])
    players = tuple(deal["players"])
    return Game(
        episode=episode,
        game=game,
        source=deal["source"],
        number=deal["number"],
        options=read_options(game, msgspec.json.decode(deal["options"])),
        players=players,
        seed=deal["seed"],
        outcome=Outcome(
            winners=tuple(Seat(seat) for seat in deal["winners"]),
            reason=deal["reason"],
            scores=tuple(deal["scores"]),
            tally=msgspec.json.decode(deal["tally"]),
        ),
        state=_decoded(game.name, "state", deal["log_state"]),
        rows=tuple(map(_row, steps)),
    )


def _row(plain: dict[str, Any]) -> Row:
    game = game_named(plain["game"])
    seat, observation = plain["seat"], plain["observation"]
    return Row(
        game=game,
        episode=plain["episode"],
        sequence=plain["sequence"],
        kind=plain["kind"],
        seat=None if seat is None else Seat(seat),
        by=plain["by"],
        after_ms=plain["after_ms"],
        action=_decoded(game.name, "action", plain["action"]),
        notation=plain["notation"],
        view=_decoded(game.name, "view", plain["view"]),
        legal=_decoded(game.name, "actions", plain["legal"]),
        told=_decoded(game.name, "events", plain["told"]),
        observation=None if observation is None else np.array(observation, np.int16),
        legal_indices=plain["legal_indices"],
        index=plain["index"],
        events=_decoded(game.name, "events", plain.get("log_events")),
    )


def _decoded(name: str, what: str, text: str | None) -> Any:
    if text is None:
        return None
    try:
        return _decoder(name, what).decode(text)
    except msgspec.DecodeError as error:
        raise Malformed(what, str(error)) from None


@cache
def _decoder(name: str, what: str) -> msgspec.json.Decoder[Any]:
    game = game_named(name)
    action: Any = game.action_type
    event: Any = game.event_type
    kinds: dict[str, Any] = {
        "state": game.state_type,
        "view": game.view_type,
        "action": action,
        "actions": _TUPLE[action, ...],
        "events": _TUPLE[event, ...],
    }
    return msgspec.json.Decoder(kinds[what])
