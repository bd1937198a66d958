"""Versions of what is in logs: what changed when, and how an older entry becomes one of today.

An entry is written as the lowest version that can say it, so that while servers are replaced one by one the
older go on with every table at which nothing new has happened. An event is new or changed if an older release
could not read it, or would read it and miss something; its name then stands here under a new version.

A version belongs to the whole repository: a game's own changes (`Game.changes`) count by the same numbers.
"""

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from filon.games.contract import Changes, Upcast

_Changed: TypeAlias = Mapping[str, Upcast | None]

VERSION: Final = 3
"""The newest that this release reads and writes, up to 127. A release that adds to CHANGES counts it up."""

FOLD: Final = 1
"""Count it up where the same log gives another table though no struct looks different: no snapshot of
before is read then.
"""

CHANGES: Final[Changes] = {
    1: {"Abandoned": None},
    2: {"Opened": None, "SettingsChanged": None},
    3: {"PositionGiven": None, "DealPlayed": None},
}
"""Of the table's own events. None: the event is new, or one of before reads as it did."""


def since(changes: Changes) -> dict[str, int]:
    """By name, the version from which on events look as they do now. Who is not named always did."""
    return {name: version for version in sorted(changes) for name in changes[version]}


def upcasts(changes: Changes) -> dict[str, int]:
    """By name, the first version whose events need no upcast any more."""
    return {
        name: version
        for version in sorted(changes)
        for name, upcast in changes[version].items()
        if upcast is not None
    }


def upcast_events(of_game: Changes, events: list[Any], version: int) -> list[Any]:
    """Events of an older version, in plain dicts and lists, into today's, version by version."""
    for number in range(version + 1, VERSION + 1):
        ours, theirs = CHANGES.get(number, {}), of_game.get(number, {})
        events = [_upcast(ours, theirs, event) for event in events]
    return events


def _upcast(ours: _Changed, theirs: _Changed, event: dict[str, Any]) -> dict[str, Any]:
    upcast = ours.get(event["type"])
    if upcast is not None:
        event = upcast(event)
    if event["type"] == "Started":
        return event | {"state": _of_game(theirs, "State", event["state"])}
    if event["type"] == "Played":
        action, events = event["action"], event["events"]
        return event | {
            "action": _of_game(theirs, action["type"], action),
            "events": [_of_game(theirs, one["type"], one) for one in events],
        }
    return event


def _of_game(changes: _Changed, name: str, value: dict[str, Any]) -> dict[str, Any]:
    upcast = changes.get(name)
    return value if upcast is None else upcast(value)
