"""Words for actions, events and positions; refusals that answer whatever arrives."""

import pytest

from filon.games.chance import FastRandom
from filon.games.contract import HIDDEN, TABLE, IllegalAction, Malformed, Seat
from filon.games.labyrinth import LABYRINTH
from filon.games.labyrinth.castle import Square
from filon.games.labyrinth.model import (
    Action,
    AnimalDeclined,
    AnimalFetched,
    AnimalOffered,
    AnimalTurned,
    Arrived,
    CardsHandedOver,
    Challenge,
    Challenged,
    Decline,
    Duel,
    DuelWon,
    End,
    Ending,
    Event,
    Fetch,
    Fetched,
    Finished,
    FirstChange,
    ForCards,
    ForSecret,
    GameEnded,
    Move,
    Moving,
    PawnMoved,
    PawnPlaced,
    PawnStayed,
    Phase,
    Place,
    Placing,
    RingTurned,
    SecondChange,
    SecretBuried,
    SecretContested,
    SecretTaken,
    SecretTurned,
    Stay,
    Swap,
    Swapped,
    Threw,
    Throw,
    ThrowsShown,
    Turn,
    TurnBegan,
)
from filon.games.labyrinth.pieces import Kind, Ring, Secret, Stake, Thing
from tests.games.labyrinth.castles import at, scene, secrets

ME, YOU = Seat(0), Seat(1)


@pytest.mark.parametrize(
    ("action", "text", "loosely"),
    [
        (Turn(Ring.OUTER, 1), "outer +1", "Outer"),
        (Turn(Ring.INNER, -1), "inner -1", " inner-1"),
        (Turn(Ring.CENTRE, 3), "centre +3", "CENTRE  3"),
        (Move(at("B7")), "move B7", "moveb07"),
        (Stay(), "stay", "STAY "),
        (Swap(Seat(2), Kind.GNOME), "swap 2 gnome", "swap  2 gnomes"),
        (
            Challenge(Seat(3), Kind.TREASURE, Stake.DIE),
            "challenge 3 treasure die",
            "Challenge 3 treasures DIE",
        ),
        (End(), "end", "End"),
        (Fetch(), "fetch", "fetch"),
        (Decline(), "decline", "decline"),
        (Throw(Thing.SCISSORS), "scissors", "Scissors"),
        (Place(at("F6")), "place F6", "place f 6"),
    ],
)
def test_actions_in_words(action: Action, text: str, loosely: str) -> None:
    assert LABYRINTH.write(action) == text
    assert LABYRINTH.read(text) == action
    assert LABYRINTH.read(loosely) == action


@pytest.mark.parametrize(
    "text", ["", "B7", "move", "move G1", "outer up", "swap gnome", "challenge 1 gnome two"]
)
def test_other_words_are_answered_with_those_that_are_known(text: str) -> None:
    with pytest.raises(Malformed) as refusal:
        LABYRINTH.read(text)
    assert refusal.value.field == "notation"
    assert "'move B7'" in refusal.value.reason


@pytest.mark.parametrize("text", ["move A25", "place D13", "move F0"])
def test_squares_that_the_castle_has_not(text: str) -> None:
    """LAB-1.4."""
    with pytest.raises(Malformed) as refusal:
        LABYRINTH.read(text)
    assert "D1 to D12" in refusal.value.reason


CARDS = secrets("crown goblet")


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (RingTurned(ME, Ring.OUTER, 1, 5), "0 turns the outer by +1 to position 5"),
        (PawnMoved(ME, at("B7"), ()), "0 moves to B7"),
        (PawnMoved(ME, at("B7"), (YOU, Seat(3))), "0 moves to B7 and meets 1 and 3"),
        (PawnStayed(ME), "0 stays"),
        (SecretTaken(ME, Secret.CROWN, None), "0 takes the crown (treasure)"),
        (SecretTaken(ME, Secret.PIPER, ME), "0 takes the piper (gnome): the set of 0 is full"),
        (
            Swapped(ME, YOU, Secret.DRAGON, Secret.PIPER, CARDS, 2, face_up=True, complete=ME),
            (
                "0 discards the dragon (animal), gives 1 the piper (gnome)"
                " and draws 2 (crown, goblet, for all to see): the set of 0 is full"
            ),
        ),
        (
            Swapped(ME, YOU, Secret.DRAGON, HIDDEN, HIDDEN, 2, face_up=False, complete=None),
            "0 discards the dragon (animal), gives 1 a card and draws 2 (face down)",
        ),
        (Challenged(ME, YOU, Kind.GNOME, Stake.ONE, 1), "0 challenges 1 for 1 gnome without the die"),
        (Challenged(ME, YOU, Kind.TREASURE, Stake.DIE, 3), "0 challenges 1 for 3 treasure by the die"),
        (SecretContested((ME, YOU), ()), "0 and 1 duel for the secret they stand on"),
        (SecretContested((ME, YOU), (Seat(3),)), "0 and 1 duel for the secret they stand on, then 3"),
        (Threw(ME, HIDDEN), "0 has chosen"),
        (Threw(ME, Thing.PAPER), "0 has chosen paper"),
        (ThrowsShown({ME: Thing.PAPER, YOU: Thing.STONE}), "shown: 0 paper, 1 stone"),
        (DuelWon(ME, YOU), "0 wins the duel against 1"),
        (
            CardsHandedOver(YOU, ME, Kind.TREASURE, CARDS, 2, face_up=False, complete=None),
            "1 hands 0 2 treasure (crown, goblet, face down)",
        ),
        (
            CardsHandedOver(YOU, ME, Kind.GNOME, (), 0, face_up=True, complete=None),
            "1 hands 0 0 gnome (nothing, for all to see)",
        ),
        (PawnPlaced(ME, YOU, at("F1")), "0 puts the pawn of 1 on F1"),
        (SecretTurned(ME, Secret.DRAGON), "0 turns up the dragon (animal)"),
        (AnimalOffered(ME), "0 may fetch the animal"),
        (AnimalFetched(ME, at("A17")), "0 goes straight to A17"),
        (AnimalFetched(ME, at("A17"), (YOU, Seat(3))), "0 goes straight to A17 and meets 1 and 3"),
        (AnimalDeclined(ME), "0 leaves the animal to be sought"),
        (
            SecretBuried(Secret.CROWN),
            "the crown (treasure) goes under the pile: four pawns stand on its square",
        ),
        (TurnBegan(YOU, 12), "turn 12: 1"),
        (
            GameEnded((ME, YOU), Ending.TURN_LIMIT, (CARDS, ())),
            "the game ends by turn limit, won by 0 and 1; 0 has crown, goblet; 1 has nothing",
        ),
    ],
)
def test_events_in_words(event: Event, line: str) -> None:
    assert LABYRINTH.tell(event) == line


def test_the_castle_is_drawn_unrolled_as_it_stands() -> None:
    """LAB-1.4, LAB-3.3: with the outer corridor one notch on, B23 lies inside A1."""
    state = scene("A3 A3 B1 B1", hands=("crown dragon",), sought="lamp", rotation=(1, 0, 0))
    lines = LABYRINTH.draw(LABYRINTH.view(state, ME)).splitlines()
    assert lines[1] == (
        "│A1  A2  A3  A4 │A5  A6  A7 │A8  A9 │A10 A11 A12│A13│A14 A15 A16│A17 A18 A19 A20 A21│A22 A23 A24│"
        " A fixed"
    )
    assert lines[2] == (
        "│               │           │T1     │    G1     │   │           │A1                 │        T4 │"
    )
    assert lines[3].startswith("│ ·   ·  ♟01  · │           │")
    assert lines[4].startswith("┼   ┼   ┼   ┼───┼───┼   ┼───┼   ┼─▴─┼   ┼─▴─┼   ┼─▾─┼")
    assert lines[5].startswith(" B23 B24 B1  B2  B3 │B4  B5 │")
    assert lines[5].endswith("B22  B outer corridor, at 1")
    assert lines[7].startswith("  ·   ·  ♟23  ·   · │")
    assert lines[21].startswith("│      F1       │      F2 ")
    assert lines[22].startswith("│      *T5      │")
    assert "seat 0 (you) on A3, 2 cards: crown T1, dragon A1" in lines
    assert "seat 1 on A3, 0 cards" in lines
    assert "sought: lamp T5 on F1, 15 cards in the pile" in lines
    assert max(map(len, lines)) < 125


def test_crowds_and_what_is_gone_are_drawn() -> None:
    """LAB-3.4, LAB-3.7."""
    state = scene("A1 A1 A1 A1", sought=None, all_cards=False)
    assert "0-3" in LABYRINTH.draw(LABYRINTH.view(state, None))
    drawn = LABYRINTH.draw(LABYRINTH.view(scene("A1 A1 A1", sought=None, all_cards=False), None))
    assert "│012" in drawn
    assert "all secrets are found: only duels are left, and animals can no longer be played" in drawn
    drawn = LABYRINTH.draw(LABYRINTH.view(scene("A1 A1", sought=None, pile="piper", all_cards=False), None))
    assert "no secret lies open, 1 card in the pile" in drawn
    spent = scene("A1 A2", hands=("crown", "dragon harp"), sought="lamp", pile="piper", all_cards=False)
    after = LABYRINTH.evolve(
        spent, Swapped(YOU, ME, Secret.DRAGON, Secret.HARP, (), 0, face_up=False, complete=None)
    )
    drawn = LABYRINTH.draw(LABYRINTH.view(after, YOU))
    assert "out of the game: dragon A1" in drawn
    assert "1 card in the pile" in drawn
    assert "move or stay, an animal was played" in drawn


@pytest.mark.parametrize(
    ("phase", "words"),
    [
        (FirstChange(), "turn 1, seat 0: the first of two changes of the paths"),
        (SecondChange(Ring.OUTER), "turn 1, seat 0: the second change of the paths, after the outer"),
        (Moving(), "turn 1, seat 0: move or stay"),
        (Arrived(()), "turn 1, seat 0: end"),
        (Arrived((YOU, Seat(2))), "turn 1, seat 0: challenge 1 or 2 or end"),
        (AnimalTurned(ME), "turn 1, seat 0: seat 0 may fetch the animal or decline"),
        (
            Duel((ME, YOU), ForCards(Kind.GNOME, 2), {ME: Thing.PAPER, YOU: Thing.STONE}),
            "turn 1, seat 0: seats 0 and 1 duel for 2 gnomes; seat 0 has chosen paper; seat 1 has chosen",
        ),
        (
            Duel((ME, YOU), ForSecret((Seat(2),)), {}),
            "turn 1, seat 0: seats 0 and 1 duel for the sought secret, then seat 2",
        ),
        (
            Placing(YOU, ME, ForCards(Kind.TREASURE, 1)),
            "turn 1, seat 0: seat 1 won 1 treasure and puts the pawn of seat 0 on a free square",
        ),
        (
            Placing(YOU, ME, ForSecret(())),
            "turn 1, seat 0: seat 1 won the secret and puts the pawn of seat 0 on a free square",
        ),
        (
            Placing(YOU, ME, ForSecret((Seat(2),))),
            (
                "turn 1, seat 0: seat 1 won against the first, with seat 2 to come,"
                " and puts the pawn of seat 0 on a free square"
            ),
        ),
        (
            Fetched(YOU, (ME, Seat(2))),
            "turn 1, seat 0: seat 1, at the animal's square, may challenge 0 or 2 or end",
        ),
        (Finished((ME, YOU), Ending.FULL_SET), "the game is over by full set: seat 0 and seat 1 won"),
    ],
)
def test_what_the_game_waits_for_is_said(phase: Phase, words: str) -> None:
    state = scene("A1 A1 A1", phase=phase)
    assert LABYRINTH.draw(LABYRINTH.view(state, ME)).splitlines()[-1] == words


@pytest.mark.parametrize("action", [None, 7, "stay", Moving(), Arrived(())])
def test_what_is_no_action_is_malformed(action: Action) -> None:
    """LAB-1.0."""
    for actor in (TABLE, ME, Seat(9)):
        with pytest.raises(Malformed) as refusal:
            LABYRINTH.decide(scene("A1 A2"), actor, action, FastRandom(0))
        assert refusal.value.field == "type"


@pytest.mark.parametrize("to", [-1, 102, 10**40, "A1", None, True])
def test_a_square_that_does_not_exist_is_malformed(to: Square) -> None:
    """LAB-1.4."""
    for action in (Move(to), Place(to)):
        with pytest.raises(Malformed) as refusal:
            LABYRINTH.decide(scene("A1 A2"), ME, action, FastRandom(0))
        assert refusal.value.field == "to"


def test_only_those_who_sit_at_the_table_act() -> None:
    """LAB-1.0."""
    for actor in (TABLE, Seat(-1), Seat(2), Seat(10**30)):
        assert not LABYRINTH.legal_actions(scene("A1 A2"), actor)
        with pytest.raises(IllegalAction) as refusal:
            LABYRINTH.decide(scene("A1 A2"), actor, Stay(), FastRandom(0))
        assert refusal.value.rule == "LAB-1.0"


def test_before_moving_the_turn_cannot_be_ended() -> None:
    """LAB-3.4."""
    with pytest.raises(IllegalAction) as refusal:
        LABYRINTH.decide(scene("A1 A2"), ME, End(), FastRandom(0))
    assert refusal.value.rule == "LAB-3.4"
