"""Decisions weighed from what one seat saw, against answers known from the drawing."""

import pytest
from msgspec.structs import replace

from filon.bots.sight import Sight
from filon.coach.contract import Weighed
from filon.coach.outofmine import COACH
from filon.coach.outofmine.situations import LastOfItsShape, MayCall, NarrowPlace, TwoFaces, situation
from filon.coach.played import played_game
from filon.coach.replay import sights
from filon.games.chance import FastRandom
from filon.games.contract import Seat
from filon.games.outofmine import OUTOFMINE
from filon.games.outofmine.model import Action, Call, ChooseFace, Options, Take
from filon.games.outofmine.pieces import Shape, Side, Tile
from tests.coach.outofmine.scripts import BAT, CROWN, P5, SPOILT, Script, placed, seen
from tests.games.outofmine.mines import FULL_BAT, at_work, card, face, mine


def weighed(sight: Sight, played: Action) -> Weighed:
    return COACH.weigh(sight, played, FastRandom(1), "quick")


def cost(found: Weighed, played: Action) -> float:
    return found.options[0].game - next(one.game for one in found.options if one.action == played)


def error(found: Weighed, played: Action) -> float:
    return next(one.error for one in found.options if one.action == played)


def nearly_full() -> Script:
    """Only the P is missing on The Bat."""
    script = Script()
    for number, squares in enumerate(BAT[:-1]):
        script.lays(0, squares, 2_000 * number)
    return script


def test_a_tile_laid_where_it_loses_the_last_filling_is_a_mistake_with_its_figures() -> None:
    script = Script()
    for number, squares in enumerate(BAT[:2]):
        script.lays(0, squares, 2_000 * number)
    script.does(0, Take(Tile(P5)), 9_000)
    sight = seen(script.state, 0)
    spoilt = placed(SPOILT)
    found = situation(sight)
    assert isinstance(found, NarrowPlace)
    assert spoilt in found.losing
    assert placed(BAT[-1]) in found.keeping
    told = weighed(sight, spoilt)
    assert told.kind == "outofmine.lost_filling"
    assert told.options[0].action in found.keeping
    assert {*found.keeping, *found.losing} <= {one.action for one in told.options}
    assert all(cost(told, place) == 0 for place in found.keeping)
    assert cost(told, spoilt) > 2 * error(told, spoilt) > 0
    assert told.why.key == "coach.outofmine.lost_filling"
    assert told.why.values == {
        "tile": "P5",
        "keeping": len(found.keeping),
        "places": len(found.keeping) + len(found.losing),
        "missing": 4,
    }


def test_who_lays_where_it_can_stay_has_done_best() -> None:
    script = Script()
    for number, squares in enumerate(BAT[:2]):
        script.lays(0, squares, 2_000 * number)
    script.does(0, Take(Tile(P5)), 9_000)
    told = weighed(seen(script.state, 0), placed(BAT[-1]))
    assert told.options[0].action == placed(BAT[-1])
    assert told.options[0].error == 0


def test_the_last_tile_that_somebody_else_can_use_is_taken_first() -> None:
    """There is one white P, and the rival, who lacks seven tiles, can use it: a tile would have to go."""
    bat = mine(
        "The Bat",
        """
        .........
        .........
        .##...##.
        .###.eed.
        .bbbdddd.
        ...ccc...
        .........
        .........
        .........
        """,
        card=card("2B 2G 2W"),
    )
    state = at_work(bat, mine("The Crown", card=card("4B 1G 1R 1W")))
    sight = seen(state, 0)
    found = situation(sight)
    assert found == LastOfItsShape((Take(Tile(P5)),))
    told = weighed(sight, Take(Tile(Shape.I2)))
    assert told.options[0].action == Take(Tile(P5))
    assert told.kind == "outofmine.scarce_tile"
    assert told.why.values == {"tile": "P5", "rival": 1, "rivals": 1, "odds": 14, "motions": 3}
    assert cost(told, Take(Tile(Shape.I2))) > 0


def test_a_tile_that_nobody_else_wants_can_wait() -> None:
    assert situation(seen(nearly_full().state, 0)) is None


def test_a_right_full_gallery_is_called_and_not_looked_at() -> None:
    script = nearly_full()
    script.lays(0, BAT[-1], 30_000)
    for number, squares in enumerate(CROWN[:-1]):
        script.lays(1, squares, 32_000 + 2_000 * number)
    sight = seen(script.state, 0)
    assert situation(sight) == MayCall(0)
    assert weighed(sight, Call()).options[0].action == Call()
    late = Take(Tile(Shape.I2))
    told = weighed(sight, late)
    assert told.kind == "outofmine.call_late"
    assert told.options[0].action == Call()
    assert cost(told, late) > 0
    assert told.why.key == "coach.outofmine.call"
    assert told.why.values == {"count": 12, "wrong": 0, "rival": 1, "motions": 2}


def test_the_call_that_decides_the_game_is_worth_all_of_it_exactly() -> None:
    board, side = face("The Bat")
    full = mine("The Bat", FULL_BAT, card=card("2Y 2B 2G 2R"))
    empty = mine("The Crown", card=card("2B 4G 1R"))
    state = at_work(full, empty, number=7)
    told = weighed(seen(state, 0), Call())
    assert told.options[0].action == Call()
    assert told.options[0].game == 1
    assert told.options[0].error == 0
    assert (full.board, full.side) == (board, side)


def test_a_false_call_is_named_when_there_was_time_to_mend() -> None:
    """One tile too many on The Bat, and the rival has not begun."""
    wrong = mine("The Bat", FULL_BAT, card=card("2B 4G 1R"))
    sight = seen(at_work(wrong, mine("The Crown", card=card("2Y 2B 2G 2R"))), 0)
    assert isinstance(situation(sight), MayCall)
    told = weighed(sight, Call())
    assert told.kind == "outofmine.false_call"
    assert told.why.values["wrong"] == 3
    assert {told.why.key} <= {"coach.outofmine.repair", "coach.outofmine.call_anyway"}


def test_the_face_with_many_more_fillings_is_the_better_choice() -> None:
    heart, _ = face("The Heart")
    crown, _ = face("The Crown")
    sight = seen(replace(OUTOFMINE.deal(2, Options(), FastRandom(1)), boards=(heart, crown)), 0)
    assert situation(sight) == TwoFaces()
    told = weighed(sight, ChooseFace(Side.BACK))
    assert told.options[0].action == ChooseFace(Side.FRONT)
    assert told.kind == "outofmine.face"
    assert told.why.values["side"] == "front"
    assert int(told.why.values["ways"]) > 2 * int(told.why.values["others"])


def test_between_faces_that_are_much_alike_there_is_nothing_to_choose() -> None:
    bridge, _ = face("The Bridge")
    sight = seen(replace(OUTOFMINE.deal(2, Options(), FastRandom(1)), boards=(bridge, face("The Bat")[0])), 0)
    assert situation(sight) is None


@pytest.mark.parametrize("level", ["easy", "hard"])
def test_twins_are_weighed_alike(level: str) -> None:
    """Other piles behind the same sight change nothing."""
    real = [
        (sight, moment.action)
        for moment, sight in sights(played_game(OUTOFMINE, [level] * 3, 5))
        if len(sight.legal) > 1 and COACH.is_real(sight)
    ]
    assert len(real) > 20
    for number, (sight, action) in enumerate(real[::4]):
        twin = OUTOFMINE.imagine(sight.view, FastRandom(number))
        seat: Seat = sight.view.seat
        again = Sight(OUTOFMINE, OUTOFMINE.view(twin, seat), OUTOFMINE.legal_actions(twin, seat), sight.past)
        found = COACH.weigh(sight, action, FastRandom(number), "quick")
        assert found == COACH.weigh(again, action, FastRandom(number), "quick")
        assert action in [option.action for option in found.options]
        games = [option.game for option in found.options]
        assert games == sorted(games, reverse=True)
        assert all(0 <= option.game <= 1 and option.error >= 0 for option in found.options)
        assert found.options[0].error == 0


def test_decisions_are_few() -> None:
    steps = list(sights(played_game(OUTOFMINE, ["normal"] * 4, 3)))
    real = sum(len(sight.legal) > 1 and COACH.is_real(sight) for _, sight in steps)
    assert 20 < real < len(steps) / 4
