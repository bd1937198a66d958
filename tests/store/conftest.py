"""Every test that asks for a store runs on both."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from filon.store import Store, open_store
from tests.services import fresh_database


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database."""
    return fresh_database() if request.param == "postgres" else f"sqlite:///{tmp_path / 'filon.db'}"


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    opened = await open_store(url, migrate=True)
    yield opened
    await opened.close()
