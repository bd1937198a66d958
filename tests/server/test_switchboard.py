"""Processes of one machine that talk through their parent: what is told is heard, or known to be missed."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest

from filon.server.fanout.contract import Due, NewsLost, WhoIsThere
from filon.server.fanout.link import Answer, Answers, Ask, Follow, Link, Message, Told, connect
from filon.server.fanout.relay import RelayFanout
from filon.server.metrics import FrontMetrics, Metrics
from filon.server.processes.switchboard import Member, Switchboard
from filon.server.rooms.registry import Rooms
from filon.server.samples import joined
from filon.server.settings import read_settings
from filon.server.supervise import Supervisor
from filon.store import Share, open_store, part_of
from filon.tables import Guest, Settings, commands
from filon.tables.commands import AnyCommand
from tests.server.inside import settled
from tests.server.test_fanout import Ear

pytestmark = pytest.mark.anyio

LONG = "x" * 500_000


class Process:
    """A member's other end, with the fan-out that a process has there."""

    def __init__(self) -> None:
        self.ear = Ear()
        self.answers: list[Answers] = []
        self.text: str | None = "fine"
        self.link = Link(self._hear, self._orphaned)
        self.fanout = RelayFanout(self.link)

    async def open(self, sock: socket.socket) -> None:
        await connect(self.link, sock)
        await self.fanout.start(Supervisor(Metrics()), self.ear)

    def _orphaned(self) -> None:
        self.fanout.lost()

    def _hear(self, message: Message) -> None:
        match message:
            case Told():
                self.fanout.hear(message)
            case Follow(table):
                self.fanout.followed(table)
            case Ask(number):
                if self.text is not None:
                    self.link.send(Answer(number, self.text))
            case Answers():
                self.answers.append(message)
            case _:
                raise AssertionError(message)


class Machine:
    def __init__(self, count: int) -> None:
        self.members = [Member(str(number)) for number in range(count)]
        self.board = Switchboard(self.members, FrontMetrics())
        self.processes = [Process() for _ in self.members]

    async def open(self) -> None:
        for member, process in zip(self.members, self.processes, strict=True):
            here, there = socket.socketpair()
            await process.open(there)
            member.link = Link(partial(self.board.hear, member), lambda: None)
            member.link.emptied = member.caught_up
            await connect(member.link, here)

    async def end(self, number: int) -> None:
        """As one that is killed."""
        await self.processes[number].link.close()
        link, self.members[number].link = self.members[number].link, None
        assert link is not None
        await link.close()
        self.board.gone(self.members[number])


@contextlib.asynccontextmanager
async def machine(count: int = 3) -> AsyncIterator[Machine]:
    made = Machine(count)
    await made.open()
    try:
        yield made
    finally:
        for number, member in enumerate(made.members):
            if member.link is not None:
                await made.end(number)


async def test_whoever_follows_a_table_hears_of_it_and_nobody_else_does() -> None:
    async with machine() as made:
        one, other, third = made.processes
        await other.fanout.follow("t")
        for _ in range(20):
            # Before the answer to the first wish arrives, it is undone and wished for again.
            following = asyncio.ensure_future(third.fanout.follow("u"))
            await asyncio.sleep(0)
            third.fanout.unfollow("u")
            await third.fanout.follow("u")
            await following
            one.fanout.tell(WhoIsThere("u"))
        one.fanout.tell(WhoIsThere("t"))
        one.fanout.tell(Due(1))
        other.fanout.unfollow("t")
        await settled(lambda: all(Due(1) in process.ear.news for process in (other, third)))
        assert other.ear.news == [WhoIsThere("t"), Due(1)]
        assert third.ear.news == [WhoIsThere("u")] * 20 + [Due(1)]
        assert one.ear.news == []
        await other.fanout.follow("v")  # the parent has read that it follows the first no more
        one.fanout.tell(WhoIsThere("t"))
        one.fanout.tell(Due(2))
        await settled(lambda: Due(2) in other.ear.news)
        assert WhoIsThere("t") not in other.ear.news[1:]


async def test_news_that_somebody_falls_over_end_nothing() -> None:
    async with machine() as made:
        one, other, _ = made.processes
        other.ear.allergic_to = WhoIsThere("t")
        await other.fanout.follow("t")
        one.fanout.tell(WhoIsThere("t"))
        one.fanout.tell(Due(1))
        await settled(lambda: Due(1) in other.ear.news)
        assert other.ear.undigestible == ["t"]


async def test_when_one_is_killed_the_others_look_into_the_store() -> None:
    async with machine() as made:
        await made.end(0)
        await settled(lambda: all(process.ear.news == [NewsLost()] for process in made.processes[1:]))


async def test_when_the_parent_is_gone_nobody_waits_for_it() -> None:
    here, there = socket.socketpair()
    process = Process()
    await process.open(there)
    asked = asyncio.ensure_future(process.fanout.follow("t"))
    await asyncio.sleep(0)
    here.close()
    async with asyncio.timeout(30):
        await asked
        await process.fanout.follow("u")
    assert process.ear.links == [True, False]
    assert not process.fanout.connected
    await process.link.close()


async def test_who_does_not_read_learns_afterwards_that_news_were_lost() -> None:
    async with machine(2) as made:
        one, other = made.processes
        await other.fanout.follow(LONG)
        slow = other.link._transport
        assert slow is not None
        slow.pause_reading()
        while not made.members[1].missed:
            one.fanout.tell(WhoIsThere(LONG))
            await asyncio.sleep(0)
        slow.resume_reading()
        await settled(lambda: NewsLost() in other.ear.news)


async def test_who_is_not_read_says_afterwards_that_news_were_lost() -> None:
    async with machine(2) as made:
        one, other = made.processes
        await other.fanout.follow(LONG)
        link = made.members[0].link
        assert link is not None
        slow = link._transport
        assert slow is not None
        slow.pause_reading()
        while not one.link.full:
            one.fanout.tell(WhoIsThere(LONG))
            await asyncio.sleep(0)
        one.fanout.tell(Due(1))
        slow.resume_reading()
        await settled(lambda: NewsLost() in other.ear.news)
        assert Due(1) not in other.ear.news


async def test_a_question_is_answered_by_all_who_are_there() -> None:
    async with machine() as made:
        asker, other, third = made.processes
        asker.link.send(Ask(7, "trouble"))
        await settled(lambda: bool(asker.answers))
        assert asker.answers.pop() == Answers(7, {"front": "", "1": "fine", "2": "fine"})
        third.text = None  # it hangs
        asker.link.send(Ask(8, "trouble"))
        await settled(lambda: bool(asker.answers))
        assert asker.answers.pop() == Answers(8, {"front": "", "1": "fine", "2": None})
        await made.end(1)
        third.text = "worse"
        asker.link.send(Ask(9, "metrics"))
        await settled(lambda: bool(asker.answers))
        texts = asker.answers.pop().texts
        assert "filon_front_news_total" in (texts.pop("front") or "")
        assert texts == {"1": None, "2": "worse"}
        assert other.answers == []


async def test_a_wake_up_of_another_ones_table_is_told_to_the_others(tmp_path: Path) -> None:
    store = await open_store(f"sqlite:///{tmp_path}/filon.db", migrate=True)
    async with machine(2) as made:
        one, other = made.processes
        for mine in (True, False):
            metrics = Metrics()
            anna = Guest("anna")
            settings = read_settings({}, database_url="sqlite:///unused")
            opened = await Rooms(settings, store, one.fanout, metrics, Supervisor(metrics)).open(
                Settings(game="outofmine", seats=2, countdown_ms=3000), anna, "Anna"
            )
            part = part_of(opened.id, 2)
            share = Share(part if mine else 1 - part, 2)
            rooms = Rooms(settings, store, one.fanout, metrics, Supervisor(metrics), share=share)
            woken: list[int] = []
            rooms.due = woken.append
            orders: tuple[AnyCommand, ...] = (commands.TakeSeat(0), commands.Start(fill="random"))
            for number, command in enumerate(orders):
                assert await rooms.ask(opened.id, anna, f"c{number}", command) is not None
            assert woken
            one.fanout.tell(Due(0))
            await settled(lambda: Due(0) in other.ear.news)
            told = [news for news in other.ear.news if isinstance(news, Due) and news.at]
            assert told == [Due(at) for at in woken if not mine]
            other.ear.news.clear()
    await store.close()


def test_metrics_are_joined_by_family_and_say_whose_they_are() -> None:
    own = (
        "# HELP filon_guests Guests\n# TYPE filon_guests gauge\nfilon_guests 3.0\n"
        '# HELP a A\n# TYPE a counter\na_total{x="{1 2}"} 1.0\n'
    )
    other = own.replace("3.0", "0.0") + "# HELP b B\n# TYPE b gauge\nb 2.0\n"
    assert joined(own, "0", {"1": other, "2": None}) == (
        "# HELP filon_guests Guests\n# TYPE filon_guests gauge\nfilon_guests 3.0\n"
        '# HELP a A\n# TYPE a counter\na_total{process="0",x="{1 2}"} 1.0\n'
        'a_total{process="1",x="{1 2}"} 1.0\n'
        '# HELP b B\n# TYPE b gauge\nb{process="1"} 2.0\n'
    )
