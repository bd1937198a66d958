"""The columns of a data set. Whoever changes one of them counts VERSION up."""

from typing import Final

import msgspec
import pyarrow as pa

from filon.games.contract import Malformed

VERSION: Final = 1
VERSION_KEY: Final = b"filon.schema"
RELEASE_KEY: Final = b"filon.release"


class Column(msgspec.Struct, frozen=True):
    name: str
    type: pa.DataType
    about: str


GAME: Final = (
    Column("episode", pa.int64(), "the game's number in this file, from 0"),
    Column("game", pa.string(), "its name, as `filon games` lists it"),
    Column("source", pa.string(), "arena: played by bots for this file; export: taken along from a table"),
    Column(
        "number", pa.int64(), "the game's number in its contest; of exports, the place in the list of files"
    ),
    Column("seats", pa.int8(), "how many play"),
    Column("options", pa.string(), "JSON: the table's options by name"),
    Column("players", pa.list_(pa.string()), "by seat: bots as `--bots` names them, or who sat at the table"),
    Column("seed", pa.string(), "arena: `--seed`; export: the table's own, in hexadecimal digits"),
    Column("winners", pa.list_(pa.int8()), "seats that won, together where there are several"),
    Column("scores", pa.list_(pa.int32()), "by seat, what the game counts at its end"),
    Column("reason", pa.string(), "why the game was over"),
    Column("tally", pa.string(), "JSON: what adds up over many games, such as rounds won by a role"),
)
"""The same in every row of a game, and known only when it was over."""

STEP: Final = (
    Column("sequence", pa.int32(), "the row's place in its game: 0 is the deal"),
    Column(
        "kind",
        pa.string(),
        "deal; decision: a seat chose an action; ready: a seat has seen what an intermission showed; "
        "table: the table itself acted",
    ),
    Column("seat", pa.int8(), "who acted; null for the deal and the table"),
    Column("by", pa.string(), "bot, player or table, whoever acted for the seat; null for the deal"),
    Column("after_ms", pa.int64(), "milliseconds since the deal; null where nobody took the time"),
    Column("action", pa.string(), "JSON: the game's Action; null for the deal"),
    Column("notation", pa.string(), "the action in the game's notation"),
)

SEAT: Final = (
    Column("view", pa.string(), "JSON: the View of this seat before it acted"),
    Column("legal", pa.string(), "JSON: its legal actions, in the law's order"),
    Column(
        "told",
        pa.string(),
        "JSON: the events since this seat's row before (or since the deal), redacted for this seat",
    ),
    Column("observation", pa.list_(pa.int16()), "the view as numbers, in the encoding's layout"),
    Column("legal_indices", pa.list_(pa.int32()), "the indices of `legal`, in the same order"),
    Column("index", pa.int32(), "the index of `action`"),
)
"""What the seat of the row may know; null where no seat acted."""

LOG: Final = (
    Column("log_state", pa.string(), "JSON: the whole State after the deal; null in all other rows"),
    Column("log_events", pa.string(), "JSON: the whole events that followed the action; [] for the deal"),
)
"""What nobody at the table may know: secrets included."""

COLUMNS: Final = (*GAME, *STEP, *SEAT, *LOG)
SCHEMA: Final = pa.schema([(column.name, column.type) for column in COLUMNS])

REPEATED: Final = [column.name for column in (*GAME, *STEP) if column.type == pa.string()]
"""Few values, again and again: Parquet keeps each once."""


def marked(release: str) -> pa.Schema:
    """As it is in a file, with what makes it readable in years to come."""
    return SCHEMA.with_metadata({VERSION_KEY: str(VERSION).encode(), RELEASE_KEY: release.encode()})


def require_version(found: pa.Schema) -> str:
    """The release that wrote a file; Malformed where the file is of another version, or none of ours."""
    metadata = found.metadata or {}
    version = metadata.get(VERSION_KEY)
    if version is None:
        raise Malformed("schema", "this is no data set of Filon's: its metadata has no filon.schema")
    if version != str(VERSION).encode():
        raise Malformed("schema", f"version {version.decode()}; this release reads {VERSION}")
    if not found.equals(SCHEMA):
        raise Malformed("schema", "the columns are not those of its version")
    return str(metadata.get(RELEASE_KEY, b"").decode())
