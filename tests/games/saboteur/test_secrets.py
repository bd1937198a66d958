"""What a seat may know, and what it may imagine."""

from collections import Counter

import pytest

from filon.games.chance import FastRandom
from filon.games.contract import CONTINUE, HIDDEN, TABLE, Actor, Hidden, Seat, play
from filon.games.saboteur import SABOTEUR
from filon.games.saboteur.model import (
    Action,
    Digging,
    Finished,
    GoldRecord,
    Options,
    Paid,
    Payment,
    RoundDealt,
    RoundOver,
    Shared,
    SharingGold,
    State,
    Taken,
)
from filon.games.saboteur.pieces import GOLD, Card, Face, Role
from filon.lab.saboteur.policies import keen
from tests.games.saboteur.mines import mine, waiting
from tests.games.saboteur.mines import play as play_moves

TRIES = 250


def viewers(state: State) -> list[Seat | None]:
    return [None, *(Seat(seat) for seat in range(len(state.round.hands)))]


def imagined(state: State, seat: int | None) -> list[State]:
    """Many states that the seat thinks possible."""
    view = SABOTEUR.view(state, None if seat is None else Seat(seat))
    random = FastRandom(5)
    return [SABOTEUR.imagine(view, random) for _ in range(TRIES)]


def with_ledger(*ledger: GoldRecord, seats: int = 5, phase: SharingGold | None = None) -> State:
    """The gold that is not in the ledger lies in the deck."""
    deck = list(GOLD)
    for record in ledger:
        match record:
            case Shared(taken=taken):
                gone = [take.nuggets for take in taken]
            case Paid(payments=payments):
                gone = [card for payment in payments for card in payment.cards]
        for card in gone:
            assert isinstance(card, int)
            deck.remove(card)
    for card in phase.cards if phase else ():
        deck.remove(card)
    state = mine(seats=seats, number=len(ledger) if phase else len(ledger) + 1)
    return State(state.options, state.round, phase or Digging(Seat(0)), tuple(deck), ledger)


def shared(number: int, *takes: tuple[int, int], left: tuple[int, ...] = ()) -> Shared:
    """Who took how many nuggets, one after the other, and what is still to be taken."""
    cards = [*(nuggets for _, nuggets in takes), *left]
    return Shared(
        number,
        tuple(
            Taken(Seat(seat), tuple(sorted(cards[gone:])), nuggets)
            for gone, (seat, nuggets) in enumerate(takes)
        ),
    )


def test_a_deal_tells_each_seat_its_own_role_and_hand() -> None:
    """SAB-2.1, SAB-2.3: and nobody the goals, the pile, or the dwarf set aside."""
    state = mine(hand="map", pile="", saboteurs=[1])
    (dealt,) = [event for event in play_moves(state, "discard map")[1] if isinstance(event, RoundDealt)]
    told = SABOTEUR.redact(dealt, Seat(1))
    assert told == RoundDealt(
        2,
        Seat(1),
        (HIDDEN, dealt.roles[1], HIDDEN),
        HIDDEN,
        HIDDEN,
        (HIDDEN, dealt.hands[1], HIDDEN),
        HIDDEN,
    )
    spectator = SABOTEUR.redact(dealt, None)
    assert isinstance(spectator, RoundDealt)
    assert set(spectator.roles) == set(spectator.hands) == {HIDDEN}


def test_a_seat_knows_its_own_cards_and_the_sizes_of_everything() -> None:
    """SAB-2.1, SAB-2.3, SAB-3.4."""
    state = mine("start EW", hand="map SW", saboteurs=[2], broken={1: "pick"})
    view = SABOTEUR.view(state, Seat(0))
    assert view.round.hand == (Card.MAP, Card.SW)
    assert view.round.hand_sizes == (2, 6, 6)
    assert view.round.roles == (Role.DIGGER, HIDDEN, HIDDEN)
    assert view.round.set_aside == HIDDEN
    assert view.round.pile == 67 - 1 - 1 - 2 - 12
    assert view.gold_deck == 28
    spectator = SABOTEUR.view(state, None)
    assert spectator.round.hand == ()
    assert spectator.round.roles == (HIDDEN,) * 3


@pytest.mark.parametrize("seats", [3, 5, 10])
def test_imagined_states_of_games_with_gold_look_the_same_and_keep_all_pieces(seats: int) -> None:
    """SAB-7.3, SAB-7.6: diggers who try hard reach the sharing, where random ones hardly ever do."""
    phases: Counter[str] = Counter()
    for seed in range(2):
        random = FastRandom(seed)
        state = SABOTEUR.deal(seats, Options(), random)
        pieces = SABOTEUR.pieces(state)
        while SABOTEUR.to_act(state):
            phases[type(state.phase).__name__] += 1
            if isinstance(state.phase, SharingGold) or random.below(12) == 0:
                for seat in viewers(state):
                    view = SABOTEUR.view(state, seat)
                    twin = SABOTEUR.imagine(view, random)
                    assert SABOTEUR.view(twin, seat) == view
                    assert SABOTEUR.pieces(twin) == pieces
            state, _ = play(SABOTEUR, state, waiting(state), keen(state, random), random)
            assert SABOTEUR.pieces(state) == pieces
    assert phases["SharingGold"] > seats


@pytest.mark.parametrize("seats", [3, 6])
def test_twins_are_told_the_same_in_games_with_gold(seats: int) -> None:
    """SAB-7.3, SAB-7.6, SAB-5.5: only what an event is meant to reveal may differ."""
    compared = 0
    for seed in range(2):
        random = FastRandom(seed)
        state = SABOTEUR.deal(seats, Options(), random)
        while SABOTEUR.to_act(state):
            actor = waiting(state)
            action = keen(state, random)
            for seat in viewers(state) if random.below(2) or isinstance(state.phase, SharingGold) else ():
                twin = SABOTEUR.imagine(SABOTEUR.view(state, seat), random)
                if action in SABOTEUR.legal_actions(twin, actor):
                    compared += 1
                    _told_alike(state, twin, seat, actor, action)
            state, _ = play(SABOTEUR, state, actor, action, random)
    assert compared > 200


def _told_alike(state: State, twin: State, seat: Seat | None, actor: Seat, action: Action) -> None:
    here, events = play(SABOTEUR, state, actor, action, FastRandom(1))
    there, twin_events = play(SABOTEUR, twin, actor, action, FastRandom(1))
    for event, twin_event in zip(events, twin_events, strict=False):
        told, twin_told = SABOTEUR.redact(event, seat), SABOTEUR.redact(twin_event, seat)
        if told != twin_told:
            news = SABOTEUR.reveals[type(told).__name__]
            assert type(told) is type(twin_told)
            assert all(
                getattr(told, field) == getattr(twin_told, field)
                for field in told.__struct_fields__
                if field not in news
            )
            return
    assert len(events) == len(twin_events)
    assert SABOTEUR.view(here, seat) == SABOTEUR.view(there, seat)


def test_every_event_leads_to_a_state_that_can_be_seen() -> None:
    """SAB-7.1: between two events of one action as well, when nobody chooses yet."""
    random = FastRandom(3)
    state = SABOTEUR.deal(4, Options(), random)
    idle = 0
    while not isinstance(state.phase, Finished):
        paused = isinstance(state.phase, RoundOver)
        actor: Actor = TABLE if paused else waiting(state)
        action: Action = CONTINUE if paused else keen(state, random)
        for event in SABOTEUR.decide(state, actor, action, random):
            state = SABOTEUR.evolve(state, event)
            if not SABOTEUR.to_act(state):
                idle += 1
                for seat in viewers(state):
                    view = SABOTEUR.view(state, seat)
                    assert SABOTEUR.draw(view)
                    assert SABOTEUR.view(SABOTEUR.imagine(view, random), seat) == view
    assert idle > 6


def test_all_roles_that_may_be_are_imagined() -> None:
    """SAB-2.1: a digger of three thinks each other player, or nobody, the saboteur, each as likely."""
    states = imagined(mine(saboteurs=[2]), 0)
    where = Counter(
        state.round.roles.index(Role.SABOTEUR) if Role.SABOTEUR in state.round.roles else None
        for state in states
    )
    assert set(where) == {1, 2, None}
    assert min(where.values()) > TRIES // 5
    only = (Role.DIGGER, Role.DIGGER, Role.SABOTEUR)
    assert {state.round.roles for state in imagined(mine(saboteurs=[2]), 2)} == {only}


def test_all_goals_that_may_be_are_imagined() -> None:
    """SAB-5.4, SAB-2.2: a goal looked at is known, the other two may lie in any way."""
    state, _ = play_moves(mine(hand="map", goals="oES oSW $"), "map 8,-2")
    stone = Face(Card.STONE_NW, turned=True)
    seen = Counter(
        tuple(Face(goal.card, goal.turned) for goal in twin.round.goals) for twin in imagined(state, 0)
    )
    treasure = Face(Card.TREASURE, turned=False)
    others = [Face(Card.STONE_SW, turned=False), Face(Card.STONE_SW, turned=True)]
    assert set(seen) == {(stone, treasure, other) for other in others} | {
        (stone, other, treasure) for other in others
    }
    assert min(seen.values()) > TRIES // 6
    assert len({tuple(twin.round.goals) for twin in imagined(state, 1)}) == 24


def test_unseen_cards_may_be_in_any_hand_or_pile() -> None:
    """SAB-3.4: a card discarded face down by another may be anything unseen; my own is known."""
    state, _ = play_moves(mine(hand="NS map", hands={1: "map rockfall"}), "discard NS", "discard map")
    states = imagined(state, 0)
    assert {twin.round.discards[0].card for twin in states} == {Card.NS}
    theirs = {twin.round.discards[1].card for twin in states}
    assert len(theirs) > 20
    assert all(twin.round.hands[0] == state.round.hands[0] for twin in states)
    assert len({twin.round.pile for twin in states}) == TRIES


def test_who_passed_gold_on_imagines_only_who_took_which() -> None:
    """SAB-7.3: the first chooser knows all the cards, also in later rounds."""
    state = with_ledger(shared(1, (0, 3), (4, 1), (3, 2), (2, 1), (0, 1)))
    takes: Counter[tuple[int | Hidden, ...]] = Counter()
    for twin in imagined(state, 0):
        (record,) = twin.ledger
        assert isinstance(record, Shared)
        takes[tuple(take.nuggets for take in record.taken)] += 1
    assert set(takes) == {(3, 1, 1, 2, 1), (3, 1, 2, 1, 1), (3, 2, 1, 1, 1)}
    assert min(takes.values()) > TRIES // 5


def test_a_later_chooser_knows_nothing_of_what_was_taken_before() -> None:
    """SAB-7.3."""
    left = (1, 2)
    state = with_ledger(shared(1, (0, 3), (4, 1), (3, 2), left=left), phase=SharingGold(Seat(2), left))
    before: set[tuple[int | Hidden, ...]] = set()
    for twin in imagined(state, 2):
        assert isinstance(twin.phase, SharingGold)
        assert twin.phase.cards == left
        (record,) = twin.ledger
        assert isinstance(record, Shared)
        before.add(tuple(take.nuggets for take in record.taken))
    for each in zip(*before, strict=True):
        assert set(each) == {1, 2, 3}
    passed_on = {
        tuple(take.nuggets for take in record.taken)
        for twin in imagined(state, 3)
        for record in twin.ledger
        if isinstance(record, Shared)
    }
    assert {taken[2] for taken in passed_on} == {2}
    assert len(passed_on) == 9
    hands = {twin.phase.cards for twin in imagined(state, 4) if isinstance(twin.phase, SharingGold)}
    assert hands == {(1, 2), (2, 2)}


def test_a_payment_tells_everybody_what_the_deck_could_not_have_held() -> None:
    """SAB-7.5: three nuggets in two cards, so that all four threes were gone: in the hands of round one."""
    first = shared(1, (0, 3), (4, 3), (3, 3), (2, 3), (0, 1))
    second = Paid(2, (Payment(Seat(1), (1, 2), 0), Payment(Seat(3), (1, 2), 0)))
    state = with_ledger(first, second)
    for seat in (None, 0, 1, 3):
        for twin in imagined(state, seat):
            assert twin.ledger[1] == second
            (record, _) = twin.ledger
            assert isinstance(record, Shared)
            assert Counter(take.nuggets for take in record.taken)[3] == 4
            assert 3 not in twin.gold_deck


def test_four_nuggets_in_two_cards_were_a_three_and_a_one_if_the_deck_had_both() -> None:
    """SAB-7.5: two and two only if the deck held no three."""
    second = Paid(2, (Payment(Seat(1), (1, 3), 0),))
    state = with_ledger(shared(1, (0, 1), (3, 1), (2, 1)), second, seats=4)
    assert {twin.ledger[1] for twin in imagined(state, 0)} == {second}
    rare = with_ledger(
        shared(1, (0, 3), (3, 3), (2, 3), (1, 3)), Paid(2, (Payment(Seat(1), (2, 2), 0),)), seats=4
    )
    possible = {twin.ledger[1] for twin in imagined(rare, 0)}
    assert possible == {Paid(2, (Payment(Seat(1), (2, 2), 0),))}
    unsure = {twin.ledger[1] for twin in imagined(rare, 3)}
    assert unsure == possible | {second}


def test_a_known_hand_after_a_payment_bounds_what_went_before() -> None:
    """SAB-7.3, SAB-7.5: three threes seen in round three cannot have been shared in round one."""
    state = with_ledger(
        shared(1, (2, 1), (1, 1), (0, 1)),
        Paid(2, (Payment(Seat(1), (1, 3), 0),)),
        shared(3, (0, 3), (2, 3), (1, 3)),
        seats=3,
    )
    for twin in imagined(state, 0):
        record = twin.ledger[0]
        assert isinstance(record, Shared)
        assert 3 not in [take.nuggets for take in record.taken]
        assert 3 not in twin.gold_deck


def test_a_known_hand_before_a_payment_bounds_what_went_before_it() -> None:
    """SAB-7.3, SAB-7.5: a saboteur of round one saw three of the four threes in round two."""
    state = with_ledger(
        shared(1, (3, 3), (2, 1), (1, 2), (3, 1)),
        shared(2, (0, 3), (3, 3), (2, 3), (1, 1)),
        Paid(3, (Payment(Seat(1), (2, 2), 0),)),
        seats=4,
    )
    for twin in imagined(state, 0):
        record = twin.ledger[0]
        assert isinstance(record, Shared)
        assert [take.nuggets for take in record.taken].count(3) <= 1
        assert twin.gold_deck.count(3) <= 1


def test_gold_is_imagined_as_often_as_the_shuffle_makes_it() -> None:
    """SAB-2.4: of the cards unseen by a spectator, 16 in 28 have one nugget, whatever was paid since."""
    ledger = shared(1, (0, 1), (3, 2), (2, 1)), Paid(2, (Payment(Seat(1), (1, 3), 0),))
    counts: Counter[int | Hidden] = Counter()
    for twin in imagined(with_ledger(*ledger, seats=4), None):
        record = twin.ledger[0]
        assert isinstance(record, Shared)
        counts.update(take.nuggets for take in record.taken)
    total = counts.total()
    for nuggets, share in ((1, 16 / 28), (2, 8 / 28), (3, 4 / 28)):
        assert abs(counts[nuggets] / total - share) < 0.05


def test_a_redacted_event_is_not_folded() -> None:
    """SAB-3.4: the state is made of whole events alone."""
    state, events = play_moves(mine(hand="map"), "discard map")
    with pytest.raises(TypeError):
        SABOTEUR.evolve(state, SABOTEUR.redact(events[0], None))
