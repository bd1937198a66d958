"""Chance as the trees draw it against the law's own, and worlds that agree with all that was told."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from filon.games.contract import CONTINUE, HIDDEN, TABLE, Random, Seat, play_one
from filon.games.diamant import DIAMANT
from filon.games.diamant.decide import turn_up
from filon.games.diamant.evolve import evolve
from filon.games.diamant.model import CardTurned, CaveEntered, Choice, Choose, Expedition, Finished
from filon.games.diamant.model import State as DiamantState
from filon.games.diamant.pieces import Card, Danger, Gems
from filon.games.labyrinth import LABYRINTH
from filon.games.labyrinth.castle import SQUARE_OF
from filon.games.labyrinth.model import (
    Arrived,
    CardsHandedOver,
    Challenge,
    Challenged,
    Duel,
    End,
    Fetch,
    ForCards,
    Move,
    Options,
    SecretBuried,
    SecretTaken,
    SecretTurned,
    State,
    Swap,
    Swapped,
    Throw,
)
from filon.games.labyrinth.pieces import SECRETS, Kind, Secret, Stake, Thing, in_order
from filon.kernels.stream import Stream
from filon.lab.diamant.tree import CARDS
from filon.lab.diamant.tree import TRAITS as DIAMANT_TRAITS
from filon.lab.labyrinth.recall import recalled
from filon.lab.labyrinth.tree import TRAITS as CASTLE_TRAITS
from filon.lab.labyrinth.tree import CastleDrawing
from filon.lab.registry import encoding_for
from filon.lab.tree.chance import Chance, Decision, Played
from filon.lab.tree.position import Decided, Position, Setting, start
from filon.lab.tree.traits import Traits

ZERO, ONE, TWO = Seat(0), Seat(1), Seat(2)
S = Secret


def walked(name: str, traits: Traits, seats: int, seed: int, **options: object) -> Iterator[Position]:
    """Every position of a random game, chance drawn by its probabilities."""
    numbers = random.Random(seed)
    encoding = encoding_for(name, seats, **options)
    position = start(Setting(encoding, traits, simultaneous=False, made_by=()))
    while True:
        yield position
        if position.chance is not None:
            outcomes, weights = zip(*position.chance.outcomes, strict=True)
            position = position.after_chance(numbers.choices(outcomes, weights)[0])
        elif position.waiting:
            seat = position.waiting[0]
            position = position.after({seat: chosen(position, seat, numbers)})
        else:
            return


def chosen(position: Position, seat: Seat, numbers: random.Random) -> int:
    """At random, but in the castle cards are gone for wherever they can be had, so that many change hands."""
    choices = position.choices[seat]
    square = getattr(position.view(seat), "square", None)
    wanted = [
        index
        for index, action in choices.items()
        if isinstance(action, Swap | Challenge | Fetch) or (isinstance(action, Move) and action.to == square)
    ]
    return numbers.choice(wanted or list(choices))


@pytest.mark.parametrize("artifacts", ["none", "one_per_cave"])
def test_each_card_of_a_cave_is_as_likely_as_the_pile_makes_it(artifacts: str) -> None:
    """Against the law's own pile, whose order alone is open."""
    nodes = 0
    for position in walked("diamant", DIAMANT_TRAITS, 4, 1, artifacts=artifacts):
        chance = position.chance
        if chance is None:
            continue
        nodes += 1
        assert sum(probability for _, probability in chance.outcomes) == pytest.approx(1)
        if position.state is not None and isinstance(position.state.phase, Expedition):
            pile = Counter(position.state.phase.pile)
            found = {CARDS[outcome]: probability for outcome, probability in chance.outcomes}
            assert found == {card: count / pile.total() for card, count in pile.items()}
    turned = 1 + sum(isinstance(event, CardTurned) for event in position.past)
    assert nodes == turned > 10


def test_the_law_with_the_same_piles_tells_the_same_game() -> None:
    """Each cave's cards are laid as the tree has drawn them, and the law turns them up by itself."""
    for seed in range(8):
        games = walked("diamant", DIAMANT_TRAITS, 4, seed, artifacts="one_per_cave", chests="hidden")
        dealt, *_, last = (position for position in games if position.state is not None)
        drawn: list[list[Card]] = [[dealt.state.phase.gallery[0].card]]
        for event in last.past:
            if isinstance(event, CaveEntered):
                drawn.append([])
            elif isinstance(event, CardTurned):
                drawn[-1].append(event.card)
        piles = iter(drawn)
        state = laid(dealt.state, next(piles), artifacts_turned=0)
        told: list[Any] = []
        for entry in last.past:
            if not isinstance(entry, Decided):
                continue
            state, events = play_one(DIAMANT, state, entry.seat, entry.action, Stream(seed))
            told += events
            if DIAMANT.table_actions(state):
                before = state.artifacts_turned
                state, events = play_one(DIAMANT, state, TABLE, CONTINUE, Stream(seed))
                if not isinstance(state.phase, Finished):
                    state = laid(state, next(piles), artifacts_turned=before)
                    events = (*events[:-1], replace(events[-1], **turned_first(state)))
                told += events
        assert isinstance(state.phase, Finished)
        assert state.chests == last.state.chests
        assert without_piles(told) == without_piles(last.past)


def laid(state: DiamantState, drawn: Sequence[Card], *, artifacts_turned: int) -> DiamantState:
    """The cave once more, with the cards drawn on top of the pile in their order, and the first turned."""
    cave = state.phase
    assert isinstance(cave, Expedition)
    cards = [*cave.pile, *(turned.card for turned in cave.gallery)]
    for card in drawn:
        cards.remove(card)
    fresh = replace(cave, pile=(*cards, *reversed(drawn)), gallery=(), loot=0)
    state = replace(state, phase=fresh, artifacts_turned=artifacts_turned)
    return evolve(state, turn_up(state))


def turned_first(state: DiamantState) -> dict[str, Any]:
    cave = state.phase
    assert isinstance(cave, Expedition)
    return {"card": cave.gallery[0].card, "left": cave.gallery[0].left, "share": cave.loot}


def without_piles(events: Sequence[Any]) -> list[Any]:
    return [event for event in events if not isinstance(event, CaveEntered | Decided)]


def test_the_law_turns_up_its_first_cards_as_often_as_the_tree_says() -> None:
    """Two cards in a row, drawn by the law's shuffle and out of the chance nodes."""
    setting = Setting(encoding_for("diamant", 3), DIAMANT_TRAITS, simultaneous=True, made_by=())
    expected: dict[str, float] = {}
    root = start(setting)
    assert root.chance is not None
    for one, first in root.chance.outcomes:
        node = root.after_chance(one).after(dict.fromkeys((ZERO, ONE, TWO), 0))
        assert node.chance is not None
        for other, second in node.chance.outcomes:
            for kind in kinds_of(CARDS[one], CARDS[other]):
                expected[kind] = expected.get(kind, 0) + first * second
    games = 4000
    found = Counter[str]()
    go_on = Choose(Choice.GO_ON)
    for number in range(games):
        stream = Stream(11, number)
        state = DIAMANT.deal(3, DIAMANT.simulation, stream)
        first_card = state.phase.gallery[0].card  # type: ignore[union-attr]
        for seat in (ZERO, ONE, TWO):
            state, events = play_one(DIAMANT, state, seat, go_on, stream)
        second_card = next(event.card for event in events if isinstance(event, CardTurned))
        found.update(kinds_of(first_card, second_card))
    assert len(expected) == 4
    for kind, probability in expected.items():
        spread = (games * probability * (1 - probability)) ** 0.5
        assert abs(found[kind] - games * probability) < 4 * spread, kind


def kinds_of(one: Card, other: Card) -> Iterator[str]:
    gems = [isinstance(card, Gems) for card in (one, other)]
    if all(gems):
        yield "two gems"
    if not any(gems):
        yield "two hazards"
    if isinstance(one, Danger) and one == other:
        yield "one hazard twice"
    if other == Gems(5):
        yield "a five comes second"


def castle(**changes: Any) -> State:
    """Three players; the first on turn, on the second's square, after both changes."""
    state = LABYRINTH.deal(3, Options(turn_limit=50), Stream(1))
    state = replace(state, pile=(), sought=None, hands=((), (), ()), phase=Arrived((ONE,)))
    return replace(state, **changes)


def node(state: State, action: Any, drawn: tuple[int, ...] = (), past: tuple[Any, ...] = ()) -> Any:
    drawing = CastleDrawing(LABYRINTH, 3, state.options)
    return drawing.resolve(Decision(state, ZERO, action), drawn, past)


def test_the_die_of_a_challenge_is_a_chance_node_of_its_six_faces() -> None:
    state = castle(hands=((S.CROWN,), (S.HARP,), ()), sought=S.LAMP)
    thrown = node(state, Challenge(ONE, Kind.TREASURE, Stake.DIE))
    assert [probability for _, probability in thrown.outcomes] == [1 / 6] * 6
    stakes = [
        node(state, Challenge(ONE, Kind.TREASURE, Stake.DIE), (face,)).events[0].cards for face in range(6)
    ]
    assert sorted(stakes) == [2, 2, 3, 3, 4, 4]
    assert isinstance(node(state, Challenge(ONE, Kind.TREASURE, Stake.ONE)), Played)


def test_the_card_turned_up_next_is_one_of_the_pile_but_for_those_that_went_under_it() -> None:
    state = castle(pile=(S.HARP, S.LAMP, S.CROWN, S.SMITH), hands=((S.BAKER,), (), ()))
    drawn = node(state, End(), past=(SecretBuried(S.HARP),))
    assert isinstance(drawn, Chance)
    assert {SECRETS[outcome]: probability for outcome, probability in drawn.outcomes} == {
        S.CROWN: 1 / 3,
        S.LAMP: 1 / 3,
        S.SMITH: 1 / 3,
    }
    for outcome, _ in drawn.outcomes:
        played = node(state, End(), (outcome,), (SecretBuried(S.HARP),))
        assert [event.secret for event in played.events if isinstance(event, SecretTurned)] == [
            SECRETS[outcome]
        ]
        assert played.state.pile[0] is S.HARP
    only = castle(pile=(S.HARP,), hands=((S.BAKER,), (), ()))
    assert isinstance(node(only, End(), past=(SecretBuried(S.HARP),)), Played)


def test_a_swaps_blind_draw_is_chance_too() -> None:
    state = castle(
        hands=((S.CROWN, S.DRAGON), (S.HARP, S.SMITH, S.BAKER), ()), sought=S.LAMP, phase=Arrived(())
    )
    swap = Swap(ONE, Kind.TREASURE)
    pairs: dict[Any, float] = {}

    def follow(drawn: tuple[int, ...], probability: float) -> None:
        found = node(state, swap, drawn)
        if isinstance(found, Played):
            drawn_cards = next(event.drawn for event in found.events if isinstance(event, Swapped))
            pairs[drawn_cards] = pairs.get(drawn_cards, 0) + probability
            return
        for outcome, share in found.outcomes:
            follow((*drawn, outcome), probability * share)

    follow((), 1.0)
    assert len(pairs) == 3
    assert all(probability == pytest.approx(1 / 3) for probability in pairs.values())


def test_a_duel_may_bring_a_set_greater_than_the_goal() -> None:
    """Five treasures and the two that the die has put at stake, where six win."""
    options = Options(goal=6, turn_limit=50)
    duel = Duel((ZERO, ONE), ForCards(Kind.TREASURE, 2), {ONE: Thing.SCISSORS})
    five, two = SECRETS[:5], SECRETS[5:7]
    won = castle(options=options, hands=(five, two, ()), phase=duel, sought=S.SMITH)
    ended, _ = play_one(LABYRINTH, won, ZERO, Throw(Thing.STONE), Stream(1))
    outcome = LABYRINTH.outcome(ended)
    assert outcome is not None
    assert CASTLE_TRAITS.scores(3, options) == (0.0, max(outcome.scores)) == (0.0, 7.0)


def test_of_two_players_either_knows_all_hands() -> None:
    """Whatever changed hands face down, both were there; so the hands recalled are the true ones."""
    swaps = 0
    for seed in range(6):
        for position in walked("labyrinth", CASTLE_TRAITS, 2, seed, turn_limit=60):
            if position.waiting:
                imagined = position.resampled(position.waiting[0], Stream(seed))
                assert imagined.state.hands == position.state.hands
                assert sorted(card.value for card in imagined.state.pile) == sorted(
                    card.value for card in position.state.pile
                )
        swaps += sum(isinstance(event, Swapped) for event in position.past)
    assert swaps > 3


def test_who_was_not_there_imagines_every_swap_that_may_have_been() -> None:
    """The first gave a treasure or a gnome for two of the second's three cards; the third knows no more."""
    told = (
        *(SecretTaken(ZERO, card, None) for card in (S.CROWN, S.MILLER, S.DRAGON)),
        *(SecretTaken(ONE, card, None) for card in (S.HARP, S.SMITH, S.BAKER)),
        Swapped(ZERO, ONE, S.DRAGON, HIDDEN, HIDDEN, 2, face_up=False, complete=None),
        SecretBuried(S.LAMP),
    )
    true = castle(
        hands=(in_order((S.CROWN, S.HARP, S.SMITH)), in_order((S.BAKER, S.MILLER)), ()),
        pile=(S.LAMP, S.SCEPTRE, S.GOBLET, S.TAILOR),
        sought=S.MIRROR,
        discarded=(S.DRAGON,),
    )
    view = LABYRINTH.view(true, TWO)
    hands = Counter[Any]()
    pile_tops = set()
    chance: Random = Stream(5)
    unseen = {card for card in SECRETS if card not in (S.DRAGON, S.MIRROR)}
    for _ in range(300):
        state = recalled(LABYRINTH.imagine(replace(view, pile=11), chance), view, told, chance)
        assert {card for hand in state.hands for card in hand} | set(state.pile) == unseen
        assert state.pile[0] is S.LAMP
        pile_tops.add(state.pile[-1])
        hands[state.hands] += 1
    expected = set()
    for given in (S.CROWN, S.MILLER):
        kept = S.MILLER if given is S.CROWN else S.CROWN
        for left in (S.HARP, S.SMITH, S.BAKER):
            drawn = {S.HARP, S.SMITH, S.BAKER} - {left}
            expected.add((in_order((kept, *drawn)), in_order((left, given)), ()))
    assert set(hands) == expected
    assert min(hands.values()) > 25
    assert len(pile_tops) == 10
    assert SQUARE_OF[S.MIRROR] == view.square


def test_what_a_third_player_is_told_later_rules_worlds_out() -> None:
    """The second turns out to hold no treasure: then the harp went away, and a gnome was given."""
    told = (
        *(SecretTaken(ZERO, card, None) for card in (S.CROWN, S.MILLER, S.DRAGON)),
        *(SecretTaken(ONE, card, None) for card in (S.HARP, S.SMITH, S.BAKER)),
        Swapped(ZERO, ONE, S.DRAGON, HIDDEN, HIDDEN, 2, face_up=False, complete=None),
        Challenged(ZERO, ONE, Kind.TREASURE, Stake.DIE, 3),
        CardsHandedOver(ONE, ZERO, Kind.TREASURE, HIDDEN, 0, face_up=False, complete=None),
    )
    true = castle(
        hands=(in_order((S.CROWN, S.HARP, S.SMITH)), in_order((S.BAKER, S.MILLER)), ()),
        pile=tuple(
            card
            for card in SECRETS
            if card not in (S.CROWN, S.HARP, S.SMITH, S.BAKER, S.MILLER, S.DRAGON, S.LAMP)
        ),
        sought=S.LAMP,
        discarded=(S.DRAGON,),
    )
    view, chance = LABYRINTH.view(true, TWO), Stream(6)
    for _ in range(50):
        hands = recalled(LABYRINTH.imagine(view, chance), view, told, chance).hands
        assert S.HARP in hands[0]
        assert S.MILLER in hands[1]


def test_recalled_castles_look_as_the_true_one_does() -> None:
    for seed in range(4):
        for position in walked("labyrinth", CASTLE_TRAITS, 3, seed, turn_limit=60):
            for seat in position.waiting:
                imagined = position.resampled(seat, Stream(seed))
                assert imagined.view(seat) == position.view(seat)
                assert LABYRINTH.pieces(imagined.state) == LABYRINTH.pieces(position.state)
