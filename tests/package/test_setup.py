"""scripts/setup where something is missing: in a copy of the scripts, with what they call in its place."""

import os
import shutil
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pip
import pytest

from tests.package.conftest import ROOT

NOBODY = "http://127.0.0.1:9/simple"
NEEDED = ("bash", "cat", "cksum", "cut", "dirname", "env", "find", "rm", "sh", "sort", "touch", "xargs")
QUICK_PYTHON = """#!/bin/sh
# Python as it is, but for ensurepip, which takes seconds: an environment finds the pip that is here.
if [ "$2" = venv ]; then
  "{python}" -m venv --without-pip "$3" && echo "{pip}" >"$3"/lib/python{version}/site-packages/pip.pth
else
  exec "{python}" "$@"
fi
"""


class Checkout:
    """A repository whose scripts find these programs and nothing else."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.path = root / "path"
        self.path.mkdir()
        for name in NEEDED:
            (self.path / name).symlink_to(str(shutil.which(name)))
        for folder in ("scripts", "requirements"):
            shutil.copytree(ROOT / folder, root / folder)
        shutil.copy(ROOT / "pyproject.toml", root)

    def program(self, name: str, text: str) -> None:
        (self.path / name).write_text(text)
        (self.path / name).chmod(0o755)

    def python(self) -> None:
        alone = self.root / "only-pip"
        alone.mkdir()
        (alone / "pip").symlink_to(Path(pip.__file__).parent)
        version = f"{sys.version_info.major}.{sys.version_info.minor}"
        self.program("python3", QUICK_PYTHON.format(python=sys.executable, pip=alone, version=version))

    def start(self, *words: str, **more: str) -> "subprocess.Popen[str]":
        inherited = {
            name: value
            for name, value in os.environ.items()
            if not name.lower().startswith(("pip_", "npm_", "filon_", "python"))
        }
        environment = {"PIP_CONFIG_FILE": os.devnull, "PIP_RETRIES": "0", "PIP_INDEX_URL": NOBODY}
        return subprocess.Popen(
            [self.root / words[0], *words[1:]],
            env={**inherited, **environment, **more, "PATH": str(self.path)},
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def run(self, *words: str, **more: str) -> tuple[int, list[str]]:
        """Its status, and what Filon itself said."""
        process = self.start(*words, **more)
        _, errors = process.communicate(timeout=60)
        return process.returncode, [line for line in errors.splitlines() if line.startswith("Filon: ")]


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path)


def test_an_old_python_is_named_and_what_to_do(checkout: Checkout) -> None:
    checkout.program("python3", '#!/bin/sh\n[ "$1" = --version ] && echo Python 3.9.2\n')
    status, said = checkout.run("scripts/setup", "play")
    assert status == 1
    (line,) = said
    assert line.startswith("Filon: Python 3.11 or newer is needed; python3 here is Python 3.9.2. Install one")
    assert not (checkout.root / ".venv").exists()


def test_no_python_at_all_is_said_too(checkout: Checkout) -> None:
    status, said = checkout.run("scripts/play")
    assert status == 1
    assert len(said) == 1
    assert "Python 3.11 or newer is needed. Install one" in said[0]


def test_an_interrupted_install_is_begun_anew_and_a_missing_network_explained(checkout: Checkout) -> None:
    checkout.python()
    with socket.create_server(("127.0.0.1", 0)) as slow:
        index = f"http://127.0.0.1:{slow.getsockname()[1]}/simple"
        process = checkout.start("scripts/setup", "play", PIP_INDEX_URL=index)
        slow.settimeout(60)
        asking, _ = slow.accept()  # pip waits for an answer that never comes
        with asking:
            os.killpg(process.pid, signal.SIGINT)
            _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Filon: interrupted; run it again, and what is unfinished is made anew.\n" in errors
    leftover = checkout.root / ".venv" / "leftover"
    leftover.touch()

    status, said = checkout.run("scripts/setup", "play")
    assert status == 1
    assert said[:2] == [
        "Filon: the last installation was interrupted",
        "Filon: making a virtual environment in .venv",
    ]
    assert "needs the network" in said[-1]
    assert not leftover.exists()

    status, said = checkout.run("scripts/setup", "play")
    assert status == 1
    assert not any("interrupted" in line or "making" in line for line in said), "what failed is gone on with"
    assert not (checkout.root / ".venv" / ".filon-play").exists()


def test_unfinished_web_tools_are_fetched_again_and_a_missing_network_explained(checkout: Checkout) -> None:
    node = subprocess.run([ROOT / "scripts" / "node-path"], capture_output=True, text=True, check=True)
    for name in ("node", "npm"):
        (checkout.path / name).symlink_to(Path(node.stdout.strip(), name).resolve())
    web = checkout.root / "web"
    for folder in ("src", "messages", "public", "project.inlang", "node_modules/half"):
        (web / folder).mkdir(parents=True)
    for name in (
        "index.html",
        "vite.config.ts",
        "svelte.config.js",
        "tsconfig.json",
        "project.inlang/settings.json",
    ):
        (web / name).touch()
    for name in ("package.json", "package-lock.json"):
        shutil.copy(ROOT / "web" / name, web)
    rules = checkout.root / "src" / "filon" / "games" / "diamant" / "RULES.md"
    rules.parent.mkdir(parents=True)
    rules.touch()
    alone = {
        "npm_config_registry": NOBODY,
        "npm_config_fetch_retries": "0",
        "npm_config_cache": str(web / "cache"),
    }
    status, said = checkout.run("scripts/web-client", HOME=str(web), **alone)
    assert status == 1
    assert said[:2] == ["Filon: web/node_modules is unfinished", "Filon: fetching the web client's tools"]
    assert "npm could not fetch" in said[2]
    assert "needs the network" in said[2]
    assert not (web / "node_modules" / ".filon").exists()


def test_what_the_tests_installed_is_not_installed_again_to_play(checkout: Checkout) -> None:
    environment = checkout.root / ".venv"
    (environment / "bin").mkdir(parents=True)
    checkout.program("python", f'#!/bin/sh\necho "$@" >>{checkout.root}/asked\n')
    (checkout.path / "python").rename(environment / "bin" / "python")
    wanted = b"".join(
        (checkout.root / name).read_bytes() for name in ("requirements/test.txt", "pyproject.toml")
    )
    summed = subprocess.run(
        [str(shutil.which("cksum"))], input=wanted, capture_output=True, check=True
    ).stdout
    (environment / ".filon-test").write_bytes(summed)
    assert checkout.run("scripts/python-packages", "play") == (0, [])
    assert (checkout.root / "asked").read_text() == "-c import filon\n"


def test_the_lock_of_the_tests_holds_all_that_playing_needs() -> None:
    play, test = (
        {
            line.split(" ")[0]
            for line in (ROOT / "requirements" / f"{what}.txt").read_text().splitlines()
            if "==" in line
        }
        for what in ("play", "test")
    )
    assert play
    assert play <= test
