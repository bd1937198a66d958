"""`filon analyse`: what finished games teach."""

# ruff: noqa: PLC0415 - a command imports what it needs when it runs, so that its help answers at once

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from filon.cli.asking import AsJson, print_json, progress_bar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rich.table import Table

    from filon.bots.advice import Why
    from filon.coach.model import Analysis, Decision
    from filon.games.contract import AnyGame


class Depths(StrEnum):
    QUICK = "quick"
    STANDARD = "standard"


def analyse_command(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE...", exists=True, dir_okay=False, help="Games exported or saved."),
    ],
    *,
    depth: Annotated[Depths, typer.Option(help="How much is played out.")] = Depths.STANDARD,
    seat: Annotated[int | None, typer.Option(min=0, help="Decisions of this seat alone.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="Of what is drawn for playing out.")] = 0,
    json: AsJson = False,
) -> None:
    """Weigh every decision of finished games, by what its seat knew, and tell luck from skill."""
    import msgspec

    from filon.coach.analysis import analyse
    from filon.games.contract import Malformed
    from filon.games.registry import game_named
    from filon.tables.export import read_game, require_right

    found: list[Analysis] = []
    for path in files:
        data = path.read_bytes()
        require_right(data)
        file = read_game(data)
        if seat is not None and seat >= len(file.players):
            raise Malformed("seat", f"{seat} is not one of the seats 0 to {len(file.players) - 1}")
        done = 0
        with progress_bar(path.name, 100) as advance:

            def moved(part: float, advance: "Callable[[int], None]" = advance) -> None:
                nonlocal done
                advance(int(100 * part) - done)
                done = int(100 * part)

            analysis = analyse(file, depth=depth.value, seed=seed, progress=moved)
        if seat is not None:
            own = tuple(one for one in analysis.decisions if one.seat == seat)
            analysis = msgspec.structs.replace(analysis, decisions=own)
        if json:
            found.append(analysis)
        else:
            _print(game_named(file.game), path.name, analysis)
    if json:
        print_json(found[0] if len(files) == 1 else found)


def _print(game: "AnyGame", name: str, analysis: "Analysis") -> None:
    from rich.console import Console
    from rich.markup import escape

    console = Console()
    console.print(f"\n[bold]{escape(game.title)}[/bold]: {escape(name)}")
    console.print(_parts(analysis))
    mistakes = sorted(
        (one for one in analysis.decisions if one.verdict == "mistake"), key=lambda one: (-one.cost, one.step)
    )
    console.print(
        f"{len(analysis.decisions)} decisions weighed; {len(mistakes)} cost something"
        + (", these the most:" if mistakes else ".")
    )
    for decision in mistakes[:3]:
        for line in _told(game, analysis, decision):
            console.print(escape(line), highlight=False)
    if analysis.turning_points:
        console.print("Turning points:")
    for line in _turns(analysis):
        console.print(escape(line), highlight=False)


def _parts(analysis: "Analysis") -> "Table":
    from rich.table import Table

    table = Table(
        title="where each result came from, in parts of a hundred: luck, own and others' decisions",
        title_justify="left",
    )
    for heading in ("seat", "player", "result", "fair share", "luck", "own", "others"):
        table.add_column(heading, justify="left" if heading == "player" else "right")
    for seat, part in enumerate(analysis.parts):
        figures = (part.result, part.fair, part.luck, part.own, part.others)
        table.add_row(str(seat), analysis.players[seat], *(str(round(100 * one)) for one in figures))
    return table


def _told(game: "AnyGame", analysis: "Analysis", decision: "Decision") -> "Iterator[str]":
    played, best = decision.options[decision.played], decision.options[0]
    who = f"seat {decision.seat}, {analysis.players[decision.seat]}"
    yield f"  step {decision.step}, {who}: {game.write(played.action)} cost {100 * decision.cost:.1f} of 100"
    yield (
        f"    {100 * played.game:.1f} ± {100 * played.error:.1f}; "
        f"best was {game.write(best.action)} with {100 * best.game:.1f}: {_reason(decision.why)}"
    )


def _turns(analysis: "Analysis") -> "Iterator[str]":
    for point in analysis.turning_points:
        who = f"seat {point.seat}, {analysis.players[point.seat]},"
        values = dict(point.why.values)
        did = "gained" if point.change > 0 else "lost"
        decider = values.get("who")
        by = "a draw" if values.get("by") == "draw" else "their own choice"
        if values.get("by") == "decision" and decider != point.seat:
            by = f"a choice of seat {decider}"
        yield f"  step {point.step}: {who} {did} {values['points']} of 100 by {by}"


def _reason(why: "Why") -> str:
    """The reason's name and its figures: whole sentences are the browser's, in its reader's language."""
    figures = ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in why.values.items())
    name = why.key.rsplit(".", 1)[-1].replace("_", " ")
    return f"{name} ({figures})" if figures else name
