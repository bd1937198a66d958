"""The index row of a table, and what lists of tables say of it."""

from typing import Final

import msgspec

from filon.store import Row, Status
from filon.tables import AnyTable, next_wake, summary
from filon.tables.model import Bot, Clock, Held


class Card(msgspec.Struct, frozen=True):
    """What a list shows beyond the row's own columns."""

    host: str
    players: tuple[str | None, ...]
    clock: Clock
    watch: str
    opened_at: int


class TableInfo(msgspec.Struct, frozen=True):
    """A table as lists and invitations show it."""

    id: str
    code: str
    game: str
    status: Status
    public: bool
    seats: int
    taken: int
    host: str
    players: tuple[str | None, ...]
    """By seat: a name, or the level of a bot; None on an empty chair."""
    clock: Clock
    watch: str
    opened_at: int
    changed_at: int


_CHANGED_EVERY_MS: Final = 10_000
"""How exact `changed_at` is while only the game goes on. Lists are ordered by it, so that each new value
moves the table in an index; a store that has only the sequence to rewrite does half the work.
"""
_encode: Final = msgspec.msgpack.Encoder().encode
_card: Final = msgspec.msgpack.Decoder(Card)


def row_of(table: AnyTable, before: Row | None = None, before_revised: int = 0) -> Row:
    """The row that goes with the table. `before` spares the work where only the game went on since."""
    wake_at = next_wake(table)
    if before is not None and before_revised == table.revised:
        return Row(
            before.table,
            before.code,
            before.game,
            before.status,
            before.public,
            before.host,
            before.seats,
            before.taken,
            before.guests,
            table.sequence,
            wake_at,
            table.at if table.at - before.changed_at >= _CHANGED_EVERY_MS else before.changed_at,
            before.summary,
        )
    brief = summary(table)
    return Row(
        table=table.id,
        code=table.code,
        game=table.settings.game,
        status=brief.status,
        public=brief.public,
        host=brief.host,
        seats=brief.seats,
        taken=brief.taken,
        guests=brief.guests,
        sequence=table.sequence,
        wake_at=wake_at,
        changed_at=table.at,
        summary=_encode(
            Card(
                host=brief.host_name,
                players=_players(table),
                clock=table.settings.clock,
                watch=table.settings.watch,
                opened_at=table.opened_at,
            )
        ),
    )


def _players(table: AnyTable) -> tuple[str | None, ...]:
    names: list[str | None] = []
    for chair in table.chairs:
        match chair:
            case Held(guest):
                names.append(table.people[guest].name)
            case Bot(level):
                names.append(level)
            case _:
                names.append(None)
    return tuple(names)


def info_of(row: Row) -> TableInfo:
    card = _card.decode(row.summary)
    return TableInfo(
        id=row.table,
        code=row.code,
        game=row.game,
        status=row.status,
        public=row.public,
        seats=row.seats,
        taken=row.taken,
        host=card.host,
        players=card.players,
        clock=card.clock,
        watch=card.watch,
        opened_at=card.opened_at,
        changed_at=row.changed_at,
    )
