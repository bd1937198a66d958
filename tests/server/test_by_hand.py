"""docs/protocol.md, "A whole game by hand": followed line by line with a plain WebSocket client."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect

from tests.games_under_test import environment_elsewhere
from tests.server.playing import Filon

pytestmark = pytest.mark.anyio

PAGE: Final = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text()
SECTION: Final = PAGE.partition("## A whole game by hand")[2].partition("\n## ")[0]
BLOCKS: Final = re.findall(r"(<!-- you send -->\n)?```(json)?\n(.*?)```", SECTION, re.DOTALL)
COMMANDS: Final = [text for _, kind, text in BLOCKS if not kind]
SENT: Final = [text for sent, _, text in BLOCKS if sent]
SHOWN: Final = [json.loads(text) for sent, kind, text in BLOCKS if kind and not sent]


class Hands:
    """Follows the page, with what this server answers in the place of what the page's server answered."""

    def __init__(self, server: Filon) -> None:
        self.port = server.port
        self.learnt = {"127.0.0.1:8000": f"127.0.0.1:{server.port}"}

    def now(self, text: str) -> str:
        for printed, real in self.learnt.items():
            text = text.replace(printed, real)
        return text

    def curl(self, text: str) -> Any:
        words = shlex.split(self.now(text.replace("\\\n", " ").partition(">")[0]))
        assert words[:2] == ["curl", "-s"]
        url, headers, body = "", {}, None
        rest = iter(words[2:])
        for word in rest:
            if word == "-H":
                name, _, value = next(rest).partition(": ")
                headers[name] = value
            elif word == "-d":
                body = next(rest)
            else:
                url = word
        answer = httpx.request("GET" if body is None else "POST", url, headers=headers, content=body)
        assert answer.is_success, answer.text
        return answer.json()


def require_like(real: Any, shown: Any) -> None:
    """All that the page shows is there, and of the same kind; there may be more. Chance turns the card."""
    if isinstance(shown, dict):
        assert isinstance(real, dict)
        assert shown.get("type") == real.get("type")
        for key, value in shown.items():
            assert key in real, f"the page shows {key!r}, which is not there: {real}"
            if key != "card":
                require_like(real[key], value)
    elif isinstance(shown, list):
        assert isinstance(real, list)
        for one, other in zip(real, shown, strict=False):
            require_like(one, other)
    else:
        assert type(real) is type(shown), (real, shown)


async def until(live: ClientConnection, kind: str) -> list[dict[str, Any]]:
    """The first frame with a message of this type."""
    while True:
        frame: list[dict[str, Any]] = json.loads(await live.recv())
        types = {message["type"] for message in frame}
        if kind in types:
            return frame
        assert "Refused" not in types, frame


async def test_the_page_leads_through_a_whole_game(server: Filon, tmp_path: Path) -> None:
    serve, be_a_guest, open_table, check = COMMANDS
    shown_guest, shown_table, shown_sync, shown_start, shown_refusal = SHOWN
    hello, *seat_and_start, choose = SENT
    assert serve.strip() == "filon serve --port 8000"
    hands = Hands(server)
    guest = hands.curl(be_a_guest)
    require_like(guest, shown_guest)
    hands.learnt[shown_guest["token"]] = guest["token"]
    table = hands.curl(open_table)
    require_like(table, shown_table)
    hands.learnt[shown_table["id"]] = table["id"]
    (address,) = re.findall(r"`(ws://[^`]+)`", SECTION)
    async with connect(hands.now(address)) as live:
        await live.send(hands.now(hello))
        require_like(await until(live, "Sync"), shown_sync)
        for command in seat_and_start:
            await live.send(command)
            frame = await until(live, "Accepted")
        require_like(frame, shown_start)
        await live.send(choose.replace("c4", "c5").replace("go_on", "fly"))
        require_like(await until(live, "Refused"), shown_refusal)
        await live.send(choose)
        assert await finished(live, await until(live, "Accepted"))
    exported = hands.curl(check.partition("filon ")[0])
    (tmp_path / "game.json").write_text(json.dumps(exported))
    for line in re.findall(r"^filon (.*)$", check, re.MULTILINE):
        told = subprocess.run(
            [sys.executable, "-m", "filon", *line.split()],
            cwd=tmp_path,
            env=environment_elsewhere(),
            check=False,
            capture_output=True,
        )
        assert told.returncode == 0, told.stdout + told.stderr
        assert told.stdout


async def finished(live: ClientConnection, frame: list[dict[str, Any]]) -> dict[str, Any]:
    """Chooses whenever asked and goes on from every pause, as step 5 says, and returns the result."""
    number = 5
    while True:
        for message in frame:
            status = message.get("table", {}).get("status")
            if status == "over":
                result: dict[str, Any] = message["table"]["result"]
                return result
            game = message.get("game") or {"turns": []}
            action = None
            if any(turn["seat"] == 0 for turn in game["turns"]):
                action = {"type": "Choose", "choice": "leave"}
            elif {"type": "Continue"} in game.get("legal", []):
                action = {"type": "Continue"}
            if action is not None:
                number += 1
                command = {"type": "Act", "action": action}
                await live.send(json.dumps({"type": "Command", "id": f"c{number}", "command": command}))
        frame = json.loads(await live.recv())
