"""Out of Mine!: every level fills the galleries it is left alone with, and nobody ever calls falsely."""

from collections import Counter

import pytest

from bench.digging import by_the_clock
from filon.bots import Player, Sight, level
from filon.bots.arena.match import decisions as match
from filon.bots.named import bot_named
from filon.bots.outofmine import advise
from filon.games.chance import FastRandom
from filon.games.contract import Seat
from filon.games.outofmine import OUTOFMINE
from filon.games.outofmine.boards import ALL_BOARDS
from filon.games.outofmine.cards import TREASURES
from filon.games.outofmine.model import (
    Action,
    Call,
    Mine,
    Options,
    Place,
    PlacingView,
    PutBack,
    State,
    TakeOff,
)
from filon.games.outofmine.pieces import CardId, Shape, Side, Tile
from filon.games.outofmine.scoring import count
from tests.bots.matches import decisions, seated
from tests.games.outofmine.mines import at_work, card, done, mine


@pytest.mark.parametrize("name", ["easy", "normal", "hard"])
def test_against_nobody_every_round_ends_with_a_good_call(name: str) -> None:
    """The other gives up at once: seven rounds, seven full galleries, twelve points each."""
    rounds = 0
    for step in decisions(OUTOFMINE, 2, seated(name, "quitter"), seed=4):
        if step.action == Call():
            assert step.seat == 0
            sheet = step.after.last
            assert sheet.counts[0].empty == 0
            assert not sheet.counts[0].removed
            assert sheet.counts[0].points == 12
            rounds += 1
    assert rounds == 7


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("name", ["easy", "normal", "hard"])
def test_no_call_is_ever_false(name: str, seats: int) -> None:
    calls = 0
    for seed in range(3):
        for step in decisions(OUTOFMINE, seats, seated(*[name] * seats), seed):
            if step.action == Call():
                mine = step.before.phase.mines[step.seat]
                assert count(step.before.options, mine, called=True).call > 0
                calls += 1
    assert calls > 12


def test_hints_make_no_detours_when_nobody_is_in_the_way() -> None:
    """A take and a placing for each tile, and the call: nothing is taken off again."""
    for board in ALL_BOARDS:
        own = Mine(board, Side.FRONT, CardId(2 * board))
        state = at_work(own, mine("The Crown", card=CardId(1), given_up=True))
        for motion in range(2 * sum(TREASURES[own.card].tiles.values()) + 1):
            sight = Sight(OUTOFMINE, OUTOFMINE.view(state, Seat(0)), OUTOFMINE.legal_actions(state, Seat(0)))
            state = done(state, 0, advise(sight.view, sight.legal, FastRandom(motion)).action)
        assert state.last is not None
        assert state.last.counts[0].points == 12


def test_the_normal_level_slips_now_and_then_and_else_does_what_the_hint_says() -> None:
    """Left alone, not quite once in a gallery. It is mended before the call, and the call is good."""
    slips = rounds = 0
    for seed in range(12):
        for step in decisions(OUTOFMINE, 2, seated("normal", "quitter"), seed):
            if step.seat == 0:
                slips += step.action != advise(step.sight.view, step.sight.legal, FastRandom(0)).action
                rounds += step.action == Call()
    assert rounds == 7 * 12
    assert rounds / 4 < slips < rounds


def test_who_does_what_the_hints_say_beats_the_normal_level_by_its_slips() -> None:
    by_hints = bot_named("by_hints", "outofmine")
    won = 0.0
    for number in range(60):
        own = Seat(number % 2)

        def player(_state: State, seat: Seat, *, own: Seat = own) -> Player:
            return by_hints if seat == own else level("normal")

        for step in match(OUTOFMINE, 2, Options(), player, number // 2):
            state = step.after
        outcome = OUTOFMINE.outcome(state)
        assert outcome is not None
        won += (own in outcome.winners) / len(outcome.winners)
    assert won > 33, won


def test_at_a_table_the_normal_level_has_second_thoughts_and_still_fills_its_gallery() -> None:
    """What its skill alone would never do: a tile lifted again, put back, or exchanged for another."""
    rounds = [Counter[str]()]
    for motion in by_the_clock(["normal", "normal"], Options(), 3):
        rounds[-1][type(motion.action).__name__] += 1
        if motion.action == Call():
            assert motion.state.last is not None
            assert motion.state.last.counts[motion.seat].call > 0, "a false call"
            rounds.append(Counter())
    doubted = [done for done in rounds if done["PickUp"] + done["PutBack"] + done["Swap"] + done["TakeOff"]]
    assert len(doubted) >= 6


def test_the_easy_level_takes_back_what_it_laid_wrongly() -> None:
    taken_off = [
        step
        for step in decisions(OUTOFMINE, 2, seated("easy", "quitter"), 1)
        if isinstance(step.action, TakeOff)
    ]
    assert taken_off


@pytest.mark.parametrize("name", ["easy", "normal", "hard"])
def test_a_bot_that_takes_over_two_full_hands_empties_them(name: str) -> None:
    """OOM-3.2: what is needed is laid, what is not goes back, and the gallery is filled to the call."""
    for second in (Shape.I1, Shape.O4):
        own = mine("The Bat", card=card("2Y 2B 3G 1W"), hand=Tile(Shape.I2), second=Tile(second))
        state = at_work(own, mine("The Crown", card=CardId(40), given_up=True))
        done_with_it: list[Action] = []
        for number in range(60):
            sight = Sight(OUTOFMINE, OUTOFMINE.view(state, Seat(0)), OUTOFMINE.legal_actions(state, Seat(0)))
            action = level(name).choose(sight, FastRandom(number))
            if isinstance(action, Place | PutBack) and action.hand == "second":
                done_with_it.append(action)
            state = done(state, 0, action)
            if action == Call():
                break
        assert state.last is not None, "it never called"
        assert state.last.counts[0].points == 12
        assert len(done_with_it) == 1
        assert isinstance(done_with_it[0], PutBack) == (second is Shape.O4), "no red is on the card"


def test_somebody_elses_mess_is_cleared_up_first() -> None:
    """A bot that takes over takes off what would not count, whoever laid it."""
    cleared = 0
    for number, step in enumerate(decisions(OUTOFMINE, 2, seated("random", "random"), seed=3)):
        if number == 300:
            break
        if isinstance(step.sight.view.phase, PlacingView):
            mine = step.before.phase.mines[step.seat]
            wrong = count(step.before.options, mine, called=False).removed
            hint = advise(step.sight.view, step.sight.legal, FastRandom(0))
            assert hint.action in step.sight.legal
            if wrong:
                assert hint.action == TakeOff(wrong[0].placed.squares[0])
                cleared += 1
    assert cleared
