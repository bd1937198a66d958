"""Decisions of Le Labyrinthe Secret weighed: what the law says of them, and nothing a seat could not know."""

from collections.abc import Iterator, Sequence
from typing import Final

import pytest
from msgspec.structs import replace

from filon.bots.sight import Sight
from filon.coach.contract import Weighed
from filon.coach.labyrinth import COACH
from filon.coach.labyrinth.keys import KINDS, REASONS
from filon.coach.labyrinth.throws import foreseen
from filon.games.chance import FastRandom, pick
from filon.games.contract import Seat
from filon.games.labyrinth import LABYRINTH
from filon.games.labyrinth.castle import SQUARE_OF
from filon.games.labyrinth.model import (
    Action,
    AnimalTurned,
    Arrived,
    Challenge,
    Duel,
    End,
    Event,
    FirstChange,
    ForCards,
    Move,
    Moving,
    Options,
    Place,
    Placing,
    SecondChange,
    State,
    Stay,
    Swap,
    Throw,
    ThrowsShown,
    Turn,
)
from filon.games.labyrinth.pieces import Kind, Secret, Stake, Thing
from tests.coach.games import decided
from tests.games.labyrinth.castles import at, played, scene

SIX: Final = "goblet sceptre mirror lamp harp hourglass"
"""Treasures: with the crown it is a set."""
SIX_GNOMES: Final = "miller piper smith baker tailor lookout"
OPEN: Final = Options(memory="off")


def sight_of(state: State, seat: int, past: Sequence[Event] = ()) -> Sight:
    return Sight(
        LABYRINTH,
        LABYRINTH.view(state, Seat(seat)),
        LABYRINTH.legal_actions(state, Seat(seat)),
        tuple(past),
    )


def weighed(state: State, seat: int, action: Action, past: Sequence[Event] = ()) -> Weighed:
    return COACH.weigh(sight_of(state, seat, past), action, FastRandom(1), "quick")


def winning_changes(state: State) -> set[Action]:
    """By the law alone: every change after which some other change and some walk win on the spot."""
    found: set[Action] = set()
    seat = state.on_turn
    for first in LABYRINTH.legal_actions(state, seat):
        middle, _ = played(state, (seat, first))
        for second in LABYRINTH.legal_actions(middle, seat):
            end, _ = played(middle, (seat, second))
            for walk in LABYRINTH.legal_actions(end, seat):
                over, _ = played(end, (seat, walk))
                outcome = LABYRINTH.outcome(over)
                if outcome is not None and outcome.winners == (seat,):
                    found.add(first)
    return found


def far_from_the_crown(seed: int) -> State:
    """The last turn there is. Each misses one card of a set, and that of the first lies open."""
    random = FastRandom(seed)
    state = LABYRINTH.deal(2, Options(memory="off", turn_limit=9), random)
    hands = tuple(tuple(Secret(name) for name in names.split()) for names in (SIX, SIX_GNOMES))
    pile = tuple(card for card in Secret if card not in (*hands[0], *hands[1], Secret.CROWN))
    squares = tuple(square for square in range(102) if square != SQUARE_OF[Secret.CROWN])
    pawns = (pick(squares, random), pick(squares, random))
    return replace(state, pawns=pawns, hands=hands, pile=pile, sought=Secret.CROWN, turn=9)


@pytest.mark.parametrize("seed", range(12))
def test_the_changes_worth_the_whole_win_are_those_that_exhausting_the_law_finds(seed: int) -> None:
    state = far_from_the_crown(seed)
    winning = winning_changes(state)
    found = weighed(state, 0, LABYRINTH.legal_actions(state, Seat(0))[0])
    assert len(found.options) == len(LABYRINTH.legal_actions(state, Seat(0)))
    assert {option.action for option in found.options if option.game == 1} == winning
    assert (found.why.key == "coach.labyrinth.win") == bool(winning)


def test_exhaustion_finds_both_turns_that_win_and_turns_that_cannot() -> None:
    counts = [len(winning_changes(far_from_the_crown(seed))) for seed in range(12)]
    assert min(counts) == 0
    assert any(0 < count < 7 for count in counts)


def test_the_changes_told_with_a_reason_lead_to_the_secret() -> None:
    told = 0
    for seed in range(12):
        state = far_from_the_crown(seed)
        said = weighed(state, 0, LABYRINTH.legal_actions(state, Seat(0))[0]).why
        if said.key != "coach.labyrinth.win":
            continue
        ring, steps, then, more = (said.values[name] for name in ("ring", "steps", "then", "then_steps"))
        first, second = (
            turn
            for name, count in ((ring, steps), (then, more))
            for turn in LABYRINTH.legal_actions(state, Seat(0))
            if isinstance(turn, Turn) and (turn.ring.value, turn.steps) == (name, count)
        )
        after, _ = played(state, (0, first), (0, second))
        crown = SQUARE_OF[Secret.CROWN]
        assert Move(crown) in LABYRINTH.legal_actions(after, Seat(0))
        told += 1
    assert told


def test_walking_past_the_sought_secret_is_a_missed_secret() -> None:
    state = scene("A10 A21", hands=["piper"], sought="miller", options=OPEN)
    found = weighed(state, 0, Stay())
    assert found.options[0].action == Move(at("A11"))
    assert found.kind == "labyrinth.missed_secret"
    assert found.why.key == "coach.labyrinth.take"
    stayed = next(option for option in found.options if option.action == Stay())
    assert found.options[0].game - stayed.game > 2 * stayed.error


def test_a_challenge_is_weighed_by_what_each_has_to_lose() -> None:
    hands = ["piper", "crown goblet sceptre mirror lamp harp"]
    state = scene("A8 A8", hands=hands, sought="dragon", options=OPEN, phase=Arrived((Seat(1),)))
    found = weighed(state, 0, End())
    best = found.options[0].action
    assert isinstance(best, Challenge)
    assert best.kind is Kind.TREASURE
    assert found.kind == "labyrinth.challenge"
    assert found.why.values["lose"] == 0
    assert found.why.values["win"] == (1 if best.stake is Stake.ONE else 3)


def test_a_swap_that_takes_the_last_cards_before_a_set_is_worth_its_animal() -> None:
    hands = ["dragon piper", SIX]
    state = scene("A3 A15", hands=hands, sought="crown", options=OPEN, phase=Arrived(()))
    found = weighed(state, 0, End())
    assert found.options[0].action == Swap(Seat(1), Kind.GNOME)
    assert found.kind == "labyrinth.swap"
    assert found.why.values["treasures"] == 2


DUEL: Final = Duel((Seat(0), Seat(1)), ForCards(Kind.TREASURE, 2), {})


def in_duel() -> State:
    return scene(
        "A8 A8", hands=["crown goblet sceptre", "mirror lamp harp"], sought="piper", options=OPEN, phase=DUEL
    )


def thrown(theirs: Sequence[Thing], ours: Sequence[Thing]) -> list[Event]:
    return [ThrowsShown({Seat(0): mine, Seat(1): other}) for mine, other in zip(ours, theirs, strict=True)]


def test_a_lone_throw_is_not_graded() -> None:
    for thing in Thing:
        found = weighed(in_duel(), 0, Throw(thing))
        assert not found.graded
        assert len({option.game for option in found.options}) == 1
        assert found.why.key == "coach.labyrinth.throw"
        assert found.why.values["points"] != 0


def test_who_throws_nothing_but_stone_can_be_foreseen_and_paper_is_best() -> None:
    random = FastRandom(4)
    ours = [pick(tuple(Thing), random) for _ in range(12)]
    past = thrown([Thing.STONE] * 12, ours)
    found = weighed(in_duel(), 0, Throw(Thing.SCISSORS), past)
    assert found.graded
    assert found.why.values["thing"] == "stone"
    assert [option.action for option in found.options] == [
        Throw(Thing.PAPER),
        Throw(Thing.STONE),
        Throw(Thing.SCISSORS),
    ]
    worst = found.options[2]
    assert found.options[0].game - worst.game > 2 * worst.error > 0


def test_hardly_anybody_who_throws_evenly_is_called_predictable() -> None:
    random = FastRandom(8)
    things = tuple(Thing)
    graded = 0
    for _ in range(150):
        count = 4 + random.below(16)
        past = thrown(*([pick(things, random) for _ in range(count)] for _ in range(2)))
        graded += foreseen(past, 1).predictable
    assert graded <= 5


def test_a_throw_already_made_in_secret_is_nothing_to_go_by() -> None:
    for thing in Thing:
        state = replace(in_duel(), phase=replace(DUEL, throws={Seat(1): thing}))
        assert weighed(state, 0, Throw(Thing.STONE)) == weighed(
            replace(state, phase=replace(DUEL, throws={Seat(1): Thing.PAPER})), 0, Throw(Thing.STONE)
        )


def some_decisions(seed: int) -> Iterator[tuple[State, Sight, Action]]:
    """Of every kind of moment a few."""
    seen: dict[type, int] = {}
    for moment, sight in decided("labyrinth", seed):
        phase = type(moment.before.phase)
        seen[phase] = seen.get(phase, 0) + 1
        if len(sight.legal) > 1 and seen[phase] <= 4:
            yield moment.before, sight, moment.action


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_of_every_decision_what_was_played_stands_itself_and_the_best_comes_first(seed: int) -> None:
    phases: set[type] = set()
    for state, sight, action in some_decisions(seed):
        found = COACH.weigh(sight, action, FastRandom(1), "quick")
        shares = [option.game for option in found.options]
        actions = [option.action for option in found.options]
        assert shares == sorted(shares, reverse=True)
        assert all(0 <= share <= 1 for share in shares)
        assert len(set(actions)) == len(actions)
        assert set(actions) <= set(sight.legal)
        assert action in actions
        assert found.options[0].error == 0
        assert found.why.key in REASONS
        assert found.kind in KINDS
        phases.add(type(state.phase))
    assert phases >= {FirstChange, SecondChange, Moving}


@pytest.mark.parametrize("seed", [1, 2])
def test_a_world_that_the_seat_cannot_tell_apart_gives_the_same_answer(seed: int) -> None:
    random = FastRandom(seed)
    twins = 0
    for state, sight, action in some_decisions(seed):
        seat = sight.view.seat
        twin = LABYRINTH.imagine(sight.view, random)
        twins += twin != state
        other = Sight(LABYRINTH, LABYRINTH.view(twin, seat), LABYRINTH.legal_actions(twin, seat), sight.past)
        assert COACH.weigh(other, action, FastRandom(1), "quick") == COACH.weigh(
            sight, action, FastRandom(1), "quick"
        )
    assert twins > 5


def test_an_animal_turned_up_far_from_everybody_is_fetched() -> None:
    state = scene("A3 A15", sought="dragon", options=OPEN, phase=AnimalTurned(Seat(0)))
    fetch, decline = LABYRINTH.legal_actions(state, Seat(0))
    found = weighed(state, 0, decline)
    assert found.options[0].action == fetch
    assert (found.kind, found.why.key) == ("labyrinth.fetch", "coach.labyrinth.fetch")


def test_whoever_wins_a_duel_is_told_where_to_put_the_loser() -> None:
    state = scene(
        "A8 A8",
        hands=["crown", "lamp"],
        sought="miller",
        options=OPEN,
        phase=Placing(Seat(0), Seat(1), DUEL.prize),
    )
    # A10-A11-A12 stays open: the miller's own neighbour is the worst of places for somebody else.
    found = weighed(state, 0, Place(at("A10")))
    assert found.options[0].action != Place(at("A10"))
    assert found.why.key == "coach.labyrinth.place_theirs"
    assert float(found.why.values["theirs"]) < float(found.why.values["theirs_played"])
