"""A bot for Diamant that knows hidden chests: it adds up what everybody carried home in plain sight."""

from typing import Any

from filon.bots import Sight
from filon.games.contract import Random
from filon.games.diamant.model import Choice, Choose
from filon.games.diamant.pieces import CAVES


class Bookkeeper:
    remembers = False  # what was carried home, by cave and seat, stands in the view

    def choose(self, sight: Sight, random: Random, /) -> Any:  # noqa: ARG002 - it never draws lots
        view, cave = sight.view, sight.view.phase
        chests = [sum(taken[seat] for taken in view.takings) for seat in range(len(view.chests))]
        behind = max(chests) - chests[view.seat]
        enough = max(10, behind + 1) if cave.cave == CAVES else 10  # the last cave must make it the richest
        home = cave.loot + sum(turned.left for turned in cave.gallery)
        return Choose(Choice.LEAVE if home >= enough else Choice.GO_ON)
