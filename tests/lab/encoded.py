"""What holds of the encoding of every game, step by step in random games."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from filon.games.contract import Seat
from filon.kernels.stream import Stream
from filon.lab.encoding import Encoding
from filon.lab.episode import Episode


def positions(encoding: Encoding, seed: int, *, steps: int, last: bool = False) -> Iterator[Episode]:
    """A random game by any of those waited for, up to its end; with `last`, its last position alone."""
    episode, chance = Episode(encoding, seed), Stream(seed, 1)
    for _ in range(steps):
        if not last:
            yield episode
        if episode.outcome is not None:
            break
        seat = episode.waiting[chance.below(len(episode.waiting))]
        choices = list(episode.choices(seat))
        episode.step(seat, choices[chance.below(len(choices))])
    if last:
        yield episode


def everybody(encoding: Encoding) -> list[Seat | None]:
    return [None, *(Seat(seat) for seat in range(encoding.seats))]


def within_bounds(encoding: Encoding, episode: Episode) -> None:
    low, high = encoding.layout.low, encoding.layout.high
    for seat in everybody(encoding):
        row = np.full(encoding.layout.size, 12345, np.int16)
        encoding.observe(episode.view(seat), row)
        wrong = encoding.layout.split((row < low) | (row > high))
        assert not [name for name, places in wrong.items() if places.any()]


def indices_are_places_of_the_mask(encoding: Encoding, episode: Episode) -> None:
    for seat in episode.waiting:
        legal = episode.legal(seat)
        indices = encoding.indices(seat, legal)
        assert len(set(indices)) == len(legal) > 0
        assert 0 <= min(indices) <= max(indices) < encoding.actions.size
        assert np.flatnonzero(episode.mask(seat)).tolist() == sorted(indices)


def twins_look_alike(encoding: Encoding, episode: Episode, chance: Stream) -> None:
    """Whatever a seat cannot tell from the truth gives it the same numbers."""
    game = encoding.game
    for seat in episode.waiting:
        twin = game.imagine(episode.view(seat), chance)
        row = np.empty(encoding.layout.size, np.int16)
        encoding.observe(game.view(twin, seat), row)
        assert np.array_equal(row, episode.observe(seat))
        assert encoding.indices(seat, game.legal_actions(twin, seat)) == list(episode.choices(seat))


def documented(encoding: Encoding) -> None:
    """Every field, in order, and what it says of itself."""
    page = Path(__file__).parents[2] / "docs" / "lab" / f"{encoding.game.name}.md"
    rows = [re.match(r"\| `(\w+)` \|.*\| (.*) \|$", line) for line in page.read_text().splitlines()]
    told = [(row[1], row[2]) for row in rows if row]
    assert told == [
        (field.name, field.about) for field in (*encoding.layout.fields, *encoding.actions.fields)
    ]


def parts_of(encoding: Encoding, episode: Episode, seat: Seat | None) -> dict[str, Any]:
    """The row of a seat by the names of its fields, in plain numbers and lists; one number is no list."""
    fields = encoding.layout.split(episode.observe(seat))
    return {name: part.tolist() if part.size > 1 else int(part[0]) for name, part in fields.items()}
