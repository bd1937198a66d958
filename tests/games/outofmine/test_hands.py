"""Both hands: what lies on the own board is moved past the tile in hand, OOM-3.2."""

from collections.abc import Sequence

import msgspec
import pytest

from filon.games.contract import TABLE, IllegalAction, Seat
from filon.games.outofmine import OUTOFMINE
from filon.games.outofmine.model import (
    Action,
    Away,
    Call,
    Event,
    GaveUp,
    GiveUp,
    Mine,
    Options,
    PickUp,
    Place,
    Placed,
    PlacingView,
    PutBack,
    RoundCounted,
    State,
    Swap,
    Take,
    TakeOff,
    TilePickedUp,
    TilePlaced,
    TilePutBack,
    TimeUp,
    WentAway,
)
from filon.games.outofmine.pieces import CardId, Square, Tile
from tests.games.outofmine.mines import (
    FULL_BAT,
    LIVE,
    at_work,
    card,
    done,
    events,
    left,
    legal,
    mine,
    place,
    take,
    work,
)

ONE_RED = card("1Y 2B 2G 1R 1W")
TWO_RED = card("2Y 2B 2G 2R")
BAT = """
.........
.........
.aa...bb.
.aa#.###.
.#######.
...###...
.........
.........
.........
"""
"""A red O on b3, c3, b4 and c4, a blue tile on g3 and h3."""


def bat(
    drawing: str = BAT, *, card: CardId = TWO_RED, hand: Tile | None = None, second: Tile | None = None
) -> Mine:
    return mine("The Bat", drawing, card=card, hand=hand, second=second)


def two(first: Mine, options: Options | None = None) -> State:
    return at_work(first, mine("The Crown", card=CardId(40)), options=options)


def tile(name: str) -> Tile:
    return take(name).tile


def at(name: str) -> Square:
    return place(name).squares[0]


def second(squares: str) -> Place:
    return Place(place(squares).squares, "second")


def own(state: State) -> Mine:
    return work(state).mines[0]


def laid(name: str, squares: str) -> Placed:
    return Placed(tile(name), place(squares).squares)


def refused(state: State, action: Action, pattern: str) -> None:
    with pytest.raises(IllegalAction, match=pattern):
        events(state, 0, action)
    assert action not in legal(state, 0)


def test_a_placed_tile_is_moved_while_another_is_in_hand() -> None:
    """OOM-3.2: taken out of the stock, the T5 stays in hand; nothing passes through the stock."""
    state = done(two(bat()), 0, take("T5"))
    stock = work(state).stock
    assert events(state, 0, PickUp(at("g3"))) == (TilePickedUp(Seat(0), laid("I2", "g3 h3"), "second"),)
    lifted = done(state, 0, PickUp(at("g3")))
    assert (own(lifted).hand, own(lifted).second) == (tile("T5"), tile("I2"))
    turned = second("h4 h5")
    assert events(lifted, 0, turned) == (TilePlaced(Seat(0), laid("I2", "h4 h5"), "second"),)
    after = done(lifted, 0, turned)
    assert (own(after).hand, own(after).second) == (tile("T5"), None)
    assert own(after).placed == (laid("O4", "b3 c3 b4 c4"), laid("I2", "h4 h5"))
    assert work(after).stock == stock


def test_two_placed_tiles_change_places() -> None:
    """OOM-3.2: both are lifted, each is laid where the other lay; no rival can come between."""
    state = two(
        bat(
            """
            .........
            .........
            .aa...##.
            .a##.###.
            .##b####.
            ...bb#...
            .........
            .........
            .........
            """
        )
    )
    stock = work(state).stock
    lifted = done(state, 0, PickUp(at("b3")), PickUp(at("d5")))
    assert own(lifted).placed == ()
    assert work(lifted).stock == stock
    after = done(lifted, 0, place("d5 d6 e6"), second("b3 c3 b4"))
    assert own(after).placed == (laid("V3", "d5 d6 e6"), laid("V3", "b3 c3 b4"))
    assert (own(after).hand, own(after).second) == (None, None)
    assert work(after).stock == stock


def test_either_hand_may_be_emptied_first() -> None:
    """OOM-3.2: and what the first lets go, it can fill again while the second still holds its tile."""
    state = done(two(bat(hand=tile("V3"))), 0, PickUp(at("g3")))
    first_empty = done(state, 0, place("d5 d6 e6"))
    assert (own(first_empty).hand, own(first_empty).second) == (None, tile("I2"))
    assert own(done(first_empty, 0, take("I1"))).hand == tile("I1")
    lifted_again = done(first_empty, 0, PickUp(at("b3")))
    assert (own(lifted_again).hand, own(lifted_again).second) == (tile("O4"), tile("I2"))
    second_empty = done(state, 0, second("f5 g5"))
    assert (own(second_empty).hand, own(second_empty).second) == (tile("V3"), None)


def test_two_hands_hold_two_tiles_and_no_third() -> None:
    """OOM-3.2: a third tile stays where it lies, or goes straight into the stock."""
    state = done(two(bat(hand=tile("T5"))), 0, PickUp(at("g3")))
    refused(state, PickUp(at("b3")), r"OOM-3\.2: both hands are full: .* the T5 or the I2 first")
    refused(state, take("I1"), r"OOM-3\.2: one tile at a time: .* T5 in hand")
    assert not any(isinstance(action, PickUp | Take) for action in legal(state, 0))
    assert own(done(state, 0, TakeOff(at("b3")))).placed == ()


def test_the_second_hand_never_takes_from_the_stock() -> None:
    """OOM-3.2: a swap is the first hand's, and with nothing in it there is nothing to swap."""
    both = done(two(bat(hand=tile("T5"))), 0, PickUp(at("g3")))
    swapped = done(both, 0, Swap(tile("Z5")))
    assert (own(swapped).hand, own(swapped).second) == (tile("Z5"), tile("I2"))
    only_second = done(both, 0, PutBack())
    refused(only_second, Swap(tile("Z5")), r"OOM-3\.2: the first hand is empty: .* second that holds the I2")
    assert not any(isinstance(action, Swap) for action in legal(only_second, 0))
    refused(two(bat()), PutBack("second"), r"OOM-3\.2: the second hand is empty: .* while the first is full")
    refused(two(bat()), second("d5"), r"OOM-3\.2: the second hand is empty")


def test_the_hand_that_is_not_named_is_the_first() -> None:
    """OOM-3.2: what clients and logs said before there were two hands means the same."""
    both = two(bat(hand=tile("I2"), second=tile("I2")))
    assert msgspec.json.encode(PutBack()) == b'{"type":"PutBack"}'
    assert msgspec.json.decode(b'{"type":"Place","squares":[40,41]}', type=Place) == place("e5 f5")
    assert own(done(both, 0, place("e5 f5"))).hand is None
    assert own(done(both, 0, PutBack())).second == tile("I2")
    only_second = two(bat(second=tile("I2")))
    refused(only_second, place("e5 f5"), r"OOM-3\.2: the first hand is empty: .* second that holds the I2")
    refused(only_second, PutBack(), r"OOM-3\.2: the first hand is empty")


def test_the_second_hand_may_put_its_tile_back() -> None:
    """OOM-3.2."""
    state = two(bat(hand=tile("T5"), second=tile("Z5")))
    assert left(state, "Z5") == 0
    assert events(state, 0, PutBack("second")) == (TilePutBack(Seat(0), tile("Z5"), "second"),)
    after = done(state, 0, PutBack("second"))
    assert (own(after).hand, own(after).second, left(after, "Z5")) == (tile("T5"), None, 1)


def test_both_hands_lay_tiles_by_the_same_rules() -> None:
    """OOM-3.3, OOM-1.1: no overlap, whole shapes, and with the live referee no rock."""
    for options in (Options(), LIVE):
        state = two(bat(hand=tile("T5"), second=tile("I2")), options)
        refused(state, second("c4 d4"), r"OOM-3\.3.*overlap")
        refused(state, second("d4 d5 d6"), r"OOM-1\.1.*I2 cannot lie so")
        done(state, 0, second("d4 d5"))
    refused(two(bat(second=tile("I2")), LIVE), second("d4 e4"), r"OOM-3\.3.*edge")
    done(two(bat(second=tile("I2"))), 0, second("d4 e4"))


def test_everything_listed_for_two_full_hands_is_listed_once() -> None:
    """OOM-3.2: also when both hold the same kind of tile."""
    state = two(bat(hand=tile("I1"), second=tile("I1")))
    listed = legal(state, 0)
    assert len(set(listed)) == len(listed)
    free = 81 - 6
    assert sum(isinstance(action, Place) and action.hand == "first" for action in listed) == free
    assert sum(isinstance(action, Place) and action.hand == "second" for action in listed) == free
    assert sum(isinstance(action, PutBack) for action in listed) == 2


def test_the_live_referee_counts_what_the_second_hand_has_lifted() -> None:
    """OOM-3.3: one red is granted; lifted past another tile, it leaves no room for a second red."""
    state = two(bat(card=ONE_RED, hand=tile("I1")), LIVE)
    lifted = done(state, 0, PickUp(at("b3")))
    assert own(lifted).second == tile("O4")
    refused(lifted, Swap(tile("T4")), r"OOM-3\.3.*1 red, all in use")
    refused(done(lifted, 0, PutBack()), take("T4"), r"OOM-3\.3.*1 red, all in use")
    given_back = done(lifted, 0, PutBack("second"), PutBack(), take("T4"))
    assert own(given_back).hand == tile("T4")


def test_the_live_referee_lets_the_first_hand_swap_what_it_has_lifted() -> None:
    """OOM-3.3: one of two reds goes back for another, whatever the second hand holds."""
    state = two(
        bat(
            """
            .........
            .........
            .aa...bb.
            .aa#.#bb.
            .#######.
            ...###...
            .........
            .........
            .........
            """
        ),
        LIVE,
    )
    both = done(state, 0, PickUp(at("b3")), PickUp(at("g3")))
    assert (own(both).hand, own(both).second) == (tile("O4"), tile("O4"))
    assert own(done(both, 0, Swap(tile("T4")))).hand == tile("T4")


def test_a_tile_in_the_second_hand_is_somebodys() -> None:
    """OOM-3.4: who comes too late is told who holds it."""
    state = two(bat(hand=tile("T5"), second=tile("Z5")))
    with pytest.raises(IllegalAction, match=r"OOM-3\.4: no Z5 is left: seat 0 has 1"):
        events(state, 1, take("Z5"))


def test_moved_by_the_second_hand_a_tile_is_placed_anew() -> None:
    """OOM-4.1: one red is granted; the first is moved with a tile in hand and becomes the latest."""
    one = mine("The Bat", FULL_BAT, card=card("2Y 4B 2G 1R"), hand=tile("I2"))
    state = done(two(one), 0, PickUp(at("b3")), second("b3 c3 b4 c4"))
    removed = counted(events(state, 0, Call()))
    assert removed == [one.placed[0]]


def counted(happened: Sequence[Event]) -> list[Placed]:
    """What is taken off from seat 0's board."""
    sheet = next(event.sheet for event in happened if isinstance(event, RoundCounted))
    return [removed.placed for removed in sheet.counts[0].removed]


def test_who_is_away_or_gives_up_lets_both_tiles_go() -> None:
    """OOM-3.7, OOM-3.6."""
    state = two(bat(hand=tile("T5"), second=tile("Z5")))
    back = (TilePutBack(Seat(0), tile("T5")), TilePutBack(Seat(0), tile("Z5"), "second"))
    assert events(state, TABLE, Away(Seat(0))) == (WentAway(Seat(0)), *back)
    assert events(state, 0, GiveUp()) == (*back, GaveUp(Seat(0)))
    for after in (done(state, TABLE, Away(Seat(0))), done(state, 0, GiveUp())):
        assert (own(after).hand, own(after).second) == (None, None)
        assert (left(after, "T5"), left(after, "Z5")) == (1, 1)
    only_second = two(bat(second=tile("Z5")))
    assert Away(Seat(0)) in legal(only_second, TABLE)
    assert events(only_second, TABLE, Away(Seat(0))) == (WentAway(Seat(0)), back[1])


def test_tiles_in_both_hands_are_conserved() -> None:
    """OOM-1.1: 69 of them, also when the round ends with both hands full."""
    state = two(bat())
    lifted = done(state, 0, PickUp(at("b3")), PickUp(at("g3")))
    assert OUTOFMINE.pieces(lifted) == OUTOFMINE.pieces(state)
    assert OUTOFMINE.pieces(done(lifted, TABLE, TimeUp())) == OUTOFMINE.pieces(state)


def test_everybody_sees_both_hands() -> None:
    """What a seat may know: all that lies on the table or is held."""
    state = two(bat(hand=tile("T5"), second=tile("Z5")))
    for viewer in (None, Seat(0), Seat(1)):
        phase = OUTOFMINE.view(state, viewer).phase
        assert isinstance(phase, PlacingView)
        assert phase.mines[0].mine.second == tile("Z5")
