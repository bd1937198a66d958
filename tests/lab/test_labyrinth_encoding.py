"""The castle in arrays: nothing is lost, nothing is told, and every seat reads its row alike."""

from collections.abc import Sequence
from typing import Any, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from filon.games.contract import HIDDEN, Hidden, Seat
from filon.games.labyrinth import LABYRINTH
from filon.games.labyrinth.castle import SQUARES, Rotation, Square
from filon.games.labyrinth.model import (
    Action,
    AnimalTurned,
    Arrived,
    Challenge,
    Decline,
    DuelView,
    End,
    Ending,
    Fetched,
    Finished,
    FirstChange,
    ForCards,
    ForSecret,
    Move,
    Moving,
    Options,
    PhaseView,
    Place,
    Placing,
    Prize,
    SecondChange,
    Stay,
    Swap,
    Throw,
    Turn,
    View,
)
from filon.games.labyrinth.pieces import SECRETS, Kind, Ring, Secret, Stake, Thing
from filon.kernels.stream import Stream
from filon.lab.episode import Episode
from filon.lab.labyrinth.encoding import LATEST_TURN, LabyrinthEncoding
from filon.lab.lockstep import every_table
from tests.lab.castles import KINDS, thrown_together
from tests.lab.encoded import (
    documented,
    everybody,
    indices_are_places_of_the_mask,
    parts_of,
    positions,
    twins_look_alike,
    within_bounds,
)

TABLES = list(every_table(LABYRINTH))
ANIMALS = (Secret.DRAGON, Secret.UNICORN, Secret.GRIFFIN, Secret.PHOENIX)
OPEN = Options(memory="off", turn_limit=200)
T = TypeVar("T")


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_every_number_keeps_its_bounds_and_tells_the_view(seats: int, options: Options) -> None:
    encoding = LabyrinthEncoding(seats, replace(options, turn_limit=12))
    for episode in positions(encoding, 3, steps=80):
        within_bounds(encoding, episode)
        indices_are_places_of_the_mask(encoding, episode)
        for seat in everybody(encoding):
            assert read(encoding, parts_of(encoding, episode, seat), seat) == episode.view(seat)


@given(st.integers(0, 2**30), st.sampled_from(TABLES))
def test_a_row_tells_the_view_and_no_more(seed: int, table: tuple[int, Options]) -> None:
    encoding = LabyrinthEncoding(table[0], replace(table[1], turn_limit=30))
    chance = Stream(seed, 2)
    for episode in positions(encoding, seed, steps=1 + seed % 200, last=True):
        within_bounds(encoding, episode)
        indices_are_places_of_the_mask(encoding, episode)
        twins_look_alike(encoding, episode, chance)
        for seat in everybody(encoding):
            assert read(encoding, parts_of(encoding, episode, seat), seat) == episode.view(seat)


@given(st.integers(0, 2**30), st.sampled_from(TABLES))
def test_positions_that_random_play_hardly_meets_are_told_too(seed: int, table: tuple[int, Options]) -> None:
    encoding, chance = LabyrinthEncoding(*table), Stream(seed)
    episode = Episode(encoding, seed)
    for kind in KINDS:
        episode.state = thrown_together(episode.state, kind, chance)
        within_bounds(encoding, episode)
        for seat in everybody(encoding):
            assert read(encoding, parts_of(encoding, episode, seat), seat) == episode.view(seat)


@given(st.integers(0, 2**30), st.integers(2, 4))
def test_where_all_lies_open_every_seat_reads_the_same_one_place_on(seed: int, seats: int) -> None:
    encoding = LabyrinthEncoding(seats, OPEN)
    for episode in positions(encoding, seed, steps=1 + seed % 120, last=True):
        first = parts_of(encoding, episode, Seat(0))
        for seat in range(1, seats):
            again = parts_of(encoding, episode, Seat(seat))
            assert (again["on_turn"] + seat) % seats == first["on_turn"]
            for name in ("pawns", "counts", "hands", "meets", "parts", "finder"):
                assert [*again[name][-seat:], *again[name][:-seat]] == first[name]


@pytest.mark.parametrize(
    ("action", "field", "place"),
    [
        (Turn(Ring.OUTER, 1), "turn", 0),
        (Turn(Ring.INNER, -1), "turn", 3),
        (Turn(Ring.CENTRE, 5), "turn", 8),
        (Stay(), "stay", 0),
        (End(), "end", 0),
        (Decline(), "decline", 0),
        (Throw(Thing.PAPER), "throw", 2),
        (Move(SQUARES["A2"]), "move", 1),
        (Place(SQUARES["F6"]), "place", 101),
    ],
)
def test_an_action_has_its_place_in_a_field_for_every_seat(action: Action, field: str, place: int) -> None:
    encoding = LabyrinthEncoding(3, OPEN)
    for seat in range(3):
        assert encoding.indices(Seat(seat), [action]) == [encoding.actions.offsets[field] + place]


@pytest.mark.parametrize("seat", range(4))
def test_opponents_are_counted_clockwise_from_who_acts(seat: int) -> None:
    encoding = LabyrinthEncoding(4, OPEN)
    left, across, right = (Seat((seat + step) % 4) for step in (1, 2, 3))
    offsets = encoding.actions.offsets
    assert encoding.indices(Seat(seat), [Swap(left, Kind.GNOME), Swap(right, Kind.TREASURE)]) == [
        offsets["swap"] + 1,
        offsets["swap"] + 4,
    ]
    assert encoding.indices(Seat(seat), [Challenge(across, Kind.GNOME, Stake.DIE)]) == [
        offsets["challenge"] + 4 + 2 + 1
    ]


def test_the_turns_after_the_last_number_look_alike() -> None:
    encoding = LabyrinthEncoding(2, Options())
    episode = Episode(encoding, 1)
    episode.state = replace(episode.state, turn=99_999)
    assert parts_of(encoding, episode, Seat(0))["turn"] == LATEST_TURN


def test_the_page_says_what_the_fields_say() -> None:
    documented(LabyrinthEncoding(4, OPEN))


def read(encoding: LabyrinthEncoding, part: dict[str, Any], seat: Seat | None) -> View:
    """The view again, from the names of the fields and what the documentation says of them."""
    seats, first = encoding.seats, seat or 0
    by_seat = [(owner - first) % seats for owner in range(seats)]

    def each(values: Sequence[T]) -> tuple[T, ...]:
        return tuple(values[place] for place in by_seat)

    def whose(flags: Sequence[object]) -> tuple[Seat, ...]:
        return tuple(Seat(owner) for owner, flag in enumerate(each(flags)) if flag)

    hands = [
        HIDDEN if -1 in hand else tuple(card for card, held in zip(SECRETS, hand, strict=True) if held)
        for hand in part["hands"]
    ]
    finder = whose(part["finder"])
    return View(
        seat=seat,
        options=encoding.options,
        rotation=Rotation(*part["rotation"]),
        pawns=tuple(Square(square) for square in each(part["pawns"])),
        counts=each(part["counts"]),
        hands=each(hands),
        pile=part["pile"],
        sought=None if part["sought"] == 18 else SECRETS[part["sought"]],
        square=None if part["square"] == 102 else Square(part["square"]),
        on_turn=Seat((part["on_turn"] + first) % seats),
        phase=read_phase(part, {name: each(part[name]) for name in ("meets", "parts", "throws")}, whose),
        turn=part["turn"],
        swapped=bool(part["swapped"]),
        discarded=tuple(ANIMALS[number - 1] for number in part["discarded"] if number),
        challenged=bool(part["challenged"]),
        turned_up=bool(part["turned_up"]),
        finder=finder[0] if finder else None,
    )


def read_phase(part: dict[str, Any], each: dict[str, Any], whose: Any) -> PhaseView:
    one, other, third = (
        tuple(Seat(seat) for seat, has in enumerate(each["parts"]) if has == wanted) for wanted in (1, 2, 3)
    )
    prize: Prize = ForSecret(third)
    if part["prize"] in (1, 2):
        prize = ForCards((Kind.TREASURE, Kind.GNOME)[part["prize"] - 1], part["stake"])
    things: dict[int, Thing | Hidden] = {1: HIDDEN, 2: Thing.STONE, 3: Thing.SCISSORS, 4: Thing.PAPER}
    meets = whose(part["meets"])
    match part["phase"]:
        case 0:
            return FirstChange()
        case 1:
            return SecondChange(tuple(Ring)[part["first_ring"].index(1)])
        case 2:
            return Moving()
        case 3:
            return Arrived(meets)
        case 4:
            return AnimalTurned(one[0])
        case 5:
            return Fetched(one[0], meets)
        case 6:
            throws = {Seat(seat): things[threw] for seat, threw in enumerate(each["throws"]) if threw}
            return DuelView((one[0], other[0]), prize, throws)
        case 7:
            return Placing(one[0], other[0], prize)
        case _:
            return Finished(one, {1: Ending.FULL_SET, 2: Ending.TURN_LIMIT}[part["ending"]])
