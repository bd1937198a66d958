"""Diamant's coach: odds by counting, a lone explorer's worth by all orders of the cards, the known answer."""

from collections import Counter
from functools import cache
from itertools import permutations
from math import sqrt
from typing import Any

import pytest
from msgspec.structs import replace

from filon.bots.diamant.cave import Cave, look
from filon.bots.sight import Sight
from filon.coach.diamant import DiamantInsight
from filon.coach.diamant.solo import alone
from filon.coach.diamant.value import GAMES, value
from filon.coach.played import played_game
from filon.coach.registry import coach_of
from filon.coach.replay import moments
from filon.games.chance import FastRandom
from filon.games.contract import Seat
from filon.games.diamant import DIAMANT
from filon.games.diamant.model import CaveFled, Choice, Expedition, ExpeditionView, Options, State
from filon.games.diamant.pieces import GEM_VALUES, HAZARD_COPIES, Danger, Gems, Hazard
from filon.kernels import COMPILED
from tests.coach.games import game_of
from tests.games.diamant.caves import GO, LEAVE, cave, choose

COACH = coach_of("diamant")
BEST_ALONE = 17.339875
"""tests/bots/test_diamant.py finds it backwards, from empty piles."""


def test_a_lone_explorer_before_a_fresh_cave_carries_home_what_is_known() -> None:
    fresh = Cave(GEM_VALUES, 0, HAZARD_COPIES * len(Hazard), 0, (), 0, together=True)
    found = alone(fresh, 0, (HAZARD_COPIES,) * len(Hazard))
    assert found.going == pytest.approx(BEST_ALONE, abs=1e-6)
    assert found.leaving == 0


@pytest.mark.parametrize(
    ("gems", "deadly", "fresh", "relic", "loot"),
    [
        ((5, 7), 1, (), 0, 3),
        ((1, 11), 2, (2,), 0, 4),
        ((2, 3, 9), 0, (1, 2), 0, 1),
        ((4,), 1, (3,), 7, 6),
        ((1, 1), 3, (), 5, 0),
        ((17,), 2, (1, 1), 0, 12),
    ],
)
def test_alone_is_as_good_as_the_best_of_all_ways_to_play_on(
    gems: tuple[int, ...], deadly: int, fresh: tuple[int, ...], relic: int, loot: int
) -> None:
    small = Cave(gems, deadly, sum(fresh), relic, (), 0, together=True)
    pile = [*gems, *["x"] * deadly, *(f"h{kind}" for kind, copies in enumerate(fresh) for _ in range(copies))]
    pile += ["relic"] * bool(relic)
    assert alone(small, loot, fresh).going == pytest.approx(going(tuple(map(str, pile)), loot, relic))


@cache
def going(pile: tuple[str, ...], home: int, relic: int) -> float:
    """Each card in turn, and then the better of leaving and going on: nothing is cut short."""
    if not pile:
        return home
    total = 0.0
    for at, card in enumerate(pile):
        rest = (*pile[:at], *pile[at + 1 :])
        if card == "x":
            continue
        carried = home + (int(card) if card.isdigit() else relic if card == "relic" else 0)
        if card.startswith("h"):
            rest = tuple("x" if other == card else other for other in rest)
        total += max(carried, going(rest, carried, relic))
    return total / len(pile)


@pytest.mark.parametrize("options", [Options(), Options(artifacts="one_per_cave", leftovers="per_card")])
def test_the_odds_are_those_of_the_cards_that_lie_in_the_pile(options: Options) -> None:
    file = played_game(DIAMANT, ("normal",) * 4, 5, options)
    counted = moments(file)
    insight = COACH.insight(counted, file.players, FastRandom(0), "quick")
    assert isinstance(insight, DiamantInsight)
    before = {moment.step: moment.before for moment in counted}
    for reveal in insight.reveals:
        phase = before[reveal.step].phase
        met = {turned.card for turned in phase.gallery if isinstance(turned.card, Danger)}
        deadly = sum(card in met for card in phase.pile)
        assert (reveal.deadly, reveal.cards) == (deadly, len(phase.pile))
        assert reveal.risk == pytest.approx(deadly / len(phase.pile) if phase.pile else 0)
        assert {*reveal.left, *reveal.stayed} == set(phase.inside)
        assert (reveal.came is None) == (not reveal.stayed)
    fled = sum(isinstance(event, CaveFled) for moment in counted for event in moment.events)
    assert sum(reveal.fatal for reveal in insight.reveals) == fled


def test_the_luck_of_cards_adds_up_over_the_game() -> None:
    file = game_of("diamant")
    insight = COACH.insight(moments(file), file.players, FastRandom(0), "quick")
    for seat in range(3):
        assert insight.cards_luck[seat] == pytest.approx(
            sum(reveal.cards_luck[seat] for reveal in insight.reveals)
        )
    for reveal in insight.reveals:
        assert sum(reveal.cards_luck) == pytest.approx(0, abs=1e-9)


def duel(turned: str, chests: tuple[int, ...]) -> State:
    """The last cave, in which the first seat is alone: the others are at home."""
    state, _ = choose(cave(turned, then="1", seats=3, number=5), GO, LEAVE, LEAVE)
    return replace(state, chests=chests)


@pytest.mark.parametrize("lead", [1, 5, 9, 14])
def test_who_must_have_more_goes_on_and_wins_as_often_as_the_cards_allow(lead: int) -> None:
    """Every order of what may still matter: gems until the lead is passed, or a hazard that was seen."""
    state = duel("17 15 14 13 11 11 9 7 7 5 5 4 gas", (0, 0, 0))
    home = _home(state)
    state = replace(state, chests=(0, home + lead, 0))
    weighed = COACH.weigh(_sight(state), LEAVE, FastRandom(3), "standard")
    best, other = weighed.options
    assert (best.action, other.action) == (GO, LEAVE)
    assert other.game == 0
    assert best.game == pytest.approx(_passes(state, lead), abs=4 * 0.5 / sqrt(1500 if COMPILED else 40))


def _home(state: State) -> int:
    assert isinstance(state.phase, Expedition)
    return state.phase.loot + sum(turned.left for turned in state.phase.gallery)


def _sight(state: State, seat: int = 0) -> Sight:
    return Sight(DIAMANT, DIAMANT.view(state, Seat(seat)), (GO, LEAVE))


def _passes(state: State, lead: int) -> float:
    """How likely gems beyond the lead come before a hazard comes again. A tie is half a win, or a new try."""
    assert isinstance(state.phase, Expedition)
    kinds = Counter(
        card.stones if isinstance(card, Gems) else card.hazard.value
        for card in state.phase.pile
        if isinstance(card, Gems | Danger)
    )
    met = frozenset(
        turned.card.hazard.value for turned in state.phase.gallery if isinstance(turned.card, Danger)
    )
    return _win(tuple(sorted(kinds.items(), key=str)), met, lead)


@cache
def _win(left: tuple[tuple[Any, int], ...], met: frozenset[Any], lead: int) -> float:
    if lead < 0:
        return 1.0
    cards = sum(count for _, count in left)
    now = 0.5 if lead == 0 else 0.0
    if not cards:
        return now
    total = 0.0
    for at, (card, count) in enumerate(left):
        if not count or card in met:
            continue
        rest = (*left[:at], (card, count - 1), *left[at + 1 :])
        if isinstance(card, int):
            total += count * _win(rest, met, lead - card)
        else:
            total += count * _win(rest, met | {card}, lead)
    return max(now, total / cards)


def test_a_lone_explorer_is_told_the_exact_gems() -> None:
    state, _ = choose(cave("5 7 gas", then="1", seats=3, number=2), GO, LEAVE, LEAVE)
    weighed = COACH.weigh(_sight(state), GO, FastRandom(3), "quick")
    assert weighed.why.key.startswith("coach.diamant.alone_")
    view = DIAMANT.view(state, Seat(0))
    assert isinstance(view.phase, ExpeditionView)
    seen = look(view, view.phase)
    exact = alone(seen, view.phase.loot, (HAZARD_COPIES,) * (len(Hazard) - 1))
    assert weighed.why.values["going"] == round(exact.going, 1)
    assert weighed.why.values["leaving"] == _home(state)
    assert weighed.kind == "diamant.late_1"


def test_a_value_is_alike_for_all_orders_of_the_pile() -> None:
    state = cave("7 gas 11", seats=3)
    assert isinstance(state.phase, Expedition)
    first = value(state)
    for pile in list(permutations(state.phase.pile[:4]))[:5]:
        again = replace(state, phase=replace(state.phase, pile=(*pile, *state.phase.pile[4:])))
        assert value(again) == first


def test_a_value_knows_choices_that_are_in() -> None:
    """With so little to win and all to lose, who has left is better off than who goes on."""
    state = cave("17 15 14 13 11 gas snakes rocks", seats=3, number=5)
    assert isinstance(state.phase, Expedition)
    out = replace(state, phase=replace(state.phase, choices={Seat(0): Choice.LEAVE}))
    stays = replace(state, phase=replace(state.phase, choices={Seat(0): Choice.GO_ON}))
    assert value(out)[0] > value(stays)[0] + 4 / sqrt(GAMES)
