"""Whatever arrives is an action, or an error that names the field or the rule; nothing changes."""

import pickle
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from filon.games.chance import FastRandom
from filon.games.codec import read_action, read_options
from filon.games.contract import AnyGame, IllegalAction, Malformed
from filon.games.registry import GAMES, game_named
from tests.contract.tables import Position, positions

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())

odd_values = st.one_of(
    st.none(),
    st.booleans(),
    st.sampled_from([-1, 10, 2**31, 2**63, 2**64, -(2**63), 10**40, 1.5, "", "x", "NESW", "0" * 5000]),
    st.text(max_size=5),
    st.lists(st.integers(-3, 3), max_size=4),
    st.dictionaries(st.text(max_size=3), st.integers(), max_size=2),
)


@st.composite
def mutated(draw: st.DrawFn, original: Any) -> Any:
    """The JSON value with one place changed, dropped or added."""
    if isinstance(original, dict) and original and draw(st.integers(0, 4)):
        key = draw(st.sampled_from(sorted(original)))
        change = draw(st.sampled_from(["into", "drop", "add", "replace"]))
        copy = dict(original)
        if change == "into":
            copy[key] = draw(mutated(original[key]))
        elif change == "drop":
            del copy[key]
        elif change == "add":
            copy[draw(st.text(min_size=1, max_size=4))] = draw(odd_values)
        else:
            copy[key] = draw(odd_values)
        return copy
    if isinstance(original, list) and original and draw(st.booleans()):
        at = draw(st.integers(0, len(original) - 1))
        return [*original[:at], draw(mutated(original[at])), *original[at + 1 :]]
    return draw(odd_values)


@every_game
def test_a_damaged_action_is_refused_or_means_something(game: AnyGame) -> None:
    @given(positions(game), st.data())
    def check(at: Position, data: st.DataObject) -> None:
        known = [action for actor in at.actors for action in game.legal_actions(at.state, actor)]
        known += [step.action for step in at.steps[-20:]]
        before = msgspec.json.encode(at.state)
        for _ in range(20):
            action = data.draw(st.sampled_from(known)) if known else None
            sent = data.draw(mutated(msgspec.to_builtins(action)))
            for actor in at.actors:
                _answered(at, actor, msgspec.json.encode(sent) if _fits(sent) else b"1e999")
        assert msgspec.json.encode(at.state) == before

    check()


def _fits(sent: Any) -> bool:
    """msgspec writes no number above 64 bits; those are sent as an overflow instead."""
    try:
        msgspec.json.encode(sent)
    except OverflowError:
        return False
    return True


def _answered(at: Position, actor: Any, sent: bytes) -> None:
    try:
        action = read_action(at.game, sent)
        legal = action in at.game.legal_actions(at.state, actor)
        at.game.decide(at.state, actor, action, FastRandom(0))
        assert legal
    except Malformed as refusal:
        assert refusal.field
        assert refusal.reason
    except IllegalAction as refusal:
        assert refusal.rule.startswith(at.game.prefix)


@every_game
@given(junk=st.binary(max_size=40))
def test_bytes_that_are_no_json_are_malformed(game: AnyGame, junk: bytes) -> None:
    with pytest.raises(Malformed):
        read_action(game, junk + b"\xff{")


@every_game
@pytest.mark.parametrize("sent", [b"{}", b"[]", b"null", b'{"type": "Nothing"}', b'{"type": 3}', b"[" * 9999])
def test_json_that_is_no_action_names_the_field(game: AnyGame, sent: bytes) -> None:
    with pytest.raises(Malformed) as refusal:
        read_action(game, sent)
    assert refusal.value.field in {"type", "json", "choice"}


@every_game
@given(words=st.text(max_size=30))
def test_any_text_is_an_action_in_notation_or_malformed(game: AnyGame, words: str) -> None:
    try:
        action = game.read(words)
    except Malformed as refusal:
        assert refusal.field == "notation"
    else:
        assert game.read(game.write(action)) == action


@every_game
def test_unknown_options_and_values_are_named(game: AnyGame) -> None:
    with pytest.raises(Malformed) as refusal:
        read_options(game, {"colour": "green"})
    assert refusal.value.field == "colour"
    for name in game.options_type.__struct_fields__:
        for value in ("perhaps", "-5", "99999999999999999999999", ""):
            with pytest.raises(Malformed) as refusal:
                read_options(game, {name: value})
            assert refusal.value.field == name


def test_an_unknown_game_is_named() -> None:
    with pytest.raises(Malformed) as refusal:
        game_named("chess")
    assert all(name in refusal.value.reason for name in GAMES)


@pytest.mark.parametrize("refusal", [IllegalAction("SAB-4.2", "no"), Malformed("seats", "too many")])
def test_a_refusal_travels_whole(refusal: Exception) -> None:
    """Into the process that asked for what another one refuses."""
    again = pickle.loads(pickle.dumps(refusal))  # noqa: S301 - our own bytes
    assert type(again) is type(refusal)
    assert str(again) == str(refusal)
    assert vars(again) == vars(refusal)
