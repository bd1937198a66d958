"""Logs that older releases wrote are read, mean what they meant, and can be played on."""

import json
import lzma
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from filon.games.chance import FastRandom
from filon.games.contract import TABLE, Actor, AnyGame, Seat, play
from filon.games.registry import GAMES, OURS
from filon.tables import AnyTable, Entry, Guest, decode_events, decode_table, evolve
from filon.tables.model import Over, Playing
from filon.tables.shapes import all_digests
from filon.tables.versions import CHANGES, VERSION, since

LOGS = Path(__file__).parents[1] / "logs"
RELEASES = sorted((folder.name for folder in LOGS.glob("release-*")), key=lambda name: int(name[8:]))
EVERY = [(release, game) for release in RELEASES for game in OURS]

SAID_NO_MORE = {("release-1", "challenged")}
"""What views told and do so elsewhere now: LAB-5.7 was kept in the phase of the turn."""


class Kept(msgspec.Struct, frozen=True):
    name: str
    game: str
    entries: tuple[tuple[int, int, str, str, bytes], ...]
    snapshot: bytes
    status: str
    outcome: dict[str, Any] | None
    views: dict[int, list[Any]]


class Shapes(msgspec.Struct, frozen=True):
    version: int
    digests: dict[str, dict[str, str]]


@cache
def kept(release: str, game: str) -> list[Kept]:
    data = lzma.decompress((LOGS / release / f"{game}.msgpack.xz").read_bytes())
    return msgspec.msgpack.decode(data, type=list[Kept])


@cache
def shapes(release: str) -> Shapes | None:
    """Of the releases that knew versions, and of the one before them."""
    file = LOGS / release / "shapes.json"
    return msgspec.json.decode(file.read_bytes(), type=Shapes) if file.exists() else None


def read(log: Kept, sequence: int) -> Entry:
    number, at, sender, command, data = log.entries[sequence - 1]
    return Entry(number, at, Guest(sender), command, decode_events(log.game, data))


def includes(release: str, today: Any, then: Any) -> bool:
    """Whether all that was told then is told today; more may be."""
    if isinstance(then, dict):
        return all(
            (release, name) in SAID_NO_MORE or (name in today and includes(release, today[name], value))
            for name, value in then.items()
        )
    if isinstance(then, list):
        return len(then) == len(today) and all(map(includes, [release] * len(then), today, then))
    return bool(then == today)


@pytest.mark.parametrize(("release", "game"), EVERY)
def test_a_log_of_an_older_release_folds_to_what_it_meant(release: str, game: str) -> None:
    for log in kept(release, game):
        table: AnyTable | None = None
        for sequence in range(1, len(log.entries) + 1):
            table = evolve(table, read(log, sequence))
            if sequence in log.views:
                assert isinstance(table.phase, Playing | Over)
                viewers = [*map(Seat, range(table.settings.seats)), None]
                views = [GAMES[game].view(table.phase.state, viewer) for viewer in viewers]
                seen = msgspec.msgpack.decode(msgspec.msgpack.encode(views), strict=False)
                assert includes(release, seen, log.views[sequence]), (log.name, sequence)
        assert table is not None
        assert (type(table.phase).__name__, table.sequence) == (log.status, len(log.entries)), log.name
        if isinstance(table.phase, Over):
            assert json.loads(msgspec.json.encode(table.phase.result.outcome)) == log.outcome
        assert decode_table(game, log.snapshot) in (None, table), "a snapshot is of these types, or not read"


def can_go_on(game: AnyGame, state: Any, seed: int, moves: int) -> None:
    random = FastRandom(seed)
    for _ in range(moves):
        if game.outcome(state) is not None:
            return
        actors: list[Actor] = [*sorted(game.to_act(state))] or [TABLE]
        choices = [(actor, action) for actor in actors for action in game.legal_actions(state, actor)]
        assert choices, "nobody can do anything"
        actor, action = choices[random.below(len(choices))]
        state, _ = play(game, state, actor, action, random)


@pytest.mark.parametrize(("release", "game"), EVERY)
def test_a_table_of_an_older_release_is_played_on_from_wherever_it_was_left(release: str, game: str) -> None:
    """From every eleventh entry of each log and from its end."""
    for log in kept(release, game):
        table: AnyTable | None = None
        for sequence in range(1, len(log.entries) + 1):
            table = evolve(table, read(log, sequence))
            left = sequence % 11 == 0 or sequence == len(log.entries)
            if isinstance(table.phase, Playing) and left:
                can_go_on(GAMES[game], table.phase.state, sequence, moves=20)


@pytest.mark.parametrize("game", OURS)
def test_every_release_has_whole_games_and_games_left_in_the_middle(game: str) -> None:
    for release in RELEASES:
        assert {log.status for log in kept(release, game)} == {"Playing", "Over"}


def test_the_logs_of_this_release_are_kept() -> None:
    newest = shapes(RELEASES[-1])
    assert newest is not None
    after = f"release-{int(RELEASES[-1][8:]) + 1}"
    told = (
        f"What is written to logs looks different from {RELEASES[-1]}. If that was released, keep the logs of"
        f" this one: python tools/golden_logs.py {after}; if not, write them again."
    )
    assert newest == Shapes(VERSION, all_digests()), told


@pytest.mark.parametrize("release", [release for release in RELEASES if shapes(release) is not None])
def test_whatever_looks_different_since_a_release_has_a_version_above_it(release: str) -> None:
    """Else that release would take it for its own, and fail on it or miss what it says."""
    then = shapes(release)
    assert then is not None
    for game, digests in all_digests().items():
        marked = since(GAMES[game].changes if game else CHANGES)
        for name, digest in digests.items():
            same = then.digests.get(game, {}).get(name) == digest
            assert same or marked.get(name, 0) > then.version, (
                f"{game or 'table'}: {name} is not what it was in {release}: name it in"
                f" {'Game.changes' if game else 'tables/versions.py'} under a version above {then.version}"
            )
