"""What a table's page weighs: all that comes over the wire until the first move can be made."""

import gzip
import re
from pathlib import Path
from typing import Final

import httpx
import pytest
from playwright.sync_api import Browser

from bench.server.first_move import visit
from filon.games.registry import OURS
from tests.web.house import WEB

MOST: Final = 200_000


@pytest.mark.parametrize("game", sorted(OURS))
def test_the_first_load_of_a_games_page_stays_under_200_kb(
    browser: Browser, address: str, game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """In a browser with an empty cache, on a phone; headers and the WebSocket's frames are counted."""
    found = visit(browser, address, game)
    with capsys.disabled():
        print(f"\n{game}: {found.bytes:,} bytes in {found.requests} answers")
    assert found.requests > 10, "the whole page was fetched"
    assert 50_000 < found.bytes < MOST


@pytest.mark.parametrize("wanted", ["br", "gzip"])
def test_the_server_sends_parts_pressed_and_policies_with_pages_only(address: str, wanted: str) -> None:
    """Policies hold for the page that loads a part, and would weigh as much as a font on thirty of them."""
    with httpx.Client(base_url=address, headers={"Accept-Encoding": wanted}) as http:
        assert http.get("/t/ANY").headers["content-encoding"] == wanted
        parts = re.findall(r'"(/assets/[^"]+)"', (WEB / "index.html").read_text())
        assert parts
        for path in ("/", "/t/ANY", "/sw.js", "/icon.svg", "/assets/none.svg"):
            assert "default-src 'none'" in http.get(path).headers["content-security-policy"]
        for path in parts:
            headers = http.get(path).headers
            assert headers["content-encoding"] == wanted
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["cross-origin-resource-policy"] == "same-origin"
            assert "content-security-policy" not in headers


def test_what_can_be_pressed_lies_pressed_beside_the_original() -> None:
    """The server sends these copies as they are to whoever can read them."""
    files = [*WEB.rglob("*.js"), *WEB.rglob("*.css"), *WEB.rglob("*.html")]
    assert len(files) > 20
    for file in files:
        pressed = Path(f"{file}.gz")
        assert gzip.decompress(pressed.read_bytes()) == file.read_bytes()
        # Of a few hundred bytes (an emblem) it is chance which of the two is smaller.
        assert file.stat().st_size < 1_000 or Path(f"{file}.br").stat().st_size < pressed.stat().st_size
