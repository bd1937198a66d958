"""The example of docs/write-a-bot.md: in the guide as it is in the file, honest, and better than chance."""

from pathlib import Path

from examples.dreamer import Dreamer
from filon.bots import Sight
from filon.bots.arena import Contest, hold, report_of
from filon.games.chance import FastRandom
from filon.games.contract import Seat
from filon.games.diamant import DIAMANT
from filon.games.registry import GAMES
from filon.kernels.registry import BRIDGES

ROOT = Path(__file__).parents[2]


def test_the_guide_shows_the_file_that_runs() -> None:
    example = (ROOT / "examples" / "dreamer.py").read_text()
    assert f"```python\n{example}```" in (ROOT / "docs" / "write-a-bot.md").read_text()
    assert len(example.splitlines()) <= 25


def test_it_plays_in_the_arena_by_its_name_and_beats_chance() -> None:
    contest = Contest(
        game="diamant",
        seats=3,
        options=DIAMANT.simulation,
        seed=5,
        bots=("examples.dreamer:Dreamer", "random", "random"),
        cast={},
    )
    report = report_of(contest, hold(contest, 12, processes=1))
    wins = {one.bot: one.wins.share for one in report.standings}
    assert wins["examples.dreamer:Dreamer"] > 0.5


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
