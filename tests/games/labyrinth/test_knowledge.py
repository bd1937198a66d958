"""What a seat may know: views, redacted events and imagined states, also where random games seldom get."""

from collections import Counter

import msgspec
import pytest

from filon.games.chance import FastRandom, pick, shuffled
from filon.games.contract import HIDDEN, Seat, play
from filon.games.labyrinth import LABYRINTH
from filon.games.labyrinth.castle import SQUARE_OF, Rotation
from filon.games.labyrinth.model import (
    CardsHandedOver,
    Duel,
    DuelView,
    Event,
    FirstChange,
    ForCards,
    Move,
    Options,
    State,
    Swap,
    Swapped,
    Threw,
)
from filon.games.labyrinth.pieces import SECRETS, Kind, Secret, Thing, in_order, largest_set
from tests.games.labyrinth.castles import (
    GNOMES,
    SCISSORS,
    STONE,
    at,
    for_treasures,
    only,
    played,
    scene,
    secrets,
)

HANDS = ("crown dragon", "miller piper", "lamp")
OPEN = Options(memory="off")


def test_with_memory_on_others_see_only_how_many_cards_one_has() -> None:
    """LAB-3.6."""
    state = scene("A3 A9 A15", hands=HANDS, sought="mirror")
    view = LABYRINTH.view(state, Seat(1))
    assert view.hands == (HIDDEN, secrets("miller piper"), HIDDEN)
    assert view.counts == (2, 2, 1)
    assert LABYRINTH.view(state, None).hands == (HIDDEN, HIDDEN, HIDDEN)


def test_with_memory_off_everybody_sees_all_collected_cards() -> None:
    """LAB-3.6."""
    state = scene("A3 A9 A15", hands=HANDS, sought="mirror", options=OPEN)
    for seat in (None, *map(Seat, range(3))):
        assert LABYRINTH.view(state, seat).hands == state.hands


def test_a_view_tells_where_everything_public_is() -> None:
    """LAB-2.1, LAB-3.3: the rotation, the pawns, the sought secret and its square, the size of the pile."""
    state = scene("A3 A9 A15", hands=HANDS, sought="mirror", rotation=(3, 2, 1))
    view = LABYRINTH.view(state, None)
    assert view.rotation == Rotation(3, 2, 1)
    assert view.pawns == state.pawns
    assert view.sought is Secret.MIRROR
    assert view.square == at("A24")
    assert view.pile == 12
    assert LABYRINTH.view(scene("A3 A9", sought=None), None).square is None


def test_at_the_end_all_cards_are_shown() -> None:
    """LAB-3.6, LAB-6.1."""
    state = scene("A10 A3", hands=(GNOMES.replace("miller", ""), "lamp"), sought="miller")
    state, _ = played(state, (0, Move(at("A11"))))
    assert LABYRINTH.view(state, None).hands == state.hands
    view = LABYRINTH.view(state, Seat(1))
    assert LABYRINTH.view(LABYRINTH.imagine(view, FastRandom(1)), Seat(1)) == view


def test_a_throw_is_hidden_from_all_others_until_both_are_in() -> None:
    """LAB-5.3."""
    state, happened = played(scene("A3 A1 A9"), (0, Move(at("A1"))), (0, for_treasures(1)), (0, STONE))
    for seat in (Seat(1), Seat(2), None):
        phase = LABYRINTH.view(state, seat).phase
        assert isinstance(phase, DuelView)
        assert phase.throws == {0: HIDDEN}
        assert LABYRINTH.redact(happened[-1], seat) == Threw(Seat(0), HIDDEN)
    mine = LABYRINTH.view(state, Seat(0)).phase
    assert isinstance(mine, DuelView)
    assert mine.throws == {0: Thing.STONE}


def test_imagined_throws_may_be_anything_unless_they_are_ones_own() -> None:
    """LAB-5.3."""
    duel = Duel((Seat(0), Seat(1)), ForCards(Kind.GNOME, 1), {Seat(0): Thing.STONE})
    state = scene("A1 A1", phase=duel)
    imagined: dict[int, set[Thing]] = {0: set(), 1: set()}
    for seat, things in imagined.items():
        for seed in range(30):
            phase = LABYRINTH.imagine(LABYRINTH.view(state, Seat(seat)), FastRandom(seed)).phase
            assert isinstance(phase, Duel)
            things.add(phase.throws[Seat(0)])
    assert imagined == {0: {Thing.STONE}, 1: set(Thing)}


@pytest.mark.parametrize(("options", "hidden"), [(Options(), True), (OPEN, False)])
def test_cards_handed_over_are_known_to_the_two_and_counted_by_all(options: Options, hidden: bool) -> None:  # noqa: FBT001
    """LAB-3.6, LAB-5.4."""
    state = scene("A3 A1 A9", hands=("", "crown"), sought="mirror", options=options)
    _, happened = played(state, (0, Move(at("A1"))), (0, for_treasures(1)), (0, STONE), (1, SCISSORS))
    handed = only(happened, CardsHandedOver)
    assert LABYRINTH.redact(handed, Seat(0)) == LABYRINTH.redact(handed, Seat(1)) == handed
    for seat in (Seat(2), None):
        told = LABYRINTH.redact(handed, seat)
        assert isinstance(told, CardsHandedOver)
        assert told.cards == (HIDDEN if hidden else secrets("crown"))
        assert (told.count, told.kind) == (1, Kind.TREASURE)


@pytest.mark.parametrize(("options", "hidden"), [(Options(), True), (OPEN, False)])
def test_the_cards_of_a_swap_are_known_to_the_two_only(options: Options, hidden: bool) -> None:  # noqa: FBT001
    """LAB-3.6, LAB-4.2: everybody sees the animal and how many were drawn."""
    state = scene("A3 A9 A15", hands=HANDS, sought="mirror", options=options)
    _, happened = played(state, (0, Swap(Seat(1), Kind.TREASURE)))
    swapped = only(happened, Swapped)
    assert LABYRINTH.redact(swapped, Seat(0)) == LABYRINTH.redact(swapped, Seat(1)) == swapped
    for seat in (Seat(2), None):
        told = LABYRINTH.redact(swapped, seat)
        assert isinstance(told, Swapped)
        assert told.given == (HIDDEN if hidden else Secret.CROWN)
        assert told.drawn == (HIDDEN if hidden else secrets("miller piper"))
        assert (told.animal, told.count) == (Secret.DRAGON, 2)


def test_imagined_cards_are_spread_evenly_over_what_is_possible() -> None:
    """LAB-3.6: seat 0 knows nine cards; the other nine lie in seat 1's hand (3) or in the pile (6)."""
    state = scene(
        "A3 A9",
        hands=("crown goblet sceptre mirror miller piper dragon phoenix", "lamp harp smith"),
        sought="baker",
    )
    view = LABYRINTH.view(state, Seat(0))
    in_hand = Counter(
        card for seed in range(1800) for card in LABYRINTH.imagine(view, FastRandom(seed)).hands[1]
    )
    assert len(in_hand) == 9
    assert all(520 < times < 680 for times in in_hand.values())


def test_nobody_is_imagined_with_a_full_set() -> None:
    """LAB-6.1: the game would be over. With twelve hidden cards, every deal leaves each kind below six."""
    hand = "crown goblet sceptre mirror lamp miller piper smith baker tailor dragon unicorn"
    state = scene("A3 A9", hands=("", hand), sought="harp", options=Options(goal=6))
    view = LABYRINTH.view(state, Seat(0))
    for seed in range(200):
        imagined = LABYRINTH.imagine(view, FastRandom(seed))
        assert largest_set(imagined.hands[1]) < 6
        assert LABYRINTH.pieces(imagined) == LABYRINTH.pieces(state)


def crowded(random: FastRandom) -> State:
    """A late and crowded position: few cards in the pile, pawns on few squares, hands full of cards."""
    seats = 2 + random.below(3)
    options = Options(
        memory=pick(("on", "on", "off"), random),
        goal=pick((7, 6), random),
        turn_limit=pick((40, 3, 100), random),
    )
    while True:
        cards = list(shuffled(SECRETS, random))
        sought = cards.pop()
        pile = tuple(cards.pop() for _ in range(random.below(6)))
        hands: list[list[Secret]] = [[] for _ in range(seats)]
        for card in cards:
            hands[random.below(seats)].append(card)
        if all(largest_set(hand) < options.goal for hand in hands):
            break
    stage = [SQUARE_OF[secret] for secret in (*pile, sought)][-2:]
    return State(
        options=options,
        rotation=Rotation(random.below(12), random.below(12), random.below(6)),
        pawns=tuple(pick(stage, random) for _ in range(seats)),
        hands=tuple(in_order(hand) for hand in hands),
        pile=pile,
        sought=sought,
        on_turn=Seat(random.below(seats)),
        phase=FirstChange(),
    )


@pytest.mark.parametrize("seed", range(40))
def test_in_crowded_positions_twins_are_told_the_same(seed: int) -> None:
    """LAB-3.6, LAB-5.3, LAB-5.6: the contract's twin test where random games seldom get."""
    random = FastRandom(seed)
    state = crowded(random)
    pieces = LABYRINTH.pieces(state)
    for _ in range(60):
        waiting = sorted(LABYRINTH.to_act(state))
        if not waiting:
            break
        seat = pick(waiting, random)
        action = pick(LABYRINTH.legal_actions(state, seat), random)
        chance = random.below(2**32)
        after, events = play(LABYRINTH, state, seat, action, FastRandom(chance))
        assert LABYRINTH.pieces(after) == pieces
        for viewer in (None, *map(Seat, range(len(state.pawns)))):
            view = LABYRINTH.view(state, viewer)
            twin = LABYRINTH.imagine(view, random)
            assert msgspec.json.encode(LABYRINTH.view(twin, viewer)) == msgspec.json.encode(view)
            if viewer is not None:
                assert LABYRINTH.legal_actions(twin, viewer) == LABYRINTH.legal_actions(state, viewer)
            if action in LABYRINTH.legal_actions(twin, seat):
                twin_after, twin_events = play(LABYRINTH, twin, seat, action, FastRandom(chance))
                told = [LABYRINTH.redact(event, viewer) for event in events]
                twin_told = [LABYRINTH.redact(event, viewer) for event in twin_events]
                if _same_until_something_new(told, twin_told):
                    assert LABYRINTH.view(twin_after, viewer) == LABYRINTH.view(after, viewer)
        state = after


def _same_until_something_new(told: list[Event], twin_told: list[Event]) -> bool:
    """Whether both are the same to the end; where they part, only what is announced as new may differ."""
    for event, other in zip(told, twin_told, strict=False):
        if event != other:
            assert type(event) is type(other)
            news = LABYRINTH.reveals.get(type(event).__name__, frozenset())
            for field in event.__struct_fields__:
                assert field in news or getattr(event, field) == getattr(other, field)
            return False
    assert len(told) == len(twin_told)
    return True
