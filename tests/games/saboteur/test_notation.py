"""Moves, events and positions as text."""

import pytest

from filon.games.chance import FastRandom
from filon.games.contract import HIDDEN, Malformed, Seat, play
from filon.games.saboteur import SABOTEUR
from filon.games.saboteur.model import (
    Action,
    BreakTool,
    CardDiscarded,
    CardDrawn,
    Discard,
    DropRocks,
    Event,
    GameEnded,
    GoalRevealed,
    GoalSeen,
    GoldDrawn,
    GoldPaid,
    GoldPassed,
    GoldTaken,
    Options,
    Paid,
    Pass,
    Passed,
    PathPlaced,
    Payment,
    PlacePath,
    ReadMap,
    RepairTool,
    RocksFell,
    RoundDealt,
    RoundEnded,
    Shared,
    TakeGold,
    Taken,
    ToolBroken,
    ToolRepaired,
    TurnBegan,
    Winner,
)
from filon.games.saboteur.pieces import Card, Face, Role, Tool
from filon.lab.saboteur.policies import keen
from tests.games.saboteur.mines import mine, waiting
from tests.games.saboteur.mines import play as play_moves

A, B = Seat(0), Seat(1)
TREASURE = Face(Card.TREASURE, turned=False)
STONE = Face(Card.STONE_SW, turned=True)


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (PlacePath(Card.SW, (3, -1), turned=False), "SW 3,-1"),
        (PlacePath(Card.X_SW, (-3, 12), turned=True), "xSW -3,12 turned"),
        (PlacePath(Card.MAP, (8, 0), turned=False), "lay map 8,0"),
        (BreakTool(Tool.LAMP, B), "break lamp 1"),
        (RepairTool(Card.REPAIR_PICK, B, Tool.PICK), "repair pick 1"),
        (RepairTool(Card.REPAIR_PICK_CART, A, Tool.CART), "repair cart 0 with repair_pick_cart"),
        (DropRocks((-2, 0)), "rockfall -2,0"),
        (ReadMap((8, -2)), "map 8,-2"),
        (Discard(Card.BROKEN_PICK), "discard broken_pick"),
        (Pass(), "pass"),
        (TakeGold(3), "take 3"),
    ],
)
def test_a_move_is_written_and_read(action: Action, text: str) -> None:
    """SAB-3.1, SAB-7.1."""
    assert SABOTEUR.write(action) == text
    assert SABOTEUR.read(text) == action
    assert SABOTEUR.read(f"  {text.upper().replace(' ', '   ').replace(',', ' , ')} ") == action


def test_words_with_spaces_are_forgiven() -> None:
    """SAB-3.1."""
    assert SABOTEUR.read("discard repair pick lamp") == Discard(Card.REPAIR_PICK_LAMP)
    assert SABOTEUR.read("lay sw 1,0") == PlacePath(Card.SW, (1, 0), turned=False)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("", "say 'SW"),
        ("dig", "say 'SW"),
        ("XX 1,0", "no card"),
        ("discard nothing", "no card"),
        ("SW 1", "say"),
    ],
)
def test_what_cannot_be_read_says_what_can(text: str, hint: str) -> None:
    """SAB-3.1."""
    with pytest.raises(Malformed, match=hint) as refusal:
        SABOTEUR.read(text)
    assert refusal.value.field == "notation"


@pytest.mark.parametrize(
    "action",
    [
        None,
        3,
        PlacePath("SW", (1, 0), turned=False),  # type: ignore[arg-type]
        PlacePath(Card.SW, (1, 0, 0), turned=False),  # type: ignore[arg-type]
        BreakTool(Tool.PICK, "1"),  # type: ignore[arg-type]
        TakeGold(1.5),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_move_is_malformed(action: Action) -> None:
    """SAB-3.1."""
    with pytest.raises(Malformed):
        SABOTEUR.decide(mine(hand="SW"), A, action, FastRandom(0))


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (PathPlaced(A, Card.SW, (3, -1), turned=True), "0 lays SW at 3,-1 turned"),
        (GoalRevealed((8, 0), Card.STONE_NW, turned=False), "goal 8,0 is stone_NW"),
        (ToolBroken(A, B, Tool.CART), "0 breaks the cart of 1"),
        (ToolRepaired(A, Card.REPAIR_CART, B, Tool.CART), "0 repairs the cart of 1 with repair_cart"),
        (RocksFell(A, (1, 0), Card.EW), "0 lets rocks fall on EW at 1,0"),
        (GoalSeen(A, (8, 2), STONE), "0 looks at goal 8,2: stone_SW turned"),
        (GoalSeen(A, (8, 2), HIDDEN), "0 looks at goal 8,2: hidden"),
        (CardDiscarded(A, Card.MAP), "0 discards face down: map"),
        (CardDiscarded(A, HIDDEN), "0 discards face down: hidden"),
        (Passed(A), "0 has no card and passes"),
        (CardDrawn(A, Card.X_S), "0 draws: xS"),
        (TurnBegan(B), "turn of 1"),
        (
            RoundEnded(2, Winner.NOBODY, B, (Role.DIGGER,) * 3, Role.SABOTEUR, (TREASURE, STONE, STONE)),
            (
                "round 2 won by nobody, last card by 1; roles: digger digger digger; set aside: saboteur;"
                " goals: 8,-2 treasure, 8,0 stone_SW turned, 8,2 stone_SW turned"
            ),
        ),
        (GoldDrawn(A, (1, 3)), "0 has the gold in hand: 1 3"),
        (GoldTaken(A, HIDDEN), "0 takes gold: ?"),
        (GoldPassed(A, B, (HIDDEN, HIDDEN)), "0 passes gold on to 1: ? ?"),
        (
            GoldPaid((Payment(A, (1, 2), 0), Payment(B, (), 3))),
            "saboteurs are paid: 0 got 1 2 and is owed 0, 1 got nothing and is owed 3",
        ),
        (
            RoundDealt(2, B, (Role.DIGGER, HIDDEN), HIDDEN, HIDDEN, ((Card.EW, Card.MAP), HIDDEN), HIDDEN),
            (
                "round 2 dealt, 1 begins; roles: digger hidden; set aside: hidden; goals: hidden;"
                " hands: EW map | hidden; pile, next card last: hidden"
            ),
        ),
        (
            RoundDealt(
                3, A, (Role.DIGGER,), Role.SABOTEUR, (STONE, TREASURE, TREASURE), ((Card.EW,),), (Card.NS,)
            ),
            (
                "round 3 dealt, 0 begins; roles: digger; set aside: saboteur; goals: 8,-2 stone_SW turned,"
                " 8,0 treasure, 8,2 treasure; hands: EW; pile, next card last: NS"
            ),
        ),
        (
            GameEnded((Shared(1, (Taken(A, (1, 3), 3),)), Paid(2, (Payment(B, (2,), 0),))), (3, 2)),
            "nuggets: 3 2; gold: round 1: 0 took 3 of 1 3; round 2: 1 got 2 and is owed 0",
        ),
        (GameEnded((), (0, 0)), "nuggets: 0 0; gold: none"),
    ],
)
def test_an_event_is_told_in_one_line(event: Event, told: str) -> None:
    """SAB-3.4: with every field."""
    assert SABOTEUR.tell(event) == told


def test_the_maze_is_drawn_with_its_coordinates() -> None:
    """SAB-2.2, SAB-1.1: dead ends are blocked, known goals are marked, the rim says where."""
    state = mine(
        """
        .     ES   xSW
        start NESW NW  NS
        """,
        hand="SW map SW xEW",
        goals="oES $ oSW",
        broken={1: "lamp", 2: "pick cart"},
        saboteurs=[1],
        hands={1: "map"},
    )
    state, _ = play_moves(state, "map 8,-2", "map 8,0")
    drawn = SABOTEUR.draw(SABOTEUR.view(state, Seat(0)))
    assert drawn == DRAWING


DRAWING = """\
round 1 of 3, 46 cards in the pile
turn of seat 2

      -1    0    1    2    3    4    5    6    7    8    9

  -3   ·    ·    ·    ·    ·    ·    ·    ·    ·    ·    ·   -3

                                                  ┌───┐
  -2   ·    ·    ·    ·    ·    ·    ·    ·    ·  │oES│  ·   -2
                                                  └───┘
               ░░░░░░░░░░
  -1   ·    ·  ░░╔════█░░  ·    ·    ·    ·    ·    ·    ·   -1
               ░░║░░░░║░░
          ░░║░░░░║░░░░║░░░░║░░                    ┌───┐
   0   ·  ══S════╬════╝░░░░║░░  ·    ·    ·    ·  │ ? │  ·   0
          ░░║░░░░║░░░░░░░░░║░░                    └───┘

   1   ·    ·    ·    ·    ·    ·    ·    ·    ·    ·    ·   1

                                                  ┌───┐
   2   ·    ·    ·    ·    ·    ·    ·    ·    ·  │ ? │  ·   2
                                                  └───┘

   3   ·    ·    ·    ·    ·    ·    ·    ·    ·    ·    ·   3

      -1    0    1    2    3    4    5    6    7    8    9

seat 0 (you): digger, hand 4, gold 0
seat 1: hand 1, gold 0, broken lamp
seat 2: hand 6, gold 0, broken pick cart
goals looked at: 8,-2 by 0; 8,0 by 1
discards: map map

░░░░░      ░░░░░
══╗░░      ══█══
░░║░░      ░░░░░
SW x2      xEW
in hand: repair_lamp_cart"""


def test_a_hand_without_path_cards_is_only_named() -> None:
    """SAB-1.3."""
    drawn = SABOTEUR.draw(SABOTEUR.view(mine(hand="map rockfall"), Seat(0)))
    assert drawn.endswith("in hand: map, rockfall")
    paths = SABOTEUR.draw(SABOTEUR.view(mine(hand="EW"), Seat(0)))
    assert paths.splitlines()[-4:] == ["░░░░░", "═════", "░░░░░", "EW"]


def test_the_sharing_and_the_end_are_drawn() -> None:
    """SAB-7.3, SAB-7.5, SAB-7.6."""
    found = mine(
        "start EW EW EW NESW NESW NESW . ?",
        goals="oSW $ oNW",
        hand="ESW",
        number=3,
        saboteurs=[2],
        gold_deck=(1, 3),
    )
    state, _ = play_moves(found, "ESW 7,0")
    assert "seat 0 (you) takes one of these gold cards: 1 3" in SABOTEUR.draw(SABOTEUR.view(state, A))
    assert "seat 0 takes one of these gold cards: ? ?" in SABOTEUR.draw(SABOTEUR.view(state, B))
    assert "round 3 won by diggers; saboteurs: 2" in SABOTEUR.draw(SABOTEUR.view(state, B))
    state, _ = play_moves(state, "take 3", "take 1")
    ended = SABOTEUR.draw(SABOTEUR.view(state, None))
    assert "the game is over; nuggets: 3 1 0" in ended
    assert "seat 0: digger, hand 0, gold 3" in ended
    missed = mine(hand="map", pile="", number=3, saboteurs=[1], gold_deck=(1,))
    state, _ = play_moves(missed, "discard map")
    assert "gold 1 and 3 owed" in SABOTEUR.draw(SABOTEUR.view(state, None))
    nobody, _ = play_moves(mine(hand="map", pile="", number=3), "discard map")
    assert "round 3 won by nobody; saboteurs: none" in SABOTEUR.draw(SABOTEUR.view(nobody, None))


def test_every_event_and_view_of_a_game_with_gold_has_text() -> None:
    """SAB-7.1."""
    random = FastRandom(8)
    state = SABOTEUR.deal(4, Options(), random)
    while SABOTEUR.to_act(state):
        state, events = play(SABOTEUR, state, waiting(state), keen(state, random), random)
        for seat in (None, Seat(2)):
            assert all("\n" not in SABOTEUR.tell(SABOTEUR.redact(event, seat)) for event in events)
            assert all(
                line == line.rstrip() for line in SABOTEUR.draw(SABOTEUR.view(state, seat)).split("\n")
            )
