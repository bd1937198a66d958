"""Bots play every game to its end, in every number of players, and with every option that changes it."""

from typing import Any

import pytest

from filon.bots import LEVELS
from filon.games.contract import AnyGame
from filon.games.diamant.model import Options as DiamantOptions
from filon.games.labyrinth.model import Options as LabyrinthOptions
from filon.games.outofmine.model import Options as MineOptions
from filon.games.registry import GAMES
from filon.games.saboteur.model import Options as SaboteurOptions
from tests.bots.matches import decisions, final, seated

COUNTS = [(game, seats) for game in GAMES.values() for seats in game.seats]


def named(value: object) -> str:
    return getattr(value, "name", str(value))


@pytest.mark.parametrize(("game", "seats"), COUNTS, ids=named)
def test_all_levels_play_together_to_the_end(game: AnyGame, seats: int) -> None:
    levels = [tuple(LEVELS)[seat % len(LEVELS)] for seat in range(seats)]
    outcome, _ = final(game, seats, seated(*levels), seed=seats)
    assert outcome.winners


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("saboteur", SaboteurOptions(placement="adjacent", starter="random")),
        ("diamant", DiamantOptions(chests="hidden", leftovers="per_card", artifacts="one_per_cave")),
        ("labyrinth", LabyrinthOptions(corridors="either", memory="off", goal=6, turn_limit=60)),
        ("outofmine", MineOptions(referee="live", elves="on", finds="on")),
    ],
    ids=named,
)
@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
def test_other_options_are_understood(game: str, options: Any, level: str) -> None:
    outcome, _ = final(GAMES[game], 4, seated(*[level] * 4), seed=7, options=options)
    assert outcome.winners


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("level", ["easy", "normal"])
def test_bots_bring_the_labyrinth_to_an_end_without_a_limit_on_turns(level: str, seats: int) -> None:
    """Once the pile is used up only duels lead on: somebody has to want them."""
    turns = 0
    for step in decisions(GAMES["labyrinth"], seats, seated(*[level] * seats), 3, LabyrinthOptions()):
        turns = step.after.turn
        assert turns < 1000
    assert turns > 10


def test_bots_bring_a_round_of_out_of_mine_to_an_end_without_a_clock() -> None:
    outcome, _ = final(
        GAMES["outofmine"], 4, seated(*["normal"] * 4), seed=5, options=MineOptions(round_limit=None)
    )
    assert min(outcome.scores) > 0
