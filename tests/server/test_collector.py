"""What stays in memory with every move is nothing for Python's collector, whose looks make everybody wait."""

from collections.abc import Iterator
from typing import Any, get_origin

import msgspec
import pytest

from filon.games.contract import AnyGame
from filon.games.registry import GAMES
from filon.store import Entry as StoredEntry
from filon.store import Row
from filon.tables import Audience, Entry, FromServer
from filon.tables.commands import AnyCommand
from filon.tables.model import TableState
from filon.tables.protocol import GamePart, GamePlayed, Seen

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())


def looked_at(*roots: Any) -> Iterator[str]:
    """Structs among these types, and within them, that the collector would look at."""
    known: set[type] = set()
    waiting: list[Any] = [msgspec.inspect.type_info(root) for root in roots]
    while waiting:
        found = waiting.pop()
        match found:
            case msgspec.inspect.StructType(cls=cls, fields=fields) if cls not in known:
                known.add(cls)
                waiting += [field.type for field in fields]
                plain: Any = get_origin(cls) or cls
                if plain.__struct_config__.gc:
                    yield plain.__name__
            case msgspec.inspect.UnionType(types=types):
                waiting += types
            case msgspec.inspect.DictType(key_type=key, value_type=value):
                waiting += (key, value)
            case msgspec.inspect.VarTupleType(item_type=item) | msgspec.inspect.ListType(item_type=item):
                waiting.append(item)
            case msgspec.inspect.TupleType(item_types=items):
                waiting += items
            case _:
                pass


@every_game
def test_nothing_of_a_game_is_looked_at(game: AnyGame) -> None:
    types = (game.options_type, game.state_type, game.action_type, game.event_type, game.view_type)
    assert list(looked_at(*types)) == []


def test_nothing_of_a_table_its_log_and_its_messages_is_looked_at() -> None:
    messages = (FromServer, GamePart, GamePlayed, Seen, AnyCommand)
    assert list(looked_at(TableState, Entry, Audience, StoredEntry, Row, *messages)) == []


def test_the_search_finds_what_is_hidden_deep_inside() -> None:
    class Deep(msgspec.Struct):
        pass

    class Holder(msgspec.Struct, frozen=True, gc=False):
        inside: dict[str, tuple[Deep | None, ...]]

    assert list(looked_at(Holder)) == ["Deep"]
