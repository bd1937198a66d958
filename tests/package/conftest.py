"""What scripts/wheel builds, and environments that know neither Node nor a compiler."""

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Final, NamedTuple

import pytest

ROOT: Final = Path(__file__).parents[2]


class Built(NamedTuple):
    pure: Path
    platform: Path
    sdist: Path


def bare(folder: Path) -> dict[str, str]:
    """The path holds what uv's launchers call, and nothing else; the lock says which releases are installed,
    as new ones prove nothing about ours.
    """
    path = folder / "bare"
    path.mkdir()
    for name in ("dirname", "realpath"):
        (path / name).symlink_to(str(shutil.which(name)))
    locked = (ROOT / "requirements" / "play.txt").read_text()
    pins = folder / "pins.txt"
    pins.write_text("\n".join(re.findall(r"^([\w.-]+==[^\\\n]+?) *\\?$", locked, re.MULTILINE)))
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("FILON_", "PYTHON", "VIRTUAL_ENV"))
    }
    return {**kept, "PATH": str(path), "PIP_CONSTRAINT": str(pins), "UV_CONSTRAINT": str(pins)}


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    folder = tmp_path_factory.mktemp("built")
    subprocess.run([ROOT / "scripts" / "wheel", folder], check=True, timeout=280)
    (pure,) = folder.glob("filon-*-py3-none-any.whl")
    (platform,) = (wheel for wheel in folder.glob("filon-*.whl") if wheel != pure)
    (sdist,) = folder.glob("filon-*.tar.gz")
    return Built(pure, platform, sdist)


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"
