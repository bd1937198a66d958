"""One server and one browser for all tests of the web client; each visitor has a context of their own."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from tests.web.house import PATIENCE_MS, Visitor, launch, serving

expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    with serving() as address:
        yield address


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    browser = launch(playwright)
    yield browser
    browser.close()


@pytest.fixture
def browser_with_windows(playwright: Playwright) -> Iterator[Browser]:
    browser = launch(playwright, quick=False)
    yield browser
    browser.close()


Visit = Callable[..., Visitor]


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Visit]:
    """Visitors, who leave when the test is over, and have had nothing to complain about."""
    visitors: list[Visitor] = []

    def visit(**wishes: Any) -> Visitor:
        visitors.append(Visitor(wishes.pop("browser", browser), address, **wishes))
        return visitors[-1]

    yield visit
    complaints = [line for visitor in visitors for line in visitor.complaints]
    for visitor in visitors:
        visitor.close()
    assert complaints == []
