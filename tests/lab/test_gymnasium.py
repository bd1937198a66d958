"""One seat of a game for Gymnasium: its own check, whole games, the bots beside the agent, refusals."""

import copy
import pickle
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice
from typing import Any

import gymnasium
import msgspec
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from hypothesis import given, settings
from hypothesis import strategies as st

import filon.lab.gymnasium
from filon.bots import LEVELS, Sight
from filon.bots.random import RandomBot
from filon.bots.registry import bots_of
from filon.games.chance import FastRandom, pick
from filon.games.contract import Malformed, Random, Seat
from filon.games.labyrinth.model import End, Stay
from filon.games.registry import GAMES, game_named
from filon.lab.errors import GameIsOver, NotLegal, NotReset
from filon.lab.gymnasium import ILLEGAL_REWARD, SeatEnv, id_of, register_games
from filon.lab.rewards import REWARDS, rewards
from tests.contract.tables import ending_options
from tests.lab.environments import FEW, SMALLEST, TABLES, episode_of, frozen, masked, outcome_of

every_table = pytest.mark.parametrize(("game", "seats"), TABLES)
every_game = pytest.mark.parametrize(("game", "seats"), SMALLEST)


class Listener(RandomBot):
    """Plays by lot and keeps what it was shown."""

    remembers = True

    def __init__(self) -> None:
        self.sights: list[Sight] = []

    def choose(self, sight: Sight, random: Random, /) -> Any:
        self.sights.append(sight)
        return super().choose(sight, random)


def steps(env: Any, seed: int, *, deal: int | None = None) -> Iterator[tuple[Any, ...]]:
    """A game by lot: what reset and each step gave back."""
    random = FastRandom(seed)
    result: tuple[Any, ...] = env.reset(seed=deal)
    yield result
    while len(result) == 2 or not result[2]:
        result = env.step(pick(masked(result[-1]), random))
        yield result


@every_game
@pytest.mark.parametrize("illegal", ["lose", "replace"])
def test_gymnasiums_check_passes_without_a_warning(game: str, seats: int, illegal: str) -> None:
    made = gymnasium.make(id_of(GAMES[game]), seats=seats, illegal=illegal)
    check_env(made.unwrapped)


def test_the_games_have_the_names_they_are_known_by() -> None:
    register_games()
    known = {"filon/Saboteur-v0", "filon/Diamant-v0", "filon/Labyrinth-v0", "filon/OutOfMine-v0"}
    assert known <= {*gymnasium.registry}
    made = gymnasium.make("filon/Diamant-v0", seats=5, opponents="normal", artifacts="one_per_cave")
    assert made.metadata["autoreset_mode"] is AutoresetMode.DISABLED
    assert made.unwrapped.encoding.options.artifacts == "one_per_cave"  # type: ignore[attr-defined]
    assert made.unwrapped.encoding.seats == 5  # type: ignore[attr-defined]
    again = gymnasium.make(gymnasium.envs.registration.EnvSpec.from_json(made.spec.to_json()))  # type: ignore[union-attr]
    assert again.unwrapped.encoding.seats == 5  # type: ignore[attr-defined]


def test_gymnasium_finds_the_games_by_their_module() -> None:
    command = (
        "import gymnasium; print(gymnasium.make('filon.lab.gymnasium:filon/Diamant-v0').reset()[0].size)"
    )
    said = subprocess.run([sys.executable, "-c", command], capture_output=True, text=True, check=True)
    assert int(said.stdout) > 0
    assert said.stderr == ""


@every_table
def test_the_agent_sees_and_may_do_what_its_seat_may(game: str, seats: int) -> None:
    env = SeatEnv(game, seats, opponents="random", render_mode="ansi")
    for number, result in enumerate(islice(steps(env, 2, deal=2), FEW)):
        episode, info = episode_of(env), result[-1]
        assert result[0] in env.observation_space
        assert info["seat"] == env.seat
        if episode.outcome is None:
            assert env.seat in episode.waiting
            legal = episode.game.legal_actions(episode.state, env.seat)
            indices = sorted(env.encoding.indices(env.seat, legal))
            assert np.flatnonzero(info["action_mask"]).tolist() == indices != []
            assert np.flatnonzero(env.action_masks()).tolist() == indices
        if number % 10 == 0:
            assert np.array_equal(result[0], episode.observe(env.seat))
            assert env.view() == episode.game.view(episode.state, env.seat)
            assert env.render() == episode.game.draw(env.view())


@settings(max_examples=6)
@given(st.sampled_from(TABLES), st.integers(0, 2**40), st.sampled_from(REWARDS))
def test_games_end_with_what_the_outcome_is_worth_to_the_agent(
    table: tuple[str, int], seed: int, kind: Any
) -> None:
    game, seats = table
    env = SeatEnv(game, seats, opponents="random", rewards=kind)
    *_, last = results = [*steps(env, seed, deal=seed)]
    assert last[1] == rewards(outcome_of(env), seats, kind)[env.seat]
    assert last[2:4] == (True, False)
    assert not any(result[1] or result[2] or result[3] for result in results[1:-1])
    assert last[4]["action_mask"].all()
    with pytest.raises(GameIsOver):
        env.step(0)


@every_game
def test_the_same_seed_plays_the_same_game_with_the_same_bots(game: str, seats: int) -> None:
    env, other = SeatEnv(game, seats), SeatEnv(game, seats)
    whole = [frozen(result) for result in steps(env, 1, deal=4)]
    assert whole == [frozen(result) for result in steps(other, 1, deal=4)]
    assert [frozen(result) for result in islice(steps(env, 1), 9)] == [
        frozen(result) for result in islice(steps(other, 1), 9)
    ]
    assert whole[:9] != [frozen(result) for result in islice(steps(env, 1, deal=5), 9)]


def test_the_seat_is_drawn_anew_at_each_reset_or_stays() -> None:
    env = SeatEnv("diamant", 4, opponents="random")
    drawn = [env.reset(seed=9)[1]["seat"]] + [env.reset(options={"seat": 0})[1]["seat"] for _ in range(60)]
    assert {*drawn} == {0, 1, 2, 3}
    fixed = SeatEnv("diamant", 4, seat=np.array(2), opponents="random")  # type: ignore[arg-type]
    assert {fixed.reset()[1]["seat"] for _ in range(10)} == {2}


@every_game
def test_bots_are_told_what_their_seats_may_know_and_nothing_else(game: str, seats: int) -> None:
    bots = [Listener() for _ in range(seats)]
    env = SeatEnv(game, seats, seat=0, opponents=[None, *bots[1:]])
    for deal in (3, 4):
        for bot in bots:
            bot.sights.clear()
        for _ in islice(steps(env, 3, deal=deal), 30):
            pass
        for seat in range(1, seats):
            told = [msgspec.json.encode(one) for one in episode_of(env).told(Seat(seat))]
            assert bots[seat].sights
            for sight in bots[seat].sights:
                assert sight.view.seat == seat
                assert sight.legal
                heard = [msgspec.json.encode(one) for one in sight.past]
                assert heard == told[: len(heard)]
            assert len(bots[seat].sights[-1].past) > 0
    assert not bots[0].sights


def test_opponents_are_whoever_the_arena_knows() -> None:
    for name in (*bots_of("diamant").strategies, *LEVELS):
        assert SeatEnv("diamant", 3, seat=0, opponents=name).reset(seed=1)[1]["action_mask"].any()
    mixed = SeatEnv("diamant", 3, opponents=["easy", "filon.bots.random:RandomBot", RandomBot()])
    assert [*steps(mixed, 1, deal=1)][-1][2]


class StaysAtHome:
    """Meets nobody in the castle, so that nobody else is ever asked to throw."""

    remembers = False

    def choose(self, sight: Sight, _random: Random, /) -> Any:
        quiet = [action for action in sight.legal if isinstance(action, Stay | End)]
        return (quiet or sight.legal)[0]


def test_a_game_that_ends_before_the_agents_turn_is_passed_over() -> None:
    env = SeatEnv("labyrinth", 4, opponents="random", starter="random", turn_limit=1, seat=3)
    for _ in range(5):
        assert env.reset()[1]["action_mask"].any()
        assert env.outcome is None
    alone = SeatEnv("labyrinth", 4, opponents=StaysAtHome(), starter="first", turn_limit=1, seat=3)
    with pytest.raises(Malformed, match="never asked"):
        alone.reset()


@given(st.sampled_from(TABLES), st.integers(0, 2**32), st.data())
def test_the_agent_in_twin_worlds_is_shown_the_same(table: tuple[str, int], seed: int, data: Any) -> None:
    name, seats = table
    options = data.draw(st.sampled_from(ending_options(game_named(name))))
    env = SeatEnv(name, seats, opponents="random", render_mode="ansi", **msgspec.structs.asdict(options))
    random = FastRandom(seed)
    for _ in islice(steps(env, seed, deal=seed), 1 + random.below(12)):
        pass
    if env.outcome is None:
        here = _seen(env)
        episode = episode_of(env)
        episode.state = episode.game.imagine(env.view(), random)
        episode._legal, episode._indices = {}, {}
        assert _seen(env) == here


def _seen(env: SeatEnv) -> bytes:
    episode = episode_of(env)
    parts = [episode.observe(env.seat), env._info(illegal=False), env.render(), env.setup.worth(episode)]
    return frozen([*parts, msgspec.json.encode(env.view())])


def test_an_illegal_action_loses_the_game() -> None:
    env = SeatEnv("saboteur", 3, opponents="random")
    _, info = env.reset(seed=1)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    observation, reward, terminated, truncated, info = env.step(wrong)
    assert (reward, terminated, truncated) == (ILLEGAL_REWARD, True, False)
    assert info["illegal_action"]
    assert observation in env.observation_space
    with pytest.raises(GameIsOver):
        env.step(wrong)
    assert not env.reset(seed=1)[1]["illegal_action"]
    assert not env.step(int(np.flatnonzero(env.action_masks())[0]))[2]


def test_an_illegal_action_raises_or_is_replaced_where_that_was_asked_for() -> None:
    strict = SeatEnv("saboteur", 3, opponents="random", illegal="raise")
    _, info = strict.reset(seed=1)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    with pytest.raises(NotLegal) as refusal:
        strict.step(wrong)
    assert sorted(refusal.value.legal) == np.flatnonzero(info["action_mask"]).tolist()
    lenient = SeatEnv("saboteur", 3, opponents="random", illegal="replace")
    lenient.reset(seed=1)
    before = episode_of(lenient).decisions
    *_, terminated, _, info = lenient.step(wrong)
    assert info["illegal_action"]
    assert not terminated
    assert episode_of(lenient).decisions > before


@pytest.mark.parametrize("illegal", ["lose", "raise", "replace"])
def test_what_is_no_action_of_the_game_is_refused_in_any_case(illegal: str) -> None:
    env = SeatEnv("diamant", 3, opponents="random", illegal=illegal)
    env.reset(seed=1)
    before = frozen(episode_of(env).observe(env.seat))
    for action in (None, "0", 0.5, [1], *np.array([True])):
        with pytest.raises(Malformed):
            env.step(action)
    for action in (-1, 2, 10**30):
        with pytest.raises(NotLegal):
            env.step(action)
    assert frozen(episode_of(env).observe(env.seat)) == before
    assert not env.step(np.int32(0))[4]["illegal_action"]


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"game": "chess"}, "game"),
        ({"seats": 2}, "seats"),
        ({"colour": "red"}, "colour"),
        ({"rewards": "gold"}, "rewards"),
        ({"illegal": "ignore"}, "illegal"),
        ({"render_mode": "human"}, "render_mode"),
        ({"seat": 3}, "seat"),
        ({"seat": "first"}, "seat"),
        ({"seat": True}, "seat"),
        ({"opponents": "nobody"}, "opponents"),
        ({"opponents": "no.such.module:Bot"}, "opponents"),
        ({"opponents": ["easy", "easy"]}, "opponents"),
        ({"opponents": 7}, "opponents"),
        ({"opponents": RandomBot}, "opponents"),
        ({"opponents": ":Bot"}, "opponents"),
        ({"opponents": "..:Bot"}, "opponents"),
        ({"opponents": ["easy", None, "easy"]}, "opponents"),
        ({"opponents": ["easy", None, "easy"], "seat": 0}, "opponents"),
    ],
)
def test_what_no_environment_is_made_of_is_named(given: dict[str, Any], field: str) -> None:
    with pytest.raises(Malformed) as refusal:
        SeatEnv(**{"game": "diamant", **given})
    assert refusal.value.field == field


def test_a_bot_that_wants_what_is_not_legal_is_named() -> None:
    class Stubborn:
        remembers = False

        def choose(self, *_: Any) -> Any:
            return "the moon"

    with pytest.raises(Malformed, match="Stubborn in seat"):
        for _ in steps(SeatEnv("diamant", 3, opponents=Stubborn()), 1, deal=1):
            pass


def test_before_reset_there_is_nothing_to_ask() -> None:
    env: Any = gymnasium.make("filon/Diamant-v0", render_mode="ansi")
    plain = env.unwrapped
    for question in (lambda: env.step(0), env.render, plain.view, plain.action_masks, lambda: plain.outcome):
        with pytest.raises(NotReset) as refusal:
            question()
        assert isinstance(refusal.value, gymnasium.error.ResetNeeded)
    with pytest.raises(Malformed, match="seed"):
        env.reset(seed=-1)


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_many_games_go_on_side_by_side_by_their_masks(mode: AutoresetMode) -> None:
    def made() -> Any:
        return gymnasium.make("filon/Diamant-v0", seats=3, opponents="random")

    vector = SyncVectorEnv([made] * 4, autoreset_mode=mode)
    assert vector.metadata["autoreset_mode"] is mode
    _, info = vector.reset(seed=1)
    ended = 0
    for _ in range(60):
        assert info["action_mask"].shape == (4, 2)
        assert info["action_mask"].any(axis=1).all()
        actions = [vector.single_action_space.sample(mask) for mask in info["action_mask"]]
        _, _, terminated, _, info = vector.step(np.array(actions))
        assert not info["illegal_action"].any()
        ended += int(terminated.sum())
    assert ended > 8
    vector.close()


def test_an_environment_travels_as_what_it_was_made_with() -> None:
    made = SeatEnv("diamant", 4, seat=1, opponents="easy", rewards="score", artifacts="one_per_cave")
    for twin in (pickle.loads(pickle.dumps(made)), copy.deepcopy(made)):  # noqa: S301
        assert frozen(twin.reset(seed=3)) == frozen(made.reset(seed=3))
        assert twin.setup == made.setup


def test_the_module_says_what_it_offers() -> None:
    for name in filon.lab.gymnasium.__all__:
        assert hasattr(filon.lab.gymnasium, name)


def test_a_game_is_called_by_its_name_whatever_its_class_is_called() -> None:
    class Law(type(GAMES["diamant"])):  # type: ignore[misc]
        name = "dice"

    assert id_of(Law()) == "filon/Dice-v0"
    assert id_of(GAMES["outofmine"]) == "filon/OutOfMine-v0"
