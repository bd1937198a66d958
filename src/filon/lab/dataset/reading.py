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
from filon.lab.dataset.plain import Plain, plain_row
from filon.lab.dataset.record import By, Kind, Source
from filon.lab.dataset.schema import GAME, LOG, SCHEMA, require_version
from filon.lab.encoding import Observation

DatasetPath: TypeAlias = str | PathLike[str]
_SEATS_OWN: Final = [name for name in SCHEMA.names if name not in {column.name for column in LOG}]
_GAMES_OWN: Final = [column.name for column in GAME]
_AT_ONCE: Final = 512
_TALLY: Final = msgspec.json.Decoder(dict[str, int])
_OPTIONS: Final = msgspec.json.Decoder(dict[str, object])
_TUPLE: Any = tuple


class Row(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """One step of a game; from `view` to `index` what its seat could know."""

    game: AnyGame
    episode: int
    sequence: int
    kind: Kind
    seat: Seat | None
    by: By | None
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
        if plain.kind == "decision":
            yield _row(plain)


def games(path: DatasetPath) -> Iterator[Game]:
    """Game by game, the log included."""
    by_game = groupby(_plain(path, SCHEMA.names), key=lambda row: row.episode)
    for number, (episode, plain) in enumerate(by_game):
        if episode != number:
            raise Malformed(f"game {episode}", f"not where it belongs: this is the place of game {number}")
        yield _game([*plain])


def _plain(path: DatasetPath, columns: Sequence[str]) -> Iterator[Plain]:
    for number, row in enumerate(_cells(path, columns)):
        yield plain_row(number, row)


def _cells(path: DatasetPath, columns: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Damage may show at any page; pyarrow has three kinds of errors for it."""
    try:
        with pq.ParquetFile(path, page_checksum_verification=True) as file:
            require_version(file.schema_arrow)
            for batch in file.iter_batches(_AT_ONCE, columns=columns):
                yield from batch.to_pylist()
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
        raise Malformed("file", str(error).partition("\n")[0]) from None


def _game(plain: list[Plain]) -> Game:
    deal, *steps = plain
    where = f"game {deal.episode}"
    if deal.kind != "deal" or [row.sequence for row in plain] != [*range(len(plain))]:
        raise Malformed(where, "its rows are not there from the deal to the end")
    for row in steps:
        for column in _GAMES_OWN:
            if getattr(row, column) != getattr(deal, column):
                raise Malformed(
                    f"{where}, sequence {row.sequence}: {column}", "not as it is in the deal's row"
                )
    game = game_named(deal.game)
    return Game(
        episode=deal.episode,
        game=game,
        source=deal.source,
        number=deal.number,
        options=read_options(game, _read("options", _OPTIONS, deal.options)),
        players=deal.players,
        seed=deal.seed,
        outcome=Outcome(
            winners=tuple(map(Seat, deal.winners)),
            reason=deal.reason,
            scores=deal.scores,
            tally=_read("tally", _TALLY, deal.tally),
        ),
        state=_decoded(game.name, "state", deal.log_state),
        rows=tuple(map(_row, steps)),
    )


def _row(plain: Plain) -> Row:
    game = game_named(plain.game)
    seat, observation = plain.seat, plain.observation
    return Row(
        game=game,
        episode=plain.episode,
        sequence=plain.sequence,
        kind=plain.kind,
        seat=None if seat is None else Seat(seat),
        by=plain.by,
        after_ms=plain.after_ms,
        action=_decoded(game.name, "action", plain.action),
        notation=plain.notation,
        view=_decoded(game.name, "view", plain.view),
        legal=_decoded(game.name, "actions", plain.legal),
        told=_decoded(game.name, "events", plain.told),
        observation=None if observation is None else np.array(observation, np.int16),
        legal_indices=plain.legal_indices,
        index=plain.index,
        events=_decoded(game.name, "events", plain.log_events),
    )


def _decoded(name: str, what: str, text: str | None) -> Any:
    return None if text is None else _read(what, _decoder(name, what), text)


def _read(what: str, decoder: msgspec.json.Decoder[Any], text: str) -> Any:
    try:
        return decoder.decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
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
