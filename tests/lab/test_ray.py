"""Real Ray nodes on one machine: they play what one process plays, though one of them is killed."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from socket import create_server, gethostname
from threading import Event, Thread
from time import monotonic
from typing import Any, NamedTuple, TypeVar

import psutil
import pytest
import ray
from msgspec.json import encode as json_of
from msgspec.structs import replace
from ray.cluster_utils import Cluster

import filon as filon_here
from filon.bots.arena import Contest, report_of
from filon.bots.arena.contest import each_game, one_game
from filon.bots.arena.spread import Spread
from filon.coach.study import study
from filon.games.contract import IllegalAction, Malformed
from filon.lab.cluster import ClusterFailed, part_of_a_series, ray_cluster
from filon.lab.dataset.arena import recorded_rows
from tests.cli.test_commands import filon
from tests.lab.datasets import ONE, contest, written

pytestmark = pytest.mark.filterwarnings("ignore::FutureWarning:ray.*")

T = TypeVar("T")

GAMES = 32
HANGS_FROM = 8
"""Games from this number on wait for the death of a node, on whichever node they are."""
SMALL: dict[str, Any] = {"num_cpus": 1, "object_store_memory": 80 << 20, "include_dashboard": False}


class Two(NamedTuple):
    cluster: Cluster

    @property
    def address(self) -> str:
        return str(self.cluster.address)


@pytest.fixture(scope="module")
def two() -> Iterator[Two]:
    """Whatever they started is gone afterwards."""
    before = psutil.Process().children(recursive=True)
    cluster = Cluster(initialize_head=True, head_node_args=SMALL)
    try:
        cluster.add_node(**SMALL)
        yield Two(cluster)
    finally:
        started = [one for one in psutil.Process().children(recursive=True) if one not in before]
        cluster.shutdown()  # type: ignore[no-untyped-call]
        alive = _alive_after(60, started)
        for process in alive:
            process.kill()
    assert not alive


def _alive_after(seconds: float, processes: list[psutil.Process]) -> list[psutil.Process]:
    """Those that have not ended by then. One that nobody has buried yet has ended."""
    end = monotonic() + seconds
    alive = processes
    while alive and monotonic() < end:
        _, left = psutil.wait_procs(alive, timeout=0.1)
        alive = [process for process in left if process.status() != psutil.STATUS_ZOMBIE]
    return alive


def refused(number: int) -> int:
    if number == 3:
        raise IllegalAction("DIA-2.4", "not this")
    if number == 5:
        raise ZeroDivisionError("a bot's own mistake")
    return number


def test_a_refusal_comes_back_as_what_it_is(two: Two) -> None:
    with ray_cluster(two.address) as spread:
        assert [*spread.each(abs, range(3))] == [0, 1, 2]
        with pytest.raises(IllegalAction) as refusal:
            list(spread.each(refused, range(4)))
        assert (refusal.value.rule, refusal.value.reason) == ("DIA-2.4", "not this")
        with pytest.raises(ZeroDivisionError):
            list(spread.each(refused, range(4, 6)))


def test_the_commands_say_the_same_from_a_cluster(two: Two, tmp_path: Path) -> None:
    same = ("diamant", "--bots", "easy,random,six_cards", "--games", "6", "--seed", "3")
    one, many = ("--processes", "1"), ("--on", two.address)
    reports = []
    for name, where in {"one": one, "many": many}.items():
        folder, file = str(tmp_path / name), str(tmp_path / f"{name}.parquet")
        reports.append(json.loads(_said("arena", *same, "--save", folder, "--json", *where)))
        reports[-1].pop("pace")  # nobody can repeat times
        reports.append(json.loads(_said("luck", *same, "--json", *where)))
        _said("dataset", *same, "--out", file, *where)
    assert reports[:2] == reports[2:]
    assert (tmp_path / "one.parquet").read_bytes() == (tmp_path / "many.parquet").read_bytes()
    assert _files(tmp_path / "one") == _files(tmp_path / "many")


def _files(folder: Path) -> dict[str, bytes]:
    found = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert len(found) == 6
    return found


def _said(*words: str) -> str:
    run = filon(*words)
    assert run.returncode == 0, run.stderr
    return run.stdout


class Doom(NamedTuple):
    """Two pipes: a game on the doomed node says that it has begun, others wait until that node is dead."""

    node: str
    begun: Path
    dead: Path

    def work(self, work: Callable[[int], T], number: int) -> T:
        if number >= HANGS_FROM:
            if ray.get_runtime_context().get_node_id() == self.node:
                self.begun.write_text("a game")
                Event().wait()
            os.close(os.open(self.dead, os.O_RDONLY))
        return work(number)

    def befall(self, raylet: psutil.Process, killed: list[psutil.Process]) -> None:
        """As a machine loses its power: the raylet first, then all that it had started."""
        self.begun.read_text()
        killed += [raylet, *raylet.children(recursive=True)]
        for process in killed:
            process.kill()
        os.open(self.dead, os.O_RDWR)


class Doomed(NamedTuple):
    spread: Any
    doom: Doom

    def each(self, work: Callable[[int], T], numbers: range) -> Iterator[T]:
        return self.spread.each(partial(self.doom.work, work), numbers)  # type: ignore[no-any-return]


def data_set(one: Contest, spread: Spread, folder: Path) -> bytes:
    return written(folder / "games.parquet", one, GAMES, spread=spread).read_bytes()


def arena(one: Contest, spread: Spread, _folder: Path) -> bytes:
    report = report_of(one, each_game(one, GAMES, one_game, spread=spread))
    return json_of(replace(report, pace=()))  # nobody can repeat times


def luck(one: Contest, spread: Spread, _folder: Path) -> bytes:
    return json_of(study(one, GAMES, spread=spread))


@pytest.mark.parametrize("play", [data_set, arena, luck])
def test_a_node_that_is_killed_is_not_missed(
    two: Two, tmp_path: Path, play: Callable[[Contest, Spread, Path], bytes]
) -> None:
    """It dies with games in hand, and what it had played before is gone with it."""
    doomed = two.cluster.add_node(**SMALL)
    doom = Doom(doomed.node_id, tmp_path / "begun", tmp_path / "dead")
    for pipe in (doom.begun, doom.dead):
        os.mkfifo(pipe)
    raylet = psutil.Process(doomed.all_processes["raylet"][0].process.pid)
    dead: list[psutil.Process] = []
    killer = Thread(target=doom.befall, args=(raylet, dead))
    killer.start()
    one = contest("diamant", "easy", "random", "six_cards")
    with ray_cluster(two.address) as spread:
        killed = play(one, Doomed(spread, doom), tmp_path)
    killer.join()
    assert len(dead) > 1, "a worker, with a game in hand"
    assert killed == play(one, ONE, tmp_path)


def test_a_node_of_another_release_is_refused_by_its_name(two: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    with ray_cluster(two.address) as spread:
        monkeypatch.setattr("filon.__version__", "0.0.9")
        with pytest.raises(ClusterFailed, match=rf"{gethostname()} has Filon .*, and this is 0\.0\.9"):
            list(spread.each(abs, range(3)))


@pytest.mark.parametrize(
    ("there", "said"),
    [
        ({}, "No module named 'filon'"),
        ({"filon/__init__.py": "__version__ = '0.0.9'"}, "has Filon 0.0.9"),
        ({"filon/__init__.py": f"__version__ = {filon_here.__version__!r}"}, "No module named 'filon.lab'"),
    ],
)
def test_a_node_says_what_it_lacks(there: dict[str, str], said: str, tmp_path: Path) -> None:
    """Unpacked where only these files can be found, with a part of a data set to play."""
    for name, text in there.items():
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text(text)
    packed: Any = ray.cloudpickle.dumps
    work = packed(partial(recorded_rows, contest("diamant", "easy")))
    part = packed((part_of_a_series(), (filon_here.__version__, work, range(1))))
    program = (
        "import sys, ray, pickle; sys.path = [path for path in sys.path if not path.endswith('/src')];"
        "sys.meta_path = [one for one in sys.meta_path if 'ditable' not in repr(one)];"
        f"sys.path.insert(0, {str(tmp_path)!r});"
        "part, words = pickle.load(sys.stdin.buffer); print(part(*words))"
    )
    found = subprocess.run(
        [sys.executable, "-c", program], input=part, capture_output=True, check=True, cwd=tmp_path
    )
    assert said in found.stdout.decode()


def test_who_answers_but_is_no_cluster_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("filon.lab.cluster._PATIENCE_S", 0.5)
    with create_server(("127.0.0.1", 0)) as somebody:
        address = f"127.0.0.1:{somebody.getsockname()[1]}"
        for there in (address, f"ray://{address}"):
            with pytest.raises(ClusterFailed, match=f"at {there} is no Ray cluster"), ray_cluster(there):
                pass


@pytest.mark.parametrize("address", ["somewhere", "ray://", "here:there", "ray://127.0.0.1"])
def test_an_address_is_one(address: str) -> None:
    with pytest.raises(Malformed, match="on:"), ray_cluster(address):
        pass


@pytest.mark.parametrize("address", ["127.0.0.1:1", "ray://127.0.0.1:1"])
def test_nobody_at_an_address_is_said_at_once(address: str) -> None:
    with pytest.raises(ClusterFailed, match=address), ray_cluster(address):
        pass


def test_a_cluster_and_a_number_of_processes_are_no_pair() -> None:
    run = filon("arena", "diamant", "--bots", "easy", "--on", "local", "--processes", "2")
    assert run.returncode == 2
    assert "processes" in run.stderr
