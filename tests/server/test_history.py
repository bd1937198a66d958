"""The log over HTTP: what the WebSocket told, for those who come back, and for nobody else."""

from typing import Any

import httpx
import pytest

from tests.server.playing import Filon, Person, new_guest, play_on, serving, table_of

pytestmark = pytest.mark.anyio


async def ask(server: Filon, person: Person | None, table: str, **wanted: Any) -> httpx.Response:
    async with httpx.AsyncClient(base_url=server.url, timeout=30) as http:
        headers = {} if person is None else {"Authorization": f"Bearer {person.token}"}
        return await http.get(f"/api/tables/{table}/log", headers=headers, params=wanted)


def told(person: Person) -> list[dict[str, Any]]:
    """With what Updates leave out: their own time, who sent a move, and that its player made it."""
    entries = [
        {"at": message["at"]} | entry for message in person.messages for entry in message.get("entries", ())
    ]
    for entry in entries:
        for event in entry["events"]:
            if event["type"] == "Played":
                event.setdefault("by", "player")
    return entries


def without_senders_of_moves(entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [
        {name: value for name, value in entry.items() if name != "sender"}
        if entry["events"][0]["type"] == "Played"
        else entry
        for entry in entries
    ]


async def test_the_log_is_what_each_was_told_page_by_page(server: Filon) -> None:
    async with table_of(server, people=3, seats=3) as everybody:
        await play_on(everybody, moves=12)
        sequence = max(person.seen or 0 for person in everybody)
        for person in everybody:
            await person.reach(sequence)
            heard = told(person)
            read: list[dict[str, Any]] = []
            before = 1_000_000
            while before:
                page = (await ask(server, person, person.table, limit=5, before=before)).json()
                assert len(page["entries"]) <= 5
                read = page["entries"] + read
                before = page.get("before", 0)
            assert read[0]["sequence"] == 1
            # Taking a seat is told with a whole new position.
            since = {entry["sequence"] for entry in heard}
            known = [entry for entry in read if entry["sequence"] in since]
            assert without_senders_of_moves(known) == heard
            assert len(heard) > 12


async def test_it_begins_with_the_table_itself(server: Filon) -> None:
    async with table_of(server, start=False) as (anna, *_):
        page = (await ask(server, None, anna.table, before=2)).json()
        assert [event["type"] for event in page["entries"][0]["events"]] == ["Opened"]
        assert "before" not in page
        assert "settings" not in page["entries"][0]["events"][0], "nor the secret beside them"


async def test_who_may_not_watch_may_not_read_either(server: Filon) -> None:
    async with table_of(server, watch="nobody") as (anna, *_):
        stranger = await new_guest(server)
        for nosy in (stranger, None):
            answer = await ask(server, nosy, anna.table)
            assert (answer.status_code, answer.json()["code"]) == (403, "no_watching")
        assert (await ask(server, anna, anna.table)).status_code == 200


async def test_those_who_watch_late_read_late(server: Filon) -> None:
    async with table_of(server, watch="delayed", delay_s=300) as (anna, *_):
        stranger = await new_guest(server)
        assert (await ask(server, stranger, anna.table)).json() == {"entries": []}
        assert (await ask(server, anna, anna.table)).json()["entries"]


@pytest.mark.parametrize(
    "wanted", [{"limit": 0}, {"limit": 101}, {"before": 0}, {"before": "x"}, {"watch": 16}]
)
async def test_a_question_that_makes_no_sense_is_answered_so(server: Filon, wanted: dict[str, Any]) -> None:
    async with table_of(server, start=False) as (anna, *_):
        assert (await ask(server, anna, anna.table, **wanted)).status_code == 400
    assert (await ask(server, None, "nowhere")).status_code == 404


async def test_reading_uses_up_an_allowance() -> None:
    with serving(read_entries_burst=200, read_entries_per_second=0.1) as server:
        async with table_of(server, start=False, people=1, seats=3) as (anna,):
            answers = [(await ask(server, None, anna.table)).status_code for _ in range(12)]
            assert answers[0] == 200
            assert answers[-1] == 429
