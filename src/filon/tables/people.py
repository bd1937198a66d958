"""The fold of who is at the table: joining, talking, leaving, and the way to another device."""

from msgspec.structs import replace

from filon.tables.chat import BURST, WINDOW_MS
from filon.tables.model import CHAT_KEPT, GONE_KEPT, AnyTable, Gone, Guest, Lobby, Message, Person


def with_person(table: AnyTable, guest: Guest, person: Person) -> AnyTable:
    return replace(table, people={**table.people, guest: person})


def joined(table: AnyTable, guest: Guest, name: str, sequence: int) -> AnyTable:
    person = Person(name, hears_from=sequence if isinstance(table.phase, Lobby) else None)
    before = table.gone.get(guest)
    if before is None:
        return with_person(table, guest, person)
    gone = {other: known for other, known in table.gone.items() if other != guest}
    person = replace(person, silenced=before.silenced, spoke_at=before.spoke_at)
    return with_person(replace(table, gone=gone), guest, person)


def said(table: AnyTable, message: Message) -> AnyTable:
    person = table.people[message.guest]
    person = replace(person, spoke_at=(*person.spoke_at[1 - BURST :], message.at))
    chat = (*table.chat[1 - CHAT_KEPT :], message)
    return replace(table, chat=chat, people={**table.people, message.guest: person})


def remembered(table: AnyTable, guest: Guest, at: int) -> AnyTable:
    """What is kept of somebody who leaves: silences, and for a while who has just spoken."""
    person = table.people[guest]
    gone = {
        other: known
        for other, known in {**table.gone, guest: Gone(person.silenced, person.spoke_at)}.items()
        if known.silenced or (known.spoke_at and at - known.spoke_at[-1] < WINDOW_MS)
    }
    if len(gone) > GONE_KEPT:
        del gone[next((other for other, known in gone.items() if not known.silenced), next(iter(gone)))]
    return replace(table, gone=gone)


def handed(table: AnyTable, guest: Guest, to: Guest, at: int) -> AnyTable:
    """`to` is there in place of `guest`. A silence stays with either device, and goes with the chair."""
    table = remembered(table, guest, at)
    twin = table.people.get(to) or table.gone.get(to)
    people = {}
    for other, person in table.people.items():
        muted = tuple(to if whom == guest else whom for whom in person.muted if whom != to)
        if other == guest:
            people[to] = replace(person, away_since=None, muted=muted)
            if twin is not None:
                spoke_at = tuple(sorted((*person.spoke_at, *twin.spoke_at))[-BURST:])
                silenced = person.silenced or twin.silenced
                people[to] = replace(people[to], silenced=silenced, spoke_at=spoke_at)
        elif other != to:
            people[other] = replace(person, muted=muted)
    return replace(table, people=people)
