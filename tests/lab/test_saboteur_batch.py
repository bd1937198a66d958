"""The batch kernel of Saboteur writes what the encoding writes of the law's games, number for number."""

from typing import Any

import numpy as np
import pytest
from librt.vecs import vec
from mypy_extensions import i16, u8

from filon.games.chance import FastRandom
from filon.games.contract import Malformed, Seat
from filon.games.saboteur import SABOTEUR
from filon.games.saboteur.model import Options
from filon.games.saboteur.pieces import SEATS
from filon.kernels.saboteur.batch import make_batch
from filon.kernels.saboteur.bridge import SABOTEUR_BRIDGE
from filon.kernels.saboteur.kernel import SaboteurKernel
from filon.kernels.saboteur.kernel_indices import Indices
from filon.kernels.saboteur.kernel_offsets import ActionOffsets, RowOffsets
from filon.kernels.saboteur.kernel_rows import GameRow
from filon.kernels.stream import Stream
from filon.lab.encoding import Layout
from filon.lab.episode import Episode
from filon.lab.lockstep import every_table
from filon.lab.saboteur.encoding import SaboteurEncoding
from filon.lab.saboteur.policies import Policy, at_random, outwards, to_the_goals

TABLES = list(every_table(SABOTEUR))
EXTREMES = [(3, Options(placement="adjacent")), (5, Options()), (10, Options(starter="random"))]


class Together:
    """A batch, and beside it each of its games by the law."""

    def __init__(self, seats: int, options: Options, *, seed: int, games: int) -> None:
        self.encoding = SaboteurEncoding(seats, options)
        self.seed = seed
        self.batch = make_batch(seats, options, seed, games=games, first=0, total=games)
        self.observations = rows(self.batch.observations, games)
        self.masks = rows(self.batch.masks, games)
        self.scores = rows(self.batch.scores, games)
        self.deals = [0] * games
        self.episodes = [Episode(self.encoding, seed, game) for game in range(games)]
        self.random = FastRandom(seed)
        self.ended = 0
        self.met: set[str] = set()
        self.agree()

    def agree(self) -> None:
        layout = self.encoding.layout
        for game, episode in enumerate(self.episodes):
            (seat,) = episode.waiting
            assert self.batch.actors[game] == seat
            by_law = episode.observe(seat)
            if not np.array_equal(self.observations[game], by_law):
                assert parts(layout, self.observations[game]) == parts(layout, by_law)
            assert np.array_equal(self.masks[game], episode.mask(seat))

    def step(self, choose: Policy) -> None:
        actions = [choose(episode, self.random) for episode in self.episodes]
        self.batch.step(np.array(actions, "<i4").tobytes())
        for game, (episode, action) in enumerate(zip(self.episodes, actions, strict=True)):
            self.note(episode, action)
            episode.step(episode.waiting[0], action)
            outcome = episode.outcome
            assert self.batch.ended[game] == (outcome is not None)
            if outcome is not None:
                won = [seat for seat in range(self.encoding.seats) if self.batch.winners[game] >> seat & 1]
                assert (*won,) == outcome.winners
                assert (*self.scores[game],) == outcome.scores
                self.ended += 1
                self.deals[game] += 1
                number = game + self.deals[game] * len(self.episodes)
                self.episodes[game] = Episode(self.encoding, self.seed, number)
        self.agree()

    def note(self, episode: Episode, action: int) -> None:
        offsets = self.encoding.actions.offsets
        self.met.add(max((name for name in offsets if offsets[name] <= action), key=offsets.__getitem__))
        observed = self.encoding.layout.split(episode.observe(episode.waiting[0]))
        self.met.update(
            f"{name} shown" for name in ("outside", "offer", "gold", "owed") if observed[name].any()
        )


def rows(numbers: Any, games: int) -> Any:
    return np.asarray(memoryview(numbers)).reshape(games, -1)


def parts(layout: Layout, row: Any) -> dict[str, Any]:
    return {name: part.tolist() for name, part in layout.split(row).items()}


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_batch_and_law_show_the_same_numbers_at_every_step(seats: int, options: Options) -> None:
    together = Together(seats, options, seed=seats, games=2)
    while together.ended < 2:
        together.step(at_random)


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_batch_and_law_agree_in_many_games(seats: int, options: Options) -> None:
    together = Together(seats, options, seed=100 + seats, games=4)
    for choose in (at_random, outwards, to_the_goals):
        goal = together.ended + 8
        while together.ended < goal:
            together.step(choose)


@pytest.mark.parametrize(("seats", "options"), EXTREMES)
def test_batch_and_law_agree_far_outside_the_window(seats: int, options: Options) -> None:
    together = Together(seats, options, seed=21, games=2)
    while together.ended < 2:
        together.step(outwards)
    assert {"elsewhere", "outside shown"} <= together.met


@pytest.mark.parametrize(("seats", "options"), EXTREMES)
def test_batch_and_law_agree_where_the_gold_is_shared(seats: int, options: Options) -> None:
    together = Together(seats, options, seed=22, games=2)
    while together.ended < 3:
        together.step(to_the_goals)
    assert {"take", "offer shown", "gold shown"} <= together.met


def test_a_part_of_a_batch_plays_what_the_whole_one_would() -> None:
    options = Options()
    whole = make_batch(4, options, 3, games=4, first=0, total=4)
    part = make_batch(4, options, 3, games=2, first=2, total=4)
    random = FastRandom(5)
    ended = 0
    while ended < 6:
        actions = [
            int(legal[random.below(len(legal))]) for legal in map(np.flatnonzero, rows(whole.masks, 4))
        ]
        whole.step(np.array(actions, "<i4").tobytes())
        part.step(np.array(actions[2:], "<i4").tobytes())
        assert np.array_equal(rows(whole.observations, 4)[2:], rows(part.observations, 2))
        assert np.array_equal(rows(whole.masks, 4)[2:], rows(part.masks, 2))
        ended += sum(whole.ended)


@pytest.mark.parametrize("seats", SEATS)
def test_the_kernel_puts_every_field_where_the_layout_has_it(seats: int) -> None:
    encoding = SaboteurEncoding(seats, Options())
    fields, actions = RowOffsets(seats), ActionOffsets(seats)
    assert {name: getattr(fields, name) for name in encoding.layout.offsets} == encoding.layout.offsets
    renamed = {"break": "breaking", "pass": "passing"}
    offsets = {name: getattr(actions, renamed.get(name, name)) for name in encoding.actions.offsets}
    assert offsets == encoding.actions.offsets
    assert (fields.size, actions.size) == (encoding.layout.size, encoding.actions.size)


def written(kernel: SaboteurKernel) -> tuple[list[int], list[int]]:
    """What the compiled writer makes of a position."""
    fields, indices = RowOffsets(kernel.seats), Indices(kernel.seats)
    row = vec[i16]([0] * fields.size)
    mask = vec[u8]([0] * indices.first.size)
    GameRow(kernel, fields, indices, observations=row, masks=mask, number=0).begin()
    return list(row), list(mask)


@pytest.mark.parametrize(("seats", "options"), EXTREMES)
@pytest.mark.parametrize("choose", [outwards, to_the_goals])
def test_compiled_rows_tell_nothing_that_the_view_does_not(
    seats: int, options: Options, choose: Policy
) -> None:
    episode = Episode(SaboteurEncoding(seats, options), 8)
    random = FastRandom(9)
    while episode.waiting:
        seat = Seat(episode.waiting[0])
        if random.below(4) == 0:
            twin = SABOTEUR.imagine(episode.view(seat), random)
            told = written(SABOTEUR_BRIDGE.kernel(episode.state, Stream(0)))
            assert written(SABOTEUR_BRIDGE.kernel(twin, Stream(1))) == told
            assert told == (episode.observe(seat).tolist(), episode.mask(seat).tolist())
        episode.step(seat, choose(episode, random))


def test_a_number_of_seats_that_nobody_plays_with_is_refused() -> None:
    with pytest.raises(Malformed, match="2 players"):
        make_batch(2, Options(), 0, games=1, first=0, total=1)
