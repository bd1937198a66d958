"""A bot for every game: tries each action in worlds it cannot tell from the true one, and counts the wins."""

from typing import Any

from filon.bots import Sight
from filon.games.contract import Random
from filon.kernels.registry import bridge_of
from filon.kernels.stream import Stream


class Dreamer:
    remembers = False  # it asks for what it sees, not for what has happened

    def choose(self, sight: Sight, random: Random, /) -> Any:
        bridge, seat = bridge_of(sight.game.name), sight.view.seat
        imaginer, wins = bridge.imaginer(sight.view), [0.0] * len(sight.legal)
        for number in range(100 * len(sight.legal)):
            at = number % len(sight.legal)
            world = imaginer.imagine(Stream(random.below(2**30)))
            world.play(seat, bridge.code(world, sight.legal[at]))
            world.playout()
            outcome = bridge.outcome(world)
            if outcome is not None and seat in outcome.winners:
                wins[at] += 1 / len(outcome.winners)
        return sight.legal[wins.index(max(wins))]
