"""What somebody at a table far away has been told: the messages of docs/protocol.md in, a Sight out."""

from typing import Any, Final

import msgspec
from msgspec import UNSET, Raw, UnsetType

from filon.bots import Sight
from filon.games.contract import CONTINUE, AnyGame, Outcome


class _Turn(msgspec.Struct):
    seat: int


class GamePart(msgspec.Struct):
    view: Raw
    turns: list[_Turn]
    legal: Raw | UnsetType = UNSET
    """Left out where it is what it was."""
    outcome: Outcome | UnsetType = UNSET


class TablePart(msgspec.Struct):
    status: str
    game_number: int


class _Event(msgspec.Struct):
    """Of the table: a deal, a move, something taken back, and much that is not read here."""

    type: str
    events: Raw | UnsetType = UNSET
    to: Any = None


class _Entry(msgspec.Struct):
    sequence: int
    events: list[_Event]


class Said(msgspec.Struct):
    """Any message of the server; each has some of these fields."""

    type: str
    id: str | None = None
    sequence: int = 0
    seat: int | None = None
    playing: bool = False
    code: str = ""
    reason: str = ""
    come_back: bool = True
    table: TablePart | UnsetType = UNSET
    game: GamePart | UnsetType | None = UNSET
    entries: list[_Entry] = []


read_frame: Final = msgspec.json.Decoder(list[Said]).decode


class Heard:
    """The memory of one player: replaced by a Sync, carried on by each Update."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        many: Any = tuple
        self._view = msgspec.json.Decoder(game.view_type)
        self._actions = msgspec.json.Decoder(many[game.action_type, ...])
        self._events = msgspec.json.Decoder(many[game.event_type, ...])
        self._part: GamePart | None = None
        self._past: list[tuple[int, Any]] = []
        self._whole_past = False
        self.sequence: int | None = None
        self.seat: int | None = None
        self.table: TablePart | None = None

    def hear(self, said: Said) -> None:
        if said.type == "Sync":
            self.seat = said.seat if said.playing else None
            # What happened before a Sync is not told again.
            self._past, self._whole_past = [], False
            self._part = None
        elif said.type != "Update":
            return
        self.sequence = said.sequence
        for entry in said.entries:
            for event in entry.events:
                self._note(entry.sequence, event)
        if not isinstance(said.table, UnsetType):
            self.table = said.table
        if not isinstance(said.game, UnsetType):
            fresh, before = said.game, self._part
            if fresh is not None and before is not None and isinstance(fresh.legal, UnsetType):
                fresh.legal = before.legal
            self._part = fresh

    def _note(self, sequence: int, event: _Event) -> None:
        match event.type:
            case "Started":
                self._past, self._whole_past = [], True
            case "Undone":
                self._past = [(at, one) for at, one in self._past if at < event.to]
            case "Played" if not isinstance(event.events, UnsetType):
                self._past += [(sequence, one) for one in self._events.decode(event.events)]
            case _:
                pass

    def is_over(self) -> bool:
        return self.table is not None and self.table.status == "over"

    def outcome(self) -> Outcome | None:
        found = UNSET if self._part is None else self._part.outcome
        return None if isinstance(found, UnsetType) else found

    def may_continue(self) -> bool:
        """Whether the table pauses after a round, and would like to know that this player is ready."""
        return CONTINUE in self._legal()

    def _legal(self) -> tuple[Any, ...]:
        part = self._part
        if part is None or self.table is None or self.table.status != "playing":
            return ()
        legal: tuple[Any, ...] = () if isinstance(part.legal, UnsetType) else self._actions.decode(part.legal)
        return legal

    def sight(self) -> Sight | None:
        """What the player may go by, when the game waits for it."""
        part, legal = self._part, self._legal()
        if part is None or self.seat not in {turn.seat for turn in part.turns}:
            return None
        if not legal:  # too late: a bot takes this decision
            return None
        past = tuple(one for _, one in self._past) if self._whole_past else ()
        return Sight(self._game, self._view.decode(part.view), legal, past)
