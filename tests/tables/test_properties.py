"""Random tables, random people: nothing breaks, and the log says it all."""

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from filon.games.chance import FastRandom
from filon.games.registry import GAMES
from filon.tables import (
    Audience,
    Refused,
    audience,
    bot_turns,
    catch_up,
    next_wake,
    summary,
    sync,
    update,
)
from filon.tables.model import Held, Lobby, Playing
from filon.tables.names import likeness
from tests.tables.desk import Desk
from tests.tables.people import EVERYBODY, any_command, seated, some_settings


def check_sense(desk: Desk) -> None:
    table = desk.table
    assert table.sequence == len(desk.log) == desk.log[-1].sequence
    assert [entry.sequence for entry in desk.log] == list(range(1, len(desk.log) + 1))
    assert all(one.at <= other.at for one, other in zip(desk.log, desk.log[1:], strict=False))
    seated_guests = [chair.guest for chair in table.chairs if isinstance(chair, Held)]
    assert len(set(seated_guests)) == len(seated_guests), "nobody sits on two chairs"
    assert set(seated_guests) <= set(table.people)
    assert not set(table.banned) & set(table.people)
    assert table.host in table.people or not table.people
    names = [likeness(person.name) for person in table.people.values()]
    assert len(set(names)) == len(names)
    assert len(table.chairs) == table.settings.seats
    if isinstance(table.phase, Playing):
        game = GAMES[table.settings.game]
        assert set(table.phase.turns) == set(game.to_act(table.phase.state))
        assert all(left >= 0 for left in table.phase.banks)
    elif isinstance(table.phase, Lobby):
        assert all(chair.stand_in is None for chair in table.chairs if isinstance(chair, Held))
    brief = summary(table)
    assert brief.sequence == table.sequence
    assert brief.taken <= brief.seats


def let_time_pass(desk: Desk, random: FastRandom) -> None:
    at = next_wake(desk.table)
    if at is None or random.below(3) == 0:
        assert not desk.wait(random.below(20)) or at is not None, "the table did what it had not announced"
        return
    desk.now = max(desk.now, at)
    woken = desk.wake()
    assert woken or bot_turns(desk.table, desk.now), "the table was woken for nothing"
    desk.bots(random.below(1000))


def look(desk: Desk) -> None:
    """Everybody can be shown the table, whatever it is in the middle of."""
    for guest in (None, *EVERYBODY):
        try:
            viewer = audience(desk.table, guest, watch=1)
        except Refused as no:
            assert no.code in ("removed", "no_watching")
            continue
        msgspec.json.encode(sync(desk.table, viewer))
        msgspec.json.encode(update(desk.table, desk.log[-5:], viewer))
        msgspec.json.encode(catch_up(desk.table, desk.log[-9:], viewer, desk.table.sequence - 9))
    msgspec.json.encode(sync(desk.table, Audience(everything=True)))


@given(some_settings(), st.integers(0, 5), st.integers(0, 2**32), st.integers(1, 120))
def test_whatever_people_do_the_log_folds_to_the_table(
    chosen: object, people: int, seed: int, length: int
) -> None:
    desk = seated(chosen, people)
    random = FastRandom(seed)
    for _ in range(length):
        sender = EVERYBODY[random.below(len(EVERYBODY))]
        try:
            if random.below(5) == 0:
                let_time_pass(desk, random)
            else:
                desk.now += random.below(3000)
                desk.say(sender, any_command(desk.table, sender, random))
        except Refused as no:
            assert no.reason
            msgspec.json.encode((no.code, no.reason, no.rule, no.field))
        check_sense(desk)
    look(desk)
    desk.check_log()


@given(some_settings(), st.integers(0, 2**32))
def test_sent_once_or_ten_times_a_command_does_the_same(chosen: object, seed: int) -> None:
    random = FastRandom(seed)
    once, often = seated(chosen, 3), seated(chosen, 3)
    for number in range(40):
        sender = EVERYBODY[random.below(len(EVERYBODY))]
        command = any_command(once.table, sender, random)
        answers = []
        for desk, times in ((once, 1), (often, 3)):
            for _ in range(times):
                try:
                    answers.append(desk.say(sender, command, f"n{number}"))
                except Refused as no:
                    answers.append(-len(no.reason))
        assert len(set(answers)) == 1, answers
        assert once.table == often.table
