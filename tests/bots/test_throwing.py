"""The duellist's throws: who can be foreseen loses, who cannot breaks even, and nobody foresees ours."""

from collections import Counter
from collections.abc import Callable
from itertools import islice
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from filon.bots.labyrinth.throwing import EVEN, PURSE, WHOLE, Mix, Thrower, points
from filon.bots.labyrinth.watching import mix_of, thrower_of
from filon.games.chance import FastRandom
from filon.games.contract import Random, Seat
from filon.games.labyrinth.model import ThrowsShown
from filon.games.labyrinth.pieces import BEATS, Thing

THEM = 1
"""The only opponent, where there is one."""

Past = list[tuple[int, int]]
"""(theirs, ours) of every throw so far, as the opponent sees them: its own first."""
Opponent = Callable[[Past, Random], int]
Run = tuple[int, int, bool, list[int]]
"""(opponent, how far from the thing we are advised it throws, at us or at another, what it meets there)."""


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
        ours, theirs = thrower.throw(THEM, ours_by), opponent(past, theirs_by)
        thrower.learn(THEM, ours, theirs)
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
        de_bruijn,
    ],
    ids=lambda opponent: opponent.__name__,
)
def test_who_can_be_foreseen_loses(opponent: Opponent) -> None:
    assert score(opponent, 600) > 4


def test_who_only_leans_to_something_loses_in_the_long_run() -> None:
    assert score(stone_lover, 2500) > 4


def test_a_habit_is_seen_in_a_few_throws() -> None:
    """A game has a few duels only: seven stones in a row are enough to be sure of an eighth."""
    thrower = Thrower()
    for ours in (0, 1, 2, 0, 1, 2, 0):
        thrower.learn(THEM, ours, 0)
    assert thrower.mix(THEM) == Mix(2, WHOLE)


@pytest.mark.parametrize("opponent", [constant, cycle, copycat], ids=lambda opponent: opponent.__name__)
def test_a_plain_habit_already_loses_in_a_single_game(opponent: Opponent) -> None:
    """About a dozen throws are shown in a game of two."""
    assert sum(score(opponent, 14, seed) * sqrt(14 * 2 / 3) for seed in range(20)) / 20 > 4


def test_even_throws_are_answered_evenly() -> None:
    thrower, ours_by, theirs_by = Thrower(), FastRandom(3), FastRandom(4)
    thrown: Counter[int] = Counter()
    dared = 0
    for _ in range(900):
        dared += thrower.mix(THEM).parts
        ours = thrower.throw(THEM, ours_by)
        thrower.learn(THEM, ours, theirs_by.below(3))
        thrown[ours] += 1
    assert all(250 < thrown[thing] < 350 for thing in range(3))
    assert dared < 900 * WHOLE / 20
    assert abs(score(lambda _, random: random.below(3), 800)) < 3


def test_against_a_mirror_of_ourselves_nobody_gains() -> None:
    """Another such thrower that sees everything we see."""
    mirror = Thrower()
    seen = 0

    def reflected(past: Past, random: Random) -> int:
        nonlocal seen
        for theirs, ours in islice(past, seen, None):
            mirror.learn(THEM, theirs, ours)
        seen = len(past)
        return mirror.throw(THEM, random)

    assert abs(score(reflected, 500)) < 3.5


def expected(mix: Mix, theirs: int) -> int:
    """What the mix wins against this throw, in thirds of a part of a throw: worked out, not drawn."""
    return sum(weight * points(thing, theirs) for thing, weight in enumerate(mix.weights()))


BOUND = 3 * PURSE
"""In the same thirds."""


def test_who_foresees_every_mix_wins_no_more_than_the_purse() -> None:
    """A perfect reader knows this code and all that was shown, and beats what we are likeliest to throw."""
    thrower, ours_by, theirs_by = Thrower(), FastRandom(1), FastRandom(2)
    total = 0
    for _ in range(600):
        mix = thrower.mix(THEM)
        ours = thrower.throw(THEM, ours_by)
        theirs = theirs_by.below(3) if mix.parts == 0 else beating(mix.thing)
        total += expected(mix, theirs)
        thrower.learn(THEM, ours, theirs)
    assert -BOUND <= total < -BOUND // 2, "the reader wins what it can, and no more"


def test_a_purse_that_was_fed_gives_back_no_more_than_it_was_fed() -> None:
    """A reader that loses on purpose until we dare a lot, then wins until we hardly dare, and again."""
    thrower, ours_by = Thrower(), FastRandom(1)
    feeding, turns, total = True, 0, 0
    for _ in range(600):
        mix = thrower.mix(THEM)
        if mix.parts > WHOLE * 3 / 4 if feeding else mix.parts < WHOLE / 4:
            feeding, turns = not feeding, turns + 1
        ours = thrower.throw(THEM, ours_by)
        theirs = (mix.thing + 1) % 3 if feeding else beating(mix.thing)
        total += expected(mix, theirs)
        thrower.learn(THEM, ours, theirs)
        assert total >= -BOUND
    assert turns > 10, "it went to and fro"


@given(
    st.lists(
        st.tuples(
            st.integers(1, 3),
            st.integers(0, 2),
            st.booleans(),
            st.lists(st.integers(0, 2), min_size=1, max_size=8),
        ),
        max_size=12,
    )
)
def test_in_all_duels_of_a_game_no_opponents_expect_more_than_the_purse(runs: list[Run]) -> None:
    """Three opponents, alone or together, who know our mix before each throw: they tie with what we are
    advised, lose to it or beat it, some throws in a row. Every sequence of throws can be written so.
    """
    thrower = Thrower()
    total = 0
    for opponent, turned, at_us, meets in runs:
        for other in meets:
            mix = thrower.mix(opponent)
            theirs = (mix.thing + turned) % 3
            if at_us:
                total += expected(mix, theirs)
                thrower.learn(opponent, other, theirs)
            else:
                thrower.watch(opponent, other, theirs)
            assert 0 <= mix.parts <= WHOLE
            assert total >= 3 * (thrower.purse - PURSE) >= -BOUND


def test_a_mix_is_thrown_as_often_as_it_says() -> None:
    thrower = Thrower()
    for ours in (0, 1, 2, 0, 1):
        thrower.learn(THEM, ours, 0)
    mix = thrower.mix(THEM)
    assert WHOLE / 4 < mix.parts < WHOLE * 3 / 4
    thrown = Counter(thrower.throw(THEM, FastRandom(seed)) for seed in range(6000))
    for thing, weight in enumerate(mix.weights()):
        likely = weight / (3 * WHOLE)
        assert abs(thrown[thing] - 6000 * likely) < 4 * sqrt(6000 * likely * (1 - likely))


def test_before_anything_is_known_the_throw_is_even() -> None:
    assert Thrower().mix(THEM) == EVEN
    thrown = Counter(Thrower().throw(THEM, FastRandom(seed)) for seed in range(600))
    assert all(150 < thrown[thing] < 250 for thing in range(3))


def test_hard_pays_for_its_own_duels_and_learns_from_all() -> None:
    """Seat 1 throws stones; whoever it throws them at, seat 0 knows, and only risked something in its own."""
    watched = [ThrowsShown({Seat(1): Thing.STONE, Seat(2): thing}) for thing in (*Thing, *Thing)]
    seat = thrower_of(Seat(0), watched)
    assert seat.purse == PURSE
    assert seat.mix(Seat(1)).thing == 2
    assert 0 < seat.mix(Seat(1)).parts <= PURSE
    fought = thrower_of(Seat(0), [*watched, ThrowsShown({Seat(0): Thing.PAPER, Seat(1): Thing.STONE})])
    assert fought.purse == PURSE + seat.mix(Seat(1)).parts
    assert fought.mix(Seat(2)).parts <= fought.purse


def test_whatever_was_asked_before_the_mix_is_that_of_the_past() -> None:
    """What is kept is a shorter way to the same answer: forwards, backwards, side by side."""
    random = FastRandom(5)
    tables = [
        [ThrowsShown({Seat(0): random_thing(random), Seat(1): Thing.STONE}) for _ in range(12)]
        for _ in range(2)
    ]
    asked = [(table, seen, own) for seen in (3, 4, 9, 12, 5, 0, 12) for table in tables for own in (0, 1)]
    for table, seen, own in asked:
        mix = mix_of(Seat(own), table[:seen], Seat(1 - own))
        assert mix == thrower_of(Seat(own), table[:seen]).mix(1 - own)
    assert mix_of(Seat(0), tables[0], Seat(1)) != EVEN


def random_thing(random: FastRandom) -> Thing:
    return tuple(Thing)[random.below(3)]


def test_the_same_past_and_chance_give_the_same_throw() -> None:
    """Throws are worked out from the past alone: replayed, it leads to the same mix."""
    one, past = Thrower(), []
    random = FastRandom(8)
    for number in range(60):
        ours, theirs = one.throw(THEM, random), number * number % 3
        one.learn(THEM, ours, theirs)
        past.append((ours, theirs))
    other = Thrower()
    for ours, theirs in past:
        other.learn(THEM, ours, theirs)
    assert one.mix(THEM) == other.mix(THEM)
    assert all(one.throw(THEM, FastRandom(seed)) == other.throw(THEM, FastRandom(seed)) for seed in range(10))
