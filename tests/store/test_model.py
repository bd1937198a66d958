"""Model-based: hypothesis drives a store and a dict side by side, and they must never disagree."""

import asyncio
import shutil
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

import asyncpg
import msgspec
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from filon.store import (
    Conflict,
    Counts,
    Cursor,
    Entry,
    GameCursor,
    GameLine,
    Guest,
    ListedGame,
    Row,
    SeatLink,
    Store,
    fingerprint,
    migrate,
    open_store,
)
from tests.services import fresh_database
from tests.store.making import NOON, entry, row

TABLES = st.sampled_from(["a", "b", "c", "d"])
PEOPLE = st.sampled_from(["ada", "ben", "cyd"])
CODES = st.sampled_from(["AAAA", "BBBB", "CCCC"])
COMMANDS = st.sampled_from(["", *"xyzuvw"])
TIMES = st.sampled_from([NOON + 5 * n for n in range(5)])
TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=6)
OWNERS = st.sampled_from(["one server", "another"])
LEASES = st.integers(1, 10)
NUMBERS = st.integers(1, 2)
FINISHED = st.lists(
    st.builds(ListedGame, NUMBERS, TIMES, st.lists(PEOPLE, max_size=3).map(tuple), st.binary(max_size=4)),
    max_size=2,
    unique_by=lambda game: game.number,
)
SECRETS = st.sampled_from(["s1", "s2", "s3"]).map(fingerprint)
CONTENTS = st.fixed_dictionaries(
    {
        "game": st.sampled_from(["diamant", "saboteur"]),
        "status": st.sampled_from(["lobby", "playing", "over"]),
        "public": st.booleans(),
        "host": PEOPLE,
        "seats": st.integers(2, 12),
        "taken": st.integers(0, 12),
        "guests": st.lists(PEOPLE, max_size=3).map(tuple),
        "wake_at": st.none() | TIMES,
        "changed_at": TIMES,
        "summary": st.binary(max_size=4),
    }
)

CONTENT_NAMES = (
    "game",
    "status",
    "public",
    "host",
    "seats",
    "taken",
    "guests",
    "wake_at",
    "changed_at",
    "summary",
)


def entries_from(first: int) -> st.SearchStrategy[list[Entry]]:
    """One to three entries, numbered from `first`."""
    parts = st.tuples(TIMES, PEOPLE | TEXTS, COMMANDS, st.binary(max_size=8))
    several = st.lists(parts, min_size=1, max_size=3)
    return several.map(lambda found: [Entry(first + n, *part) for n, part in enumerate(found)])


class StoreAgainstModel(RuleBasedStateMachine):
    """The model is what the contract's sentences say, in the plainest Python there is."""

    store: Store

    def __init__(self) -> None:
        super().__init__()
        self.rows: dict[str, Row] = {}
        self.older: dict[str, Row] = {}
        self.logs: dict[str, list[Entry]] = {}
        self.due: dict[str, int | None] = {}
        self.claims: dict[str, str] = {}
        self.snapshots: dict[str, tuple[int, bytes]] = {}
        self.listed: dict[str, set[str]] = {}
        self.games: dict[tuple[str, str, int], tuple[int, bytes]] = {}
        self.hidden: set[tuple[str, str, int]] = set()
        self.guests: dict[str, Guest] = {}
        self.tokens: dict[bytes, str] = {}
        self.links: dict[bytes, SeatLink] = {}

    def run(self, question: Any) -> Any:
        raise NotImplementedError

    def furnish(self) -> None:
        """Two tables, two guests and a link to begin with: most questions are about what is there."""
        for name, code in (("a", "AAAA"), ("b", "BBBB")):
            opened = row(name, guests=("ada", "ben"), wake_at=NOON + 5, changed_at=NOON + 20)
            self.create(name, code, {k: getattr(opened, k) for k in CONTENT_NAMES}, [entry(1, command="x")])
        self.add_guest("ada", fingerprint("s1"), "Ada", NOON)
        self.add_guest("cyd", fingerprint("s2"), "Cyd", NOON)
        self.add_link(fingerprint("s1"), "a", "ada", NOON + 10)

    def outcome(self, question: Any) -> Any:
        """The answer, or the class of the refusal."""
        try:
            return self.run(question)
        except Conflict:
            return Conflict

    def doubled(self, table: str, entries: list[Entry]) -> bool:
        keys = [(e.sender, e.command) for e in [*self.logs.get(table, []), *entries] if e.command]
        return len(keys) != len(set(keys))

    @rule(table=TABLES, code=CODES, contents=CONTENTS, firsts=entries_from(1))
    def create(self, table: str, code: str, contents: dict[str, Any], firsts: list[Entry]) -> None:
        opened = Row(table=table, code=code, sequence=1, **contents)
        taken = table in self.rows or code in {other.code for other in self.rows.values()}
        assert self.outcome(self.store.create(opened, firsts[0])) == (Conflict if taken else None)
        if not taken:
            self.rows[table], self.logs[table], self.due[table] = opened, firsts[:1], opened.wake_at
            self.listed[table] = set(opened.guests)

    @rule(
        data=st.data(), off=st.sampled_from([0, 0, 0, 0, 0, 0, -1, 1]), contents=CONTENTS, stay=st.booleans()
    )
    def append(self, data: st.DataObject, off: int, contents: dict[str, Any], *, stay: bool) -> None:
        """`before` is the row as it is, an older one or none; the new one often differs in the times only."""
        table = data.draw(st.sampled_from([*self.rows, "d"]))
        known = self.rows.get(table)
        expected = max(0, (known.sequence if known else 1) + off)
        added = data.draw(entries_from(expected + 1))
        before = data.draw(st.sampled_from([None, known, self.older.get(table)]))
        if known is not None:
            contents = contents | {"game": known.game} | ({"wake_at": known.wake_at} if stay else {})
        if before is not None and data.draw(st.booleans()):
            times = ("wake_at", "changed_at")
            contents |= {name: getattr(before, name) for name in CONTENT_NAMES if name not in times}
        after = Row(
            table=table, code=known.code if known else "?", sequence=expected + len(added), **contents
        )
        refused = known is None or known.sequence != expected or self.doubled(table, added)

        finished = data.draw(FINISHED)

        async def ask() -> None:
            await self.store.append(after, added, expected, before=before, finished=finished)

        assert self.outcome(ask()) == (Conflict if refused else None)
        if refused:
            return
        assert known is not None
        if after.wake_at != known.wake_at:
            self.due[table] = after.wake_at
            self.claims.pop(table, None)
        if after.guests != known.guests:
            self.listed[table] = set(after.guests)
        self.older[table] = known
        self.rows[table] = after
        self.logs[table] += added
        for game in finished:
            before_now = {key for key in self.games if key[1:] == (table, game.number)}
            now = {(guest, table, game.number) for guest in game.guests}
            for key in before_now - now:
                del self.games[key]
            self.hidden -= before_now - now
            for key in now:
                self.games[key] = (self.games.get(key, (game.ended_at, b""))[0], game.summary)

    @rule(guest=PEOPLE, table=TABLES, number=NUMBERS, hidden=st.booleans())
    def hide(self, guest: str, table: str, number: int, *, hidden: bool) -> None:
        key = (guest, table, number)
        assert self.run(self.store.hide_game(guest, table, number, hidden=hidden)) == (key in self.games)
        if key in self.games:
            (self.hidden.add if hidden else self.hidden.discard)(key)

    @rule(table=TABLES, sequence=st.integers(1, 4), content=st.binary(max_size=4))
    def save_snapshot(self, table: str, sequence: int, content: bytes) -> None:
        self.run(self.store.save_snapshot(table, sequence, content))
        known = table in self.rows and sequence <= self.rows[table].sequence
        if known and sequence > self.snapshots.get(table, (0, b""))[0]:
            self.snapshots[table] = (sequence, content)

    @rule(owner=OWNERS, now=TIMES, limit=st.integers(1, 3), lease=LEASES)
    def claim(self, owner: str, now: int, limit: int, lease: int) -> None:
        due = sorted((at, table) for table, at in self.due.items() if at is not None and at <= now)[:limit]
        assert self.run(self.store.claim_due(owner, now, limit, lease)) == [table for _, table in due]
        self.due.update({table: now + lease for _, table in due})
        self.claims.update({table: owner for _, table in due})

    @rule(owner=OWNERS, lease=LEASES)
    def renew(self, owner: str, lease: int) -> None:
        """Some time after all claims were made: an owner's clock does not go back."""
        now = NOON + 20
        mine = {table for table, holder in self.claims.items() if holder == owner}
        renewed = {table for table in mine if (self.due[table] or 0) <= now + lease}
        assert self.run(self.store.renew(owner, now, lease)) == renewed
        self.due.update(dict.fromkeys(renewed, now + lease))

    @rule(owner=OWNERS, tables=st.lists(TABLES, max_size=2))
    def release(self, owner: str, tables: list[str]) -> None:
        self.run(self.store.release(owner, tables))
        self.end_claims({table for table in tables if self.claims.get(table) == owner})

    @rule(owner=st.none() | OWNERS)
    def free_claims(self, owner: str | None) -> None:
        self.run(self.store.free_claims(owner))
        self.end_claims({table for table, holder in self.claims.items() if owner in (None, holder)})

    def end_claims(self, tables: set[str]) -> None:
        for table in tables:
            del self.claims[table]
            self.due[table] = self.rows[table].wake_at

    @rule(finished=st.just(NOON + 10), abandoned=st.just(NOON + 5))
    def delete_expired(self, finished: int, abandoned: int) -> None:
        old = {
            table
            for table, row in self.rows.items()
            if (
                row.changed_at < finished
                if row.status == "over"
                else row.changed_at < abandoned and row.wake_at is None
            )
        }
        assert set(self.run(self.store.delete_expired(finished, abandoned, 100))) == old
        for table in old:
            for kept in (self.rows, self.logs, self.due, self.claims, self.snapshots, self.listed):
                kept.pop(table, None)
        self.links = {secret: link for secret, link in self.links.items() if link.table not in old}
        self.unlist({key for key in self.games if key[1] in old})

    def unlist(self, keys: set[tuple[str, str, int]]) -> None:
        for key in keys:
            del self.games[key]
        self.hidden -= keys

    @rule(guest=PEOPLE, token=SECRETS, name=TEXTS, now=TIMES)
    def add_guest(self, guest: str, token: bytes, name: str, now: int) -> None:
        taken = guest in self.guests or token in self.tokens
        assert self.outcome(self.store.add_guest(guest, token, name, now)) == (Conflict if taken else None)
        if not taken:
            self.guests[guest], self.tokens[token] = Guest(guest, name, now, now), guest

    @rule(guest=PEOPLE, token=SECRETS, now=TIMES)
    def add_token(self, guest: str, token: bytes, now: int) -> None:
        known = guest in self.guests
        wanted = Conflict if known and token in self.tokens else known
        assert self.outcome(self.store.add_token(guest, token, now)) == wanted
        if wanted is True:
            self.tokens[token] = guest

    @rule(token=SECRETS)
    def revoke(self, token: bytes) -> None:
        assert self.run(self.store.revoke_token(token)) == (self.tokens.pop(token, None) is not None)

    @rule(guest=PEOPLE, name=TEXTS, now=TIMES)
    def rename_and_see(self, guest: str, name: str, now: int) -> None:
        known = self.guests.get(guest)
        assert self.run(self.store.rename(guest, name)) == (known is not None)
        self.run(self.store.seen(guest, now))
        if known:
            self.guests[guest] = msgspec.structs.replace(known, name=name, seen_at=max(now, known.seen_at))

    def drop(self, guest: str) -> None:
        self.guests.pop(guest, None)
        self.tokens = {token: owner for token, owner in self.tokens.items() if owner != guest}
        self.links = {secret: link for secret, link in self.links.items() if link.guest != guest}
        for listed in self.listed.values():
            listed.discard(guest)

    @rule(guest=PEOPLE)
    def forget(self, guest: str) -> None:
        assert self.run(self.store.forget_guest(guest)) == (guest in self.guests)
        if guest in self.guests:
            self.unlist({key for key in self.games if key[0] == guest})
        self.drop(guest)

    @rule(before=TIMES, now=TIMES)
    def forget_idle(self, before: int, now: int) -> None:
        self.links = {secret: link for secret, link in self.links.items() if link.expires_at > now}
        at_tables = set().union(*self.listed.values())
        idle = [g.guest for g in self.guests.values() if g.seen_at < before and g.guest not in at_tables]
        assert self.run(self.store.forget_idle_guests(before, now, 100)) == len(idle)
        for guest in idle:
            self.drop(guest)
            self.unlist({key for key in self.games if key[0] == guest})

    @rule(secret=SECRETS, table=TABLES, guest=PEOPLE, expires=TIMES)
    def add_link(self, secret: bytes, table: str, guest: str, expires: int) -> None:
        link = SeatLink(secret, table, guest, expires)
        taken = secret in self.links
        assert self.outcome(self.store.add_link(link)) == (Conflict if taken else None)
        self.links.setdefault(secret, link)

    @rule(secret=SECRETS, now=TIMES)
    def take_link(self, secret: bytes, now: int) -> None:
        link = self.links.pop(secret, None)
        assert self.run(self.store.take_link(secret, now)) == (
            link if link and now < link.expires_at else None
        )

    @rule(
        guest=PEOPLE,
        status=st.sampled_from(["lobby", "playing"]),
        limit=st.integers(1, 3),
        at=TABLES,
        t=TIMES,
    )
    def pages(self, guest: str, status: Any, limit: int, at: str, t: int) -> None:
        cursor = Cursor(t, at)
        mine = [row for row in self.newest(guest=guest) if (row.changed_at, row.table) < cursor][:limit]
        assert self.run(self.store.tables_of(guest, limit, cursor)) == mine
        public = [row for row in self.newest(status=status) if (row.changed_at, row.table) < cursor][:limit]
        assert self.run(self.store.open_tables(limit, cursor, status=status)) == public

    @rule(table=TABLES, after=st.integers(0, 4))
    def entries_after(self, table: str, after: int) -> None:
        assert self.run(self.store.entries(table, after)) == self.logs.get(table, [])[after:]

    def newest(self, *, guest: str | None = None, status: str | None = None) -> list[Row]:
        rows = [
            row
            for row in self.rows.values()
            if (guest in self.listed[row.table] if guest else row.public and row.status == status)
        ]
        return sorted(rows, key=lambda row: (row.changed_at, row.table), reverse=True)

    def lines(self, guest: str) -> list[GameLine]:
        mine = [
            GameLine(table, self.rows[table].code, self.rows[table].game, number, *kept)
            for (whose, table, number), kept in self.games.items()
            if whose == guest and (whose, table, number) not in self.hidden
        ]
        return sorted(mine, key=lambda line: (line.ended_at, line.table, line.number), reverse=True)

    @rule(guest=PEOPLE, limit=st.integers(1, 3), at=TABLES, number=NUMBERS, t=TIMES)
    def pages_of_games(self, guest: str, limit: int, at: str, number: int, t: int) -> None:
        cursor = GameCursor(t, at, number)
        wanted = [x for x in self.lines(guest) if (x.ended_at, x.table, x.number) < cursor][:limit]
        assert self.run(self.store.games_of(guest, limit, cursor)) == wanted

    @invariant()
    def nothing_differs(self) -> None:
        """All that can be asked without changing anything, asked after every step."""
        tables, people = ("a", "b", "c", "d"), ("ada", "ben", "cyd")
        asked: list[tuple[Any, Any]] = []
        for table in tables:
            log = self.logs.get(table, [])
            asked.append((self.store.row(table), self.rows.get(table)))
            asked.append((self.store.entries(table), log))
            asked.append((self.store.snapshot(table), self.snapshots.get(table)))
            for command in ("", "x"):
                found = [e.sequence for e in log if command and (e.sender, e.command) == ("ada", command)]
                asked.append((self.store.answered(table, "ada", command), found[0] if found else None))
        for person in people:
            asked.append((self.store.guest(person), self.guests.get(person)))
            asked.append((self.store.tables_of(person, 9), self.newest(guest=person)))
            asked.append((self.store.games_of(person, 9), self.lines(person)[:9]))
        for code in ("AAAA", "BBBB", "CCCC"):
            owner = [row for row in self.rows.values() if row.code == code]
            asked.append((self.store.by_code(code), owner[0] if owner else None))
        asked += [
            (self.store.guest_by_token(token), self.guests.get(self.tokens.get(token, "")))
            for token in map(fingerprint, ("s1", "s2", "s3"))
        ]
        asked.append((self.store.open_tables(9), self.newest(status="lobby")))
        asked.append((self.store.next_due(), min((at for at in self.due.values() if at), default=None)))
        changes = [row.changed_at for row in self.rows.values()]
        asked.append((self.store.latest_change(), max(changes, default=None)))
        n = Counter(row.status for row in self.rows.values())
        asked.append((self.store.counts(), Counts(n["lobby"], n["playing"], n["over"], len(self.guests))))

        async def answers() -> list[Any]:
            return [await question for question, _ in asked]

        assert self.run(answers()) == [wanted for _, wanted in asked]


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_store_is_what_the_contract_says_whatever_is_asked_of_it(kind: str, tmp_path: Path) -> None:
    """A new file, or the same tables emptied, for each example."""
    with asyncio.Runner() as runner:
        template = tmp_path / "template.db"
        url = fresh_database() if kind == "postgres" else f"sqlite:///{template}"
        runner.run(migrate(url))

        class Machine(StoreAgainstModel):
            @initialize()
            def begin(self) -> None:
                self.address = url
                if kind == "sqlite":
                    file = Path(tempfile.mkdtemp(dir=tmp_path)) / "filon.db"
                    shutil.copy(template, file)
                    self.address = f"sqlite:///{file}"
                else:
                    runner.run(_emptied(url))
                self.store = runner.run(open_store(self.address, migrate=False))
                self.furnish()

            def run(self, question: Any) -> Any:
                return runner.run(question)

            @rule()
            def close_and_open_again(self) -> None:
                runner.run(self.store.close())
                self.store = runner.run(open_store(self.address, migrate=False))

            def teardown(self) -> None:
                if hasattr(self, "store"):
                    runner.run(self.store.close())

        # SQLite takes a tenth of the time: it gets more of it.
        least = 60 if kind == "sqlite" else 15
        examples = max(least, settings().max_examples)
        run_state_machine_as_test(Machine, settings=settings(max_examples=examples, stateful_step_count=30))


async def _emptied(url: str) -> None:
    connection = await asyncpg.connect(url)
    await connection.execute(
        "TRUNCATE tables, entries, snapshots, table_guests, guests, tokens, seat_links, games"
    )
    await connection.close()
