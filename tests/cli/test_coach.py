"""Games that the arena saves, and what can be done with them: verify, replay, analyse; and the luck study."""

import io
import json
from pathlib import Path

import pytest
from rich.console import Console

from filon.bots.arena import Contest
from filon.bots.arena.spread import Processes
from filon.cli import main
from filon.cli.stepping import Stepper
from filon.coach.model import FORMAT
from filon.coach.played import played_game, recorded
from filon.coach.replay import moments
from filon.coach.study import study
from filon.games.contract import Malformed
from filon.games.registry import GAMES
from filon.tables.export import read_game, write_game

WORDS = ("--bots", "normal,easy,random", "--games", "2", "--seed", "3", "--processes", "1")


def filon(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *words: str) -> str:
    monkeypatch.setattr("sys.argv", ["filon", *words])
    with pytest.raises(SystemExit) as end:
        main()
    assert not end.value.code
    return capsys.readouterr().out


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("games") / "game.json"
    path.write_bytes(write_game(played_game(GAMES["diamant"], ("normal", "easy", "random"), 4)))
    return path


def test_the_arena_saves_games_that_verify(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = tmp_path / "games"
    said = filon(capsys, monkeypatch, "arena", "diamant", *WORDS, "--save", str(folder), "--json")
    saved = sorted(folder.iterdir())
    assert len(saved) == 2
    wins = dict.fromkeys(("bot: normal", "bot: easy", "bot: random"), 0.0)
    for path in saved:
        assert "Every card and event matches" in filon(capsys, monkeypatch, "verify", str(path))
        assert "won by" in filon(capsys, monkeypatch, "replay", str(path))
        game = read_game(path.read_bytes())
        for seat in game.outcome.winners:
            wins[game.players[seat]] += 1 / len(game.outcome.winners)
    for standing in json.loads(said)["standings"]:
        assert standing["wins"]["won"] == pytest.approx(wins[f"bot: {standing['bot']}"], abs=0.01)


def test_a_game_by_sides_is_saved_as_well() -> None:
    game = GAMES["saboteur"]
    cast = {"saboteur": "random", "digger": "random"}
    result, saved = recorded(Contest("saboteur", 4, game.simulation, 1, (), cast), 0)
    assert saved.players == ("bot: saboteur random, digger random",) * 4
    assert result.winners == saved.outcome.winners


def test_analyse_prints_for_people_and_for_programs(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, file: Path
) -> None:
    told = filon(capsys, monkeypatch, "analyse", str(file), "--depth", "quick")
    for words in ("fair share", "decisions weighed", "Turning points"):
        assert words in told
    found = json.loads(filon(capsys, monkeypatch, "analyse", str(file), "--depth", "quick", "--json"))
    assert (found["format"], found["game"], found["depth"]) == (FORMAT, "diamant", "quick")
    own = json.loads(
        filon(capsys, monkeypatch, "analyse", str(file), "--depth", "quick", "--seat", "1", "--json")
    )
    assert own["decisions"] == [one for one in found["decisions"] if one["seat"] == 1]
    assert own["parts"] == found["parts"]


def test_a_forged_game_is_not_analysed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], file: Path, tmp_path: Path
) -> None:
    forged = json.loads(file.read_bytes())
    forged["steps"][0]["seat"] = (forged["steps"][0]["seat"] + 1) % 3
    path = tmp_path / "forged.json"
    path.write_text(json.dumps(forged))
    monkeypatch.setattr("sys.argv", ["filon", "analyse", str(path)])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 2
    assert "step 1" in capsys.readouterr().err


def stepped(file: Path, *words: str) -> str:
    typed = iter(words)

    def ask(_prompt: str) -> str:
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    paper = io.StringIO()
    Stepper(read_game(file.read_bytes()), Console(file=paper, width=120), ask).run()
    return paper.getvalue()


def test_a_game_is_stepped_through_forth_and_back(file: Path) -> None:
    steps = len(read_game(file.read_bytes()).steps)
    told = stepped(file, "", "next", "back", "5", "last", "next", "quit", "first")
    shown = [line.split(":")[0] for line in told.splitlines() if line[:1].isdigit()]
    assert shown == ["1", "2", "1", "5", str(steps)]
    assert f"The steps are 0 to {steps}." in told


def test_eyes_see_what_they_saw(file: Path) -> None:
    """The first to choose: the truth and that seat know what, nobody else."""
    first = moments(read_game(file.read_bytes()))[0]
    assert first.seat is not None
    own, other = first.seat, (first.seat + 1) % 3
    what = GAMES["diamant"].tell(first.events[0])
    assert what in stepped(file, "1")
    assert what in stepped(file, f"eyes {own}", "1")
    for eyes in ("public", str(other)):
        hidden = stepped(file, f"eyes {eyes}", "1")
        assert (
            what not in hidden.split("as all saw it" if eyes == "public" else f"as seat {eyes} saw it", 1)[1]
        )
    assert "Eyes are truth, public, or a seat from 0 to 2." in stepped(file, "eyes 7")
    assert "eyes truth" in stepped(file, "what?")


def test_the_luck_study_adds_up(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("luck", "outofmine", "--bots", "normal,random", "--games", "4", "--processes", "1")
    report = json.loads(filon(capsys, monkeypatch, *words, "--json"))
    (pair,) = report["pairs"]
    assert (pair["one"], pair["other"], pair["games"]) == ("normal", "random", 4)
    for bot in report["bots"]:
        assert bot["corrected"]["mean"] == pytest.approx(bot["raw"]["mean"] - bot["luck"]["mean"])
    assert sum(bot["luck"]["mean"] for bot in report["bots"]) == pytest.approx(0, abs=1e-9)
    told = filon(capsys, monkeypatch, *words)
    assert "a fair share is 50.0 %" in told
    assert "normal and random" in told


def test_the_luck_study_is_the_same_for_the_same_seed() -> None:
    contest = Contest("diamant", 3, GAMES["diamant"].simulation, 2, ("normal", "random"))
    assert study(contest, 2, spread=Processes(1)) == study(contest, 2, spread=Processes(1))


def test_lots_that_players_draw_are_taken_out_where_they_are_asked_again() -> None:
    contest = Contest("outofmine", 2, GAMES["outofmine"].simulation, 2, ("normal", "random"))
    plain, asked = study(contest, 3, spread=Processes(1)), study(contest, 3, asks=2, spread=Processes(1))
    assert not any(bot.drawn.mean for bot in plain.bots)
    for before, after in zip(plain.bots, asked.bots, strict=True):
        assert after.raw == before.raw
        assert after.drawn.mean
        assert after.corrected.mean == pytest.approx(
            after.raw.mean - after.luck.mean - after.drawn.mean, abs=1e-9
        )


def test_who_plays_which_side_is_luck_and_no_study() -> None:
    cast = {"saboteur": "easy", "digger": "easy"}
    with pytest.raises(Malformed, match="dealt"):
        study(Contest("saboteur", 4, GAMES["saboteur"].simulation, 1, (), cast), 1)
