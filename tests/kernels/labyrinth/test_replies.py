"""Answers to an end of the turn: none is overlooked, and a bound spares work but changes nothing above it."""

import pytest

from filon.games.chance import FastRandom
from filon.kernels.labyrinth.kernel_castle import HALLS
from filon.kernels.labyrinth.kernel_foresight import Foresight
from filon.kernels.labyrinth.kernel_replies import Replies
from filon.kernels.labyrinth.kernel_ways import Ways, castle

WAYS = Ways(either_way=False)


def seen_by_the_other(target: int) -> Foresight:
    seen = Foresight(WAYS, target)
    seen.keenness = 0.5
    seen.neither, seen.take, seen.meet, seen.both = 0.5, 0.7, 0.55, 0.75
    seen.they_take, seen.they_meet = 0.3, 0.45
    return seen


def worst_of_all(target: int, rotation: int, mine: int, theirs: int) -> float:
    """Without any shortcut: taken, met, or the worst of all the places where the other may stop."""
    seen = seen_by_the_other(target)
    answers = []
    for end in WAYS.ends(rotation):
        region = castle(end).reach[theirs]
        answers += [0.2] * (region >> target & 1) + [0.4] * (region >> mine & 1)
        answers += [
            1.0 - seen.value(end, hall, mine, together=False) for hall in range(HALLS) if region >> hall & 1
        ]
    return min(answers)


def replies(target: int, they_take: float = 0.2) -> Replies:
    found = Replies(WAYS, seen_by_the_other(target))
    found.they_take, found.they_meet = they_take, 0.4
    return found


@pytest.mark.parametrize("seed", range(8))
def test_the_worst_of_all_answers_is_found(seed: int) -> None:
    random = FastRandom(seed)
    rotation, (target, mine, theirs) = random.below(864), [random.below(HALLS) for _ in range(3)]
    worst = worst_of_all(target, rotation, mine, theirs)
    value = replies(target).value(rotation, mine, theirs, together=False, floor=0.0)
    assert value == pytest.approx(worst)
    for floor in (worst - 0.01, worst + 0.05):
        bounded = replies(target).value(rotation, mine, theirs, together=False, floor=floor)
        assert worst - 1e-9 <= bounded < floor or bounded == pytest.approx(worst)


def test_a_card_within_reach_is_taken_and_one_that_is_not_is_not() -> None:
    """What it costs me changes the answer only where the other can get there."""
    told = {True: 0, False: 0}
    for seed in range(40):
        random = FastRandom(seed)
        rotation, (target, mine, theirs) = random.below(864), [random.below(HALLS) for _ in range(3)]
        within = bool(WAYS.reach(rotation, theirs) >> target & 1)
        value = replies(target, -1.0).value(rotation, mine, theirs, together=True, floor=-2.0)
        assert (value == -1.0) == within
        told[within] += 1
    assert min(told.values()) >= 5
