"""Hints: a legal action and a reason that can be told, in every phase of every game."""

from string import Formatter
from typing import get_args

import msgspec
import pytest

from filon.bots.hints import Hint, hint
from filon.bots.reasons import all_reasons, tell
from filon.bots.registry import bots_of
from filon.games.chance import FastRandom
from filon.games.contract import AnyGame
from filon.games.diamant.model import ExpeditionView
from filon.games.labyrinth import model as labyrinth
from filon.games.outofmine.model import ChoosingView, PlacingView
from filon.games.registry import GAMES
from filon.games.saboteur.model import DiggingView, SharingGoldView
from tests.bots.matches import decisions, seated

PHASES: dict[str, set[type]] = {
    "saboteur": {DiggingView, SharingGoldView},
    "diamant": {ExpeditionView},
    "labyrinth": set(get_args(labyrinth.PhaseView)) - {labyrinth.Finished, labyrinth.Fetched},
    "outofmine": {ChoosingView, PlacingView},
}
"""Those in which something is expected of somebody; the rarest of them is in test_labyrinth_crowds.py."""


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_there_is_a_hint_with_a_reason_in_every_phase(game: AnyGame) -> None:
    """Also in positions that no sensible player comes to: half of the seats play at random."""
    met: set[type] = set()
    keys: set[str] = set()
    for seed in range(4):
        seats = game.seats[min(2, len(game.seats) - 1)]
        levels = seated(*("random" if seat % 2 else "normal" for seat in range(seats)))
        for number, step in enumerate(decisions(game, seats, levels, seed)):
            met.add(type(step.sight.view.phase))
            given = hint(game, step.sight.view, step.sight.legal, FastRandom(number))
            assert given.action in step.sight.legal
            assert given.why.key.startswith(f"{game.name if bots_of(game.name).reasons else 'any'}.")
            assert "{" not in tell(given.why)
            keys.add(given.why.key)
            if number == 500:
                break
    assert met >= PHASES.get(game.name, set())
    assert len(keys) >= (4 if bots_of(game.name).reasons else 2)


def test_reasons_speak_of_the_figures_they_come_with() -> None:
    for game in GAMES:
        assert all(key.startswith(f"{game}.") for key in bots_of(game).reasons)
    for sentence in all_reasons().values():
        assert all(name is None or name.isidentifier() for _, name, _, _ in Formatter().parse(sentence))


def test_a_hint_travels() -> None:
    game = GAMES["diamant"]
    step = next(decisions(game, 3, seated("easy", "easy", "easy"), 1))
    given = hint(game, step.sight.view, step.sight.legal, FastRandom(0))
    packed = msgspec.msgpack.encode(given)
    assert msgspec.msgpack.decode(packed, type=Hint).why == given.why
