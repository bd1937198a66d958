"""One server for all tests that need nothing special of it."""

from collections.abc import Iterator

import pytest

from tests.server.playing import Filon, serving


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def server() -> Iterator[Filon]:
    with serving(gone_seconds=0.2) as running:
        yield running
