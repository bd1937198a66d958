"""A Parquet file that grows game by game and is there when it is whole, or not at all."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Final

import pyarrow as pa
import pyarrow.parquet as pq

import filon
from filon.games.contract import Malformed
from filon.lab.dataset.schema import REPEATED, SCHEMA, marked

_ROWS: Final = 4096
_BYTES: Final = 16 << 20
"""A row group is written when the games at hand reach one of the two: that much is in memory at a time."""


class DatasetFile:
    """Takes games in their order. What is written depends on nothing but the games."""

    def __init__(self, writer: pq.ParquetWriter) -> None:
        self._writer = writer
        self._waiting: list[pa.RecordBatch] = []
        self.games = 0
        self.rows = 0

    def add(self, game: pa.RecordBatch) -> None:
        """The rows of one game, which take the next `episode`."""
        number = pa.array([self.games] * game.num_rows, pa.int64())
        columns = [number if name == "episode" else game[name] for name in SCHEMA.names]
        self._waiting.append(pa.RecordBatch.from_arrays(columns, schema=SCHEMA))
        self.games += 1
        self.rows += game.num_rows
        rows = sum(batch.num_rows for batch in self._waiting)
        if rows >= _ROWS or sum(batch.nbytes for batch in self._waiting) >= _BYTES:
            self.flush()

    def flush(self) -> None:
        if self._waiting:
            whole = pa.Table.from_batches(self._waiting)
            self._writer.write_table(whole, row_group_size=whole.num_rows)
            self._waiting = []


def require_place(path: Path) -> None:
    """Before anything is played: Malformed where no file can be written."""
    if not path.parent.is_dir():
        raise Malformed("out", f"there is no folder {path.parent}")
    try:
        if path.is_dir():
            raise Malformed("out", f"{path} is a folder; say a file")
        with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}."):
            pass
    except OSError as error:  # nobody may write there, or nothing has so long a name
        raise Malformed("out", f"{path} cannot be written: {error.strerror}") from None


@contextmanager
def dataset_file(path: Path) -> Iterator[DatasetFile]:
    """Takes the place of what was there when all went well; else it leaves nothing behind."""
    require_place(path)
    growing = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with pq.ParquetWriter(
            growing,
            marked(filon.__version__),
            compression="zstd",
            use_dictionary=REPEATED,
            write_page_checksum=True,
        ) as writer:
            file = DatasetFile(writer)
            yield file
            file.flush()
        growing.replace(path)
    except OSError as error:
        raise Malformed("out", f"{path} cannot be written: {error}") from error
    finally:
        growing.unlink(missing_ok=True)
