"""Games as Parquet: what is written is what was played, what a seat's columns say is what it could know."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from msgspec.structs import replace

from filon.bots.arena.contest import hold
from filon.bots.arena.spread import Processes
from filon.coach.exported import exported_rows
from filon.coach.played import played_game
from filon.games.chance import FastRandom
from filon.games.contract import CONTINUE, Malformed, Outcome, Seat
from filon.games.diamant.model import Choice, Choose
from filon.games.registry import GAMES, OURS
from filon.lab import registry
from filon.lab.dataset import SCHEMA, decisions, games, read, verify
from filon.lab.dataset.arena import recorded_rows
from filon.lab.dataset.record import Record, Step
from filon.lab.dataset.rows import batch_of, observed
from filon.lab.dataset.schema import COLUMNS, LOG
from filon.lab.dataset.writing import dataset_file
from filon.lab.episode import Episode
from filon.lab.registry import encoding_for
from filon.tables.export import Step as Taken
from filon.tables.export import TakenBack, export_game, read_game, write_game
from filon.tables.refusal import Refused
from tests.lab.datasets import contest, written
from tests.tables.test_golden_logs import RELEASES, kept
from tests.tables.test_golden_logs import read as entry_of

DOCS = Path(__file__).parents[2] / "docs" / "lab" / "data.md"


@pytest.fixture(scope="module", params=GAMES)
def dataset(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    one = contest(request.param, "random", "easy", seats=max(3, GAMES[request.param].seats[0]))
    return written(tmp_path_factory.mktemp("sets") / f"{request.param}.parquet", one, 2)


def test_what_is_written_verifies(dataset: Path) -> None:
    checked = verify(dataset)
    assert checked.games == 2
    assert checked.rows == pq.read_metadata(dataset).num_rows - 2


def test_the_games_are_those_of_the_arena(dataset: Path) -> None:
    for one in games(dataset):
        same = contest(one.game.name, "random", "easy", seats=one.seats)
        result = hold(same, 2, processes=1)[one.number]
        assert (one.players, one.outcome.winners, one.outcome.scores) == (
            result.line_up,
            result.winners,
            result.scores,
        )
        assert one.seed == str(same.seed)


def test_all_comes_back_as_the_games_own_types(dataset: Path) -> None:
    seen = set()
    for row in read(dataset):
        seen.add(row.kind)
        if row.kind != "decision":
            continue
        assert isinstance(row.view, row.game.view_type)
        assert row.action in (row.legal or ())
        assert row.game.read(row.notation or "") == row.action
        assert row.legal_indices is not None
        assert row.index == row.legal_indices[(row.legal or ()).index(row.action)]
        assert row.events
    assert {"deal", "decision"} <= seen


def test_the_arrays_are_those_of_an_episode(dataset: Path) -> None:
    """Stepped by the indices of the file, from its own deal, an episode shows the same observations."""
    for one in games(dataset):
        encoding = encoding_for(one.game.name, one.seats, **msgspec.structs.asdict(one.options))
        episode = Episode(encoding, 0)
        state = one.state
        for row in one.rows:
            if row.kind == "decision":
                assert row.seat is not None
                episode.state = state
                episode._legal, episode._indices = {}, {}
                assert (episode.observe(row.seat) == row.observation).all()
                assert [*episode.choices(row.seat)] == row.legal_indices
                assert episode.choices(row.seat)[row.index or 0] == row.action
            for event in row.events or ():
                state = one.game.evolve(state, event)


def test_a_seat_is_told_what_the_table_would_tell_it_and_no_more(dataset: Path) -> None:
    """The log is not in what the decisions are read from, and every event was redacted for its seat."""
    own = [*decisions(dataset)]
    assert own
    assert all(row.events is None for row in own)
    for one in games(dataset):
        for seat in map(Seat, range(one.seats)):
            mine = [row for row in one.rows if row.seat == seat]
            last = mine[-1].sequence if mine else 0
            happened = [event for row in one.rows if row.sequence < last for event in row.events or ()]
            told = [event for row in mine for event in row.told or ()]
            assert told == [one.game.redact(event, seat) for event in happened]


def test_a_seats_columns_are_the_same_in_a_game_it_cannot_tell_from_this_one(dataset: Path) -> None:
    """What it saw, could do and had as numbers, from another position that looks the same to it."""
    assert [column.name for column in LOG] == [name for name in SCHEMA.names if name.startswith("log_")]
    for one in games(dataset):
        encoding = encoding_for(one.game.name, one.seats, **msgspec.structs.asdict(one.options))
        for row in one.rows[::5]:
            if row.seat is None or row.observation is None:
                continue
            twin = one.game.imagine(row.view, FastRandom(row.sequence))
            assert one.game.view(twin, row.seat) == row.view
            legal = one.game.legal_actions(twin, row.seat)
            assert tuple(legal) == row.legal
            assert encoding.indices(row.seat, legal) == row.legal_indices
            assert (observed(encoding, one.game.view(twin, row.seat)) == row.observation).all()


def test_the_same_seed_gives_the_same_file_from_any_number_of_processes(tmp_path: Path) -> None:
    one = contest("diamant", "normal", "easy", "random")
    alone = written(tmp_path / "alone.parquet", one, 6)
    spread = written(tmp_path / "spread.parquet", one, 6, spread=Processes(2))
    assert alone.read_bytes() == spread.read_bytes()
    other = written(tmp_path / "other.parquet", msgspec.structs.replace(one, seed=8), 6)
    assert pq.read_table(other).drop_columns("seed") != pq.read_table(alone).drop_columns("seed")


def test_a_longer_data_set_begins_as_the_shorter_one(tmp_path: Path) -> None:
    one = contest("diamant", "easy")
    short, long = (pq.read_table(written(tmp_path / f"{many}.parquet", one, many)) for many in (2, 4))
    assert long.slice(0, short.num_rows) == short


def test_row_groups_follow_one_another_and_whole_games_are_in_each(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("filon.lab.dataset.writing._ROWS", 60)
    path = written(tmp_path / "games.parquet", contest("diamant", "easy"), 6)
    file = pq.ParquetFile(path)
    assert file.num_row_groups > 2
    for group in range(file.num_row_groups):
        assert file.read_row_group(group, columns=["kind"])["kind"][0].as_py() == "deal"
    assert verify(path).games == 6


def test_a_game_without_an_encoding_has_everything_but_arrays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "part", lambda _name, _which: None)
    registry._made.cache_clear()
    path = written(tmp_path / "games.parquet", contest("diamant", "easy"), 1)
    assert verify(path).games == 1
    for row in decisions(path):
        assert row.observation is None
        assert row.legal_indices is None
        assert row.index is None
        assert row.view is not None


def test_a_file_is_whole_or_not_there(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    path.write_bytes(b"what was there before")
    rows = recorded_rows(contest("diamant", "easy"), 0)
    with pytest.raises(KeyError):
        _write_half(path, rows)
    assert path.read_bytes() == b"what was there before"
    assert [*tmp_path.iterdir()] == [path]


def _write_half(path: Path, rows: pa.RecordBatch) -> None:
    with dataset_file(path) as file:
        file.add(rows)
        file.flush()
        file.add(rows.select(["kind"]))


@pytest.mark.parametrize(
    "column", ["view", "legal", "told", "observation", "legal_indices", "index", "action"]
)
def test_a_row_that_is_not_as_the_law_has_it_is_found(tmp_path: Path, column: str) -> None:
    """A decision's cell takes the place of another decision's, in which it is different."""
    path = written(tmp_path / "games.parquet", contest("diamant", "easy", "random"), 1)
    table = pq.read_table(path)
    cells = table[column].to_pylist()
    rows = [at for at, kind in enumerate(table["kind"].to_pylist()) if kind == "decision"]
    different = ((a, b) for a in rows for b in rows if cells[a] != cells[b])
    here, there = next(different, (rows[0], rows[0]))
    cells[here] = cells[there] if here != there else _reversed(cells[here])
    _damage(path, table, column, cells)
    with pytest.raises(Malformed, match="game 0, sequence"):
        verify(path)


@pytest.mark.parametrize("column", ["winners", "scores", "reason", "log_events", "log_state"])
def test_a_log_that_does_not_come_to_what_is_said_is_found(tmp_path: Path, column: str) -> None:
    one = contest("diamant", "easy", "random")
    path = written(tmp_path / "games.parquet", one, 1)
    table = pq.read_table(path)
    cells = table[column].to_pylist()
    if column == "log_state":
        later = Episode(encoding_for("diamant", 3), 1)
        later.act(Seat(0), Choose(Choice.LEAVE))
        cells[0] = msgspec.json.encode(later.state).decode()
    elif column == "log_events":
        cells[-1] = cells[-2]
    else:
        cells = [{"winners": [], "scores": [0, 0, 0], "reason": "tired"}[column]] * len(cells)
    _damage(path, table, column, cells)
    with pytest.raises(Malformed, match="game 0"):
        verify(path)


def test_a_game_with_a_row_missing_is_found(tmp_path: Path) -> None:
    path = written(tmp_path / "games.parquet", contest("diamant", "easy"), 1)
    table = pq.read_table(path)
    pq.write_table(pa.concat_tables([table.slice(0, 3), table.slice(4)]), path)
    with pytest.raises(Malformed, match="from the deal to the end"):
        verify(path)


def _reversed(cell: Any) -> Any:
    """Of lists that are alike everywhere: the order is the law's, too."""
    return json.dumps(json.loads(cell)[::-1]) if isinstance(cell, str) else cell[::-1]


def _damage(path: Path, table: pa.Table, column: str, cells: list[Any]) -> None:
    at = SCHEMA.names.index(column)
    pq.write_table(table.set_column(at, SCHEMA.field(at), pa.array(cells, SCHEMA.field(at).type)), path)


def test_what_is_no_data_set_of_this_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    with pytest.raises(Malformed, match="file"):
        next(read(path))
    path.write_bytes(b"no Parquet")
    with pytest.raises(Malformed, match="file"):
        next(read(path))
    rows = pa.Table.from_batches([recorded_rows(contest("diamant", "easy"), 0)])
    pq.write_table(rows, path)
    with pytest.raises(Malformed, match=r"filon\.schema"):
        next(read(path))
    pq.write_table(rows.replace_schema_metadata({"filon.schema": "2"}), path)
    with pytest.raises(Malformed, match="version 2"):
        next(games(path))
    pq.write_table(rows.drop_columns("view").replace_schema_metadata({"filon.schema": "1"}), path)
    with pytest.raises(Malformed, match="columns"):
        next(games(path))


@pytest.mark.parametrize(
    ("column", "row", "cell"),
    [
        ("game", 5, None),
        ("episode", 5, None),
        ("source", 5, "hearsay"),
        ("number", 5, 9),
        ("seats", 5, 8),
        ("options", 0, "["),
        ("options", 0, "[]"),
        ("options", 5, "{}"),
        ("players", 5, ["easy"]),
        ("seed", 5, "8"),
        ("winners", 5, [8]),
        ("winners", 5, None),
        ("scores", 5, [0, 0, 0]),
        ("tally", 0, "none"),
        ("tally", 5, "{}"),
        ("kind", 5, "dream"),
        ("seat", 0, 1),
        ("seat", 5, 9),
        ("seat", 5, None),
        ("by", 5, "nobody"),
        ("after_ms", 0, 5),
        ("action", 0, '{"type":"Continue"}'),
        ("action", 5, None),
        ("notation", 5, None),
        ("view", 0, "{}"),
        ("view", 5, None),
        ("legal", 5, None),
        ("told", 0, "[]"),
        ("observation", 5, None),
        ("index", 0, 1),
        ("log_state", 0, None),
        ("log_state", 5, "{}"),
        ("log_events", 0, '[{"type":"Chose"}]'),
        ("log_events", 5, None),
    ],
)
def test_every_cell_is_held_to_its_column(tmp_path: Path, column: str, row: int, cell: Any) -> None:
    """Malformed, and no other error, whatever stands there; `verify` and `games` read alike."""
    path = written(tmp_path / "games.parquet", contest("diamant", "easy", "random"), 1)
    table = pq.read_table(path)
    assert [kind.as_py() for kind in table["kind"][0:6:5]] == ["deal", "decision"]
    cells = table[column].to_pylist()
    cells[row] = cell
    _damage(path, table, column, cells)
    for reading in (verify, lambda path: [*games(path)]):
        with pytest.raises(Malformed):
            reading(path)


def test_games_are_where_their_numbers_say(tmp_path: Path) -> None:
    path = written(tmp_path / "games.parquet", contest("diamant", "easy"), 2)
    table = pq.read_table(path)
    _damage(path, table, "episode", [2 * number for number in table["episode"].to_pylist()])
    with pytest.raises(Malformed, match="game 2: not where it belongs"):
        verify(path)


def test_damage_in_any_column_is_found_before_its_cells_are_believed(tmp_path: Path) -> None:
    """A bit of the last page of each column chunk: nothing is decoded but what its checksum says is right."""
    path = written(tmp_path / "games.parquet", contest("diamant", "easy", "random"), 1)
    whole, group = path.read_bytes(), pq.read_metadata(path).row_group(0)
    for number in range(group.num_columns):
        column = group.column(number)
        first = column.dictionary_page_offset or column.data_page_offset
        damaged = bytearray(whole)
        damaged[first + column.total_compressed_size - 1] ^= 1
        path.write_bytes(damaged)
        with pytest.raises(Malformed, match="file:"):
            list(read(path))


def test_a_seat_that_did_what_it_could_not_is_refused() -> None:
    game = GAMES["diamant"]
    state = Episode(encoding_for("diamant", 3), 1).state
    record = Record(
        game=game,
        source="arena",
        number=0,
        options=game.simulation,
        players=("a", "b", "c"),
        seed="1",
        state=state,
        steps=[Step(Seat(0), "bot", CONTINUE, ())],
        outcome=Outcome((), "never", (0, 0, 0)),
    )
    with pytest.raises(Malformed, match=r"sequence 1: .* not legal for seat 0"):
        batch_of(record)


@pytest.mark.parametrize("release", [RELEASES[0], RELEASES[-1]])
def test_games_of_tables_of_old_and_new_releases_become_data(release: str, tmp_path: Path) -> None:
    files = [file for name in OURS for file in _exports(release, name, tmp_path)]
    assert len(files) >= len(OURS)
    path = tmp_path / "exports.parquet"
    read_back: list[Path] = []
    with dataset_file(path) as file:
        for number, exported in enumerate(files):
            try:
                file.add(exported_rows(files, number))
            except Malformed as refusal:
                assert release == RELEASES[0]
                assert exported.name.startswith(("labyrinth", "outofmine")), "rules that were others then"
                assert "not legal" in refusal.reason
            else:
                read_back.append(exported)
    assert verify(path).games == len(read_back)
    for one, exported in zip(games(path), read_back, strict=True):
        told = read_game(exported.read_bytes())
        assert one.source == "export"
        assert (one.players, one.outcome, one.seed) == (told.players, told.outcome, told.seed)
        assert all(row.after_ms is not None for row in one.rows)


@pytest.mark.parametrize(
    ("changed", "named"),
    [
        ({"seat": 9}, "not legal for seat 9"),
        ({"seat": -1}, "not legal for seat -1"),
        ({"seat": None}, "not legal for the table"),
        ({"by": "nobody"}, "by: 'nobody'"),
        ({"after_ms": 1 << 70}, "too large"),
        ({"events": ()}, "folded"),
    ],
)
def test_a_file_of_a_table_that_makes_no_sense_is_named(
    tmp_path: Path, changed: dict[str, Any], named: str
) -> None:
    played = played_game(GAMES["diamant"], ("random",) * 3, 1)
    steps = [step for step in played.steps if isinstance(step, Taken)]
    at = next(at for at, step in enumerate(steps) if len(step.events) > 1)
    path = tmp_path / "game.json"
    path.write_bytes(
        write_game(replace(played, steps=(*steps[:at], replace(steps[at], **changed), *steps[at + 1 :])))
    )
    with pytest.raises(Malformed, match=named) as refusal:
        exported_rows([path], 0)
    assert refusal.value.field == str(path)


def test_what_was_taken_back_is_left_out(tmp_path: Path) -> None:
    played = played_game(GAMES["diamant"], ("random",) * 3, 1)
    first, *later = played.steps
    again = [replace(step, sequence=step.sequence + 2) for step in (first, *later)]
    undone = replace(played, steps=(first, TakenBack(first.sequence + 1, first.sequence), *again))
    files = [tmp_path / "played.json", tmp_path / "undone.json"]
    for path, file in zip(files, (played, undone), strict=True):
        path.write_bytes(write_game(file))
    straight, back = (exported_rows(files, number).drop_columns(["number"]) for number in (0, 1))
    assert straight.equals(back)


def _exports(release: str, name: str, folder: Path) -> list[Path]:
    found: list[Path] = []
    for log in kept(release, name):
        entries = [entry_of(log, number + 1) for number in range(len(log.entries))]
        try:
            data = export_game(entries, names=False)
        except Refused:  # a table at which nothing ended
            continue
        found.append(folder / f"{name}-{len(found)}.json")
        found[-1].write_bytes(data)
    return sorted(found, key=lambda path: path.stat().st_size)[:2]


def test_every_column_is_in_the_documentation() -> None:
    text = DOCS.read_text()
    for column in COLUMNS:
        assert f"| `{column.name}` | {column.type} | {column.about} |" in text
