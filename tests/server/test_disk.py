"""Disks that are full or may only be read: said in one sentence, in the log and by `/readyz`."""

import ctypes
import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.server.playing import PATIENCE_S, START_S, Filon, wait_for

_PR_CAPBSET_DROP, _CAP_DAC_OVERRIDE = 24, 1


def _as_others() -> None:
    """Files' modes hold for root too, as they do for everybody else."""
    ctypes.CDLL(None).prctl(_PR_CAPBSET_DROP, _CAP_DAC_OVERRIDE)


def filon(command: str, database: Path) -> "subprocess.CompletedProcess[str]":
    environment = {**os.environ, "FILON_DATABASE_URL": f"sqlite:///{database}", "FILON_PORT": "0"}
    return subprocess.run(
        [sys.executable, "-m", "filon.server.cli", command],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=START_S,
        preexec_fn=_as_others,
    )


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path
    tmp_path.chmod(0o700)


@pytest.mark.parametrize("what", ["folder", "file", "both", "new file", "no folder", "not a database"])
def test_what_cannot_be_written_is_one_sentence_and_no_traceback(folder: Path, what: str) -> None:
    database = folder / "filon.db"
    if what == "not a database":
        database.write_text("something else" * 100)
    elif what != "new file":
        assert filon("migrate", database).returncode == 0
    if what in ("file", "both"):
        database.chmod(0o400)
    if what in ("folder", "both", "new file"):
        folder.chmod(0o500)
    said = filon("serve", database / "below" / "filon.db" if what == "no folder" else database)
    assert said.returncode == 1
    lines = [line for line in said.stderr.splitlines() if line.startswith("filon: ")]
    assert len(lines) == 1
    assert "cannot be used" in lines[0]
    assert "Traceback" not in said.stderr + said.stdout
    assert len(said.stderr.splitlines()) == 1, said.stderr


def test_a_full_disk_is_not_ready_and_is_logged_once_each_way(tmp_path: Path) -> None:
    server = Filon(f"sqlite:///{tmp_path}/filon.db").start()

    def ready() -> int:
        return httpx.get(f"{server.url}/readyz", timeout=PATIENCE_S).status_code

    def said(event: str) -> int:
        return sum(f'"event": "{event}"' in line for line in server.log)

    try:
        assert ready() == 200
        for times in (1, 2):
            # What a disk without room does: no byte can be written any more, where the file is or behind it.
            _, hard = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (1, hard))
            wait_for(lambda: ready() == 503, "a full disk is not ready")
            wait_for(lambda times=times: said("the store takes no writes") == times, "it is in the log")  # type: ignore[misc]
            assert httpx.get(f"{server.url}/healthz").status_code == 200
            assert httpx.post(f"{server.url}/api/guests", json={"name": "Anna"}).status_code == 503
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (hard, hard))
            wait_for(lambda: ready() == 200, "there is room again")
            wait_for(lambda times=times: said("the store takes writes again") == times, "that too")  # type: ignore[misc]
            assert httpx.post(f"{server.url}/api/guests", json={"name": "Anna"}).status_code == 201
        assert said("the store takes no writes") == 2
    finally:
        assert server.stop() == 0
