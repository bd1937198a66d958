"""Pauses look human and tell nothing."""

from statistics import mean, pstdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.digging import calls
from filon.bots import LEVELS, looks_back
from filon.bots.pace import LEAST_BEAT_MS, begin_ms, leave_ms, pause_ms
from filon.bots.registry import bots_of
from filon.games.outofmine.model import Options
from filon.games.registry import GAMES, OURS

BASE = 800
"""What a table pauses for unless its host says otherwise."""


def pauses(game: str, level: str) -> list[int]:
    return [pause_ms(game, level, BASE, seat, sequence) for seat in range(4) for sequence in range(200)]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
def test_people_can_follow_and_need_not_wait(game: str, level: str) -> None:
    found = pauses(game, level)
    low, high = (1_500, 17_000) if game == "outofmine" else (700, 3_500)
    assert low < min(found) < max(found) < high
    assert len(set(found)) > 200, "nobody is a metronome"


@pytest.mark.parametrize(
    ("level", "low", "high"), [("easy", 130, 170), ("normal", 82, 108), ("hard", 46, 64)]
)
def test_in_the_mine_each_level_takes_its_time_to_the_call(level: str, low: float, high: float) -> None:
    """Seconds among two of a level, over 42 rounds; a person takes one to two minutes."""
    found = calls([level] * 2, Options(), 6)
    assert low < mean(found) < high
    assert pstdev(found) > 0.1 * mean(found), "no round is like the other"


def test_in_the_mine_alone_a_bot_is_quick_or_slow_for_a_while() -> None:
    """Many motions even out any swing; elsewhere a decision is a decision."""

    def swing(game: str) -> float:
        """By what part the pauses of one seat, averaged over a while of 64 entries, go up and down."""
        whiles = [
            mean(pause_ms(game, "normal", BASE, 1, 64 * nth + at) for at in range(64)) for nth in range(40)
        ]
        return pstdev(whiles) / mean(whiles)

    assert {game for game in OURS if swing(game) > 0.1} == {"outofmine"}


def test_people_see_what_bots_wait_for() -> None:
    """In pauses of the table, of the games of this package."""
    waited_for = {game: dict(bots_of(game).great_moments) for game in OURS if bots_of(game).great_moments}
    assert waited_for == {
        "saboteur": {"GoalRevealed": 3.0, "RoundEnded": 5.0},
        "labyrinth": {"ThrowsShown": 2.5, "DuelWon": 2.5, "Swapped": 4.0},
    }


def test_in_the_mine_alone_no_bot_is_told_the_past() -> None:
    """Where everything lies open it would only make a bot late."""
    assert {game for game in OURS if not looks_back("hard", game)} == {"outofmine"}
    assert not any(looks_back("easy", game) for game in OURS)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("level", LEVELS)
def test_a_table_without_pauses_has_none(game: str, level: str) -> None:
    assert pause_ms(game, level, 0, 1, 2) == 0


def test_random_bots_keep_to_the_tables_own_pause() -> None:
    assert pause_ms("diamant", "random", BASE, 3, 77) == BASE


def test_no_pause_is_endless() -> None:
    assert pause_ms("outofmine", "easy", 60_000, 0, 1) <= 60_000


bases = st.integers(0, 60_000)
pauses_ms = st.integers(0, 60_000)
beats = st.integers(1, 5_000)


@given(bases, pauses_ms, beats, st.integers(0, 60_000), st.data())
def test_how_long_a_bot_thought_cannot_be_told(
    base: int, pause: int, beat: int, waited: int, data: st.DataObject
) -> None:
    """Two that began at the same moment answer at the same moment, however long each waited before."""
    started = begin_ms(base, pause) + waited
    quick, slow = data.draw(st.tuples(*[st.integers(0, max(beat, base // 2) * 3 // 4)] * 2))
    first = leave_ms(base, pause, beat, started_ms=started, spent_ms=quick)
    assert first == leave_ms(base, pause, beat, started_ms=started, spent_ms=slow)


@given(bases, pauses_ms, beats, st.integers(0, 60_000), st.integers(0, 60_000))
def test_an_answer_leaves_on_a_beat_after_the_pause_and_the_thought(
    base: int, pause: int, least: int, waited: int, spent: int
) -> None:
    beat = max(least, base // 2)
    on_time = leave_ms(base, pause, least, started_ms=begin_ms(base, pause), spent_ms=0)
    started = begin_ms(base, pause) + waited
    leaves = leave_ms(base, pause, least, started_ms=started, spent_ms=spent)
    assert leaves >= max(on_time, started + spent, pause, beat)
    assert (leaves - on_time) % beat == 0
    assert leaves - on_time < waited + max(0, spent - beat * 3 // 4) + beat, "no beat later than need be"


@given(bases, pauses_ms, st.integers(1, LEAST_BEAT_MS))
def test_thinking_while_it_pauses_costs_no_time(base: int, pause: int, least: int) -> None:
    """A quarter of a beat is left for the way from the log to the bot."""
    beat = max(least, base // 2)
    started = begin_ms(base, pause) + beat // 4
    answer = leave_ms(base, pause, least, started_ms=started, spent_ms=beat * 3 // 4)
    assert answer == max(pause, beat)


def test_without_a_beat_it_answers_when_it_has_paused_and_thought() -> None:
    assert leave_ms(0, 0, 0, started_ms=5, spent_ms=70) == 75
    assert leave_ms(1, 900, 0, started_ms=5, spent_ms=70) == 900
