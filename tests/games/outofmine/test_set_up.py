"""Before a round, OOM-2, and the signal, OOM-3.1."""

import pytest

from filon.games.chance import FastRandom
from filon.games.contract import TABLE, IllegalAction, Malformed, Seat
from filon.games.outofmine import OUTOFMINE
from filon.games.outofmine.boards import ALL_BOARDS
from filon.games.outofmine.cards import ALL_CARDS
from filon.games.outofmine.model import (
    AllReady,
    Call,
    CardsTurned,
    ChooseFace,
    FaceChosen,
    Options,
    PlacingView,
    Ready,
    ReadyView,
    Signal,
)
from filon.games.outofmine.pieces import STOCKS, Side
from tests.games.outofmine.mines import (
    choosing,
    done,
    events,
    left,
    legal,
    started,
    take,
    work,
)

FRONT, BACK = ChooseFace(Side.FRONT), ChooseFace(Side.BACK)


@pytest.mark.parametrize(("seats", "in_the_box"), [(2, 2), (3, 1), (4, 0)])
def test_everybody_gets_a_board_and_six_wait_in_the_pile(seats: int, in_the_box: int) -> None:
    """OOM-2.1."""
    state = OUTOFMINE.deal(seats, Options(), FastRandom(seats))
    assert len(state.boards) == seats
    assert len(state.board_pile) == 6
    assert len(state.box) == in_the_box
    assert sorted((*state.boards, *state.board_pile, *state.box)) == list(ALL_BOARDS)
    assert sorted(state.card_pile) == list(ALL_CARDS)
    assert state.round == 1
    assert set(state.scores) == {0}


def test_boards_are_dealt_by_chance() -> None:
    """OOM-2.1."""
    dealt = {OUTOFMINE.deal(2, Options(), FastRandom(seed)).boards for seed in range(40)}
    assert len(dealt) > 20


def test_everybody_chooses_a_face_and_may_change_until_the_last_is_ready() -> None:
    """OOM-2.1."""
    state = OUTOFMINE.deal(2, Options(), FastRandom(1))
    assert OUTOFMINE.to_act(state) == {0, 1}
    assert list(legal(state, 0)) == [FRONT, BACK]
    assert events(state, 1, BACK) == (FaceChosen(Seat(1), Side.BACK),)
    state = done(state, 1, BACK)
    assert OUTOFMINE.to_act(state) == {0}
    assert list(legal(state, 1)) == [FRONT]
    with pytest.raises(IllegalAction, match=r"OOM-2\.1.*already"):
        events(state, 1, BACK)
    state = done(state, 1, FRONT)
    assert choosing(state).chosen == {Seat(1): Side.FRONT}
    ready = AllReady((Side.BACK, Side.FRONT))
    assert events(state, 0, BACK) == (FaceChosen(Seat(0), Side.BACK), ready)
    state = done(state, 0, BACK)
    assert state.phase == Ready((Side.BACK, Side.FRONT))
    assert not OUTOFMINE.to_act(state)
    assert not legal(state, 0)
    with pytest.raises(IllegalAction, match=r"OOM-2\.1"):
        events(state, 0, FRONT)
    with pytest.raises(IllegalAction, match=r"OOM-2\.1"):
        events(done(state, TABLE, Signal()), 0, FRONT)


def test_no_tile_before_a_face_and_no_tile_before_the_signal() -> None:
    """OOM-2.1, OOM-3.1."""
    state = OUTOFMINE.deal(2, Options(), FastRandom(1))
    with pytest.raises(IllegalAction, match=r"OOM-2\.1.*front or back"):
        events(state, 0, take("I1"))
    state = done(done(state, 0, FRONT), 1, FRONT)
    with pytest.raises(IllegalAction, match=r"OOM-3\.1.*signal"):
        events(state, 0, take("I1"))


def test_the_table_gives_the_signal_once_everybody_is_ready() -> None:
    """OOM-2.3: nobody else can, and not before, and not twice."""
    state = OUTOFMINE.deal(2, Options(), FastRandom(1))
    assert not legal(state, TABLE)
    with pytest.raises(IllegalAction, match=r"OOM-2\.3.*everybody"):
        events(state, TABLE, Signal())
    state = done(done(state, 0, FRONT), 1, FRONT)
    assert list(legal(state, TABLE)) == [Signal()]
    with pytest.raises(IllegalAction, match=r"OOM-2\.3.*table"):
        events(state, 0, Signal())
    with pytest.raises(IllegalAction, match=r"OOM-1\.0"):
        events(state, 2, Signal())
    state = done(state, TABLE, Signal())
    assert OUTOFMINE.to_act(state) == {0, 1}
    with pytest.raises(IllegalAction, match=r"OOM-2\.3.*already"):
        events(state, TABLE, Signal())


def test_the_table_keeps_the_score_but_does_not_play() -> None:
    """OOM-2.3, OOM-1.0."""
    state = started()
    for action in (FRONT, take("I1"), Call()):
        with pytest.raises(IllegalAction, match=r"OOM-2\.3"):
            events(state, TABLE, action)
    for stranger in (-1, 2, 10**30):
        with pytest.raises(IllegalAction, match=r"OOM-1\.0"):
            events(state, stranger, Call())
        assert not legal(state, stranger)
    with pytest.raises(Malformed):
        events(state, 0, "call")  # type: ignore[arg-type]


def test_one_stock_lies_in_the_middle_for_everybody() -> None:
    """OOM-2.2: what one takes is gone for the other."""
    state = started(3)
    assert work(state).stock == STOCKS["off"]
    state = done(done(state, 0, take("L4")), 2, take("L4"))
    assert left(state, "L4") == 1
    for seat in (None, Seat(0), Seat(1), Seat(2)):
        seen = OUTOFMINE.view(state, seat).phase
        assert isinstance(seen, PlacingView)
        assert seen.stock == work(state).stock


def test_all_cards_are_turned_up_together_at_the_signal() -> None:
    """OOM-3.1: one each from the top of the pile."""
    state = OUTOFMINE.deal(3, Options(), FastRandom(4))
    for seat in range(3):
        state = done(state, seat, FRONT)
    drawn = tuple(reversed(state.card_pile[-3:]))
    assert events(state, TABLE, Signal()) == (CardsTurned(drawn),)
    after = done(state, TABLE, Signal())
    assert tuple(mine.card for mine in work(after).mines) == drawn
    assert after.card_pile == state.card_pile[:-3]
    assert [mine.board for mine in work(after).mines] == list(state.boards)


def test_before_the_signal_nobody_may_know_a_card() -> None:
    """OOM-3.1: views show how many there are; every order of the pile looks the same."""
    state = OUTOFMINE.deal(2, Options(), FastRandom(4))
    state = done(done(state, 0, FRONT), 1, BACK)
    orders = set()
    for seat in (None, Seat(0), Seat(1)):
        view = OUTOFMINE.view(state, seat)
        assert isinstance(view.phase, ReadyView)
        assert (view.card_pile, view.board_pile, view.box) == (40, 6, 2)
        for seed in range(10):
            twin = OUTOFMINE.imagine(view, FastRandom(seed))
            assert OUTOFMINE.view(twin, seat) == view
            orders.add((twin.card_pile[-2:], twin.board_pile, twin.box))
    assert len(orders) == 10
