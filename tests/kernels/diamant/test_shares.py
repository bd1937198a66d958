"""Diamant played out by a mixed crowd: choices that are in stand, and every game is won once."""

from librt.vecs import vec
from msgspec.structs import replace
from mypy_extensions import i64

from filon.games.contract import Seat
from filon.games.diamant.model import Choice, Expedition, State
from filon.kernels.diamant.bridge import DIAMANT_BRIDGE
from filon.kernels.diamant.kernel_rollouts import WIN
from filon.kernels.diamant.kernel_shares import COMPANIES, DiamantShares
from filon.kernels.stream import Stream
from tests.games.diamant.caves import cave

NEVER = 1_000_000


def won(state: State, thresholds: tuple[int, ...], games: int = 50, seed: int = 1) -> list[int]:
    stream = Stream(seed)
    crowd = vec[i64](thresholds * int(COMPANIES))
    return list(DiamantShares(DIAMANT_BRIDGE.kernel(state, stream), crowd).won(stream, games))


def test_every_game_is_won_once() -> None:
    found = won(cave("7 gas", seats=5), (50, 100, 200))
    assert sum(found[:5]) == 50 * WIN
    assert not any(found[5:])


def test_the_same_stream_plays_the_same_games() -> None:
    state = cave("7 gas", seats=3)
    assert won(state, (50, 100)) == won(state, (50, 100))
    assert won(state, (50, 100)) != won(state, (50, 100), seed=2)


def test_choices_that_are_in_stand() -> None:
    """All have chosen in the last cave: who leaves alone has the loot and what lies there, and nobody else
    would ever leave.
    """
    state = cave("17 15 14 gas snakes rocks explosion", seats=3, number=5)
    assert isinstance(state.phase, Expedition)
    choices = {Seat(0): Choice.GO_ON, Seat(1): Choice.LEAVE, Seat(2): Choice.GO_ON}
    chosen = replace(state, phase=replace(state.phase, choices=choices))
    found = won(chosen, (NEVER,))
    assert found[1] > 45 * WIN
    assert found[0] == found[2] < 5 * WIN


def test_nobody_leaves_the_last_cave_to_lose() -> None:
    """A threshold of nought would leave at the first hazard; both insiders have too little."""
    state = replace(cave("1 gas", seats=3, number=5), chests=(0, 0, 20))
    assert isinstance(state.phase, Expedition)
    inside = replace(state, phase=replace(state.phase, inside=(Seat(0), Seat(1))))
    assert sum(won(inside, (0,), games=200)[:2]) > 0
