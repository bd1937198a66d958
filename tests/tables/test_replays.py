"""Games watched again: what was seen is shown, and nobody's eyes see more than they saw then."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from filon.coach.replay import moments
from filon.games.chance import FastRandom
from filon.games.contract import TABLE, Actor, AnyGame, Seat, play_one
from filon.games.registry import GAMES
from filon.tables import audience, commands, evolve, export_game, patched, sync
from filon.tables.export import read_game
from filon.tables.model import AnyTable
from filon.tables.replays import Eyes, Recording, Step, after, looked_at, shown
from tests.contract.tables import Position, positions
from tests.tables.desk import ANNA, BEN, CLEO, DAN, FOUR, Desk, four_playing, settings

PUBLIC = Eyes("public")


def recorded(desk: Desk) -> Recording:
    recording = Recording()
    for entry in desk.log:
        recording.take(entry)
    return recording


def json_of(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def everybodys(seats: int) -> list[Eyes]:
    own = [Eyes(name, Seat(seat)) for seat in range(seats) for name in ("truth", "seat")]
    return [Eyes("truth"), PUBLIC, *own]


@pytest.mark.parametrize(
    ("game", "seats"), [("saboteur", 4), ("labyrinth", 3), ("outofmine", 2), ("diamant", 3)]
)
def test_patches_make_the_view_of_every_step_for_all_eyes(game: str, seats: int) -> None:
    options = msgspec.to_builtins(GAMES[game].simulation)
    desk = Desk(settings(game=game, seats=seats, options=options, bot_pause_ms=0)).sit(ANNA)
    desk.say(ANNA, commands.Start("random"))
    desk.play_out()
    law, recording = GAMES[game], recorded(desk)
    for eyes in everybodys(seats):
        state = recording.dealt
        view = json_of(looked_at(law, state, eyes))
        told = list(shown(law, state, recording.steps, eyes))
        for one, step in zip(told, recording.steps, strict=True):
            state = after(law, state, step)
            patch = json_of(one.patch)
            view = view if patch is None else patched(view, patch)
            assert view == json_of(looked_at(law, state, eyes))


def test_a_replay_from_a_seat_is_what_its_player_was_shown() -> None:
    """Entry by entry, as a connection that was open all along would have been told."""
    desk = four_playing().play_out()
    law, recording = GAMES["diamant"], recorded(desk)
    for seat, guest in enumerate(FOUR):
        live = dict(seen_live(desk, guest))
        state = recording.dealt
        for step in recording.steps:
            state = after(law, state, step)
            assert looked_at(law, state, Eyes("seat", Seat(seat))) == live[step.sequence]


def seen_live(desk: Desk, guest: Any) -> Iterator[tuple[int, Any]]:
    table: AnyTable | None = None
    for entry in desk.log:
        table = evolve(table, entry)
        shown_now = sync(table, audience(table, guest)).game
        if shown_now is not None:
            yield entry.sequence, shown_now.view


def test_what_was_taken_back_is_left_out_and_still_counts() -> None:
    desk = four_playing()
    desk.act(ANNA, "leave")
    desk.act(BEN, "go")
    desk.say(BEN, commands.AskUndo())
    for guest in (ANNA, CLEO, DAN):
        desk.say(guest, commands.AnswerUndo(agree=True))
    desk.act(BEN, "leave")
    desk.play_out()
    recording = recorded(desk)
    assert [(step.step, step.seat) for step in recording.steps[:2]] == [(0, 0), (3, 1)]
    counted = moments(read_game(export_game(desk.log, names=False)))
    assert [(one.step, one.sequence, one.action) for one in counted] == [
        (one.step, one.sequence, one.action) for one in recording.steps
    ]
    assert after(GAMES["diamant"], counted[-1].before, recording.steps[-1]) == counted[-1].after


def test_a_choice_is_secret_until_it_is_shown() -> None:
    desk = four_playing().play_out()
    recording = recorded(desk)
    first = recording.steps[:4]
    for eyes in (PUBLIC, Eyes("seat", Seat(2))):
        told = list(shown(GAMES["diamant"], recording.dealt, first, eyes))
        for one in told:
            own = one.seat == eyes.seat
            choice = json_of(one.events[0])["choice"]
            assert (choice == {"type": "hidden"}) is not own
            assert (one.action is None) is not own
        assert type(told[-1].events[1]).__name__ == "ChoicesShown"
    truth = list(shown(GAMES["diamant"], recording.dealt, first, Eyes("truth")))
    assert [one.action for one in truth] == [step.action for step in first]
    assert b"hidden" not in msgspec.json.encode(truth)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_actions_that_look_alike_are_not_told_apart(game: AnyGame) -> None:
    @given(positions(game))
    def check(at: Position) -> None:
        for viewer in at.viewers:
            eyes = PUBLIC if viewer is None else Eyes("seat", viewer)
            for seat in map(Seat, range(at.seats)):
                if seat == viewer:
                    continue
                told: dict[bytes, Any] = {}
                for action in game.legal_actions(at.state, seat)[:40]:
                    _, events = play_one(game, at.state, seat, action, FastRandom(1))
                    step = Step(0, 2, 0, seat, "player", action, tuple(events))
                    (one,) = shown(game, at.state, [step], eyes)
                    assert told.setdefault(msgspec.json.encode(one.events), one.action) == one.action

    check()


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_twins_have_the_same_replay_until_something_is_revealed(game: AnyGame) -> None:
    """Two games that differ only in what the seat could not know: hidden cards, others' secret choices."""

    @given(positions(game), st.integers(0, 2**16))
    def check(at: Position, chance: int) -> None:
        random = FastRandom(chance)
        for viewer in at.viewers:
            eyes = PUBLIC if viewer is None else Eyes("seat", viewer)
            twin = game.imagine(game.view(at.state, viewer), random)
            mine, theirs = twins_played(game, (at.state, twin), viewer, random)
            assert len(mine) == len(theirs)
            one, other = (
                msgspec.json.encode((looked_at(game, state, eyes), list(shown(game, state, steps, eyes))))
                for state, steps in ((at.state, mine), (twin, theirs))
            )
            assert one == other

    check()


def twins_played(
    game: AnyGame, states: tuple[Any, Any], viewer: Seat | None, random: FastRandom, most: int = 6
) -> tuple[list[Step], list[Step]]:
    """Steps of both, for as long as the viewer is told the same of them."""
    state, twin = states
    mine: list[Step] = []
    theirs: list[Step] = []
    for number in range(most):
        actors: list[Actor] = [*sorted(game.to_act(state))] or [TABLE]
        actor = actors[random.below(len(actors))]
        legal, others = game.legal_actions(state, actor), game.legal_actions(twin, actor)
        if not legal or not others:
            break
        action = legal[random.below(len(legal))]
        own = [action] if action in others else []
        choices = own if actor == viewer else [*own, *(others[random.below(len(others))] for _ in range(4))]
        seed = random.below(2**32)
        after_this, events = play_one(game, state, actor, action, FastRandom(seed))
        said = msgspec.json.encode([game.redact(event, viewer) for event in events])
        alike = [
            (other, after_that, that)
            for other in choices
            for after_that, that in [play_one(game, twin, actor, other, FastRandom(seed))]
            if msgspec.json.encode([game.redact(event, viewer) for event in that]) == said
        ]
        if not alike:
            break
        other, after_that, that = alike[-1]
        seat = None if actor is TABLE else actor
        by: Any = "table" if seat is None else "player"
        mine.append(Step(number, number + 2, 0, seat, by, action, tuple(events)))
        theirs.append(Step(number, number + 2, 0, seat, by, other, tuple(that)))
        state, twin = after_this, after_that
    return mine, theirs
