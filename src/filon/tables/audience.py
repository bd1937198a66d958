"""Who looks at a table, and from when on they may know what happened there.

One law for what is sent live, for what is shown late and for the log read back: **the rule of watching that
held when an entry happened decides**, whatever the host chooses afterwards.

- An entry is shown to a viewer as whom the viewer was then (`audience` of the table it led to); to whom the
  rule shut out then, never. A rule with a delay makes it wait: for the larger of the delays then and now.
- In the lobby the chairs, the people and the settings are there for everybody, who may want to sit down.
- What is said and how a game ended (with the seed that tells all its cards) is for those who were at the
  table, and beyond them for whom the rule of that time lets watch, as late as it says. In a lobby too.
"""

from typing import Final

import msgspec
from msgspec.structs import replace

from filon.tables.events import Entry
from filon.tables.model import AnyTable, Guest, Held, Lobby, Over, Result, WatchRule
from filon.tables.refusal import Refused
from filon.tables.seating import seat_of

_OPEN: Final = frozenset({"public", "seat"})
"""Rules under which anybody hears and sees at once what is not a seat's own."""


class Audience(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """Whose eyes: a seat's own player, a spectator of a seat, of the public view, or of everything, late."""

    seat: int | None = None
    playing: bool = False
    everything: bool = False
    delay_s: int = 0
    """The server shows this audience the table as it was so long ago."""
    muted: tuple[Guest, ...] = ()
    since: int | None = None
    """The entry since which this viewer is at the table. None for spectators, and for everybody where
    nothing was ever private: equal audiences share their bytes.
    """


def audience(
    table: AnyTable, guest: Guest | None, *, screen: bool = False, watch: int | None = None
) -> Audience:
    """As whom this guest looks at the table, by the table's rule; Refused if not at all.

    A wish to watch a seat whose player does not agree gives the public view.
    """
    if guest is not None and guest in table.banned:
        raise Refused("removed", "the host has sent you away from this table")
    seat = None if guest is None else seat_of(table, guest)
    person = None if guest is None else table.people.get(guest)
    muted = () if person is None else person.muted
    since = None if person is None or not _ever_private(table) else person.hears_from
    if seat is not None:
        return Audience(None if screen else seat, playing=not screen, muted=muted, since=since)
    if isinstance(table.phase, Lobby):
        return Audience(muted=muted, since=since)
    match table.settings.watch:
        case "nobody":
            raise Refused("no_watching", "this table plays without spectators")
        case "delayed" if not screen:
            return Audience(everything=True, delay_s=table.settings.delay_s, muted=muted, since=since)
        case "seat" if not screen and watch is not None and _agreed(table, watch):
            return Audience(watch, muted=muted, since=since)
        case _:
            return Audience(muted=muted, since=since)


def _agreed(table: AnyTable, seat: int) -> bool:
    if not 0 <= seat < len(table.chairs):
        return False
    chair = table.chairs[seat]
    return isinstance(chair, Held) and chair.watchable


def _ever_private(table: AnyTable) -> bool:
    return any(rule.watch not in _OPEN for rule in table.watch_rules)


def is_shown_late(table: AnyTable) -> bool:
    """Whether those who only watch are shown the table as it was a while ago."""
    return table.settings.watch == "delayed" and not isinstance(table.phase, Lobby)


def audience_then(
    then: AnyTable,
    entry: Entry,
    today: Audience,
    guest: Guest | None,
    *,
    now: int,
    screen: bool = False,
    watch: int | None = None,
) -> Audience | None:
    """As whom this guest may be shown an entry of the past, which led to `then`; None while not at all.

    `today` is as whom the guest looks at the table as it is now.
    """
    try:
        viewer = audience(then, guest, screen=screen, watch=watch)
    except Refused:
        return None
    delay_s = max(viewer.delay_s, today.delay_s)
    return None if delay_s and entry.at + delay_s * 1000 > now else viewer


def late_audience(viewer: Audience, then: AnyTable) -> Audience:
    """As whom somebody who is shown a table late sees it as it was `then`: every seat's view only of a game
    that was played under that rule.
    """
    everything = then.settings.watch == "delayed"
    return viewer if viewer.everything == everything else replace(viewer, everything=everything)


def may_know(table: AnyTable, viewer: Audience, sequence: int, at: int, now: int) -> bool:
    """Whether what was said, or how a game stood, with entry `sequence` at time `at` is for this viewer."""
    if viewer.since is not None and viewer.since <= sequence:
        return True
    rule = _rule_of(table, sequence)
    if rule.watch == "delayed":
        today = table.settings.delay_s if table.settings.watch == "delayed" else 0
        return at + max(rule.delay_s, viewer.delay_s, today) * 1000 <= now
    return rule.watch in _OPEN


def result_for(table: AnyTable, viewer: Audience, now: int) -> Result | None:
    """The latest game that is over, as far as this viewer may know of it."""
    match table.phase:
        case Over(result=result) if may_know(table, viewer, table.sequence, table.at, now):
            return result
        case Lobby(last=result, last_sequence=sequence, last_at=at) if may_know(
            table, viewer, sequence, at, now
        ):
            return result
        case _:
            return None


def _rule_of(table: AnyTable, sequence: int) -> WatchRule:
    for rule in reversed(table.watch_rules):
        if rule.since <= sequence:
            return rule
    return WatchRule(1, table.settings.watch, table.settings.delay_s)


def rules_from(table: AnyTable, latest: WatchRule) -> tuple[WatchRule, ...]:
    """Earlier rules are kept while something that happened under them can still be shown."""
    rules = table.watch_rules or (WatchRule(1, table.settings.watch, table.settings.delay_s),)
    if (rules[-1].watch, rules[-1].delay_s) == (latest.watch, latest.delay_s):
        return rules
    told = [message.sequence for message in table.chat]
    if isinstance(table.phase, Lobby) and table.phase.last is not None:
        told.append(table.phase.last_sequence)
    ends = [rule.since for rule in (*rules[1:], latest)]
    used = (
        rule
        for rule, end in zip(rules, ends, strict=True)
        if any(rule.since <= sequence < end for sequence in told)
    )
    return (*used, latest)
