"""The index row of a table, and what lists of tables say of it."""

from typing import Final

import msgspec

from filon.store import GameLine, ListedGame, Row, Status
from filon.tables import AnyTable, next_wake, summary
from filon.tables.model import Bot, Clock, Held, Over


class Card(msgspec.Struct, frozen=True):
    """What a list shows beyond the row's own columns."""

    host: str
    players: tuple[str | None, ...]
    clock: Clock
    watch: str
    opened_at: int
    sat: tuple[str, ...] = ()
    """While a game is over: on whose lists of finished games it stands."""


class GameCard(msgspec.Struct, frozen=True):
    """What a list shows of a finished game. By seat: who held it at its end, names (empty for bots) and the
    levels of bots (empty for people).
    """

    seats: tuple[str | None, ...]
    names: tuple[str, ...]
    bots: tuple[str, ...]
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    given: bool = False
    """It began with a position of another game: an exercise, which no record counts."""


class FinishedInfo(msgspec.Struct, frozen=True):
    """A finished game as the list of one who sat at it shows it."""

    table: str
    code: str
    game: str
    number: int
    """Of the games at that table."""
    ended_at: int
    names: tuple[str, ...]
    """By seat; empty for a bot."""
    bots: tuple[str, ...]
    """By seat: the level; empty for a person."""
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    seat: int | None
    """The caller's, who may have left before the end."""


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
_game_card: Final = msgspec.msgpack.Decoder(GameCard)


def row_of(table: AnyTable) -> Row:
    return _whole_row(table, next_wake(table))


def row_after(table: AnyTable, wake_at: int | None, before: Row | None, before_revised: int) -> Row:
    """The row of a table that wants to be woken then. `before` spares the work where only the game went on
    since.
    """
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
    return _whole_row(table, wake_at)


def _whole_row(table: AnyTable, wake_at: int | None) -> Row:
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
                sat=table.finished[-1].sat if isinstance(table.phase, Over) else (),
            )
        ),
    )


def newly_finished(table: AnyTable, before: AnyTable | None) -> list[ListedGame]:
    """The games that the lists have to be told of: those that ended since `before`, and those at which a seat
    changed hands. Without `before` all that the table remembers: an older release may not have told of them.
    """
    if before is not None and table.finished is before.finished:
        return []
    known = () if before is None else before.finished
    return [
        ListedGame(
            number=game.game,
            ended_at=game.at,
            guests=game.sat,
            summary=_encode(
                GameCard(
                    seats=game.seats,
                    names=game.names,
                    bots=game.bots,
                    winners=game.outcome.winners,
                    scores=game.outcome.scores,
                    given=game.given,
                )
            ),
        )
        for game in table.finished
        if game not in known
    ]


def finished_info(line: GameLine, guest: str) -> FinishedInfo:
    card = game_card_of(line.summary)
    return FinishedInfo(
        table=line.table,
        code=line.code,
        game=line.game,
        number=line.number,
        ended_at=line.ended_at,
        names=card.names,
        bots=card.bots,
        winners=card.winners,
        scores=card.scores,
        seat=card.seats.index(guest) if guest in card.seats else None,
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


def game_card_of(summary: bytes) -> GameCard:
    return _game_card.decode(summary)


def card_of(row: Row) -> Card:
    return _card.decode(row.summary)


def info_of(row: Row) -> TableInfo:
    card = card_of(row)
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
