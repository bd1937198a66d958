"""Games taken along from a table, as the lab's data sets hold them."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from filon.coach.contract import Moment
from filon.coach.replay import moments
from filon.games.codec import read_options
from filon.games.contract import FilonError, Malformed, Seat
from filon.games.registry import game_named
from filon.lab.dataset.record import BY, By, Record, Step
from filon.lab.dataset.rows import batch_of
from filon.tables.export import read_game


def game_files(places: list[Path]) -> list[Path]:
    """The files among these, and those in the folders among them, by name; Malformed where there are none."""
    found: list[Path] = []
    for place in places:
        if not place.exists():
            raise Malformed("from", f"there is no {place}")
        inside = sorted(place.glob("*.json")) if place.is_dir() else [place]
        if not inside:
            raise Malformed("from", f"no exported game (*.json) lies in {place}")
        found += inside
    return found


def exported_rows(files: Sequence[Path], number: int) -> Any:
    """The rows of one of these, by its place among them: what a worker makes of it.

    Malformed, which names the file, where its log does not come to its outcome by legal actions. Whether the
    cards were honestly dealt `filon verify` says; games of older releases it may no longer deal alike.
    """
    path = files[number]
    try:
        return batch_of(_record(path, number))
    except (FilonError, OSError) as error:
        raise Malformed(str(path), str(error)) from None
    except Exception as broken:  # a fold takes its log for granted: how it breaks is as various as logs are
        raise Malformed(str(path), f"its log cannot be folded: {broken!r}") from broken


def _record(path: Path, number: int) -> Record:
    """Without what was taken back."""
    file = read_game(path.read_bytes())
    game = game_named(file.game)
    return Record(
        game=game,
        source="export",
        number=number,
        options=read_options(game, file.options),
        players=file.players,
        seed=file.seed,
        state=file.state,
        steps=[
            Step(
                None if moment.seat is None else Seat(moment.seat),
                _by(moment),
                moment.action,
                tuple(moment.events),
                moment.after_ms,
            )
            for moment in moments(file)
        ],
        outcome=file.outcome,
    )


def _by(moment: Moment) -> By:
    for known in BY:
        if moment.by == known:
            return known
    raise Malformed("by", f"{moment.by!r} is none of {', '.join(BY)}")
