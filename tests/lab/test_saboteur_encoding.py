"""Saboteur in arrays: every number within its bounds, every action with an index, nothing secret."""

import re
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from filon.games.chance import FastRandom
from filon.games.contract import Seat, play_one
from filon.games.saboteur import SABOTEUR
from filon.games.saboteur.maze import SHAPES, cell_of, rim
from filon.games.saboteur.model import (
    Action,
    BreakTool,
    Discard,
    DropRocks,
    Options,
    PlacePath,
    ReadMap,
    RepairTool,
    State,
)
from filon.games.saboteur.pieces import DECK, HAND, PATH_COUNTS, SEATS, Card, Tool
from filon.kernels.saboteur.kernel_window import MOST_ELSEWHERE, MOST_OUTSIDE
from filon.lab.episode import Episode
from filon.lab.registry import encoding_for
from filon.lab.saboteur.encoding import SaboteurEncoding, in_window
from filon.lab.saboteur.layout import REACHED, Phase
from filon.lab.saboteur.policies import Policy, at_random, outwards, to_the_goals
from filon.lab.walk import walk
from tests.games.saboteur.mines import mine, treasure_found
from tests.games.saboteur.mines import play as play_moves

ADJACENT = Options(placement="adjacent")
tables = st.builds(
    SaboteurEncoding,
    st.sampled_from(SEATS),
    st.builds(
        Options,
        placement=st.sampled_from(("connected", "adjacent")),
        starter=st.sampled_from(("first", "random")),
    ),
)
policies = st.sampled_from([at_random, outwards, to_the_goals])


def shown(state: State, seat: int | None) -> dict[str, Any]:
    encoding = SaboteurEncoding(len(state.round.hands), state.options)
    row = np.empty(encoding.layout.size, np.int16)
    encoding.observe(SABOTEUR.view(state, None if seat is None else Seat(seat)), row)
    return {name: part.tolist() for name, part in encoding.layout.split(row).items()}


@given(tables, policies, st.integers(0, 999))
def test_every_number_lies_within_its_bounds_whoever_looks(
    encoding: SaboteurEncoding, choose: Policy, seed: int
) -> None:
    low, high = encoding.layout.low, encoding.layout.high
    row = np.empty(encoding.layout.size, np.int16)
    random = FastRandom(seed)
    episode = Episode(encoding, seed)
    while episode.waiting:
        for seat in (None, Seat(random.below(encoding.seats))) if random.below(3) == 0 else ():
            row[:] = 9999
            encoding.observe(episode.view(seat), row)
            assert ((low <= row) & (row <= high)).all()
        episode.step(episode.waiting[0], choose(episode, random))
    for seat in (None, Seat(0)):
        episode.observe(seat, row)
        assert ((low <= row) & (row <= high)).all()


@given(tables, policies, st.integers(0, 999))
def test_no_two_legal_actions_share_an_index(encoding: SaboteurEncoding, choose: Policy, seed: int) -> None:
    random = FastRandom(seed)
    episode = Episode(encoding, seed)
    while episode.waiting:
        (seat,) = episode.waiting
        legal = episode.legal(seat)
        found = encoding.indices(seat, legal)
        assert len(set(found)) == len(legal)
        assert all(0 <= index < encoding.actions.size for index in found)
        episode.step(seat, choose(episode, random))


@given(tables, policies, st.integers(0, 999))
def test_worlds_that_look_alike_are_written_alike(
    encoding: SaboteurEncoding, choose: Policy, seed: int
) -> None:
    random = FastRandom(seed)
    episode = Episode(encoding, seed)
    while episode.waiting:
        if random.below(20) == 0:
            for seat in map(Seat, range(encoding.seats)):
                twin = SABOTEUR.imagine(episode.view(seat), random)
                row = np.empty(encoding.layout.size, np.int16)
                encoding.observe(SABOTEUR.view(twin, seat), row)
                assert np.array_equal(row, episode.observe(seat))
                again = encoding.indices(seat, SABOTEUR.legal_actions(twin, seat))
                assert again == list(episode.choices(seat))
        episode.step(episode.waiting[0], choose(episode, random))


def test_the_window_shows_what_lies_where_and_how_far_the_start_leads() -> None:
    table = shown(mine("xNESW start EW . NS"), 0)
    middle = table["maze"][5]
    assert middle[3:9] == [15, 31 + REACHED, 26 + REACHED, 0, 21, 0]
    assert sum(map(sum, table["maze"])) == sum(middle)
    assert not any(map(any, table["outside"]))


def test_cards_outside_the_window_are_listed_from_the_north_west() -> None:
    west = " ".join(["NESW"] * 2 + ["EW"] * 3 + ["ESW"])
    table = shown(mine(f"NS . . . . . .\n{west} start"), 0)
    assert table["outside"][:3] == [[-6, -1, 21 + REACHED], [-6, 0, 31 + REACHED], [-5, 0, 31 + REACHED]]
    assert not any(map(any, table["outside"][3:]))
    assert table["maze"][5][:4] == [26 + REACHED] * 3 + [30 + REACHED]


def test_what_can_be_done_outside_is_counted_off_by_row_column_and_way() -> None:
    west = " ".join(["NESW"] * 2 + ["EW"] * 3 + ["ESW"])
    state = mine(f"NS . . . . . .\n{west} start", hand="rockfall NS ESW NSW xEW", seats=3)
    encoding = SaboteurEncoding(3, state.options)
    legal = SABOTEUR.legal_actions(state, Seat(0))
    first = encoding.actions.offsets["elsewhere"]
    by_index = dict(zip(encoding.indices(Seat(0), legal), legal, strict=True))
    out = [
        action for action in legal if isinstance(action, PlacePath | DropRocks) and not in_window(action.at)
    ]
    counted = [by_index[first + at] for at in range(len(out))]
    assert set(counted) == set(out)
    placed = [action for action in counted if isinstance(action, PlacePath)]
    fallen = [action.at for action in counted if isinstance(action, DropRocks)]
    assert counted[: len(placed)] == placed
    assert fallen == [(-6, -1), (-6, 0), (-5, 0)]
    assert placed[0] == PlacePath(Card.NS, (-6, -2), turned=False)
    order = [(action.at[1], action.at[0]) for action in placed]
    assert order == sorted(order)
    assert order[0] == (-2, -6)
    assert [(action.card, action.turned) for action in placed if action.at == (-7, 0)] == [
        (Card.NSW, True),
        (Card.ESW, False),
        (Card.ESW, True),
        (Card.X_EW, False),
    ]


def test_targets_are_counted_clockwise_from_the_player() -> None:
    state = mine(hand="broken_lamp repair_pick_cart map map NS", turn=2, seats=4, broken={0: "pick cart"})
    encoding = SaboteurEncoding(4, state.options)
    asked: list[Action] = [
        BreakTool(Tool.LAMP, Seat(3)),
        RepairTool(Card.REPAIR_PICK_CART, Seat(0), Tool.CART),
        ReadMap((8, 2)),
        Discard(Card.MAP),
    ]
    offsets = encoding.actions.offsets
    assert encoding.indices(Seat(2), asked) == [
        offsets["break"] + 1 * 4 + 1,
        offsets["repair"] + (4 * 4 + 2) * 3 + 2,
        offsets["look"] + 2,
        offsets["discard"] + 16,
    ]
    table = shown(state, 2)
    assert table["broken"] == [[0, 0, 0], [0, 0, 0], [1, 0, 1], [0, 0, 0]]
    assert table["hand"][16] == 2
    assert table["turn"] == [0]
    assert shown(state, 1)["turn"] == [1]


def test_only_the_looker_sees_a_goal_and_all_see_who_looked() -> None:
    state, _ = play_moves(mine(hand="map", goals="oSW $ oNW"), SABOTEUR.write(ReadMap((8, -2))))
    assert shown(state, 0)["goals"] == [[1, 0, 0], [-1, -1, 0], [-1, -1, 0]]
    assert shown(state, 1)["goals"] == [[-1, -1, 0]] * 3
    assert shown(state, 1)["seen_by"] == [[0, 0, 1], [0, 0, 0], [0, 0, 0]]


def test_a_card_put_face_down_is_named_to_its_owner_alone() -> None:
    state, _ = play_moves(mine(hand="NS EW"), SABOTEUR.write(Discard(Card.NS)))
    assert shown(state, 0)["own_face_down"][0] == 1
    assert not any(shown(state, 1)["own_face_down"])
    assert shown(state, 1)["face_down"] == [0, 0, 1]
    assert not any(map(any, shown(state, 1)["discards"]))


def test_the_gold_on_offer_is_told_to_those_who_had_it_in_hand() -> None:
    state = treasure_found()
    chooser = next(iter(SABOTEUR.to_act(state)))
    others = [seat for seat in range(len(state.round.hands)) if seat != chooser]
    assert sum(shown(state, chooser)["offer"]) == shown(state, chooser)["on_offer"][0] > 0
    assert [shown(state, seat)["offer"] for seat in (*others, None)] == [[-1, -1, -1]] * (len(others) + 1)
    assert -1 not in shown(state, others[0])["roles"]


def test_phases_that_only_a_server_waits_in_and_the_end_are_written_too() -> None:
    seen: Counter[int] = Counter()
    for step in walk(SABOTEUR, SABOTEUR.deal(3, Options(), FastRandom(4)), FastRandom(4), intermissions=True):
        table = shown(step.after, 1)
        seen[table["phase"][0]] += 1
    assert table["phase"] == [Phase.FINISHED]
    assert table["turn"] == [-1]
    scores = [SABOTEUR.outcome(step.after).scores[seat] for seat in (1, 2, 0)]  # type: ignore[union-attr]
    assert table["scores"] == scores
    assert seen[Phase.ROUND_OVER] >= 3


def crowded(random: FastRandom) -> State:
    """Four cards lead to the western edge; all others but six lie outside, where they leave much to do."""
    kept = "NSW xNSW ESW xESW SW ES"
    start = mine("NESW EW EW EW start", hand=kept, options=ADJACENT)
    table = start.round
    rest = [card for card in DECK if card in PATH_COUNTS]
    for card in (*table.hands[0], Card.EW, Card.EW, Card.EW, Card.NESW):
        rest.remove(card)
    while rest:
        card = rest.pop(random.below(len(rest)))
        laying = replace(start, round=replace(table, hands=((card,), *table.hands[1:])))
        ways = [action for action in SABOTEUR.legal_actions(laying, Seat(0)) if isinstance(action, PlacePath)]
        out = [action for action in ways if not in_window(action.at)]
        some = [out[random.below(len(out))] for _ in range(6)] if out else []
        mazes = [{**table.maze, cell(action): SHAPES[action.card][action.turned]} for action in some]
        if mazes:
            table = replace(table, maze=max(mazes, key=lambda maze: len(rim(maze))))
    return replace(start, round=table)


def cell(action: PlacePath) -> int:
    found = cell_of(action.at)
    assert found is not None
    return found


@pytest.mark.parametrize("seed", range(4))
def test_there_is_room_for_all_that_can_be_done_outside(seed: int) -> None:
    state = crowded(FastRandom(seed))
    encoding = SaboteurEncoding(3, state.options)
    first = encoding.actions.offsets["elsewhere"]
    found = encoding.indices(Seat(0), SABOTEUR.legal_actions(state, Seat(0)))
    elsewhere = sorted(index for index in found if index >= first)
    assert elsewhere == list(range(first, first + len(elsewhere)))
    assert 150 < len(elsewhere) <= MOST_ELSEWHERE[3]
    outside = shown(state, 0)["outside"]
    listed = [(y, x) for x, y, shape in outside if shape]
    assert listed == sorted(listed)
    assert len(listed) == len(state.round.maze) - 5 <= MOST_OUTSIDE


@pytest.mark.parametrize("seats", SEATS)
def test_the_bound_is_what_the_docs_say(seats: int) -> None:
    assert MOST_ELSEWHERE[seats] == {6: 512, 5: 462, 4: 408}[HAND[seats]]


def test_play_goes_on_after_an_index_elsewhere() -> None:
    encoding = encoding_for("saboteur", 4)
    episode = Episode(encoding, 2)
    random = FastRandom(1)
    while episode.waiting:
        (seat,) = episode.waiting
        index = outwards(episode, random)
        action = episode.choices(seat)[index]
        if index >= encoding.actions.offsets["elsewhere"]:
            assert isinstance(action, PlacePath | DropRocks)
            after, _ = play_one(SABOTEUR, episode.state, seat, action, FastRandom(0))
            assert after != episode.state
            return
        episode.step(seat, index)
    pytest.fail("nothing was laid outside")


def test_the_docs_list_every_field_in_its_place() -> None:
    docs = (Path(__file__).parents[2] / "docs" / "lab" / "saboteur.md").read_text()
    encoding = SaboteurEncoding(5, Options())
    rows = re.findall(r"^\| `(\w+)` \| ([^|]+) \|", docs, re.MULTILINE)
    fields = [*encoding.layout.fields, *encoding.actions.fields]
    assert [name for name, _ in rows] == [field.name for field in fields]
    for (_, written), field in zip(rows, fields, strict=True):
        if field.name != "elsewhere":
            assert written.replace("seats", "5") == ", ".join(map(str, field.shape))
    assert f"{encoding.layout.size} with five" in docs
    assert f"{encoding.actions.size} with five" in docs
