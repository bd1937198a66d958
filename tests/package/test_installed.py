"""From a wheel file into a clean environment: `pip`, `uvx` and `pipx`, without Node and without a compiler.

What Filon depends on comes from the registry, as it does for everybody.
"""

import asyncio
import json
import re
import shutil
import subprocess
import sys
import venv
from pathlib import Path
from typing import Any

import httpx
import pytest

import filon
from filon.bots import LEVELS
from filon.games.registry import GAMES, OURS
from tests.package.conftest import Built, bare
from tests.server.playing import Filon, Person, new_guest, open_table

pytestmark = pytest.mark.anyio

INSTALL_S = 240


class Installed(Filon):
    """`filon serve` of an environment of its own, with nothing else on the path."""

    def __init__(self, folder: Path) -> None:
        super().__init__(f"sqlite:///{folder / 'filon.db'}")
        self._folder = folder
        self._environment = {
            **{name: value for name, value in self._environment.items() if name.startswith("FILON_")},
            "PATH": str(folder / "bin"),
        }

    def _words(self) -> list[str]:
        return [str(self._folder / "bin" / "filon")]


def said(*words: str | Path, env: dict[str, str]) -> str:
    done = subprocess.run(words, env=env, capture_output=True, text=True, check=False, timeout=INSTALL_S)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_path_of_these_tests_has_no_node_and_no_compiler(tmp_path: Path) -> None:
    path = bare(tmp_path)["PATH"]
    assert not any(shutil.which(name, path=path) for name in ("node", "npm", "cc", "gcc", "clang"))


async def test_pip_installs_a_house_with_its_page_all_games_and_all_levels(
    built: Built, tmp_path: Path
) -> None:
    folder = tmp_path / "house"
    venv.create(folder)
    into = ("--python", folder / "bin" / "python")
    said(sys.executable, "-m", "pip", *into, "install", "--quiet", built.platform, env=bare(tmp_path))
    command, environment = folder / "bin" / "filon", {"PATH": str(folder / "bin")}
    assert said(command, "--version", env=environment) == f"filon {filon.__version__}\n"
    assert [one["name"] for one in json.loads(said(command, "games", "--json", env=environment))] == [*OURS]
    assert said(
        folder / "bin" / "python", "-c", "from filon.kernels import COMPILED; print(COMPILED)", env={}
    ) == ("True\n")
    for what in ("engine", "lab", "server", "chaos"):
        refused = subprocess.run(
            [command, "bench", what], env=environment, capture_output=True, text=True, check=False
        )
        assert (refused.returncode, refused.stdout, refused.stderr.count("\n")) == (1, "", 1)
        assert "checkout" in refused.stderr
    server = Installed(folder).start()
    try:
        await asyncio.to_thread(look_at_the_page, server.url)
        await asyncio.gather(*(a_bot_acts(server, game, level) for game in OURS for level in LEVELS))
    finally:
        assert server.stop() == 0
    assert not server.faults()


def look_at_the_page(url: str) -> None:
    with httpx.Client(base_url=url) as browser:
        page = browser.get("/").text
        assert "<title>Filon" in page
        assets = re.findall(r'(?:src|href)="(/[^"]+)"', page)
        assert any(asset.endswith(".js") for asset in assets)
        for asset in assets:
            answer = browser.get(asset)
            assert answer.status_code == 200, asset
            assert answer.content


async def a_bot_acts(server: Filon, game: str, level: str) -> None:
    host = await new_guest(server, "Ada")
    table = await open_table(server, host, game=game, seats=GAMES[game].seats[0], bot_pause_ms=0)
    await host.come(table=table, protocol=1, deflate=False)
    await host.order("TakeSeat", seat=0)
    await host.order("Start", fill=level)
    await host.dealt()
    while not any(event["by"] == "bot" for event in played(host)):
        if host.to_act and host.legal:
            await host.order("Act", action=host.legal[0])
        else:
            await host.reach((host.seen or 0) + 1)
    await host.go()


def played(host: Person) -> list[dict[str, Any]]:
    return [
        event
        for message in host.messages
        if message["type"] == "Update"
        for entry in message["entries"]
        for event in entry["events"]
        if event["type"] == "Played"
    ]


def test_uvx_runs_the_wheel_for_any_machine(built: Built, tmp_path: Path) -> None:
    environment = bare(tmp_path)

    def uvx(*words: str) -> str:
        uv = Path(sys.executable).with_name("uv")
        return said(
            uv, "tool", "run", "--python", sys.executable, "--from", built.pure, *words, env=environment
        )

    assert uvx("filon", "--version") == f"filon {filon.__version__}\n"
    played = json.loads(uvx("filon", "simulate", "diamant", "--games", "1", "--engine", "kernel", "--json"))
    assert played["games"] == 1, "interpreted, the kernels play too"


def test_pipx_installs_the_wheel_for_any_machine(built: Built, tmp_path: Path) -> None:
    environment = {
        **bare(tmp_path),
        "PIPX_HOME": str(tmp_path / "pipx"),
        "PIPX_BIN_DIR": str(tmp_path / "bin"),
    }
    said(sys.executable, "-m", "pipx", "install", built.pure, env=environment)
    assert said(tmp_path / "bin" / "filon", "--version", env={}) == f"filon {filon.__version__}\n"
