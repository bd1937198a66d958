"""`filon seat`: a bot, ours or anybody's, plays at a real server through the public protocol."""

import asyncio
import sys
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from typer.testing import CliRunner

from filon.bots import level
from filon.cli import app
from filon.games.chance import FastRandom
from filon.games.contract import AnyGame, FilonError, Outcome
from filon.games.registry import GAMES
from filon.lab.heard import Heard, read_frame
from filon.lab.remote import House, Invitation, NotSeated, Sitter
from tests.server.playing import Filon, Person, Refused, new_guest, open_table, serving

pytestmark = pytest.mark.anyio

ROOT = Path(__file__).parents[2]


async def seat(server: Filon, code: str, bot: str, *more: str) -> asyncio.subprocess.Process:
    """The command as anybody would type it, in the folder of the example."""
    return await asyncio.create_subprocess_exec(
        sys.executable,
        *("-W", "error", "-m", "filon", "seat", server.url, code, "--bot", bot, "--pause", "0", *more),
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )


async def host(server: Filon, **settings: Any) -> Person:
    """Somebody with a table, who sits on its first chair and hears what bots hear: protocol 1."""
    person = await new_guest(server, "Ada")
    table = await open_table(server, person, bot_pause_ms=0, **settings)
    await person.come(table=table, protocol=1, deflate=False)
    await person.order("TakeSeat", seat=0)
    return person


def aside(play: Callable[..., Outcome | None], *given: Any) -> asyncio.Future[Outcome | None]:
    """In a thread that nobody has to wait for: a test that fails says so while its bots still sit there."""
    played: Future[Outcome | None] = Future()

    def run() -> None:
        try:
            played.set_result(play(*given))
        except Exception as error:  # noqa: BLE001 - it reaches the test
            played.set_exception(error)

    Thread(target=run, daemon=True).start()
    return asyncio.wrap_future(played)


async def start_when_seated(person: Person, guests: int) -> None:
    await person.until(lambda: sum(chair["type"] == "Held" for chair in person.view["chairs"]) == 1 + guests)
    await person.order("Start", fill="random")


async def give_way(person: Person) -> None:
    """Whatever the game asks of the host is decided quickly, until it is over."""
    while person.status == "playing":
        if person.to_act and person.legal:
            await person.order("Act", action=person.legal[-1])
        else:
            await person.reach((person.seen or 0) + 1)


async def test_the_example_of_the_guide_plays_a_whole_game_over_the_network(server: Filon) -> None:
    ada = await host(server)
    process = await seat(server, ada.view["code"], "examples.dreamer:Dreamer", "--name", "Dreamer")
    assert process.stdout is not None
    first = await process.stdout.readline()  # however long a program takes to start
    assert first.startswith(b"Seated"), (await process.communicate())[1]
    await start_when_seated(ada, guests=1)
    await give_way(ada)
    out, err = await asyncio.wait_for(process.communicate(), 60)
    assert process.returncode == 0, err
    told = out.decode().splitlines()
    assert {"go", "leave"} & set(told)
    assert told[-1].startswith("Over: ")
    played = [event for event in everything_played(ada) if event["seat"] == 1]
    assert played
    assert {event["by"] for event in played} == {"player"}
    assert [person["name"] for person in ada.view["people"]] == ["Ada", "Dreamer"]
    await ada.go()


def everything_played(person: Person) -> list[dict[str, Any]]:
    return [
        event
        for message in person.messages
        if message["type"] == "Update"
        for entry in message["entries"]
        for event in entry["events"]
        if event["type"] == "Played"
    ]


async def test_two_hard_bots_race_for_the_tiles_of_one_stock(server: Filon) -> None:
    """Out of Mine! at full speed, for a round: who comes too late is told so, looks again and digs on."""
    ada = await host(server, game="outofmine", seats=3)
    house = House(server.url)
    table = await asyncio.to_thread(house.table, ada.view["code"])
    lines: list[str] = []
    racing = [aside(one_game, house, table, f"Hard {seat}", seat, lines) for seat in (1, 2)]
    await start_when_seated(ada, guests=2)
    while ada.game is None or ada.game["view"]["round"] == 1:
        if ada.to_act and ada.legal:
            await ada.order("Act", action=ada.legal[-1])
        await ada.reach((ada.seen or 0) + 1)
    for person in ada.view["people"][1:]:
        await ada.order("Remove", guest=person["guest"])
    for bot in racing:
        with pytest.raises(NotSeated):
            await asyncio.wait_for(bot, 60)
    sheet = ada.game["view"]["last"]["sheet"]
    points = [count["points"] for count in sheet["counts"]]
    assert points[sheet["caller"]] == 12
    assert points[0] == 0
    # The other may have called too, and come too late.
    assert 1 <= lines.count("out of mine") <= 2
    await ada.go()


def one_game(house: House, table: Invitation, name: str, chair: int, lines: list[str]) -> Outcome | None:
    sitter = Sitter(house, table, level("hard"), name=name, random=FastRandom(chair), tell=lines.append)
    return sitter.play(chair)


async def test_bots_outlive_the_sudden_death_of_the_server() -> None:
    with serving() as server:
        ada = await host(server, seats=3)
        house = House(server.url)
        table = await asyncio.to_thread(house.table, ada.view["code"])
        lines: list[str] = []
        playing = [aside(one_game, house, table, f"Hard {seat}", seat, lines) for seat in (1, 2)]
        await start_when_seated(ada, guests=2)
        await ada.order("Act", action=ada.legal[0])
        await ada.go()
        server.kill()
        server.start()
        await ada.come()
        await give_way(ada)
        outcomes = await asyncio.wait_for(asyncio.gather(*playing), 60)
        assert outcomes[0] is not None
        assert outcomes[0] == outcomes[1]
        assert any(line.startswith("Connection lost") for line in lines)
        await ada.go()


@pytest.mark.parametrize("name", GAMES)
async def test_what_is_heard_is_what_the_seat_sees(server: Filon, name: str) -> None:
    """View, legal actions and past, put together from messages alone, in every game."""
    game: AnyGame = GAMES[name]
    person = await host(server, game=name, seats=game.seats[0])
    await person.order("Start", fill="random")
    heard = Heard(game)
    looked = 0
    frames = 0
    for _ in range(25):
        await person.until(lambda: person.status == "over" or (person.to_act and bool(person.legal)))
        if person.status == "over":
            break
        for frame in person.frames[frames:]:
            for said in read_frame(frame):
                heard.hear(said)
        frames = len(person.frames)
        sight = heard.sight()
        assert sight is not None
        assert sight.view.seat == 0
        assert [game.write(action) for action in sight.legal]
        assert len(sight.legal) == len(person.legal)
        told = sum(len(event["events"]) for event in everything_played(person))
        assert len(sight.past) == told
        looked += bool(sight.past)
        seen = person.seen or 0
        try:
            await person.reach(await person.order("Act", action=person.legal[len(person.legal) // 2]))
        except Refused:
            # In real time somebody else may have been quicker; what they did is then told.
            assert name == "outofmine"
            await person.reach(seen + 1)
    assert looked > 3
    await person.go()


async def test_no_table_no_server_and_a_taken_chair_are_refused_in_words(server: Filon) -> None:
    ada = await host(server)
    code = ada.view["code"]
    for words, line in (
        ((server.url, "ZZZZZZ"), "no table has this code"),
        (("http://127.0.0.1:9", code), "does not answer as Filon does"),
        ((server.url, code, "--seat", "0"), "TakeSeat was refused"),
        ((server.url, code, "--bot", "nobody"), "no bot is called 'nobody'"),
        (("ftp://x", code), "is no address of a server"),
    ):
        said = await asyncio.to_thread(CliRunner().invoke, app, ["seat", *words])
        assert isinstance(said.exception, FilonError)
        assert line in str(said.exception)
    await ada.go()


async def test_a_bot_that_wants_what_is_not_legal_leaves_with_a_word(server: Filon) -> None:
    class Stubborn:
        remembers = False

        def choose(self, _sight: Any, _random: Any, /) -> str:
            return "everything"

    ada = await host(server)
    house = House(server.url)
    table = await asyncio.to_thread(house.table, ada.view["code"])

    def play() -> Outcome | None:
        return Sitter(house, table, Stubborn(), name="S", random=FastRandom(1)).play()

    playing = aside(play)
    await start_when_seated(ada, guests=1)
    with pytest.raises(NotSeated, match="not legal: everything"):
        await asyncio.wait_for(playing, 60)
    await ada.go()
