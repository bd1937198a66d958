"""What a position of Diamant is worth to each seat: shares of the win, the same on all piles.

The kernel plays it out, from piles shuffled anew, by a crowd that mixes its choices as good players do. While
choices come in secretly the value knows those that are in. The same position always has the same value.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final
from zlib import crc32

import msgspec
from librt.vecs import vec
from msgspec.structs import replace
from mypy_extensions import i64

from filon.games.chance import FastRandom
from filon.games.contract import CONTINUE, TABLE, Seat
from filon.games.diamant import DIAMANT
from filon.games.diamant.model import CaveOver, Choice, Expedition, Finished, State
from filon.games.diamant.pieces import card_name
from filon.kernels import COMPILED
from filon.kernels.diamant.bridge import DIAMANT_BRIDGE
from filon.kernels.diamant.kernel_shares import DiamantShares
from filon.kernels.stream import Stream

GAMES: Final = 1000 if COMPILED else 60
_OPENINGS: Final = 40
"""First cards of the next cave, drawn for a position between two caves."""
_NEVER: Final = 1_000_000
_THRESHOLDS: Final = (
    (100,) * 20,
    (90, 120, 140, 160, 200, 250, 400, *(_NEVER,) * 3) * 2,
    (15, 20, 25, 35, 45, 55, 70, 90, 130, 200, *(_NEVER,) * 10),
    (100,) * 20,
    (15, 40, 90, 130, 160, 200, 300, 500, _NEVER, _NEVER) * 2,
    (8, 15, 20, 30, 40, 60, 80, 110, 170, 300, *(_NEVER,) * 10),
)
"""By company: how often the levels hard and normal left at such odds in 420 games of the arena, roughly."""
_CROWD: Final = tuple(threshold for company in _THRESHOLDS for threshold in company)


def value(state: State) -> tuple[float, ...]:
    """Each seat's share of the win; exact when the last cave is over."""
    if isinstance(state.phase, Finished):
        best = max(state.chests)
        return tuple((chest == best) / state.chests.count(best) for chest in state.chests)
    return _played_out(msgspec.json.encode(_in_order(state)))


@lru_cache(maxsize=2048)
def _played_out(position: bytes) -> tuple[float, ...]:
    """An analysis asks for the same positions again and again."""
    state = msgspec.json.decode(position, type=State)
    seed = crc32(position)
    worlds = [state]
    if isinstance(state.phase, CaveOver):
        worlds = [_next_cave(state, FastRandom((seed << 8) + number)) for number in range(_OPENINGS)]
    won = [0] * len(state.chests)
    for number, world in enumerate(worlds):
        stream = Stream(seed, number)
        shares = DiamantShares(DIAMANT_BRIDGE.kernel(world, stream), vec[i64](_CROWD))
        more = shares.won(stream, max(1, GAMES // len(worlds)))
        won = [before + here for before, here in zip(won, more, strict=False)]
    return tuple(one / sum(won) for one in won)


def chosen(state: State, choices: Mapping[Seat, Choice]) -> State:
    """The same cave with these choices in; who is not named has none."""
    cave = state.phase
    assert isinstance(cave, Expedition)
    return replace(state, phase=replace(cave, choices=dict(choices)))


def _in_order(state: State) -> State:
    """Alike for all orders of the pile, and for all who may be ready."""
    phase = state.phase
    assert not isinstance(phase, Finished)
    pile = tuple(sorted(phase.pile, key=card_name))
    if isinstance(phase, CaveOver):
        return replace(state, phase=replace(phase, pile=pile, ready=()))
    return replace(state, phase=replace(phase, pile=pile))


def _next_cave(state: State, random: FastRandom) -> State:
    """After the last cave this is the end."""
    for event in DIAMANT.decide(state, TABLE, CONTINUE, random):
        state = DIAMANT.evolve(state, event)
    return state
