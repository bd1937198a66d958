"""What the pages of the lab say is so: examples run, tables are the encodings', links lead somewhere."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
import pytest
from typer.testing import CliRunner

from filon.cli import app
from filon.games.registry import GAMES, OURS
from filon.games.saboteur.pieces import HAND
from filon.lab.batch import batch
from filon.lab.encoding import Encoding, Layout
from filon.lab.registry import encoding_for
from tests.lab.encoded import documented

ROOT: Final = Path(__file__).parents[2]
DOCS: Final = ROOT / "docs"
LAB: Final = DOCS / "lab"
INDEX: Final = DOCS / "lab.md"
BATCHES: Final = LAB / "batch.md"
DATA: Final = LAB / "data.md"
PAGES: Final = [INDEX, DOCS / "diamant.md", DOCS / "saboteur.md", *sorted(LAB.glob("*.md"))]
_FENCED: Final = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def script(page: Path) -> str:
    """All examples of the page, from first to last, each in the lines where it stands."""
    text, whole = page.read_text("utf-8"), ""
    for found in _FENCED.finditer(text):
        if found[1] == "python":
            whole += "\n" * (text[: found.start(2)].count("\n") - whole.count("\n")) + found[2]
    return whole


def lines(*pages: Path) -> Iterator[str]:
    """What is typed into a shell, without what is said of it after three spaces."""
    for page in pages:
        for language, block in _FENCED.findall(page.read_text("utf-8")):
            if not language:
                yield from (re.split(r" {3}| # ", line)[0].strip() for line in block.splitlines())


RUN: Final = [page for page in PAGES if script(page)]
TYPED: Final = sorted({line for line in lines(*PAGES) if line.startswith("filon ")})


@pytest.mark.parametrize("page", RUN, ids=lambda page: page.name)
def test_the_examples_of_a_page_run_and_print_what_it_says(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "minari"))
    if page in (INDEX, DATA):
        write_games_as_typed_in(page)
    typed = script(page)
    if "import jax" in typed:
        printed = run_alone(typed)
    else:
        exec(compile(typed, str(page), "exec"), {"__name__": "__main__"})  # noqa: S102 - a page of our own
        printed = capsys.readouterr().out
    said = re.findall(r"^ *print\(.*\)  # (.*)$", typed, re.MULTILINE)
    assert [line for line in said if line not in printed.splitlines()] == []


def run_alone(typed: str) -> str:
    """In a process of its own: JAX's threads would stay, and it warns of every fork after that."""
    found = subprocess.run(
        [sys.executable, "-W", "error", "-"],
        input=typed,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stderr
    return found.stdout


def write_games_as_typed_in(page: Path) -> None:
    """By the first command of the page that writes them, but fewer."""
    command = next(line for line in lines(page) if line.startswith("filon dataset"))
    few = re.sub(r"--games \d+", "--games 2 --processes 1", command)
    assert few != command
    found = CliRunner().invoke(app, shlex.split(few)[1:])
    assert found.exit_code == 0, found.output


@pytest.mark.parametrize("line", TYPED)
def test_what_is_typed_into_a_shell_is_a_command_with_such_options(line: str) -> None:
    found = CliRunner().invoke(app, [*shlex.split(line)[1:], "--help"])
    assert found.exit_code == 0, found.output


class Row(NamedTuple):
    """Of the table of an encoding, as it is written."""

    name: str
    cells: list[str]


def rows(page: Path, section: str) -> list[Row]:
    """Those that begin with a name."""
    (part,) = re.findall(
        rf"^## {section}$(.*?)(?=^## |\Z)", page.read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    found = re.findall(r"^\| `(\w+)` \| (.*) \|$", part, re.MULTILINE)
    return [Row(name, cells.split(" | ")) for name, cells in found]


def page_of(name: str) -> Path:
    return LAB / f"{name}.md"


class Reader:
    """What numbers in a table are with so many seats."""

    def __init__(self, seats: int) -> None:
        self.seats = seats

    def number(self, text: str) -> int:
        words = text.replace("seats", "n").strip()
        return {"n": self.seats, "n-1": self.seats - 1}.get(words) or int(words)

    def by_hand(self, text: str) -> int:
        """Of Saboteur, whose hands are of 6, 5 or 4 cards."""
        return int(text.split(", ")[(6, 5, 4).index(HAND[self.seats])])

    def shape(self, row: Row) -> tuple[int, ...]:
        if row.name == "elsewhere":
            return (self.by_hand(row.cells[0]),)
        between = r"\W+ "  # a comma or a cross
        return tuple(self.number(size) for size in re.split(between, row.cells[0]))

    def bounds(self, row: Row) -> tuple[int, int]:
        """In two columns, or in one."""
        low, _, high = row.cells[1].partition(" to ")
        if not high:
            low, high = row.cells[1:3]
        return self.number(low), self.by_hand(high) if ", " in high else self.number(high)


TABLES: Final[dict[str, dict[str, str]]] = {"outofmine": {"elves": "on", "finds": "on"}}
"""Where the fields depend on options: what the page's tables are of."""


def of_every_seat_count(name: str) -> Iterator[tuple[Reader, Encoding]]:
    for seats in GAMES[name].seats:
        yield Reader(seats), encoding_for(name, seats, **TABLES.get(name, {}))


@pytest.mark.parametrize("name", OURS)
def test_the_table_of_an_observation_is_its_layout(name: str) -> None:
    table = rows(page_of(name), "Observation")
    for reader, encoding in of_every_seat_count(name):
        told = [(row.name, reader.shape(row), *reader.bounds(row)) for row in table]
        assert told == [(field.name, field.shape, field.low, field.high) for field in encoding.layout.fields]


@pytest.mark.parametrize("name", OURS)
def test_the_table_of_the_actions_is_their_layout(name: str) -> None:
    table = rows(page_of(name), "Actions")
    for reader, encoding in of_every_seat_count(name):
        told = [(row.name, reader.shape(row)) for row in table]
        assert told == [(field.name, field.shape) for field in encoding.actions.fields]


def test_diamants_page_says_what_the_fields_say() -> None:
    documented(encoding_for("diamant", 4))


def test_out_of_mine_without_its_options_has_what_the_page_says_is_left() -> None:
    plain = encoding_for("outofmine", 2)
    table = [row.name for row in rows(page_of("outofmine"), "Observation")]
    assert [field.name for field in plain.layout.fields] == table[:-2]
    assert {field.name: field.high for field in plain.layout.fields}["faces"] == 1
    assert plain.actions.fields[1].shape == (19,)


@pytest.mark.parametrize(
    ("name", "which", "sentence", "seats", "options"),
    [
        ("saboteur", "layout", "numbers: {} with three players, {} with five, {} with ten.", (3, 5, 10), {}),
        ("saboteur", "actions", "{} actions with three players, {} with five, {} with ten.", (3, 5, 10), {}),
        ("diamant", "layout", "numbers: {} with three seats, {} with five, {} with eight.", (3, 5, 8), {}),
        ("diamant", "actions", "{} indices, whatever the number of seats.", (3,), {}),
        ("labyrinth", "layout", "{}, {} or {} numbers for 2, 3 or 4 seats.", (2, 3, 4), {}),
        ("labyrinth", "actions", "{}, {} or {} indices.", (2, 3, 4), {}),
        ("outofmine", "layout", "{}, {} or {} numbers for 2, 3 or 4 seats;", (2, 3, 4), {}),
        ("outofmine", "layout", 'with `finds="on"` {}, {} or {}.', (2, 3, 4), {"finds": "on"}),
        ("outofmine", "actions", "{} indices,", (2,), {}),
        ("outofmine", "actions", "with finds {}.", (2,), {"finds": "on"}),
    ],
)
def test_a_page_says_how_long_rows_and_masks_are(
    name: str, which: str, sentence: str, seats: tuple[int, ...], options: dict[str, str]
) -> None:
    layouts: list[Layout] = [getattr(encoding_for(name, number, **options), which) for number in seats]
    page = " ".join(page_of(name).read_text("utf-8").split())
    assert sentence.format(*(layout.size for layout in layouts)) in page


@pytest.mark.parametrize("name", ["saboteur", "diamant"])
def test_a_row_grows_with_the_seats_as_the_page_says(name: str) -> None:
    (told,) = re.findall(r"(\d+) \+ (\d+)\W*(?:n|seats) numbers", page_of(name).read_text("utf-8"))
    least, each = map(int, told)
    for reader, encoding in of_every_seat_count(name):
        assert encoding.layout.size == least + each * reader.seats


def test_the_arrays_of_a_batch_are_as_their_table_says() -> None:
    told = {name: cells[:2] for name, cells in rows(BATCHES, "The arrays")}
    with batch("saboteur", games=3, seats=4) as games:
        sizes = {
            "games": 3,
            "seats": 4,
            "layout.size": games.layout.size,
            "actions.size": games.actions.size,
        }
        for name, (shape, dtype) in told.items():
            array = getattr(games, name)
            assert array.shape == tuple(sizes[word.strip("`")] for word in shape.split(", "))
            assert array.dtype == np.dtype(dtype)
        arrays = {name for name, value in vars(games).items() if isinstance(value, np.ndarray)}
    assert told.keys() == {name for name in arrays if not name.startswith("_")}


LINKING: Final = [ROOT / "README.md", *sorted(DOCS.glob("*.md")), *sorted(LAB.glob("*.md"))]


def links(page: Path) -> list[tuple[Path, str]]:
    """Files, and headings in them; not what leads out of the house."""
    prose = _FENCED.sub("", page.read_text("utf-8"))
    targets = [target.partition("#") for target in re.findall(r"\]\(([^)\s]+)\)", prose)]
    return [
        ((page.parent / file).resolve() if file else page, heading)
        for file, _, heading in targets
        if not re.match(r"\w+:", file)
    ]


def headings(page: Path) -> set[str]:
    """As GitHub names them in addresses."""
    lines = re.findall(r"^#+ (.*)$", _FENCED.sub("", page.read_text("utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", line.lower()).replace(" ", "-") for line in lines}


@pytest.mark.parametrize("page", LINKING, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_to_files_and_headings_that_are_there(page: Path) -> None:
    assert [str(file.relative_to(ROOT)) for file, _ in links(page) if not file.exists()] == []
    named = [(file, heading) for file, heading in links(page) if heading]
    assert [(file.name, heading) for file, heading in named if heading not in headings(file)] == []


def test_the_index_leads_to_every_page_of_the_lab() -> None:
    linked = {file for file, _ in links(INDEX)}
    assert [page.name for page in PAGES if page != INDEX and page not in linked] == []
