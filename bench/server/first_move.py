"""How long it takes, and how many bytes, from an address to the first move on a phone.

A seat at a running table whose turn it is opens the table's page in a browser that has never been there, on a
processor four times slower than this one. The first move can be made when the page shows that it is its turn,
nothing moves any more and a button of its hand can be pressed.
"""

import os
import shutil
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import TYPE_CHECKING, Any, Final

import msgspec

from filon.games.registry import GAMES, OURS

if TYPE_CHECKING:
    from playwright.sync_api import APIRequestContext, Browser, BrowserContext, CDPSession

SLOWER: Final = 4
"""Chromium's way to play a phone on a desk: the main thread is made to wait between its tasks."""
READY: Final = ".shell.mine[data-settled=true] [data-hands] button:enabled"
_PHONE: Final = {"width": 390, "height": 844}
_PATIENCE_S: Final = 60.0
_BROWSERS: Final = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
_WATCH: Final = """
    const look = () => {
        if (document.querySelector(%s)) window.readyAt = performance.now();
        else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
"""


class Visit(msgspec.Struct, frozen=True):
    ready_ms: float
    """From the navigation on."""
    bytes: int
    """Over the wire until then, as the server encodes them: answers with their headers, and what came by the
    WebSocket.
    """
    requests: int
    cpu_ms: float
    """Of all of the browser's processes; of a slowed one the waiting is part of it."""


class FirstMove(msgspec.Struct, frozen=True):
    game: str
    visits: list[Visit]

    @property
    def ready_ms(self) -> float:
        return statistics.median(visit.ready_ms for visit in self.visits)


class NoBrowser(Exception):  # noqa: N818 - it says what there is
    """Nothing to measure with."""


@contextmanager
def browser() -> Iterator["Browser"]:
    """A Chromium of this machine, or Playwright's own. Raises NoBrowser."""
    try:
        from playwright.sync_api import Error, sync_playwright  # noqa: PLC0415 - not everybody has it
    except ImportError:
        raise NoBrowser("Playwright is not installed") from None
    found = filter(None, (os.environ.get("FILON_CHROMIUM"), *map(shutil.which, _BROWSERS)))
    with sync_playwright() as playwright:
        try:
            opened = playwright.chromium.launch(executable_path=next(found, None), args=["--no-sandbox"])
        except Error as failed:
            raise NoBrowser(str(failed).partition("\n")[0]) from None
        try:
            yield opened
        finally:
            opened.close()


def measure(
    url: str, *, runs: int = 3, tell: Callable[[str], None] = lambda _line: None
) -> list[FirstMove] | str:
    """Every game `runs` times on the server at `url`, or why not. The first visit of each is not counted: it
    warms the server.
    """
    try:
        with browser() as opened:
            found = []
            for game in OURS:
                visits = [visit(opened, url, game, slower=SLOWER) for _ in range(runs + 1)][1:]
                found.append(FirstMove(game, visits))
                tell(f"first move of {game}: {found[-1].ready_ms:,.0f} ms")
            return found
    except NoBrowser as none:
        return str(none)


def visit(opened: "Browser", url: str, game: str, *, slower: float = 1) -> Visit:
    """One fresh phone at one fresh table."""
    likes: list[Any] = [{"name": "filon.name", "value": '"Ada"'}, {"name": "filon.been", "value": "true"}]
    context = opened.new_context(
        viewport={"width": _PHONE["width"], "height": _PHONE["height"]},
        is_mobile=True,
        has_touch=True,
        service_workers="block",  # it fetches the rest of the house afterwards, for days without a network
        storage_state={"origins": [{"origin": url, "localStorage": likes}]},
    )
    try:
        return _open(opened, context, url, _table(context.request, url, game), slower)
    finally:
        context.close()


def _table(http: "APIRequestContext", url: str, game: str) -> str:
    """The code of a table of this guest's, where bots play on until it is the guest's turn."""
    numbers = count()

    def ask(path: str, body: object) -> Any:
        answer = http.post(url + path, data=msgspec.json.encode(body).decode(), headers=_headers(url))
        if not answer.ok:
            raise RuntimeError(f"{path}: {answer.text()}")
        return answer.json()

    ask("/api/guests", {"name": "Ada"})
    settings = {"game": game, "seats": GAMES[game].seats[0], "bot_pause_ms": 0}
    table = ask("/api/tables", settings)
    for command in ({"type": "TakeSeat"}, {"type": "Start", "fill": "random"}):
        ask(f"/api/tables/{table['id']}/commands", {"id": f"c{next(numbers)}", "command": command})
    until = time.monotonic() + _PATIENCE_S
    while time.monotonic() < until:
        game_part = http.get(f"{url}/api/tables/{table['id']}/view").json()["game"]
        if game_part["legal"] and any(turn["seat"] == 0 for turn in game_part["turns"]):
            return str(table["code"])
        time.sleep(0.02)
    raise RuntimeError(f"it was never the guest's turn at {game}")


def _headers(url: str) -> dict[str, str]:
    return {"Origin": url, "Content-Type": "application/json"}


def _open(opened: "Browser", context: "BrowserContext", url: str, code: str, slower: float) -> Visit:
    page = context.new_page()
    page.add_init_script(_WATCH % msgspec.json.encode(READY).decode())
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    sizes: list[int] = []
    frames: list[int] = []
    session.on("Network.loadingFinished", lambda event: sizes.append(int(event["encodedDataLength"])))
    session.on("Network.webSocketFrameReceived", lambda event: frames.append(_length(event["response"])))
    whole = opened.new_browser_cdp_session()
    before = _cpu_s(whole)
    page.goto(f"{url}/t/{code}")
    page.wait_for_function("() => window.readyAt", timeout=_PATIENCE_S * 1000)
    after = _cpu_s(whole)
    ready_ms = float(page.evaluate("window.readyAt"))
    return Visit(round(ready_ms, 1), sum(sizes) + sum(frames), len(sizes), round((after - before) * 1000, 1))


def _length(frame: dict[str, Any]) -> int:
    """Binary frames are told in base64."""
    binary = 2
    said = frame["payloadData"]
    return len(said) * 3 // 4 if frame["opcode"] == binary else len(said.encode())


def _cpu_s(session: "CDPSession") -> float:
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    return sum(float(process["cpuTime"]) for process in processes)
