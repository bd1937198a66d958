"""A turn: one card, then one from the pile."""

from filon.games.contract import HIDDEN, TABLE, Seat
from filon.games.saboteur import SABOTEUR
from filon.games.saboteur.model import (
    CardDiscarded,
    CardDrawn,
    Digging,
    Discarded,
    Passed,
    PathPlaced,
    TurnBegan,
)
from filon.games.saboteur.pieces import Card
from tests.games.saboteur.mines import cards, legal, mine, play, refused


def test_a_turn_is_a_path_an_action_or_a_discard() -> None:
    """SAB-3.1: every card may be discarded, equal cards count once, and nobody passes for free."""
    state = mine(hand="SW map SW rockfall repair_lamp")
    assert legal(state) == {
        "SW 0,-1",
        "SW 1,0",
        "SW -1,0 turned",
        "SW 0,1 turned",
        "map 8,-2",
        "map 8,0",
        "map 8,2",
        "discard SW",
        "discard map",
        "discard rockfall",
        "discard repair_lamp",
    }


def test_a_card_that_is_not_in_hand_is_not_played() -> None:
    """SAB-3.1."""
    state = mine(hand="SW")
    for move in (
        "ESW 1,0",
        "break pick 1",
        "repair pick 0",
        "rockfall 1,0",
        "map 8,0",
        "discard map",
        "discard start",
    ):
        assert refused(state, move) == "SAB-3.1"


def test_an_action_card_is_no_path() -> None:
    """SAB-3.1."""
    assert refused(mine(hand="map"), "lay map 1,0") == "SAB-3.1"


def test_then_a_card_is_drawn_and_the_player_to_the_left_goes_on() -> None:
    """SAB-3.2: clockwise is the next seat, and after the last one the first."""
    state = mine(hand="EW SW", turn=2)
    top = state.round.pile[-1]
    after, events = play(state, "EW 1,0")
    assert events == [
        PathPlaced(Seat(2), Card.EW, (1, 0), turned=False),
        CardDrawn(Seat(2), top),
        TurnBegan(Seat(0)),
    ]
    assert after.round.hands[2] == (Card.SW, top)
    assert len(after.round.pile) == len(state.round.pile) - 1
    assert after.phase == Digging(Seat(0))


def test_nothing_is_drawn_from_an_empty_pile() -> None:
    """SAB-3.2."""
    state = mine(hand="EW SW", hands={1: "map"}, pile="")
    after, events = play(state, "EW 1,0")
    assert not [event for event in events if isinstance(event, CardDrawn)]
    assert after.round.hands[0] == (Card.SW,)


def test_only_who_has_the_turn_plays() -> None:
    """SAB-3.2."""
    state = mine(hand="SW", hands={1: "SW"})
    assert refused(state, "discard SW", seat=1) == "SAB-3.2"
    assert not SABOTEUR.legal_actions(state, Seat(1))
    assert refused(state, "discard SW", seat=TABLE) == "SAB-1.0"
    assert not SABOTEUR.legal_actions(state, TABLE)


def test_without_cards_one_passes_and_may_do_nothing_else() -> None:
    """SAB-3.3."""
    state = mine(hand="", hands={1: "map"}, pile="")
    assert legal(state) == {"pass"}
    assert refused(state, "discard map") == "SAB-3.3"
    after, events = play(state, "pass")
    assert events == [Passed(Seat(0)), TurnBegan(Seat(1))]
    assert after.round == state.round


def test_with_cards_one_passes_by_discarding() -> None:
    """SAB-3.3."""
    assert refused(mine(hand="map"), "pass") == "SAB-3.3"


def test_a_discard_is_known_to_its_player_alone() -> None:
    """SAB-3.4."""
    state, events = play(mine(hand="map SW"), "discard SW")
    assert events[0] == CardDiscarded(Seat(0), Card.SW)
    assert SABOTEUR.redact(events[0], Seat(0)) == events[0]
    assert SABOTEUR.view(state, Seat(0)).round.discards == (Discarded(Card.SW, Seat(0), face_down=True),)
    for other in (Seat(1), Seat(2), None):
        assert SABOTEUR.redact(events[0], other) == CardDiscarded(Seat(0), HIDDEN)
        assert SABOTEUR.view(state, other).round.discards == (Discarded(HIDDEN, Seat(0), face_down=True),)


def test_played_cards_are_seen_by_all() -> None:
    """SAB-3.4."""
    state, events = play(mine("start EW", hand="rockfall"), "rockfall 1,0")
    shown = tuple(Discarded(card, Seat(0), face_down=False) for card in cards("rockfall EW"))
    for seat in (Seat(0), Seat(1), None):
        assert SABOTEUR.redact(events[0], seat) == events[0]
        assert SABOTEUR.view(state, seat).round.discards == shown


def test_a_hand_keeps_the_order_of_drawing() -> None:
    """SAB-3.2: of two equal cards the older one is played."""
    state = mine(hand="SW map SW EW")
    after, _ = play(state, "discard SW")
    assert after.round.hands[0] == (*cards("map SW EW"), state.round.pile[-1])
