"""What was carried home stays known, whatever the chests show."""

import msgspec
import pytest

from filon.games.chance import FastRandom
from filon.games.contract import HIDDEN, Seat
from filon.games.diamant import DIAMANT
from filon.games.diamant.model import ExpeditionView, Options, Returned, State, View
from filon.games.diamant.takings import watched_chests
from filon.lab.walk import walk
from tests.games.diamant.caves import GO, LEAVE, cave, choose

SECRETIVE = Options(chests="hidden")


def two_caves(options: Options) -> State:
    """The first cave brings 7 to seat 0, 12 to seat 1 and nothing to seat 2, the second 8 to everybody."""
    state, _ = choose(cave("17", then="13 gas gas", options=options), LEAVE, GO, GO)
    state, _ = choose(state, LEAVE, GO)
    state, _ = choose(state, GO)
    second = cave("17 9", number=2, options=options)
    return choose(msgspec.structs.replace(state, phase=second.phase), LEAVE, LEAVE, LEAVE)[0]


@pytest.mark.parametrize("seat", [None, 0, 1, 2])
@pytest.mark.parametrize("options", [Options(), SECRETIVE], ids=["open", "hidden"])
def test_everybody_knows_what_was_carried_home_by_cave_and_seat(options: Options, seat: int | None) -> None:
    """DIA-4.1: a spectator too, with hidden chests too."""
    state = two_caves(options)
    view = DIAMANT.view(state, None if seat is None else Seat(seat))
    assert view.takings == ((7, 12, 0), (8, 8, 8))
    assert [sum(stones) for stones in zip(*view.takings, strict=True)] == list(state.chests)


def test_a_cave_that_brought_nobody_anything_is_kept_once_a_later_one_did() -> None:
    """DIA-4.1: caves keep their places; after the last that brought something there is nothing to keep."""
    state, _ = choose(cave("gas", then="gas", options=SECRETIVE), GO, GO, GO)
    assert DIAMANT.view(state, None).takings == ()
    second = cave("9", then="snakes", number=2, options=SECRETIVE)
    state, _ = choose(msgspec.structs.replace(state, phase=second.phase), LEAVE, LEAVE, GO)
    assert DIAMANT.view(state, None).takings == ((0, 0, 0), (3, 3, 0))


def test_who_comes_home_with_nothing_adds_nothing() -> None:
    """DIA-4.1."""
    state, _ = choose(cave("gas", then="9", options=SECRETIVE), LEAVE, GO, GO)
    assert state.takings == ()


@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_hidden_chests_are_imagined_as_full_as_they_are(seat: int | None) -> None:
    """DIA-4.1: who has watched knows them; nothing but the sum of what was carried home is possible."""
    state = two_caves(SECRETIVE)
    view = DIAMANT.view(state, None if seat is None else Seat(seat))
    assert HIDDEN in view.chests
    for seed in range(20):
        assert DIAMANT.imagine(view, FastRandom(seed)).chests == (15, 20, 8)


@pytest.mark.parametrize("artifacts", ["none", "one_per_cave"])
def test_in_whole_games_the_takings_add_up_to_the_chests(artifacts: str) -> None:
    """DIA-4.1, DIA-4.3."""
    options = msgspec.convert({"chests": "hidden", "artifacts": artifacts}, Options)
    for seed in range(6):
        state = DIAMANT.deal(5, options, FastRandom(seed))
        for step in walk(DIAMANT, state, FastRandom(seed + 100)):
            assert watched_chests(DIAMANT.view(step.after, None)) == step.after.chests


def test_a_log_from_before_the_takings_still_folds_to_them() -> None:
    """DIA-4.1: they come from what happened; a deal that was stored without them has none yet."""
    state, events = choose(cave("17", then="9"), LEAVE, GO, GO)
    stored = msgspec.to_builtins(cave("17", then="9"), str_keys=True)
    del stored["takings"]
    folded = msgspec.convert(stored, State, str_keys=True)
    for event in events:
        assert not isinstance(event, Returned) or event.banked == 7
        folded = DIAMANT.evolve(folded, event)
    assert folded == state
    assert folded.takings == ((7, 0, 0),)


def test_the_drawing_adds_nothing_up() -> None:
    """DIA-4.1: with hidden chests a player at the terminal sees the own total and no other."""
    state = two_caves(SECRETIVE)
    drawn = DIAMANT.draw(DIAMANT.view(state, Seat(1)))
    chests = [line.split(",")[0] for line in drawn.splitlines() if line.startswith("seat")]
    assert chests == ["seat 0: chest ?", "seat 1 (you): chest 20 (4d 0r)", "seat 2: chest ?"]


def test_a_view_of_the_cave_now_shows_who_is_home_and_with_how_much() -> None:
    """DIA-2.6, DIA-4.1."""
    state, _ = choose(cave("17", then="9", options=SECRETIVE), LEAVE, GO, GO)
    view: View = DIAMANT.view(state, Seat(2))
    assert isinstance(view.phase, ExpeditionView)
    assert Seat(0) not in view.phase.inside
    assert view.takings[view.phase.cave - 1] == (7, 0, 0)
