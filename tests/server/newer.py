"""A release after this one, made for tests: the sources, with a tone to what is said at a table."""

import shutil
from pathlib import Path
from typing import Any

import filon
from filon.tables.versions import VERSION
from tests.server.playing import Filon

_SOURCES = Path(filon.__file__).parent
_TONE = '    tone: str = "plain"\n'
_CHANGED = {
    "events.py": "class Said(msgspec.Struct, frozen=True, gc=False, tag=True):\n"
    "    guest: Guest\n    text: str\n",
    "model.py": "    guest: Guest\n    name: str\n"
    "    text: str | None = None\n    phrase: str | None = None\n",
}
_VERSIONS = f"""

def _of_before(said: dict[str, Any]) -> dict[str, Any]:
    return said | {{"text": said["text"] + ", of before"}}


VERSION = {VERSION + 1}
CHANGES = {{**CHANGES, VERSION: {{"Said": _of_before}}}}
"""


def newer_release(folder: Path) -> Path:
    """What PYTHONPATH has to name. Entries in which somebody speaks, and all snapshots, are unlike ours."""
    package = folder / "filon"
    package.mkdir(parents=True)
    for part in _SOURCES.iterdir():
        if part.name not in ("tables", "__pycache__"):
            (package / part.name).symlink_to(part)
    shutil.copytree(_SOURCES / "tables", package / "tables", ignore=shutil.ignore_patterns("__pycache__"))
    for name, text in _CHANGED.items():
        file = package / "tables" / name
        source = file.read_text()
        assert source.count(text) == 1, f"{name} is not what it was when this was written"
        file.write_text(source.replace(text, text + _TONE))
    with (package / "tables" / "versions.py").open("a") as versions:
        versions.write(_VERSIONS)
    return folder


class Newer(Filon):
    """A server of that release."""

    def __init__(self, sources: Path, database_url: str, **settings: Any) -> None:
        super().__init__(database_url, **settings)
        self._environment["PYTHONPATH"] = str(sources)
