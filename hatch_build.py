"""What hatchling cannot guess: a package carries the built web client, and compiled kernels if asked.

`FILON_KERNELS=compiled` (scripts/wheel sets it) compiles them and makes a wheel for this Python and platform.
"""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

CLIENT = Path("web", "dist")
STAMP = ".filon"
"""Where scripts/setup notes what the client was built from; it is no part of it."""
COMPILED = os.environ.get("FILON_KERNELS") == "compiled"


class Hook(BuildHookInterface[Any]):
    def dependencies(self) -> list[str]:
        return ["mypy>=2", "setuptools", *self.metadata.core.dependencies] if self._compiles else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":  # the repository's own web/dist is found, once there is one
            return
        root = Path(self.root)
        inside = "filon/web" if self.target_name == "wheel" else CLIENT.as_posix()
        for file in _client(root / CLIENT):
            build_data["force_include"][str(file)] = f"{inside}/{file.relative_to(root / CLIENT).as_posix()}"
        if self._compiles:
            for file in _kernels(root):
                build_data["force_include"][str(file)] = file.relative_to(root / "src").as_posix()
            build_data["pure_python"] = False
            build_data["infer_tag"] = True

    @property
    def _compiles(self) -> bool:
        return COMPILED and self.target_name == "wheel"


def _client(folder: Path) -> list[Path]:
    if not (folder / "index.html").is_file():
        sys.exit(
            "Filon: the web client is not built, and a package without it would serve no page: "
            "`scripts/wheel FOLDER` builds both, `scripts/setup play` the client alone."
        )
    return sorted(file for file in folder.rglob("*") if file.is_file() and file.name != STAMP)


def _kernels(root: Path) -> list[Path]:
    """The compiled modules; scripts/compile makes them beside their sources where they are not up to date."""
    done = subprocess.run(  # noqa: S603 - our own script
        [sys.executable, str(root / "scripts" / "compile"), "--list"],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    found = [root / line for line in done.stdout.splitlines()]
    if not found:
        sys.exit(
            "Filon: no C compiler here; without FILON_KERNELS=compiled the package is built for any machine."
        )
    return found
