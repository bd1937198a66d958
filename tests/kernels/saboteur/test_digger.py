"""The normal level in the kernel, as digger and as saboteur: it would do the same, card for card."""

import pytest

from filon.bots.saboteur import advise
from filon.bots.saboteur.weighing import weigh
from filon.games.chance import FastRandom
from filon.games.contract import play
from filon.games.saboteur import SABOTEUR
from filon.games.saboteur.model import Options
from filon.games.saboteur.pieces import Role
from filon.kernels.saboteur.bridge import SABOTEUR_BRIDGE
from filon.kernels.saboteur.kernel_digger import Digger
from filon.kernels.saboteur.kernel_hider import Hider
from filon.kernels.saboteur.kernel_ways import Ways
from filon.kernels.stream import Stream
from tests.games.saboteur.mines import waiting

LOT = 0.01
"""The normal level tells scores this near apart by lot."""


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (3, Options()),
        (4, Options()),
        (5, Options(placement="adjacent")),
        (6, Options()),
        (7, Options()),
        (8, Options()),
        (9, Options()),
        (10, Options()),
    ],
)
def test_it_chooses_what_the_normal_level_weighs_highest(seats: int, options: Options) -> None:
    digger = Digger(Ways(), Ways())
    hider = Hider(digger)
    compared = {Role.DIGGER: 0, Role.SABOTEUR: 0}
    for seed in range(3):
        random = FastRandom(seed)
        state = SABOTEUR.deal(seats, options, random)
        while not state.results:
            seat = waiting(state)
            role = state.round.roles[seat]
            view, legal = SABOTEUR.view(state, seat), SABOTEUR.legal_actions(state, seat)
            if state.round.hands[seat]:
                kernel = SABOTEUR_BRIDGE.kernel(state, Stream(seed))
                digger.ways.forget()
                choose = digger.choose if role is Role.DIGGER else hider.choose
                chosen = SABOTEUR_BRIDGE.action(kernel, choose(kernel))
                scores = {each.action: each.score for each in weigh(view, legal)}
                assert scores[chosen] > max(scores.values()) - LOT
                compared[role] += 1
            action = advise(view, legal, random).action
            state, _ = play(SABOTEUR, state, seat, action, random)
    assert compared[Role.DIGGER] > 40
    assert compared[Role.SABOTEUR] > 10
