"""Presence at a real server: who counts as there, and what ends it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.playing import Filon, Person, departed, new_guest, play_on, seated, serving, wait_for

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def brisk() -> Iterator[Filon]:
    with serving(gone_seconds=0.2) as server:
        yield server


def is_away(person: Person, guest: str) -> bool:
    """As this person sees the table."""
    return any(one["guest"] == guest and one["away_since"] is not None for one in person.view["people"])


async def by_http(person: Person, kind: str, **fields: Any) -> None:
    person._count += 1
    async with httpx.AsyncClient(base_url=person.server.url) as http:
        answer = await http.post(
            f"/api/tables/{person.table}/commands",
            json={"id": f"http-{person._count}", "command": {"type": kind, **fields}},
            headers={"Authorization": f"Bearer {person.token}"},
        )
        assert answer.json()["type"] == "Accepted", answer.text


async def test_a_screen_with_the_players_token_is_no_presence(brisk: Filon) -> None:
    anna, ben = await seated(brisk, people=2, seats=3, start=False)
    television = Person(brisk, ben.guest, ben.token, ben.table)
    await television.come(screen=True)
    await ben.go()
    await anna.until(lambda: is_away(anna, ben.guest))
    await anna.until(lambda: anna.presence is not None and anna.presence["present"] == [anna.guest])
    assert anna.presence is not None
    assert anna.presence["watching"] == 1
    again = Person(brisk, ben.guest, ben.token, ben.table)
    await again.come(screen=True)
    said = await anna.order("Say", text="still without Ben?")
    await again.reach(said)
    assert is_away(again, ben.guest), "a screen does not bring anybody back"
    await again.go()
    await television.go()
    await anna.go()


async def test_who_plays_over_http_alone_is_there_while_acting(brisk: Filon) -> None:
    anna, cleo = await seated(brisk, people=2, seats=3, start=False)
    ben = await new_guest(brisk, "Ben")
    ben.table = anna.table
    await by_http(ben, "Join", name="Ben")
    await by_http(ben, "TakeSeat", seat=2)
    await anna.until(lambda: anna.presence is not None and ben.guest in anna.presence["present"])
    await cleo.go()
    await anna.until(lambda: cleo.guest in departed(anna))
    assert departed(anna) == {cleo.guest}
    await anna.go()


async def test_whoever_acts_while_away_arrives_again() -> None:
    with serving(gone_seconds=0.2, acting_seconds=0.2) as server:
        anna, ben = await seated(server, people=2, seats=3, start=False)
        await ben.go()
        await anna.until(lambda: is_away(anna, ben.guest))
        await by_http(ben, "Say", text="I am on the train")
        await anna.until(lambda: not is_away(anna, ben.guest))
        await anna.until(lambda: is_away(anna, ben.guest))
        async with httpx.AsyncClient(base_url=server.url) as http:
            headers = {"Authorization": f"Bearer {ben.token}"}
            assert (await http.get(f"/api/tables/{ben.table}/view", headers=headers)).status_code == 200
        await anna.until(lambda: not is_away(anna, ben.guest))
        await anna.go()


async def test_whoever_is_shown_out_is_not_present_any_more(brisk: Filon) -> None:
    anna, ben = await seated(brisk, people=2, seats=3, start=False)
    await anna.until(lambda: anna.presence is not None and ben.guest in anna.presence["present"])
    await anna.order("Remove", guest=ben.guest)
    await ben.gone()
    await anna.until(lambda: anna.presence is not None and anna.presence["present"] == [anna.guest])
    await anna.go()


async def test_after_a_kill_those_who_do_not_come_back_are_away(tmp_path: Path) -> None:
    server = Filon(f"sqlite:///{tmp_path}/filon.db", gone_seconds=0.2).start()
    everybody = await seated(server, people=3)
    await play_on(everybody, moves=2)
    server.kill()
    for person in everybody:
        await person.gone()
    server.start()
    table = everybody[0].table

    def all_away() -> bool:
        people = httpx.get(f"{server.url}/api/tables/{table}/view").json()["table"]["people"]
        return all(person["away_since"] is not None for person in people)

    wait_for(all_away, "nobody noticed that they are gone")
    assert server.stop() == 0
    assert not server.faults()


async def test_commands_sent_again_are_counted(brisk: Filon) -> None:
    (anna,) = await seated(brisk, people=1, seats=3, start=False)

    def counted() -> float:
        lines = httpx.get(f"{brisk.url}/metrics").text.splitlines()
        return float(
            next(one for one in lines if one.startswith("filon_repeated_commands_total ")).split()[1]
        )

    before = counted()
    first = await anna.order("Say", "once", text="hello")
    assert await anna.order("Say", "once", text="hello") == first
    assert counted() == before + 1
    await anna.go()
