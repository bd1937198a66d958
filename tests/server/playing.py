"""Real servers in processes of their own, and people who play at them over real HTTP and WebSockets."""

import asyncio
import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
import zlib
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any, Final

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from filon.games.registry import GAMES, VARIABLE
from filon.tables import patched
from tests.games_under_test import FIFTH

PATIENCE_S: Final = 30.0
START_S: Final = 90.0
"""A busy machine takes its time to read all of the server."""
ROOMY: Final = {
    "FILON_MESSAGES_PER_SECOND": "100000",
    "FILON_MESSAGE_BURST": "100000",
    "FILON_REQUESTS_PER_SECOND": "100000",
    "FILON_REQUEST_BURST": "100000",
    "FILON_STRANGER_REQUESTS_PER_SECOND": "100000",
    "FILON_STRANGER_REQUEST_BURST": "100000",
    "FILON_PAGE_FILES_PER_SECOND": "100000",
    "FILON_PAGE_FILE_BURST": "100000",
    "FILON_HANDSHAKES_PER_SECOND": "100000",
    "FILON_HANDSHAKE_BURST": "100000",
    "FILON_READ_ENTRIES_PER_SECOND": "1000000",
    "FILON_READ_ENTRIES_BURST": "1000000",
    "FILON_GUESTS_PER_HOUR": "1000000",
    "FILON_TABLES_PER_HOUR": "1000000",
    "FILON_CONNECTIONS_PER_ADDRESS": "10000",
    "FILON_BOT_BEAT_MS": "1",
    "FILON_ANALYSIS_NICENESS": "0",
    "FILON_BOT_TABLES": "1000",
    "FILON_BOT_TABLES_PER_ADDRESS": "1000",
}
"""Limits that tests of other things do not meet, bots that need not wait for the beat, and analyses that need
not wait for the other tests.
"""


class Filon:
    """`filon serve` (or `worker`) as a process."""

    def __init__(
        self,
        database_url: str,
        *,
        command: str = "serve",
        redis_url: str = "",
        program: str = "filon.server.cli",
        **settings: Any,
    ) -> None:
        named = {f"FILON_{name.upper()}": str(value) for name, value in settings.items()}
        clean = {name: value for name, value in os.environ.items() if not name.startswith("FILON_")}
        clean[VARIABLE] = os.environ.get(VARIABLE, FIFTH)
        self.database_url = database_url
        self._environment = {
            **clean,
            **ROOMY,
            "FILON_DATABASE_URL": database_url,
            "FILON_REDIS_URL": redis_url,
            "FILON_LOG_FORMAT": "json",
            "PYTHONWARNINGS": "error",
            **named,
        }
        self._command = command
        self._program = program
        self.log: list[str] = []
        self.port = 0
        self._process: subprocess.Popen[str] | None = None
        self._up = False

    def start(self) -> "Filon":
        port = ["--port", str(self.port)] if self._command == "serve" else []
        self._up = False
        self._process = subprocess.Popen(
            [*self._words(), self._command, *port],
            env=self._environment,
            stderr=subprocess.PIPE,
            text=True,
        )
        ready = threading.Event()
        threading.Thread(target=self._read, args=(self._process, ready), daemon=True).start()
        if not ready.wait(START_S):
            self._process.kill()
        if not self._up:
            self._process.wait()  # it says why before it ends
            raise RuntimeError("the server did not start:\n" + "\n".join(self.log[-20:]))
        return self

    def _words(self) -> list[str]:
        return [sys.executable, "-m", self._program]

    def _read(self, process: "subprocess.Popen[str]", ready: threading.Event) -> None:
        assert process.stderr is not None
        with process.stderr as lines:
            for line in lines:
                self.log.append(line.rstrip("\n"))
                with contextlib.suppress(ValueError):
                    said = json.loads(line)
                    if said.get("event") in ("serving", "working"):
                        self.port = said.get("port", 0)
                        self._up = True
                        ready.set()
        ready.set()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        """`kill -9`."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def signal(self, number: int) -> None:
        assert self._process is not None
        self._process.send_signal(number)

    def stop(self) -> int:
        """As a host would; the exit status."""
        assert self._process is not None
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
        return self._process.wait(PATIENCE_S)

    def faults(self) -> list[str]:
        """What the server had to say about itself that no server should."""
        return [line for line in self.log if '"level": "error"' in line or "Traceback" in line]

    def resident(self) -> int:
        """Bytes of memory."""
        return int(Path(f"/proc/{self.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@contextlib.contextmanager
def serving(database_url: str = "", **settings: Any) -> Iterator[Filon]:
    """A server that must end well: with status 0, and without a word about faults of its own."""
    with tempfile.TemporaryDirectory() as folder:
        server = Filon(database_url or f"sqlite:///{folder}/filon.db", **settings).start()
        try:
            yield server
        finally:
            status = server.stop()
        assert status == 0, server.log[-20:]
        assert not server.faults(), server.faults()


class Refused(Exception):  # noqa: N818
    def __init__(self, answer: dict[str, Any]) -> None:
        super().__init__(f"{answer['code']}: {answer['reason']}")
        self.answer = answer
        self.code = answer["code"]


class Person:
    """A guest at a table: keeps what a client keeps, and checks what a client relies on."""

    def __init__(self, server: Filon, guest: str, token: str, table: str = "") -> None:
        self.server = server
        self.guest = guest
        self.token = token
        self.table = table
        self.address = ""
        """Where a trusted proxy says that this person is, for servers that have one."""
        self.seen: int | None = None
        self.seat: int | None = None
        self.view: dict[str, Any] = {}
        self.game: dict[str, Any] | None = None
        self.frames: list[str] = []
        self.messages: list[dict[str, Any]] = []
        self.accepted: dict[str, int] = {}
        self.goodbye: dict[str, Any] | None = None
        self.presence: dict[str, Any] | None = None
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._news = asyncio.Condition()
        self._count = 0

    # Connecting

    async def come(self, server: Filon | None = None, *, table: str = "", **hello: Any) -> "Person":
        """Connects (again) and waits for the table."""
        self.server = server or self.server
        self.table = table or self.table
        self.goodbye = None
        url = self.server.url.replace("http", "ws") + f"/api/tables/{self.table}/live"
        headers = {"X-Forwarded-For": self.address} if self.address else {}
        self._socket = await connect(
            url, max_size=None, compression=None, ping_interval=None, additional_headers=headers
        )
        known = {} if self.seen is None else {"after": self.seen}
        token = {"token": self.token} if self.token else {}
        spoken = {"protocol": 3, "deflate": True}
        await self._socket.send(json.dumps({"type": "Hello", **spoken, **token, **known, **hello}))
        before = len(self.messages)
        self._reader = asyncio.create_task(self._read(self._socket))
        await self.until(
            lambda: any(said["type"] in ("Welcome", "Goodbye") for said in self.messages[before:])
        )
        return self

    async def go(self) -> None:
        if self._socket is not None:
            await self._socket.close()
        await self.gone()

    async def gone(self) -> None:
        """Waits for the end of the connection, whoever ended it."""
        if self._reader is not None:
            await asyncio.wait_for(self._reader, PATIENCE_S)

    @property
    def connected(self) -> bool:
        return self._reader is not None and not self._reader.done()

    @property
    def close_code(self) -> int | None:
        return None if self._socket is None else self._socket.close_code

    async def _read(self, socket: ClientConnection) -> None:
        with contextlib.suppress(Exception):
            async for frame in socket:
                if isinstance(frame, bytes):
                    frame = zlib.decompress(frame, -zlib.MAX_WBITS).decode()  # noqa: PLW2901
                self.frames.append(frame)
                for message in json.loads(frame):
                    self._hear(message)
                async with self._news:
                    self._news.notify_all()
        async with self._news:
            self._news.notify_all()

    def _hear(self, message: dict[str, Any]) -> None:
        self.messages.append(message)
        match message["type"]:
            case "Sync":
                self.seen = message["sequence"]
                self.seat = message["seat"] if message["playing"] else None
                self.view = message["table"]
                self.game = message["game"]
            case "Update":
                assert self.seen is not None
                for entry in message["entries"]:
                    assert entry["sequence"] > self.seen, "an entry told twice"
                    self.seen = entry["sequence"]
                self.seen = message["sequence"]
                self.view = message.get("table", self.view)
                if message.get("followed"):
                    self._follow(message["entries"])
                if "patch" in message:
                    parts = patched({"table": self.view, "game": self.game}, message["patch"])
                    self.view, self.game = parts["table"], parts["game"]
                if "game" in message:
                    fresh = message["game"]
                    if fresh is not None and self.game is not None and "legal" in self.game:
                        fresh.setdefault("legal", self.game["legal"])
                    self.game = fresh
            case "Accepted":
                self.accepted[message["id"]] = message["sequence"]
            case "Goodbye":
                self.goodbye = message
            case "Presence":
                self.presence = message
            case _:
                pass

    def _follow(self, entries: list[dict[str, Any]]) -> None:
        """Makes the new view out of the old one and what happened, as the game says."""
        assert self.game is not None
        law = GAMES[self.view["settings"]["game"]]
        view = msgspec.convert(self.game["view"], law.view_type, strict=False)
        for entry in entries:
            for move in entry["events"]:
                for event in move["events"]:
                    view = law.follow(view, msgspec.convert(event, law.event_type, strict=False))
        self.game = {**self.game, "view": json.loads(msgspec.json.encode(view))}

    # Saying

    async def send(self, text: str | bytes) -> None:
        assert self._socket is not None
        await self._socket.send(text)

    async def order(self, kind: str, command_id: str = "", **fields: Any) -> int:
        """The sequence the command was accepted with; raises Refused."""
        self._count += 1
        name = command_id or f"{self.guest}-{self._count}"
        before = len(self.messages)
        await self.send(json.dumps({"type": "Command", "id": name, "command": {"type": kind, **fields}}))

        def answers() -> list[dict[str, Any]]:
            return [said for said in self.messages[before:] if said.get("id") == name]

        await self.until(lambda: bool(answers()))
        answer = answers()[0]
        if answer["type"] == "Refused":
            raise Refused(answer)
        return int(answer["sequence"])

    async def until(self, true: Callable[[], bool]) -> None:
        """Waits for what other people, or the server, will do."""
        async with asyncio.timeout(PATIENCE_S), self._news:
            while not true():
                if self._reader is not None and self._reader.done():
                    raise ConnectionError(f"the connection ended: {self.close_code} {self.goodbye}")
                await self._news.wait()

    async def reach(self, sequence: int) -> None:
        """Waits until this entry has been told."""
        await self.until(lambda: (self.seen or 0) >= sequence)

    async def dealt(self) -> None:
        await self.until(lambda: self.game is not None)

    # Playing

    @property
    def status(self) -> str:
        return str(self.view["status"])

    @property
    def to_act(self) -> bool:
        return self.game is not None and any(turn["seat"] == self.seat for turn in self.game["turns"])

    @property
    def phase(self) -> str | None:
        """Of the game, as this person sees it."""
        return None if self.game is None else str(self.game["view"]["phase"]["type"])

    @property
    def legal(self) -> list[Any]:
        return [] if self.game is None else list(self.game.get("legal", []))

    async def act(self, rng: random.Random) -> int:
        return await self.order("Act", action=rng.choice(self.legal))


async def new_guest(server: Filon, name: str = "Guest") -> Person:
    async with httpx.AsyncClient(base_url=server.url) as http:
        answer = await http.post("/api/guests", json={"name": name, "keep": "token"})
        assert answer.status_code == 201, answer.text
        known = answer.json()
        return Person(server, known["guest"], known["token"])


async def open_table(server: Filon, host: Person, **settings: Any) -> str:
    """What it is to be played, and by how many; nobody waits for the count before a round of tiles."""
    wanted = {"game": "diamant", "seats": 3, "countdown_ms": 50, "intermission_s": 0, **settings}
    async with httpx.AsyncClient(base_url=server.url) as http:
        answer = await http.post(
            "/api/tables", json=wanted, headers={"Authorization": f"Bearer {host.token}"}
        )
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])


async def seated(
    servers: Filon | list[Filon], *, people: int = 3, start: bool = True, **settings: Any
) -> list[Person]:
    """People in the first seats of a new table, each at one of the servers in turn."""
    many = servers if isinstance(servers, list) else [servers]
    everybody = [await new_guest(many[0], f"Player {seat}") for seat in range(people)]
    table = await open_table(many[0], everybody[0], **{"seats": people, **settings})
    for seat, person in enumerate(everybody):
        await person.come(many[seat % len(many)], table=table)
        if seat:
            await person.order("Join", name=f"Player {seat}")
        await person.order("TakeSeat", seat=seat)
    if start:
        await everybody[0].order("Start")
        for person in everybody:
            await person.dealt()
    return everybody


@contextlib.asynccontextmanager
async def table_of(servers: Filon | list[Filon], **given: Any) -> AsyncIterator[list[Person]]:
    everybody = await seated(servers, **given)
    try:
        yield everybody
    finally:
        for person in everybody:
            await person.go()


async def in_a_cave(everybody: list[Person]) -> None:
    """Waits until all see a cave of Diamant: between two of them the table goes on by itself."""
    for person in everybody:
        await person.until(lambda who=person: who.phase == "Expedition")  # type: ignore[misc]


async def play_on(everybody: list[Person], *, moves: int, seed: int = 1) -> int:
    """Up to so many moves by whoever has to; how many were made before the game ended."""
    rng = random.Random(seed)
    made = 0
    while made < moves and everybody[0].status == "playing":
        ready = [person for person in everybody if person.to_act and person.legal]
        if not ready:
            # Somebody has not heard yet that it is their turn, or else a bot or the table itself is to act.
            latest = max(person.seen or 0 for person in everybody)
            behind = [person for person in everybody if (person.seen or 0) < latest]
            for person in behind:
                await person.reach(latest)
            if not behind:
                await everybody[0].reach(latest + 1)
        for person in ready[: moves - made]:
            if not (person.to_act and person.legal):
                continue
            seen = person.seen or 0
            try:
                sequence = await person.act(rng)
            except Refused:
                # In real time a bot may have been quicker; what it did is then told.
                if person.view["settings"]["game"] != "outofmine":
                    raise
                await person.reach(seen + 1)
                continue
            made += 1
            for other in everybody:
                await other.reach(sequence)
    return made


def departed(person: Person) -> set[str]:
    """Everybody of whom this person was told that they departed."""
    return {
        event["guest"]
        for message in person.messages
        if message["type"] == "Update"
        for entry in message["entries"]
        for event in entry["events"]
        if event["type"] == "Departed"
    }


def wait_for(true: Callable[[], bool], what: str) -> None:
    """For what no connection tells of."""
    give_up_at = time.monotonic() + PATIENCE_S
    while not true():
        assert time.monotonic() < give_up_at, what
        time.sleep(0.01)
