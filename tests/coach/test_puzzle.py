"""The puzzle of a day: the same for everybody, with one answer, and one that is not obvious."""

import msgspec
import pytest

from filon.bots.hints import hint
from filon.coach import puzzle
from filon.coach.puzzle import NoPuzzle, searching
from filon.coach.puzzle_model import FoundPuzzle
from filon.games.chance import FastRandom
from filon.games.codec import read_action
from filon.games.diamant import DIAMANT
from filon.games.diamant.model import Choice, Choose

DAY = "2026-11-18"


class Search:
    """All of it: what came of it, and after how many pauses."""

    def __init__(self, day: str, *, enough: bool = False) -> None:
        search = searching("diamant", day, enough=lambda: enough)
        self.pauses = 0
        while True:
            try:
                assert 0 <= next(search) <= 1
            except StopIteration as end:
                self.found: FoundPuzzle = end.value
                return
            self.pauses += 1


@pytest.fixture(scope="module")
def search() -> Search:
    return Search(DAY)


@pytest.fixture(scope="module")
def today(search: Search) -> FoundPuzzle:
    return search.found


def test_a_day_has_the_same_puzzle_whoever_looks_for_it(today: FoundPuzzle) -> None:
    assert msgspec.json.encode(Search(DAY).found) == msgspec.json.encode(today)
    assert Search("2026-11-19", enough=True).found.view != today.view


def test_the_answer_beats_all_else_by_much_and_for_sure(today: FoundPuzzle) -> None:
    assert today.clear
    best, *others = today.decision.options
    assert others
    for option in others:
        assert best.game - option.game >= max(0.05, 4 * option.error), "a twentieth of the win, four errors"
    assert today.right == tuple(index for index, action in enumerate(today.legal) if action == best.action)


def test_the_answer_is_not_what_a_fair_player_would_do(today: FoundPuzzle) -> None:
    best = today.decision.options[0].action
    for seed in range(20):
        said = hint(DIAMANT, today.view, today.legal, FastRandom(seed)).action
        assert said != best
        assert today.decision.options[today.decision.played].action == said
    assert today.decision.verdict == "mistake"
    assert today.decision.cost >= 0.05


def test_the_position_is_one_of_a_seat_that_has_to_choose(today: FoundPuzzle) -> None:
    assert today.view.seat == today.decision.seat
    assert set(today.legal) == {Choose(Choice.GO_ON), Choose(Choice.LEAVE)}
    for index, action in enumerate(today.legal):
        option = today.options[index]
        assert option is not None
        assert today.decision.options[option].action == action


def test_a_puzzle_comes_back_from_how_it_is_stored(today: FoundPuzzle) -> None:
    stored = msgspec.json.decode(msgspec.json.encode(today), type=FoundPuzzle)
    assert msgspec.convert(stored.view, DIAMANT.view_type, strict=False) == today.view
    assert tuple(read_action(DIAMANT, msgspec.json.encode(one)) for one in stored.legal) == today.legal


def test_when_the_time_is_over_the_best_so_far_is_the_puzzle(search: Search) -> None:
    hurried = Search(DAY, enough=True)
    assert 0 < hurried.pauses < search.pauses
    decision = hurried.found.decision
    assert decision.options[0].action != decision.options[decision.played].action


def test_where_nobody_would_go_wrong_there_is_no_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzle, "MOST_GAMES", 0)
    with pytest.raises(NoPuzzle):
        Search(DAY)


def test_what_no_quick_look_was_sure_of_is_better_than_no_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzle, "MOST_GAMES", 5)
    monkeypatch.setattr(puzzle, "_LIKELY", 1e9)
    decision = Search(DAY).found.decision
    assert decision.options[0].action != decision.options[decision.played].action
