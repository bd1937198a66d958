"""The count of a round, OOM-4."""

import pytest

from filon.games.contract import TABLE
from filon.games.outofmine.model import Call, Count, Mine, Options, PickUp, RoundCounted, TimeUp
from filon.games.outofmine.pieces import CardId, Shape, Tile
from tests.games.outofmine.mines import FULL_BAT, at_work, card, done, events, mine, place

BALANCED = card("2Y 2B 2G 2R")


def only(tiles: str) -> str:
    """The full gallery without all but the named tiles."""
    return "".join("#" if mark.isalpha() and mark not in tiles else mark for mark in FULL_BAT)


def counted(state_of: Mine, *, calls: bool = False, options: Options | None = None) -> Count:
    """How seat 0's mine is counted, after its own call or when time is up."""
    state = at_work(state_of, mine("The Crown", card=CardId(40)), options=options)
    happened = events(state, 0, Call()) if calls else events(state, TABLE, TimeUp())
    return next(event.sheet.counts[0] for event in happened if isinstance(event, RoundCounted))


def faults(count: Count) -> list[tuple[str, str]]:
    return [(removed.placed.tile.shape.value, removed.fault) for removed in count.removed]


def test_a_false_call_with_a_tile_too_many_and_one_over_the_edge_brings_four() -> None:
    """OOM-4.5, OOM-4.1, OOM-4.3: ten, less four empty squares, less two for the call."""
    count = counted(
        mine(
            "The Bat",
            """
            .........
            .........
            .aa...bb.
            .aaggdbb.
            .cccddee.
            ...fff...
            .........
            .........
            .........
            """,
            card=BALANCED,
        ),
        calls=True,
    )
    assert faults(count) == [("I3", "one too many"), ("I2", "over the edge")]
    assert (count.empty, count.call, count.points) == (4, -2, 4)


def test_four_empty_squares_and_two_happy_elves_bring_eight() -> None:
    """OOM-4.5, OOM-4.4: the blue and the white elf are happy, the green one has a red tile."""
    one = mine(
        "The Bat",
        """
        .........
        .........
        .##...dd.
        .#cc.#dd.
        .bbaaeee.
        ...aaa...
        .........
        .........
        .........
        """,
        card=card("1Y 2B 2G 1R 1W"),
    )
    count = counted(one, options=Options(elves="on"))
    assert (count.empty, count.elves, count.finds, count.points) == (4, 2, 0, 8)
    assert counted(one).points == 6


def test_four_empty_squares_a_worm_and_two_nuggets_bring_nine() -> None:
    """OOM-4.5, OOM-4.4: the card takes one for a worm and gives two for gold."""
    one = mine(
        "The Bat",
        """
        .........
        .........
        .##...ee.
        .ccc.f##.
        .ddaabbb.
        ...aaa...
        .........
        .........
        .........
        """,
        card=card("1Y 4B 2G 1W"),
        finds={"d": "gold", "e": "gold", "f": "worm"},
    )
    count = counted(one, options=Options(finds="on"))
    assert (count.empty, count.elves, count.finds, count.points) == (4, 0, 3, 9)
    both = counted(one, options=Options(finds="on", elves="on"))
    assert (both.elves, both.finds, both.points) == (2, 3, 11)


def test_a_find_that_the_card_does_not_name_counts_nothing() -> None:
    """OOM-4.4, OOM-1.5: silver and rats, with a card of gold and worms."""
    one = mine(
        "The Bat",
        """
        .........
        .........
        .##...ee.
        .ccc.f##.
        .ddaabbb.
        ...aaa...
        .........
        .........
        .........
        """,
        card=card("1Y 4B 2G 1W"),
        finds={"d": "silver", "e": "rat", "f": "worm"},
    )
    assert counted(one, options=Options(finds="on")).finds == -1


def test_finds_and_elves_of_removed_tiles_do_not_count() -> None:
    """OOM-4.4, OOM-4.1: the blue elf's tile hangs over the edge, and so does a second tile with gold."""
    one = mine(
        "The Bat",
        """
        .........
        .........
        .##...ee.
        .cccgg##.
        .#daabbb.
        ..daaa...
        .........
        .........
        .........
        """,
        card=card("1B 3G 1R 1W"),
        finds={"d": "gold", "b": "gold", "g": "gold"},
    )
    count = counted(one, options=Options(finds="on", elves="on"))
    assert faults(count) == [("I2", "over the edge"), ("I2", "over the edge")]
    assert count.finds == 2
    assert count.elves == 1


def test_a_faultless_call_brings_twelve() -> None:
    """OOM-4.3, OOM-4.2."""
    full = mine("The Bat", FULL_BAT, card=BALANCED)
    called = counted(full, calls=True)
    assert (called.removed, called.empty, called.call, called.points) == ((), 0, 2, 12)
    uncalled = counted(full)
    assert (uncalled.call, uncalled.points) == (0, 10)


def test_a_call_with_an_overhanging_tile_costs_two() -> None:
    """OOM-4.3, OOM-4.1: the gallery looks full, but the tile at its edge also lies on rock."""
    count = counted(mine("The Bat", FULL_BAT.replace("c.", "cc"), card=BALANCED), calls=True)
    assert faults(count) == [("I2", "over the edge")]
    assert (count.empty, count.call, count.points) == (1, -2, 7)


def test_a_fault_is_a_fault_even_if_every_square_stays_covered() -> None:
    """OOM-4.3, OOM-4.1: a tile wholly on rock covers nothing and still spoils the call."""
    count = counted(
        mine("The Bat", FULL_BAT.replace("\n.........\n", "\nii.......\n", 1), card=BALANCED), calls=True
    )
    assert faults(count) == [("I2", "over the edge")]
    assert (count.empty, count.call, count.points) == (0, -2, 8)


def test_a_colour_that_is_not_on_the_card_is_taken_off() -> None:
    """OOM-4.1: the card has no red, and two red tiles cover eight squares."""
    count = counted(mine("The Bat", FULL_BAT, card=card("2Y 2B 3G 1W")))
    assert faults(count) == [("O4", "wrong colour"), ("O4", "wrong colour")]
    assert (count.empty, count.points) == (8, 2)


def test_of_too_many_tiles_the_latest_placed_go() -> None:
    """OOM-4.1: one red is granted; the first of the two stays."""
    one = mine("The Bat", FULL_BAT, card=card("2Y 4B 2G 1R"))
    count = counted(one)
    assert [(removed.placed, removed.fault) for removed in count.removed] == [(one.placed[1], "one too many")]


def test_a_tile_that_was_moved_counts_as_placed_anew() -> None:
    """OOM-4.1: picked up and put down on the same squares, the first red becomes the latest."""
    one = mine("The Bat", FULL_BAT, card=card("2Y 4B 2G 1R"))
    state = at_work(one, mine("The Crown", card=CardId(40)))
    state = done(state, 0, PickUp(one.placed[0].squares[0]), place("b3 c3 b4 c4"))
    happened = events(state, TABLE, TimeUp())
    count = next(event.sheet.counts[0] for event in happened if isinstance(event, RoundCounted))
    assert [removed.placed for removed in count.removed] == [one.placed[0]]


def test_an_overhanging_tile_does_not_use_up_the_number() -> None:
    """OOM-4.1: one red is granted; the first lies over the edge, so the second stays."""
    count = counted(
        mine(
            "The Bat",
            """
            .........
            .........
            aa#...bb.
            aa##.#bb.
            .#######.
            ...###...
            .........
            .........
            .........
            """,
            card=card("2Y 4B 2G 1R"),
        )
    )
    assert faults(count) == [("O4", "over the edge")]
    assert count.empty == 16


@pytest.mark.parametrize(
    ("tiles", "empty", "points"), [("ab", 12, 0), ("abe", 9, 1), ("abec", 8, 2), ("ef", 14, 0)]
)
def test_each_empty_square_costs_a_point(tiles: str, empty: int, points: int) -> None:
    """OOM-4.2: only the named tiles of a full gallery are there."""
    count = counted(mine("The Bat", only(tiles), card=BALANCED))
    assert (count.empty, count.points) == (empty, points)


def test_ten_empty_squares_keep_the_bonus_and_eleven_lose_everything() -> None:
    """OOM-4.2: elves bring their points with ten empty squares, but not with eleven."""
    expert = Options(elves="on")
    ten = counted(mine("The Bat", only("abg"), card=BALANCED), options=expert)
    assert (ten.empty, ten.elves, ten.points) == (10, 2, 2)
    eleven = counted(mine("The Bat", only("abc"), card=BALANCED), options=expert)
    assert (eleven.empty, eleven.elves, eleven.points) == (11, 1, 0)


def test_a_caller_with_eleven_empty_squares_gets_nothing() -> None:
    """OOM-4.2, OOM-4.3: no red is granted, and one green: two red tiles and a green one are taken off."""
    count = counted(mine("The Bat", FULL_BAT, card=card("3Y 2B 1G 2W")), calls=True)
    assert (count.empty, count.call, count.points) == (11, -2, 0)


def test_no_round_scores_below_zero() -> None:
    """OOM-4.3: nine empty squares and a false call would be one less than nothing; two red tiles and the
    second yellow one are taken off.
    """
    count = counted(mine("The Bat", FULL_BAT, card=card("1Y 4B 2G 1W")), calls=True)
    assert (count.empty, count.call, count.points) == (9, -2, 0)
    rats = mine("The Bat", only("abe"), card=BALANCED, finds={"a": "rat", "e": "rat"})
    assert counted(rats, options=Options(finds="on")).points == 0


def test_tiles_in_hand_are_not_on_the_board() -> None:
    """OOM-4.3, OOM-3.5: a full gallery stays full whatever its owner holds, and nothing held fills it."""
    holding = mine("The Bat", FULL_BAT, card=BALANCED, hand=Tile(Shape.I1), second=Tile(Shape.I2))
    assert counted(holding, calls=True).points == 12
    lifted = mine("The Bat", only("abefg"), card=BALANCED, hand=Tile(Shape.I1), second=Tile(Shape.I2))
    assert (counted(lifted).removed, counted(lifted).empty) == ((), 4)
