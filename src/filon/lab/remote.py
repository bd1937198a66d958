"""A bot at a table somewhere else. It comes as any guest does, by the protocol of docs/protocol.md."""

import http.client
import time
from collections.abc import Callable
from itertools import count
from secrets import token_hex
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from filon.bots import Player
from filon.games.contract import CONTINUE, FilonError, Outcome, Random
from filon.games.registry import game_named
from filon.lab.heard import Heard, Said, read_frame

_TIMEOUT_S: Final = 20.0
_PATIENCE: Final = 14
"""How often somebody tries to come back, waiting twice as long each time, and never very long."""
_FIRST_WAIT_S: Final = 0.1
_LONGEST_WAIT_S: Final = 5.0


class NotSeated(FilonError):  # noqa: N818 - it says what came of it
    """The server does not answer, or does not let the bot play; nothing to be done about it here."""


class Invitation(msgspec.Struct, frozen=True):
    """A table that was found by its code."""

    id: str
    game: str


class House:
    """A server, by HTTP; `address` is like `http://192.168.1.20:8000`."""

    def __init__(self, address: str) -> None:
        found = urlsplit(address if "://" in address else f"http://{address}")
        if found.scheme not in {"http", "https"} or not found.hostname:
            raise NotSeated(f"{address} is no address of a server")
        self._secure = found.scheme == "https"
        self._host = found.netloc

    def live(self, table: str) -> str:
        return f"{'wss' if self._secure else 'ws'}://{self._host}/api/tables/{table}/live"

    def table(self, code: str) -> Invitation:
        return msgspec.convert(self._ask("GET", f"/api/codes/{code}"), Invitation)

    def new_guest(self, name: str) -> str:
        """The token of a guest with this name."""
        return str(self._ask("POST", "/api/guests", {"name": name, "keep": "token"})["token"])

    def _ask(self, method: str, path: str, body: object = None) -> dict[str, Any]:
        kind = http.client.HTTPSConnection if self._secure else http.client.HTTPConnection
        connection = kind(self._host, timeout=_TIMEOUT_S)
        try:
            connection.request(
                method,
                path,
                None if body is None else msgspec.json.encode(body),
                {"Content-Type": "application/json"},
            )
            answer = connection.getresponse()
            found: dict[str, Any] = msgspec.json.decode(answer.read())
        except (OSError, http.client.HTTPException, msgspec.DecodeError) as error:
            raise NotSeated(f"{self._host} does not answer as Filon does: {error}") from None
        finally:
            connection.close()
        if answer.status >= 400:
            raise NotSeated(f"{self._host} says no: {found.get('reason', answer.reason)}")
        return found


class Sitter:
    """Somebody who sits down at a table, plays one game and goes."""

    def __init__(
        self,
        house: House,
        table: Invitation,
        player: Player,
        *,
        name: str,
        random: Random,
        pause_s: float = 0.0,
        tell: Callable[[str], object] = lambda _line: None,
    ) -> None:
        self._live = house.live(table.id)
        self._token = house.new_guest(name)
        self._name = name
        self._player = player
        self._random = random
        self._pause_s = pause_s
        self._tell = tell
        self._heard = Heard(game_named(table.game))
        self._ids = count(1)
        self._acting: str | None = None
        """The id of an action that was sent and not answered."""
        self._seen = 0
        """The entry that the latest action went by."""
        self._news_at = 0
        """Before this entry is told there is nothing new to decide."""
        self._asking: dict[str, str] = {}

    def play(self, seat: int | None = None) -> Outcome | None:
        """Sits down, on this chair if it is named, and plays to the end of the game."""
        failures = 0
        while True:
            try:
                with connect(self._live, open_timeout=_TIMEOUT_S, close_timeout=1, max_size=None) as socket:
                    self._greet(socket, seat)
                    for frame in socket:
                        failures = 0
                        for said in read_frame(frame):
                            self._hear(said)
                        if self._heard.is_over():
                            return self._heard.outcome()
                        self._act(socket)
            except (OSError, ConnectionClosed, TimeoutError) as error:
                lost = error
            else:
                lost = ConnectionError("the server closed the connection")
            failures += 1
            if failures > _PATIENCE:
                raise NotSeated(f"the table cannot be reached any more: {lost}")
            self._tell(f"Connection lost ({lost}); coming back.")
            time.sleep(min(_LONGEST_WAIT_S, _FIRST_WAIT_S * 2**failures))

    def _greet(self, socket: ClientConnection, seat: int | None) -> None:
        """Coming back, an unanswered action is thought over anew: what happened in between is told first."""
        after = {} if self._heard.sequence is None else {"after": self._heard.sequence}
        _send(socket, {"type": "Hello", "token": self._token, **after})
        self._acting = None
        if self._heard.seat is None:
            self._order(socket, {"type": "Join", "name": self._name})
            self._order(socket, {"type": "TakeSeat"} if seat is None else {"type": "TakeSeat", "seat": seat})
            self._order(socket, {"type": "AddNonce", "nonce": token_hex(16)})

    def _order(self, socket: ClientConnection, command: dict[str, Any]) -> str:
        name = f"c{next(self._ids)}"
        self._asking[name] = command["type"]
        _send(socket, {"type": "Command", "id": name, "command": command})
        return name

    def _hear(self, said: Said) -> None:
        match said.type:
            case "Accepted":
                wish = self._asking.pop(said.id or "", "")
                if wish == "TakeSeat":
                    self._tell("Seated; the game begins when the host starts it.")
                if said.id == self._acting:
                    self._acting, self._news_at = None, said.sequence
            case "Refused":
                self._refused(said)
            case "Goodbye" if not said.come_back:
                raise NotSeated(f"the server says goodbye: {said.reason}")
            case _:
                self._heard.hear(said)

    def _refused(self, said: Said) -> None:
        """Somebody was faster, or the clock was: the next look decides anew. Anything else is for people."""
        wish = self._asking.pop(said.id or "", "")
        if said.id == self._acting:
            self._acting, self._news_at = None, self._seen + 1
        if wish != "Act" or said.code not in {"stale", "illegal", "not_playing", "out_of_time"}:
            raise NotSeated(f"{wish or 'something'} was refused: {said.reason}")
        self._tell(f"Too late: {said.reason}")

    def _act(self, socket: ClientConnection) -> None:
        heard = self._heard
        if self._acting is not None or heard.sequence is None or heard.sequence < self._news_at:
            return
        sight = heard.sight()
        if sight is None:
            if heard.may_continue():
                self._send_action(socket, CONTINUE, heard.sequence)
            return
        if self._pause_s:
            time.sleep(self._pause_s)
        action = self._player.choose(sight, self._random)
        if action not in sight.legal:
            raise NotSeated(f"the bot wants what is not legal: {action}")
        self._tell(sight.game.write(action))
        self._send_action(socket, action, heard.sequence)

    def _send_action(self, socket: ClientConnection, action: Any, on: int) -> None:
        self._seen = on
        self._acting = self._order(socket, {"type": "Act", "action": msgspec.to_builtins(action), "on": on})


def _send(socket: ClientConnection, message: dict[str, Any]) -> None:
    socket.send(msgspec.json.encode(message).decode())
