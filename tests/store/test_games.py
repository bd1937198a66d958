"""Finished games on the lists of those who sat at them."""

import pytest

from filon.store import GameCursor, GameLine, ListedGame, Store, fingerprint
from tests.store.making import NOON, entry, grown, row

pytestmark = pytest.mark.anyio


def finished(number: int, *guests: str, summary: bytes = b"won") -> ListedGame:
    return ListedGame(number, NOON + number, guests, summary)


def line(table: str, number: int, *, summary: bytes = b"won") -> GameLine:
    return GameLine(table, f"code-{table}", "diamant", number, NOON + number, summary)


async def test_a_game_stands_on_the_list_of_each_who_sat_also_after_the_next_one(store: Store) -> None:
    first = row("t1", guests=("ada", "ben"))
    await store.create(first, entry(1))
    over = grown(first, status="over")
    await store.append(over, [entry(2)], 1, before=first, finished=[finished(1, "ada", "ben")])
    again = grown(over, status="lobby", guests=("ada",))
    await store.append(again, [entry(3)], 2, before=over)
    await store.append(grown(again, status="over"), [entry(4)], 3, finished=[finished(2, "ada")])
    assert await store.games_of("ada", 10) == [line("t1", 2), line("t1", 1)]
    assert await store.games_of("ben", 10) == [line("t1", 1)], "who left keeps what was played"
    assert await store.games_of("cyd", 10) == []


async def test_a_list_of_games_is_paged(store: Store) -> None:
    opened = row("t1")
    await store.create(opened, entry(1))
    games = [finished(number, "ada") for number in range(1, 6)]
    await store.append(grown(opened), [entry(2)], 1, finished=games)
    seen: list[int] = []
    before: GameCursor | None = None
    while page := await store.games_of("ada", 2, before):
        seen += [game.number for game in page]
        before = GameCursor(page[-1].ended_at, page[-1].table, page[-1].number)
    assert seen == [5, 4, 3, 2, 1]


async def test_a_hidden_game_is_off_one_list_alone_and_can_be_put_back(store: Store) -> None:
    opened = row("t1")
    await store.create(opened, entry(1))
    await store.append(grown(opened), [entry(2)], 1, finished=[finished(1, "ada", "ben")])
    assert await store.hide_game("ada", "t1", 1, hidden=True)
    assert not await store.hide_game("ada", "t1", 2, hidden=True)
    assert not await store.hide_game("cyd", "t1", 1, hidden=True)
    assert await store.games_of("ada", 10) == []
    assert await store.games_of("ben", 10) == [line("t1", 1)]
    assert await store.hide_game("ada", "t1", 1, hidden=False)
    assert await store.games_of("ada", 10) == [line("t1", 1)]


async def test_a_game_told_again_goes_to_its_new_guests_and_stays_hidden(store: Store) -> None:
    opened = row("t1")
    await store.create(opened, entry(1))
    await store.append(grown(opened), [entry(2)], 1, finished=[finished(1, "ada", "ben")])
    await store.hide_game("ben", "t1", 1, hidden=True)
    handed = finished(1, "ben", "phone", summary=b"handed")
    await store.append(grown(opened, 2), [entry(3)], 2, finished=[handed])
    assert await store.games_of("ada", 10) == []
    assert await store.games_of("ben", 10) == []
    assert await store.games_of("phone", 10) == [line("t1", 1, summary=b"handed")]


async def test_games_go_with_their_table_and_with_their_guest(store: Store) -> None:
    for name in ("t1", "t2"):
        opened = row(name)
        await store.create(opened, entry(1))
        over = grown(opened, status="over" if name == "t1" else "lobby")
        await store.append(over, [entry(2)], 1, finished=[finished(1, "ada", "ben")])
    await store.delete_expired(NOON + 99, NOON, 10)
    assert await store.games_of("ada", 10) == [line("t2", 1)]
    await store.add_guest("ada", fingerprint("x"), "Ada", NOON)
    await store.forget_guest("ada")
    assert await store.games_of("ada", 10) == []
    assert await store.games_of("ben", 10) == [line("t2", 1)]
