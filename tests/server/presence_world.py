"""A world for presence alone: several servers, one table and its log, and a bus between them that loses,
delays and reorders news, is cut without a word, and comes back.

News of the log are not lost unnoticed: a connection to Redis delivers or breaks, and after a break the log is
looked at. News of presence may be, which is more than Redis does.
"""

import random
from itertools import count

from filon.server.fanout.contract import Alive, Here, WhoIsThere
from filon.server.rooms.presence import PresenceState
from filon.server.rooms.presence_model import Arrived, Attendance, Departed, Effect, Limits, Tell
from filon.tables import Guest

LIMITS = Limits(gone_s=5, acting_s=20, silent_s=12)
STEP_S = 0.5
DELAY_S = 1.0
"""News are on their way for at most so long."""
NOTICED_AFTER_S = 3.0
"""A server knows after so long that its way to the others is cut."""
TABLE = "t"
PEOPLE = tuple(Guest(name) for name in ("anna", "ben", "cleo"))
SETTLED_S = 2 * (LIMITS.silent_s + LIMITS.gone_s) + LIMITS.acting_s + NOTICED_AFTER_S
"""Undisturbed for so long, everybody knows everything."""

_names = count(1)


class Server:
    def __init__(self, world: "World") -> None:
        self.world = world
        self.cut_since: float | None = None
        self.frozen = False
        self._begin()

    def _begin(self) -> None:
        self.origin = f"server {next(_names)}"
        self.state = PresenceState(LIMITS)
        self.linked = self.broken = False
        self.judges_from = float("inf")
        """By our own account of when it could hear the others, and was not stopped."""
        self.open = False
        self.known = 0
        self.connected: set[Guest] = set()
        self.acting: dict[Guest, float] = {}
        self.waiting: list[tuple[float, int, str, Here | WhoIsThere | Alive | int]] = []
        self.disturbed_at = self.stepped_at = self.world.now

    def here(self) -> set[Guest]:
        return self.connected | {guest for guest, until in self.acting.items() if until > self.world.now}

    # What its people do
    def open_table(self) -> None:
        if not self.open:
            self.open = True
            self.known = len(self.world.log)
            self.do(self.state.opened(TABLE, self.world.attendance(), self.world.now))

    def connect(self, guest: Guest) -> None:
        self.open_table()
        self.connected.add(guest)
        self._seen()
        self.append("arrived", guest)

    def disconnect(self, guest: Guest) -> None:
        self.connected.discard(guest)
        self.acting.pop(guest, None)
        self._seen()

    def act(self, guest: Guest) -> None:
        self.open_table()
        if guest not in self.connected:
            self.acting[guest] = self.world.now + LIMITS.acting_s
        self.do(self.state.acted(TABLE, guest, self.world.now))

    def let_go(self) -> None:
        if self.open and not self.connected and not self.state.doubtful(TABLE):
            self.open = False
            self.do(self.state.closed(TABLE))

    def cut(self) -> None:
        self.cut_since = self.world.now
        self.broken = True

    def crash(self) -> None:
        self._begin()

    def _seen(self) -> None:
        self.do(self.state.seen(TABLE, self.connected, 0, self.world.now))

    # The log
    def append(self, what: str, guest: Guest) -> None:
        """On the log as it is, like a room that loses the race and decides anew."""
        if (what == "departed") != (guest in self.world.attendance().away):
            self.world.log.append((what, guest))
            self.look()
            self.world.send(self, len(self.world.log))

    def look(self) -> None:
        if self.open and self.known < len(self.world.log):
            self.known = len(self.world.log)
            self.do(self.state.logged(TABLE, self.world.attendance(), self.world.now))

    def do(self, effects: list[Effect]) -> None:
        for effect in effects:
            match effect:
                case Tell(news):
                    self.world.send(self, news)
                case Departed(_, guests):
                    for guest in sorted(guests):
                        self.world.departs(self, guest)
                        self.append("departed", guest)
                case Arrived(_, guests):
                    for guest in sorted(guests):
                        assert guest in self.here()
                        self.append("arrived", guest)
                case _:
                    pass

    # Time
    def step(self) -> None:
        if self.frozen:
            self.disturbed_at = self.world.now
            return
        if self.linked and self.world.now - self.stepped_at > LIMITS.silent_s / 2:
            self.judges_from = self.world.now + LIMITS.silent_s
        self.stepped_at = self.world.now
        self._know_the_way()
        self.do(self.state.tick(self.world.now))
        if not self.linked:
            self.look()
        due = sorted(one for one in self.waiting if one[0] <= self.world.now)
        self.waiting = [one for one in self.waiting if one[0] > self.world.now]
        for _, _, origin, news in due:
            if isinstance(news, int):
                self.look()
            else:
                self.do(self.state.heard(origin, news, self.world.now))

    def _know_the_way(self) -> None:
        now = self.world.now
        if self.cut_since is not None:
            self.disturbed_at = now
            self.broken = True
            if self.linked and now - self.cut_since >= NOTICED_AFTER_S:
                self.linked = False
                self.judges_from = float("inf")
                self.do(self.state.lost())
        elif not self.linked or self.broken:
            if self.linked:
                self.do(self.state.lost())
            self.linked, self.broken = True, False
            self.judges_from = now + LIMITS.silent_s
            self.do(self.state.returned(now))
            self.look()


class World:
    def __init__(self, servers: int, seed: int) -> None:
        self.now = 1000.0
        self.log: list[tuple[str, Guest]] = []
        self.lossy_until = 0.0
        self._random = random.Random(seed)
        self._sent = count()
        self.servers = [Server(self) for _ in range(servers)]
        self.connected_since: dict[Guest, float] = {}

    def attendance(self) -> Attendance:
        last = {guest: what for what, guest in self.log}
        away = frozenset(guest for guest, what in last.items() if what == "departed")
        return Attendance(frozenset(PEOPLE) - away, away)

    def there(self) -> set[Guest]:
        """Who is somewhere."""
        return {guest for server in self.servers for guest in server.here()}

    def send(self, sender: Server, news: Here | WhoIsThere | Alive | int) -> None:
        for server in self.servers:
            lossy = self.now < self.lossy_until and not isinstance(news, int)
            lost = lossy and self._random.random() < 0.5
            if server is not sender and sender.cut_since is None and server.cut_since is None and not lost:
                at = self.now + self._random.random() * DELAY_S
                server.waiting.append((at, next(self._sent), sender.origin, news))

    def departs(self, judge: Server, guest: Guest) -> None:
        """Whether this server may say so."""
        assert judge.linked, "judged without hearing the others"
        assert self.now >= judge.judges_from, "judged in the first moments after a return"
        assert guest not in judge.here(), "judged somebody who is here"
        for server in self.servers:
            settled = min(self.now - one.disturbed_at for one in (judge, server))
            lossless = self.now - self.lossy_until
            if guest in server.here() and not server.frozen and min(settled, lossless) > SETTLED_S:
                since = self.now - self.connected_since.get(guest, self.now)
                assert since <= DELAY_S + STEP_S, "judged somebody who is connected elsewhere"

    def run(self, seconds: float) -> None:
        until = self.now + seconds
        while self.now < until:
            self.now += STEP_S
            there = self.there()
            self.connected_since = {guest: self.connected_since.get(guest, self.now) for guest in there}
            for server in self.servers:
                server.step()

    def heal(self) -> None:
        self.lossy_until = min(self.lossy_until, self.now)
        for server in self.servers:
            server.cut_since = None
            server.frozen = False
