"""Diamant's kernel imagines what the law imagines, from the same chance."""

import pytest

from filon.games.contract import Seat
from filon.games.diamant import DIAMANT
from filon.games.diamant.model import Options
from filon.kernels.diamant.bridge import DIAMANT_BRIDGE
from filon.kernels.stream import Stream
from filon.lab.walk import walk


@pytest.mark.parametrize("seat", [None, Seat(0), Seat(2)])
@pytest.mark.parametrize(
    "options",
    [Options(), Options(chests="hidden", leftovers="per_card", artifacts="one_per_cave")],
    ids=["open", "everything"],
)
def test_the_same_stream_imagines_the_same(seat: Seat | None, options: Options) -> None:
    state = DIAMANT.deal(4, options, Stream(1))
    for number, step in enumerate(walk(DIAMANT, state, Stream(2))):
        view = DIAMANT.view(step.after, seat)
        imagined = DIAMANT_BRIDGE.imaginer(view).imagine(Stream(number))
        assert DIAMANT_BRIDGE.state(imagined) == DIAMANT.imagine(view, Stream(number))


def test_one_imaginer_imagines_many_things_and_stays_as_it_was() -> None:
    view = DIAMANT.view(DIAMANT.deal(5, Options(), Stream(4)), Seat(1))
    imaginer = DIAMANT_BRIDGE.imaginer(view)
    drawn = [imaginer.imagine(Stream(number)) for number in range(50)]
    for kernel in drawn:
        kernel.playout()
    states = {repr(DIAMANT_BRIDGE.state(imaginer.imagine(Stream(number)))) for number in range(50)}
    assert len(states) == 50
    again = DIAMANT_BRIDGE.state(imaginer.imagine(Stream(7)))
    assert again == DIAMANT.imagine(view, Stream(7))
