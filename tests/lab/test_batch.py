"""Batches of games: each is the game of the law with the same stream, number for number; nothing hangs."""

import os
import signal
from multiprocessing import current_process, get_context
from multiprocessing.context import SpawnContext
from typing import Any, get_args

import numpy as np
import pytest

from filon.games.contract import Malformed, Seat
from filon.games.registry import GAMES, has_part
from filon.lab.batch import Batch, batch, sample
from filon.lab.batch_part import Arrays, Part, Table, arrays_of, batch_maker
from filon.lab.batch_processes import Workers
from filon.lab.encoding import Encoding
from filon.lab.episode import Episode
from filon.lab.errors import BatchIsClosed, NotLegal, WorkerDied
from filon.lab.law_batch import LawBatch
from filon.lab.lockstep import every_table
from filon.lab.rewards import Rewards, rewards
from tests.games_under_test import ENCODED

SEED = 5
KERNELS = [name for name in GAMES if batch_maker(name) is not None]
GAMES_A_TABLE = 2
DECISIONS = 6000
"""Of the law, over all tables of a game."""


def table(name: str, seats: int | None = None, **options: Any) -> Table:
    game = GAMES[name]
    return Table(
        name, seats or game.seats[0], game.simulation if not options else game.options_type(**options)
    )


class Lockstep:
    """One game of a batch, beside the same game by the law."""

    def __init__(self, encoding: Encoding, number: int, total: int) -> None:
        self.encoding = encoding
        self.number = number
        self.total = total
        self.episode = Episode(encoding, SEED, number)

    def agree(self, arrays: Arrays, at: int) -> None:
        seat = self.episode.waiting[0]
        assert arrays.actors[at] == seat
        seen = self.encoding.layout.split(arrays.observations[at])
        truly = self.encoding.layout.split(self.episode.observe(seat))
        for name, numbers in truly.items():
            assert np.array_equal(seen[name], numbers), (name, seen[name].tolist(), numbers.tolist())
        differ = np.flatnonzero(arrays.masks[at] != self.episode.mask(seat))
        assert not differ.size, differ.tolist()

    def step(self, arrays: Arrays, at: int, seat: int, index: int) -> bool:
        """After the batch's step: the law's, and whether the game ended."""
        self.episode.step(Seat(seat), index)
        outcome = self.episode.outcome
        assert arrays.ended[at] == (outcome is not None)
        if outcome is not None:
            assert [seat for seat in range(64) if arrays.winners[at] >> seat & 1] == list(outcome.winners)
            assert arrays.scores[at].tolist() == list(outcome.scores)
            self.number += self.total
            self.episode = Episode(self.encoding, SEED, self.number)
        return outcome is not None


def play_in_lockstep(kind: Table, *, games: int, first: int, total: int, steps: int) -> int:
    """The number of games that ended."""
    part = Part(kind, SEED, games=games, first=first, total=total)
    beside = [Lockstep(kind.encoding(), first + game, total) for game in range(games)]
    rng = np.random.default_rng(first)
    ended = 0
    for at, one in enumerate(beside):
        one.agree(part.arrays, at)
    for _ in range(steps):
        actions = sample(part.arrays.masks, rng)
        actors = part.arrays.actors.tolist()
        part.step(actions.astype(np.int32))
        for at, one in enumerate(beside):
            ended += one.step(part.arrays, at, actors[at], int(actions[at]))
            one.agree(part.arrays, at)
    return ended


@pytest.mark.parametrize("name", KERNELS)
def test_each_game_of_a_batch_is_the_law_s_at_every_table(name: str) -> None:
    tables = list(every_table(GAMES[name]))
    steps = DECISIONS // (len(tables) * GAMES_A_TABLE)
    for number, (seats, options) in enumerate(tables):
        kind = Table(name, seats, options)
        play_in_lockstep(kind, games=GAMES_A_TABLE, first=10 * number, total=10 * len(tables), steps=steps)


@pytest.mark.parametrize("name", KERNELS)
def test_a_game_that_ends_is_dealt_anew_with_the_stream_of_its_next_deal(name: str) -> None:
    assert until_some_ended(table(name), games=3, ended=2) >= 2


def until_some_ended(kind: Table, *, games: int, ended: int, steps: int = 64) -> int:
    """Longer each time, from the deal: how long a game is, is the game's affair."""
    while (so_far := play_in_lockstep(kind, games=games, first=2, total=9, steps=steps)) < ended:
        assert steps < 100_000
        steps *= 4
    return so_far


@pytest.mark.slow
@pytest.mark.parametrize("name", KERNELS)
def test_long_batches_at_every_table_stay_with_the_law(name: str) -> None:
    for number, (seats, options) in enumerate(every_table(GAMES[name])):
        play_in_lockstep(Table(name, seats, options), games=8, first=100 * number, total=10_000, steps=400)


def test_hundreds_of_games_of_diamant_agree_with_the_law_to_their_end() -> None:
    ended = 0
    for number, (seats, options) in enumerate(every_table(GAMES["diamant"])):
        kind = Table("diamant", seats, options)
        ended += play_in_lockstep(kind, games=4, first=4 * number, total=1000, steps=16 * seats)
    assert ended > 200


@pytest.mark.parametrize("name", KERNELS)
def test_the_law_and_the_kernel_are_the_same_batch(name: str) -> None:
    kind = table(name)
    part = Part(kind, SEED, games=3, first=1, total=4)
    law = LawBatch(kind.encoding(), SEED, games=3, first=1, total=4)
    by_law = arrays_of(law, 3)
    rng = np.random.default_rng(3)
    for _ in range(60):
        assert_same(part.arrays, by_law)
        actions = sample(by_law.masks, rng).astype(np.int32)
        part.step(actions)
        law.step(actions.tobytes())


def assert_same(ours: Arrays, theirs: Arrays) -> None:
    for name in Arrays._fields:
        one, other = getattr(ours, name), getattr(theirs, name)
        assert one.dtype == other.dtype, name
        assert np.array_equal(one, other), name


def test_a_game_without_a_kernel_is_played_by_the_law() -> None:
    without = [name for name in ENCODED if not has_part(name, "batches")]
    assert without
    assert all(batch_maker(name) is None for name in without)


def played(games: Batch, steps: int) -> list[list[Any]]:
    rng = np.random.default_rng(8)
    record = []
    for _ in range(steps):
        games.step(sample(games.masks, rng))
        arrays = (games.observations, games.masks, games.actors, games.ended, games.rewards)
        record.append([array.copy() for array in arrays])
    return record


def same(record: list[list[Any]], other: list[list[Any]]) -> bool:
    return all(
        np.array_equal(one, two)
        for ours, theirs in zip(record, other, strict=True)
        for one, two in zip(ours, theirs, strict=True)
    )


@pytest.mark.parametrize("name", KERNELS)
def test_a_seed_gives_the_same_games_and_another_one_others(name: str) -> None:
    first, again, other = (played(batch(name, games=5, seed=seed), 30) for seed in (1, 1, 2))
    assert same(first, again)
    assert not same(first, other)


def test_two_processes_tell_the_scores_that_one_tells() -> None:
    made = [batch("diamant", games=5, seed=3, rewards="score", processes=processes) for processes in (1, 2)]
    alone, shared = (played(games, 150) for games in made)
    assert same(alone, shared)
    assert max(rewards.max() for *_, rewards in alone) > 1
    made[1].close()


@pytest.mark.parametrize("name", KERNELS)
def test_two_processes_play_what_one_plays(name: str) -> None:
    with batch(name, games=5, seed=3) as alone, batch(name, games=5, seed=3, processes=2) as shared:
        assert np.array_equal(alone.observations, shared.observations)
        assert np.array_equal(alone.masks, shared.masks)
        assert same(played(alone, 60), played(shared, 60))


def test_arrays_have_their_documented_shapes_and_stay_the_same_objects() -> None:
    games = batch("diamant", games=6, seats=4)
    before: list[Any] = [games.observations, games.masks, games.actors, games.ended, games.rewards]
    assert [(array.shape, array.dtype.name) for array in before] == [
        ((6, games.layout.size), "int16"),
        ((6, games.actions.size), "int8"),
        ((6,), "uint8"),
        ((6,), "bool"),
        ((6, 4), "float32"),
    ]
    first = games.observations.copy()
    games.step(np.ones(6, np.int64))
    assert not np.array_equal(before[0], first), "written in place"
    after = (games.observations, games.masks, games.actors, games.ended, games.rewards)
    assert all(one is other for one, other in zip(before, after, strict=True))


@pytest.mark.parametrize("processes", [1, 2])
def test_nobody_can_write_the_arrays(processes: int) -> None:
    """Actions are checked against the masks that lie there."""
    with batch("diamant", games=6, processes=processes) as games:
        for array in (games.observations, games.masks, games.actors, games.ended, games.rewards):
            with pytest.raises(ValueError, match="read-only"):
                array[0] = 0
            with pytest.raises(ValueError, match="WRITEABLE"):
                array.flags.writeable = True


@pytest.mark.parametrize("kind", get_args(Rewards))
def test_rewards_are_of_the_games_that_just_ended_and_nought_elsewhere(kind: Rewards) -> None:
    games = batch("diamant", games=40, seats=3, seed=SEED, rewards=kind)
    beside = [Lockstep(games.encoding, game, 40) for game in range(40)]
    rng = np.random.default_rng(8)
    ended = 0
    for _ in range(80):
        actions = sample(games.masks, rng)
        actors = games.actors.tolist()
        games.step(actions)
        for at, one in enumerate(beside):
            one.episode.step(Seat(actors[at]), int(actions[at]))
            outcome = one.episode.outcome
            expected = (0.0,) * 3 if outcome is None else rewards(outcome, 3, kind)
            assert games.rewards[at].tolist() == pytest.approx(expected)
            if outcome is not None:
                ended += 1
                one.number += 40
                one.episode = Episode(games.encoding, SEED, one.number)
    assert ended > 40


@pytest.mark.parametrize("processes", [1, 2])
def test_a_refused_step_names_the_game_and_changes_nothing(processes: int) -> None:
    with batch("diamant", games=4, seed=1, processes=processes) as games:
        actors, observations = games.actors.copy(), games.observations.copy()
        for wrong, number in (([0, 1, 2, 1], 2), ([0, 0, 0, -1], -1), ([0, 0, 0, 2**40], 2**40)):
            at = wrong.index(number)
            with pytest.raises(
                NotLegal, match=rf"action {number} is not legal for game {at} \(seat 0\)"
            ) as no:
                games.step(wrong)
            assert (no.value.index, no.value.legal) == (number, [0, 1])
        unfit: Any
        for unfit in (
            [0, 0, 0],
            [[0, 0, 0, 0]],
            0,
            [0.0, 1.0, 0.0, 1.0],
            [True] * 4,
            ["0"] * 4,
            [[0], [0, 1], 0, 0],
        ):
            with pytest.raises(Malformed, match="actions"):
                games.step(unfit)
        assert np.array_equal(games.actors, actors)
        assert np.array_equal(games.observations, observations)
        with batch("diamant", games=4, seed=1) as untouched:
            assert same(played(games, 30), played(untouched, 30))


@pytest.mark.parametrize("name", ENCODED)
def test_an_action_that_is_masked_out_is_refused_before_any_game_steps(name: str) -> None:
    games = batch(name, games=2)
    for _ in range(100):
        if not games.masks[1].all():
            break
        games.step([int(np.flatnonzero(row)[0]) for row in games.masks])
    else:
        return  # who is asked may do everything, in Diamant always
    before = games.observations.copy()
    legal = [int(np.flatnonzero(row)[0]) for row in games.masks]
    not_legal = int(np.flatnonzero(games.masks[1] == 0)[0])
    with pytest.raises(NotLegal, match=f"action {not_legal} is not legal for game 1"):
        games.step([legal[0], not_legal])
    assert np.array_equal(games.observations, before)


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"game": "chess"}, "game"),
        ({"game": ["diamant"]}, "game"),
        ({"games": 2.0}, "games"),
        ({"games": np.True_}, "games"),
        ({"games": 0}, "games"),
        ({"games": True}, "games"),
        ({"games": 1 << 31}, "games"),
        ({"games": (1 << 62) + 1}, "games"),
        ({"seats": 9}, "seats"),
        ({"seed": -1}, "seed"),
        ({"seed": 1 << 63}, "seed"),
        ({"processes": 0}, "processes"),
        ({"processes": 3, "games": 2}, "processes"),
        ({"rewards": "glory"}, "rewards"),
        ({"chests": "shut"}, "chests"),
        ({"colour": "blue"}, "colour"),
    ],
)
def test_what_a_batch_cannot_be_made_of_is_named(wrong: dict[str, Any], field: str) -> None:
    with pytest.raises(Malformed, match=field):
        batch(**{"game": "diamant", "games": 2, **wrong})


def test_numbers_of_numpy_are_numbers() -> None:
    numbers: dict[str, Any] = {
        "games": np.int64(3),
        "seats": np.uint8(4),
        "seed": np.int32(5),
        "processes": np.int16(1),
    }
    with batch("diamant", **numbers) as games, batch("diamant", games=3, seats=4, seed=5) as plain:
        assert (games.observations == plain.observations).all()
        assert (games.games, games.seats) == (3, 4)


def test_a_closed_batch_says_so_and_keeps_its_arrays() -> None:
    for processes in (1, 2):
        with batch("diamant", games=2, processes=processes) as games:
            games.step([0, 1])
        games.close()
        with pytest.raises(BatchIsClosed, match="closed"):
            games.step([0, 0])
        assert games.masks.all()


def test_a_worker_that_is_killed_is_named_and_the_others_end() -> None:
    games = batch("diamant", games=4, processes=2)
    workers = games._played
    assert isinstance(workers, Workers)
    second = workers._processes[1]
    assert second.pid is not None
    os.kill(second.pid, signal.SIGKILL)
    with pytest.raises(WorkerDied, match=r"process 1 of the batch ended \(exit code -9\)"):
        games.step([0, 0, 0, 0])
    with pytest.raises(BatchIsClosed):
        games.step([0, 0, 0, 0])
    assert [process.exitcode for process in workers._processes] == [0, -9]


def test_an_interrupt_of_the_terminal_is_left_to_who_steps_the_batch() -> None:
    """It reaches all processes at once, and may be caught between two steps."""
    with batch("diamant", games=4, processes=2) as games:
        workers = games._played
        assert isinstance(workers, Workers)
        for process in workers._processes:
            assert process.pid is not None
            os.kill(process.pid, signal.SIGINT)
        games.step([0, 0, 0, 0])
        assert [process.exitcode for process in workers._processes] == [None, None]


def test_an_interrupted_step_closes_the_batch_and_ends_its_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    games = batch("diamant", games=4, processes=2)
    workers = games._played
    assert isinstance(workers, Workers)

    def interrupted(_doing: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(workers, "_hear", interrupted)
    with pytest.raises(KeyboardInterrupt):
        games.step([0, 0, 0, 0])
    with pytest.raises(BatchIsClosed):
        games.step([0, 0, 0, 0])
    assert [process.exitcode for process in workers._processes] == [0, 0]


@pytest.mark.parametrize("processes", [1, 2])
def test_an_interrupt_once_the_games_have_stepped_closes_the_batch_too(
    monkeypatch: pytest.MonkeyPatch, processes: int
) -> None:
    """Or `rewards` would be those of another step than `ended`."""
    games = batch("diamant", games=4, processes=processes)

    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(games, "_reward", interrupted)
    with pytest.raises(KeyboardInterrupt):
        games.step([0, 0, 0, 0])
    with pytest.raises(BatchIsClosed):
        games.step([0, 0, 0, 0])
    if isinstance(games._played, Workers):
        assert [process.exitcode for process in games._played._processes] == [0, 0]


def in_a_forked_process(games: Batch, answer: Any) -> None:
    try:
        games.step([0, 0, 0, 0])
        said = "stepped"
    except BatchIsClosed as refusal:
        said = str(refusal)
    games.close()
    answer.send(said)


def test_a_forked_process_neither_steps_nor_ends_the_processes_of_another() -> None:
    fork = get_context("fork")
    with batch("diamant", games=4, seed=1, processes=2) as games, batch("diamant", games=4, seed=1) as alone:
        before = games.observations.copy()
        ours, theirs = fork.Pipe()
        forked = fork.Process(target=in_a_forked_process, args=(games, theirs))
        forked.start()
        assert "process that made it" in ours.recv()
        forked.join()
        assert forked.exitcode == 0
        assert np.array_equal(games.observations, before)
        assert same(played(games, 10), played(alone, 10))


def test_a_process_that_may_start_none_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(current_process()), "daemon", True)
    with pytest.raises(Malformed, match="processes: 2; a daemonic process may start none"):
        batch("diamant", games=4, processes=2)


def test_more_games_than_the_memory_holds_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_room(*_: Any, **__: Any) -> None:
        raise MemoryError

    monkeypatch.setattr("filon.lab.batch.Part", no_room)
    with pytest.raises(Malformed, match="games: 5 do not fit into the memory here"):
        batch("diamant", games=5)

    def no_file(*_: Any) -> None:
        raise OSError(27, "File too large")

    monkeypatch.setattr(SpawnContext, "RawArray", no_file)
    with pytest.raises(Malformed, match="games: 6 do not fit into the memory here"):
        batch("diamant", games=6, processes=2)


def test_a_worker_that_cannot_start_says_why() -> None:
    kind = table("diamant", seats=4)._replace(game="nowhere")
    with pytest.raises(Malformed, match="nowhere"):
        Workers(kind, SEED, games=2, processes=2)


def test_samples_are_legal_and_evenly_spread() -> None:
    rng = np.random.default_rng(4)
    masks = np.zeros((3, 700), np.int8)
    masks[0, 699] = 1
    masks[1, [0, 350, 699]] = 1
    masks[2] = 1
    drawn = np.array([sample(masks, rng) for _ in range(6000)])
    assert set(drawn[:, 0]) == {699}
    counts = np.bincount(drawn[:, 1], minlength=700)
    assert counts[[0, 350, 699]].sum() == 6000
    assert ((counts[[0, 350, 699]] - 2000) ** 2 / 2000).sum() < 13.8, "one in a thousand by chance"
    assert drawn[:, 2].min() < 5
    assert drawn[:, 2].max() > 694


def test_masks_that_cannot_be_sampled_are_refused() -> None:
    rng = np.random.default_rng(4)
    with pytest.raises(Malformed, match="row 1 allows nothing"):
        sample(np.array([[1, 0], [0, 0]], np.int8), rng)
    wrong: Any
    for wrong in (np.ones(4, np.int8), np.ones((2, 2), np.int64), [[1, 0]], None):
        with pytest.raises(Malformed, match="masks"):
            sample(wrong, rng)
