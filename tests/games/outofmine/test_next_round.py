"""From round to round, and the end, OOM-5."""

import pytest

from filon.games.chance import FastRandom
from filon.games.contract import CONTINUE, TABLE, Continued, IllegalAction, Seat, play_one
from filon.games.outofmine import OUTOFMINE
from filon.games.outofmine.model import (
    BoardsDealt,
    Call,
    ChooseFace,
    Counted,
    Event,
    Finished,
    GameEnded,
    GiveUp,
    Options,
    RoundCounted,
    Signal,
    State,
    TimeUp,
)
from filon.games.outofmine.pieces import STOCKS, CardId, Side
from tests.games.outofmine.mines import (
    FULL_BAT,
    FULL_CROWN,
    at_work,
    choosing,
    done,
    events,
    face,
    legal,
    mine,
    started,
    take,
    work,
)

RED_BAT = """
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
GREEN_BAT = RED_BAT.replace(".aa#", ".a##")
RED_CROWN = """
.........
.........
.#..#..#.
.#.aa#.#.
.##aa###.
..#####..
.........
.........
.........
"""


def dealt(happened: tuple[Event, ...] | list[Event]) -> BoardsDealt:
    return next(event for event in happened if isinstance(event, BoardsDealt))


def three(*drawings: str, number: int = 1) -> State:
    """The Bat, the Crown and the Boot (with no tiles), cards that grant everything drawn."""
    bat, crown = drawings
    return at_work(
        mine("The Bat", bat, card=CardId(16)),
        mine("The Crown", crown, card=CardId(12)),
        mine("The Boot", card=CardId(1)),
        number=number,
    )


@pytest.mark.parametrize("caller", [0, 1])
def test_the_callers_board_leaves_and_one_of_the_pile_joins(caller: int) -> None:
    """OOM-5.1: also after a false call; neither card grants so many red tiles."""
    state = three(FULL_BAT, FULL_CROWN)
    event = dealt(list(events(state, caller, Call())))
    assert event.left == state.boards[caller]
    assert event.joined == state.board_pile[-1]
    stay = [board for seat, board in enumerate(state.boards) if seat != caller]
    assert sorted(event.boards) == sorted([*stay, event.joined])
    after = done(state, caller, Call())
    assert after.boards == event.boards
    assert after.board_pile == state.board_pile[:-1]
    assert after.boards_left == (*state.boards_left, event.left)
    assert after.round == 2


def test_the_boards_are_shuffled_before_they_are_dealt() -> None:
    """OOM-5.1."""
    state = three(FULL_BAT, "")
    orders = {dealt(list(events(state, 0, Call(), seed))).boards for seed in range(60)}
    assert len(orders) == 6


def test_without_a_caller_the_fullest_board_leaves() -> None:
    """OOM-5.1: the Crown has four squares covered, the Bat three."""
    state = three(GREEN_BAT, RED_CROWN)
    assert dealt(list(events(state, TABLE, TimeUp()))).left == face("The Crown")[0]


def test_without_a_caller_the_earliest_seat_decides_a_tie() -> None:
    """OOM-5.1: Bat and Crown are equally full."""
    state = three(RED_BAT, RED_CROWN)
    assert dealt(list(events(state, TABLE, TimeUp()))).left == face("The Bat")[0]


def test_without_a_caller_wrong_tiles_do_not_make_a_board_fuller() -> None:
    """OOM-5.1, OOM-4.1: the red tile is not on the Bat's card."""
    state = at_work(mine("The Bat", RED_BAT, card=CardId(3)), mine("The Crown", card=CardId(12)))
    crown = three(RED_BAT, RED_CROWN).boards[1]
    state = done(state, 1, take("I1"), OUTOFMINE.read("place e3"))
    assert dealt(list(events(state, TABLE, TimeUp()))).left == crown


def test_the_same_board_dealt_again_is_played_on_its_other_face() -> None:
    """OOM-5.1: by that player only; everybody else chooses anew."""
    seen = set()
    for seed in range(30):
        state = three(FULL_BAT, "")
        after = done(state, 0, Call(), seed=seed)
        for seat in range(3):
            same = after.boards[seat] == state.boards[seat]
            seen.add((seat, same))
            if same:
                barred = work(state).mines[seat].side
                other = Side.BACK if barred is Side.FRONT else Side.FRONT
                assert choosing(after).barred[Seat(seat)] is barred
                assert list(legal(after, seat)) == [ChooseFace(other)]
                with pytest.raises(IllegalAction, match=rf"OOM-5\.1.*{other.value}"):
                    events(after, seat, ChooseFace(barred))
            else:
                assert len(legal(after, seat)) == 2
    assert seen == {(0, False), (1, False), (1, True), (2, False), (2, True)}


def test_all_tiles_return_and_new_cards_are_drawn() -> None:
    """OOM-5.2."""
    state = started(2, seed=5)
    first = [mine.card for mine in work(state).mines]
    state = done(state, 0, take("I1"), OUTOFMINE.read("place e5"), take("T5"))
    state = done(state, TABLE, TimeUp())
    for seat in (0, 1):
        state = done(state, seat, legal(state, seat)[0])
    state = done(state, TABLE, Signal())
    assert work(state).stock == STOCKS["off"]
    second = [mine.card for mine in work(state).mines]
    assert not set(first) & set(second)
    assert list(state.cards_used) == first
    assert all(not mine.placed and mine.hand is None for mine in work(state).mines)


def test_points_are_added_up_round_by_round() -> None:
    """OOM-5.2, OOM-2.3: and the sheet of the latest round can be looked at."""
    state = three(RED_BAT, RED_CROWN)
    after = done(state, TABLE, TimeUp())
    assert after.scores == (0, 0, 0)
    assert after.points == ((0, 0, 0),)
    view = OUTOFMINE.view(after, Seat(1))
    assert view.last is not None
    assert view.last.sheet == after.last
    assert [gallery.name for gallery in view.last.galleries] == ["The Bat", "The Crown", "The Boot"]


def week(seed: int) -> State:
    """Seven rounds in which everybody gives up at once."""
    state = started(2, seed=seed)
    while not isinstance(state.phase, Finished):
        if OUTOFMINE.to_act(state):
            seat = min(OUTOFMINE.to_act(state))
            action = legal(state, seat)[0]
            state = done(state, seat, action if isinstance(action, ChooseFace) else GiveUp())
        else:
            state = done(state, TABLE, Signal())
    return state


def test_the_game_is_over_after_seven_rounds() -> None:
    """OOM-5.2, OOM-2.1: exactly when the pile of six boards is used up."""
    state = week(3)
    assert state.round == 7
    assert len(state.points) == 7
    assert state.board_pile == ()
    assert len(state.boards_left) == 6
    assert len(state.cards_used) == 14
    assert not OUTOFMINE.to_act(state)
    assert not any(legal(state, actor) for actor in (TABLE, Seat(0), Seat(1)))
    for actor, action in (
        (Seat(0), Call()),
        (Seat(0), ChooseFace(Side.FRONT)),
        (TABLE, Signal()),
        (TABLE, TimeUp()),
    ):
        with pytest.raises(IllegalAction, match=r"OOM-5\.2"):
            OUTOFMINE.decide(state, actor, action, FastRandom(0))


def test_the_highest_total_wins() -> None:
    """OOM-5.2: the last round's points count."""
    full = mine("The Bat", FULL_BAT, card=CardId(27))
    state = at_work(mine("The Crown", card=CardId(1)), full, number=7)
    assert OUTOFMINE.outcome(state) is None
    happened = events(state, 1, Call())
    assert happened[-1] == GameEnded((0, 12))
    outcome = OUTOFMINE.outcome(done(state, 1, Call()))
    assert outcome is not None
    assert outcome.winners == (1,)
    assert outcome.scores == (0, 12)


def test_equal_totals_share_the_win() -> None:
    """OOM-5.2."""
    outcome = OUTOFMINE.outcome(week(3))
    assert outcome is not None
    assert outcome.winners == (0, 1)
    assert outcome.scores == (0, 0)


def test_pieces_are_conserved_in_an_expert_game() -> None:
    """OOM-1.1, OOM-5.2: 69 tiles, 10 boards, 40 cards, wherever they lie."""
    state = started(3, Options(finds="on"))
    state = done(state, 0, take("I2 gold"), OUTOFMINE.read("place e5 e6"), take("F5 gold"))
    count = OUTOFMINE.pieces(state)
    assert count.total() == 69 + 10 + 40
    assert count == OUTOFMINE.pieces(OUTOFMINE.deal(3, Options(finds="on"), FastRandom(9)))
    assert count == OUTOFMINE.pieces(done(state, TABLE, TimeUp()))


def test_after_the_count_the_table_pauses_until_it_goes_on() -> None:
    """OOM-5.3: the sheet can be looked at, and no board is dealt before."""
    state, happened = play_one(OUTOFMINE, three(FULL_BAT, ""), Seat(0), Call(), FastRandom(0))
    assert isinstance(happened[-1], RoundCounted)
    assert state.phase == Counted()
    assert state.last is not None
    assert state.boards == three(FULL_BAT, "").boards
    assert "the round is counted" in OUTOFMINE.draw(OUTOFMINE.view(state, None))
    orders = {
        dealt(list(OUTOFMINE.decide(state, TABLE, CONTINUE, FastRandom(seed)))).boards for seed in range(60)
    }
    assert len(orders) == 6, "the boards are shuffled when the table goes on"
    for action in (Call(), ChooseFace(Side.FRONT), GiveUp()):
        with pytest.raises(IllegalAction, match=r"OOM-5\.3"):
            OUTOFMINE.decide(state, Seat(1), action, FastRandom(0))
    state, happened = play_one(OUTOFMINE, state, Seat(1), CONTINUE, FastRandom(0))
    assert happened == (Continued(Seat(1)),)
    assert not legal(state, 1)
    assert legal(state, 2) == (CONTINUE,)
    with pytest.raises(IllegalAction, match=r"OOM-5\.3"):
        OUTOFMINE.decide(started(), Seat(1), CONTINUE, FastRandom(0))


def test_the_last_count_is_looked_at_before_the_game_is_over() -> None:
    """OOM-5.3."""
    state, _ = play_one(OUTOFMINE, three(FULL_BAT, "", number=7), Seat(0), Call(), FastRandom(0))
    assert OUTOFMINE.outcome(state) is None
    state, happened = play_one(OUTOFMINE, state, TABLE, CONTINUE, FastRandom(0))
    assert [type(event) for event in happened] == [GameEnded]
    assert OUTOFMINE.outcome(state) is not None
