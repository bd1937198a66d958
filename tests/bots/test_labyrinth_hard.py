"""Le Labyrinthe Secret, hard: what it remembers and foresees, and that it knows no more than its seat."""

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

import pytest

from filon.bots.labyrinth.hard import choose_hard
from filon.bots.labyrinth.memory import Held, remember
from filon.bots.labyrinth.normal import advise
from filon.bots.labyrinth.worth import challenged, draws, stakes_of
from filon.bots.sight import Sight
from filon.games.chance import FastRandom, pick
from filon.games.contract import Seat, play
from filon.games.labyrinth import LABYRINTH
from filon.games.labyrinth.castle import SQUARE_OF
from filon.games.labyrinth.model import (
    Action,
    Arrived,
    Challenge,
    End,
    Event,
    FirstChange,
    ForCards,
    Move,
    Options,
    Place,
    Placing,
    State,
    Stay,
    Swap,
    Swapped,
    Throw,
    ThrowsShown,
)
from filon.games.labyrinth.pieces import KIND, Kind, Secret, Stake, Thing
from filon.kernels.labyrinth.kernel_castle import HALL_OF, HALLS
from filon.kernels.labyrinth.kernel_foresight import Foresight
from filon.kernels.labyrinth.kernel_stakes import GNOME, TREASURE, holding
from filon.kernels.labyrinth.kernel_ways import NOWHERE, Ways, number_of
from tests.games.labyrinth.castles import at, scene

OPEN = Options(memory="off")


class Step(NamedTuple):
    state: State
    seat: Seat
    sight: Sight
    action: Action


def game(players: str, seed: int, options: Options | None = None) -> Iterator[Step]:
    """A whole game; a letter for each seat: hard, normal or random."""
    random = FastRandom(seed)
    state = LABYRINTH.deal(len(players), options or LABYRINTH.simulation, random)
    pasts: list[list[Event]] = [[] for _ in players]
    while waiting := sorted(LABYRINTH.to_act(state)):
        seat = pick(waiting, random)
        sight = Sight(
            LABYRINTH, LABYRINTH.view(state, seat), LABYRINTH.legal_actions(state, seat), tuple(pasts[seat])
        )
        stream = FastRandom(random.below(1 << 32))
        match players[seat]:
            case "h":
                action = choose_hard(sight, stream)
            case "n":
                action = advise(sight.view, sight.legal, stream).action
            case _:
                action = pick(sight.legal, stream)
        yield Step(state, seat, sight, action)
        state, events = play(LABYRINTH, state, seat, action, random)
        for each, past in enumerate(pasts):
            past.extend(LABYRINTH.redact(event, Seat(each)) for event in events)
    yield Step(state, Seat(0), Sight(LABYRINTH, LABYRINTH.view(state, Seat(0)), ()), End())


def counted(cards: tuple[Secret, ...]) -> Held:
    kinds = [KIND[card] for card in cards]
    return Held(*(float(kinds.count(kind)) for kind in Kind))


def test_two_players_remember_every_card() -> None:
    swaps = 0
    for step in game("nn", seed=1):
        if not step.sight.legal:
            break
        memory = remember(step.sight.view, step.sight.past)
        assert memory.held == tuple(counted(hand) for hand in step.state.hands)
        assert set(memory.pile) == set(step.state.pile)
        swaps = sum(isinstance(event, Swapped) for event in step.sight.past)
    assert swaps, "the game had nothing to remember"


def test_swaps_among_others_leave_a_guess() -> None:
    """Never too many cards, never one that cannot be; what was taken is known for certain."""
    hidden = 0
    for step in game("nnn", seed=1):
        if not step.sight.legal:
            break
        memory = remember(step.sight.view, step.sight.past)
        for held, hand in zip(memory.held, step.state.hands, strict=True):
            assert sum(held) == pytest.approx(len(hand))
        assert memory.held[step.seat] == counted(step.state.hands[step.seat])
        assert set(memory.pile) == set(step.state.pile)
        hidden += memory.held != tuple(counted(hand) for hand in step.state.hands)
    assert hidden, "no swap was hidden"


def test_without_a_past_hands_are_guessed_from_what_is_nowhere_to_be_seen() -> None:
    state = scene("A1 A9", hands=("crown goblet sceptre mirror lamp harp hourglass", "miller piper"))
    memory = remember(LABYRINTH.view(state, Seat(0)), ())
    assert memory.held[1].treasures == 0
    assert sum(memory.held[1]) == pytest.approx(2)
    assert not set(memory.pile) & set(state.hands[0])


def test_more_cards_are_worth_more() -> None:
    stakes = stakes_of(7)
    assert stakes.on_turn(holding(7, 0), 0) == 1.0
    assert stakes.on_turn(0, holding(0, 7)) == 0.0
    for treasures, gnomes, theirs in product(range(6), range(6), (0, holding(1, 1), holding(0, 1))):
        mine = holding(treasures, gnomes)
        assert stakes.on_turn(mine + TREASURE, theirs) >= stakes.on_turn(mine, theirs) - 1e-3
        assert stakes.waiting(theirs, mine + GNOME) <= stakes.waiting(theirs, mine) + 1e-3


def test_everybody_hopes_to_find_more_ways_than_the_other() -> None:
    """Both chances of one position, each by its own hopes, add up to more than one, but not to two."""
    stakes = stakes_of(7)
    assert 0.5 < stakes.waiting(0, 0) < stakes.on_turn(0, 0) < 0.75
    for mine, theirs in ((holding(3, 2), holding(2, 3)), (holding(4, 3), holding(3, 4))):
        assert 1.0 < stakes.on_turn(mine, theirs) + stakes.waiting(theirs, mine) < 1.4


def test_a_challenge_that_can_only_win_is_made() -> None:
    stakes = stakes_of(7)
    mine, theirs = holding(3, 0), holding(0, 4)
    free_roll = stakes.for_die(mine, theirs, GNOME)
    assert free_roll > stakes.waiting(mine, theirs) + 0.02
    assert stakes.best_challenge(mine, theirs) >= free_roll
    assert stakes.worst_challenge(theirs, mine) < stakes.on_turn(theirs, mine) - 0.02


def test_each_duel_of_the_stakes_is_even() -> None:
    """One card each way from six of seven: half a victory, half five of seven with the other on turn."""
    stakes = stakes_of(7)
    mine, theirs = holding(6, 3), holding(1, 4)
    lost = stakes.waiting(holding(5, 3), holding(2, 4))
    assert stakes.fought(mine, theirs, TREASURE, 1) == pytest.approx((1 + lost) / 2)


def test_what_is_drawn_blind_is_as_likely_as_among_cards() -> None:
    found = {drawn: likely for likely, drawn in draws(Held(2.0, 1.0, 1.0))}
    assert sum(found.values()) == pytest.approx(1)
    assert found[2, 0, 0] == pytest.approx(1 / 6)
    assert found[1, 1, 0] == pytest.approx(2 / 6)
    assert list(draws(Held(1.0, 0.0, 0.0))) == [(1.0, (1, 0, 0))]


def test_once_all_is_found_who_meets_somebody_challenges() -> None:
    hands = (Held(4.0, 5.0, 0.0), Held(3.0, 2.0, 0.0))
    assert challenged(hands, (0, 1), 0, 7) != challenged(hands, (1, 0), 0, 7)
    state = scene(
        "A1 A1",
        hands=(
            "crown goblet sceptre mirror miller piper smith baker tailor",
            "lamp harp hourglass lookout sleeper",
        ),
        sought=None,
        all_cards=False,
        phase=Arrived((Seat(1),)),
        options=OPEN,
    )
    assert isinstance(chosen(state), Challenge)


@pytest.mark.parametrize("either_way", [False, True])
def test_a_turn_leads_wherever_the_law_lets_it(either_way: bool) -> None:  # noqa: FBT001
    ways = Ways(either_way=either_way)
    options = Options(corridors="either" if either_way else "clockwise")
    state = scene("A3 A15", phase=FirstChange(), options=options, rotation=(5, 2, 4))
    reached: set[int] = set()
    ends: set[int] = set()
    for first in LABYRINTH.legal_actions(state, Seat(0)):
        middle, _ = play(LABYRINTH, state, Seat(0), first, FastRandom(0))
        for second in LABYRINTH.legal_actions(middle, Seat(0)):
            end, _ = play(LABYRINTH, middle, Seat(0), second, FastRandom(0))
            rotation = end.rotation
            ends.add(number_of(rotation.outer, rotation.inner, rotation.centre))
            walks = LABYRINTH.legal_actions(end, Seat(0))
            reached |= {HALL_OF[action.to] for action in walks if isinstance(action, Move)}
    start = number_of(5, 2, 4)
    assert set(ways.ends(start)) == ends
    mask = ways.reach(start, HALL_OF[at("A3")])
    assert {hall for hall in range(HALLS) if mask >> hall & 1} == reached | {HALL_OF[at("A3")]}


def chosen(state: State, past: tuple[Event, ...] = (), seed: int = 0, seat: int = 0) -> Action:
    view, legal = LABYRINTH.view(state, Seat(seat)), LABYRINTH.legal_actions(state, Seat(seat))
    action: Action = choose_hard(Sight(LABYRINTH, view, legal, past), FastRandom(seed))
    assert action in legal
    return action


def test_a_card_that_wins_is_taken() -> None:
    hands = ("goblet sceptre mirror lamp harp hourglass", "miller piper smith baker")
    assert chosen(scene("A9 A1", hands=hands, sought="crown", options=OPEN)) == Move(at("A8"))
    assert chosen(scene("A8 A1", hands=hands, sought="crown", options=OPEN)) == Stay()


def test_a_card_that_wins_comes_before_a_swap() -> None:
    hands = ("goblet sceptre mirror lamp harp miller dragon", "piper smith hourglass baker")
    six = Options(memory="off", goal=6)
    assert chosen(scene("A9 A1", hands=hands, sought="crown", options=six)) == Move(at("A8"))
    assert isinstance(chosen(scene("A9 A1", hands=hands, sought="tailor", options=six)), Swap)


def test_a_duel_with_nothing_to_lose_is_fought_for_what_the_other_has() -> None:
    state = scene(
        "A1 A1",
        hands=("crown goblet", "miller piper smith baker"),
        sought="harp",
        phase=Arrived((Seat(1),)),
        options=OPEN,
    )
    assert chosen(state) == Challenge(Seat(1), Kind.GNOME, Stake.DIE)


def test_a_duel_with_nothing_to_gain_is_not() -> None:
    state = scene(
        "A1 A1",
        hands=("crown goblet sceptre mirror", ""),
        sought="harp",
        phase=Arrived((Seat(1),)),
        options=OPEN,
    )
    assert chosen(state) == End()


def test_an_animal_is_played_when_two_cards_are_surely_what_is_missing() -> None:
    state = scene(
        "A1 A9",
        hands=("crown goblet sceptre mirror lamp miller dragon", "harp hourglass"),
        sought="piper",
        phase=Arrived(()),
        options=OPEN,
    )
    assert chosen(state) == Swap(Seat(1), Kind.GNOME)


def test_the_loser_is_put_where_the_next_turn_leads_to_nothing() -> None:
    """Neither to the sought secret nor back to the winner, if there is such a square."""
    hands = ("crown goblet sceptre", "miller piper smith")
    placing = Placing(Seat(0), Seat(1), ForCards(Kind.GNOME, 1))
    state = scene("A1 A1", hands=hands, sought="lamp", phase=placing, options=OPEN)
    action = chosen(state)
    assert isinstance(action, Place)
    reach = Ways(either_way=False).reach(0, HALL_OF[action.to])
    assert not reach >> HALL_OF[SQUARE_OF[Secret.LAMP]] & 1
    assert not reach >> HALL_OF[at("A1")] & 1


def test_the_way_to_the_secret_is_barred_to_the_next_player() -> None:
    """In some games: who cannot take the card hardly ever leaves it to the other, if that can be helped."""
    ways = Ways(either_way=False)
    barred = helped = 0
    for seed in range(2):
        leaving: State | None = None
        for step in game("hh", seed):
            state = step.state
            if isinstance(state.phase, FirstChange):
                if leaving is not None and leaving.sought is state.sought and state.sought is not None:
                    target = HALL_OF[SQUARE_OF[state.sought]]
                    ends = ways.ends(number(leaving))
                    other = HALL_OF[leaving.pawns[state.on_turn]]
                    if any(not ways.reach(end, other) >> target & 1 for end in ends):
                        helped += 1
                        here = HALL_OF[state.pawns[state.on_turn]]
                        barred += not ways.reach(number(state), here) >> target & 1
                leaving = state
    assert helped > 10
    assert barred / helped > 0.8


def number(state: State) -> int:
    return number_of(state.rotation.outer, state.rotation.inner, state.rotation.centre)


def test_nobody_is_met_by_who_stands_there_already() -> None:
    """LAB-5.1: staying together is no shelter to plan a challenge from."""
    seen = Foresight(Ways(either_way=False), NOWHERE)
    seen.neither = seen.take = 0.4
    seen.meet = seen.both = 0.9
    seen.they_meet = 0.1
    hall = HALL_OF[at("A1")]
    assert seen.value(0, hall, hall, together=False) == pytest.approx(0.1)
    assert 0.4 <= seen.value(0, hall, hall, together=True) < 0.7


def test_a_habit_at_this_table_is_answered() -> None:
    past = tuple(
        ThrowsShown({Seat(0): ours, Seat(1): Thing.STONE})
        for ours in 2 * (Thing.PAPER, Thing.SCISSORS, Thing.PAPER, Thing.STONE, Thing.SCISSORS)
    )
    state = scene("A1 A1", hands=("crown", "miller"), phase=Arrived((Seat(1),)), options=OPEN)
    state, _ = play(LABYRINTH, state, Seat(0), Challenge(Seat(1), Kind.GNOME, Stake.ONE), FastRandom(0))
    assert {chosen(state, past, seed) for seed in range(12)} == {Throw(Thing.PAPER)}
    assert len({chosen(state, (), seed) for seed in range(12)}) == 3


@pytest.mark.parametrize(("players", "seed"), [("hn", 3), ("hnr", 4), ("hnnr", 5)])
def test_twins_that_look_alike_are_played_alike(players: str, seed: int) -> None:
    """An imagined state with the same past in sight: the same choice, and a legal one."""
    compared = 0
    for turn, step in enumerate(game(players, seed, Options(turn_limit=40))):
        if turn % 5 or players[step.seat] != "h" or not step.sight.legal:
            continue
        twin = LABYRINTH.imagine(step.sight.view, FastRandom(turn))
        view, legal = LABYRINTH.view(twin, step.seat), LABYRINTH.legal_actions(twin, step.seat)
        twins = Sight(LABYRINTH, view, legal, step.sight.past)
        one, other = (choose_hard(sight, FastRandom(turn)) for sight in (step.sight, twins))
        assert one == other
        assert one in step.sight.legal
        compared += 1
    assert compared > 5


@pytest.mark.parametrize(
    "options",
    [Options(corridors="either", turn_limit=18), Options(memory="off", goal=6, turn_limit=18)],
    ids=str,
)
def test_whole_games_with_every_option_and_without_a_past(options: Options) -> None:
    for step in game("hhr", 6, options):
        if step.sight.legal:
            assert step.action in step.sight.legal
            forgetful = Sight(LABYRINTH, step.sight.view, step.sight.legal)
            assert choose_hard(forgetful, FastRandom(1)) in step.sight.legal


def test_hard_players_do_not_wait_for_each_other_for_ever() -> None:
    for seed in range(3):
        *_, last = game("hh", seed, Options(turn_limit=400))
        outcome = LABYRINTH.outcome(last.state)
        assert outcome is not None
        assert outcome.tally["turns"] < 400


def test_hard_beats_normal() -> None:
    won = 0
    for number_of_game in range(16):
        own = number_of_game % 2
        *_, last = game("hn" if own == 0 else "nh", 100 + number_of_game // 2)
        outcome = LABYRINTH.outcome(last.state)
        assert outcome is not None
        won += own in outcome.winners
    assert won >= 9, "three in four is usual"
