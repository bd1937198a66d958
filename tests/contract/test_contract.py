"""The contract of docs/architecture.md, for every registered game without being told about it."""

from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any, assert_never, get_args

import msgspec
import pytest
from hypothesis import given, note
from hypothesis import strategies as st

from filon.games.chance import FastRandom, SealedRandom, pick
from filon.games.contract import (
    CONTINUE,
    HIDDEN,
    TABLE,
    Absence,
    AnyGame,
    Countdown,
    Elapsed,
    Game,
    Hidden,
    IllegalAction,
    Intermission,
    Malformed,
    Seat,
    play,
)
from filon.games.registry import GAMES, game_named
from filon.lab.walk import walk
from tests.contract.tables import Position, all_options, positions, whole_games
from tests.golden import golden_files, read_header, read_moves

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())


def in_positions(test: Callable[[Position], None]) -> Callable[[AnyGame], None]:
    """The test, run in many positions of every game."""
    return _spread(test, positions)


def in_whole_games(test: Callable[[Position], None]) -> Callable[[AnyGame], None]:
    return _spread(test, whole_games)


def _spread(
    test: Callable[[Position], None], strategy: Callable[[AnyGame], st.SearchStrategy[Position]]
) -> Callable[[AnyGame], None]:
    @every_game
    def spread(game: AnyGame) -> None:
        given(strategy(game))(test)()

    spread.__doc__ = test.__doc__
    spread.__name__ = test.__name__
    return spread


@in_whole_games
def test_the_log_folds_to_the_state_and_the_game_ends(end: Position) -> None:
    game = end.game
    assert game.outcome(end.state) is not None
    assert not game.to_act(end.state)
    assert not any(game.legal_actions(end.state, actor) for actor in end.actors)
    for step in end.steps:
        assert game.outcome(step.before) is None
        folded = step.before
        for event in step.events:
            folded = game.evolve(folded, event)
        assert folded == step.after


@in_whole_games
def test_an_outcome_names_seats_of_the_game_and_scores_them_all(end: Position) -> None:
    outcome = end.game.outcome(end.state)
    assert outcome is not None
    assert set(outcome.winners) <= set(range(end.seats))
    assert list(outcome.winners) == sorted(set(outcome.winners))
    assert len(outcome.scores) == end.seats
    assert outcome.reason
    _same_after_both_codecs(outcome, type(outcome))


@in_whole_games
def test_every_card_and_tile_is_conserved(end: Position) -> None:
    game = end.game
    pieces = game.pieces(end.steps[0].before)
    assert pieces
    for step in end.steps:
        assert game.pieces(step.after) == pieces


@every_game
def test_the_same_seed_plays_the_same_game(game: AnyGame) -> None:
    @given(st.sampled_from(list(game.seats)), st.binary(min_size=32, max_size=32))
    def check(seats: int, seed: bytes) -> None:
        def played() -> tuple[bytes, list[bytes]]:
            random = SealedRandom(seed)
            dealt = game.deal(seats, game.simulation, random)
            steps = list(walk(game, dealt, random, patience=20))[:40]
            return msgspec.json.encode(dealt), [
                msgspec.json.encode((s.actor, s.action, s.events)) for s in steps
            ]

        assert played() == played()

    check()


@in_positions
def test_json_and_messagepack_bring_everything_back(at: Position) -> None:
    game = at.game
    _same_after_both_codecs(at.state, game.state_type)
    for viewer in at.viewers:
        _same_after_both_codecs(game.view(at.state, viewer), game.view_type)
        for step in at.steps[-5:]:
            for event in step.events:
                _same_after_both_codecs(event, game.event_type)
                _same_after_both_codecs(game.redact(event, viewer), game.event_type)
    for actor in at.actors:
        for action in game.legal_actions(at.state, actor)[:50]:
            _same_after_both_codecs(action, game.action_type)


def _same_after_both_codecs(value: Any, kind: Any) -> None:
    text = msgspec.json.encode(value)
    assert msgspec.json.decode(text, type=kind) == value
    assert msgspec.json.encode(msgspec.json.decode(text, type=kind)) == text
    packed = msgspec.msgpack.encode(value)
    assert msgspec.msgpack.decode(packed, type=kind) == value


@in_positions
def test_what_is_listed_is_accepted_and_nothing_else_is(at: Position) -> None:
    """Candidates are the actions of everybody in all positions that led here."""
    game = at.game
    before = msgspec.json.encode(at.state)
    candidates = [step.action for step in at.steps[-60:]]
    for actor in at.actors:
        candidates += _spread_out(game.legal_actions(at.state, actor), 40)
    for step in _spread_out(at.steps, 5):
        candidates += _spread_out(game.legal_actions(step.before, step.actor), 20)
    for actor in at.actors:
        legal = game.legal_actions(at.state, actor)
        encoded = [msgspec.json.encode(action) for action in legal]
        assert len(set(encoded)) == len(encoded), "an action is listed twice"
        known = set(encoded)
        for action in candidates:
            if msgspec.json.encode(action) in known:
                game.decide(at.state, actor, action, FastRandom(0))
            else:
                with pytest.raises(IllegalAction) as refusal:
                    game.decide(at.state, actor, action, FastRandom(0))
                assert refusal.value.rule.startswith(f"{game.prefix}-")
                assert refusal.value.reason
    assert msgspec.json.encode(at.state) == before
    waiting = game.to_act(at.state)
    assert all(game.legal_actions(at.state, seat) for seat in waiting)


def _spread_out(items: Any, most: int) -> list[Any]:
    return list(items)[:: max(1, len(items) // most)]


@in_positions
def test_the_game_says_what_brings_about_every_action_of_the_table(at: Position) -> None:
    """So that no table has to know a game's actions by name: the clock, or somebody's absence."""
    game = at.game
    causes = game.table_actions(at.state)
    assert sorted(map(game.write, causes)) == sorted(map(game.write, game.legal_actions(at.state, TABLE)))
    absent = [cause.seat for cause in causes.values() if isinstance(cause, Absence)]
    assert len(set(absent)) == len(absent), "an absence brings about one thing"
    assert set(absent) <= set(range(at.seats))
    for cause in causes.values():
        match cause:
            case Countdown() | Absence():
                pass
            case Intermission(ready):
                assert set(ready) <= set(range(at.seats))
            case Elapsed(seconds):
                assert seconds > 0
            case _:
                assert_never(cause)


@in_positions
def test_while_the_game_waits_for_nobody_a_clock_goes_on(at: Position) -> None:
    game = at.game
    if not game.to_act(at.state) and game.outcome(at.state) is None:
        assert any(
            isinstance(cause, Countdown | Elapsed | Intermission)
            for cause in game.table_actions(at.state).values()
        )


@in_positions
def test_notation_brings_every_action_back(at: Position) -> None:
    game = at.game
    for actor in at.actors:
        legal = game.legal_actions(at.state, actor)
        written = [game.write(action) for action in legal]
        assert len(set(written)) == len(written)
        for action, text in zip(legal, written, strict=True):
            assert game.read(text) == action
            assert game.read(f"  {text.upper()} ") == action


@in_positions
def test_every_view_is_drawn_and_every_event_told(at: Position) -> None:
    game = at.game
    for viewer in at.viewers:
        assert game.draw(game.view(at.state, viewer)).strip()
        for step in at.steps[-10:]:
            for event in step.events:
                told = game.tell(game.redact(event, viewer))
                assert told
                assert "\n" not in told


@in_positions
def test_many_views_at_once_are_those_one_by_one(at: Position) -> None:
    game = at.game
    alone = [game.view(at.state, viewer) for viewer in at.viewers]
    together = game.views(at.state, at.viewers)
    assert [msgspec.json.encode(view) for view in together] == [msgspec.json.encode(view) for view in alone]


@in_positions
def test_who_is_told_what_can_be_followed_needs_no_new_view(at: Position) -> None:
    """The client's own fold: from the view before and the redacted events to the view after."""
    game = at.game
    for step in at.steps[-40:]:
        if not all(type(event) in game.followed for event in step.events):
            continue
        for viewer in at.viewers:
            view = game.view(step.before, viewer)
            for event in step.events:
                view = game.follow(view, game.redact(event, viewer))
            assert view == game.view(step.after, viewer)


@every_game
def test_what_cannot_be_followed_is_refused(game: AnyGame) -> None:
    view = game.view(game.deal(game.seats[0], game.simulation, FastRandom(1)), None)
    with pytest.raises((TypeError, AssertionError)):
        game.follow(view, CONTINUE)


@in_whole_games
def test_a_revealed_position_hides_nothing_and_says_what_the_seat_saw(end: Position) -> None:
    """After each kind of step, the last time it was made: what follows from an action makes the kind."""
    game = end.game
    last = {frozenset(map(type, step.events)): step.after for step in end.steps}
    for state, viewer in product((end.steps[0].before, *last.values()), end.viewers):
        _reveals_all(game, state, viewer)


@pytest.mark.parametrize("path", golden_files(), ids=lambda path: f"{path.parts[-3]} {path.stem}")
def test_a_revealed_position_of_a_golden_game_hides_nothing(path: Path) -> None:
    """Random diggers seldom find the treasure, and then nobody shares gold."""
    text = path.read_text()
    header = read_header(text)
    states = {}
    state = header.deal()
    for part, (actor, action) in enumerate(read_moves(header, text), start=1):
        state, events = play(header.game, state, actor, action, header.chance(part))
        states[frozenset(map(type, events))] = state
    for one, viewer in product(states.values(), (None, *map(Seat, range(header.seats)))):
        _reveals_all(header.game, one, viewer)


def _reveals_all(game: AnyGame, state: Any, viewer: Seat | None) -> None:
    shown = game.reveal(state, viewer)
    _same_after_both_codecs(shown, game.view_type)
    encoded = msgspec.json.encode(shown)
    assert msgspec.json.encode(HIDDEN) not in encoded
    seen = msgspec.json.encode(game.view(state, viewer))
    _says_the_same(msgspec.json.decode(seen), msgspec.json.decode(encoded))


def _says_the_same(seen: Any, revealed: Any) -> None:
    """But for what was hidden from who saw it."""
    if seen == msgspec.to_builtins(HIDDEN):
        return
    assert type(seen) is type(revealed)
    if isinstance(seen, dict):
        assert seen.keys() == revealed.keys()
        for name, value in seen.items():
            _says_the_same(value, revealed[name])
    elif isinstance(seen, list):
        assert len(seen) == len(revealed)
        for one, other in zip(seen, revealed, strict=True):
            _says_the_same(one, other)
    else:
        assert seen == revealed


@in_positions
def test_an_imagined_state_looks_the_same_to_who_imagined_it(at: Position) -> None:
    game = at.game
    for viewer in at.viewers:
        view = game.view(at.state, viewer)
        imagined = game.imagine(view, at.random)
        assert game.view(imagined, viewer) == view
        assert msgspec.json.encode(game.view(imagined, viewer)) == msgspec.json.encode(view)
        assert game.pieces(imagined) == game.pieces(at.state)


@in_positions
def test_redacting_twice_changes_nothing_more(at: Position) -> None:
    game = at.game
    for viewer in at.viewers:
        for step in at.steps[-10:]:
            for event in step.events:
                once = game.redact(event, viewer)
                assert game.redact(once, viewer) == once
                assert type(once) is type(event)


@in_positions
def test_twins_are_told_the_same(at: Position) -> None:
    """Two states that differ only in what a seat may not know: same actions, refusals, events, views."""
    game = at.game
    pool = [step.action for step in at.steps[-12:]]
    for viewer in at.viewers:
        twin = game.imagine(game.view(at.state, viewer), at.random)
        if viewer is not None:
            own = game.legal_actions(at.state, viewer)
            assert msgspec.json.encode(own) == msgspec.json.encode(game.legal_actions(twin, viewer))
            for action in pool:
                assert _refusal(game, at.state, viewer, action) == _refusal(game, twin, viewer, action)
        assert game.to_act(twin) == game.to_act(at.state)
        for actor in at.actors:
            here = game.legal_actions(at.state, actor)
            there = {msgspec.json.encode(action) for action in game.legal_actions(twin, actor)}
            shared = [action for action in here if msgspec.json.encode(action) in there]
            if shared:
                _told_alike(at, twin, viewer, actor, pick(shared, at.random))


def _refusal(game: AnyGame, state: Any, seat: Seat, action: Any) -> str | None:
    try:
        game.decide(state, seat, action, FastRandom(0))
    except (IllegalAction, Malformed) as refusal:
        return f"{type(refusal).__name__} {refusal}"
    return None


def _told_alike(at: Position, twin: Any, viewer: Seat | None, actor: Any, action: Any) -> None:
    game = at.game
    seed = at.random.below(2**32)
    mine, events = play(game, at.state, actor, action, FastRandom(seed))
    other, twin_events = play(game, twin, actor, action, FastRandom(seed))
    told = [game.redact(event, viewer) for event in events]
    twin_told = [game.redact(event, viewer) for event in twin_events]
    for event, twin_event in zip(told, twin_told, strict=False):
        if msgspec.json.encode(event) == msgspec.json.encode(twin_event):
            continue
        note(f"viewer {viewer}, actor {actor}: {action}\n{event}\n{twin_event}")
        assert type(event) is type(twin_event)
        news = game.reveals.get(type(event).__name__, frozenset())
        for field in event.__struct_fields__:
            if field not in news:
                assert getattr(event, field) == getattr(twin_event, field)
        return
    assert len(told) == len(twin_told)
    assert game.view(mine, viewer) == game.view(other, viewer)


@in_positions
def test_actions_that_look_alike_to_somebody_leave_them_the_same_view(at: Position) -> None:
    """What a viewer learns comes from the events it was told: no view knows more than they said."""
    game = at.game
    for viewer in at.viewers:
        for actor in at.actors:
            views: dict[bytes, bytes] = {}
            for action in _spread_out(game.legal_actions(at.state, actor), 8):
                after, events = play(game, at.state, actor, action, FastRandom(1))
                told = msgspec.json.encode([game.redact(event, viewer) for event in events])
                view = msgspec.json.encode(game.view(after, viewer))
                assert views.setdefault(told, view) == view


@in_positions
def test_a_spectator_is_told_no_secret(at: Position) -> None:
    """Every field of an event that can be hidden is hidden from a spectator, unless it is meant to reveal."""
    game = at.game
    for step in at.steps:
        for event in step.events:
            news = game.reveals.get(type(event).__name__, frozenset())
            told = game.redact(event, None)
            for field in msgspec.structs.fields(told):
                if Hidden in get_args(field.type) and field.name not in news:
                    assert getattr(told, field.name) == HIDDEN


@in_positions
def test_a_stranger_is_refused_by_rule(at: Position) -> None:
    game = at.game
    actions = [step.action for step in at.steps[-3:]]
    actions += [a for actor in at.actors for a in game.legal_actions(at.state, actor)[:3]]
    for stranger in (-1, at.seats, 99, 2**70, -(2**70)):
        assert not game.legal_actions(at.state, Seat(stranger))
        for action in actions:
            with pytest.raises(IllegalAction) as refusal:
                game.decide(at.state, Seat(stranger), action, FastRandom(0))
            assert refusal.value.rule == f"{game.prefix}-1.0"


@in_positions
def test_what_is_no_action_of_this_game_is_malformed(at: Position) -> None:
    others = [game for game in GAMES.values() if game is not at.game]
    foreign: list[Any] = [None, 7, "go", at.state]
    for other in others:
        dealt = other.deal(other.seats[0], other.simulation, FastRandom(1))
        foreign += [a for seat in other.to_act(dealt) for a in other.legal_actions(dealt, seat)[:2]]
    for action in foreign:
        for actor in at.actors:
            with pytest.raises(Malformed):
                at.game.decide(at.state, actor, action, FastRandom(0))


@every_game
def test_a_wrong_number_of_players_is_refused(game: AnyGame) -> None:
    for seats in (-1, 0, game.seats[0] - 1, game.seats[-1] + 1, 10**30):
        with pytest.raises(Malformed) as refusal:
            game.deal(seats, game.simulation, FastRandom(0))
        assert refusal.value.field == "seats"
        assert f"{game.prefix}-1.0" in refusal.value.reason


@every_game
def test_every_number_of_players_and_every_option_is_playable(game: AnyGame) -> None:
    for seats in game.seats:
        for options in all_options(game):
            state = game.deal(seats, options, FastRandom(seats))
            assert game.to_act(state)
            assert game.view(state, None) == game.view(
                game.imagine(game.view(state, None), FastRandom(1)), None
            )


@every_game
def test_defaults_are_the_first_values(game: AnyGame) -> None:
    assert isinstance(game.options_type(), game.options_type)
    typed: Game[Any, Any, Any, Any, Any] = game_named(game.name)
    assert typed is game
