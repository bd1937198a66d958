"""`filon serve`, `worker`, `migrate`: mounted by filon.cli."""

# ruff: noqa: PLC0415 - a command imports what it needs, so that the others start at once

import asyncio
import contextlib
import signal
from typing import Annotated, Any

import typer

from filon.games.contract import FilonError

app = typer.Typer(no_args_is_help=True, help="Host tables.")

Host = Annotated[str | None, typer.Option(help="The address to listen on. [FILON_HOST]")]
Port = Annotated[int | None, typer.Option(help="The port; 0 takes any that is free. [FILON_PORT]")]
Lan = Annotated[bool, typer.Option("--lan", help="Listen on the whole network, so that phones can join.")]
Database = Annotated[
    str | None, typer.Option(help="sqlite:///file.db or postgresql://... [FILON_DATABASE_URL]")
]
Redis = Annotated[str | None, typer.Option(help="redis://..., for several machines. [FILON_REDIS_URL]")]
Processes = Annotated[
    int | None, typer.Option(help="Processes that serve, one for each core at most. [FILON_PROCESSES]")
]


def _settings(**given: Any) -> Any:
    from filon.server import logs
    from filon.server.settings import read_settings

    settings = read_settings(**given)
    as_json = {"auto": None, "json": True, "text": False}[settings.log_format]
    logs.set_up(settings.log_level, as_json=as_json)
    return settings


def _fail(error: FilonError) -> None:
    typer.echo(f"filon: {error}", err=True)
    raise typer.Exit(1)


@app.command()
def serve(
    host: Host = None,
    port: Port = None,
    database_url: Database = None,
    redis_url: Redis = None,
    processes: Processes = None,
    *,
    lan: Lan = False,
    open_browser: Annotated[
        bool, typer.Option("--open", help="Print where the server is, with a QR code, and open the browser.")
    ] = False,
) -> None:
    """Serve tables. Everything is set by FILON_ variables; see docs/hosting.md."""
    from filon.server import welcome
    from filon.server.loop import run

    def ready(host: str, port: int) -> None:
        if open_browser:
            typer.echo(welcome.welcome(host, port, settings.public_url))
            if not welcome.open_browser(host, port):
                typer.echo("  No browser can be opened from here: open the address above in one.\n")

    try:
        settings = _settings(
            host="0.0.0.0" if lan else host,  # noqa: S104 - it was asked for
            port=port,
            database_url=database_url,
            redis_url=redis_url,
            processes=processes,
        )
        if settings.processes > 1:
            from filon.server.processes.parent import serve as serve_forever
        else:
            from filon.server.app import serve as serve_forever
        with contextlib.suppress(KeyboardInterrupt):
            run(serve_forever(settings, ready))
    except FilonError as error:
        _fail(error)


@app.command()
def worker(database_url: Database = None, redis_url: Redis = None) -> None:
    """Play bots and watch clocks for the servers that use the same database and Redis."""
    from filon.games.contract import Malformed
    from filon.server.app import work
    from filon.server.loop import run

    async def until_told() -> None:
        task = asyncio.create_task(work(settings))
        for name in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(name, task.cancel)
        with contextlib.suppress(asyncio.CancelledError):
            await task

    try:
        settings = _settings(database_url=database_url, redis_url=redis_url)
        if not settings.redis_url:
            raise Malformed("FILON_REDIS_URL", "a worker beside servers needs the Redis that they share")
        run(until_told())
    except FilonError as error:
        _fail(error)


@app.command()
def migrate(database_url: Database = None) -> None:
    """Bring the database up to this release."""
    from filon.store import migrate as bring_up

    try:
        settings = _settings(database_url=database_url)
        steps = asyncio.run(bring_up(settings.database_url))
    except FilonError as error:
        _fail(error)
    else:
        for step in steps:
            typer.echo(step)
        typer.echo("The database is up to date.")


if __name__ == "__main__":
    app()
