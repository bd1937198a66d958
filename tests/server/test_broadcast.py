"""One room, many viewers: each is told its own, though what is the same for several is made once."""

from pathlib import Path

import pytest

from filon.games.chance import FastRandom
from filon.games.contract import Seat
from filon.games.registry import GAMES
from filon.server.rooms.broadcast import Message
from filon.tables import AnyTable, sync
from filon.tables.model import Playing
from filon.tables.protocol import FOLLOWING, Accepted
from tests.server.inside import Watcher, clock_at, come, rooms_in, write
from tests.tables.desk import act
from tests.tables.desk import settings as table_settings
from tests.tables.people import EVERYBODY, seated
from tests.tables.test_patches import Screen, as_json

pytestmark = pytest.mark.anyio

MOVES = 80


class Client(Watcher):
    """Of protocol 3: all that it shows it was told."""

    def begin(self, table: AnyTable) -> None:
        self.shown = Screen(table, self.audience)
        self.frames.clear()

    def shows(self, table: AnyTable) -> bool:
        for message in self.messages:
            if message["type"] == "Update":
                self.shown.hear(message)
        self.frames.clear()
        whole = as_json(sync(table, self.audience))
        return self.shown.parts == {"table": whole["table"], "game": whole["game"]}


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_everybody_in_a_room_is_shown_what_is_theirs(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    law, random = GAMES[game], FastRandom(7)
    seats = min(law.seats[-1], len(EVERYBODY) - 1)
    desk = seated(table_settings(game=game, seats=seats, watch="public"), seats)
    made = 0

    def count(message: Message, protocol: int, encoded=Message.encoded) -> bytes:  # type: ignore[no-untyped-def]
        nonlocal made
        made += message._encoded[1] is None
        return bytes(encoded(message, protocol))

    monkeypatch.setattr(Message, "encoded", count)
    told = 0
    async with rooms_in(tmp_path) as rooms:
        with clock_at(lambda: desk.now):
            await write(rooms.store, desk.log)
            room = await rooms.get(desk.table.id)
            assert room is not None
            clients = [Client(guest, protocol=FOLLOWING) for guest in EVERYBODY]
            for client in clients:
                await come(rooms, room, client)
            for client in clients:
                client.begin(room.table)
            for number in range(MOVES):
                phase = room.table.phase
                if not isinstance(phase, Playing) or not phase.turns:
                    break
                turns = sorted(phase.turns)
                seat = turns[random.below(len(turns))]
                legal = law.legal_actions(phase.state, Seat(seat))
                move = act(legal[random.below(len(legal))])
                answer = await rooms.ask(room.table.id, EVERYBODY[seat], f"move {number}", move)
                assert isinstance(answer, Accepted)
                told += len(clients)
                for client in clients:
                    assert client.shows(room.table), (number, client.guest)
    assert told
    if law.followed:
        assert made < told, "what several are told is made once"
