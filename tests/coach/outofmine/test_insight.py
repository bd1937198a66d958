"""What a round tells: known from the script, motion by motion."""

from filon.coach.outofmine.insight import Dig, Lost, OutOfMineInsight, Round, insight
from filon.coach.replay import moments
from filon.games.outofmine.grid import SQUARES
from filon.games.outofmine.model import Call, PutBack, Take, TakeOff, TimeUp
from filon.games.outofmine.pieces import Tile
from tests.coach.games import game_of
from tests.coach.outofmine.scripts import BAT, P5, SPOILT, Script


def told(script: Script) -> OutOfMineInsight:
    return insight(script.moments)


def spoilt_and_mended() -> Script:
    """Seat 0 lays a P where it cuts a square off, lifts it, digs on; seat 1 holds the only P for a while."""
    script = Script()
    script.lays(0, SPOILT, 3_000)
    script.does(0, TakeOff(SQUARES["b3"]), 9_000)
    for number, squares in enumerate(BAT[:-1]):
        script.lays(0, squares, 10_000 + 2_000 * number)
    script.does(1, Take(Tile(P5)), 21_000)
    script.does(1, PutBack(), 24_000)
    script.lays(0, BAT[-1], 25_000)
    script.does(0, Call(), 27_000)
    return script


def test_a_round_tells_when_a_full_gallery_was_to_be_had_and_what_took_it_away() -> None:
    (told_round,) = told(spoilt_and_mended()).rounds
    assert told_round == Round(
        number=1,
        step=0,
        end=18,
        length_ms=26_000,
        caller=0,
        digs=(
            Dig(
                first_ms=0,
                clear_step=15,
                clear_ms=23_000,
                lost=(
                    Lost(step=2, at_ms=3_000, until_ms=8_000, by=0, tile=P5),
                    Lost(step=14, at_ms=20_000, until_ms=23_000, by=1, tile=P5),
                ),
                motions=15,
                wasted=3,
                lifted=1,
                missing=0,
                points=12,
                best=12,
            ),
            Dig(
                first_ms=0,
                clear_step=0,
                clear_ms=0,
                lost=(),
                motions=2,
                wasted=2,
                lifted=0,
                missing=7,
                points=0,
                best=12,
            ),
        ),
    )


def test_what_is_never_mended_is_lost_to_the_end_of_the_round() -> None:
    script = Script()
    for number, squares in enumerate(BAT[:-1]):
        script.lays(0, squares, 10_000 + 2_000 * number)
    script.does(1, Take(Tile(P5)), 21_000)
    script.does(None, TimeUp(), 40_000)
    (told_round,) = told(script).rounds
    dig = told_round.digs[0]
    assert told_round.caller is None
    assert dig.lost == (Lost(step=11, at_ms=20_000, until_ms=39_000, by=1, tile=P5),)
    assert dig.clear_step is None
    assert dig.missing == 1
    assert dig.points == 5


def test_every_round_of_a_game_is_told_and_adds_up_to_its_scores() -> None:
    file = game_of("outofmine", level="easy")
    rounds = insight(moments(file)).rounds
    assert [one.number for one in rounds] == list(range(1, 8))
    for seat, score in enumerate(file.outcome.scores or ()):
        assert sum(one.digs[seat].points for one in rounds) == score
    for one in rounds:
        assert one.caller is None or one.digs[one.caller].missing == 0
        for dig in one.digs:
            assert 0 <= dig.points <= dig.best
            assert 0 <= dig.wasted <= dig.motions
            assert dig.first_ms == 0
            assert all(0 <= loss.at_ms <= loss.until_ms <= one.length_ms for loss in dig.lost)
