"""Patches: what changed, and nothing but what changed, brings any viewer from one sight to the next."""

import base64
import copy
import zlib
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from filon.games.chance import FastRandom
from filon.games.registry import GAMES
from filon.tables import AnyTable, Audience, Differ, Refused, Screens, Sync, audience, catch_up, patched, sync
from filon.tables.events import Entry
from filon.tables.model import Playing
from tests.tables.desk import Desk, act
from tests.tables.desk import settings as table_settings
from tests.tables.people import EVERYBODY, any_command, seated, some_settings
from tests.tables.recorded import streams
from tests.tables.test_properties import let_time_pass

encode, decode = msgspec.json.encode, msgspec.json.decode


def as_json(value: object) -> Any:
    return decode(encode(value))


class Pair(msgspec.Struct, frozen=True):
    one: Any
    other: Any = msgspec.UNSET


class Tagged(msgspec.Struct, frozen=True, tag=True):
    one: Any
    other: Any = None


names = st.sampled_from(("a", "b", "-a", "~a", "=", "-", "~", "1", "-1", "__proto__"))
values = st.recursive(
    st.none() | st.booleans() | st.integers(2, 9) | st.sampled_from(("", "x", "y")),
    lambda inner: (
        st.lists(inner, max_size=5).map(tuple)
        | st.lists(inner, max_size=5)
        | st.dictionaries(names, inner, max_size=4)
        | st.dictionaries(st.integers(-2, 3), inner, max_size=4)
        | st.builds(Pair, inner, inner | st.just(msgspec.UNSET))
        | st.builds(Tagged, inner, inner)
    ),
    max_leaves=12,
)


@given(values, values, values)
@settings(max_examples=400)
def test_a_patch_makes_the_new_of_the_old(common: Any, old: Any, new: Any) -> None:
    """Whatever the values, with a part in common or not, `null` and odd names included."""
    before, after = Pair((common, old), {"x": old, "y": common}), Pair((common, new), {"x": new, "y": common})
    patch = Differ().difference(before, after)
    if patch is None:
        assert as_json(before) == as_json(after)
    else:
        assert patched(as_json(before), as_json(patch)) == as_json(after)


@given(values, values)
def test_a_patch_depends_on_what_is_seen_and_not_on_which_objects_hold_it(old: Any, new: Any) -> None:
    """Two worlds that look alike are patched alike, byte for byte."""
    one = Differ().difference(Pair(old, 1), Pair(new, 1))
    other = Differ().difference(Pair(copy.deepcopy(old), 1), Pair(copy.deepcopy(new), 1))
    assert encode(one) == encode(other)


@pytest.mark.parametrize(
    ("old", "new", "patch"),
    [
        ((1, 2), (1, 2, 3), {"~": {"one": [2, 0, 3]}}),
        ((1, 2, 3), (1, 3), {"~": {"one": [1, 1]}}),
        ((5, 6, 7), (5, 8, 9, 7), {"~": {"one": [1, 1, 8, 9]}}),
        ((5, 6, 7), (5, 8, 7), {"~": {"one": {"=": {"1": 8}}}}),
        ((), (1,), {"=": {"one": [1]}}),
        ((1,), (), {"=": {"one": []}}),
        ({"a": 1, "b": 2}, {"a": 1, "b": None}, {"~": {"one": {"=": {"b": None}}}}),
        ({"a": 1, "b": 2}, {"a": 1}, {"~": {"one": {"-": ["b"]}}}),
        ({-1: 1, 2: 2}, {-1: 1}, {"~": {"one": {"-": ["2"]}}}),
        (Pair(1, 2), Pair(1), {"~": {"one": {"-": ["other"]}}}),
        (Pair(1), Pair(1, 2), {"~": {"one": {"=": {"other": 2}}}}),
        (Pair(1), Tagged(1), {"=": {"one": {"type": "Tagged", "one": 1, "other": None}}}),
        ((Pair(1, 2), Pair(3, 4)), (Pair(1, 2), Pair(3, 5)), {"~": {"one": {"~": {"1": {"=": {"other": 5}}}}}}),  # noqa: E501
    ],
)  # fmt: skip
def test_each_kind_of_patch(old: Any, new: Any, patch: Any) -> None:
    assert as_json(Differ().difference(Pair(old, 1), Pair(new, 1))) == patch


class Screen:
    """A client of protocol 2: begins with a Sync, and from then on knows only what it is told.

    One that follows, of protocol 3, makes its view out of the events where it is told to.
    """

    def __init__(self, table: AnyTable, viewer: Audience) -> None:
        self.viewer = viewer
        self.law = GAMES[table.settings.game]
        whole = as_json(sync(table, viewer))
        self.parts = {"table": whole["table"], "game": whole["game"]}
        self.followed = 0

    def hear(self, update: Any) -> None:
        assert not {"table", "game"} & update.keys()
        if update.get("followed"):
            self.followed += 1
            assert b'"view":' not in encode(update.get("patch", {}))
            played = [told for entry in update["entries"] for told in entry["events"]]
            self._follow([event for told in played for event in told["events"]])
        if "patch" in update:
            self.parts = patched(self.parts, update["patch"])

    def _follow(self, happened: list[Any]) -> None:
        view = msgspec.convert(self.parts["game"]["view"], self.law.view_type, strict=False)
        for event in happened:
            view = self.law.follow(view, msgspec.convert(event, self.law.event_type, strict=False))
        self.parts = {**self.parts, "game": {**self.parts["game"], "view": as_json(view)}}


def audiences(table: AnyTable) -> set[Audience]:
    found = {Audience(everything=True, delay_s=5)}
    for guest in (None, *EVERYBODY):
        for wish in ({}, {"screen": True}, {"watch": 1}):
            try:
                found.add(audience(table, guest, **wish))
            except Refused:
                continue
    return found


def follow(
    desk: Desk, screens: dict[Audience, Screen], kept: Screens, before: AnyTable, *, following: bool = False
) -> None:
    """Tells everybody what happened, as a room does, and compares with the whole."""
    entries: list[Entry] = desk.log[before.sequence :]
    if not entries:
        return
    eyes = tuple(viewer for viewer in screens if viewer.delay_s or viewer in audiences(desk.table))
    told = kept.news(before, entries, desk.table, eyes, following=following)
    news = dict(zip(eyes, told, strict=True))
    differ = Differ()
    for viewer in eyes:
        screen = screens[viewer]
        update = as_json(news[viewer].patch(differ))
        fresh = Screens().news(before, entries, desk.table, (viewer,), following=following)
        alone = fresh[0].patch(Differ())
        assert encode(news[viewer].patch(Differ())) == encode(alone), "who else looks on makes no difference"
        missed = catch_up(desk.table, entries, viewer, before.sequence, patches=True)
        came_back = Screen(before, viewer)
        if isinstance(missed, Sync):
            came_back = Screen(desk.table, viewer)
        else:
            came_back.hear(as_json(missed))
        screen.hear(update)
        now = as_json(sync(desk.table, viewer))
        whole = {"table": now["table"], "game": now["game"]}
        assert screen.parts == whole, viewer
        assert came_back.parts == whole, viewer
    for viewer in audiences(desk.table) - set(eyes):
        screens[viewer] = Screen(desk.table, viewer)
    for viewer in set(screens) - set(eyes) - audiences(desk.table):
        del screens[viewer]


@given(some_settings(), st.integers(1, 5), st.integers(0, 2**32), st.integers(1, 60), st.booleans())
@settings(max_examples=60)
def test_whatever_people_do_patches_show_what_a_whole_view_would(
    chosen: object,
    people: int,
    seed: int,
    length: int,
    following: bool,  # noqa: FBT001
) -> None:
    desk = seated(chosen, people)
    random = FastRandom(seed)
    kept = Screens()
    screens = {viewer: Screen(desk.table, viewer) for viewer in audiences(desk.table)}
    for _ in range(length):
        before = desk.table
        sender = EVERYBODY[random.below(len(EVERYBODY))]
        try:
            if random.below(5) == 0:
                let_time_pass(desk, random)
            else:
                desk.now += random.below(3000)
                desk.say(sender, any_command(desk.table, sender, random))
        except Refused:
            continue
        # Now and then somebody looks on who cannot follow: then nobody does.
        follow(desk, screens, kept, before, following=following and random.below(8) > 0)


@pytest.mark.parametrize("game", sorted(GAMES))
@pytest.mark.parametrize("seats", ["least", "most"])
@pytest.mark.parametrize("following", [False, True])
def test_a_whole_game_in_patches(game: str, seats: str, following: bool) -> None:  # noqa: FBT001
    """Every step of a game, every seat, the public view and everything; and patches are the shorter."""
    law = GAMES[game]
    number = law.seats[0] if seats == "least" else min(law.seats[-1], len(EVERYBODY))
    options = msgspec.to_builtins(law.simulation)
    desk = seated(table_settings(game=game, seats=number, options=options, watch="public"), number)
    kept, random = Screens(), FastRandom(11)
    screens = {viewer: Screen(desk.table, viewer) for viewer in audiences(desk.table)}
    patches = wholes = 0
    for _ in range(400):
        before = desk.table
        if not isinstance(desk.table.phase, Playing):
            break
        turns = sorted(desk.table.phase.turns)
        if not turns:
            let_time_pass(desk, random)
        else:
            seat = turns[random.below(len(turns))]
            legal = law.legal_actions(desk.table.phase.state, seat)  # type: ignore[arg-type]
            desk.now += 100
            desk.say(EVERYBODY[seat], act(legal[random.below(len(legal))]))
        follow(desk, screens, kept, before, following=following)
        news = Screens().news(before, desk.log[before.sequence :] or desk.log[-1:], desk.table, (Audience(),))
        patches += len(encode(news[0].patch(Differ())))
        wholes += len(encode(news[0].whole()))
    assert patches < wholes
    assert all(bool(screen.followed) == (following and bool(law.followed)) for screen in screens.values())


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_whole_evening_in_patches(game: str) -> None:
    """Lobby, game, end and rematch, with talk, muting, undo and absence: what web/tests/shown.test.ts follows
    with the browser's own code.
    """
    for stream in streams(game, following=False):
        _, first = decode(zlib.decompress(base64.b64decode(stream.first), -zlib.MAX_WBITS))
        parts = {name: first[name] for name in ("table", "game")}
        met: set[str] = set()
        for step in stream.steps:
            whole = decode(step.whole)
            (told,) = decode(step.frame)
            if told["type"] == "Sync":
                parts = {name: told[name] for name in parts}
            elif "patch" in told:
                parts = patched(parts, told["patch"])
            assert parts == {name: whole[name] for name in parts}, (stream.viewer, whole["sequence"])
            met.add(f"{whole['table']['status']} {whole['table']['game_number']}")
        assert met - {"over 2"} == {"lobby 1", "playing 1", "over 1", "lobby 2", "playing 2"}
