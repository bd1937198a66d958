"""Whether a data set says the truth: its logs folded by the law, and every row compared with what comes."""

from typing import Any

import msgspec
import numpy as np

from filon.games.contract import Malformed
from filon.lab.dataset.reading import DatasetPath, Game, Row, games
from filon.lab.dataset.record import Record, Step
from filon.lab.dataset.rows import Folded, encoding_of, folded


class Checked(msgspec.Struct, frozen=True):
    games: int
    rows: int
    """Without the deals."""


def verify(path: DatasetPath) -> Checked:
    """Raises Malformed, which names the first game, row and column that is not as the law has it."""
    checked = rows = 0
    for game in games(path):
        _verify_game(game)
        checked += 1
        rows += len(game.rows)
    return Checked(checked, rows)


def _verify_game(one: Game) -> None:
    record = Record(
        game=one.game,
        source=one.source,
        number=one.number,
        options=one.options,
        players=one.players,
        seed=one.seed,
        state=one.state,
        steps=[Step(row.seat, row.by or "table", row.action, row.events or ()) for row in one.rows],
        outcome=one.outcome,
    )
    try:
        law = folded(record, encoding_of(one.game, one.seats, one.options))
        for row, true in zip(one.rows, law, strict=True):
            _compare(f"sequence {row.sequence}", row, true)
    except Malformed as refusal:
        raise Malformed(f"game {one.episode}, {refusal.field}", refusal.reason) from None
    except (
        Exception
    ) as broken:  # the law takes its positions for granted: how it breaks is as various as logs
        raise Malformed(f"game {one.episode}", f"its log cannot be folded: {broken!r}") from broken


def _compare(where: str, row: Row, law: Folded) -> None:
    known = law.known
    told: dict[str, tuple[Any, Any]] = {
        "kind": (row.kind, law.kind),
        "notation": (row.notation, row.game.write(row.action)),
        "view": (row.view, known and known.view),
        "legal": (row.legal, known and known.legal),
        "told": (row.told, known and known.told),
        "legal_indices": (row.legal_indices, known and known.legal_indices),
        "index": (row.index, known and known.index),
    }
    for column, (said, true) in told.items():
        if said != true:
            raise Malformed(f"{where}: {column}", f"{said!r} is not what the law comes to, {true!r}")
    observation = known and known.observation
    if (row.observation is None) != (observation is None) or not np.array_equal(
        np.asarray(row.observation), np.asarray(observation)
    ):
        raise Malformed(f"{where}: observation", "not what the encoding makes of the view")
