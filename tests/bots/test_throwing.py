"""The duellist's throws: who can be foreseen loses, who cannot breaks even, and nobody foresees ours."""

from collections import Counter
from collections.abc import Callable
from itertools import islice
from math import sqrt

import pytest

from filon.bots.labyrinth.throwing import Thrower, points
from filon.games.chance import FastRandom
from filon.games.contract import Random
from filon.games.labyrinth.pieces import BEATS, Thing

Past = list[tuple[int, int]]
"""(theirs, ours) of every throw so far, as the opponent sees them: its own first."""
Opponent = Callable[[Past, Random], int]


def beating(thing: int) -> int:
    return (thing + 2) % 3


def constant(past: Past, random: Random) -> int:
    return 0


def cycle(past: Past, random: Random) -> int:
    return len(past) % 3


def copycat(past: Past, random: Random) -> int:
    return past[-1][1] if past else 0


def beats_our_last(past: Past, random: Random) -> int:
    return beating(past[-1][1]) if past else 0


def beats_our_favourite(past: Past, random: Random) -> int:
    seen = Counter(ours for _, ours in past)
    return beating(max(range(3), key=seen.__getitem__))


def flees_its_own_favourite(past: Past, random: Random) -> int:
    seen = Counter(theirs for theirs, _ in past)
    return min(range(3), key=seen.__getitem__)


def never_twice(past: Past, random: Random) -> int:
    return (past[-1][0] + 1 + random.below(2)) % 3 if past else 0


def stays_when_winning(past: Past, random: Random) -> int:
    if not past:
        return 0
    theirs, ours = past[-1]
    return theirs if points(theirs, ours) > 0 else (theirs + 1) % 3


def switcher(past: Past, random: Random) -> int:
    """Another habit every hundred throws."""
    return (constant, cycle, copycat, beats_our_last)[len(past) // 100 % 4](past, random)


def stone_lover(past: Past, random: Random) -> int:
    return (0, 0, 1, 2)[random.below(4)]


def de_bruijn(past: Past, random: Random) -> int:
    """Every four throws in a row occur once in 81: no habit is to be seen in fewer."""
    return DE_BRUIJN[len(past) % len(DE_BRUIJN)]


def _de_bruijn(letters: int, length: int) -> list[int]:
    word = [0] * (letters * length)
    sequence: list[int] = []

    def grow(at: int, period: int) -> None:
        if at > length:
            if length % period == 0:
                sequence.extend(word[1 : period + 1])
            return
        word[at] = word[at - period]
        grow(at + 1, period)
        for letter in range(word[at - period] + 1, letters):
            word[at] = letter
            grow(at + 1, at)

    grow(1, 1)
    return sequence


DE_BRUIJN = _de_bruijn(3, 4)


def score(opponent: Opponent, throws: int, seed: int = 3) -> float:
    """The difference of throws won and lost, in standard deviations of even play."""
    thrower, ours_by, theirs_by = Thrower(), FastRandom(seed), FastRandom(seed + 1)
    past: Past = []
    total = 0
    for _ in range(throws):
        ours, theirs = thrower.throw(ours_by), opponent(past, theirs_by)
        thrower.learn(ours, theirs)
        past.append((theirs, ours))
        total += points(ours, theirs)
    return total / sqrt(throws * 2 / 3)


def test_points_are_those_of_the_law() -> None:
    things = list(Thing)
    for ours, thing in enumerate(things):
        for theirs, other in enumerate(things):
            expected = 0 if thing is other else 1 if BEATS[thing] is other else -1
            assert points(ours, theirs) == expected


@pytest.mark.parametrize(
    "opponent",
    [
        constant,
        cycle,
        copycat,
        beats_our_last,
        beats_our_favourite,
        flees_its_own_favourite,
        never_twice,
        stays_when_winning,
        switcher,
        stone_lover,
        de_bruijn,
    ],
    ids=lambda opponent: opponent.__name__,
)
def test_who_can_be_foreseen_loses(opponent: Opponent) -> None:
    assert score(opponent, 600) > 4


def test_a_habit_is_seen_in_a_few_throws() -> None:
    """A game has a few duels only: five stones in a row are enough to expect a sixth."""
    thrower = Thrower()
    for ours in (0, 1, 2, 0, 1):
        thrower.learn(ours, 0)
    assert {thrower.throw(FastRandom(seed)) for seed in range(20)} == {2}


def test_even_throws_are_answered_evenly() -> None:
    assert abs(score(lambda _, random: random.below(3), 800)) < 3


def test_against_a_mirror_of_ourselves_nobody_gains() -> None:
    """Another such thrower that sees everything we see."""
    mirror = Thrower()
    seen = 0

    def reflected(past: Past, random: Random) -> int:
        nonlocal seen
        for theirs, ours in islice(past, seen, None):
            mirror.learn(theirs, ours)
        seen = len(past)
        return mirror.throw(random)

    assert abs(score(reflected, 500)) < 3.5


def test_who_reads_us_better_wins_little() -> None:
    """An opponent that knows our readers and not our chance: what listening costs is bounded."""
    shadow = Thrower()
    seen = 0

    def omniscient(past: Past, random: Random) -> int:
        nonlocal seen
        for theirs, ours in islice(past, seen, None):
            shadow.learn(ours, theirs)
        seen = len(past)
        return beating(shadow.throw(FastRandom(len(past))))

    assert score(omniscient, 1000) * sqrt(1000 * 2 / 3) > -100


def test_before_anything_is_known_the_throw_is_even() -> None:
    thrown = Counter(Thrower().throw(FastRandom(seed)) for seed in range(600))
    assert all(150 < thrown[thing] < 250 for thing in range(3))


def test_the_same_past_and_chance_give_the_same_throw() -> None:
    """Throws are worked out from the past alone: replayed, it leads to the same advice."""
    one, past = Thrower(), []
    random = FastRandom(8)
    for number in range(60):
        ours, theirs = one.throw(random), number * number % 3
        one.learn(ours, theirs)
        past.append((ours, theirs))
    other = Thrower()
    for ours, theirs in past:
        other.learn(ours, theirs)
    assert all(one.throw(FastRandom(seed)) == other.throw(FastRandom(seed)) for seed in range(10))
