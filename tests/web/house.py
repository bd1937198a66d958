"""A real server with the built web client, and browsers that visit it."""

import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Playwright

ROOT: Final = Path(__file__).resolve().parents[2]
WEB: Final = Path(os.environ.get("FILON_WEB_ROOT", ROOT / "web" / "dist"))
AXE: Final = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
SIZES: Final = {"phone": (390, 844), "tablet": (820, 1180), "laptop": (1280, 800), "screen": (1920, 1080)}
_QUICK: Final = "chromium-headless-shell"
_BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_START_S: Final = 90.0
PATIENCE_MS: Final = 30_000
"""What has not happened by then will not happen, however busy the machine is."""
_NO_WORKER: Final = "Service Worker registration blocked by Playwright"
_AXE_RUN: Final = """async () => {
    const ends = (moving) => moving.effect.getComputedTiming().endTime !== Infinity;
    const moving = () => document.getAnimations().filter((one) => one.playState === 'running' && ends(one));
    for (let found = moving(), times = 0; found.length && times < 20; found = moving(), times++)
        await Promise.allSettled(found.map((one) => one.finished));
    const options = { resultTypes: ['violations'], rules: { region: { enabled: false } } };
    const where = (nodes) => nodes.slice(0, 4).map((node) => node.target.join(' ')).join(', ');
    const { violations } = await axe.run(document, options);
    return violations.map(({ id, impact, nodes }) => `${id} (${impact}): ${where(nodes)}`);
}"""
_CUT: Final = """() => {
    const hides = (node, axis) => /hidden|clip/.test(getComputedStyle(node)[`overflow${axis}`]);
    const scrolls = (node, axis) => /auto|scroll/.test(getComputedStyle(node)[`overflow${axis}`]);
    const edge = (node, axis) => {
        for (let at = node; at && at !== document.body && !scrolls(at, axis); at = at.parentElement)
            if (hides(at, axis)) return at;
        return null;
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = new Set();
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const node = text.parentElement;
        if (!text.data.trim() || node.closest('.unseen, svg, [inert], [aria-hidden=true]')) continue;
        if (!node.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
        const { textOverflow, clipPath } = getComputedStyle(node);
        if (textOverflow === 'ellipsis' || clipPath !== 'none') continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        const box = range.getBoundingClientRect();
        const slack = parseFloat(getComputedStyle(node).fontSize) / 4;
        const [across, down] = [edge(node, 'X'), edge(node, 'Y')].map((at) => at?.getBoundingClientRect());
        const wide = across && (box.left < across.left - 2 || box.right > across.right + 2);
        const tall = down && (box.top < down.top - slack || box.bottom > down.bottom + slack);
        if (wide || tall) found.add(text.data.trim());
    }
    return [...found];
}"""
_TAKE_ADVICE: Final = """async ([table, id]) => {
    const asked = await fetch(`/api/tables/${table}/hint`);
    if (asked.status !== 200) return false;
    const { action, sequence } = await asked.json();
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ id, command: { type: 'Act', action, on: sequence } });
    const answer = await fetch(`/api/tables/${table}/commands`, { method: 'POST', headers, body });
    return answer.ok && (await answer.json()).type === 'Accepted';
}"""
_PLAY_OUT: Final = """async ([table, seconds]) => {
    const headers = { 'Content-Type': 'application/json' };
    const until = performance.now() + seconds * 1000;
    for (let turn = 0; performance.now() < until; turn++) {
        if (document.querySelector('#end-title')) return true;
        const asked = await fetch(`/api/tables/${table}/hint`);
        if (asked.status === 200) {
            const { action, sequence } = await asked.json();
            const body = JSON.stringify({ id: `out${turn}`, command: { type: 'Act', action, on: sequence } });
            await fetch(`/api/tables/${table}/commands`, { method: 'POST', headers, body });
        } else await new Promise((go) => setTimeout(go, 40));
    }
    return false;
}"""
_WATCH_FOCUS: Final = """() => {
    window.lostFocus = [];
    let frames = 0;
    (function look() {
        frames = document.activeElement === document.body ? frames + 1 : 0;
        const where = document.querySelector('.shell')?.dataset.phase ?? location.pathname;
        if (frames === 2) lostFocus.push(where);
        requestAnimationFrame(look);
    })();
}"""
_WATCH_PLACE: Final = """
new MutationObserver(() => {
  const element = () => document.querySelector('SELECTOR');
  if (element()) window.firstSeen ??= { element, top: element().getBoundingClientRect().top };
}).observe(document, { childList: true, subtree: true })
"""
_LISTEN: Final = """() => {
    window.heard = [];
    const known = new WeakSet();
    new MutationObserver(() => {
        for (const line of document.querySelectorAll('[role=log] p')) {
            if (!known.has(line)) heard.push(line.textContent);
            known.add(line);
        }
    }).observe(document.body, { subtree: true, childList: true });
}"""
_FETCH: Final = """async ([method, path, body]) => {
    const headers = { 'Content-Type': 'application/json' };
    const content = body === null ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(path, { method, headers, ...content });
    return answer.json();
}"""


def words_of(locale: str) -> dict[str, str]:
    """What the shell says, by the names of its messages."""
    messages = json.loads((ROOT / "web" / "messages" / locale[:2] / "app.json").read_text())
    return {name: text for name, text in messages.items() if isinstance(text, str)}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def serving(port: int | None = None, folder: Path | None = None, *, games: str = "") -> Iterator[str]:
    """The address of a server of our own; its tables are gone afterwards unless the folder is kept.

    `games`: those of others that it has, too.
    """
    if not (WEB / "index.html").exists():
        raise RuntimeError(f"no web client in {WEB}: run `npm run build` in web/")
    with contextlib.ExitStack() as stack:
        data = folder or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        port = port or free_port()
        address = f"http://127.0.0.1:{port}"
        settings = {
            "WEB_ROOT": WEB,
            "DATABASE_URL": f"sqlite:///{data / 'filon.db'}",
            "GONE_SECONDS": 1,
            "BOT_BEAT_MS": 1,
            "GUESTS_PER_HOUR": 100_000,
            "TABLES_PER_HOUR": 100_000,
            "REQUESTS_PER_SECOND": 2_000,
            "REQUEST_BURST": 5_000,
            "STRANGER_REQUESTS_PER_SECOND": 2_000,
            "STRANGER_REQUEST_BURST": 5_000,
            "PAGE_FILES_PER_SECOND": 10_000,
            "MESSAGES_PER_SECOND": 2_000,
            "MESSAGE_BURST": 5_000,
            "LOG_LEVEL": "warning",
        }
        process = subprocess.Popen(
            [sys.executable, "-c", "from filon.server.cli import app; app()", "serve", "--port", str(port)],
            env={
                **os.environ,
                "FILON_GAMES": games,
                **{f"FILON_{name}": str(value) for name, value in settings.items()},
            },
            cwd=ROOT,
        )
        try:
            _wait_for(f"{address}/readyz", process)
            yield address
        finally:
            process.terminate()
            process.wait(timeout=20)


def _wait_for(url: str, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + _START_S
    while time.monotonic() < until:
        if process.poll() is not None:
            raise RuntimeError("the server ended by itself")
        with contextlib.suppress(OSError), urllib.request.urlopen(url, timeout=1):  # noqa: S310 - our own
            return
        time.sleep(0.05)
    raise RuntimeError("the server did not start")


def launch(playwright: Playwright, *, quick: bool = True) -> Browser:
    """The system's Chromium, or else Playwright's own; `quick`: the one without windows, where there is it.

    The quick one shows no notifications.
    """
    names = (_QUICK, *_BROWSERS) if quick else _BROWSERS
    found = filter(None, (os.environ.get("FILON_CHROMIUM"), *map(shutil.which, names)))
    return playwright.chromium.launch(executable_path=next(found, None), args=["--no-sandbox"])


class Visitor:
    """One person's browser. Whatever it complains about is kept, for the test to find nothing."""

    def __init__(
        self,
        browser: Browser,
        address: str,
        *,
        size: str = "laptop",
        locale: str = "en-GB",
        theme: Any = "dark",
        motion: Any = "reduce",
        pace: str = "instant",
        service_workers: Any = "block",
    ) -> None:
        """Who looks at the movement itself asks for a `calm` pace; everybody else has seen it before.

        Who wants to go on without a network allows service workers: they fetch the whole house at once.
        """
        width, height = SIZES[size]
        likes: list[Any] = [
            {"name": "filon.pace", "value": json.dumps(pace)},
            # Nobody listens, and playing costs Chromium a process and two threads.
            {"name": "filon.sound", "value": "false"},
        ]
        self.address = address
        self.complaints: list[str] = []
        self._pardoned: list[str] = []
        self._advised = 0
        self.context: BrowserContext = browser.new_context(
            viewport={"width": width, "height": height},
            locale=locale,
            color_scheme=theme,
            reduced_motion=motion,
            has_touch=size == "phone",
            service_workers=service_workers,
            storage_state={"origins": [{"origin": address, "localStorage": likes}]},
        )
        self.context.set_default_timeout(PATIENCE_MS)
        self.context.on("page", self._listen)
        self.page: Page = self.context.new_page()

    def _listen(self, page: Page) -> None:
        page.on("pageerror", lambda error: self._complain(f"error: {error}"))
        page.on("console", self._heed)

    def _heed(self, line: ConsoleMessage) -> None:
        if line.type in ("error", "warning") and line.text != _NO_WORKER:
            self._complain(f"{line.type}: {line.text}")

    def _complain(self, line: str) -> None:
        if not any(words in line for words in self._pardoned):
            self.complaints.append(line)

    def pardon(self, *words: str) -> None:
        """Complaints with such words are none from now on. They may come long after what they complain of."""
        self._pardoned += words

    def go(self, path: str = "/") -> Page:
        self.page.goto(self.address + path)
        return self.page

    def named(self, name: str) -> "Visitor":
        """Somebody whom the house already knows by this name, before they open any of its pages."""
        self.page.route("**/doorstep", lambda route: route.fulfill(body=""))
        self.go("/doorstep")
        self.fetch("POST", "/api/guests", {"name": name, "keep": "cookie"})
        self.page.evaluate(
            "name => { localStorage.setItem('filon.name', JSON.stringify(name));"
            " localStorage.setItem('filon.been', 'true') }",
            name,
        )
        return self

    def fetch(self, method: str, path: str, body: object) -> Any:
        """As the page itself would ask: cookies are good for requests of our own pages only."""
        return self.page.evaluate(_FETCH, [method, path, body])

    def open_table(self, game: str, seats: int, **settings: object) -> dict[str, Any]:
        """A table with quick bots, and this visitor at its door."""
        table: dict[str, Any] = self.fetch(
            "POST",
            "/api/tables",
            {"game": game, "seats": seats, "bot_pause_ms": 0, "intermission_s": 0, **settings},
        )
        self.go(f"/t/{table['code']}")
        return table

    def play_on(self, table: dict[str, Any], decisions: int) -> None:
        """Does what the hints say, so many times: the quick way to the middle of a game."""
        for _ in range(400):
            decisions -= self.take_advice(table)
            if decisions <= 0:
                return
            self.page.wait_for_timeout(50)
        raise AssertionError("nobody was asked often enough")

    def take_advice(self, table: dict[str, Any]) -> bool:
        """Does what the hint says, if it is this visitor's move."""
        self._advised += 1
        return bool(self.page.evaluate(_TAKE_ADVICE, [table["id"], f"taken{self._advised}"]))

    def play_out(self, table: dict[str, Any], seconds: int) -> None:
        """Does what the hints say until the page shows the end."""
        if not self.page.evaluate(_PLAY_OUT, [table["id"], seconds]):
            raise AssertionError(f"no end within {seconds} seconds")

    def axe(self) -> list[str]:
        """What axe-core finds on the page, serious or not, once nothing is fading in any more."""
        self.page.evaluate(AXE.read_text())
        found = self.page.evaluate(_AXE_RUN)
        return [str(line) for line in found]

    def sideways(self) -> int:
        """By how many pixels the page scrolls sideways: none."""
        wide = self.page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        return int(wide)

    def cut(self) -> list[str]:
        """Words that begin or end behind an edge where nothing scrolls; an ellipsis says so itself."""
        return [str(text) for text in self.page.evaluate(_CUT)]

    def watch_focus(self) -> None:
        """From now on, frame by frame."""
        self.page.evaluate(_WATCH_FOCUS)

    def lost_focus(self) -> list[str]:
        """The phases in which the focus was nowhere since it is watched."""
        return [str(phase) for phase in self.page.evaluate("lostFocus")]

    def watch_place(self, selector: str) -> None:
        """From the next page on, of what is first found by it."""
        self.page.add_init_script(_WATCH_PLACE.replace("SELECTOR", selector))

    def moved(self) -> float:
        """By how many pixels what is watched lies lower than where it was first seen."""
        return float(self.page.evaluate("firstSeen.element().getBoundingClientRect().top - firstSeen.top"))

    def listen(self) -> None:
        """From now on, to what a screen reader would say of the game."""
        self.page.evaluate(_LISTEN)

    def heard(self) -> list[str]:
        return [str(line) for line in self.page.evaluate("heard")]

    def close(self) -> None:
        self.context.close()
