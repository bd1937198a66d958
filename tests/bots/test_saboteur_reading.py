"""What diggers leave undone tells which cards they lack, and what they dig for where the treasure is not."""

import pytest

from filon.bots.saboteur.reading import read
from filon.games.contract import Seat
from filon.games.saboteur import SABOTEUR
from filon.games.saboteur.model import State
from filon.games.saboteur.pieces import Card
from filon.kernels.saboteur.bridge import SABOTEUR_BRIDGE
from filon.kernels.stream import Stream
from tests.games.saboteur.mines import mine, play

EVENLY = (1 / 3, 1 / 3, 1 / 3)


def hands_imagined(state: State, *moves: str, of: int, by: int) -> tuple[list[float], list[tuple[Card, ...]]]:
    """How likely each goal is, and many hands of a seat, as another imagines them after these moves."""
    after, events = play(state, *moves)
    view = SABOTEUR.view(after, Seat(by))
    seen = [SABOTEUR.redact(event, Seat(by)) for event in events]
    imaginer = SABOTEUR_BRIDGE.imaginer(view)
    likely = read(seen, [Seat(of)], EVENLY, imaginer)
    states = (SABOTEUR_BRIDGE.state(imaginer.imagine(Stream(number))) for number in range(60))
    return likely, [each.round.hands[of] for each in states]


def test_who_leaves_a_tool_broken_holds_nothing_to_mend_it_with() -> None:
    table = mine(hands={0: "broken_pick NS", 1: "xS NS NS SW SW SW"}, seats=3, saboteurs=[0])
    _, hands = hands_imagined(table, "break pick 1", "discard xS", of=1, by=0)
    menders = {Card.REPAIR_PICK, Card.REPAIR_PICK_CART, Card.REPAIR_PICK_LAMP}
    assert not any(menders & set(hand[:5]) for hand in hands)
    assert any(menders & set(hand) for hand in hands), "the card just drawn may be one"


def test_who_throws_a_card_away_holds_none_that_leads_nearer() -> None:
    table = mine(hands={0: "EW NS", 1: "xS NS NS SW SW SW", 2: "xW"}, seats=3, saboteurs=[2])
    _, hands = hands_imagined(table, "EW 1,0", "discard xS", of=1, by=2)
    assert not any({Card.EW, Card.NESW, Card.ESW} & set(hand[:5]) for hand in hands)


def test_who_reads_no_map_has_none() -> None:
    table = mine(hands={0: "EW NS", 1: "xW"}, seats=3, saboteurs=[1])
    _, hands = hands_imagined(table, "EW 1,0", of=0, by=1)
    assert not any(Card.MAP in hand[:5] for hand in hands)


def test_who_has_looked_and_digs_elsewhere_has_seen_a_stone() -> None:
    """From a crossroads, a digger who has seen the northern goal takes the way to the south."""
    table = mine(hands={0: "map NS", 1: "xW xS", 2: "xNS xEW"}, seats=3, saboteurs=[1])
    moves = ("map 8,-2", "discard xW", "discard xNS", "NS 0,1")
    likely, _ = hands_imagined(table, *moves, of=0, by=1)
    assert likely[0] < 0.2 < likely[2]


@pytest.mark.parametrize(
    ("maze", "broken", "moves"),
    [
        ("start EW EW", {}, ["discard xS"]),
        ("start EW", {}, ["rockfall 1,0"]),
        ("start", {0: "pick"}, ["repair pick 0"]),
    ],
)
def test_from_a_part_of_the_round_nothing_is_read(
    maze: str, broken: dict[int, str], moves: list[str]
) -> None:
    """What lay there before the first event that is known might be anything."""
    hands = {0: "xS rockfall repair_pick", 1: "xW"}
    table = mine(maze, hands=hands, broken=broken, seats=3, saboteurs=[1])
    likely, imagined = hands_imagined(table, *moves, of=0, by=1)
    assert likely == list(EVENLY)
    assert any(Card.MAP in hand for hand in imagined)
