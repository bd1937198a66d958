"""A record: ratings in order of time, accuracy, and mistakes pooled by kind with the dearest first."""

from typing import Any

import msgspec
import pytest

from filon.coach.record import MOST_LINKS, record_of
from filon.coach.record_model import Digest, GameRecord, Judged, RecordedGame, RoundPlayed

ME = ""


def game(
    number: int, *, opponents: tuple[str, ...] = (ME, "hard"), won: bool = True, **more: Any
) -> RecordedGame:
    """Of Diamant at table t, the caller in the first seat."""
    plain = RecordedGame(
        table="t",
        code="ABCD",
        game="diamant",
        number=number,
        ended_at=number,
        seat=0,
        opponents=opponents,
        bots=tuple(name in {"easy", "normal", "hard"} for name in opponents),
        winners=(0,) if won else (1,),
        scores=tuple(10 if (seat == 0) is won else 5 for seat in range(len(opponents))),
        kept=True,
    )
    return msgspec.structs.replace(plain, **more)


def digest(*decisions: tuple[str, str, float], rounds: tuple[RoundPlayed, ...] = ()) -> Digest:
    """By kind, verdict and cost."""
    judged = [Judged(step, kind, verdict, cost) for step, (kind, verdict, cost) in enumerate(decisions)]  # type: ignore[arg-type]
    return Digest("filon-analysis-1", 0, tuple(judged), rounds)


def only(*games: RecordedGame) -> GameRecord:
    (found,) = record_of(games).games
    return found


def test_a_guest_who_has_played_nothing_has_an_empty_record() -> None:
    assert record_of([]).games == ()


def test_each_game_is_counted_for_itself_and_a_shared_win_in_part() -> None:
    games = [game(1), game(2, won=False), game(3, winners=(0, 1)), game(4, game="labyrinth")]
    first, second = record_of(games).games
    assert (first.game, first.games, first.wins) == ("diamant", 3, 1.5)
    assert (second.game, second.games, second.wins) == ("labyrinth", 1, 1.0)


def test_people_and_bots_are_rated_apart_each_in_the_order_of_time() -> None:
    mixed = (ME, "person 1", "hard")
    found = only(game(1, opponents=mixed), game(2), game(3, opponents=(ME, "person 1"), won=False))
    people, bots = found.standings
    assert (people.against, people.games, people.wins) == ("people", 2, 1.0)
    assert (bots.against, bots.games, bots.wins) == ("bots", 2, 2.0)
    assert [one.at for one in people.course] == [1, 3]
    assert [one.at for one in bots.course] == [1, 2]
    assert people.course[0].skill > 25 > bots.course[0].low
    assert people.course[1].skill < people.course[0].skill, "a loss costs"
    assert bots.course[1].skill > bots.course[0].skill, "and a win brings"
    for standing in found.standings:
        widths = [one.high - one.low for one in standing.course]
        assert widths == sorted(widths, reverse=True), "each game makes it surer"


def test_to_beat_a_strong_opponent_brings_more() -> None:
    """Who has won ten times is a stronger one than who has lost ten times."""
    lost_to_hard = [game(number, won=False) for number in range(1, 11)]
    beaten_easy = [game(number, opponents=(ME, "easy")) for number in range(11, 21)]
    gains = {}
    for level in ("hard", "easy"):
        last = game(21, opponents=(ME, level))
        *_, before, after = only(*lost_to_hard, *beaten_easy, last).standings[0].course
        gains[level] = after.skill - before.skill
    assert gains["hard"] > gains["easy"] > 0


def test_opponents_are_told_apart_by_level() -> None:
    found = only(
        game(1),
        game(2, opponents=(ME, "easy", "hard"), won=False),
        game(3, opponents=(ME, "person 1", "person 2")),
    )
    assert {(one.name, one.played, one.wins) for one in found.levels} == {
        ("hard", 2, 1.0),
        ("easy", 1, 0.0),
        ("people", 1, 1.0),
    }


def test_accuracy_leaves_out_what_could_not_be_graded() -> None:
    kinds = ("best", "close", "mistake", "ungraded")
    weighed = digest(*(("diamant.late_2", verdict, 0.1) for verdict in kinds))
    nothing = digest(("diamant.late_2", "ungraded", 0.0))
    found = only(game(1, digest=weighed), game(2, digest=nothing), game(3))
    assert found.analysed == 2
    (only_one,) = found.accuracy
    assert (only_one.number, only_one.decisions) == (1, 3)
    assert only_one.accuracy == pytest.approx(2 / 3)


def test_mistakes_are_pooled_over_games_by_kind_and_the_dearest_comes_first() -> None:
    found = only(
        game(
            1,
            digest=digest(("late_2", "mistake", 0.05), ("late_2", "best", 0.0), ("early_1", "mistake", 0.3)),
        ),
        game(2, digest=digest(("late_2", "mistake", 0.2), ("early_1", "close", 0.0))),
    )
    assert [(one.kind, one.count, one.cost) for one in found.mistakes] == [
        ("early_1", 1, 0.3),
        ("late_2", 2, 0.25),
    ]
    late = found.mistakes[1].dearest
    assert [(one.number, one.step, one.cost) for one in late] == [(2, 0, 0.2), (1, 0, 0.05)]


def test_links_lead_to_games_that_can_be_looked_at_before_all_others_and_are_not_endless() -> None:
    games = [
        game(number, kept=number != 30, digest=digest(("late_2", "mistake", number / 100)))
        for number in range(1, 31)
    ]
    (late,) = only(*games).mistakes
    assert late.count == 30, "all are counted"
    assert [one.number for one in late.dearest] == list(range(29, 29 - MOST_LINKS, -1))


def test_rounds_are_counted_by_the_role_that_was_played() -> None:
    rounds = (
        RoundPlayed("digger", won=True),
        RoundPlayed("saboteur", won=False),
        RoundPlayed("digger", won=False),
    )
    found = only(game(1, digest=digest(rounds=rounds)))
    assert [(one.name, one.played, one.wins) for one in found.roles] == [
        ("digger", 2, 1.0),
        ("saboteur", 1, 0.0),
    ]
