"""Who is at a table just now, as one of several servers knows it. Pure: news and the time in, effects out.

The law:
1. Somebody is here while a connection that is no screen shows them the table, and for `acting_s` after a
   command that came without such a connection. A screen alone is nobody.
2. A server tells the others whenever that changes (`Here`, numbered), and every `alive_every_s` under which
   numbers it still holds (`Alive`). Who hears of a number it does not know asks (`WhoIsThere`). What has not
   been said again for `silent_s` is void.
3. Where the log comes to call somebody present of whom no server has spoken, some server is not heard: they
   count as present for `silent_s`.
4. Whom the log calls present and no server does, after `gone_s` and after having asked, has departed.
5. A server that cannot hear the others judges nobody. From its return on, and after it was stopped itself,
   everything it was told before holds for `silent_s`, and nobody is judged before that.
6. A server that reads in the log that somebody departed who is here contradicts at once: no other can know
   better.
"""

import heapq
from collections.abc import Collection, Iterable

from filon.server.fanout.contract import Alive, Here, WhoIsThere
from filon.server.rooms.presence_model import (
    NEVER,
    SHOW_AFTER_S,
    Arrived,
    Attendance,
    Claim,
    Departed,
    Effect,
    Limits,
    Show,
    TablePresence,
    Tell,
)
from filon.tables import Guest


class PresenceState:
    """One server's, for all tables that are open there. `now` is in seconds, and never goes back."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._tables: dict[str, TablePresence] = {}
        self._queue: list[tuple[float, str]] = []
        self._number = 0
        self._hearing = limits.alone
        self._judging_from = -NEVER
        self._alive_at = NEVER
        self._ticked: float | None = None

    # What is asked of it
    def present(self, table: str) -> frozenset[Guest]:
        """Everybody who is there, here or elsewhere."""
        known = self._tables.get(table)
        return frozenset() if known is None else known.present()

    def watching(self, table: str) -> int:
        known = self._tables.get(table)
        if known is None:
            return 0
        return known.watching + sum(claim.watching for claim in known.claims.values())

    def doubtful(self, table: str) -> bool:
        """Whether somebody of the table may have to be judged, or counts as present by acting: the table
        has to stay open.
        """
        known = self._tables.get(table)
        return known is not None and (known.judge_at < NEVER or bool(known.acting))

    @property
    def due(self) -> float:
        """When `tick` will have something to say."""
        return min(self._alive_at, self._queue[0][0] if self._queue else NEVER)

    # What happens here
    def opened(self, table: str, log: Attendance, now: float) -> list[Effect]:
        """The table is live here. The log may call people present who are connected nowhere any more."""
        self._tables[table] = known = TablePresence(log)
        effects = self._doubt(table, known, now)
        self._enqueue(table, known)
        return effects

    def closed(self, table: str) -> list[Effect]:
        known = self._tables.pop(table, None)
        if known is None or known.said is None:
            return []
        return [Tell(self._numbered(table, frozenset(), 0))]

    def seen(self, table: str, connected: Iterable[Guest], watching: int, now: float) -> list[Effect]:
        """Whom connections show the table now, screens apart; and how many watch."""
        known = self._tables.get(table)
        if known is None:
            return []
        before = known.present()
        fresh = frozenset(connected)
        for guest in known.connected - fresh:
            # Whoever closes the page is gone, whatever they did before.
            known.acting.pop(guest, None)
        known.connected, known.watching = fresh, watching
        return self._changed(table, known, before, now)

    def connected(self, table: str) -> frozenset[Guest]:
        """Whom a connection to this server shows the table."""
        known = self._tables.get(table)
        return frozenset() if known is None else known.connected

    def acted(self, table: str, guest: Guest, now: float) -> list[Effect]:
        """A command of theirs was accepted here."""
        known = self._tables.get(table)
        if known is None or guest in known.connected:
            return []
        before = known.present()
        known.acting[guest] = now + self._limits.acting_s
        effects = self._changed(table, known, before, now)
        if guest in known.log.away:
            effects.append(Arrived(table, frozenset((guest,))))
        return effects

    def logged(self, table: str, log: Attendance, now: float) -> list[Effect]:
        """What the log says now, whoever appended to it."""
        known = self._tables.get(table)
        if known is None or log == known.log:
            return []
        fresh = log.present - known.log.present
        known.log = log
        effects: list[Effect] = []
        if mistaken := log.away & known.here():
            effects.append(Arrived(table, mistaken))
            if known.said is not None:
                effects.append(Tell(known.said))
        before = known.present()
        if unheard := fresh - before:
            if self._limits.alone:
                effects += self._doubt(table, known, now)
                self._enqueue(table, known)
            else:
                known.traces.update(dict.fromkeys(unheard, now + self._limits.silent_s))
                effects += self._changed(table, known, before, now)
        return effects

    # What the other servers say
    def heard(self, origin: str, news: Here | WhoIsThere | Alive, now: float) -> list[Effect]:
        match news:
            case Here(table):
                known = self._tables.get(table)
                return [] if known is None else self._claimed(known, origin, news, now)
            case WhoIsThere(table):
                known = self._tables.get(table)
                return [] if known is None or known.said is None else [Tell(known.said)]
            case Alive():
                return self._alive(origin, news, now)

    def _claimed(self, known: TablePresence, origin: str, news: Here, now: float) -> list[Effect]:
        claim = known.claims.get(origin)
        if claim is not None and news.number < claim.number:
            return []
        before = known.present()
        known.claims[origin] = fresh = Claim(news, now + self._limits.silent_s)
        for guest in fresh.guests | (claim.guests if claim is not None else frozenset()):
            # A server speaks for them now, or says that they went.
            known.traces.pop(guest, None)
        effects = self._changed(news.table, known, before, now)
        if claim is None or claim.watching != fresh.watching:
            self._show_soon(news.table, known, now)
        return effects

    def _alive(self, origin: str, news: Alive, now: float) -> list[Effect]:
        effects: list[Effect] = [Tell(self._own_numbers())] if news.asking else []
        if news.tables is None:
            for any_table in self._tables.values():
                if origin in any_table.claims:
                    any_table.claims[origin].until = now + self._limits.silent_s
            return effects
        for table, number in news.tables.items():
            known = self._tables.get(table)
            if known is None:
                continue
            claim = known.claims.get(origin)
            if claim is not None and claim.number == number:
                claim.until = now + self._limits.silent_s
            elif claim is None or claim.number < number:
                effects.append(Tell(WhoIsThere(table)))
        return effects

    # The way to the others
    def lost(self) -> list[Effect]:
        """The others cannot be heard any more."""
        self._hearing = False
        self._alive_at = NEVER
        return []

    def returned(self, now: float) -> list[Effect]:
        """The others can be heard (again): much may have changed, and it takes a while to learn all of it."""
        self._hearing = True
        self._judging_from = now + self._limits.silent_s
        self._alive_at = now + self._limits.alive_every_s
        for table, known in self._tables.items():
            for claim in known.claims.values():
                claim.until = self._judging_from
            for guest in known.traces:
                known.traces[guest] = self._judging_from
            known.judge_at = min(known.judge_at, self._judging_from)
            self._enqueue(table, known)
        return [Tell(self._own_numbers(asking=True))]

    # Time
    def tick(self, now: float) -> list[Effect]:
        """To be called at `due`, and at least several times within `silent_s`."""
        effects: list[Effect] = []
        stopped = self._ticked is not None and now - self._ticked > self._limits.silent_s / 2
        self._ticked = now
        if stopped and self._hearing and not self._limits.alone:
            # What the others said meanwhile may still wait to be read.
            effects += self.returned(now)
        if now >= self._alive_at:
            self._alive_at = now + self._limits.alive_every_s
            effects.append(Tell(self._own_numbers()))
        while self._queue and self._queue[0][0] <= now:
            due, table = heapq.heappop(self._queue)
            known = self._tables.get(table)
            if known is not None and known.due == due:
                known.due = NEVER
                effects += self._look(table, known, now)
        return effects

    def _look(self, table: str, known: TablePresence, now: float) -> list[Effect]:
        before = known.present()
        for guest in [one for one, until in known.acting.items() if until <= now]:
            del known.acting[guest]
        if self._hearing:
            for guest in [one for one, until in known.traces.items() if until <= now]:
                del known.traces[guest]
            for origin in [one for one, claim in known.claims.items() if claim.until <= now]:
                del known.claims[origin]
        effects = self._changed(table, known, before, now)
        if known.show_at <= now:
            known.show_at = NEVER
            effects.append(Show(table))
        if known.judge_at <= now and self._hearing:
            effects += self._judge(table, known, now)
        self._enqueue(table, known)
        return effects

    def _judge(self, table: str, known: TablePresence, now: float) -> list[Effect]:
        if now < self._judging_from:
            known.judge_at = self._judging_from
            return []
        gone_s = self._limits.gone_s
        known.left = {guest: since for guest, since in known.left.items() if now < since + gone_s}
        known.judge_at = min((since + gone_s for since in known.left.values()), default=NEVER)
        gone = known.log.present - known.present() - known.left.keys()
        return [Departed(table, gone)] if gone else []

    # What follows from a change
    def _changed(
        self, table: str, known: TablePresence, before: frozenset[Guest], now: float
    ) -> list[Effect]:
        effects: list[Effect] = []
        here = known.here()
        said = known.said
        if (here, known.watching) != (
            (frozenset(), 0) if said is None else (set(said.guests), said.watching)
        ):
            news = self._numbered(table, here, known.watching)
            known.said = news if news.guests or news.watching else None
            effects.append(Tell(news))
            self._show_soon(table, known, now)
        after = known.present()
        if after != before:
            self._show_soon(table, known, now)
            for guest in after:
                known.left.pop(guest, None)
            vanished = before - after
            if vanished:
                known.left.update(dict.fromkeys(vanished, now))
                effects += self._doubt(table, known, now)
        self._enqueue(table, known)
        return effects

    def _doubt(self, table: str, known: TablePresence, now: float) -> list[Effect]:
        """Somebody may be nowhere: the others are asked, and have time to answer."""
        if known.judge_at < NEVER:
            return []
        known.judge_at = now + self._limits.judge_after_s
        return [] if self._limits.alone else [Tell(WhoIsThere(table))]

    def _show_soon(self, table: str, known: TablePresence, now: float) -> None:
        known.show_at = min(known.show_at, now + SHOW_AFTER_S)
        self._enqueue(table, known)

    def _enqueue(self, table: str, known: TablePresence) -> None:
        times = [known.show_at, *known.acting.values()]
        if self._hearing:
            times += [
                known.judge_at,
                *known.traces.values(),
                *(claim.until for claim in known.claims.values()),
            ]
        due = min(times)
        if due < known.due:
            known.due = due
            heapq.heappush(self._queue, (due, table))

    def _numbered(self, table: str, here: Collection[Guest], watching: int) -> Here:
        self._number += 1
        return Here(table, tuple(sorted(here)), watching, self._number)

    def _own_numbers(self, *, asking: bool = False) -> Alive:
        numbers = {name: known.said.number for name, known in self._tables.items() if known.said is not None}
        return Alive(numbers, asking=asking)
