"""What a host may set, each by an environment variable `FILON_<NAME>`; every default is safe to serve
with.
"""

import os
import socket
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

import msgspec
import platformdirs
from msgspec import Meta

from filon.bots.pace import LEAST_BEAT_MS
from filon.games.contract import Malformed
from filon.games.registry import VARIABLE

Positive = Annotated[int, Meta(ge=1)]
Rate = Annotated[float, Meta(gt=0)]
PREFIX = "FILON_"


def _embedded_database() -> str:
    folder = platformdirs.user_data_path("filon", appauthor=False)
    return f"sqlite:///{(folder / 'filon.db').as_posix()}"


class ServerSettings(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """docs/hosting.md has each in words."""

    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65535)] = 8000
    public_url: str = ""
    """Where people reach this server, for links, QR codes, and the only origin that may use its cookies."""
    origins: str = ""
    """Further web origins that may connect, separated by commas."""
    trusted_proxies: Annotated[int, Meta(ge=0, le=16)] = 0
    """How many proxies of our own stand in front and write X-Forwarded-For."""

    processes: Annotated[int, Meta(ge=1, le=64)] = 1
    """That serve, on this machine and over one database; each may use a core."""
    database_url: str = msgspec.field(default_factory=_embedded_database)
    redis_url: str = ""
    embedded_worker: bool = True
    """Whether `filon serve` also plays bots and watches clocks; off where `filon worker` processes do."""
    bot_processes: Annotated[int, Meta(ge=1, le=64)] = 1
    bot_beat_ms: Annotated[int, Meta(ge=0, le=10_000)] = LEAST_BEAT_MS
    """Bots answer on a beat no shorter than this, whatever a table's pause: longer than a thought takes, so
    that no answer tells how long one was.
    """
    bot_tables: Positive = 20
    """Tables of bots alone that go on at once in a process; the others wait their turn."""
    bot_tables_per_address: Positive = 5
    web_root: str = ""
    """The folder of the built web client; empty: the one in the package or in the repository, if any."""

    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_format: Literal["auto", "json", "text"] = "auto"
    metrics_token: str = ""
    """With it, `/metrics` answers whoever sends it as a Bearer token; without, only this machine."""

    message_bytes: Annotated[int, Meta(ge=1024, le=1 << 20)] = 16_384
    messages_per_second: Rate = 20
    message_burst: Positive = 60
    body_bytes: Annotated[int, Meta(ge=1024, le=1 << 22)] = 65_536
    requests_per_second: Rate = 20
    """Of one guest, wherever they are; a Hello is one too."""
    request_burst: Positive = 120
    stranger_requests_per_second: Rate = 60
    """Of all at one address whom no token makes known; as many Hellos again."""
    stranger_request_burst: Positive = 1_200
    """A class that comes in at once asks some hundreds of things before its members are guests."""
    page_files_per_second: Rate = 300
    """The web client's own files, to one address."""
    page_file_burst: Positive = 10_000
    read_entries_per_second: Rate = 500
    """Of logs and finished games, by one guest or all strangers at an address."""
    read_entries_burst: Positive = 20_000
    handshakes_per_second: Rate = 50
    """New connections from one address. After a restart all who share one come back at once."""
    handshake_burst: Positive = 1_000
    connections: Positive = 20_000
    connections_per_address: Positive = 400
    connections_per_guest: Positive = 20
    watchers_per_table: Positive = 200
    guests_per_hour: Rate = 120
    """From one address; a school shares one."""
    tables_per_hour: Rate = 60
    """By one guest; five times as many from one address."""
    links_per_hour: Rate = 60
    analyses_per_hour: Rate = 60
    """New ones, by one guest."""
    analyses_waiting: Positive = 3
    """That one guest has asked for and that are not done."""
    analysis_niceness: Annotated[int, Meta(ge=0, le=19)] = 19
    """Of the process that analyses: whatever else wants the core, a live table above all, has it first."""
    send_buffer_bytes: Annotated[int, Meta(ge=65_536)] = 1 << 20
    """What may wait for a viewer who does not read; past it the connection ends and the viewer comes back."""
    hello_seconds: Rate = 10
    silence_seconds: Rate = 60
    """After so long without a sign of life, pongs included, a connection is given up."""

    token_check_seconds: Rate = 30
    """Where several servers share a database: how soon a connection ends whose token was revoked at another
    server, if the news of it got lost.
    """
    gone_seconds: Rate = 5
    """After so long without a connection anywhere, somebody who sits at a table counts as away."""
    acting_seconds: Rate = 60
    """For so long after a command over HTTP somebody counts as present without a connection."""
    server_silence_seconds: Rate = 16
    """After so long without a word from another server, nobody is connected to it any more."""

    snapshot_every: Positive = 50
    idle_table_seconds: Rate = 60
    """How long a table that nobody looks at stays in memory."""
    finished_days: Rate = 90
    abandoned_days: Rate = 30
    idle_guest_days: Rate = 400
    retention_seconds: Rate = 3600
    """How often old tables are looked for."""
    seat_link_minutes: Rate = 15

    @cached_property
    def public_origin(self) -> str:
        return origin_of(self.public_url)

    @cached_property
    def allowed_origins(self) -> frozenset[str]:
        named = (origin_of(part.strip()) for part in self.origins.split(","))
        return frozenset(origin for origin in (self.public_origin, *named) if origin)

    @cached_property
    def secure(self) -> bool:
        """Whether browsers reach us over TLS, so that cookies may be kept to it."""
        return self.public_origin.startswith("https://")

    @property
    def embedded(self) -> bool:
        return self.database_url.startswith("sqlite:")

    @cached_property
    def web_folder(self) -> Path | None:
        if self.web_root:
            return Path(self.web_root)
        package = Path(__file__).parent.parent
        places = (package / "web", package.parent.parent / "web" / "dist")
        return next((place for place in places if (place / "index.html").is_file()), None)


def origin_of(url: str) -> str:
    """Scheme, host and port as a browser writes them; empty for what is no web address."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        return ""
    try:
        port = parts.port
    except ValueError:
        return ""
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    usual = {"http": 80, "https": 443}[parts.scheme]
    return f"{parts.scheme}://{host}" + (f":{port}" if port not in (None, usual) else "")


def read_settings(environment: Mapping[str, str] = os.environ, **given: object) -> ServerSettings:
    """From the environment; what is `given` by name (not None) goes first. Raises Malformed."""
    values: dict[str, object] = {
        name: value
        for name in ServerSettings.__struct_fields__
        if (value := environment.get(PREFIX + name.upper(), "")) != ""
    }
    values |= {name: value for name, value in given.items() if value is not None}
    try:
        settings = msgspec.convert(values, ServerSettings, strict=False)
    except msgspec.ValidationError as error:
        raise Malformed(PREFIX.rstrip("_"), str(error)) from None
    if settings.processes > 1 and not hasattr(socket, "send_fds"):
        text = "this system cannot hand connections from one process to another: only 1 is possible here"
        raise Malformed("FILON_PROCESSES", text)
    if settings.public_url and not settings.public_origin:
        raise Malformed("FILON_PUBLIC_URL", "an address that begins with http:// or https://")
    if not settings.database_url.startswith(("sqlite:", "postgresql:", "postgres:")):
        raise Malformed("FILON_DATABASE_URL", "begins with sqlite: or postgresql:")
    return settings


def unknown_settings(environment: Mapping[str, str] = os.environ) -> list[str]:
    """Names that look like settings and are none: worth a warning, as a typing error passes for a default."""
    known = {VARIABLE, *(PREFIX + name.upper() for name in ServerSettings.__struct_fields__)}
    return sorted(name for name in environment if name.startswith(PREFIX) and name not in known)
