"""Whether what two viewers were told differs, and whether it may."""

from collections.abc import Iterator, Mapping
from typing import Any

from bench.chaos.watcher import SeenEntry, read_entry
from filon.games.contract import AnyGame
from filon.tables.model import THE_TABLE


def compare_entries(game: AnyGame, ours: Mapping[int, str], theirs: Mapping[int, str]) -> str | None:
    """None while the worlds look alike; `revealed` or `interrupted` where they rightly went apart; else how
    they differ. Entries that only one viewer was told one by one are not compared.
    """
    for sequence in sorted(ours.keys() & theirs.keys()):
        if ours[sequence] == theirs[sequence]:
            continue
        one, other = (read_entry(_readable(text)) for text in (ours[sequence], theirs[sequence]))
        if one.sender != other.sender or THE_TABLE in (one.sender, other.sender):
            return "interrupted"
        for mine, yours in zip(_told(one), _told(other), strict=False):
            if mine == yours:
                continue
            differing = {field for field in mine | yours if mine.get(field) != yours.get(field)}
            if mine["type"] == yours["type"] and differing <= game.reveals.get(mine["type"], frozenset()):
                return "revealed"
            if "Departed" in (mine["type"], yours["type"]) or "Arrived" in (mine["type"], yours["type"]):
                return "interrupted"
            return f"entry {sequence}: {mine} and {yours}"
        return f"entry {sequence}: {difference(ours[sequence], theirs[sequence])}"
    return None


def _readable(blotted: str) -> str:
    return blotted.replace(":TIME", ":0")


def _told(entry: SeenEntry) -> Iterator[dict[str, Any]]:
    """Each event, those of the game by themselves."""
    for event in entry.events:
        yield from event.get("events") or (event,)


def difference(ours: str, theirs: str) -> str:
    at = next(
        (place for place, (one, other) in enumerate(zip(ours, theirs, strict=False)) if one != other),
        min(len(ours), len(theirs)),
    )
    begin = max(0, at - 60)
    return f"...{ours[begin : at + 60]} and ...{theirs[begin : at + 60]}"
