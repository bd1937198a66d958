"""The network in whole numbers is the one in floats, and the file keeps what it is given."""

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

import msgspec
import numpy as np
import pytest
from numpy.typing import NDArray

from filon.bots.saboteur.learnt import index_of, seen
from filon.bots.sight import Sight
from filon.kernels.saboteur.kernel_eyes import features
from filon.kernels.saboteur.kernel_network import (
    COLUMNS,
    FIRST_BREAK,
    FIRST_MEND,
    FIRST_REST,
    ONE,
    OTHERS,
    PLANES,
    ROWS,
    WEIGHT,
    Network,
)
from filon.kernels.saboteur.policy import SHAPES, layers_of, network, network_file, shipped
from tests.kernels.saboteur.positions import sights

Array: TypeAlias = NDArray[np.float64]
Weights: TypeAlias = Mapping[str, Array]

LAYERS: Final = 4
SEATED: Final = (3, 5, 7, 10)


def as_floats(file: bytes) -> Weights:
    return {
        name: np.array(numbers, np.float64).reshape(SHAPES[name]) / int(WEIGHT)
        for name, numbers in layers_of(file).items()
    }


def by_lot(seed: int) -> Weights:
    """Weights as large as learnt ones are."""
    chance = np.random.default_rng(seed)
    return {
        name: chance.normal(size=shape) / np.sqrt(np.prod(shape[:-1]))
        if len(shape) > 1
        else np.zeros(shape) + 0.1
        for name, shape in SHAPES.items()
    }


def file_of(weights: Weights) -> bytes:
    return network_file({name: (array.shape, array.ravel().tolist()) for name, array in weights.items()}, {})


def logits_in_floats(weights: Weights, planes: Array, row: Array, around: Array) -> Array:
    """By index, all of them; nobody's seat has nought."""

    def dense(name: str, values: Array) -> Array:
        return values @ weights[f"{name}_w"] + weights[f"{name}_b"]

    def active(values: Array) -> Array:
        return np.maximum(values, 0)

    def convolved(name: str, squares: Array) -> Array:
        padded = np.pad(squares, ((1, 1), (1, 1), (0, 0)))
        height, width = squares.shape[:2]
        return sum(
            (
                padded[y : y + height, x : x + width] @ weights[f"{name}_w"][y, x]
                for y in range(3)
                for x in range(3)
            ),
            np.zeros(1),
        )

    seat = active(dense("seat", around))
    crowd = np.concatenate([seat.mean(0), seat.max(0)])
    common = active(dense("row2", active(dense("row", row) + dense("crowd", crowd))))
    squares = active(convolved("c0", planes) + dense("c0g", common))
    for layer in range(1, LAYERS):
        squares = squares + active(convolved(f"c{layer}", squares) + dense(f"c{layer}g", common))
    pools = np.concatenate([squares.mean((0, 1)), squares.max((0, 1))])
    whole = active(dense("h", np.concatenate([common, pools])))
    cells = dense("cells", active(dense("y", squares) + dense("yg", whole)))
    each = active(dense("hs", seat) + dense("hsh", whole))
    empty = int(OTHERS) - len(each)
    breaks = np.pad(dense("break", each), ((0, empty), (0, 0)))
    mends = np.pad(dense("mend", each), ((0, empty), (0, 0)))
    return np.concatenate([cells.ravel(), breaks.ravel(), mends.ravel(), dense("rest", whole)])


def compared(net: Network, weights: Weights, sight: Sight) -> tuple[Array, Array]:
    """The logits of what the seat may do, by the network and in floats."""
    told = features(seen(sight.view, sight.past))
    planes, row, around = (np.array(list(numbers), np.float64) / int(ONE) for numbers in told)
    seats = len(sight.view.round.roles)
    wanted = logits_in_floats(
        weights, planes.reshape(int(ROWS), int(COLUMNS), int(PLANES)), row, around.reshape(seats - 1, -1)
    )
    found = [index_of(action, sight.view.seat, seats) for action in sight.legal]
    indices = [index for index in found if index is not None]
    net.see(*told)
    return np.array([net.logit(index) for index in indices]) / int(ONE), wanted[indices]


@pytest.mark.parametrize("by", ["random", "hard"])
@pytest.mark.parametrize("seats", SEATED)
def test_the_shipped_network_in_whole_numbers_is_the_one_in_floats(seats: int, by: str) -> None:
    net, weights = network(shipped()), as_floats(shipped())
    apart, spread = 0.0, 0.0
    for sight in sights(seats, by, seed=seats, every=4):
        got, wanted = compared(net, weights, sight)
        apart = max(apart, float(np.abs(got - wanted).max()))
        spread = max(spread, float(np.ptp(wanted)))
    assert apart < 0.05
    assert spread > 4, "a policy that always says the same shows nothing"


@pytest.mark.parametrize("seed", [1, 2])
def test_a_network_of_any_weights_keeps_them_nearly(seed: int) -> None:
    """Every path through it counts, that of the biases too; weights are rounded besides."""
    weights = by_lot(seed)
    net = network(file_of(weights))
    wanted: list[Array] = []
    for sight in sights(5, "random", seed, every=10):
        got, floats = compared(net, weights, sight)
        assert np.abs(got - floats).max() < 0.05
        wanted.append(floats)
    assert np.ptp(np.concatenate(wanted)) > 1


@pytest.mark.parametrize("index", [5, FIRST_BREAK + 1, FIRST_MEND + 2, FIRST_REST + 3])
def test_what_was_asked_before_changes_no_answer(index: int) -> None:
    """Of one square or seat, and then of the same in another position."""
    net, fresh = network(shipped()), network(shipped())
    one, other = (features(seen(sight.view, sight.past)) for sight in sights(4, "random", 3, every=120))
    net.see(*one)
    before = net.logit(index)
    net.see(*other)
    fresh.see(*other)
    assert net.logit(index) == fresh.logit(index) != before


def test_the_file_keeps_weights_and_what_made_them() -> None:
    weights = by_lot(7)
    made = {"seed": 7, "command": "filon train saboteur"}
    file = network_file(
        {name: (array.shape, array.ravel().tolist()) for name, array in weights.items()}, made
    )
    kept = as_floats(file)
    assert set(kept) == set(SHAPES)
    for name, array in weights.items():
        assert np.abs(kept[name] - array).max() <= 0.5 / int(WEIGHT)
    content: dict[str, Any] = msgspec.json.decode(file)
    assert content["made"] == made


def test_a_weight_too_large_for_two_bytes_is_the_largest_of_its_sign() -> None:
    weights = {**by_lot(7), "break_b": np.array([-9.0, 100.0, 1.0])}
    assert layers_of(file_of(weights))["break_b"] == [-(2**15) + 1, 2**15 - 1, int(WEIGHT)]


def test_another_shape_is_refused_and_what_only_the_critic_has_is_left_out() -> None:
    weights = by_lot(7)
    assert "v1_w" not in layers_of(file_of({**weights, "v1_w": np.zeros((2, 3))}))
    with pytest.raises(ValueError, match=r"rest_b is \(48,\)"):
        file_of({**weights, "rest_b": np.zeros(48)})
