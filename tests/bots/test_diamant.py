"""Diamant: the normal level knows the odds, and its nerves are as good as they can be."""

from functools import cache

import pytest
from msgspec.structs import replace

from filon.bots import Sight, level
from filon.bots.diamant import advise, look
from filon.games.chance import FastRandom
from filon.games.contract import Seat
from filon.games.diamant import DIAMANT
from filon.games.diamant.model import ExpeditionView, Options, State, Turned, View
from filon.games.diamant.pieces import DECK, GEM_VALUES, Card, Danger, Gems, Hazard
from tests.games.diamant.caves import GO, LEAVE, cave, choose

KINDS = tuple(sorted(set(GEM_VALUES)))
ALL = tuple(GEM_VALUES.count(kind) for kind in KINDS)
BEST_ALONE = 17.339875
"""What the best play earns alone in a fresh cave of fifteen gems and fifteen hazards."""

Left = tuple[int, ...]
"""How many cards of each kind of gems are still in the pile."""


def carried(left: Left) -> int:
    return sum(kind * (all_ - here) for kind, all_, here in zip(KINDS, ALL, left, strict=True))


def next_card(left: Left, hazards: int, worth: dict[Left, float], warned: float) -> float:
    """The value of one more card: a gem, a new hazard (three cards each), or the end (two cards each)."""
    total = 3 * (len(Hazard) - hazards) * warned
    for at, count in enumerate(left):
        if count:
            total += count * worth[(*left[:at], count - 1, *left[at + 1 :])]
    return total / (sum(left) + 3 * len(Hazard) - hazards)


def every_pile() -> list[Left]:
    piles: list[Left] = [()]
    for count in ALL:
        piles = [(*pile, here) for pile in piles for here in range(count + 1)]
    return sorted(piles, key=sum)


def test_the_known_answer_is_right() -> None:
    """Backwards from all five hazards and from empty piles; nothing here is the bot's."""
    worth = dict.fromkeys(every_pile(), 0.0)
    for hazards in range(len(Hazard), -1, -1):
        here: dict[Left, float] = {}
        for left in worth:
            here[left] = max(carried(left), next_card(left, hazards, here, worth[left]))
        worth = here
    assert worth[ALL] == pytest.approx(BEST_ALONE, abs=1e-6)


def alone(left: Left, hazards: int) -> View:
    turned: list[Card] = [Danger(hazard) for hazard in tuple(Hazard)[:hazards]]
    turned += [
        Gems(kind) for kind, all_, here in zip(KINDS, ALL, left, strict=True) for _ in range(all_ - here)
    ]
    return View(
        seat=Seat(0),
        options=Options(),
        chests=(0, 0, 0),
        phase=ExpeditionView(
            cave=1,
            pile=len(DECK) - len(turned),
            gallery=tuple(Turned(card, 0) for card in turned),
            inside=(Seat(0),),
            loot=carried(left),
            choices={},
        ),
        removed=(),
        artifacts_turned=0,
        takings=(),
    )


@pytest.mark.parametrize("name", ["normal", "hard"])
def test_alone_in_a_fresh_cave_good_levels_earn_what_can_be_earned(name: str) -> None:
    """Its own choices in every cave it can come to, weighed by how likely that is: no chance is left in it.

    Before the first hazard it goes on, whatever lies there (`diamant.no_risk`), and is not asked.
    """
    bot = level(name)

    @cache
    def earned(left: Left, hazards: int) -> float:
        if hazards:
            choice = bot.choose(Sight(DIAMANT, alone(left, hazards), (GO, LEAVE)), FastRandom(0))
            if choice == LEAVE:
                return carried(left)
        total = 0.0
        if hazards < len(Hazard):
            total += 3 * (len(Hazard) - hazards) * earned(left, hazards + 1)
        for at, count in enumerate(left):
            if count:
                total += count * earned((*left[:at], count - 1, *left[at + 1 :]), hazards)
        return total / (sum(left) + 3 * len(Hazard) - hazards)

    assert earned(ALL, 0) == pytest.approx(BEST_ALONE, abs=1e-6)


def seen_by(state: State, seat: int = 0) -> View:
    return DIAMANT.view(state, Seat(seat))


def test_the_odds_are_those_of_the_cards_that_are_left() -> None:
    state = cave("7 gas 11 snakes", seats=3)
    phase = seen_by(state).phase
    assert isinstance(phase, ExpeditionView)
    found = look(seen_by(state), phase)
    assert (found.deadly, found.warnings, len(found.gems)) == (4, 9, 13)
    assert found.cards == phase.pile
    assert found.floor == (1, 2)
    assert found.share(1) == 3


def test_a_hazard_that_left_the_game_cannot_come_again() -> None:
    view = replace(seen_by(cave("gas 11")), removed=(Hazard.GAS, Hazard.GAS))
    phase = view.phase
    assert isinstance(phase, ExpeditionView)
    assert look(view, phase).deadly == 0


@pytest.mark.parametrize(
    ("turned", "wanted", "why"),
    [
        ("1 2", GO, "diamant.no_risk"),
        ("gas 1", GO, "diamant.go_on"),
        ("17 15 14 13 11 gas snakes rocks", LEAVE, "diamant.leave"),
        ("2 1 gas snakes rocks explosion scorpions", LEAVE, "diamant.floor"),
    ],
)
def test_the_way_out_is_taken_when_it_is_worth_more(turned: str, wanted: object, why: str) -> None:
    hint = advise(seen_by(cave(turned, seats=5)), (GO, LEAVE), FastRandom(1))
    assert hint.action == wanted
    assert hint.why.key == why


def leaves(view: View) -> int:
    """In a hundred tries."""
    return sum(advise(view, (GO, LEAVE), FastRandom(seed)).action == LEAVE for seed in range(100))


def test_in_the_last_cave_nobody_walks_home_to_lose() -> None:
    """The one outside has more than the others would have by leaving, whatever the risk."""
    state, _ = choose(cave("17 15 14 gas snakes rocks", then="1", seats=3, number=5), GO, GO, LEAVE)
    ahead = replace(state, chests=(0, 0, 90))
    hint = advise(seen_by(ahead), (GO, LEAVE), FastRandom(1))
    assert hint.action == GO
    assert hint.why.key == "diamant.behind"
    assert leaves(seen_by(replace(state, chests=(0, 0, 0)))) > leaves(seen_by(ahead)) == 0


def test_somebody_who_trails_an_explorer_inside_waits_longer() -> None:
    """In the last cave leaving together leaves the order as it is."""
    state = cave("17 15 11 gas snakes", seats=3, number=5)
    ahead, behind = (seen_by(replace(state, chests=chests)) for chests in ((20, 0, 0), (0, 20, 0)))
    assert leaves(ahead) > 50 > leaves(behind)


def test_those_who_think_alike_do_not_all_walk_out_together() -> None:
    """What is worth nearly the same is drawn for, the better choice oftener."""
    assert 0 < leaves(seen_by(cave("17 15 11 gas snakes", seats=3))) < 100


def test_hidden_chests_are_not_guessed() -> None:
    options = Options(chests="hidden")
    state = replace(cave("17 15 14 gas snakes", seats=3, number=5, options=options), chests=(0, 99, 99))
    assert advise(seen_by(state), (GO, LEAVE), FastRandom(1)).why.key != "diamant.behind"
