"""Hints over HTTP: for the caller's own seat, from that seat's view, and not too many."""

import httpx
import pytest

from filon.bots.reasons import all_reasons
from filon.games.chance import FastRandom, pick
from filon.games.labyrinth.model import Duel
from filon.games.registry import GAMES
from filon.server.metrics import Metrics
from filon.server.scheduler.queue import FairQueue
from filon.server.scheduler.thinking import Thinking
from tests.server.playing import Filon, Person, new_guest, play_on, serving, table_of

pytestmark = pytest.mark.anyio


async def ask(server: Filon, person: Person) -> httpx.Response:
    async with httpx.AsyncClient(base_url=server.url, timeout=30) as http:
        headers = {"Authorization": f"Bearer {person.token}"}
        return await http.get(f"/api/tables/{person.table}/hint", headers=headers)


@pytest.mark.parametrize("game", GAMES)
async def test_who_is_waited_for_gets_a_legal_action_and_a_reason(server: Filon, game: str) -> None:
    async with table_of(server, game=game, people=3, seats=3) as everybody:
        waited_for = [person for person in everybody if person.to_act]
        answer = await ask(server, waited_for[0])
        assert answer.status_code == 200
        given = answer.json()
        assert given["action"] in waited_for[0].legal
        assert given["why"]["key"] in all_reasons()
        assert given["sequence"] == waited_for[0].seen
        assert (await ask(server, waited_for[0])).json() == given, "the same question, the same answer"
        for person in everybody:
            if person not in waited_for:
                assert (await ask(server, person)).status_code == 204


async def test_what_chance_advises_in_a_duel_is_drawn_anew_after_a_tie() -> None:
    """Both duellists may follow their hints: the same advice for ever would never end the duel."""
    law, random = GAMES["labyrinth"], FastRandom(5)
    state = law.deal(2, law.options_type(), random)
    while not isinstance(state.phase, Duel):
        seat = min(law.to_act(state))
        action = pick(law.legal_actions(state, seat), random)
        for event in law.decide(state, seat, action, random):
            state = law.evolve(state, event)
    seat = min(law.to_act(state))
    asked = "labyrinth", law.view(state, seat), law.legal_actions(state, seat)
    thinking = Thinking(1, FairQueue(bots_alone=1, bots_alone_each=1), Metrics())
    try:
        advised = [(await thinking.advise(*asked, sequence, "anna")).action for sequence in (*range(12), 11)]
    finally:
        await thinking.close()
    assert len(set(advised)) > 1
    assert advised[-1] == advised[-2], "the same question, the same answer"


async def test_nothing_is_hinted_before_the_start_nor_to_strangers(server: Filon) -> None:
    async with table_of(server, start=False) as (anna, *_):
        assert (await ask(server, anna)).status_code == 204
        stranger = await new_guest(server)
        stranger.table = anna.table
        assert (await ask(server, stranger)).status_code == 403
        stranger.token = "filon_" + "x" * 43
        assert (await ask(server, stranger)).status_code == 401
        anna_elsewhere = Person(server, anna.guest, anna.token, "nowhere")
        assert (await ask(server, anna_elsewhere)).status_code == 404


async def test_hints_use_up_a_guests_allowance() -> None:
    with serving(message_burst=30, messages_per_second=0.1) as server:
        async with table_of(server, people=3) as (anna, *_):
            answers = [(await ask(server, anna)).status_code for _ in range(4)]
            assert answers[0] == 200
            assert answers[-1] == 429


@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
@pytest.mark.parametrize("game", GAMES)
async def test_bots_of_every_level_play_on_a_real_server(server: Filon, game: str, level: str) -> None:
    settings = {"game": game, "people": 1, "seats": 3, "bot_pause_ms": 1, "start": False}
    async with table_of(server, **settings) as (anna,):
        await anna.order("Start", fill=level)
        await anna.dealt()
        assert await play_on([anna], moves=5) == 5  # five caves: nobody is asked less often
        asked = 5
        while played_by_bots(anna) < 2:  # in the castle one turn of Anna's may take longer than that
            asked += await play_on([anna], moves=1, seed=asked)


def played_by_bots(person: Person) -> int:
    return sum(
        event.get("by") == "bot"
        for message in person.messages
        for entry in message.get("entries", [])
        for event in entry["events"]
    )
