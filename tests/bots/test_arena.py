"""The arena: everybody meets everybody on every seat, the same seed gives the same result, and it adds up."""

import json
from collections import Counter
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from filon.bots.arena import Contest, hold, report_of
from filon.bots.arena.contest import Result
from filon.bots.arena.line_up import line_up
from filon.bots.arena.standings import share_of
from filon.bots.named import bot_named
from filon.bots.sides import Round
from filon.cli import app
from filon.games.contract import Malformed
from filon.games.registry import GAMES


def contest(game: str, *bots: str, seats: int, seed: int = 1, cast: dict[str, str] | None = None) -> Contest:
    return Contest(game, seats, GAMES[game].simulation, seed, bots, cast or {})


def told(one: Contest, games: int, processes: int = 1) -> bytes:
    """The report without the times, which nobody can repeat."""
    report = report_of(one, hold(one, games, processes=processes))
    return msgspec.json.encode(msgspec.structs.replace(report, pace=()))


def test_everybody_sits_everywhere_as_often() -> None:
    bots = ("a", "b", "c")
    seen = Counter((name, seat) for game in range(12) for seat, name in enumerate(line_up(bots, 3, 5, game)))
    assert set(seen.values()) == {4}
    assert len({line_up(bots, 3, 5, 3 * block) for block in range(10)}) > 3, "who sits beside whom changes"


def test_more_bots_than_seats_meet_in_all_companies() -> None:
    companies = {frozenset(line_up(("a", "b", "c", "d"), 2, 0, game)) for game in range(12)}
    assert len(companies) == 6


def test_fewer_bots_than_seats_sit_as_often_in_the_long_run() -> None:
    seen = Counter(name for game in range(10) for name in line_up(("a", "b"), 5, 0, game))
    assert seen == {"a": 25, "b": 25}


def test_the_number_of_processes_changes_nothing() -> None:
    one = contest("diamant", "easy", "random", "six_cards", seats=3)
    assert told(one, 6) == told(one, 6, processes=2)
    assert told(one, 6) != told(msgspec.structs.replace(one, seed=2), 6)


def test_a_longer_contest_begins_as_the_shorter_one() -> None:
    one = contest("diamant", "easy", "random", seats=4)
    short, long = ([result.scores for result in hold(one, games, processes=1)] for games in (2, 5))
    assert long[:2] == short


def test_shares_add_up_and_ratings_follow_the_wins() -> None:
    one = contest("diamant", "normal", "random", "random", seats=3)
    report = report_of(one, hold(one, 12, processes=1))
    best, worst = report.standings
    assert (best.bot, worst.bot) == ("normal", "random")
    assert best.wins.won + worst.wins.won == pytest.approx(12, abs=0.01)
    assert (best.wins.played, worst.wins.played) == (12, 24)
    assert [seat.played for seat in best.by_seat] == [4, 4, 4]
    assert best.rating is not None
    assert worst.rating is not None
    assert best.rating.low < best.rating.skill < best.rating.high
    assert best.rating.skill > worst.rating.skill
    assert {pace.bot for pace in report.pace} == {"normal", "random"}
    assert all(pace.decisions for pace in report.pace)


@pytest.mark.parametrize(
    ("won", "played", "low", "high"), [(0, 10, 0.0, 0.278), (5, 10, 0.237, 0.763), (400, 1000, 0.370, 0.431)]
)
def test_wilson_intervals_are_those_of_the_books(won: int, played: int, low: float, high: float) -> None:
    share = share_of(won, played)
    assert share.low == pytest.approx(low, abs=1e-3)
    assert share.high == pytest.approx(high, abs=1e-3)


def test_sides_decide_who_plays_in_a_cast() -> None:
    """Diggers who pass at random never find the treasure: every contested round is the saboteurs'."""
    one = contest("saboteur", seats=4, cast={"saboteur": "normal", "digger": "random"})
    report = report_of(one, hold(one, 2, processes=1))
    sides = {standing.bot: standing.sides for standing in report.standings}
    assert [side.side for side in sides["normal"]] == ["saboteur"]
    assert [side.side for side in sides["random"]] == ["digger"]
    assert sides["normal"][0].rounds.share == 1.0
    assert sides["random"][0].rounds.share == 0.0
    assert sides["normal"][0].rounds.played == sides["random"][0].rounds.played > 0
    assert all(standing.rating is None for standing in report.standings)


def test_a_round_without_an_opponent_counts_for_nobody() -> None:
    one = contest("saboteur", "normal", "easy", "easy", seats=3)
    alone = Round(("digger",) * 3, "digger")
    against = Round(("saboteur", "digger", "digger"), "digger")
    result = Result(0, ("normal", "easy", "easy"), (1,), (0, 3, 2), (alone, against), {})
    normal, easy = sorted(report_of(one, [result]).standings, key=lambda standing: standing.bot, reverse=True)
    assert [(side.side, side.rounds.won, side.rounds.played) for side in normal.sides] == [("saboteur", 0, 1)]
    assert [(side.side, side.rounds.won, side.rounds.played) for side in easy.sides] == [("digger", 1, 1)]


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["diamant", "--bots", "genius,easy,easy"], "genius"),
        (["diamant", "--bots", "easy", "--seats", "99"], "seats"),
        (["diamant"], "bots"),
        (["diamant", "--cast", "saboteur=easy"], "cast"),
        (["saboteur", "--cast", "saboteur=easy"], "cast"),
        (["saboteur", "--cast", "saboteur"], "cast"),
        (["saboteur", "--bots", "six_cards,easy,easy"], "six_cards"),
        (["diamant", "--bots", "no_such_module:bot,easy,easy"], "no_such_module"),
    ],
)
def test_what_cannot_be_held_is_refused_in_words(words: list[str], named: str) -> None:
    refused = CliRunner().invoke(app, ["arena", *words]).exception
    assert isinstance(refused, Malformed), "which filon tells in one line"
    assert named in str(refused)


def test_a_bot_of_ones_own_plays_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "brave.py").write_text(
        "class Brave:\n    remembers = False\n    def choose(self, sight, random): return sight.legal[0]\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", [*__import__("sys").path])
    one = contest("diamant", "brave:Brave", "random", "random", seats=3)
    report = report_of(one, hold(one, 3, processes=1))
    assert {standing.bot for standing in report.standings} == {"brave:Brave", "random"}
    with pytest.raises(Malformed, match="choose"):
        bot_named("json:dumps", "diamant")


def test_the_command_prints_for_people_and_for_programs() -> None:
    words = ["arena", "diamant", "--bots", "easy,random", "--seats", "3", "--games", "2", "--processes", "1"]
    report = json.loads(CliRunner().invoke(app, [*words, "--json"]).stdout)
    assert report["games"] == 2
    assert {standing["bot"] for standing in report["standings"]} == {"easy", "random"}
    assert "fair share is 33.3 %" in CliRunner().invoke(app, words).stdout
    cast = ["arena", "saboteur", "--cast", "saboteur=random,digger=random", "--games", "1", "--role-split"]
    sides = CliRunner().invoke(app, cast).stdout
    assert "rounds won by the own side" in sides
    assert "round by round" in sides
