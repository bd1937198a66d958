"""Twin tables: two worlds that a viewer may not tell apart give that viewer the same bytes.

The twin of a table has a position imagined from what the viewer may know, and often another seed. The same
people do the same things at both. Where the law itself reveals something (the fields that `reveals` names)
the worlds may part; then a new twin is imagined and it goes on. Everything else the viewer gets must be the
same to the byte: updates, syncs, missed entries, answers to own commands, what a stand-in for the seat is
shown, and when the table wakes.
"""

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from filon.games.chance import FastRandom
from filon.games.contract import AnyGame
from filon.games.registry import GAMES
from filon.tables import (
    THE_TABLE,
    AnyTable,
    Audience,
    Differ,
    Entry,
    Guest,
    Refused,
    Screens,
    bot_turns,
    catch_up,
    commands,
    decide,
    entry_of,
    evolve,
    next_wake,
    sync,
    update,
    wake,
)
from filon.tables.clocks import bot_level
from filon.tables.events import Played
from filon.tables.model import Bank, Playing
from tests.tables.desk import act
from tests.tables.desk import settings as table_settings
from tests.tables.people import EVERYBODY, any_command, chair_of, legal_for, seated

encode = msgspec.json.encode


class World:
    def __init__(self, table: AnyTable, now: int) -> None:
        self.table = table
        self.now = now
        self.log: list[Entry] = []
        self.passed: dict[int, AnyTable] = {table.sequence: table}

    def say(self, sender: Guest, command: commands.AnyCommand, named: str) -> bytes:
        """The answer, as the sender gets it."""
        try:
            decision = decide(self.table, sender, named, command, self.now)
        except Refused as no:
            return encode(("refused", no.code, no.reason, no.rule, no.field, repr(no.legal)))
        if decision.events:
            self._append(entry_of(self.table, decision, sender, named, self.now))
        return encode(("accepted", self.table.sequence))

    def wake(self) -> None:
        decision = wake(self.table, self.now)
        if decision is not None:
            self._append(entry_of(self.table, decision, THE_TABLE, "", self.now))

    def _append(self, entry: Entry) -> None:
        self.passed[self.table.sequence] = self.table
        self.table = evolve(self.table, entry)
        self.log.append(entry)


def twin_of(world: World, eyes: int | None, random: FastRandom) -> World:
    """Another world behind the same view; what could be taken back is forgotten in both."""
    playing = world.table.phase
    assert isinstance(playing, Playing)
    game = GAMES[world.table.settings.game]
    world.table = msgspec.structs.replace(
        world.table, phase=msgspec.structs.replace(playing, history=(), undo=None)
    )
    imagined = game.imagine(game.view(playing.state, eyes), random)  # type: ignore[arg-type]
    seed = playing.seed if random.below(2) else bytes(random.below(256) for _ in range(32))
    phase = msgspec.structs.replace(playing, state=imagined, seed=seed, history=(), undo=None)
    other = World(msgspec.structs.replace(world.table, phase=phase), world.now)
    other.log = list(world.log)
    return other


def shown(world: World, viewer: Audience, since: int) -> list[bytes]:
    """All that the viewer, or somebody who comes back as that viewer, could be sent."""
    table = world.table
    entries = [entry for entry in world.log if entry.sequence > since]
    parts = [encode(sync(table, viewer)), encode(next_wake(table))]
    if entries:
        parts.append(encode(update(table, entries, viewer)))
        parts.append(encode(catch_up(table, entries, viewer, since)))
        parts.append(encode(catch_up(table, entries, viewer, since, patches=True)))
        before = world.passed[since]
        (news,) = Screens().news(before, entries, table, (viewer,))
        (followed,) = Screens().news(before, entries, table, (viewer,), following=True)
        parts += [encode(news.whole()), encode(news.patch(Differ())), encode(followed.patch(Differ()))]
    if viewer.seat is not None:
        parts += [encode(turn) for turn in bot_turns(table, world.now) if turn.seat == viewer.seat]
    return parts


def parted_by_law(
    game: AnyGame, one: list[Entry], other: list[Entry], viewer: Audience, *, same_seed: bool
) -> bool:
    """Whether the first difference in the game events is one that the law reveals to this viewer.

    Worlds with different seeds may also part where chance had a part.
    """
    for mine, twins in zip(told(game, one, viewer), told(game, other, viewer), strict=False):
        if encode(mine) == encode(twins):
            continue
        if not same_seed and any(by_chance(entries) for entries in (one, other)):
            return True
        assert type(mine) is type(twins), (mine, twins)
        fields = game.reveals.get(type(mine).__name__, frozenset())
        for field in mine.__struct_fields__:
            same = encode(getattr(mine, field)) == encode(getattr(twins, field))
            assert same or field in fields, (mine, twins)
        return True
    return False


def by_chance(entries: list[Entry]) -> bool:
    return any(isinstance(event, Played) and event.chance for entry in entries for event in entry.events)


def told(game: AnyGame, entries: list[Entry], viewer: Audience) -> list[Any]:
    return [
        game.redact(happened, viewer.seat)  # type: ignore[arg-type]
        for entry in entries
        for event in entry.events
        if isinstance(event, Played)
        for happened in event.events
    ]


def what_next(one: World, other: World, viewer: Audience, random: FastRandom) -> Any:
    """Something to do in both worlds: what is legal in one alone would give away who is in which."""
    sender = EVERYBODY[random.below(len(EVERYBODY))]
    holder = None if viewer.seat is None else chair_of(one.table.chairs[viewer.seat])
    if random.below(3) == 0 and holder is not None:
        sender = holder
    if sender == holder and random.below(2):
        return sender, odd_action(one, random)
    own = next((at for at, chair in enumerate(one.table.chairs) if chair_of(chair) == sender), None)
    if own is not None and random.below(3):
        both = [action for action in legal_for(one.table, own) if action in legal_for(other.table, own)]
        return (sender, act(both[random.below(len(both))])) if both else None
    playing = one.table.phase
    assert isinstance(playing, Playing)
    bots = [seat for seat in playing.turns if bot_level(one.table, playing, seat)]
    if bots and random.below(2):
        seat = bots[random.below(len(bots))]
        both = [action for action in legal_for(one.table, seat) if action in legal_for(other.table, seat)]
        if both:
            choice = commands.PlayFor(seat, both[random.below(len(both))], one.table.sequence)
            return THE_TABLE, choice
    command = any_command(one.table, sender, random)
    return None if isinstance(command, commands.Act) and sender != holder else (sender, command)


def odd_action(world: World, random: FastRandom) -> commands.Act:
    """Any action of anybody, whether the viewer may take it or not: the refusal must not tell either."""
    everything = [
        action for seat in range(len(world.table.chairs)) for action in legal_for(world.table, seat)
    ]
    if not everything:
        return commands.Act(msgspec.Raw(b'{"type":"Nonsense"}'))
    return act(everything[random.below(len(everything))])


def play_twins(game: str, eyes: int | None, seed: int, length: int, **given: Any) -> int:
    """How many steps were compared."""
    random = FastRandom(seed)
    options = msgspec.to_builtins(GAMES[game].simulation)
    seats = max(GAMES[game].seats[0], 4 if game != "outofmine" else 3)
    desk = seated(table_settings(game=game, seats=seats, options=options, bot_pause_ms=500, **given), 3)
    one = World(desk.table, desk.now)
    viewer = Audience(eyes, playing=eyes is not None)
    other = twin_of(one, eyes, random)
    compared = 0
    for number in range(length):
        if not isinstance(one.table.phase, Playing):
            break
        since = one.table.sequence
        pause = random.below(2000)
        for world in (one, other):
            world.now += pause
        step = None
        if random.below(6) == 0:
            for world in (one, other):
                world.wake()
        else:
            step = what_next(one, other, viewer, random)
            if step is None:
                continue
            sender, command = step
            answers = [world.say(sender, command, f"n{number}") for world in (one, other)]
            assert answers[0] == answers[1] or sender != chair_of_eyes(one, eyes), step
        fresh = [[entry for entry in world.log if entry.sequence > since] for world in (one, other)]
        same_seed = getattr(one.table.phase, "seed", None) == getattr(other.table.phase, "seed", None)
        parted = parted_by_law(GAMES[game], fresh[0], fresh[1], viewer, same_seed=same_seed)
        if parted or not isinstance(other.table.phase, Playing):
            if isinstance(one.table.phase, Playing):
                other = twin_of(one, eyes, random)
            continue
        assert shown(one, viewer, since) == shown(other, viewer, since), step
        compared += 1
    return compared


def chair_of_eyes(world: World, eyes: int | None) -> Guest | None:
    return None if eyes is None else chair_of(world.table.chairs[eyes])


@pytest.mark.parametrize("game", sorted(GAMES))
@given(eyes=st.sampled_from((None, 0, 1, 2)), seed=st.integers(0, 2**32))
@settings(max_examples=12)
def test_no_byte_tells_a_viewer_which_of_two_worlds_it_is(game: str, eyes: int | None, seed: int) -> None:
    play_twins(game, eyes, seed, 60)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_twins_stay_together_long_enough_to_mean_something(game: str) -> None:
    assert sum(play_twins(game, eyes, 7, 80) for eyes in (None, 0, 2)) > 60


@given(seed=st.integers(0, 2**32))
@settings(max_examples=8)
def test_clocks_and_stand_ins_tell_nothing_either(seed: int) -> None:
    play_twins("diamant", 1, seed, 60, clock=Bank(60, 1), absence_s=10)


def test_a_leak_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same test on a game that shows choices to everybody fails."""
    game = GAMES["diamant"]
    monkeypatch.setattr(type(game), "redact", staticmethod(lambda event, _seat: event))
    with pytest.raises(AssertionError):
        sum(play_twins("diamant", 0, seed, 60) for seed in range(20))
