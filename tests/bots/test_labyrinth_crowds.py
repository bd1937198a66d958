"""Le Labyrinthe Secret: every level has an answer where pawns meet on a secret, as random games seldom do."""

import pytest

from filon.bots import Sight, level
from filon.bots.hints import hint
from filon.bots.reasons import tell
from filon.games.chance import FastRandom
from filon.games.contract import Seat
from filon.games.labyrinth import LABYRINTH
from filon.games.labyrinth.model import Duel, End, Fetched, ForSecret, Move, Phase, Placing, State
from tests.games.labyrinth.castles import at, played, scene

HANDS = ("crown dragon", "lamp harp", "piper", "smith baker")


def together(phase: Phase, *, on_turn: int = 0) -> State:
    """All pawns on A17, in the end of a turn in which cards were turned up."""
    return scene("A17 A17 A17 A17", hands=HANDS, sought=None, pile="miller", on_turn=on_turn, phase=phase)


POSITIONS = {
    "at an animal": together(Fetched(Seat(0), (Seat(1), Seat(2), Seat(3)))),
    "at an animal in another's turn": together(Fetched(Seat(2), (Seat(0), Seat(1), Seat(3)))),
    "in a duel for a secret": played(
        scene("A9 A8 A3 A4", hands=HANDS[1:], sought="crown"), (0, Move(at("A8")))
    )[0],
    "after such a duel in another's turn": together(Placing(Seat(1), Seat(0), ForSecret(()))),
    "between two such duels": scene(
        "A8 A8 A8 A4", sought="crown", phase=Placing(Seat(1), Seat(0), ForSecret((Seat(2),)))
    ),
    "in the second of them": scene(
        "A3 A8 A8 A4", sought="crown", phase=Duel((Seat(1), Seat(2)), ForSecret(()), {})
    ),
}


@pytest.mark.parametrize("name", ["random", "easy", "normal", "hard"])
@pytest.mark.parametrize("position", POSITIONS)
def test_every_level_plays_on_where_pawns_have_met(position: str, name: str) -> None:
    state = POSITIONS[position]
    for seat in LABYRINTH.to_act(state):
        view, legal = LABYRINTH.view(state, seat), LABYRINTH.legal_actions(state, seat)
        for seed in range(3):
            assert level(name).choose(Sight(LABYRINTH, view, legal), FastRandom(seed)) in legal


@pytest.mark.parametrize("position", POSITIONS)
def test_a_hint_is_given_there_too(position: str) -> None:
    state = POSITIONS[position]
    for seat in LABYRINTH.to_act(state):
        view, legal = LABYRINTH.view(state, seat), LABYRINTH.legal_actions(state, seat)
        given = hint(LABYRINTH, view, legal, FastRandom(0))
        assert given.action in legal
        assert "{" not in tell(given.why)


def test_nobody_is_challenged_at_an_animal_by_who_could_only_lose() -> None:
    """LAB-5.1: seat 0 has the only cards of their kind, and ends its visit."""
    fetched = Fetched(Seat(0), (Seat(1), Seat(2), Seat(3)))
    state = scene("A17 A17 A17 A17", hands=("crown goblet harp",), sought=None, phase=fetched)
    view, legal = LABYRINTH.view(state, Seat(0)), LABYRINTH.legal_actions(state, Seat(0))
    assert hint(LABYRINTH, view, legal, FastRandom(0)).action == End()
