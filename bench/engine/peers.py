"""The peers of `filon bench engine`, installed from PyPI into a scratch environment of their own."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from filon.games.contract import FilonError

PACKAGES: Final = {
    "open_spiel": ("open_spiel",),
    "rlcard": ("rlcard",),
    "pettingzoo": ("pettingzoo[classic]",),
    "exact-cover": ("exact-cover",),
    "xcover": ("xcover",),
    "ortools": ("ortools",),
}
GAMES: Final = (
    ("open_spiel", "leduc_poker"),
    ("open_spiel", "hearts"),
    ("open_spiel", "gin_rummy"),
    ("open_spiel", "goofspiel"),
    ("rlcard", "uno"),
    ("rlcard", "leduc-holdem"),
    ("pettingzoo", "tictactoe_v3"),
    ("pettingzoo", "connect_four_v3"),
    ("pettingzoo", "leduc_holdem_v4"),
)
PACKERS: Final = ("exact-cover", "xcover", "ortools")
_INSTALL_WITHIN_S: Final = 900
_ANSWER_WITHIN_S: Final = 600


class PeerError(FilonError):
    """A peer could not be installed or did not play."""


class Rate(msgspec.Struct, frozen=True):
    games: int
    decisions: int
    seconds: float
    version: str = ""


class Packed(msgspec.Struct, frozen=True):
    fillings: int
    seconds: float
    version: str = ""


class Peers:
    """An environment in a folder; what is in it already is not installed again. `script` plays in it."""

    def __init__(
        self,
        folder: Path,
        *,
        packages: Mapping[str, Sequence[str]] = PACKAGES,
        script: Path = Path(__file__).with_name("peer_play.py"),  # noqa: B008 - a constant of this file
    ) -> None:
        self._packages = packages
        self._script = script
        self._python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
        if not self._python.exists():
            _run([sys.executable, "-m", "venv", str(folder)], "an environment for the peers")

    def install(self, peer: str) -> None:
        """Raises PeerError, in words, where it cannot be had."""
        pip = [str(self._python), "-m", "pip", "--quiet", "--disable-pip-version-check"]
        _run([*pip, "install", *self._packages[peer]], peer)

    def play(self, peer: str, game: str, seconds: float) -> Rate:
        return msgspec.convert(self._ask([peer, game, str(seconds)]), Rate)

    def pack(self, peer: str, rows: Sequence[Sequence[int]], seconds: float) -> Packed:
        return msgspec.convert(self._ask([peer, "pack", str(seconds)], json.dumps(rows)), Packed)

    def _ask(self, words: Sequence[str], given: str = "") -> Any:
        done = subprocess.run(  # noqa: S603 - our own script, no shell
            [str(self._python), str(self._script), *words],
            input=given, capture_output=True, text=True, check=False, timeout=_ANSWER_WITHIN_S,
            env={name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
        )  # fmt: skip
        if done.returncode != 0:
            raise PeerError(f"{words[0]} did not play {words[1]}: {done.stderr.strip()[-300:]}")
        return json.loads(done.stdout.splitlines()[-1])


def _run(command: Sequence[str], what: str) -> None:
    try:
        subprocess.run(  # noqa: S603 - our own words, no shell
            command, capture_output=True, text=True, check=True, timeout=_INSTALL_WITHIN_S
        )
    except subprocess.CalledProcessError as error:
        raise PeerError(f"{what} cannot be installed here: {error.stderr.strip()[-300:]}") from None
    except subprocess.TimeoutExpired:
        raise PeerError(f"{what} could not be installed within {_INSTALL_WITHIN_S} s") from None
