"""Diamant, hard: it learns the others' habits, remembers chests, and plays for the win."""

from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from filon.bots import Sight, level
from filon.bots.advice import chance
from filon.bots.arena.match import decisions
from filon.bots.diamant.habits import HABITS, likely_habits, running
from filon.bots.named import bot_named
from filon.games.chance import FastRandom
from filon.games.contract import Seat
from filon.games.diamant import DIAMANT
from filon.games.diamant.model import Options
from filon.kernels.diamant.bridge import DIAMANT_BRIDGE
from filon.kernels.diamant.kernel_policy import SURE
from filon.kernels.diamant.kernel_rollouts import CARDS, KINDS, LEARNT, LIKELY, LOOT, WARNINGS
from filon.kernels.diamant.policy import policy_of
from tests.games.diamant.caves import GO, LEAVE, cave, choose


def late_sight(options: Options, seed: int = 5) -> tuple[Any, Sight]:
    """A seat that has watched ten_gems, second_hazard and six_cards until the last cave, and the state."""
    names = ("easy", "ten_gems", "second_hazard", "six_cards")

    class Watching:
        remembers = True

        def choose(self, sight: Sight, random: Any, /) -> Any:
            return level("easy").choose(sight, random)

    players = [Watching(), *(bot_named(name, "diamant") for name in names[1:])]
    for step in decisions(DIAMANT, 4, options, lambda _, seat: players[seat], seed):
        if step.seat == 0 and step.before.phase.cave == 5:
            return step.before, step.sight
    raise AssertionError("the last cave was never reached")


def kind_of(sight: Sight, seat: int) -> int:
    odds: Counter[int] = Counter()
    for habit, likely in zip(HABITS, likely_habits(sight.view, sight.past)[seat], strict=True):
        odds[habit % KINDS] += likely  # type: ignore[assignment]
    return max(odds, key=odds.__getitem__)


@pytest.mark.parametrize("options", [Options(), Options(leftovers="per_card", artifacts="one_per_cave")])
def test_habits_show_in_what_was_chosen(options: Options) -> None:
    _, sight = late_sight(options)
    assert [kind_of(sight, seat) for seat in (1, 2, 3)] == [LOOT, WARNINGS, CARDS]
    likely = likely_habits(sight.view, sight.past)
    gems = {
        habit // KINDS: odds for habit, odds in zip(HABITS, likely[1], strict=True) if habit % KINDS == LOOT
    }
    assert max(gems, key=gems.__getitem__) in range(8, 16), (
        "gems come in handfuls: the threshold is not seen exactly"
    )
    assert HABITS[likely[2].index(max(likely[2]))] == WARNINGS + KINDS * 2
    assert HABITS[likely[3].index(max(likely[3]))] == CARDS + KINDS * 6


def test_who_has_seen_nothing_thinks_everybody_alike_and_nobody_easy_prey() -> None:
    _, sight = late_sight(Options())
    alike = likely_habits(sight.view, ())
    assert alike == [alike[0]] * 4
    assert sum(alike[0]) == pytest.approx(1)
    assert HABITS[alike[0].index(max(alike[0]))] == LEARNT
    parts = running(alike)[: len(HABITS)]
    assert parts[-1] == LIKELY
    assert parts == sorted(parts)


class Learnt:
    remembers = True

    def choose(self, sight: Sight, random: Any, /) -> Any:
        known = DIAMANT_BRIDGE.imaginer(sight.view).known
        policy = policy_of(known.seats)
        policy.see(known)
        return LEAVE if chance(random, policy.leaving(known, sight.view.seat) / int(SURE)) else GO


def learnt_of(*others: Any, seed: int) -> list[list[float]]:
    """How likely each of the others is to play the policy, whenever seat 0 is asked, which plays it."""
    players = (Learnt(), *others)
    return [
        [one[-1] for one in likely_habits(step.sight.view, step.sight.past)[1:]]
        for step in decisions(DIAMANT, len(players), Options(), lambda _, seat: players[seat], seed)
        if step.seat == 0
    ]


@pytest.mark.parametrize("seed", range(6))
def test_among_players_of_the_policy_nobody_looks_strange(seed: int) -> None:
    assert min(map(min, learnt_of(*[Learnt()] * 4, seed=seed))) > 0.3


@pytest.mark.parametrize("seed", range(6))
def test_one_habit_among_players_of_the_policy_casts_no_doubt_on_them(seed: int) -> None:
    last = learnt_of(bot_named("ten_gems", "diamant"), *[Learnt()] * 3, seed=seed)[-1]
    assert min(last[1:]) > 0.7


def test_where_several_have_habits_the_next_one_is_taken_to_have_one_sooner() -> None:
    names = ("ten_gems", "second_hazard", "six_cards")
    habits = [bot_named(name, "diamant") for name in names]
    company = [learnt_of(*habits, Learnt(), seed=seed) for seed in range(6)]
    alone = [learnt_of(*[Learnt()] * 3, habits[0], seed=seed) for seed in range(6)]
    assert mean_of(company, 0) < mean_of(alone, 3) - 0.2


def mean_of(games: list[list[list[float]]], seat: int) -> float:
    seen = [one[seat] for game in games for one in game]
    return sum(seen) / len(seen)


@pytest.mark.parametrize(("home", "wanted"), [((60, 0, 0), LEAVE), ((0, 0, 90), GO)])
def test_hidden_chests_are_counted_from_what_was_carried_home(home: tuple[int, ...], wanted: object) -> None:
    """In the last cave it leaves with a sure win and never to lose, as if the chests were open."""
    inside = cave("17 15 14 gas snakes rocks", then="1", number=5, options=Options(chests="hidden"))
    state, _ = choose(replace(inside, chests=home, takings=(home,)), GO, GO, LEAVE)
    view = DIAMANT.view(state, Seat(0))
    assert level("hard").choose(Sight(DIAMANT, view, (GO, LEAVE)), FastRandom(3)) == wanted


def chosen(state: Any, seat: int, *chests: int) -> object:
    view = DIAMANT.view(replace(state, chests=chests), Seat(seat))
    return level("hard").choose(Sight(DIAMANT, view, (GO, LEAVE)), FastRandom(3))


def test_in_the_last_cave_it_leaves_with_a_sure_win_and_never_to_lose() -> None:
    state, _ = choose(cave("17 15 14 gas snakes rocks", then="1", seats=3, number=5), GO, GO, LEAVE)
    assert chosen(state, 0, 60, 0, 0) == LEAVE
    assert chosen(state, 0, 0, 0, 90) == GO


def test_the_odds_decide_at_the_ends() -> None:
    rich = cave("17 15 14 13 11 gas snakes rocks", seats=5)
    poor = cave("gas 1", seats=5)
    assert chosen(rich, 0, 0, 0, 0, 0, 0) == LEAVE
    assert chosen(poor, 0, 0, 0, 0, 0, 0) == GO
