"""`filon bench engine`: what it measures, and that a peer that cannot be had is named."""

import json
import sys
from functools import partial
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bench.engine import measure as engine
from bench.engine import peers
from bench.engine.peer_play import PACKERS, PLAYERS
from bench.engine.peers import Packed, PeerError, Peers, Rate
from filon.cli import app
from filon.games.registry import OURS
from filon.kernels.registry import BRIDGES


class Elsewhere(Peers):
    """Peers of which one cannot be installed and one falls over; the others play as fast as they say."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def install(self, peer: str) -> None:
        if peer == "rlcard":
            raise PeerError("rlcard cannot be installed here: no such package")

    def play(self, peer: str, game: str, seconds: float) -> Rate:  # noqa: ARG002
        if peer == "pettingzoo":
            raise PeerError(f"pettingzoo did not play {game}: it fell over")
        return Rate(10, 100, 2.0, "1.0")

    def pack(self, peer: str, rows: object, seconds: float) -> Packed:  # noqa: ARG002
        assert isinstance(rows, list)
        assert {column for row in rows for column in row} == set(range(72))
        assert all(len(row) == 6 for row in rows)
        return Packed(8 if peer == "xcover" else 7, 3.0, "2.0")


def test_a_peer_that_is_missing_is_named_with_the_reason(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(engine, "Peers", Elsewhere)
    figures = engine.measure(with_peers=True, folder=tmp_path, runs=1, seconds=0.01, rectangle=(3, 20))
    assert "no such package" in figures.missing["rlcard"]
    assert "fell over" in figures.missing["pettingzoo tictactoe_v3"]
    played = {(line.engine, line.game): line for line in figures.lines}
    assert {game for name, game in played if name == "law"} == set(OURS)
    assert {game for name, game in played if name == "kernel"} == set(BRIDGES)
    assert played["open_spiel", "hearts"].decisions_per_second == 50
    assert not any(name in ("rlcard", "pettingzoo") for name, _ in played)
    ours = played["kernel", "diamant"].decisions_per_second
    assert figures.ratios["diamant"]["open_spiel hearts"] == pytest.approx(ours / 50)
    assert {(one.engine, one.complete) for one in figures.packing} == {
        ("kernel", True),
        ("exact-cover", False),
        ("xcover", True),
        ("ortools", False),
    }
    assert {one.game for one in figures.imagining if one.engine == "kernel"} == set(BRIDGES)


def test_every_peer_that_is_installed_can_be_asked() -> None:
    assert {peer for peer, _ in peers.GAMES} == set(PLAYERS)
    assert set(peers.PACKERS) == set(PACKERS)
    assert set(peers.PACKAGES) == set(PLAYERS) | set(PACKERS)


def test_a_peer_that_fails_says_why(tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "python").symlink_to(sys.executable)
    with pytest.raises(PeerError, match="did not play chess"):
        Peers(tmp_path).play("rlcard", "chess", 0.1)


def test_the_command_prints_for_people_and_for_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    """All fillings of 6 by 10 take long where nothing is compiled: another rectangle will do here."""
    monkeypatch.setattr(engine, "measure", partial(engine.measure, rectangle=(3, 20)))
    words = ["bench", "engine", "--no-peers", "--runs", "1", "--seconds", "0.01"]
    figures = json.loads(CliRunner().invoke(app, [*words, "--json"]).stdout)
    assert figures["missing"] == {}
    assert {line["engine"] for line in figures["lines"]} == {"law", "kernel"}
    text = CliRunner().invoke(app, words).stdout
    for heading in ("random play", "states imagined", "all fillings"):
        assert heading in text
