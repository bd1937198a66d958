"""Games as open data: Parquet files, whose columns docs/lab/data.md explains, and how to read them."""

from filon.lab.extras import extra

with extra("lab"):
    from filon.lab.dataset.reading import Game, Row, decisions, games, read
    from filon.lab.dataset.schema import SCHEMA, VERSION
    from filon.lab.dataset.verifying import Checked, verify

__all__ = ["SCHEMA", "VERSION", "Checked", "Game", "Row", "decisions", "games", "read", "verify"]
