"""Each rule of Diamant by example."""

from collections import Counter

import msgspec
import pytest

from filon.games.chance import FastRandom
from filon.games.contract import CONTINUE, HIDDEN, TABLE, Continued, IllegalAction, Seat, play_one
from filon.games.diamant import DIAMANT
from filon.games.diamant.model import (
    CardTurned,
    CaveEntered,
    CaveFled,
    CaveLeft,
    CaveOver,
    ChoicesShown,
    Chose,
    ExpeditionView,
    Finished,
    GameEnded,
    Options,
    Returned,
    State,
)
from filon.games.diamant.pieces import ARTIFACT, CAVES, DECK, Danger, Gems, Hazard, as_stones
from tests.games.diamant.caves import (
    GO,
    LEAVE,
    cards,
    cave,
    choose,
    decided,
    expedition,
    happened,
    inside,
    lying,
)


def test_three_to_eight_explorers() -> None:
    """DIA-1.0."""
    assert list(DIAMANT.seats) == [3, 4, 5, 6, 7, 8]
    assert all(len(DIAMANT.deal(seats, Options(), FastRandom(1)).chests) == seats for seats in DIAMANT.seats)


def test_the_deck_is_the_published_one() -> None:
    """DIA-1.1."""
    gems = sorted(card.stones for card in DECK if isinstance(card, Gems))
    assert gems == [1, 2, 3, 4, 5, 5, 7, 7, 9, 11, 11, 13, 14, 15, 17]
    assert sum(gems) == 124
    hazards = Counter(card.hazard for card in DECK if isinstance(card, Danger))
    assert hazards == dict.fromkeys(Hazard, 3)
    assert {hazard.value for hazard in Hazard} == {"snakes", "scorpions", "rocks", "gas", "explosion"}
    assert CAVES == 5


def test_five_rubies_make_a_diamond() -> None:
    """DIA-1.2."""
    assert as_stones(17) == (3, 2)
    assert as_stones(4) == (0, 4)


def test_everybody_is_inside_and_one_card_is_turned_before_the_first_choice() -> None:
    """DIA-2.1."""
    state = DIAMANT.deal(4, Options(), FastRandom(3))
    assert inside(state) == (0, 1, 2, 3)
    assert len(expedition(state).gallery) == 1
    assert len(expedition(state).pile) == 29
    assert DIAMANT.to_act(state) == {0, 1, 2, 3}


def test_gems_are_shared_in_whole_stones_and_the_rest_stays_on_the_card() -> None:
    """DIA-2.2: 11 stones among five, and 17 among three."""
    five = cave("11", seats=5)
    assert (expedition(five).loot, lying(five)) == (2, [1])
    three = cave("17", seats=3)
    assert (expedition(three).loot, lying(three)) == (5, [2])


def test_a_card_smaller_than_the_group_gives_nobody_anything() -> None:
    """DIA-2.2."""
    state = cave("4", seats=5)
    assert (expedition(state).loot, lying(state)) == (0, [4])


def test_the_first_of_a_hazard_only_warns() -> None:
    """DIA-2.3."""
    state, events = choose(cave("7", then="gas"), GO, GO, GO)
    assert inside(state) == (0, 1, 2)
    assert expedition(state).loot == 2
    assert not happened(events, CaveFled)


def test_the_second_of_a_hazard_takes_the_loot_of_all_inside_and_spares_the_chests() -> None:
    """DIA-2.3."""
    state, _ = choose(cave("7 gas", then="17 gas"), GO, GO, LEAVE)
    assert state.chests == (0, 0, 3)
    assert expedition(state).loot == 2 + 8
    state, events = choose(state, GO, GO)
    assert happened(events, CaveFled) == [CaveFled(1, Hazard.GAS)]
    assert state.chests == (0, 0, 3)
    assert expedition(state).cave == 2
    assert inside(state) == (0, 1, 2)


def test_two_different_hazards_end_nothing() -> None:
    """DIA-2.3."""
    state, events = choose(cave("gas", then="rocks"), GO, GO, GO)
    assert not happened(events, CaveFled)
    assert expedition(state).cave == 1


def test_choices_are_shown_together_when_the_last_is_in() -> None:
    """DIA-2.4."""
    state = cave("7", then="9")
    for seat, choice in ((2, LEAVE), (0, GO)):
        events = decided(state, seat, choice)
        assert events == (Chose(Seat(seat), choice.choice),)
        state = DIAMANT.evolve(state, events[0])
    assert DIAMANT.to_act(state) == {1}
    events = decided(state, 1, GO)
    assert happened(events, ChoicesShown) == [
        ChoicesShown({Seat(0): GO.choice, Seat(1): GO.choice, Seat(2): LEAVE.choice})
    ]


def test_a_choice_can_be_changed_until_the_last_is_in() -> None:
    """DIA-2.4."""
    state = cave("7", then="9")
    for choice in (GO, LEAVE):
        state = DIAMANT.evolve(state, decided(state, 0, choice)[0])
    assert DIAMANT.to_act(state) == {1, 2}
    assert DIAMANT.legal_actions(state, Seat(0)) == (GO, LEAVE)
    for seat in (1, 2):
        for event in decided(state, seat, GO):
            state = DIAMANT.evolve(state, event)
    assert inside(state) == (1, 2)


def test_a_choice_looks_the_same_to_others_whatever_it_is() -> None:
    """DIA-2.4: that a seat has chosen is public, what it chose is not."""
    state = cave("7", then="9")
    told = []
    for choice in (GO, LEAVE):
        events = decided(state, 1, choice)
        after = DIAMANT.evolve(state, events[0])
        assert DIAMANT.view(after, Seat(1)) != DIAMANT.view(after, Seat(0))
        for other in (Seat(0), Seat(2), None):
            view = DIAMANT.view(after, other)
            told.append(
                msgspec.json.encode(
                    (msgspec.structs.replace(view, seat=None), DIAMANT.redact(events[0], other))
                )
            )
    assert len(set(told)) == 1


def test_one_leaver_takes_all_that_lies_in_the_cave() -> None:
    """DIA-2.5."""
    state, _ = choose(cave("11 4 2", then="gas"), LEAVE, GO, GO)
    assert state.chests == (3 + 1 + 2 + 1 + 2, 0, 0)
    assert lying(state) == [0, 0, 0, 0]


def test_leavers_divide_the_whole_and_not_card_by_card() -> None:
    """DIA-2.5: four cards with one stone each are two for each of two leavers."""
    state, events = choose(cave("1 4 7 13", then="gas"), LEAVE, LEAVE, GO)
    assert happened(events, Returned) == [Returned((Seat(0), Seat(1)), 0 + 1 + 2 + 4 + 2, (0, 0, 0, 0))]
    assert state.chests == (9, 9, 0)


def test_an_odd_stone_stays_in_the_cave_on_the_latest_card() -> None:
    """DIA-2.5."""
    state, _ = choose(cave("1 4 7", then="gas"), LEAVE, LEAVE, GO)
    assert state.chests == (3 + 1, 3 + 1, 0)
    assert lying(state) == [0, 0, 1, 0]


def test_what_several_leavers_cannot_divide_spreads_over_the_latest_cards() -> None:
    """DIA-2.5: three stones among four leavers stay, on the latest cards that have room."""
    state, _ = choose(cave("1 11 11", then="gas", seats=5), LEAVE, LEAVE, LEAVE, LEAVE, GO)
    assert lying(state) == [1, 1, 1, 0]


def test_a_leavers_loot_is_safe_from_the_very_next_card() -> None:
    """DIA-2.6: leaving comes before the card is turned."""
    state, events = choose(cave("17 gas", then="gas"), LEAVE, GO, GO)
    assert [type(event) for event in events[-6:]] == [
        ChoicesShown,
        Returned,
        CardTurned,
        CaveFled,
        CaveEntered,
        CardTurned,
    ]
    assert state.chests == (5 + 2, 0, 0)


def test_who_has_left_is_out_of_this_cave() -> None:
    """DIA-2.6."""
    state, _ = choose(cave("7", then="9"), LEAVE, GO, GO)
    assert DIAMANT.legal_actions(state, Seat(0)) == ()
    with pytest.raises(IllegalAction, match=r"DIA-2\.6"):
        decided(state, 0, GO)
    assert expedition(state).loot == 2 + 4


def test_the_gallery_keeps_the_order_in_which_it_grew() -> None:
    """DIA-2.7: a client can lay the gallery out, bends at hazards included."""
    view = DIAMANT.view(cave("7 gas 11"), None)
    assert isinstance(view.phase, ExpeditionView)
    assert [turned.card for turned in view.phase.gallery] == cards("7 gas 11")


def test_the_last_explorer_goes_on_alone() -> None:
    """DIA-2.2, DIA-3.1."""
    state, _ = choose(cave("7", then="17 9"), LEAVE, LEAVE, GO)
    assert inside(state) == (2,)
    assert expedition(state).loot == 2 + 17
    state, events = choose(state, LEAVE)
    assert state.chests[2] == 19 + 1
    assert happened(events, CaveLeft) == [CaveLeft(1)]


def test_a_cave_is_over_when_everybody_leaves_at_once() -> None:
    """DIA-3.1: no card is turned for nobody."""
    state, events = choose(cave("17 2", then="gas"), LEAVE, LEAVE, LEAVE)
    assert state.chests == (5 + 1, 5 + 1, 5 + 1)
    assert happened(events, CaveFled) == []
    assert state.removed == ()
    assert expedition(state).cave == 2
    assert [type(event) for event in events[-3:]] == [CaveLeft, CaveEntered, CardTurned]


def test_the_hazard_that_ended_a_cave_is_a_pair_afterwards() -> None:
    """DIA-3.1."""
    state, _ = choose(cave("gas", then="gas"), GO, GO, GO)
    assert state.removed == (Hazard.GAS,)
    cave_cards = [*expedition(state).pile, *(turned.card for turned in expedition(state).gallery)]
    assert cave_cards.count(Danger(Hazard.GAS)) == 2
    assert len(cave_cards) == 29


def test_stones_left_behind_return_to_the_bank_and_the_cards_are_shuffled_anew() -> None:
    """DIA-3.2."""
    before = cave("17 2 11", then="gas", seats=5)
    state, events = choose(before, LEAVE, LEAVE, LEAVE, LEAVE, LEAVE)
    (entered,) = happened(events, CaveEntered)
    assert isinstance(entered, CaveEntered)
    assert isinstance(entered.pile, tuple)
    assert Counter(entered.pile) == Counter(DECK)
    assert entered.pile != DECK
    assert len(expedition(state).gallery) == 1
    assert DIAMANT.redact(entered, Seat(0)) == CaveEntered(2, HIDDEN)


def test_after_the_fifth_cave_the_fullest_chest_wins() -> None:
    """DIA-3.3."""
    state, events = choose(cave("17 2", then="9", number=5), LEAVE, GO, GO)
    state, events = choose(state, LEAVE, LEAVE)
    assert happened(events, GameEnded) == [GameEnded((9, 9, 9))]
    outcome = DIAMANT.outcome(state)
    assert outcome is not None
    assert outcome.winners == (0, 1, 2)
    state, _ = choose(cave("17 2", then="11", number=5), LEAVE, GO, GO)
    state, _ = choose(state, LEAVE, LEAVE)
    outcome = DIAMANT.outcome(state)
    assert outcome is not None
    assert outcome.scores == (9, 10, 10)
    assert outcome.winners == (1, 2)
    with pytest.raises(IllegalAction, match=r"DIA-3\.3"):
        decided(state, 0, GO)


def test_all_five_caves_are_explored() -> None:
    """DIA-3.3: leaving at once or staying for ever, there are five caves."""
    for choice in (GO, LEAVE):
        state = DIAMANT.deal(3, Options(), FastRandom(8))
        visited = {1}
        while not isinstance(state.phase, Finished):
            visited.add(expedition(state).cave)
            state, _ = choose(state, *(choice for _ in inside(state)))
        assert visited == {1, 2, 3, 4, 5}
        assert len(state.removed) == (5 if choice == GO else 0)


def test_hidden_chests_show_each_seat_its_own_until_the_end() -> None:
    """DIA-4.1."""
    hidden = Options(chests="hidden")
    state, events = choose(cave("17", then="9 gas", options=hidden), LEAVE, GO, GO)
    assert DIAMANT.view(state, Seat(0)).chests == (7, HIDDEN, HIDDEN)
    assert DIAMANT.view(state, Seat(1)).chests == (HIDDEN, 0, HIDDEN)
    assert DIAMANT.view(state, None).chests == (HIDDEN, HIDDEN, HIDDEN)
    (returned,) = happened(events, Returned)
    assert DIAMANT.redact(returned, None) == returned
    state, _ = choose(cave("17", number=5, options=hidden), LEAVE, LEAVE, LEAVE)
    assert DIAMANT.view(state, None).chests == (5, 5, 5)


def test_open_chests_are_seen_by_all() -> None:
    """DIA-4.1."""
    state, _ = choose(cave("17", then="9"), LEAVE, GO, GO)
    assert DIAMANT.view(state, None).chests == (7, 0, 0)


def test_leftovers_can_be_divided_card_by_card() -> None:
    """DIA-4.2."""
    per_card = Options(leftovers="per_card")
    state, _ = choose(cave("1 4 17", then="gas", options=per_card), LEAVE, LEAVE, GO)
    assert state.chests == (0 + 1 + 5 + 1, 0 + 1 + 5 + 1, 0)
    assert lying(state) == [1, 1, 0, 0]


@pytest.mark.parametrize("leftovers", ["together", "per_card"])
def test_only_a_lone_leaver_takes_the_artifact(leftovers: str) -> None:
    """DIA-4.3."""
    options = msgspec.convert({"leftovers": leftovers, "artifacts": "one_per_cave"}, Options)
    state = cave("17 artifact", then="gas rocks 9", options=options)
    assert lying(state) == [2, 5]
    two, _ = choose(state, LEAVE, LEAVE, GO)
    assert two.chests == (6, 6, 0)
    assert lying(two) == [0, 5, 0]
    alone, _ = choose(two, LEAVE)
    assert alone.chests == (6, 6, 5 + 5)
    first, _ = choose(state, LEAVE, GO, GO)
    assert first.chests == (5 + 2 + 5, 0, 0)
    assert lying(first) == [0, 0, 0]


def test_artifacts_are_worth_more_the_later_they_turn_up_and_leave_with_their_cave() -> None:
    """DIA-4.3."""
    options = Options(artifacts="one_per_cave")
    seen = []
    for seed in range(80):
        random = FastRandom(seed)
        state = DIAMANT.deal(3, options, random)
        worth = [turned.left for turned in expedition(state).gallery if turned.card == ARTIFACT]
        while not isinstance(state.phase, Finished):
            here = [*expedition(state).pile, *(turned.card for turned in expedition(state).gallery)]
            assert here.count(ARTIFACT) == 1
            state, events = choose(state, *(GO for _ in inside(state)), random=random)
            worth += [
                event.left for event in events if isinstance(event, CardTurned) and event.card == ARTIFACT
            ]
        assert worth == [5, 7, 8, 10, 12][: len(worth)]
        seen.append(len(worth))
    assert max(seen) >= 3


def test_without_artifacts_the_pile_is_the_deck() -> None:
    """DIA-4.3."""
    state = DIAMANT.deal(3, Options(), FastRandom(5))
    assert Counter([*expedition(state).pile, expedition(state).gallery[0].card]) == Counter(DECK)


def test_the_drawn_cave_shows_gems_hazards_and_artifacts_with_what_still_lies_there() -> None:
    """DIA-2.4, DIA-4.3: three share 17 and leave 2; the artifact cannot be shared."""
    state = cave("17 gas artifact", options=Options(artifacts="one_per_cave"))
    drawn = DIAMANT.draw(DIAMANT.view(state, Seat(0)))
    assert "gallery: 17(2) - !gas - artifact(5)" in drawn


def test_after_a_cave_the_table_pauses_until_it_goes_on() -> None:
    """DIA-3.4: all lies as it lay, and of the next cave there is nothing."""
    state, _ = choose(cave("17 gas", then="9 gas"), LEAVE, GO, GO)
    state, _ = play_one(DIAMANT, state, Seat(1), GO, FastRandom(0))
    state, events = play_one(DIAMANT, state, Seat(2), GO, FastRandom(0))
    assert events[-1] == CaveFled(1, Hazard.GAS)
    assert state.phase == CaveOver(
        cave=1,
        pile=expedition(cave("17 gas 9 gas")).pile,
        gallery=over(state).gallery,
        hazard=Hazard.GAS,
        lost={Seat(1): 9, Seat(2): 9},
    )
    assert [turned.card for turned in over(state).gallery] == cards("17 gas 9 gas")
    assert state.removed == (Hazard.GAS,)
    assert not DIAMANT.to_act(state)
    nexts = {DIAMANT.decide(state, TABLE, CONTINUE, FastRandom(seed)) for seed in range(9)}
    assert len(nexts) == 9, "the next pile is shuffled when the table goes on"


def test_each_seat_says_once_that_it_is_ready() -> None:
    """DIA-3.4: in or out of the cave; who is ready says nothing of when."""
    state = cave("gas", then="gas")
    for seat in range(3):
        state, _ = play_one(DIAMANT, state, Seat(seat), GO, FastRandom(0))
    for seat in (2, 0):
        state, events = play_one(DIAMANT, state, Seat(seat), CONTINUE, FastRandom(0))
        assert events == (Continued(Seat(seat)),)
    assert over(state).ready == (0, 2)
    assert DIAMANT.legal_actions(state, Seat(0)) == ()
    assert DIAMANT.legal_actions(state, Seat(1)) == (CONTINUE,)
    for action in (CONTINUE, GO):
        with pytest.raises(IllegalAction, match=r"DIA-3\.4"):
            DIAMANT.decide(state, Seat(0), action, FastRandom(0))
    with pytest.raises(IllegalAction, match=r"DIA-3\.4"):
        DIAMANT.decide(cave("gas"), TABLE, CONTINUE, FastRandom(0))


def over(state: State) -> CaveOver:
    assert isinstance(state.phase, CaveOver)
    return state.phase
