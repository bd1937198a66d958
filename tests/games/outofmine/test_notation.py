"""Text for actions, events and positions."""

import pytest

from filon.games.chance import FastRandom
from filon.games.contract import TABLE, Malformed, Seat
from filon.games.outofmine import OUTOFMINE
from filon.games.outofmine.grid import SQUARES, cell, square_name
from filon.games.outofmine.model import (
    Action,
    Away,
    Call,
    ChooseFace,
    GiveUp,
    Options,
    PickUp,
    Place,
    PutBack,
    Signal,
    Swap,
    Take,
    TakeOff,
    TimeUp,
)
from filon.games.outofmine.pieces import CardId, Find, Shape, Side, Square, Tile
from tests.games.outofmine.mines import FULL_BAT, at_work, card, done, events, mine, place, take

EXPERT = Options(elves="on", finds="on")
BAT = """
.........
.........
.##...bb.
.#cc.#bb.
.ddaa###.
...aaa...
.........
.........
.........
"""


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("face front", ChooseFace(Side.FRONT)),
        ("face back", ChooseFace(Side.BACK)),
        ("take L4", Take(Tile(Shape.L4))),
        ("take I2 gold", Take(Tile(Shape.I2, Find.GOLD))),
        ("swap F5 rat", Swap(Tile(Shape.F5, Find.RAT))),
        ("place a1 b1", Place((Square(0), Square(1)))),
        ("pick up i9", PickUp(Square(80))),
        ("take off e5", TakeOff(Square(40))),
        ("put back", PutBack()),
        ("place second a1 b1", Place((Square(0), Square(1)), "second")),
        ("put back second", PutBack("second")),
        ("out of mine", Call()),
        ("give up", GiveUp()),
        ("signal", Signal()),
        ("time up", TimeUp()),
        ("away 3", Away(Seat(3))),
    ],
)
def test_every_action_has_words(text: str, action: Action) -> None:
    assert OUTOFMINE.write(action) == text
    assert OUTOFMINE.read(text) == action
    assert OUTOFMINE.read(f"  {text.upper().replace(' ', '   ')} ") == action


def test_reading_forgives_the_order_of_squares_and_a_shout() -> None:
    assert OUTOFMINE.read("place d6 c4 c6 c5") == OUTOFMINE.read("place c4 c5 c6 d6")
    assert OUTOFMINE.read("Out of Mine!!") == Call()


@pytest.mark.parametrize(
    "text",
    [
        *("", "dig", "take", "take W5", "take L4 plain", "take L4 gold gold", "swap", "face"),
        *("place second", "place first a1", "put back first"),
        *("place", "place j1", "place a0", "pick up", "pick up a1 a2", "take off z9"),
        *("away", "away x", "away -1", "away 1234"),
    ],
)
def test_anything_else_is_malformed_and_answered_with_examples(text: str) -> None:
    with pytest.raises(Malformed) as refusal:
        OUTOFMINE.read(text)
    assert refusal.value.field == "notation"
    assert "'take L4'" in refusal.value.reason


def test_squares_are_named_by_column_and_row_from_the_top_left() -> None:
    """OOM-1.3."""
    assert len(SQUARES) == 81
    assert (SQUARES["a1"], SQUARES["i1"], SQUARES["a2"], SQUARES["i9"]) == (0, 8, 9, 80)
    assert all(square_name(at) == name for name, at in SQUARES.items())
    assert cell(SQUARES["c4"]) == (3, 2)


def test_what_happens_is_told_in_one_line() -> None:
    state = at_work(
        mine("The Bat", BAT, card=card("1Y 2B 2G 1R 1W"), hand=Tile(Shape.T5)),
        mine("The Crown", card=CardId(40), given_up=True),
    )
    told = [OUTOFMINE.tell(event) for event in events(state, TABLE, TimeUp())]
    assert told[0] == "time is up"
    assert told[1].startswith(
        "round 1, nobody called: 0 (board 1 front, card 16: P5 on d5 e5 d6 e6 f6, O4 on g3 h3 g4 h4, "
    )
    assert "T5 in hand) 7 empty, call +0, elves +0, finds +0 = 3; 1 (board 3 back" in told[1]
    assert told[1].endswith("no tiles, given up) 20 empty, call +0, elves +0, finds +0 = 0")
    assert told[2].startswith("round 2: board 1 leaves, ")
    assert [OUTOFMINE.tell(event) for event in events(state, TABLE, Away(Seat(0)))] == [
        "0 is away",
        "0 puts T5 back",
    ]
    assert [OUTOFMINE.tell(event) for event in events(state, 0, OUTOFMINE.read("take off b5"))] == [
        "0 takes off I2 on b5 c5"
    ]


def test_a_call_is_told_with_what_it_costs() -> None:
    """OOM-4.3: the card grants one red and one yellow tile of two."""
    state = at_work(mine("The Bat", FULL_BAT, card=CardId(16)), mine("The Crown", card=CardId(40)))
    told = [OUTOFMINE.tell(event) for event in events(state, 0, Call())]
    assert told[0] == "0 calls: Out of Mine!"
    assert told[1].startswith("round 1, 0 called: 0 (board 1 front, card 16: ")
    assert "less O4 on g3 h3 g4 h4 one too many, less I1 on f6 one too many, 5 empty, call -2" in told[1]


def test_both_hands_are_told() -> None:
    """OOM-3.2."""
    state = at_work(
        mine("The Bat", BAT, card=CardId(16), hand=Tile(Shape.T5)), mine("The Crown", card=CardId(40))
    )
    told = []
    for words in ("pick up b5", "place second f5 g5", "pick up g3", "put back second", "pick up c4"):
        action = OUTOFMINE.read(words)
        told += [OUTOFMINE.tell(event) for event in events(state, 0, action)]
        state = done(state, 0, action)
    assert told == [
        "0 picks up I2 on b5 c5, second hand",
        "0 places I2 on f5 g5, second hand",
        "0 picks up O4 on g3 h3 g4 h4, second hand",
        "0 puts O4 back, second hand",
        "0 picks up I2 on c4 d4, second hand",
    ]
    assert "I2 on f5 g5, T5 in hand, I2 in the second hand)" in OUTOFMINE.tell(
        events(state, TABLE, TimeUp())[1]
    )
    assert [OUTOFMINE.tell(event) for event in events(state, TABLE, Away(Seat(0)))] == [
        "0 is away",
        "0 puts T5 back",
        "0 puts I2 back, second hand",
    ]
    text = OUTOFMINE.draw(OUTOFMINE.view(state, Seat(0)))
    assert "in hand: T5\nin the second hand: I2\n" in text


def test_faces_not_to_be_chosen_are_told() -> None:
    """OOM-5.1."""
    state = at_work(mine("The Bat", FULL_BAT, card=CardId(1)), mine("The Crown", card=CardId(2)))
    told = {OUTOFMINE.tell(events(state, 0, Call(), seed)[-1]) for seed in range(10)}
    assert told == {
        "round 2: board 1 leaves, 8 joins, dealt 3 8",
        "round 2: board 1 leaves, 8 joins, dealt 8 3, faces: 1 not the back",
    }


def test_the_own_board_is_drawn_large_with_every_tile_outlined() -> None:
    state = at_work(
        mine("The Bat", BAT, card=card("1Y 2B 2G 1R 1W"), finds={"d": "gold"}, hand=Tile(Shape.T5)),
        mine("The Crown", card=CardId(40), given_up=True),
        options=EXPERT,
    )
    text = OUTOFMINE.draw(OUTOFMINE.view(state, Seat(0)))
    board = """
     a   b   c   d   e   f   g   h   i
   ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░
 1 ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░
   ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░
 2 ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░
   ░░░░┌───────┐░░░░░░░░░░░┌───────┐░░░░
 3 ░░░░│r·   · │░░░░░░░░░░░│gR   R │░░░░
   ░░░░│   ┌───┴───┐░░░┌───┤       │░░░░
 4 ░░░░│ · │ B   B │░░░│ · │ R   R │░░░░
   ░░░░├───┴───┬───┴───┤   └───────┤░░░░
 5 ░░░░│ Bg bB │ W   W │ ·   ·   · │░░░░
   ░░░░└───────┤       └───┬───────┘░░░░
 6 ░░░░░░░░░░░░│ W  wW   W │░░░░░░░░░░░░
   ░░░░░░░░░░░░└───────────┘░░░░░░░░░░░░
""".strip("\n")
    assert board in text
    assert "seat 0 (you): The Bat" in text
    assert "card 16: yellow 0/1, blue 2/2, green 0/2, red 1/1, white 1/1" in text
    assert "finds: gold +1, rat -1" in text
    assert "in hand: T5" in text
    assert "has given up" in text
    assert "I2 x14 gssww" in text
    assert "T5 x0" in text
    assert "an elf who waits" in text


def test_a_spectator_sees_all_boards_small() -> None:
    state = at_work(mine("The Bat", BAT, card=CardId(16)), mine("The Crown", card=CardId(40)))
    text = OUTOFMINE.draw(OUTOFMINE.view(state, None))
    assert "░ · B B ░ · R R ░   " in text
    assert "(you)" not in text
    assert "elf" not in text


def test_the_choice_of_faces_and_the_count_are_drawn() -> None:
    """OOM-2.1, OOM-5.1."""
    state = at_work(mine("The Bat", FULL_BAT, card=CardId(3)), mine("The Crown", card=CardId(2)))
    state = done(state, 0, Call())
    state = done(state, 0, OUTOFMINE.legal_actions(state, Seat(0))[0])
    text = OUTOFMINE.draw(OUTOFMINE.view(state, Seat(1)))
    assert "count of round 1: seat 0 called" in text
    assert "taken off: O4, wrong colour" in text
    assert "seat 0: 10 - 10 empty - 2 for the call = 0" in text
    assert "everybody chooses a face" in text
    assert "- chosen" in text
    assert "- played last time" in text or "board 8" in text
    state = done(state, 1, OUTOFMINE.legal_actions(state, Seat(1))[0])
    text = OUTOFMINE.draw(OUTOFMINE.view(state, Seat(1)))
    assert "waiting for the signal" in text


def test_a_new_game_and_a_finished_one_are_drawn() -> None:
    new = OUTOFMINE.deal(2, EXPERT, FastRandom(1))
    assert "count of round" not in OUTOFMINE.draw(OUTOFMINE.view(new, Seat(0)))
    last = at_work(
        mine("The Bat", BAT, card=CardId(16), finds={"d": "gold"}),
        mine("The Crown"),
        number=7,
        options=EXPERT,
    )
    over = done(last, TABLE, TimeUp())
    text = OUTOFMINE.draw(OUTOFMINE.view(over, None))
    assert "count of round 7: nobody called" in text
    assert "seat 0: 10 - 7 empty + 2 elves + 1 finds = 6" in text
    assert "the game is over" in text


def test_take_and_place_are_short_to_type() -> None:
    assert OUTOFMINE.read("TAKE l4") == take("L4")
    assert OUTOFMINE.read("place b4 b5 c5 d5") == place("b4 b5 c5 d5")
