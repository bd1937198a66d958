"""PettingZoo's two forms: its own suites, and whole games as they should go."""

import copy
import pickle
from collections.abc import Iterator
from functools import partial
from itertools import islice, pairwise
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pettingzoo.test import (  # type: ignore[import-untyped]
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)
from pettingzoo.test.state_test import state_test  # type: ignore[import-untyped]
from pettingzoo.utils.wrappers import TerminateIllegalWrapper  # type: ignore[import-untyped]

from filon.games.contract import Seat
from filon.games.outofmine.model import Take
from filon.lab.pettingzoo import JointEnv, TurnEnv, env, parallel_env, raw_env
from filon.lab.rewards import REWARDS, rewards
from tests.lab.environments import (
    CUSTOMARY,
    FEW,
    SMALLEST,
    TABLES,
    episode_of,
    frozen,
    joint_steps,
    masked,
    outcome_of,
    turns,
)

pytestmark = [pytest.mark.filterwarnings(one) for one in CUSTOMARY]
every_table = pytest.mark.parametrize(("game", "seats"), TABLES)
every_game = pytest.mark.parametrize(("game", "seats"), SMALLEST)


@every_table
def test_pettingzoos_api_test_passes(game: str, seats: int) -> None:
    api_test(env(game, seats), num_cycles=20)


@every_table
def test_pettingzoos_parallel_api_test_passes(game: str, seats: int) -> None:
    parallel_api_test(parallel_env(game, seats), num_cycles=30)


@every_game
def test_pettingzoos_seed_tests_pass(game: str, seats: int) -> None:
    """The parallel one samples without a mask, so that whatever is illegal has to be replaced."""
    seed_test(partial(env, game, seats), num_cycles=30)
    parallel_seed_test(partial(parallel_env, game, seats, illegal="replace"), num_cycles=30)


def test_pettingzoos_max_cycles_test_passes() -> None:
    """It counts how often each agent is asked, which says something where turns go round."""
    made: dict[str, Any] = {"game": "saboteur", "seats": 3, "illegal": "replace"}
    max_cycles_test(SimpleNamespace(env=partial(env, **made), parallel_env=partial(parallel_env, **made)))


@every_game
def test_pettingzoos_render_test_passes(game: str, seats: int) -> None:
    """It makes one environment for windows first, which no game here opens, and does nothing with it."""

    def made(render_mode: str) -> Any:
        return env(game, seats, render_mode=None if render_mode == "human" else render_mode)

    render_test(made)


@every_game
def test_pettingzoos_state_test_passes(game: str, seats: int) -> None:
    state_test(env(game, seats, illegal="replace"), parallel_env(game, seats))


def test_what_is_played_is_said() -> None:
    played = env("saboteur")
    assert isinstance(played.unwrapped, TurnEnv)
    assert played.metadata["name"] == "filon_saboteur_v0"
    assert played.metadata["render_modes"] == ["ansi", "rgb_array"]
    assert not played.metadata["is_parallelizable"]
    assert played.possible_agents == ["seat_0", "seat_1", "seat_2"]
    assert raw_env("diamant", artifacts="one_per_cave").encoding.options.artifacts == "one_per_cave"


@every_table
def test_masks_are_the_laws_legal_actions_and_never_empty_for_who_may_act(game: str, seats: int) -> None:
    played = raw_env(game, seats)
    for agent, action in islice(turns(played, 3, deal=3), FEW):
        episode, seat = episode_of(played), played.seat_of(agent)
        if action is not None:
            legal = episode.game.legal_actions(episode.state, seat)
            assert masked(played.observe(agent)) == sorted(played.encoding.indices(seat, legal))
            assert masked(played.infos[agent]) == masked(played.observe(agent)) != []
            for other in {*played.agents} - {agent}:
                assert masked(played.observe(other)) == masked(played.infos[other]) == []


@every_game
def test_the_state_is_what_all_agents_know_together(game: str, seats: int) -> None:
    played, together = raw_env(game, seats), parallel_env(game, seats)
    for _ in islice(turns(played, 6, deal=6), 9):
        known = np.concatenate([played.observe(agent)["observation"] for agent in played.possible_agents])
        assert np.array_equal(played.state(), known)
    for _, result in islice(joint_steps(together, 6, deal=6), 9):
        known = np.concatenate([result[0][agent]["observation"] for agent in together.possible_agents])
        assert np.array_equal(together.state(), known)


@every_table
def test_together_who_is_not_waited_for_can_only_wait(game: str, seats: int) -> None:
    played = parallel_env(game, seats)
    observations, infos = played.reset(seed=5)
    for _, result in islice(joint_steps(played, 5, deal=5), FEW):
        for agent in played.agents:
            waited = [*episode_of(played).choices(played.seat_of(agent))]
            assert masked(observations[agent]) == masked(infos[agent])
            assert masked(result[0][agent]) == (sorted(waited) or [played.wait])
        observations, infos = result[0], result[4]


@settings(max_examples=6)
@given(st.sampled_from(TABLES), st.integers(0, 2**40), st.sampled_from(REWARDS))
def test_games_end_with_what_the_outcome_is_worth(table: tuple[str, int], seed: int, kind: Any) -> None:
    game, seats = table
    played, added = raw_env(game, seats, rewards=kind), dict.fromkeys(range(seats), 0.0)
    for agent, _ in turns(played, seed, deal=seed):
        added[played.seat_of(agent)] += played.last(observe=False)[1]
    assert played.agents == []
    worth = rewards(outcome_of(played), seats, kind)
    assert tuple(added.values()) == worth
    assert kind == "score" or sum(worth) == pytest.approx(1)
    together, joint = parallel_env(game, seats, rewards=kind), None
    for _, joint in joint_steps(together, seed, deal=seed):
        assert together.agents == [] or not any(joint[1].values())
    assert joint is not None
    assert tuple(joint[1].values()) == rewards(outcome_of(together), seats, kind)
    assert all(joint[2].values())
    assert not any(joint[3].values())


@every_game
def test_the_same_seed_plays_the_same_game_to_its_end(game: str, seats: int) -> None:
    played = [*_trace(game, seats, 7)]
    assert played == [*_trace(game, seats, 7)]
    assert played[:9] != [*islice(_trace(game, seats, 8), 9)]


def _trace(game: str, seats: int, seed: int) -> Iterator[bytes]:
    one, both = raw_env(game, seats), parallel_env(game, seats)
    yield from (frozen((agent, one.last())) for agent, _ in turns(one, 1, deal=seed))
    yield from map(frozen, joint_steps(both, 1, deal=seed))


@pytest.mark.parametrize("make", [raw_env, parallel_env])
def test_without_a_seed_the_next_game_is_another_one_and_still_follows_from_the_first_seed(make: Any) -> None:
    def games(played: Any) -> list[bytes]:
        played.reset(seed=11)
        dealt = [episode_of(played).state]
        for options in (None, {"seats": 9}, None):
            played.reset(options=options)
            dealt.append(episode_of(played).state)
        return [repr(state).encode() for state in dealt]

    played = make("saboteur", 4)
    assert games(played) == games(make("saboteur", 4))
    assert len(set(games(played))) == 4
    assert len(played.possible_agents) == 4


def test_simultaneous_choices_are_asked_in_the_order_of_the_seats() -> None:
    played = raw_env("diamant", 3)
    played.reset(seed=1)
    asked = []
    for _ in range(6):
        asked.append(played.agent_selection)
        played.step(0)
    assert asked == ["seat_0", "seat_1", "seat_2"] * 2
    for agent, action in turns(played, 1, deal=1):
        assert action is None or played.seat_of(agent) == min(episode_of(played).waiting)


def test_a_turn_of_several_actions_keeps_its_agent_selected() -> None:
    played = raw_env("labyrinth", 2)
    agents = [agent for agent, _ in islice(turns(played, 2, deal=2), 12)]
    assert agents[:2] == ["seat_0", "seat_0"]
    assert set(agents) == {"seat_0", "seat_1"}


def test_in_real_time_who_has_acted_is_asked_again_after_all_the_others() -> None:
    played = raw_env("outofmine", 4)
    asked = [
        (played.seat_of(agent), episode_of(played).waiting)
        for agent, _ in islice(turns(played, 4, deal=4), 60)
    ]
    everybody = (0, 1, 2, 3)
    rounds = [
        (seat, after) for (seat, waiting), (after, still) in pairwise(asked) if waiting == still == everybody
    ]
    assert len(rounds) > 20
    assert all(after == (seat + 1) % 4 for seat, after in rounds)


def test_what_is_taken_by_two_goes_to_one_and_the_other_is_told() -> None:
    """Who is first is drawn by lot."""
    first = set()
    for seed in range(12):
        played = parallel_env("outofmine", 2)
        take = _last_of_its_heap(played, seed)
        _, _, _, _, infos = played.step({"seat_0": take, "seat_1": take})
        late = [agent for agent, info in infos.items() if info["too_late"]]
        assert len(late) == 1
        first |= {*late}
    assert first == {"seat_0", "seat_1"}


def _last_of_its_heap(played: JointEnv, seed: int) -> int:
    """Plays until both may take a tile of which there is one, and says by which index."""
    for actions, _ in joint_steps(played, seed, deal=seed):
        episode = episode_of(played)
        both = [episode.choices(Seat(seat)) for seat in range(2)]
        for index, action in both[0].items():
            if isinstance(action, Take) and both[1].get(index) == action:
                after = episode.copy()
                after.act(Seat(0), action)
                if action not in after.legal(Seat(1)):
                    return index
        assert actions
    raise AssertionError("there never was a last tile")


@every_game
def test_a_game_is_cut_off_after_so_many_cycles(game: str, seats: int) -> None:
    played = raw_env(game, seats, max_cycles=2)
    asked = [agent for agent, action in turns(played, 1, deal=1) if action is not None]
    assert len(asked) == 2 * seats
    assert played.agents == []
    assert played.outcome is None
    together = parallel_env(game, seats, max_cycles=2)
    steps = [result for _, result in joint_steps(together, 1, deal=1)]
    assert len(steps) == 2
    assert all(steps[-1][3].values())
    assert not any(steps[-1][2].values())


def test_replaced_actions_are_told_to_who_made_them() -> None:
    played = raw_env("saboteur", 3, illegal="replace")
    played.reset(seed=1)
    wrong = next(index for index in range(played._size) if index not in masked(played.observe("seat_0")))
    played.step(wrong)
    assert [info["illegal_action"] for info in played.infos.values()] == [True, False, False]
    together = parallel_env("saboteur", 3, illegal="replace")
    together.reset(seed=1)
    infos = together.step({"seat_0": together.wait, "seat_1": wrong, "seat_2": together.wait})[4]
    assert [info["illegal_action"] for info in infos.values()] == [True, True, False]
    assert episode_of(together).decisions == 1


@pytest.mark.parametrize("make", [env, raw_env, parallel_env])
def test_environments_travel_as_what_they_were_made_with(make: Any) -> None:
    made = make("diamant", 4, rewards="score", max_cycles=7, artifacts="one_per_cave")
    for twin in (pickle.loads(pickle.dumps(made)), copy.deepcopy(made)):  # noqa: S301
        twin.reset(seed=1)
        assert (twin.max_cycles, twin.encoding.options.artifacts) == (7, "one_per_cave")
        assert len(twin.agents) == 4


def test_pettingzoos_wrapper_makes_a_lost_game_of_an_illegal_action() -> None:
    played = TerminateIllegalWrapper(env("saboteur", 3), illegal_reward=-1)
    played.reset(seed=1)
    wrong = int(np.flatnonzero(played.last()[0]["action_mask"] == 0)[0])
    played.step(wrong)
    assert played.unwrapped._cumulative_rewards == {"seat_0": -1.0, "seat_1": 0.0, "seat_2": 0.0}
