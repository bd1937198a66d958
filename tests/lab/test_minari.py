"""A data set for offline learners: Minari loads it, and its environment is the one that Gymnasium makes."""

from pathlib import Path
from typing import Any

import gymnasium
import minari
import numpy as np
import pytest

from filon.games.contract import Malformed, Seat
from filon.lab.dataset import games
from filon.lab.dataset.arena import recorded_rows
from filon.lab.dataset.minari import to_minari
from filon.lab.dataset.writing import dataset_file
from filon.lab.rewards import rewards
from tests.games_under_test import ENCODED
from tests.lab.datasets import contest, written

NAME = "filon/test/played-v0"


@pytest.fixture(autouse=True)
def _shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "minari"))


@pytest.fixture(scope="module")
def diamant(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("sets") / "d.parquet", contest("diamant", "easy", "random"), 3)


def _list(row: Any) -> list[int]:
    return [int(number) for number in row]


def test_every_seats_decisions_come_back(diamant: Path) -> None:
    to_minari(diamant, NAME)
    episodes = iter(minari.load_dataset(NAME).iterate_episodes())
    for one in games(diamant):
        for seat in map(Seat, range(one.seats)):
            rows = [row for row in one.rows if row.seat == seat and row.kind == "decision"]
            episode = next(episodes)
            assert len(episode) == len(rows)
            assert episode.observations[:-1].tolist() == [_list(row.observation) for row in rows]
            assert episode.actions.tolist() == [row.index for row in rows]
            assert [np.flatnonzero(mask).tolist() for mask in episode.infos["action_mask"][:-1]] == [
                sorted(row.legal_indices or ()) for row in rows
            ]
            assert set(episode.infos["seat"]) == {seat}
            assert episode.rewards[:-1].tolist() == [0.0] * (len(rows) - 1)
            assert episode.rewards[-1] == rewards(one.outcome, one.seats, "win")[seat]
            assert episode.terminations.tolist() == [False] * (len(rows) - 1) + [True]
            assert not episode.truncations.any()
    assert next(episodes, None) is None


@pytest.mark.parametrize("name", ENCODED)
def test_the_environment_is_made_again_and_knows_the_observations(name: str, tmp_path: Path) -> None:
    path = written(tmp_path / "one.parquet", contest(name, "random"), 1)
    dataset = to_minari(path, NAME, seats=[1], reward="score", opponents="random")
    environment = dataset.recover_environment()
    assert isinstance(environment, gymnasium.Env)
    assert environment.observation_space == dataset.observation_space
    assert environment.action_space == dataset.action_space
    observation, info = environment.reset(seed=1)
    assert info["seat"] == 1
    (episode,) = dataset.iterate_episodes()
    assert observation.shape == episode.observations[0].shape
    assert info["action_mask"].shape == episode.infos["action_mask"][0].shape
    assert all(dataset.observation_space.contains(row) for row in episode.observations)
    assert all(dataset.action_space.contains(action) for action in episode.actions)
    (one,) = games(path)
    assert episode.rewards[-1] == one.outcome.scores[1]


def test_players_are_chosen_by_name(diamant: Path) -> None:
    dataset = to_minari(diamant, NAME, players=["easy"])
    sat = [seat for one in games(diamant) for seat, player in enumerate(one.players) if player == "easy"]
    assert [int(episode.infos["seat"][0]) for episode in dataset.iterate_episodes()] == sat


def test_a_game_that_the_environment_plays_is_one_of_the_dataset(diamant: Path) -> None:
    """The first observation of a seat that is asked first is the one after any deal."""
    dataset = to_minari(diamant, NAME)
    environment = dataset.recover_environment()
    dealt = {environment.reset(seed=seed)[0].tobytes() for seed in range(40)}
    assert any(episode.observations[0].astype(np.int16).tobytes() in dealt for episode in dataset)


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"name": "no name"}, "minari"),
        ({"seats": [7]}, "seats"),
        ({"players": ["nobody"]}, "players"),
        ({"reward": "gold"}, "rewards"),
        ({"opponents": "genius"}, "opponents"),
    ],
)
def test_what_cannot_be_is_refused_and_leaves_nothing(
    diamant: Path, given: dict[str, Any], named: str
) -> None:
    with pytest.raises(Malformed, match=named):
        to_minari(diamant, **{"name": NAME, **given})
    assert not minari.list_local_datasets()


def test_a_name_is_given_once(diamant: Path) -> None:
    to_minari(diamant, NAME)
    with pytest.raises(Malformed, match="already"):
        to_minari(diamant, NAME)
    assert [*minari.list_local_datasets()] == [NAME]


def test_games_of_two_kinds_of_tables_have_no_spaces_in_common(tmp_path: Path) -> None:
    path = tmp_path / "two.parquet"
    with dataset_file(path) as file:
        for seats in (3, 4):
            file.add(recorded_rows(contest("diamant", "random", seats=seats), 0))
    with pytest.raises(Malformed, match="game 1: another kind of table"):
        to_minari(path, NAME)
    assert not minari.list_local_datasets()
