"""The types that the web client is checked against: whole, and of nothing that viewers may not know."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeAlias, get_args

import msgspec
import pytest

from filon.games.registry import GAMES, OURS
from filon.tables import events, game_types
from filon.tables.protocol import SeenEvent
from tools.web_types import Writer, files

WRITTEN = Path(__file__).parents[2] / "web" / "src" / "lib" / "protocol"


class Leaf(msgspec.Struct, tag=True):
    view: game_types.View


class Plain(msgspec.Struct, tag=True):
    count: int


class Branch(msgspec.Struct):
    leaves: tuple[Leaf, ...]
    legal: Sequence[game_types.Action]
    plain: Plain


Either: TypeAlias = Leaf | Plain


class Tree(msgspec.Struct):
    parts: tuple[Either, ...]


def written(**roots: object) -> str:
    writer = Writer()
    for name, root in roots.items():
        writer.add(name, root)
    return re.sub(r"\s+", " ", writer.text())


@pytest.mark.parametrize("name", files())
def test_the_clients_types_are_up_to_date(name: str) -> None:
    assert (WRITTEN / name).read_text() == files()[name], "run scripts/web-types"


@pytest.mark.parametrize("name", files())
def test_nothing_is_left_for_the_client_to_guess(name: str) -> None:
    assert not re.search(r"\b(unknown|any)\b", files()[name])


def test_a_field_that_may_hold_anything_is_refused() -> None:
    class Loose(msgspec.Struct):
        what: Any

    with pytest.raises(TypeError, match="mark it"):
        written(Loose=Loose)


def test_what_holds_something_of_a_game_is_generic_in_just_that() -> None:
    text = written(Branch=Branch)
    assert 'interface Leaf<View> { type: "Leaf"; view: View; }' in text
    assert "interface Plain { " in text
    assert "interface Branch<View, Action> { leaves: readonly Leaf<View>[]; legal: readonly Action[];" in text


def test_a_union_that_has_a_name_is_called_by_it() -> None:
    text = written(Either=Either, Tree=Tree)
    assert "type Either<View> = Leaf<View> | Plain;" in text
    assert "interface Tree<View> { parts: readonly Either<View>[]; }" in text


def test_each_game_is_told_its_own_types() -> None:
    assert set(OURS) < set(GAMES), "a host's own games are in no file of ours"
    assert set(files()) == {"table.ts", "games.ts", *(f"{name}.ts" for name in OURS)}
    for name in OURS:
        parts = " ".join(f"{part}: {name}.{part};" for part in ("View", "Action", "Event", "Insight"))
        assert f"  {name}: {{ {parts} }};" in files()["games.ts"]


def test_the_events_that_hold_secrets_are_none_that_viewers_see() -> None:
    seen = set(get_args(SeenEvent))
    assert not seen & {events.Opened, events.Muted, events.Said, events.PhraseSaid, events.Started}
    assert not seen & {events.PositionGiven, events.DealPlayed}
    assert not re.search(r"\b(root|whom)\b", files()["table.ts"])
