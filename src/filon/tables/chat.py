"""Talk at the table: limits on length and rate, quick phrases, and ways not to listen."""

from typing import Final

from filon.tables.events import MessageRemoved, Muted, PhraseSaid, Said, Silenced, TableEvent
from filon.tables.model import AnyTable, Guest
from filon.tables.names import is_blank, plain
from filon.tables.refusal import Refused
from filon.tables.seating import require_host, require_person, seat_of

LONGEST: Final = 300
BURST: Final = 5
"""Messages within WINDOW_MS; the next has to wait."""
WINDOW_MS: Final = 10_000

PHRASES: Final = (
    "hello",
    "good_luck",
    "have_fun",
    "well_played",
    "thank_you",
    "sorry",
    "your_turn",
    "one_moment",
    "back_soon",
    "i_am_back",
    "hurry",
    "wow",
    "oh_no",
    "trust_me",
    "i_doubt_it",
    "go_on",
    "careful",
    "good_game",
    "another_one",
    "goodbye",
)
"""Keys; each client knows the words in its own language."""


def say(table: AnyTable, sender: Guest, text: str, now: int) -> tuple[TableEvent, ...]:
    _require_voice(table, sender, now)
    if table.settings.chat == "phrases":
        raise Refused("chat_closed", "at this table people talk in quick phrases only")
    shown = plain(text)
    if is_blank(shown) or len(shown) > LONGEST:
        raise Refused("malformed", f"a message has 1 to {LONGEST} characters", field="text")
    return (Said(sender, shown),)


def say_phrase(table: AnyTable, sender: Guest, phrase: str, now: int) -> tuple[TableEvent, ...]:
    _require_voice(table, sender, now)
    if phrase not in PHRASES:
        raise Refused("malformed", f"the phrases are {', '.join(PHRASES)}", field="phrase")
    return (PhraseSaid(sender, phrase),)


def _require_voice(table: AnyTable, sender: Guest, now: int) -> None:
    require_person(table, sender)
    rule = table.settings.chat
    if rule == "nobody" or (rule in ("players", "phrases") and seat_of(table, sender) is None):
        raise Refused("chat_closed", "only players talk here" if rule != "nobody" else "nobody talks here")
    person = table.people[sender]
    if person.silenced:
        raise Refused("silenced", "the host has silenced you")
    if len(person.spoke_at) == BURST and now - person.spoke_at[0] < WINDOW_MS:
        wait = (person.spoke_at[0] + WINDOW_MS - now + 999) // 1000
        raise Refused("too_fast", f"{BURST} messages in {WINDOW_MS // 1000} s at most; again in {wait} s")


def remove_message(table: AnyTable, sender: Guest, sequence: int) -> tuple[TableEvent, ...]:
    for message in table.chat:
        if message.sequence == sequence:
            if sender not in (table.host, message.guest):
                raise Refused("not_yours", "the host or who said it can take a message out")
            return (MessageRemoved(sequence),)
    raise Refused("no_such_message", "no such message among the latest", field="sequence")


def mute(table: AnyTable, sender: Guest, whom: Guest, *, muted: bool) -> tuple[TableEvent, ...]:
    require_person(table, sender)
    if whom not in table.people or whom == sender:
        raise Refused("no_such_person", "no such other person at this table", field="guest")
    if (whom in table.people[sender].muted) == muted:
        return ()
    return (Muted(sender, whom, muted),)


def silence(table: AnyTable, sender: Guest, guest: Guest, *, silenced: bool) -> tuple[TableEvent, ...]:
    require_host(table, sender)
    if guest not in table.people or guest == sender:
        raise Refused("no_such_person", "no such other person at this table", field="guest")
    if table.people[guest].silenced == silenced:
        return ()
    return (Silenced(guest, silenced),)
