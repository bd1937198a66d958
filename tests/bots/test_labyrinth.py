"""Le Labyrinthe Secret: the normal level overlooks no way to the sought secret, and duels where it pays."""

from collections import Counter

import pytest

from filon.bots.labyrinth import advise
from filon.bots.labyrinth.cards import holdings
from filon.bots.labyrinth.ways import after_two, reach, turned
from filon.games.chance import FastRandom
from filon.games.contract import Seat
from filon.games.labyrinth import LABYRINTH
from filon.games.labyrinth.castle import NAMES, Rotation, Square
from filon.games.labyrinth.model import (
    Arrived,
    Challenge,
    End,
    FirstChange,
    ForCards,
    Options,
    Placing,
    State,
    Swap,
    Turn,
)
from filon.games.labyrinth.passages import regions
from filon.games.labyrinth.pieces import Kind, Ring
from tests.bots.matches import decisions, seated
from tests.games.labyrinth.castles import at, scene


def advised(state: State, seed: int = 0, seat: int = 0) -> object:
    view, legal = LABYRINTH.view(state, Seat(seat)), LABYRINTH.legal_actions(state, Seat(seat))
    hint = advise(view, legal, FastRandom(seed))
    assert hint.action in legal
    return hint.action


@pytest.mark.parametrize("outer", [0, 5, 11])
def test_the_quick_walk_is_the_walk_of_the_law(outer: int) -> None:
    for inner in range(0, 12, 5):
        for centre in range(6):
            rotation = Rotation(outer, inner, centre)
            law = regions(rotation)
            assert all(reach(rotation, Square(square)) == law[square] for square in range(len(NAMES)))


def test_rings_turn_as_in_the_law() -> None:
    assert turned(Rotation(11, 0, 4), Turn(Ring.OUTER, 1)) == Rotation(0, 0, 4)
    assert turned(Rotation(0, 0, 4), Turn(Ring.OUTER, -1)) == Rotation(11, 0, 4)
    assert turned(Rotation(0, 0, 4), Turn(Ring.CENTRE, 5)) == Rotation(0, 0, 3)
    assert len(after_two(Rotation(0, 0, 0), either_way=False)) == 7 * 7 - 5 * 5


def test_a_secret_within_two_changes_is_taken() -> None:
    """In every turn of some games: if any pair of changes opens a way, the turn brings the card."""
    chances = 0
    for seed in range(3):
        promised: tuple[Seat, int] | None = None
        for step in decisions(LABYRINTH, 2, seated("normal", "normal"), seed):
            state = step.before
            if isinstance(state.phase, FirstChange):
                promised = None
                square = step.sight.view.square
                ends = after_two(state.rotation, either_way=False)
                pawn = state.pawns[step.seat]
                if square is not None and any(regions(end)[pawn] >> square & 1 for end in ends):
                    promised = (step.seat, step.sight.view.counts[step.seat])
            if promised is not None and isinstance(step.after.phase, Arrived | FirstChange):
                seat, held = promised
                assert len(step.after.hands[seat]) > held
                promised = None
                chances += 1
    assert chances > 20


def test_a_hidden_hand_is_estimated_from_what_is_nowhere_else() -> None:
    state = scene(
        "A1 A9", hands=("crown goblet sceptre mirror lamp harp", "miller piper"), sought="hourglass"
    )
    mine, theirs = holdings(LABYRINTH.view(state, Seat(0)))
    assert (mine.treasures, mine.gnomes) == (6, 0)
    assert theirs.treasures == 0, "all seven are accounted for"
    assert theirs.gnomes == pytest.approx(2 * 7 / 11)


def test_a_duel_is_sought_where_the_other_has_more_to_lose() -> None:
    options = Options(memory="off")
    meeting = Arrived((Seat(1),))
    rich = scene(
        "A1 A1", hands=("crown", "miller piper smith baker"), sought="harp", phase=meeting, options=options
    )
    action = advised(rich)
    assert isinstance(action, Challenge)
    assert action.kind is Kind.GNOME
    poor = scene(
        "A1 A1", hands=("crown goblet sceptre mirror", ""), sought="harp", phase=meeting, options=options
    )
    assert advised(poor) == End()


def test_a_duel_that_wins_the_game_is_fought() -> None:
    hands = ("crown goblet sceptre mirror lamp harp", "hourglass")
    state = scene(
        "A1 A1", hands=hands, sought="miller", phase=Arrived((Seat(1),)), options=Options(memory="off")
    )
    action = advised(state)
    assert isinstance(action, Challenge)
    assert action.kind is Kind.TREASURE


def test_an_animal_is_swapped_for_cards_that_complete_a_set() -> None:
    state = scene(
        "A1 A9",
        hands=("crown goblet sceptre miller dragon", "mirror lamp harp"),
        sought="piper",
        phase=Arrived(()),
        options=Options(memory="off"),
    )
    assert advised(state) == Swap(Seat(1), Kind.GNOME)


def test_the_loser_is_put_where_the_way_is_long() -> None:
    """Not onto the sought secret, nor anywhere from where the next changes lead to it easily."""
    state = scene("A1 A1", sought="crown", phase=Placing(Seat(0), Seat(1), ForCards(Kind.GNOME, 1)))
    action = advised(state)
    assert getattr(action, "to", at("A8")) != at("A8")
    assert not reach(state.rotation, getattr(action, "to")) >> at("A8") & 1  # noqa: B009


def test_throws_cannot_be_foreseen() -> None:
    thrown = Counter[object]()
    for seed in range(2):
        for step in decisions(LABYRINTH, 4, seated(*["normal"] * 4), seed, Options()):
            if type(step.sight.view.phase).__name__ == "DuelView":
                for stream in range(60):
                    thrown[advise(step.sight.view, step.sight.legal, FastRandom(stream)).action] += 1
                break
    assert len(thrown) == 3
    assert max(thrown.values()) < 0.6 * thrown.total()
