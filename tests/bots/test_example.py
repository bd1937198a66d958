"""The examples of docs/write-a-bot.md: in the guide as they are in the file, honest, better than chance."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from examples.bookkeeper import Bookkeeper
from examples.dreamer import Dreamer
from filon.bots import Sight
from filon.bots.arena import Contest, hold, report_of
from filon.games.chance import FastRandom
from filon.games.contract import Seat
from filon.games.diamant import DIAMANT
from filon.games.diamant.model import Options
from filon.games.registry import GAMES
from filon.kernels.registry import BRIDGES
from filon.kernels.stream import Stream
from filon.lab.walk import walk
from tests.games.diamant.caves import GO, LEAVE, cave

ROOT = Path(__file__).parents[2]
HIDDEN_CHESTS = Options(chests="hidden")


@pytest.mark.parametrize("name", ["dreamer", "bookkeeper"])
def test_the_guide_shows_the_file_that_runs(name: str) -> None:
    example = (ROOT / "examples" / f"{name}.py").read_text()
    assert f"```python\n{example}```" in (ROOT / "docs" / "write-a-bot.md").read_text()
    assert len(example.splitlines()) <= 25


@pytest.mark.parametrize("name", ["examples.dreamer:Dreamer", "examples.bookkeeper:Bookkeeper"])
@pytest.mark.parametrize("options", [DIAMANT.simulation, HIDDEN_CHESTS], ids=["open", "hidden"])
def test_they_play_in_the_arena_by_name_and_beat_chance(name: str, options: Options) -> None:
    contest = Contest(
        game="diamant", seats=3, options=options, seed=5, bots=(name, "random", "random"), cast={}
    )
    report = report_of(contest, hold(contest, 12, processes=1))
    wins = {one.bot: one.wins.share for one in report.standings}
    assert wins[name] > 0.5


@pytest.mark.parametrize(("home", "wanted"), [((3, 4, 0), LEAVE), ((3, 40, 0), GO)])
def test_the_bookkeeper_leaves_the_last_cave_as_the_richest_or_not_at_all(
    home: tuple[int, ...], wanted: object
) -> None:
    """The chests are hidden; what was carried home from the first cave is not."""
    state = replace(cave("17 15 gas", number=5, options=HIDDEN_CHESTS), chests=home, takings=(home,))
    sight = Sight(DIAMANT, DIAMANT.view(state, Seat(0)), (GO, LEAVE))
    assert Bookkeeper().choose(sight, FastRandom(1)) == wanted


def test_imagined_worlds_have_the_true_chests_though_they_are_hidden() -> None:
    state = DIAMANT.deal(4, HIDDEN_CHESTS, FastRandom(2))
    for step in walk(DIAMANT, state, FastRandom(3)):
        view = DIAMANT.view(step.after, Seat(1))
        world = BRIDGES["diamant"].imaginer(view).imagine(Stream(1))
        assert BRIDGES["diamant"].state(world).chests == step.after.chests


def test_it_chooses_something_legal_in_every_game_with_a_kernel() -> None:
    for name in BRIDGES:
        game = GAMES[name]
        state = game.deal(game.seats[0], game.simulation, FastRandom(3))
        seat = min(game.to_act(state))
        sight = Sight(game, game.view(state, seat), game.legal_actions(state, seat)[:3])
        assert Dreamer().choose(sight, FastRandom(1)) in sight.legal


def test_twins_that_look_alike_are_played_alike() -> None:
    state = DIAMANT.deal(4, DIAMANT.simulation, FastRandom(3))
    view, legal = DIAMANT.view(state, Seat(0)), DIAMANT.legal_actions(state, Seat(0))
    twin = DIAMANT.view(DIAMANT.imagine(view, FastRandom(9)), Seat(0))
    chosen = {Dreamer().choose(Sight(DIAMANT, seen, legal), FastRandom(1)) for seen in (view, twin)}
    assert len(chosen) == 1
