"""`filon bench lab`: what it measures, and that a peer that cannot be had is named."""

import json
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bench.engine import peer_play
from bench.engine.peers import PeerError, Peers, Rate
from bench.lab import measure as lab
from bench.lab import peer_steps
from bench.lab.measure import OUR_BATCH
from bench.lab.peers import PEERS
from filon.cli import app
from filon.games.registry import OURS

WORDS = ["bench", "lab", "--no-peers", "--runs", "1", "--seconds", "0.01"]


class Elsewhere:
    """A peer's environment; one peer falls over, the others play as fast as they say."""

    def __init__(self, peer: str) -> None:
        self.peer = peer

    def play(self, peer: str, game: str, seconds: float) -> Rate:  # noqa: ARG002
        assert (peer, game) == (self.peer, game)
        if peer == "pettingzoo":
            raise PeerError(f"pettingzoo did not play {game}: it fell over")
        return Rate(10, {"rlcard": 100, "open_spiel": 60, "envpool": 4000}[peer], 2.0, "1.0")


def elsewhere(peer: str, folder: Path) -> Elsewhere:
    if peer == "pufferlib":
        raise PeerError("pufferlib cannot be installed here: no such package")
    return Elsewhere(peer)


def test_a_peer_that_is_missing_is_named_with_the_reason(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(lab, "environment", elsewhere)
    figures = lab.measure(with_peers=True, folder=tmp_path, runs=1, seconds=0.01)
    assert "no such package" in figures.missing["pufferlib"]
    assert "fell over" in figures.missing["pettingzoo leduc_holdem_v4"]
    steps = {(line.engine, line.game): line for line in figures.lines}
    assert {game for engine, game in steps if engine == OUR_BATCH} == set(OURS)
    assert steps[OUR_BATCH, "diamant"].wanted == 1_000_000
    assert steps["open_spiel", "hearts"].steps_per_second == 30
    ours = steps[OUR_BATCH, "diamant"].steps_per_second
    best = figures.best_python_peer["diamant"]
    assert best.peer.startswith("rlcard "), "EnvPool is faster, and compiled"
    assert best.times == pytest.approx(ours / 50)
    assert figures.ratios["diamant"]["envpool ConnectFour-v1"] == pytest.approx(ours / 2000)


def test_without_pettingzoo_here_batches_are_measured_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in [*sys.modules]:
        if module == "bench.lab.one_by_one" or module.startswith("filon.lab.pettingzoo"):
            monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    figures = lab.measure(with_peers=False, runs=1, seconds=0.01)
    assert figures.missing == {"filon pettingzoo": "pettingzoo is not installed: pip install filon[lab]"}
    assert {line.game for line in figures.lines} == set(OURS)


def test_every_peer_that_is_installed_can_be_asked() -> None:
    loops = {Path(str(module.__file__)): module.PLAYERS for module in (peer_play, peer_steps)}
    for name, peer in PEERS.items():
        assert name in loops[peer.script]
    assert set(peer_steps.PLAYERS) <= set(PEERS)


def test_a_peer_that_fails_says_why(tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "python").symlink_to(sys.executable)
    there = Peers(tmp_path, packages={}, script=PEERS["envpool"].script)
    with pytest.raises(PeerError, match="envpool did not play nothing"):
        there.play("envpool", "nothing", 0.1)


def test_seconds_count_from_the_first_step_on() -> None:
    until = peer_steps.Until(1000.0)
    assert until.spent() > 0, "of the whole process, as nobody has asked yet"
    assert until()
    assert until.spent() < 1000


def test_the_command_prints_for_people_and_for_programs() -> None:
    figures = json.loads(CliRunner().invoke(app, [*WORDS, "--json"]).stdout)
    assert figures["missing"] == {}
    batches = {line["game"] for line in figures["lines"] if line["engine"] == OUR_BATCH}
    assert batches == set(OURS)
    assert all(line["steps_per_second"] > 0 for line in figures["lines"])
    text = " ".join(CliRunner().invoke(app, WORDS).stdout.split())
    assert "agent steps a second of one core" in text
    assert "1,000,000" in text
    assert "peer" not in text


def test_people_are_shown_the_best_python_peer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab, "environment", elsewhere)
    words = [word for word in WORDS if word != "--no-peers"]
    text = " ".join(CliRunner().invoke(app, words).stdout.split())
    for heading in ("our batches beside the best Python peer", "as many times theirs"):
        assert heading in text
    assert "not measured: pufferlib: pufferlib cannot be installed here: no such package" in text
