"""The `filon` command.

Each command's module is imported when that command is asked for, so that the others answer at once.
"""

from importlib import import_module
from typing import Annotated, Any, Final

import typer
from typer.core import TyperGroup
from typer.main import get_command

from filon import __version__

_SERVER: Final = "filon.server.cli"
_STUDY: Final = "filon.cli.study"

COMMANDS: Final = {
    "serve": (f"{_SERVER}:serve", "Serve tables."),
    "worker": (f"{_SERVER}:worker", "Play bots and watch clocks for the servers."),
    "migrate": (f"{_SERVER}:migrate", "Bring the database up to this release."),
    "play": ("filon.cli.play:play_command", "Play in the terminal against bots."),
    "games": ("filon.cli.games:games_command", "The games, their numbers of players and their options."),
    "simulate": (f"{_STUDY}:simulate_command", "Play games at random: how fast they go and who wins."),
    "arena": ("filon.cli.arena:arena_command", "Let bots play each other: who wins, and how surely."),
    "exploit": ("filon.cli.exploit:exploit_command", "How much an opponent made against a bot wins."),
    "train": ("filon.cli.train:train_command", "Make a game's models again, from a seed."),
    "dataset": ("filon.cli.dataset:dataset_command", "Write games as Parquet, open data for learners."),
    "luck": ("filon.cli.luck:luck_command", "Tell luck from skill, over many games of bots."),
    "analyse": ("filon.cli.analyse:analyse_command", "What finished games teach: decisions, luck, skill."),
    "seat": ("filon.cli.seat:seat_command", "Let a bot sit down at a table on any server."),
    "lockstep": (f"{_STUDY}:lockstep_command", "Play law and kernel, or law and JAX, side by side."),
    "replay": ("filon.cli.exported:replay_command", "Tell an exported game, or step through it."),
    "verify": ("filon.cli.exported:verify_command", "Deal and play an exported game again, and compare."),
    "bench": ("filon.cli.bench:app", "Measure, from a checkout of the repository."),
}
"""Where each is, and what `filon --help` says of it without importing it."""


_LIGHT: Final = {"default_map": {"help": False}}
"""Typer would load pydantic to find out what a --help that was not given means."""


class _Commands(TyperGroup):
    """Known by name and sentence; the one that is asked for is taken from its module."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        name, known, rest = super().resolve_command(ctx, args)
        return name, _load(name) if name in COMMANDS else known, rest


def _load(name: str) -> Any:
    module, _, attribute = COMMANDS[name][0].partition(":")
    found = getattr(import_module(module), attribute)
    if isinstance(found, typer.Typer):
        return get_command(found)
    alone = typer.Typer(add_completion=False, rich_markup_mode=None)
    alone.command(name, context_settings=_LIGHT)(found)
    return get_command(alone)


app = typer.Typer(
    cls=_Commands,
    help="A home for treasure games: play them, host them, study them.",
    context_settings=_LIGHT,
    no_args_is_help=True,
    add_completion=False,  # its options alone would load pydantic before every command
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # drawing boxes round the help would cost more time than all the rest
)


def _only_known_by_name() -> None:
    """Stands in the list; _Commands puts the command itself in its place."""


for _name, (_, _sentence) in COMMANDS.items():
    app.command(_name, help=_sentence)(_only_known_by_name)


def _say_version(asked: bool) -> None:  # noqa: FBT001 - typer calls it
    if asked:
        typer.echo(f"filon {__version__}")
        raise typer.Exit


@app.callback()
def options(
    *,
    version: Annotated[
        bool,
        typer.Option("--version", is_eager=True, callback=_say_version, help="Say which release this is."),
    ] = False,
) -> None:
    """Before any command."""


def main() -> None:
    """The entry point: what Filon refuses is one clear line, not a traceback."""
    try:
        app()
    except Exception as error:
        from filon.games.contract import FilonError  # noqa: PLC0415 - --help and --version need none of the law

        if not isinstance(error, FilonError):
            raise
        typer.secho(f"filon: {error}", err=True, fg="red", bold=True)
        raise SystemExit(2) from None
