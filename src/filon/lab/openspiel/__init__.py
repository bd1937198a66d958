"""The games in OpenSpiel: once this is imported, `pyspiel.load_game("filon_saboteur(players=5)")` works.

`filon_saboteur`, `filon_diamant`, `filon_labyrinth` and `filon_outofmine` follow the law to the letter;
`filon_diamant_small` is Diamant with a small deck, for methods that walk the whole tree.
docs/lab/openspiel.md tells what nodes, information states and tensors are.
"""

from filon.games.registry import GAMES
from filon.lab.extras import extra

with extra("lab"):
    import pyspiel

    from filon.lab.openspiel import small
    from filon.lab.openspiel.game import register

_known = pyspiel.registered_names()
for _game in GAMES.values():
    if f"filon_{_game.name}" not in _known:
        register(_game)
if small.NAME not in _known:
    small.register()
