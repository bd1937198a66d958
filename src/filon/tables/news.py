"""What those who look at a table are sent when it has gone on: the entries, and what changed by them.

Viewers with equal audiences get equal bytes, so that a server encodes each message once for each of them.
"""

from collections.abc import Iterable, Sequence
from itertools import repeat
from typing import Any, Final, NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from filon.tables.audience import Audience
from filon.tables.events import Entry, Played
from filon.tables.model import AnyTable, Playing
from filon.tables.patches import Differ
from filon.tables.protocol import GamePart, Seen, Sync, Update
from filon.tables.seating import game_of
from filon.tables.watch import Shown, entries_for, entry_for, game_parts, sync, table_parts

CATCH_UP: Final = 16
"""Missed entries that are worth telling one by one; after more a Sync is shorter and says as much."""


class News(NamedTuple):
    """What entries tell one viewer, and what is shown before and after them."""

    viewer: Audience
    table: AnyTable
    entries: Sequence[Entry]
    now: int
    told: Sequence[Seen]
    before: Shown
    after: Shown
    followed: bool = False
    """The views are left out of both: the events tell what changed in them."""

    def signature(self) -> tuple[int, ...]:
        """Equal for those, of one group of entries, whose patches are made of the very same parts."""
        return id(self.before.game), id(self.after.game), *map(id, self.told)

    def whole(self) -> Update:
        """For protocol 1: the parts that were made anew, but for legal actions that are what they were."""
        table, known, game = self.table, self.before.game, self.after.game
        if game is not None and known is not None and game.legal and game.legal == known.legal:
            game = replace(game, legal=UNSET)
        return Update(
            table.sequence,
            table.at,
            entries_whole(self.viewer, table, self.entries, self.now),
            UNSET if self.after.table is self.before.table else self.after.table,
            UNSET if self.after.game is known else game,
        )

    def patch(self, differ: Differ) -> Update:
        """For protocol 2 and above. `differ` is one for all who hear of these entries."""
        before, after = self.before, self.after
        change: dict[str, Any] | None
        if before.table is after.table and before.game is not None and after.game is not None:
            moved = differ.difference(before.game, after.game)  # as nearly always
            change = None if moved is None else {"~": {"game": moved}}
        else:
            change = differ.difference(before, after)
        return Update(
            self.table.sequence,
            self.table.at,
            self.told,
            patch=UNSET if change is None else change,
            followed=self.followed or UNSET,
        )


def entries_whole(viewer: Audience, table: AnyTable, entries: Sequence[Entry], now: int) -> tuple[Seen, ...]:
    """What this viewer may know of the entries, in the form of protocol 1."""
    return tuple(seen for entry in entries if (seen := entry_for(viewer, table, entry, now)) is not None)


class Screens:
    """What those who look at a table have been shown, so that they can be sent what changed.

    It only saves work: what a viewer has seen follows from the table it has seen.
    """

    __slots__ = ("_games", "_table", "_viewers")

    def __init__(self) -> None:
        self._table: AnyTable | None = None
        self._viewers: Sequence[Audience] = ()
        self._games: Sequence[GamePart | None] = ()

    def news(
        self,
        before: AnyTable,
        entries: Sequence[Entry],
        table: AnyTable,
        viewers: Sequence[Audience],
        now: int | None = None,
        *,
        following: bool = False,
    ) -> list[News]:
        """What `entries`, which led from `before` to `table`, tell those who have been shown `before`; in
        their order.

        `following`: all of them speak protocol 3.
        """
        now = table.at if now is None else now
        moved = table.moved > before.sequence
        followed = moved and following and _can_be_followed(before, entries, table)
        known = self._seen(before, viewers, with_views=not followed if moved else None)
        games = game_parts(table, viewers, with_views=not followed) if moved else known
        self._table, self._viewers, self._games = table, viewers, games
        olds: Iterable[Shown] = map(Shown, repeat(UNSET), known)
        news: Iterable[Shown] = map(Shown, repeat(UNSET), games)
        if table.revised > before.sequence:
            olds = map(Shown, table_parts(before, viewers, before.at), known)
            news = map(Shown, table_parts(table, viewers, now), games)
        told = entries_for(viewers, table, entries, now)
        return [
            News(viewer, table, entries, now, seen, old, new, followed)
            for viewer, seen, old, new in zip(viewers, told, olds, news, strict=True)
        ]

    def _seen(
        self, table: AnyTable, viewers: Sequence[Audience], *, with_views: bool | None
    ) -> Sequence[GamePart | None]:
        """What they have in front of them of the game, with or without views, or as it is at hand."""
        if self._table is table and self._viewers == viewers:
            seen = self._games
            if with_views is None or all(one is None or _has_view(one) is with_views for one in seen):
                return seen
        return game_parts(table, viewers, with_views=with_views is not False)

    def forget(self) -> None:
        """Nobody looks any more."""
        self._table, self._viewers, self._games = None, (), ()


def _has_view(part: GamePart) -> bool:
    return part.view is not UNSET


def _can_be_followed(before: AnyTable, entries: Sequence[Entry], table: AnyTable) -> bool:
    """Whether the entries hold nothing but moves, none of which shows more than its events tell."""
    if type(before.phase) is not Playing or type(table.phase) is not Playing:
        return False
    followed = game_of(table).followed
    for entry in entries:
        for event in entry.events:
            if type(event) is not Played or not followed.issuperset(map(type, event.events)):
                return False
    return True


def update(
    table: AnyTable, entries: Sequence[Entry], viewer: Audience, before: AnyTable | None = None
) -> Update:
    """What `entries`, the latest of the log, tell this viewer, in the form of protocol 1.

    With `before`, the table as this viewer has seen it, legal actions that are still the same are left out.
    """
    if before is None:
        return _since(table, entries, viewer, table.at, patches=False)
    return Screens().news(before, entries, table, (viewer,))[0].whole()


def catch_up(
    table: AnyTable,
    entries: Sequence[Entry],
    viewer: Audience,
    after: int | None,
    *,
    now: int | None = None,
    patches: bool = False,
) -> Update | Sync | None:
    """For a client that has seen the log up to `after`; `entries` are those after it (none if not at hand).

    None: the client has missed nothing. Where chairs have changed since, an Update would tell a newcomer to a
    seat less than a Sync does. `patches`: in the form of protocol 2.
    """
    if after == table.sequence:
        return None
    if after is None or after > table.sequence or after < table.seated or not entries:
        return sync(table, viewer, now=now)
    if len(entries) > CATCH_UP or entries[0].sequence != after + 1:
        return sync(table, viewer, now=now)
    return _since(table, entries, viewer, table.at if now is None else now, patches=patches)


def _since(table: AnyTable, entries: Sequence[Entry], viewer: Audience, now: int, *, patches: bool) -> Update:
    """For whom nobody knows what is in front of: each part whole that has changed with these entries."""
    seen = entries[0].sequence - 1
    parts: dict[str, Any] = {}
    if table.revised > seen:
        parts["table"] = table_parts(table, (viewer,), now)[0]
    if table.moved > seen:
        parts["game"] = game_parts(table, (viewer,))[0]
    if not patches:
        return Update(table.sequence, table.at, entries_whole(viewer, table, entries, now), **parts)
    (told,) = entries_for((viewer,), table, entries, now)
    return Update(table.sequence, table.at, told, patch={"=": parts} if parts else UNSET)
