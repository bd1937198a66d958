"""What the processes of one machine say to each other, on its way through their parent."""

import asyncio
from typing import Final

import msgspec

from filon.server.fanout.contract import Letter, NewsLost
from filon.server.fanout.link import Answer, Answers, Ask, Follow, Link, Message, Told, Unfollow
from filon.server.metrics import FrontMetrics

_ANSWER_WITHIN_S: Final = 1.0
FRONT: Final = "front"
"""The parent's name among its processes."""
_LOST: Final = Told(None, msgspec.msgpack.encode(Letter(FRONT, NewsLost())))


class Member:
    """A process, as the others know it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.link: Link | None = None
        """None: it is not there."""
        self.following: set[str] = set()
        self.missed = False
        """News had to be dropped, since it did not read those before."""

    def send(self, message: Message) -> None:
        if self.link is not None:
            self.link.send(message)

    def tell(self, told: Told) -> None:
        """News, which may be lost."""
        if self.link is not None and self.link.full:
            self.missed = True
        else:
            self.send(told)

    def caught_up(self) -> None:
        """It reads again."""
        if self.missed:
            self.missed = False
            self.send(_LOST)


class _Question:
    def __init__(self, asker: Member, number: int, waiting: set[str], timer: asyncio.TimerHandle) -> None:
        self.asker = asker
        self.number = number
        self.waiting = waiting
        self.texts: dict[str, str | None] = {}
        self.timer = timer


class Switchboard:
    def __init__(self, members: list[Member], metrics: FrontMetrics) -> None:
        self._members = members
        self._metrics = metrics
        self._followers: dict[str, set[Member]] = {}
        self._questions: dict[int, _Question] = {}
        self._asked = 0

    def hear(self, member: Member, message: Message) -> None:
        match message:
            case Told(table):
                self._metrics.relayed.inc()
                for other in self._members if table is None else self._followers.get(table, ()):
                    if other is not member:
                        other.tell(message)
            case Follow(table):
                member.following.add(table)
                self._followers.setdefault(table, set()).add(member)
                member.send(message)
            case Unfollow(table):
                self._unfollow(member, table)
            case Ask(number, question):
                self._ask(member, number, question)
            case Answer(number, text):
                self._answered(number, member.name, text)
            case _:
                raise AssertionError(f"a process does not say {type(message).__name__}")

    def gone(self, member: Member) -> None:
        """Its link is closed. What it wrote last it may not have told any more: the others have to look."""
        member.missed = False
        for table in tuple(member.following):
            self._unfollow(member, table)
        for number in tuple(self._questions):
            self._answered(number, member.name, None)
        for other in self._members:
            other.send(_LOST)

    def _unfollow(self, member: Member, table: str) -> None:
        member.following.discard(table)
        followers = self._followers.get(table)
        if followers is not None:
            followers.discard(member)
            if not followers:
                del self._followers[table]

    def _ask(self, asker: Member, number: int, question: str) -> None:
        self._asked += 1
        others = [member for member in self._members if member is not asker]
        timer = asyncio.get_running_loop().call_later(_ANSWER_WITHIN_S, self._conclude, self._asked)
        asked = _Question(asker, number, {member.name for member in others}, timer)
        asked.texts[FRONT] = self._metrics.text() if question == "metrics" else ""
        self._questions[self._asked] = asked
        for member in others:
            if member.link is None:
                self._answered(self._asked, member.name, None)
            else:
                member.send(Ask(self._asked, question))

    def _answered(self, number: int, name: str, text: str | None) -> None:
        """Too late an answer is to a question that nobody knows any more."""
        question = self._questions.get(number)
        if question is not None and name in question.waiting:
            question.waiting.discard(name)
            question.texts[name] = text
            if not question.waiting:
                self._conclude(number)

    def _conclude(self, number: int) -> None:
        question = self._questions.pop(number)
        question.timer.cancel()
        texts = {**question.texts, **dict.fromkeys(question.waiting)}
        question.asker.send(Answers(question.number, texts))
