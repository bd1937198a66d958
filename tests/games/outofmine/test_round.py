"""A round: everybody at once, OOM-3."""

import pytest

from filon.games.contract import TABLE, IllegalAction, Seat
from filon.games.outofmine import OUTOFMINE
from filon.games.outofmine.model import (
    Away,
    BoardsDealt,
    Call,
    Called,
    GaveUp,
    GiveUp,
    Mine,
    Options,
    PickUp,
    Place,
    Placed,
    PutBack,
    RoundCounted,
    Sheet,
    State,
    Swap,
    TakeOff,
    TilePickedUp,
    TilePlaced,
    TilePutBack,
    TileTaken,
    TileTakenOff,
    TimeRanOut,
    TimeUp,
    WentAway,
)
from filon.games.outofmine.pieces import CardId, Square, Tile
from tests.games.outofmine.mines import (
    FULL_BAT,
    FULL_CROWN,
    LIVE,
    at_work,
    card,
    done,
    events,
    happened,
    left,
    legal,
    mine,
    place,
    started,
    take,
    words,
    work,
)

RED_AND_MORE = card("1Y 2B 2G 1R 1W")
BAT_WITH_A_RED = """
.........
.........
.aa...##.
.aa#.###.
.#######.
...###...
.........
.........
.........
"""
"""The red O lies on b3, c3, b4 and c4."""


def bat(drawing: str = BAT_WITH_A_RED, *, hand: str = "", given_up: bool = False) -> Mine:
    tile = take(hand).tile if hand else None
    return mine("The Bat", drawing, card=RED_AND_MORE, hand=tile, given_up=given_up)


def two(first: Mine, options: Options | None = None) -> State:
    return at_work(first, mine("The Crown", card=CardId(40)), options=options)


def refused(state: State, actor: int, action: object, pattern: str) -> None:
    before = state
    with pytest.raises(IllegalAction, match=pattern):
        events(state, actor, action)  # type: ignore[arg-type]
    assert state == before
    assert action not in legal(state, actor)


def tile(name: str) -> Tile:
    return take(name).tile


def squares(names: str) -> tuple[Square, ...]:
    return place(names).squares


def at(name: str) -> Square:
    return squares(name)[0]


def test_everybody_may_act_at_any_time() -> None:
    """OOM-3.2."""
    state = started(4)
    for seat in (3, 3, 0, 2, 3):
        assert OUTOFMINE.to_act(state) == {0, 1, 2, 3}
        hand = work(state).mines[seat].hand
        state = done(state, seat, take("I2") if hand is None else PutBack())


def test_a_tile_is_taken_into_the_hand_and_placed() -> None:
    """OOM-3.2."""
    state = two(bat(""))
    assert events(state, 0, take("L4")) == (TileTaken(Seat(0), tile("L4")),)
    state = done(state, 0, take("L4"))
    assert (work(state).mines[0].hand, left(state, "L4")) == (tile("L4"), 2)
    laid = Placed(tile("L4"), squares("b4 b5 c5 d5"))
    assert events(state, 0, Place(laid.squares)) == (TilePlaced(Seat(0), laid),)
    state = done(state, 0, Place(laid.squares))
    assert work(state).mines[0].hand is None
    assert work(state).mines[0].placed == (laid,)
    assert left(state, "L4") == 2


def test_one_tile_of_the_stock_in_hand_at_most() -> None:
    """OOM-3.2."""
    state = two(bat(hand="I2"))
    refused(state, 0, take("I1"), r"OOM-3\.2.*I2 in hand")
    assert not any(text.startswith(("take I", "take L")) for text in words(state, 0))


def test_nothing_is_placed_or_put_back_with_an_empty_hand() -> None:
    """OOM-3.2."""
    state = two(bat())
    refused(state, 0, place("d5"), r"OOM-3\.2.*empty")
    refused(state, 0, PutBack(), r"OOM-3\.2.*empty")
    refused(state, 0, Swap(tile("I2")), r"OOM-3\.2.*empty")


def test_a_tile_is_put_back_from_the_hand() -> None:
    """OOM-3.2."""
    state = two(bat(hand="T5"))
    assert left(state, "T5") == 0
    assert events(state, 0, PutBack()) == (TilePutBack(Seat(0), tile("T5")),)
    state = done(state, 0, PutBack())
    assert (work(state).mines[0].hand, left(state, "T5")) == (None, 1)


def test_a_tile_may_be_moved_and_turned() -> None:
    """OOM-3.2, OOM-1.1: picked up, turned over, and placed elsewhere; it counts as placed anew."""
    state = two(
        bat(
            """
            .........
            .........
            .##...bb.
            .a##.###.
            .aaa####.
            ...###...
            .........
            .........
            .........
            """
        )
    )
    laid, other = work(state).mines[0].placed
    assert events(state, 0, PickUp(at("b4"))) == (TilePickedUp(Seat(0), laid),)
    state = done(state, 0, PickUp(at("b4")), place("h4 f5 g5 h5"))
    assert work(state).mines[0].placed == (other, Placed(tile("L4"), squares("h4 f5 g5 h5")))


def test_a_placed_tile_is_named_by_its_first_square() -> None:
    """OOM-3.2: so that there is one name for each."""
    state = two(bat())
    for action in (PickUp, TakeOff):
        refused(state, 0, action(at("c4")), r"OOM-3\.2.*first square, b3")
        refused(state, 0, action(at("d5")), r"OOM-3\.2.*no tile of yours lies on d5")
        refused(state, 0, action(Square(10**30)), r"OOM-3\.2.*no tile of yours")
        refused(state, 1, action(at("b3")), r"OOM-3\.2.*no tile of yours")


def test_a_placed_tile_is_given_back_also_with_another_in_hand() -> None:
    """OOM-3.2: take a tile first, then make room for it."""
    for state in (two(bat()), two(bat(hand="P5"))):
        (laid,) = work(state).mines[0].placed
        hand = work(state).mines[0].hand
        assert events(state, 0, TakeOff(at("b3"))) == (TileTakenOff(Seat(0), laid),)
        after = done(state, 0, TakeOff(at("b3")))
        assert work(after).mines[0].placed == ()
        assert work(after).mines[0].hand == hand
        assert left(after, "O4") == left(state, "O4") + 1


def test_a_placed_tile_is_swapped_for_one_of_the_stock() -> None:
    """OOM-3.2: one motion, so that who is too late still holds the old tile."""
    state = done(two(bat()), 0, PickUp(at("b3")))
    swap = Swap(tile("T4"))
    assert events(state, 0, swap) == (TilePutBack(Seat(0), tile("O4")), TileTaken(Seat(0), tile("T4")))
    after = done(state, 0, swap)
    assert (left(after, "O4"), left(after, "T4")) == (3, 2)
    assert work(after).mines[0].hand == tile("T4")
    refused(state, 0, Swap(tile("O4")), r"OOM-3\.2.*already")


def test_a_swap_that_comes_too_late_keeps_the_old_tile() -> None:
    """OOM-3.2, OOM-3.4."""
    state = done(two(bat(hand="T5")), 1, take("Z5"))
    refused(state, 0, Swap(tile("Z5")), r"OOM-3\.4.*seat 1 has 1")
    assert work(state).mines[0].hand == tile("T5")


@pytest.mark.parametrize("options", [Options(), LIVE])
def test_tiles_never_overlap(options: Options) -> None:
    """OOM-3.3."""
    state = two(bat(hand="I2"), options)
    refused(state, 0, place("c3 c4"), r"OOM-3\.3.*overlap")
    refused(state, 0, place("c4 d4"), r"OOM-3\.3.*overlap")
    done(state, 0, place("d4 d5"))


def test_a_tile_covers_squares_of_its_own_shape_on_the_board() -> None:
    """OOM-1.1, OOM-3.3: turned or turned over as you like, but nothing else."""
    state = two(bat(hand="L4"))
    for wrong in ("f4", "e5 f5 g5 h5", "f3 f4 f5 f5", "f5 e5 f4 f3", "h8 h9 i9"):
        refused(state, 0, place(wrong), r"OOM-1\.1.*L4")
    for odd in (
        (),
        (Square(-1), Square(0), Square(1), Square(2)),
        (Square(10**30),),
        (Square(80), Square(81)),
    ):
        refused(state, 0, Place(odd), r"OOM-1\.1.*L4")
    ways = ("d5 e5 f5 d6", "d5 e5 f5 f6", "f4 d5 e5 f5", "d4 d5 e5 f5", "e5 e6 e7 f7", "e5 e6 d7 e7")
    for way in ways:
        assert place(way) in legal(state, 0)


def test_the_referee_at_the_end_lets_mistakes_happen() -> None:
    """OOM-3.3: colours that are not on the card, too many tiles, tiles over the edge or wholly on rock."""
    one = mine("The Bat", BAT_WITH_A_RED, card=card("2Y 2B 3G 1W"))
    state = two(one)
    state = done(state, 0, take("O4"), place("f1 g1 f2 g2"), take("I4"), place("f6 g6 h6 i6"))
    assert len(work(state).mines[0].placed) == 3
    assert {f"take {shape}" for shape in ("I1", "I2", "V3", "S4", "Z5")} <= set(words(state, 0))


def test_the_live_referee_refuses_a_colour_that_is_not_on_the_card() -> None:
    """OOM-3.3."""
    state = two(mine("The Bat", card=card("2Y 2B 3G 1W")), LIVE)
    for shape in ("I4", "L4", "O4", "S4", "T4"):
        refused(state, 0, take(shape), r"OOM-3\.3.*not on the card")
    done(state, 0, take("I5"))


def test_the_live_referee_refuses_one_tile_too_many() -> None:
    """OOM-3.3: one red is granted and lies on the board; picked up, it may be swapped for another red."""
    state = two(bat(), LIVE)
    refused(state, 0, take("T4"), r"OOM-3\.3.*1 red, all in use")
    state = done(state, 0, PickUp(at("b3")), Swap(tile("T4")), PutBack(), take("I4"))
    assert work(state).mines[0].hand == tile("I4")
    holding = two(bat(hand="I1"), LIVE)
    refused(holding, 0, Swap(tile("L4")), r"OOM-3\.3.*1 red")


def test_the_live_referee_refuses_a_tile_over_the_edge() -> None:
    """OOM-3.3."""
    state = two(bat(hand="I2"), LIVE)
    refused(state, 0, place("d4 e4"), r"OOM-3\.3.*edge")
    refused(state, 0, place("a1 b1"), r"OOM-3\.3.*edge")
    done(state, 0, place("d4 d5"))


def test_two_seats_take_the_last_tile_of_a_shape_in_the_same_instant() -> None:
    """OOM-3.4, OOM-2.2: the first to arrive has it, the other is told who."""
    state = started(3)
    state = done(done(state, 0, take("I4")), 2, take("I4"), place("a1 b1 c1 d1"))
    assert left(state, "I4") == 1
    refused(done(state, 1, take("I4")), 2, take("I4"), r"OOM-3\.4.*seat 0 has 1, seat 1 has 1, seat 2 has 1")
    after = done(state, 2, take("I4"))
    refused(after, 1, take("I4"), r"OOM-3\.4: no I4 is left: seat 0 has 1, seat 2 has 2")
    assert "take I4" not in words(after, 1)
    done(done(after, 0, PutBack()), 1, take("I4"))


def test_a_tile_that_does_not_exist_is_refused() -> None:
    """OOM-1.1, OOM-4.4: without finds all tiles are plain; with them, these are not."""
    refused(two(bat()), 0, take("F5 gold"), r"OOM-1\.1")
    with_finds = two(bat(), Options(finds="on"))
    refused(with_finds, 0, take("F5"), r"OOM-1\.1")
    refused(with_finds, 0, take("F5 rat"), r"OOM-1\.1")
    done(with_finds, 0, take("F5 gold"))


def test_who_has_covered_the_gallery_may_call_and_the_round_stops_for_all() -> None:
    """OOM-3.5: nothing can be placed after it."""
    state = done(two(bat(FULL_BAT)), 1, take("I1"))
    called = events(state, 0, Call())
    assert called[0] == Called(Seat(0))
    assert happened(called, RoundCounted)
    after = done(state, 0, Call())
    refused(after, 1, place("d5"), r"OOM-2\.1")
    assert OUTOFMINE.pieces(after) == OUTOFMINE.pieces(state)


def test_of_two_calls_the_first_to_arrive_stands() -> None:
    """OOM-3.5: the second, on its way already, is answered by the next round's rule and changes nothing."""
    state = at_work(bat(FULL_BAT), mine("The Crown", FULL_CROWN, card=CardId(40)))
    after = done(state, 1, Call())
    assert after.last is not None
    assert after.last.caller == 1
    refused(after, 0, Call(), r"OOM-2\.1")
    assert after.last.counts[0].call == 0
    assert after.last.counts[1].call == -2


@pytest.mark.parametrize(
    ("drawing", "reason"),
    [
        (FULL_BAT.replace("c", "#"), r"OOM-3\.5: 1 square of the gallery is uncovered"),
        (BAT_WITH_A_RED, r"OOM-3\.5: 16 squares of the gallery are uncovered"),
        ("", r"OOM-3\.5: 20 squares of the gallery are uncovered"),
    ],
)
@pytest.mark.parametrize("options", [Options(), LIVE])
def test_a_call_with_an_uncovered_square_is_refused(drawing: str, reason: str, options: Options) -> None:
    """OOM-3.5: also at a loss, and by whoever leads."""
    refused(two(bat(drawing), options), 0, Call(), reason)
    refused(two(bat(drawing, hand="I1"), options), 0, Call(), reason)


def test_a_gallery_that_is_covered_wrongly_may_be_called() -> None:
    """OOM-3.5, OOM-4.3: one red is granted, two lie there; a tile at the edge covers rock, too."""
    for drawing in (FULL_BAT, FULL_BAT.replace("c.", "cc")):
        state = two(bat(drawing))
        assert Call() in legal(state, 0)
        after = done(state, 0, Call())
        assert after.last is not None
        assert after.last.counts[0].removed
        assert after.last.counts[0].call == -2


def test_a_tile_on_rock_does_not_cover_the_gallery() -> None:
    """OOM-3.5: twenty squares of tiles, one of them beside the gallery."""
    beside = FULL_BAT.replace(".ggeeffc.", ".ggeeff#c")
    refused(two(bat(beside)), 0, Call(), r"OOM-3\.5: 1 square")


def test_who_gives_up_is_out_for_the_round() -> None:
    """OOM-3.6: the tile in hand goes back, the others stay and count."""
    state = two(bat(hand="I2"))
    assert events(state, 0, GiveUp()) == (TilePutBack(Seat(0), tile("I2")), GaveUp(Seat(0)))
    assert events(two(bat()), 0, GiveUp()) == (GaveUp(Seat(0)),)
    after = done(state, 0, GiveUp())
    assert left(after, "I2") == 16
    assert work(after).mines[0].placed == work(state).mines[0].placed
    assert OUTOFMINE.to_act(after) == {1}
    assert not legal(after, 0)
    for action in (take("I1"), Call(), GiveUp(), PickUp(at("b3"))):
        refused(after, 0, action, r"OOM-3\.6")
    counted = events(after, TABLE, TimeUp())
    sheet = next(event.sheet for event in counted if isinstance(event, RoundCounted))
    assert sheet.counts[0].empty == 16


def test_when_everybody_has_given_up_the_round_is_counted_without_a_caller() -> None:
    """OOM-3.6."""
    state = two(bat(given_up=True))
    last = events(state, 1, GiveUp())
    sheet = next(event.sheet for event in last if isinstance(event, RoundCounted))
    assert isinstance(sheet, Sheet)
    assert sheet.caller is None
    assert [count.call for count in sheet.counts] == [0, 0]
    assert happened(last, BoardsDealt)


def test_when_time_is_up_the_round_is_counted_without_a_caller() -> None:
    """OOM-3.6: only the table has a clock."""
    state = two(bat())
    assert TimeUp() in legal(state, TABLE)
    ended = events(state, TABLE, TimeUp())
    assert ended[0] == TimeRanOut()
    sheet = next(event.sheet for event in ended if isinstance(event, RoundCounted))
    assert sheet.caller is None
    refused(state, 0, TimeUp(), r"OOM-3\.6")
    with pytest.raises(IllegalAction, match=r"OOM-2\.1"):
        events(done(state, TABLE, TimeUp()), TABLE, TimeUp())


def test_a_table_without_a_limit_has_no_clock() -> None:
    """OOM-3.6: five minutes are the default."""
    assert Options().round_limit == 300
    state = two(bat(), Options(round_limit=None))
    assert not legal(state, TABLE)
    with pytest.raises(IllegalAction, match=r"OOM-3\.6.*without"):
        events(state, TABLE, TimeUp())


def test_a_disconnected_players_tiles_stay_and_the_one_in_hand_goes_back() -> None:
    """OOM-3.7."""
    state = two(bat(hand="Z5"))
    assert Away(Seat(0)) in legal(state, TABLE)
    assert Away(Seat(1)) not in legal(state, TABLE)
    gone = events(state, TABLE, Away(Seat(0)))
    assert gone == (WentAway(Seat(0)), TilePutBack(Seat(0), tile("Z5")))
    after = done(state, TABLE, Away(Seat(0)))
    assert work(after).mines[0].placed == work(state).mines[0].placed
    assert work(after).mines[0].hand is None
    assert left(after, "Z5") == 1
    assert OUTOFMINE.to_act(after) == {0, 1}
    done(done(after, 1, take("Z5")), 0, take("T5"))


def test_only_the_table_says_who_is_away_and_only_of_who_holds_a_tile() -> None:
    """OOM-3.7, OOM-1.0."""
    state = two(bat(hand="Z5"))
    refused(state, 1, Away(Seat(0)), r"OOM-3\.7")
    with pytest.raises(IllegalAction, match=r"OOM-3\.7.*empty"):
        events(state, TABLE, Away(Seat(1)))
    for stranger in (-1, 2, 10**30):
        with pytest.raises(IllegalAction, match=r"OOM-1\.0"):
            events(state, TABLE, Away(Seat(stranger)))
