"""What a host relies on: settings, logs, memory, retention, a clean end."""

import asyncio
import io
import json
import logging
import time
from pathlib import Path

import httpx
import pytest
import structlog

from filon.games.contract import Malformed
from filon.server import logs
from filon.server.fanout.local import LocalFanout
from filon.server.server import Server
from filon.server.settings import ServerSettings, origin_of, read_settings, unknown_settings
from filon.store import open_store
from filon.tables import Guest
from filon.tables import Settings as TableSettings
from tests.server.playing import Filon, new_guest, open_table, serving, wait_for
from tests.services import fresh_database

pytestmark = pytest.mark.anyio


def test_settings_come_from_the_environment_and_say_what_is_wrong() -> None:
    assert read_settings({}).port == 8000
    assert read_settings({"FILON_PORT": "80", "FILON_EMBEDDED_WORKER": "false"}).embedded_worker is False
    assert read_settings({"FILON_PORT": "80"}, port=81).port == 81
    for name, value in (("PORT", "high"), ("DATABASE_URL", "mysql://x"), ("PUBLIC_URL", "filon.example")):
        with pytest.raises(Malformed):
            read_settings({f"FILON_{name}": value})
    assert unknown_settings({"FILON_PROT": "80", "FILON_PORT": "1", "PATH": ""}) == ["FILON_PROT"]


def test_origins_are_compared_as_browsers_write_them() -> None:
    assert origin_of("https://filon.example/") == "https://filon.example"
    assert origin_of("https://filon.example:443/x") == "https://filon.example"
    assert origin_of("http://[::1]:8000") == "http://[::1]:8000"
    for nothing in ("", "null", "ftp://x", "http://", "http://x:y"):
        assert origin_of(nothing) == ""


def test_logs_keep_secrets_back(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = io.StringIO()
    monkeypatch.setattr("sys.stderr", lines)
    logs.set_up("info", as_json=True)
    token = "filon_" + "a" * 43
    structlog.get_logger("x").warning(
        "a token " + token, nested={"token": "yyy", "deep": [f"seat_{'b' * 43}"]}, cookie="ccc"
    )
    logging.getLogger("y").warning("postgresql://user:password@host/db %s", token)
    try:
        raise ValueError(token)
    except ValueError:
        logging.getLogger("z").exception("failed")
    text = lines.getvalue()
    assert len(text.splitlines()) == 3
    for secret in ("a" * 43, "b" * 43, "password@", '"yyy"', '"ccc"'):
        assert secret not in text
    logging.getLogger().handlers = []


async def test_memory_is_flat_over_many_tables(tmp_path: Path) -> None:
    """Tables that nobody looks at leave the memory; thousands leave no trace in it."""
    settings = ServerSettings(
        database_url=f"sqlite:///{tmp_path}/filon.db", idle_table_seconds=0.01, gone_seconds=0.01
    )
    server = Server(settings, await open_store(settings.database_url, migrate=True), LocalFanout())
    await server.start(waking=False)
    for number in range(600):
        table = await server.rooms.open(TableSettings(game="diamant", seats=3), Guest("g"), "Anna")
        assert await server.rooms.get(table.id) is not None
        assert len(server.rooms) <= number + 1
    async with asyncio.timeout(30):
        while len(server.rooms):
            await asyncio.sleep(0.01)
            server.rooms.let_go(time.monotonic())
    await server.close()


async def test_expired_tables_are_deleted_and_whoever_looks_is_told(tmp_path: Path) -> None:
    day = 86_400
    with serving(f"sqlite:///{tmp_path}/filon.db", abandoned_days=0.5 / day, retention_seconds=0.2) as server:
        guest = await new_guest(server)
        table = await open_table(server, guest)
        await guest.come(table=table)
        await guest.gone()
        assert guest.goodbye is not None
        assert guest.goodbye["code"] == "deleted"
        assert httpx.get(f"{server.url}/api/tables/{table}").status_code == 404


async def test_a_shared_database_has_to_be_migrated_first(tmp_path: Path) -> None:
    server = Filon(fresh_database())
    with pytest.raises(RuntimeError, match="filon migrate"):
        server.start()
    assert not server.faults()


def test_a_worker_without_redis_says_what_is_missing(tmp_path: Path) -> None:
    worker = Filon(f"sqlite:///{tmp_path}/filon.db", command="worker")
    with pytest.raises(RuntimeError, match="FILON_REDIS_URL"):
        worker.start()


def test_json_logs_are_json(server: Filon) -> None:
    wait_for(lambda: bool(server.log), "no log")
    for line in server.log:
        assert {"event", "level", "timestamp"} <= set(json.loads(line))
