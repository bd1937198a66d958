"""Nobody learns from an environment what its seat may not know: twin worlds look alike to who cannot tell
them apart, until they are told something that differs.
"""

from itertools import islice
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from filon.games.chance import FastRandom, pick
from filon.games.contract import Seat
from filon.games.registry import game_named
from filon.lab.pettingzoo import JointEnv, TurnEnv, parallel_env, raw_env
from tests.contract.tables import ending_options
from tests.lab.environments import (
    SMALLEST,
    TABLES,
    episode_of,
    frozen,
    in_another_world,
    shared_choice,
    the_same_world,
    told,
    turns,
)

LONGEST = 150
"""Decisions of a game in which twins are looked for: whole games but of the castle and the mine."""


@given(st.sampled_from(TABLES), st.integers(0, 2**32), st.data())
def test_agents_in_twin_worlds_are_shown_the_same(table: tuple[str, int], seed: int, data: Any) -> None:
    made, random = _made(raw_env, table, data), FastRandom(seed)
    game = turns(made, seed, deal=seed)
    positions = [the_same_world(made) for _, action in islice(game, LONGEST) if action is not None]
    played = _one_of(positions, random)
    for viewer in (None, *map(Seat, range(table[1]))):
        twin = in_another_world(played, viewer, random)
        assert _seen_in_turns(played, viewer) == _seen_in_turns(twin, viewer)
        seat = played.seat_of(played.agent_selection)
        choice = shared_choice(played, twin, seat, random)
        if choice is not None:
            after = the_same_world(played)
            since = len(episode_of(played).past)
            after.step(choice)
            twin.step(choice)
            if told(after, viewer, since) == told(twin, viewer, since):
                assert _seen_in_turns(after, viewer) == _seen_in_turns(twin, viewer)


@given(st.sampled_from(TABLES), st.integers(0, 2**32), st.data())
def test_together_agents_in_twin_worlds_are_shown_the_same(
    table: tuple[str, int], seed: int, data: Any
) -> None:
    played, random = _made(parallel_env, table, data), FastRandom(seed)
    played.reset(seed=seed)
    episode = episode_of(played)
    positions: list[Any] = []
    while episode.outcome is None and len(positions) < LONGEST:
        positions.append(episode.copy())
        seat = pick(episode.waiting, random)
        episode.act(seat, pick(episode.legal(seat), random))
    played._dealt = _one_of(positions, random)
    for viewer in (None, *map(Seat, range(table[1]))):
        twin = in_another_world(played, viewer, random)
        assert _seen_together(played, viewer) == _seen_together(twin, viewer)
        actions = dict.fromkeys(played.agents, played.wait)
        for seat in episode_of(played).waiting:
            choice = shared_choice(played, twin, seat, random)
            if choice is None:
                break
            actions[f"seat_{seat}"] = choice
        else:
            after = the_same_world(played)
            since = len(episode_of(played).past)
            result, other = after.step(actions), twin.step(actions)
            if told(after, viewer, since) == told(twin, viewer, since):
                assert _seen_together(after, viewer) == _seen_together(twin, viewer)
                if viewer is not None:
                    agent = f"seat_{viewer}"
                    assert [frozen(part[agent]) for part in result] == [frozen(part[agent]) for part in other]


@pytest.mark.parametrize(("game", "seats"), [("diamant", 3), ("labyrinth", 3)])
def test_a_secret_choice_changes_nothing_for_the_others_until_it_is_shown(game: str, seats: int) -> None:
    """As the events tell it: Diamant's choices, and what is thrown in a duel."""
    alike = 0
    for seed in range(10):
        played = raw_env(game, seats)
        for agent, action in islice(turns(played, seed, deal=seed), LONGEST):
            if action is None or len(episode_of(played).waiting) < 2:
                continue
            for other in {*played.agents} - {agent}:
                seat = played.seat_of(other)
                shown: dict[bytes, bytes] = {}
                for choice in episode_of(played).choices(played.seat_of(agent)):
                    after = the_same_world(played)
                    after.step(choice)
                    heard = told(after, seat, len(episode_of(played).past))
                    alike += heard in shown
                    assert shown.setdefault(heard, _seen_in_turns(after, seat)) == _seen_in_turns(after, seat)
    assert alike > 12


@pytest.mark.parametrize(("game", "seats"), SMALLEST)
def test_a_seats_view_and_what_a_spectator_is_shown_are_the_laws(game: str, seats: int) -> None:
    played = raw_env(game, seats, render_mode="ansi")
    for _ in islice(turns(played, 1, deal=1), 30):
        episode = episode_of(played)
        assert played.render() == episode.game.draw(episode.game.view(episode.state, None))
        for agent in played.agents:
            assert played.view(agent) == episode.game.view(episode.state, played.seat_of(agent))


def _made(make: Any, table: tuple[str, int], data: Any) -> Any:
    """With any options under which the game ends."""
    name, seats = table
    options = data.draw(st.sampled_from(ending_options(game_named(name))))
    return make(name, seats, render_mode="ansi", **msgspec.structs.asdict(options))


def _one_of(positions: list[Any], random: FastRandom) -> Any:
    """Often the last one, after which all is told."""
    return positions[-1] if random.below(4) == 0 else pick(positions, random)


def _seen_in_turns(env: TurnEnv, viewer: Seat | None) -> bytes:
    """All that is for this agent, or for a spectator."""
    common: list[Any] = [env.agent_selection, env.agents, env.terminations, env.truncations]
    if viewer is None:
        return frozen([*common, env.render(), msgspec.json.encode(env.view(None))])
    agent = f"seat_{viewer}"
    own = [env.observe(agent), env.infos[agent], env.rewards[agent], env._cumulative_rewards[agent]]
    return frozen([*common, *own, msgspec.json.encode(env.view(agent))])


def _seen_together(env: JointEnv, viewer: Seat | None) -> bytes:
    if viewer is None:
        return frozen([env.agents, env.render(), msgspec.json.encode(env.view(None))])
    agent = f"seat_{viewer}"
    return frozen([env.agents, env._observed(agent, env._mask(agent)), msgspec.json.encode(env.view(agent))])
