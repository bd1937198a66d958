"""Le Labyrinthe Secret: the kernel is the law, side by side in random games and from rare positions."""

from itertools import product
from typing import Final

import pytest
from msgspec.structs import replace

from filon.games.contract import Seat, play
from filon.games.labyrinth import LABYRINTH
from filon.games.labyrinth.castle import NAMES, SQUARES, Rotation, Square
from filon.games.labyrinth.model import (
    Action,
    AnimalTurned,
    Arrived,
    Duel,
    End,
    Fetch,
    Finished,
    ForSecret,
    Move,
    Options,
    Placing,
    State,
    Stay,
    Swap,
)
from filon.games.labyrinth.passages import members, regions
from filon.games.labyrinth.pieces import Kind, largest_set
from filon.kernels.labyrinth.bridge import LABYRINTH_BRIDGE
from filon.kernels.labyrinth.kernel_castle import HALL_OF, standing
from filon.kernels.stream import Stream
from filon.lab.lockstep import Series
from tests.games.labyrinth.castles import scene, secrets

OPTIONS: Final = [
    Options(starter=starter, corridors=corridors, memory=memory, goal=goal, turn_limit=60)
    for starter in ("first", "random")
    for corridors in ("clockwise", "either")
    for memory in ("on", "off")
    for goal in (7, 6)
]
SHORT: Final = Options(turn_limit=12)
OPEN: Final = Options(turn_limit=12, memory="off")


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("seats", LABYRINTH.seats)
def test_law_and_kernel_agree_at_every_step(seats: int, options: Options) -> None:
    assert Series(LABYRINTH_BRIDGE, seats, options, seed=2026).lockstep(range(2)).decisions > 200


@pytest.mark.parametrize("outer", range(0, 12, 4))
def test_halls_lead_where_the_law_says(outer: int) -> None:
    for inner, centre in product(range(12), range(6)):
        law = regions(Rotation(outer, inner, centre))
        castle = standing(outer, inner, centre)
        for square in range(len(NAMES)):
            halls = castle.reach[HALL_OF[square]]
            assert [other for other in range(len(NAMES)) if halls >> HALL_OF[other] & 1] == members(
                law[square]
            )


def agree_from(state: State, *opening: Action, games: int = 25) -> set[str]:
    """The opening by the seat on turn, then random games, both ways; what the positions looked like."""
    seen: set[str] = set()
    for number in range(games):
        law, chance, choices = state, Stream(7, number), Stream(8, number)
        kernel = LABYRINTH_BRIDGE.kernel(state, Stream(7, number))
        coming = list(opening)
        while waiting := sorted(LABYRINTH.to_act(law)):
            seat = waiting[choices.below(len(waiting))]
            actions = list(LABYRINTH.legal_actions(law, seat))
            assert [LABYRINTH_BRIDGE.action(kernel, code) for code in kernel.legal(seat)] == actions
            action = coming.pop(0) if coming else actions[choices.below(len(actions))]
            law, _ = play(LABYRINTH, law, seat, action, chance)
            kernel.play(seat, LABYRINTH_BRIDGE.code(kernel, action))
            assert LABYRINTH_BRIDGE.state(kernel) == law
            assert LABYRINTH_BRIDGE.outcome(kernel) == LABYRINTH.outcome(law)
            seen.add(looks(law))
    return seen


def looks(state: State) -> str:
    match state.phase:
        case Duel(prize=ForSecret(waiting)) | Placing(prize=ForSecret(waiting)):
            return f"{type(state.phase).__name__}, {len(waiting)} waiting"
        case Finished(winners, ending):
            return f"{ending.value} by {len(winners)}"
        case phase:
            return type(phase).__name__


def test_three_on_a_new_secret_duel_one_after_the_other() -> None:
    state = scene("A8 A11 A11 A11", sought="crown", pile="miller", options=SHORT)
    seen = agree_from(state, Stay())
    assert {"Duel, 1 waiting", "Placing, 1 waiting", "Duel, 0 waiting", "Placing, 0 waiting"} <= seen


@pytest.mark.parametrize("all_cards", [True, False])
@pytest.mark.parametrize("options", [SHORT, OPEN])
@pytest.mark.parametrize(
    ("pawns", "looked"),
    [
        ("A9 A8 A3 A4", "Duel, 0 waiting"),
        ("A9 A8 A3 A8", "Duel, 1 waiting"),
        ("A9 A8 A8 A8", "Arrived"),
        ("A9 A17 A17 A17", "Fetched"),
    ],
)
def test_arriving_where_others_stand(
    pawns: str,
    looked: str,
    options: Options,
    all_cards: bool,  # noqa: FBT001
) -> None:
    """On the crown's square A8, or afterwards on the dragon's, A17."""
    hands = ("goblet phoenix", "lamp piper", "unicorn miller", "harp")
    state = scene(
        pawns, hands=hands, sought="crown", pile="dragon smith", options=options, all_cards=all_cards
    )
    assert looked in agree_from(state, Move(SQUARES["A8"]))


@pytest.mark.parametrize("pile", ["dragon smith baker", "dragon"])
@pytest.mark.parametrize("pawns", ["A8 A17 A3 A4", "A8 A17 A17 A4", "A8 A17 A17 A17", "A8 A8 A8 A8"])
def test_going_straight_to_an_animal_where_others_stand(pawns: str, pile: str) -> None:
    state = scene(
        pawns, hands=("", "lamp", "piper", "harp"), sought="crown", pile=pile, options=SHORT, all_cards=False
    )
    alone = pawns.endswith("A8")
    others = pawns.split()[1:].count("A17")
    looked = "FirstChange" if alone else "Fetched" if others == 3 else f"Duel, {others - 1} waiting"
    assert looked in agree_from(state, Stay(), Fetch())


@pytest.mark.parametrize("seat", [1, 2])
@pytest.mark.parametrize("challenged", [True, False])
def test_an_animal_fetched_in_another_players_turn(seat: int, challenged: bool) -> None:  # noqa: FBT001
    state = scene("A17 A17 A17 A17", hands=("lamp", "harp"), sought="dragon", pile="smith", options=SHORT)
    pawns = tuple(SQUARES["A8"] if other == seat else square for other, square in enumerate(state.pawns))
    turned = replace(
        state,
        pawns=pawns,
        phase=AnimalTurned(Seat(seat)),
        challenged=challenged,
        turned_up=True,
        finder=Seat(seat),
    )
    assert ("Fetched" in agree_from(turned, Fetch())) != challenged


@pytest.mark.parametrize("options", [SHORT, OPEN])
def test_when_all_is_found_no_animal_is_played(options: Options) -> None:
    """LAB-3.7."""
    state = scene("A9 A8 A3", hands=("lamp dragon", "harp"), sought=None, options=options, all_cards=False)
    assert not any(isinstance(action, Swap) for action in LABYRINTH.legal_actions(state, Seat(0)))
    agree_from(state)


def test_four_on_a_new_secret_bury_it() -> None:
    crowd = scene("A11 A11 A11 A11", sought=None, pile="miller", phase=Arrived(()), options=SHORT)
    agree_from(crowd, End(), games=5)
    last = scene(
        "A11 A11 A11 A11",
        sought=None,
        pile="miller",
        phase=Arrived(()),
        options=SHORT,
        all_cards=False,
    )
    agree_from(last, End(), games=5)


@pytest.mark.parametrize("options", [SHORT, OPEN])
def test_swaps_and_duels_fill_sets(options: Options) -> None:
    """Either side of a swap may win by it; so may a duellist, whoever challenged."""
    hands = (
        "crown goblet sceptre mirror lamp harp miller dragon",
        "hourglass piper smith baker tailor lookout",
    )
    state = scene("A1 A2 A9", hands=hands, sought="sleeper", options=options)
    seen = agree_from(state, games=60)
    assert {"full_set by 1", "Placing", "Duel"} <= seen


def test_who_is_given_the_last_card_wins() -> None:
    """LAB-6.1: by the card given, unless those drawn were of its kind."""
    hands = ("miller dragon", "crown goblet sceptre mirror lamp piper smith baker tailor lookout")
    state = scene("A1 A9", hands=hands, sought="sleeper", options=Options(turn_limit=12, goal=6))
    swap = Swap(Seat(1), Kind.GNOME)
    assert {"full_set by 1", "Moving"} <= agree_from(state, swap)


def test_equal_sets_share_the_win() -> None:
    state = scene("A1 A9 A15", hands=("crown", "miller", ""), options=Options(turn_limit=1))
    assert "turn_limit by 2" in agree_from(state)


@pytest.mark.parametrize("memory", ["on", "off"])
def test_what_is_imagined_is_what_the_law_imagines(memory: str) -> None:
    """Draw for draw, for every seat and a spectator, at every step of some games."""
    looked = 0
    options = Options(turn_limit=40, memory="on" if memory == "on" else "off")
    for seats in LABYRINTH.seats:
        kernel = LABYRINTH_BRIDGE.deal(seats, options, Stream(3, seats))
        while waiting := kernel.waiting():
            state = LABYRINTH_BRIDGE.state(kernel)
            for seat in (*(Seat(each) for each in range(seats)), None):
                view = LABYRINTH.view(state, seat)
                drawn = LABYRINTH_BRIDGE.imaginer(view).imagine(Stream(looked))
                assert LABYRINTH_BRIDGE.state(drawn) == LABYRINTH.imagine(view, Stream(looked))
                assert LABYRINTH.view(LABYRINTH_BRIDGE.state(drawn), seat) == view
                looked += 1
            seat = next(Seat(each) for each in range(seats) if waiting >> each & 1)
            codes = kernel.legal(seat)
            kernel.play(seat, codes[kernel.stream.below(len(codes))])
    assert looked > 500


def test_no_hand_is_imagined_that_would_have_won() -> None:
    hands = ("miller piper smith baker tailor", "crown goblet sceptre mirror lamp lookout")
    state = scene("A1 A9", hands=hands, sought="sleeper", options=Options(goal=6))
    view = LABYRINTH.view(replace(state, discarded=secrets("dragon unicorn griffin phoenix")), Seat(0))
    imaginer = LABYRINTH_BRIDGE.imaginer(view)
    for number in range(50):
        drawn = LABYRINTH_BRIDGE.state(imaginer.imagine(Stream(number)))
        assert drawn == LABYRINTH.imagine(view, Stream(number))
        assert largest_set(drawn.hands[1]) < 6


def test_an_imaginer_is_not_changed_by_what_it_draws() -> None:
    view = LABYRINTH.view(scene("A1 A2", hands=("crown", "miller piper")), Seat(0))
    imaginer = LABYRINTH_BRIDGE.imaginer(view)
    first = imaginer.imagine(Stream(1))
    before = LABYRINTH_BRIDGE.state(first)
    first.play(0, first.legal(0)[0])
    assert LABYRINTH_BRIDGE.state(imaginer.imagine(Stream(1))) == before


def test_a_copy_goes_its_own_way() -> None:
    kernel = LABYRINTH_BRIDGE.deal(3, OPEN, Stream(4))
    before = LABYRINTH_BRIDGE.state(kernel)
    twin = kernel.copy(Stream(5))
    twin.playout()
    assert LABYRINTH_BRIDGE.state(kernel) == before
    again = kernel.copy(Stream(5))
    again.playout()
    assert LABYRINTH_BRIDGE.state(again) == LABYRINTH_BRIDGE.state(twin)


def test_a_series_adds_up_its_games() -> None:
    options = Options(turn_limit=50, goal=6)
    totals = LABYRINTH_BRIDGE.series(3, options, 9, range(4, 16))
    wins, scores, turns, shared, decisions = [0, 0, 0], [0, 0, 0], 0, 0, 0
    for number in range(4, 16):
        kernel = LABYRINTH_BRIDGE.deal(3, options, Stream(9, number))
        decisions += kernel.playout()
        outcome = LABYRINTH_BRIDGE.outcome(kernel)
        assert outcome is not None
        shared += len(outcome.winners) > 1
        turns += outcome.tally["turns"]
        for seat in range(3):
            wins[seat] += seat in outcome.winners
            scores[seat] += outcome.scores[seat]
    assert (totals.games, totals.decisions, totals.shared_wins) == (12, decisions, shared)
    assert list(totals.wins) == wins
    assert list(totals.scores) == scores
    assert dict(zip(LABYRINTH_BRIDGE.tally_names, totals.tally, strict=True))["turns"] == turns


def test_every_code_is_one_action() -> None:
    kernel = LABYRINTH_BRIDGE.deal(2, OPEN, Stream(0))
    for square in (Square(0), Square(101)):
        for offset in (40, 142):
            action = LABYRINTH_BRIDGE.action(kernel, offset + square)
            assert getattr(action, "to") == square  # noqa: B009
            assert LABYRINTH_BRIDGE.code(kernel, action) == offset + square
