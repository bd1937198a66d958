"""What PettingZoo's two forms refuse: by an error that names it, and with nothing changed."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

from filon.games.contract import FilonError, Malformed
from filon.lab.errors import GameIsOver, NotLegal, NotReset
from filon.lab.pettingzoo import env, parallel_env, raw_env
from tests.lab.environments import SMALLEST, episode_of, frozen, joint_steps, masked, turns

every_game = pytest.mark.parametrize(("game", "seats"), SMALLEST)
every_form = pytest.mark.parametrize("make", [env, raw_env, parallel_env])


@every_form
@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"game": "chess"}, "game"),
        ({"game": 7}, "game"),
        ({"seats": 2}, "seats"),
        ({"seats": 9}, "seats"),
        ({"seats": "many"}, "seats"),
        ({"seats": True}, "seats"),
        ({"colour": "red"}, "colour"),
        ({"name": "red"}, "name"),
        ({"artifacts": "two_per_cave"}, "artifacts"),
        ({"rewards": "gold"}, "rewards"),
        ({"render_mode": "human"}, "render_mode"),
        ({"illegal": "ignore"}, "illegal"),
        ({"max_cycles": 0}, "max_cycles"),
        ({"max_cycles": 2.5}, "max_cycles"),
    ],
)
def test_what_no_environment_is_made_of_is_named(make: Any, given: dict[str, Any], field: str) -> None:
    with pytest.raises(Malformed) as refusal:
        make(**{"game": "diamant", **given})
    assert refusal.value.field == field
    assert refusal.value.reason


@every_form
@pytest.mark.parametrize("seed", [-1, 1.5, "7", True])
def test_a_seed_is_a_whole_number(make: Any, seed: Any) -> None:
    played = make("diamant")
    with pytest.raises(Malformed, match="seed"):
        played.reset(seed=seed)
    played.reset(seed=np.int64(3))
    assert episode_of(played).decisions == 0


@pytest.mark.parametrize("action", [None, "0", 0.0, True, *np.array([False]), [0], np.array([0, 1]), {}])
def test_what_is_no_action_is_malformed(action: Any) -> None:
    one, both = env("diamant"), parallel_env("diamant")
    one.reset(seed=1)
    both.reset(seed=1)
    _unchanged(one, partial(one.step, action), Malformed)
    _unchanged(both, lambda: both.step({"seat_0": 0, "seat_1": 0, "seat_2": action}), Malformed)


@pytest.mark.parametrize("kind", [int, np.int8, np.int32, np.int64, np.array])
def test_a_whole_number_of_any_kind_is_an_action(kind: Any) -> None:
    played = env("diamant")
    played.reset(seed=1)
    played.step(kind(1))
    assert episode_of(played).decisions == 1


@every_game
def test_an_illegal_action_is_refused_with_what_is_legal(game: str, seats: int) -> None:
    played, together = env(game, seats), parallel_env(game, seats)
    for steps, _ in enumerate(turns(played, 1, deal=1)):
        if steps == 5:
            break
        mask = played.last()[0]["action_mask"]
        for wrong in (-1, mask.size, 10**30, *np.flatnonzero(mask == 0)[:3]):
            refusal = _unchanged(played, partial(played.step, wrong), NotLegal)
            assert isinstance(refusal, NotLegal)
            assert sorted(refusal.legal) == np.flatnonzero(mask).tolist()
            assert played.agent_selection in str(refusal)
    observations, _ = together.reset(seed=1)
    right = {agent: masked(seen)[0] for agent, seen in observations.items()}
    last = together.agents[-1]
    for wrong in (-1, *np.flatnonzero(observations[last]["action_mask"] == 0)[-3:]):
        actions = {**right, last: int(wrong)}
        _unchanged(together, partial(together.step, actions), NotLegal)
    together.step(right)


def test_who_is_waited_for_must_not_wait_and_nobody_else_may_act() -> None:
    together = parallel_env("saboteur", 3)
    observations, _ = together.reset(seed=1)
    wait, act = together.wait, masked(observations["seat_0"])[0]
    for actions in (
        {"seat_0": wait, "seat_1": wait, "seat_2": wait},
        {"seat_0": act, "seat_1": act, "seat_2": wait},
    ):
        _unchanged(together, partial(together.step, actions), NotLegal)


@pytest.mark.parametrize(
    "actions",
    [
        {},
        {"seat_0": 0, "seat_1": 0},
        {"seat_0": 0, "seat_1": 0, "seat_2": 0, "seat_3": 0},
        {"seat_0": 0, "seat_1": 0, 2: 0},
        [0, 0, 0],
        None,
    ],
)
def test_every_agent_has_one_action(actions: Any) -> None:
    together = parallel_env("diamant", 3)
    together.reset(seed=1)
    _unchanged(together, partial(together.step, actions), Malformed)


@every_form
def test_before_reset_there_is_nothing_to_ask(make: Any) -> None:
    played = make("diamant", render_mode="ansi")
    asked: list[Callable[[], Any]] = [
        lambda: played.step(0 if make is not parallel_env else {}),
        played.render,
        played.state,
        lambda: played.view("seat_0"),
    ]
    if make is not parallel_env:
        asked += [played.last, played.agent_iter, lambda: played.observe("seat_0")]
    for question in asked:
        with pytest.raises(NotReset, match="reset"):
            question()


def test_a_finished_game_takes_no_step() -> None:
    for played in (env("diamant"), raw_env("diamant")):
        for _, action in turns(played, 1, deal=1):
            if action is None:
                _unchanged(played, partial(played.step, 0), GameIsOver)
        assert played.agents == []
        for action in (None, 0):
            with pytest.raises(GameIsOver):
                played.step(action)
        with pytest.raises(GameIsOver):
            played.last()
        for agent in played.possible_agents:
            assert masked(played.observe(agent)) == []
    together = parallel_env("diamant")
    for _ in joint_steps(together, 1, deal=1):
        pass
    for actions in ({}, {"seat_0": together.wait}):
        with pytest.raises(GameIsOver):
            together.step(actions)


def test_agents_have_the_names_they_have() -> None:
    for played in (env("diamant"), parallel_env("diamant")):
        played.reset(seed=1)
        for asked in (played.view, played.observation_space, played.action_space):
            with pytest.raises(Malformed, match="seat_7"):
                asked("seat_7")


def test_without_a_render_mode_nothing_is_drawn() -> None:
    played = env("diamant")
    played.reset(seed=1)
    with pytest.raises(Malformed, match="render_mode"):
        played.render()


def _unchanged(played: Any, refused: Callable[[], Any], error: type[FilonError]) -> FilonError:
    before = (frozen(played.state()), episode_of(played).decisions, played.agents.copy())
    chance = episode_of(played).random.copy().word()
    lots = played.unwrapped._lots.copy().word()
    with pytest.raises(error) as refusal:
        refused()
    assert (frozen(played.state()), episode_of(played).decisions, played.agents.copy()) == before
    assert episode_of(played).random.copy().word() == chance
    assert played.unwrapped._lots.copy().word() == lots
    return refusal.value
